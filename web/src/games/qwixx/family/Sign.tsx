// Signs in a cell beside its number: a second box, a weight, the partner of a chain, a symbol.

import { t } from "../../../i18n";
import { colorLetter } from "../../../i18n/labels";
import type { CellSpot, Drawing } from "../../../parts/sheet/Cell";
import { Cross } from "../../../parts/sheet/strokes";
import { type Color, nameOf, type SheetView } from "../../../state/view";

/** A dot distinguishes the octagon from the circle. */
const SHAPES = {
  circle: "M8 1.5a6.5 6.5 0 1 0 .01 0z",
  notched: "M8 1l7 7-7 7-7-7z",
  square: "M2 2h12v12H2z",
  octagon: "M5 1h6l4 4v6l-4 4H5l-4-4V5zM8 7l1 1-1 1-1-1z",
  star: "M8 .8l2 4.6 5 .5-3.8 3.3 1.2 4.9L8 11.5l-4.4 2.6 1.2-4.9L1 5.9l5-.5z",
};
export type SymbolName = keyof typeof SHAPES;

export function isSymbol(sign: string | undefined): sign is SymbolName {
  return sign !== undefined && sign in SHAPES;
}

export function Shape({ sign }: { sign: SymbolName }) {
  return (
    <svg class="shape" viewBox="0 0 16 16" aria-hidden="true">
      <path d={SHAPES[sign]} />
    </svg>
  );
}

/** The color of the cell chained to this one: pairs are in one column, from top to bottom. */
export function partnerOf(sheet: SheetView, row: number, cell: number): Color | null {
  const column = sheet.rows.map(({ cells }) => (cells[cell]?.sign === "paired" ? (cells[cell]?.color ?? null) : null));
  for (let top = 0; top < column.length - 1; top += 1) {
    if (!column[top] || !column[top + 1]) continue;
    if (top === row) return column[top + 1] ?? null;
    if (top + 1 === row) return column[top] ?? null;
    top += 1;
  }
  return null;
}

/** The cells that would also be marked by one of the markable cells. */
function followers({ sheet }: Drawing): Set<string> {
  return new Set(sheet.rows.flatMap((row) => row.cells.flatMap((cell) => cell.also ?? [])));
}

function Printed({ drawing, spot }: { drawing: Drawing; spot: CellSpot }) {
  const { sign, written } = spot.cell;
  const [row = 0] = spot.at.split("/").map(Number);
  if (sign === "double") return <i class="sg weight">×2</i>;
  if (sign === "second") {
    return (
      <i class="sg box">
        {written === 2 && <Cross seed={1} />}
        {written === 1 && spot.look === "pencil" && <Cross seed={1} soft />}
      </i>
    );
  }
  const partner = sign === "paired" ? partnerOf(drawing.sheet, row, spot.index) : null;
  if (partner) return <i class={`sg chain ${partner}`}>{colorLetter(partner)}</i>;
  return isSymbol(sign) ? (
    <i class="sg">
      <Shape sign={sign} />
    </i>
  ) : null;
}

/** A hint before the tap: how many more cells this one marks, and which cells others would also mark. */
function Follow({ drawing, spot }: { drawing: Drawing; spot: CellSpot }) {
  const { cell, look } = spot;
  const n = cell.also?.length ?? 0;
  if (look === "can" && n > 0) {
    const names = (cell.also ?? []).map((name) =>
      t("family.cell", { color: t(`colors.${name[0]}`), n: name.slice(1) }),
    );
    return (
      <>
        <span class="hidden">{t("family.also", { cells: names.join(", ") })}</span>
        <i class="plus" aria-hidden="true">
          +{n}
        </i>
      </>
    );
  }
  const isNext = drawing.pencil.length === 0 && drawing.view.choices.length > 1 && !drawing.isLanding;
  return isNext && look !== "also" && followers(drawing).has(nameOf(cell)) ? <i class="next" /> : null;
}

export function Sign(props: { drawing: Drawing; spot: CellSpot }) {
  return (
    <>
      <Printed {...props} />
      <Follow {...props} />
    </>
  );
}
