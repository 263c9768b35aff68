// What a tap does to the pencilled marks: plain functions over the choices the server sent.

import type { CellView, SheetView, View } from "./view";
import { COLOR_ORDER, nameOf, QUIET_MOVES } from "./view";

/** Marks joined in the order of the notation: ["y4", "k1"] gives "k1 y4". */
export function joinMarks(marks: readonly string[]): string {
  const rank = (mark: string) => COLOR_ORDER.indexOf(mark.charAt(0));
  return [...marks].sort((a, b) => rank(a) - rank(b)).join(" ");
}

/** True if a move marks with this text, whichever row it sends the marks of a circle to: "g9>b" marks by "g9". */
function marksBy(move: string, mark: string): boolean {
  return move === mark || move.startsWith(`${mark}>`);
}

/** True for a cell that is pencilled, or part of the sealed move. */
function isPencilled(cell: CellView, pencil: readonly string[]): boolean {
  const { mark } = cell;
  return cell.state === "sealed" || (mark !== null && pencil.some((move) => marksBy(move, mark)));
}

/** The cells that are marked with those that are pencilled, by name. */
export function forcedBy(sheet: SheetView, pencil: readonly string[]): Set<string> {
  const cells = sheet.rows.flatMap((row) => row.cells.filter((cell) => isPencilled(cell, pencil)));
  const target = pencil[0]?.split(">")[1] ?? "";
  return new Set(cells.flatMap((cell) => cell.targets?.[target] ?? cell.also ?? []));
}

/** The moves that differ from a pencilled one by the row that gets the marks of a circle. */
export function targetsOf(choices: readonly string[], pencil: readonly string[]): string[] {
  const [mark, target] = pencil[0]?.split(">") ?? [];
  return target ? choices.filter((move) => move.startsWith(`${mark}>`)) : [];
}

/** The marks after a tap on `mark`: taken off, added, or put in place of the others, whichever the choices allow. */
export function toggleMark(choices: readonly string[], pencil: readonly string[], mark: string): string[] {
  if (mark.includes(">")) return [mark];
  if (pencil.some((other) => marksBy(other, mark))) return pencil.filter((other) => !marksBy(other, mark));
  const sent = choices.find((move) => move.startsWith(`${mark}>`));
  if (sent) return [sent];
  const added = [...pencil, mark];
  if (choices.includes(joinMarks(added))) return added;
  return choices.includes(mark) ? [mark] : [...pencil];
}

/** The pencilled marks that are still possible under new choices. */
export function keepPencil(choices: readonly string[], pencil: readonly string[]): string[] {
  return pencil.length > 0 && choices.includes(joinMarks(pencil)) ? [...pencil] : [];
}

/** The move that marks nothing in this phase, or null if the seat owes no move. */
export function quietMove(choices: readonly string[]): string | null {
  return choices.find(isQuiet) ?? null;
}

export function isQuiet(move: string): boolean {
  return QUIET_MOVES.includes(move);
}

/** "reroll w25" for the picked dice names, or null if the choices do not hold it. */
export function rerollMove(view: View, picked: readonly string[]): string | null {
  if (view.choices.includes("reroll")) return "reroll";
  const names = view.dice.map((die) => die.name).filter((name) => picked.includes(name));
  const move = `reroll ${names.join("")}`;
  return view.choices.includes(move) ? move : null;
}

/** True in the phases where the active seat may throw again. */
export function isReroll(view: View): boolean {
  return view.phase === "reroll";
}

/** True if dice are chosen one by one for the second throw. */
export function picksDice(view: View): boolean {
  return view.choices.some((move) => move.startsWith("reroll "));
}

/** Marks that a sealed move is made of, so that they can be drawn like pencil. */
export function sealedMarks(view: View): string[] {
  if (view.sealed === null || view.sealed.startsWith("reroll") || isQuiet(view.sealed)) return [];
  return view.sealed.split(" ");
}

/** The dice that make a cell possible, or what else does, as sums without their color: "4+5", or "4+2 · 5+1" for two ways. */
export function sumText(cell: CellView): string {
  const field = /^x(\d+)/.exec(cell.mark ?? "")?.[1];
  if (cell.ways.length === 0) return field ? `⇄${field}` : "★";
  const sums = cell.ways.map((way) => way.map((face) => face.replace(/^\D+/, "")).join("+"));
  return [...new Set(sums)].join(" · ");
}

/** Every mark that the seat of a view can make now: in cells of its rows, and in bonus rows. */
export function marksOf(view: View): string[] {
  const cells = (view.sheets[view.seat ?? -1]?.rows ?? []).flatMap((row) => row.cells);
  return [...cells.flatMap((cell) => cell.mark ?? []), ...view.choices.filter((move) => /^[a-z]{2}\d/.test(move))];
}

export type Look = "free" | "can" | "pencil" | "also" | "will" | "marked" | "skipped" | "gone" | "struck" | "far";

/** How a cell of a row is drawn, given the pencilled marks of its own seat; nothing stands up once a move is sealed. */
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
