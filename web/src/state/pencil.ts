// What a tap does to the pencilled marks: plain functions over the choices the server sent.

import type { CellView, View } from "./view";
import { COLOR_ORDER, QUIET_MOVES } from "./view";

/** Marks joined in the order of the notation: ["y4", "k1"] gives "k1 y4". */
export function joinMarks(marks: readonly string[]): string {
  const rank = (mark: string) => COLOR_ORDER.indexOf(mark.charAt(0));
  return [...marks].sort((a, b) => rank(a) - rank(b)).join(" ");
}

/** The marks after a tap on `mark`: taken off, added, or put in place of the others, whichever the choices allow. */
export function toggleMark(choices: readonly string[], pencil: readonly string[], mark: string): string[] {
  if (pencil.includes(mark)) return pencil.filter((other) => other !== mark);
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

/** The dice that make a cell possible, as sums without their color: "4+5", or "4+2 · 5+1" for two ways. */
export function sumText(cell: CellView): string {
  const sums = cell.ways.map((way) => way.map((face) => face.replace(/^\D+/, "")).join("+"));
  return [...new Set(sums)].join(" · ");
}

export type Look = "free" | "can" | "pencil" | "will" | "marked" | "skipped" | "gone" | "struck" | "far";

/** How a cell of a row is drawn, given the pencilled marks of its own seat; nothing stands up once a move is sealed. */
export function cellLook(
  cell: CellView,
  index: number,
  lastPencil: number,
  pencil: readonly string[],
  isOpen = true,
): Look {
  if (cell.state === "sealed" || (cell.mark !== null && pencil.includes(cell.mark))) return "pencil";
  const isEmpty = cell.state === "free" || cell.state === "markable" || cell.state === "far";
  if (isEmpty && index < lastPencil) return "will";
  if (cell.state === "markable") return isOpen ? "can" : "free";
  return cell.state === "locked" ? "gone" : cell.state;
}

/** The index of the last pencilled cell, -1 if there is none: cells before it would be skipped. */
export function lastPencilled(cells: readonly CellView[], pencil: readonly string[]): number {
  return cells.findLastIndex((cell) => cell.state === "sealed" || (cell.mark !== null && pencil.includes(cell.mark)));
}
