// Screen-reader labels of rows and cells.

import type { GameWords } from "../games/game";
import { type Look, sumText } from "../state/pencil";
import type { CellView, Color } from "../state/view";
import { t } from "./index";

export function colorName(color: Color): string {
  return t(`colors.${color}`);
}

/** Return the letter of a color on sheets and dice in the user's language; the notation always uses the English one. */
export function colorLetter(color: Color): string {
  return t(`letter.${color}`);
}

/** "r5" as "red 5"; several marks are joined by commas. */
export function markName(move: string): string {
  return move.split(" ").map(oneMark).join(", ");
}

/** A short name of a mark: without how it was made, and with letters for bonus rows. */
export function shortMark(mark: string): string {
  const [, first = "", second, number] = /([a-z])([a-z])?(\d+)(?:>.)?$/.exec(mark) ?? [];
  const letters = `${colorLetter(first as Color)}${colorLetter(second as Color)} ${number}`;
  return second ? letters : oneMark(first + number);
}

/**
 * Describe one mark, also with a swap field ("x3:r3"), a lucky number ("*y5"), a bonus row ("ry5"), or a circle's row.
 */
function oneMark(text: string): string {
  const [, field, star, colors = "", number = "", target] = /^(?:x(\d+):|(\*))?(\D+)(.*?)(?:>(.))?$/.exec(text) ?? [];
  const [first = "", second] = [...colors].map((letter) => t(`colors.${letter}`));
  const mark = second ? t("family.bonus", { first, second, number }) : t("mark.name", { color: first, number });
  if (field) return t("family.swapped", { mark, field });
  if (star) return t("family.lucky_mark", { mark });
  return target ? t("family.sent", { mark, color: t(`colors.${target}`) }) : mark;
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
