// What a screen reader hears of rows and cells.

import { type Look, sumText } from "../state/pencil";
import type { CellView, Color, GameName } from "../state/view";
import { t } from "./index";

export function colorName(color: Color): string {
  return t(`colors.${color}`);
}

/** "r5" as "red 5"; several marks are joined by commas. */
export function markName(move: string): string {
  return move
    .split(" ")
    .map((mark) => t("mark.name", { color: t(`colors.${mark.charAt(0)}`), number: mark.slice(1) }))
    .join(", ");
}

function nameOf(game: GameName, cell: CellView, index: number): string {
  const color = colorName(cell.color);
  if (game === "qwantum") return t("cell.place", { color, place: index + 1 });
  if (game === "twenty_one") return t("cell.limit", { color, number: cell.number ?? 0 });
  return t(cell.goal && game === "sixto" ? "cell.goal" : "cell.number", { color, number: cell.number ?? 0 });
}

function stateOf(game: GameName, cell: CellView, look: Look): string {
  const isWriting = game === "qwantum" || game === "twenty_one";
  if (look === "can") {
    if (isWriting && cell.number_now !== null) return t("cell.can_write", { number: cell.number_now });
    return t("cell.can", { sum: sumText(cell) });
  }
  if (look === "marked" && isWriting && cell.written !== null) {
    return t(cell.hit ? "cell.hit" : "cell.written", { number: cell.written });
  }
  return t(`cell.${look}`);
}

/** "red 9, can be marked: 4+5". */
export function cellLabel(game: GameName, cell: CellView, index: number, look: Look): string {
  return `${nameOf(game, cell, index)}, ${stateOf(game, cell, look)}`;
}
