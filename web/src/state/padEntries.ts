// The entries of a pad that a tap may mean, by the cell or field of the sheet.

import { type CellView, COLOR_ORDER } from "./view";

/** The mark of an entry, without the used field or the row of a circle: "x3:r11" gives "r11". */
export function plainEntry(text: string): string {
  const mark = text.slice(text.lastIndexOf(":") + 1);
  return mark.split(">")[0] ?? "";
}

/** The entries that a tap on a cell may mean: all of its color if numbers are written, and one per row for a circle. */
export function entriesAt(choices: readonly string[], cell: CellView, writesNumbers: boolean): string[] {
  const { mark, color } = cell;
  if (mark === null) return [];
  if (writesNumbers) return choices.filter((text) => text.charAt(0) === color && text.length > 1);
  return choices.filter((text) => !text.includes(":") && plainEntry(text) === plainEntry(mark));
}

/** The entries that a tap on a field outside the rows may mean: a cell of a bonus row, a swap field, a lucky number. */
export function entriesOf(choices: readonly string[], field: string): string[] {
  return choices.filter((text) => (/[:*]$/.test(field) ? text.startsWith(field) : text === field));
}

/** The sort key of an entry: no mark, marks by color and number, bonus rows, swaps and lucky marks. */
function keyOf(entry: string): number[] {
  const [, letters = "", number = ""] = /^(\D*)(\d*)/.exec(entry) ?? [];
  const color = /^\*|:/.test(entry) ? COLOR_ORDER.length : COLOR_ORDER.indexOf(letters.charAt(0));
  return [color, letters.length, Number(number)];
}

/** Sort the many entries in a natural order for readers. */
export function inOrder(entries: readonly string[]): string[] {
  return [...entries].sort((a, b) => keyOf(a).reduce((found, key, i) => found || key - (keyOf(b)[i] ?? 0), 0));
}

/** The entry prefix of a field of a line; null if it cannot be tapped. */
export function fieldOf(line: string, index: number): string | null {
  if (line === "swap") return `x${index + 1}:`;
  return line === "lucky" ? "*" : null;
}
