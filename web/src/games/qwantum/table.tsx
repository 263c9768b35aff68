// Qwantum at the table: numbers rise up to the ridge and fall after it, columns score below; the sums of the dice by
// color, and all faces of one die.

import { t } from "../../i18n";
import { colorLetter, colorName } from "../../i18n/labels";
import { dieLabel } from "../../parts/dice/Die";
import { CellButton, type CellSpot, spotsOf } from "../../parts/sheet/Cell";
import { HandNumber } from "../../parts/sheet/strokes";
import type { Color, SheetView, View } from "../../state/view";
import type { GameTable, RowProps } from "../game";

/** The number of cells before the ridge. */
const RIDGE = 4;

function Written({ spot }: { spot: CellSpot }) {
  const { cell, look } = spot;
  if (look === "marked" && cell.written !== null) return <HandNumber value={cell.written} />;
  const value = cell.number_now ?? cell.written;
  if (value === null) return null;
  return <HandNumber value={value} soft />;
}

/** The sign after this cell, which shows the rule on the sheet. */
function signOf(index: number, n: number): string {
  if (index === n - 1) return "";
  return index < RIDGE - 1 ? "up" : "down";
}

function QwantumRow({ drawing, row, index }: RowProps) {
  const spots = spotsOf(drawing, row, index);
  const color = row.color ?? "w";
  const label = t("row.name", { color: colorName(color) });
  return (
    <div class={`row ${color}`} role="row" aria-label={label}>
      <div class="rail" role="rowheader" aria-label={label}>
        <span class="letter">{colorLetter(color)}</span>
      </div>
      <div class="cells" role="presentation">
        {spots.map((spot, i) => (
          <CellButton
            key={spot.at}
            drawing={drawing}
            spot={spot}
            extra={`${signOf(i, spots.length)}${i === RIDGE ? " ridge" : ""}`}
          >
            <Written spot={spot} />
          </CellButton>
        ))}
      </div>
    </div>
  );
}

function QwantumColumns({ sheet, showScores }: { sheet: SheetView; showScores: boolean }) {
  return (
    <div class="cols" role="row">
      <span class="lab" role="rowheader" aria-label={t("column.second_lowest")}>
        {t("column.short")}
      </span>
      <div class="cells" role="presentation">
        {sheet.columns.map(({ score }, i) => (
          <span
            key={i}
            class={score === null ? "colbox" : "colbox full"}
            role="gridcell"
            aria-label={
              score === null ? t("column.open", { place: i + 1 }) : t("column.points", { place: i + 1, n: score })
            }
          >
            {showScores ? (score ?? "·") : ""}
          </span>
        ))}
      </div>
    </div>
  );
}

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

function QwantumSums({ view }: { view: View }) {
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

function QwantumInspector({ view, name }: { view: View; name: string }) {
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
            <i>{colorLetter(face.charAt(0) as Color)}</i>
          </li>
        ))}
      </ol>
    </section>
  );
}

export const table: GameTable = {
  sheet: {
    className: "qua",
    Row: QwantumRow,
    Columns: QwantumColumns,
    skips: false,
    hasLocks: false,
    isTotalInDock: false,
  },
  dice: { areMixed: true, lieOnRows: false, Sums: QwantumSums, Inspector: QwantumInspector },
  words: {
    cellName: ({ color }, index) => t("cell.place", { color: colorName(color), place: index + 1 }),
    writesNumbers: true,
    rerollButton: (n) =>
      n === 0
        ? { label: t("reroll.all"), note: t("reroll.pick_first") }
        : { label: t("reroll.some", { n }), note: t("reroll.note_picked", { n }) },
  },
};
