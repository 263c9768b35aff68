// Sixto at the table: each die lies on its own row; scoring columns are aligned, goals are set apart.

import { signed, t } from "../../i18n";
import { colorName } from "../../i18n/labels";
import { Die } from "../../parts/dice/Die";
import { CellButton, type CellSpot, type Drawing, spotsOf } from "../../parts/sheet/Cell";
import { Cross } from "../../parts/sheet/strokes";
import type { DieView, RowView, SheetView, View } from "../../state/view";
import type { GameTable, RowProps } from "../game";

/** Marks that open the goals of a row. */
const MARKS_TO_GOALS = 4;

function TickCell({ drawing, spot, column }: { drawing: Drawing; spot: CellSpot; column: number | null }) {
  const { cell, look } = spot;
  const seed = (cell.number ?? 0) + spot.index;
  const place = column === null ? {} : { style: { "--goal": column } };
  return (
    <CellButton drawing={drawing} spot={spot} extra={cell.goal ? "goal" : ""} {...place}>
      <span class="n" aria-hidden="true">
        {cell.number}
      </span>
      {look === "marked" && <Cross seed={seed} />}
      {look === "pencil" && <Cross seed={seed} soft />}
    </CellButton>
  );
}

function Pips({ row }: { row: RowView }) {
  const marks = row.cells.filter((cell) => cell.state === "marked" && !cell.goal).length;
  return (
    <span class="pips" aria-hidden="true">
      {Array.from({ length: MARKS_TO_GOALS }, (_, i) => (
        <i key={i} class={i < marks ? "on" : undefined} />
      ))}
    </span>
  );
}

function dieOf(view: View, row: RowView): DieView | undefined {
  return view.dice.find((die) => die.name === row.color);
}

/** True if the player can use the die of this row. */
function isUseful(spots: readonly CellSpot[]): boolean {
  return spots.some((spot) => spot.look === "can" || spot.look === "pencil");
}

function SixtoRow({ drawing, row, index }: RowProps) {
  const spots = spotsOf(drawing, row, index);
  const color = row.color ?? "w";
  const die = dieOf(drawing.view, row);
  const plain = spots.filter((spot) => !spot.cell.goal);
  const goals = spots.filter((spot) => spot.cell.goal);
  const style = { "--n": plain.length, "--goals": goals.length };
  const label = t("row.label", { color: colorName(color), n: row.score ?? 0 });
  return (
    <div class={`row ${color}${row.locked ? " closed" : ""}`} role="row" aria-label={label} style={style}>
      <span class="info" role="rowheader" aria-label={label}>
        {die && <Die die={die} index={index} isIdle={!isUseful(spots)} />}
        <span class="rpts">{drawing.showScores ? signed(row.score ?? 0) : ""}</span>
        <Pips row={row} />
      </span>
      {plain.map((spot) => (
        <TickCell key={spot.at} drawing={drawing} spot={spot} column={null} />
      ))}
      {goals.map((spot, i) => (
        <TickCell key={spot.at} drawing={drawing} spot={spot} column={i + 1} />
      ))}
    </div>
  );
}

function SixtoColumns({ sheet, showScores }: { sheet: SheetView; showScores: boolean }) {
  return (
    <div class="colsum" role="row" style={{ "--n": sheet.columns.length }}>
      <span class="lab" role="rowheader">
        {t("column.word")}
      </span>
      {sheet.columns.map(({ score }, i) => (
        <b key={i} role="gridcell" aria-label={t("column.points", { place: i + 1, n: score ?? 0 })}>
          {showScores ? signed(score ?? 0) : ""}
        </b>
      ))}
    </div>
  );
}

export const table: GameTable = {
  sheet: {
    className: "six",
    Row: SixtoRow,
    Columns: SixtoColumns,
    skips: true,
    hasLocks: false,
    isTotalInDock: true,
  },
  dice: { areMixed: false, lieOnRows: true },
  words: {
    cellName: ({ color, number, goal }) =>
      t(goal ? "cell.goal" : "cell.number", { color: colorName(color), number: number ?? 0 }),
    writesNumbers: false,
  },
};
