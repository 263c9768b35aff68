// Rows of Twenty One: a colored head with the limit above a box for the number.

import { signed, t } from "../../i18n";
import { colorLetter } from "../../i18n/labels";
import { CellButton, type CellSpot, isPreview, spotsOf } from "../../parts/sheet/Cell";
import { HandNumber, Ring, Slash } from "../../parts/sheet/strokes";
import type { RowView } from "../../state/view";
import type { RowProps } from "../game";

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

export function TwentyOneRow({ drawing, row, index }: RowProps) {
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
