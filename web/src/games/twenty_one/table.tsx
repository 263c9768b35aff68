// Twenty One at the table: a colored head with the limit above a box for the number; texts about the current row, hits,
// and the cell that a strike costs.

import { signed, t } from "../../i18n";
import { colorLetter, colorName, markName } from "../../i18n/labels";
import { CellButton, type CellSpot, isPreview, spotsOf } from "../../parts/sheet/Cell";
import { HandNumber, Ring, Slash } from "../../parts/sheet/strokes";
import type { OwnSeat } from "../../state/ownSeat";
import type { RowView, View } from "../../state/view";
import type { GameTable, GameWords, Price, RowProps } from "../game";

function Written({ spot }: { spot: CellSpot }) {
  const { cell, look } = spot;
  if (look === "marked") {
    return (
      <>
        <HandNumber value={cell.written ?? 0} />
        {cell.hit && <Ring />}
      </>
    );
  }
  if (look === "struck") return <Slash />;
  const value = cell.number_now ?? cell.written;
  if (look === "can") {
    return (
      <>
        <span class="offer">{value}</span>
        <em>{t(value === cell.number ? "cell.word_hit" : "cell.word_write")}</em>
      </>
    );
  }
  if (isPreview(spot)) return <HandNumber value={value ?? 0} soft />;
  if (look !== "pencil") return null;
  if (value === null) return <Slash />;
  return (
    <>
      <HandNumber value={value} soft />
      {value === cell.number && <Ring />}
      <em>{t(value === cell.number ? "cell.word_hit" : "cell.word_pencil")}</em>
    </>
  );
}

function RowScore({ row, isBegun }: { row: RowView; isBegun: boolean }) {
  if (!isBegun) return <div class="sumbox" role="gridcell" aria-label={t("row.not_begun")} />;
  const score = row.score ?? 0;
  const written = row.cells.reduce((sum, cell) => sum + (cell.state === "marked" ? (cell.written ?? 0) : 0), 0);
  return (
    <div class="sumbox" role="gridcell">
      <span class="hidden">{t("row.points", { n: score })}</span>
      <b aria-hidden="true">{signed(score)}</b>
      <small aria-hidden="true">{`${written}+${score - written}`}</small>
    </div>
  );
}

function TwentyOneRow({ drawing, row, index }: RowProps) {
  const spots = spotsOf(drawing, row, index);
  const isBegun = row.current || row.cells.some((cell) => cell.state === "marked" || cell.state === "struck");
  const kind = row.current ? "now" : isBegun ? "full" : "later";
  const label = t("row.number", { number: index + 1 });
  return (
    <div class={`row ${kind}`} role="row" aria-label={label}>
      <div class="rail" role="rowheader" aria-label={label}>
        <b>{index + 1}</b>
      </div>
      <div class="cells" role="presentation" style={{ "--n": spots.length }}>
        {spots.map((spot) => (
          <CellButton key={spot.at} drawing={drawing} spot={spot}>
            <span class="top" aria-hidden="true">
              <b>{spot.cell.number}</b>
              <i>{colorLetter(spot.cell.color)}</i>
            </span>
            <span class="box" aria-hidden="true">
              <Written spot={spot} />
            </span>
          </CellButton>
        ))}
      </div>
      {drawing.showScores ? <RowScore row={row} isBegun={isBegun} /> : <div class="sumbox" role="gridcell" />}
    </div>
  );
}

/** The current row: "Row 3". */
function turnTag(view: View): string | null {
  if (view.phase !== "fill" || view.seat === null) return null;
  const row = view.sheets[view.seat]?.rows.findIndex((each) => each.current) ?? -1;
  return row >= 0 ? t("row.number", { number: row + 1 }) : null;
}

function pencilText(own: OwnSeat): string | null {
  const last = own.pencil.at(-1);
  if (own.view.phase !== "fill" || !last) return null;
  const cells = own.view.sheets[own.seat]?.rows.flatMap((row) => row.cells) ?? [];
  const cell = cells.find((each) => each.mark === last);
  return cell && cell.number_now === cell.number ? t("say.hit", { mark: markName(last) }) : null;
}

/** The cell that a strike would cost. */
function passPrice(view: View): Price | null {
  if (view.phase !== "fill") return null;
  const row = view.sheets[view.seat ?? 0]?.rows.find((each) => each.current);
  const cell = row?.cells.find((each) => each.written === null && each.state !== "struck");
  const name = cell ? markName(`${cell.color}${cell.number}`) : "";
  return { note: t("price.strike", { name }), isCost: true };
}

const words: GameWords = {
  cellName: ({ color, number }) => t("cell.limit", { color: colorName(color), number: number ?? 0 }),
  writesNumbers: true,
  turnTag,
  pencilText,
  nothing: "say.nothing_fill",
  passPrice,
};

export const table: GameTable = {
  sheet: {
    className: "t21",
    Row: TwentyOneRow,
    footnote: "strip.hits",
    skips: false,
    hasLocks: false,
    strikes: true,
    isTotalInDock: false,
  },
  dice: { areMixed: false, lieOnRows: false },
  words,
};
