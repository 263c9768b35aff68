// The dice in a row, and the panel that shows every face of one die.

import { t } from "../../i18n";
import { colorName } from "../../i18n/labels";
import type { Color, DieView, View } from "../../state/view";
import { Die, dieLabel } from "./Die";

/** The faces that make some markable cell of this seat possible now. */
export function usefulFaces(view: View): Set<string> {
  const faces = new Set<string>();
  if (view.seat === null) return faces;
  for (const row of view.sheets[view.seat]?.rows ?? []) {
    for (const cell of row.cells) for (const way of cell.ways) for (const face of way) faces.add(face);
  }
  return faces;
}

/** True for a die that lies but serves nothing in this phase. */
function isIdle(view: View, die: DieView, useful: ReadonlySet<string>): boolean {
  if (view.phase === "reroll" || view.seat === null) return false;
  return die.face !== null && !useful.has(die.face);
}

interface TrayProps {
  view: View;
  picked?: readonly string[];
  onDie?: ((name: string) => void) | undefined;
}

export function Tray({ view, picked = [], onDie }: TrayProps) {
  const useful = usefulFaces(view);
  const isMixed = view.game === "qwantum";
  const draw = (die: DieView, index: number) => (
    <Die
      key={`${index}${die.face ?? die.state}${view.turn}`}
      die={die}
      index={index}
      isMixed={isMixed}
      isIdle={isIdle(view, die, useful)}
      isPicked={picked.includes(die.name)}
      noLetter={view.game === "qwixx" && die.name === "w"}
      onTap={onDie && die.state !== "retired" ? () => onDie(die.name) : undefined}
    />
  );
  if (view.game !== "qwixx") return <div class="tray">{view.dice.map(draw)}</div>;
  const whites = view.dice.filter((die) => die.name === "w");
  const sum = whites.reduce((total, die) => total + (die.pips ?? 0), 0);
  return (
    <div class="tray">
      {whites.map(draw)}
      <span class="eq">{sum > 0 ? `= ${sum}` : ""}</span>
      <span class="bar" />
      <span class="br" />
      {view.dice.filter((die) => die.name !== "w").map((die, i) => draw(die, i + whites.length))}
    </div>
  );
}

/** All faces of one die, the upper one ringed. */
export function Inspector({ view, name }: { view: View; name: string }) {
  const at = Math.max(
    0,
    view.dice.findIndex((die) => die.name === name),
  );
  const die = view.dice[at];
  if (!die) return null;
  const style = { "--at": `${((at + 0.5) / view.dice.length) * 100}%` };
  return (
    <section class="inspect" style={style} aria-label={t("die.inspect", { name: dieLabel(die, true) })}>
      <header>
        {name === "w" ? t("die.faces_white") : t("die.faces", { name })}
        <span>{t("die.tap")}</span>
      </header>
      <ol class="faces">
        {die.faces.map((face, i) => (
          <li key={i} class={`face ${face.charAt(0)}${face === die.face ? " up" : ""}`}>
            {face.slice(1)}
            <i>{face.charAt(0).toUpperCase()}</i>
          </li>
        ))}
      </ol>
    </section>
  );
}

export interface ColorSum {
  color: Color;
  sum: number;
  /** True if the own seat could write it, when that is known. */
  fits: boolean;
}

/** What the dice of each color add up to with the white die, in the order of the own rows. */
export function colorSums(view: View): ColorSum[] {
  const white = view.dice.find((die) => die.name === "w")?.pips ?? 0;
  const rows = view.sheets[view.seat ?? view.active]?.rows ?? [];
  return rows.map((row) => {
    const color = row.color ?? "w";
    const lying = view.dice.filter((die) => die.name !== "w" && die.color === color);
    const sum = lying.reduce((total, die) => total + (die.pips ?? 0), white);
    return { color, sum, fits: view.phase === "reroll" || row.cells.some((cell) => cell.mark !== null) };
  });
}

export function Sums({ view }: { view: View }) {
  if (view.roll === "") return <div class="sums" />;
  return (
    <div class="sums">
      {colorSums(view).map(({ color, sum, fits }) => (
        <span key={color} class={`sumc ${color}${fits ? "" : " no"}`}>
          <i aria-hidden="true">{color.toUpperCase()}</i>
          <span class="hidden">{colorName(color)}</span>
          {sum}
        </span>
      ))}
    </div>
  );
}
