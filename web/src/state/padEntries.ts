// Which entries of a pad a tap may mean: the cell or field of the sheet that each of them belongs to.

import { type CellView, COLOR_ORDER } from "./view";

/** What an entry marks, without the field that it uses up or the row that a circle goes to: "x3:r11" is "r11". */
export function plainEntry(text: string): string {
  const mark = text.slice(text.lastIndexOf(":") + 1);
  return mark.split(">")[0] ?? "";
}

/** What a tap on a cell may mean; where numbers are written, any of its color, and of a circle one for each row. */
export function entriesAt(choices: readonly string[], cell: CellView, writesNumbers: boolean): string[] {
  const { mark, color } = cell;
  if (mark === null) return [];
  if (writesNumbers) return choices.filter((text) => text.charAt(0) === color && text.length > 1);
  return choices.filter((text) => !text.includes(":") && plainEntry(text) === plainEntry(mark));
}

/** What a tap on a field outside of the rows may mean: a cell of a bonus row, a swap field, a lucky number. */
export function entriesOf(choices: readonly string[], field: string): string[] {
  return choices.filter((text) => (/[:*]$/.test(field) ? text.startsWith(field) : text === field));
}

/** What an entry is sorted by: no mark, marks by color and number, those of bonus rows, swaps and lucky marks. */
function keyOf(entry: string): number[] {
  const [, letters = "", number = ""] = /^(\D*)(\d*)/.exec(entry) ?? [];
  const color = /^\*|:/.test(entry) ? COLOR_ORDER.length : COLOR_ORDER.indexOf(letters.charAt(0));
  return [color, letters.length, Number(number)];
}

/** Entries as people look for them: there are many. */
export function inOrder(entries: readonly string[]): string[] {
  return [...entries].sort((a, b) => keyOf(a).reduce((found, key, i) => found || key - (keyOf(b)[i] ?? 0), 0));
}

/** What the field of a line stands for, by the place of the field; null where it is never tapped. */
export function fieldOf(line: string, index: number): string | null {
  if (line === "swap") return `x${index + 1}:`;
  return line === "lucky" ? "*" : null;
}
