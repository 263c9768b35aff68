// The entries of a pad: which of them a tap may mean, by the cell or field of the sheet, and which was rubbed out.

import type { Notice } from "./table";
import type { CellView, SheetView, View } from "./view";

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

/** The entry prefix of a field of a line; null if it cannot be tapped. */
export function fieldOf(line: string, index: number): string | null {
  if (line === "swap") return `x${index + 1}:`;
  return line === "lucky" ? "*" : null;
}

/** The last thing that a seat did on its sheet: an entry, or a correction. */
function lastDeed(notices: readonly Notice[], seat: number): Notice | undefined {
  return notices.findLast(
    (each) =>
      (each.type === "entered" && each.seat === seat && each.text !== "close") ||
      (each.type === "corrected" && each.seat === seat),
  );
}

/** An entry that was rubbed out and can be put back. */
export interface RubbedOut {
  turn: number;
  was: string;
}

/** The entry that a seat has rubbed out last, until it makes another one. */
export function rubbedOut(notices: readonly Notice[], seat: number): RubbedOut | null {
  const last = lastDeed(notices, seat);
  if (last?.type !== "corrected" || last.move !== "-" || last.was === "-") return null;
  return { turn: last.turn, was: last.was };
}

/** The last entry of a seat if it was made by a button, so that no cell shows it: it is taken back by a button too. */
export function buttonEntry(notices: readonly Notice[], seat: number): RubbedOut | null {
  const last = lastDeed(notices, seat);
  return last?.type === "entered" && /^(miss|x|stall)$/.test(last.text) ? { turn: last.number, was: last.text } : null;
}

/** The numbers of cells. */
export type Reopened = readonly string[];

/** An entry to rub out: its place, and the state of its row before. */
export interface Rubbing {
  /** The number of the entry. */
  turn: number;
  /** All cells that the entry had marked. */
  places: ReadonlySet<string>;
  before: SheetView | undefined;
}

/** The entry that a tap on its mark rubs out, or null if no entry made the mark. */
export function rubbingAt(view: View, seat: number, at: string): Rubbing | null {
  const turn = view.entered?.[at];
  if (turn === undefined) return null;
  const places = Object.entries(view.entered ?? {}).flatMap(([place, number]) => (number === turn ? [place] : []));
  return { turn, places: new Set(places), before: view.sheets[seat] };
}

/** The cells that can be marked again since an entry was rubbed out. */
export function reopenedBy({ before }: Rubbing, after: SheetView | undefined): Reopened {
  return (before?.rows ?? []).flatMap((row, r) =>
    row.cells.flatMap((cell, c) => {
      const now = after?.rows[r]?.cells[c];
      const wasShut = cell.state === "skipped" || cell.state === "marked";
      return wasShut && now?.state === "free" && now.mark !== null && cell.number !== null ? [`${cell.number}`] : [];
    }),
  );
}
