// Qwixx at the table: cells from left to right with the lock last, folded in half on phones; the white dice first, with
// their sum.

import { t } from "../../i18n";
import { colorLetter, colorName, markName } from "../../i18n/labels";
import { Hand, TrayDice, type TrayProps } from "../../parts/dice/TrayDice";
import { Icon } from "../../parts/Icon";
import { CellButton, type CellSpot, type Drawing, spotsOf } from "../../parts/sheet/Cell";
import { Cross } from "../../parts/sheet/strokes";
import { forcedBy, sumText } from "../../state/pencil";
import { loadMore } from "../../state/settings";
import type { RowView } from "../../state/view";
import type { GameTable, RowProps } from "../game";

interface NumberCellProps {
  drawing: Drawing;
  spot: CellSpot;
  isLast: boolean;
  /** True if the cells of the row have several colors, so that each needs its own letter. */
  isMixed: boolean;
}

function NumberCell({ drawing, spot, isLast, isMixed }: NumberCellProps) {
  const { cell, look } = spot;
  const seed = (cell.number ?? 0) + spot.index;
  const Sign = drawing.parts?.Sign;
  return (
    <CellButton drawing={drawing} spot={spot} extra={isLast ? "last" : ""}>
      <span class="n" aria-hidden="true">
        {cell.number}
      </span>
      {(look === "marked" || cell.written !== null) && <Cross seed={seed} />}
      {(look === "pencil" || look === "also") && cell.written === null && <Cross seed={seed} soft />}
      {isMixed && (
        <i class={`hue ${cell.color}`} aria-hidden="true">
          {colorLetter(cell.color)}
        </i>
      )}
      {Sign && <Sign drawing={drawing} spot={spot} />}
      {look === "can" && (
        <span class="sum" aria-hidden="true">
          {sumText(cell)}
        </span>
      )}
    </CellButton>
  );
}

function lockTitle(row: RowView, nameOf: Drawing["nameOf"]): string {
  if (!row.locked) return t("lock.open");
  return nameOf ? t("lock.by", { names: row.locked_by.map(nameOf).join(", ") }) : t("lock.shut");
}

/**
 * The lock after the last cell: outlined while out of reach, filled when reachable, crossed when it is the player's
 * own.
 */
function Lock({ row, last, nameOf }: { row: RowView; last: CellSpot | undefined; nameOf: Drawing["nameOf"] }) {
  const isOwn = last?.look === "marked";
  const isPencil = last?.look === "pencil";
  const look = row.locked || isOwn ? "shut" : isPencil ? "pencil" : last?.look === "far" ? "far" : "near";
  const color = last?.cell.color ?? row.color ?? "w";
  return (
    <span
      class={`lock ${look} ${color}`}
      role="gridcell"
      aria-label={lockTitle(row, nameOf)}
      title={lockTitle(row, nameOf)}
    >
      <Icon name={row.locked || isOwn ? "lock" : "open"} />
      {isOwn && <Cross seed={1} />}
      {isPencil && <Cross seed={1} soft />}
    </span>
  );
}

/** The cell that determines the lock: the goal that is marked or pencilled, otherwise the last cell. */
function lockingOf(spots: readonly CellSpot[]): CellSpot | undefined {
  return spots.find(({ cell, look }) => cell.goal && (look === "marked" || look === "pencil")) ?? spots.at(-1);
}

function QwixxRow({ drawing, row, index }: RowProps) {
  const spots = spotsOf(drawing, row, index);
  const color = row.color ?? "w";
  const isMixed = new Set(row.cells.map((cell) => cell.color)).size > 1;
  const n = spots.length + 1;
  const style = { "--n": n, "--half": Math.ceil(n / 2) };
  const label = t("row.label", { color: colorName(color), n: row.score ?? 0 });
  return (
    <div class={`row ${color}${row.locked ? " closed" : ""}`} role="row" aria-label={label}>
      <div class="rail" role="rowheader" aria-label={label}>
        <span class="letter">{colorLetter(color)}</span>
        {drawing.showScores && <span class="pts">{row.score}</span>}
      </div>
      <div class="cells" role="presentation" style={style}>
        {spots.map((spot) => (
          <NumberCell key={spot.at} drawing={drawing} spot={spot} isLast={spot.cell.goal} isMixed={isMixed} />
        ))}
        <Lock row={row} last={lockingOf(spots)} nameOf={drawing.nameOf} />
      </div>
    </div>
  );
}

function QwixxTray(props: TrayProps) {
  const whites = props.view.dice.filter((die) => die.name === "w");
  const colored = props.view.dice.filter((die) => die.name !== "w");
  const sum = whites.reduce((total, die) => total + (die.pips ?? 0), 0);
  return (
    <div class="tray">
      <TrayDice {...props} dice={whites} noLetter />
      <span class="eq">{props.hasHand ? <Hand /> : sum > 0 ? `= ${sum}` : ""}</span>
      <span class="bar" />
      <span class="br" />
      <TrayDice {...props} dice={colored} from={whites.length} />
    </div>
  );
}

const loadParts: NonNullable<GameTable["sheet"]["loadParts"]> = async () =>
  (await Promise.all([import("./family"), loadMore("family")]))[0].parts;

const words: GameTable["words"] = {
  cellName: ({ color, number }) => t("cell.number", { color: colorName(color), number: number ?? 0 }),
  writesNumbers: false,
  pencilText({ view, seat, pencil }) {
    const sheet = view.sheets[seat];
    const forced = sheet ? [...forcedBy(sheet, pencil)] : [];
    return forced.length > 0 ? t("family.with", { cells: markName(forced.join(" ")) }) : null;
  },
};

export const table: GameTable = {
  sheet: {
    className: "qwx",
    Row: QwixxRow,
    loadParts,
    skips: true,
    hasLocks: true,
    isTotalInDock: false,
  },
  dice: { areMixed: false, lieOnRows: false, Tray: QwixxTray },
  words,
};
