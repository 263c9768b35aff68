// What a screen reader hears of rows and cells.

import type { GameWords } from "../games/game";
import { type Look, sumText } from "../state/pencil";
import type { CellView, Color } from "../state/view";
import { t } from "./index";

export function colorName(color: Color): string {
  return t(`colors.${color}`);
}

/** What stands for a color on sheets and dice, in the reader's language; the notation keeps its own letters. */
export function colorLetter(color: Color): string {
  return t(`letter.${color}`);
}

/** "r5" as "red 5"; several marks are joined by commas. */
export function markName(move: string): string {
  return move
    .split(" ")
    .map((mark) => t("mark.name", { color: t(`colors.${mark.charAt(0)}`), number: mark.slice(1) }))
    .join(", ");
}

function stateOf(words: GameWords, cell: CellView, look: Look): string {
  if (look === "can") {
    if (words.writesNumbers && cell.number_now !== null) return t("cell.can_write", { number: cell.number_now });
    return t("cell.can", { sum: sumText(cell) });
  }
  if (look === "marked" && words.writesNumbers && cell.written !== null) {
    return t(cell.hit ? "cell.hit" : "cell.written", { number: cell.written });
  }
  if (look === "free" && cell.mark === null && cell.number_now !== null) return t("cell.fits");
  return t(`cell.${look}`);
}

/** "red 9, can be marked: 4+5". */
export function cellLabel(words: GameWords, cell: CellView, index: number, look: Look): string {
  return `${words.cellName(cell, index)}, ${stateOf(words, cell, look)}`;
}
