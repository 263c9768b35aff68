// The sums of each color's dice with the white die.

import { colorLetter, colorName } from "../../i18n/labels";
import type { Color, View } from "../../state/view";

interface ColorSum {
  color: Color;
  sum: number;
  /** True if the player's own seat could write it, if known. */
  fits: boolean;
}

/** The sums in the order of the player's own rows. */
function colorSums(view: View): ColorSum[] {
  const white = view.dice.find((die) => die.name === "w")?.pips ?? 0;
  const rows = view.sheets[view.seat ?? view.active]?.rows ?? [];
  return rows.map((row) => {
    const color = row.color ?? "w";
    const lying = view.dice.filter((die) => die.name !== "w" && die.color === color);
    const sum = lying.reduce((total, die) => total + (die.pips ?? 0), white);
    return { color, sum, fits: view.phase === "reroll" || row.cells.some((cell) => cell.mark !== null) };
  });
}

export function QwantumSums({ view }: { view: View }) {
  // Hidden before the throw, but in place, so that the layout does not shift.
  return (
    <div class={view.roll === "" ? "sums none" : "sums"} aria-hidden={view.roll === ""}>
      {colorSums(view).map(({ color, sum, fits }) => (
        <span key={color} class={`sumc ${color}${fits ? "" : " no"}`}>
          <i aria-hidden="true">{colorLetter(color)}</i>
          <span class="hidden">{colorName(color)}</span>
          {sum}
        </span>
      ))}
    </div>
  );
}
