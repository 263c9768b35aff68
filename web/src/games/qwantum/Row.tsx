// Rows of Qwantum: numbers rise up to the ridge and fall after it; columns score below.

import { t } from "../../i18n";
import { colorLetter, colorName } from "../../i18n/labels";
import { CellButton, type CellSpot, spotsOf } from "../../parts/sheet/Cell";
import { HandNumber } from "../../parts/sheet/strokes";
import type { SheetView } from "../../state/view";
import type { RowProps } from "../game";

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

export function QwantumRow({ drawing, row, index }: RowProps) {
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

export function QwantumColumns({ sheet, showScores }: { sheet: SheetView; showScores: boolean }) {
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
