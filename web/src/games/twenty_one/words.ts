// Texts specific to Twenty One: the current row, hits, and the cell that a strike costs.

import { t } from "../../i18n";
import { colorName, markName } from "../../i18n/labels";
import type { OwnSeat } from "../../state/ownSeat";
import type { View } from "../../state/view";
import type { GameWords, Price } from "../game";

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

export const words: GameWords = {
  cellName: ({ color, number }) => t("cell.limit", { color: colorName(color), number: number ?? 0 }),
  writesNumbers: true,
  turnTag,
  pencilText,
  nothing: "say.nothing_fill",
  passPrice,
};
