// How taps change the pencilled marks: pure functions over the choices sent by the server.

import type { CellView, SheetView, View } from "./view";
import { COLOR_ORDER, nameOf, QUIET_MOVES } from "./view";

/** Join marks in the order of the notation: ["y4", "k1"] gives "k1 y4". */
export function joinMarks(marks: readonly string[]): string {
  const rank = (mark: string) => COLOR_ORDER.indexOf(mark.charAt(0));
  return [...marks].sort((a, b) => rank(a) - rank(b)).join(" ");
}

/** True if a move contains this mark, whichever row gets the marks of a circle: "g9>b" contains "g9". */
function marksBy(move: string, mark: string): boolean {
  return move === mark || move.startsWith(`${mark}>`);
}

/** True for a cell that is pencilled, or part of the sealed move. */
function isPencilled(cell: CellView, pencil: readonly string[]): boolean {
  const { mark } = cell;
  return cell.state === "sealed" || (mark !== null && pencil.some((move) => marksBy(move, mark)));
}

/** The cells that the pencilled ones force, by name. */
export function forcedBy(sheet: SheetView, pencil: readonly string[]): Set<string> {
  const cells = sheet.rows.flatMap((row) => row.cells.filter((cell) => isPencilled(cell, pencil)));
  const target = pencil[0]?.split(">")[1] ?? "";
  return new Set(cells.flatMap((cell) => cell.targets?.[target] ?? cell.also ?? []));
}

/** The moves that differ from a pencilled one only in the row that gets the marks of a circle. */
export function targetsOf(choices: readonly string[], pencil: readonly string[]): string[] {
  const [mark, target] = pencil[0]?.split(">") ?? [];
  return target ? choices.filter((move) => move.startsWith(`${mark}>`)) : [];
}

/** The marks after a tap on `mark`: removed, added, or replacing the others, as the choices allow. */
export function toggleMark(choices: readonly string[], pencil: readonly string[], mark: string): string[] {
  if (mark.includes(">")) return [mark];
  if (pencil.some((other) => marksBy(other, mark))) return pencil.filter((other) => !marksBy(other, mark));
  const sent = choices.find((move) => move.startsWith(`${mark}>`));
  if (sent) return [sent];
  const added = [...pencil, mark];
  if (choices.includes(joinMarks(added))) return added;
  return choices.includes(mark) ? [mark] : [...pencil];
}

/** The pencilled marks that are still possible with new choices. */
export function keepPencil(choices: readonly string[], pencil: readonly string[]): string[] {
  return pencil.length > 0 && choices.includes(joinMarks(pencil)) ? [...pencil] : [];
}

/** The move that marks nothing in this phase, or null if the seat does not have to move. */
export function quietMove(choices: readonly string[]): string | null {
  return choices.find(isQuiet) ?? null;
}

export function isQuiet(move: string): boolean {
  return QUIET_MOVES.includes(move);
}

/** "reroll w25" for the selected dice, or null if it is not a choice. */
export function rerollMove(view: View, picked: readonly string[]): string | null {
  if (view.choices.includes("reroll")) return "reroll";
  const names = view.dice.map((die) => die.name).filter((name) => picked.includes(name));
  const move = `reroll ${names.join("")}`;
  return view.choices.includes(move) ? move : null;
}

/** True in the phases where the active seat may reroll. */
export function isReroll(view: View): boolean {
  return view.phase === "reroll";
}

/** True if the dice of a reroll are selected individually. */
export function picksDice(view: View): boolean {
  return view.choices.some((move) => move.startsWith("reroll "));
}

/** The marks of a sealed move, to draw them like pencilled ones. */
export function sealedMarks(view: View): string[] {
  if (view.sealed === null || view.sealed.startsWith("reroll") || isQuiet(view.sealed)) return [];
  return view.sealed.split(" ");
}

/** The dice or other means that make a cell possible, as sums without color: "4+5", or "4+2 · 5+1" for two ways. */
export function sumText(cell: CellView): string {
  const field = /^x(\d+)/.exec(cell.mark ?? "")?.[1];
  if (cell.ways.length === 0) return field ? `⇄${field}` : "★";
  const sums = cell.ways.map((way) => way.map((face) => face.replace(/^\D+(?=\d)/, "")).join("+"));
  return [...new Set(sums)].join(" · ");
}

/** Every mark that the seat of a view can make now, in its rows and bonus rows. */
export function marksOf(view: View): string[] {
  const cells = (view.sheets[view.seat ?? -1]?.rows ?? []).flatMap((row) => row.cells);
  return [...cells.flatMap((cell) => cell.mark ?? []), ...view.choices.filter((move) => /^[a-z]{2}\d/.test(move))];
}

export type Look = "free" | "can" | "pencil" | "also" | "will" | "marked" | "skipped" | "gone" | "struck" | "far";

/** The look of a cell, given the pencilled marks of its own seat; nothing is highlighted once a move is sealed. */
export function cellLook(
  cell: CellView,
  index: number,
  lastPencil: number,
  pencil: readonly string[],
  isOpen = true,
  forced?: ReadonlySet<string>,
): Look {
  if (cell.state === "sealed" || isPencilled(cell, pencil)) return "pencil";
  if (forced?.has(nameOf(cell))) return "also";
  const isEmpty = cell.state === "free" || cell.state === "markable" || cell.state === "far";
  if (isEmpty && index < lastPencil) return "will";
  if (cell.state === "markable") return isOpen ? "can" : "free";
  return cell.state === "locked" ? "gone" : cell.state;
}

/** The index of the last pencilled or forced cell, -1 if there is none: cells before it would be skipped. */
export function lastPencilled(
  cells: readonly CellView[],
  pencil: readonly string[],
  forced?: ReadonlySet<string>,
): number {
  return cells.findLastIndex((cell) => isPencilled(cell, pencil) || forced?.has(nameOf(cell)));
}
