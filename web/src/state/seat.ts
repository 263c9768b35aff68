// One seat on this device: how new views change what is pencilled and what is drawn fresh.

import { isReroll, joinMarks, keepPencil, quietMove, rerollMove, sealedMarks, toggleMark } from "./pencil";
import type { Desk } from "./state";
import type { SheetView, View } from "./view";

export function makeDesk(view: View): Desk {
  return { seat: view.seat ?? 0, view, pencil: [], picked: [], inspected: "1", refused: null, fresh: [] };
}

/** Cells of a sheet that were empty before and are written now, as "row/cell". */
export function freshCells(before: SheetView | undefined, after: SheetView): Set<string> {
  const fresh = new Set<string>();
  if (!before) return fresh;
  after.rows.forEach((row, r) => {
    row.cells.forEach((cell, c) => {
      const was = before.rows[r]?.cells[c]?.state;
      const isNew = (cell.state === "marked" || cell.state === "struck") && was !== cell.state;
      if (isNew) fresh.add(`${r}/${c}`);
    });
  });
  return fresh;
}

/** The desk under a new view; the pencil stays as long as its move is still offered in the same phase. */
export function renewDesk(desk: Desk, view: View): Desk {
  const isSamePhase = view.turn === desk.view.turn && view.phase === desk.view.phase && view.roll === desk.view.roll;
  const hasTakenBack = desk.view.sealed !== null && view.sealed === null;
  const fresh = view.sheets.map((sheet, seat) => freshCells(desk.view.sheets[seat], sheet));
  return {
    ...desk,
    view,
    pencil: isSamePhase ? keepPencil(view.choices, hasTakenBack ? sealedMarks(desk.view) : desk.pencil) : [],
    picked: isSamePhase && isReroll(view) ? desk.picked : [],
    refused: isSamePhase ? desk.refused : null,
    fresh,
  };
}

/** The desk after a tap on a cell: pencilled, rubbed out, or refused with the reason. */
export function tapCell(desk: Desk, row: number, index: number): Desk {
  const cell = desk.view.sheets[desk.seat]?.rows[row]?.cells[index];
  if (!cell) return desk;
  if (cell.mark !== null && desk.view.choices.length > 0) {
    return { ...desk, pencil: toggleMark(desk.view.choices, desk.pencil, cell.mark), refused: null };
  }
  return { ...desk, refused: { at: `${row}/${index}`, why: cell.why } };
}

/** The desk after a tap on a die: its faces are shown, and where dice are picked it is picked or put back. */
export function tapDie(desk: Desk, name: string): Desk {
  const next = { ...desk, inspected: name, refused: null };
  if (!desk.view.choices.some((move) => move.startsWith("reroll "))) return next;
  const picked = desk.picked.includes(name) ? desk.picked.filter((other) => other !== name) : [...desk.picked, name];
  return { ...next, picked };
}

export function undo(desk: Desk): Desk {
  return { ...desk, pencil: desk.pencil.slice(0, -1), refused: null };
}

/** The move that each button would send now, or null if it would send none. */
export function moveOf(desk: Desk, deed: "done" | "quiet" | "reroll"): string | null {
  if (deed === "quiet") return quietMove(desk.view.choices);
  if (deed === "reroll") return rerollMove(desk.view, desk.picked);
  const move = joinMarks(desk.pencil);
  return desk.view.choices.includes(move) ? move : null;
}

/** True if a pencilled mark is the whole of what this phase allows, so that it may be sent at once. */
export function isWholeMove(desk: Desk): boolean {
  if (desk.pencil.length !== 1) return false;
  return desk.view.choices.every((move) => !move.includes(" "));
}

/** The desk as it will look once the server has sealed the move. */
export function sealed(desk: Desk, move: string): Desk {
  const view = {
    ...desk.view,
    sealed: move,
    choices: [],
    acting: desk.view.acting.filter((seat) => seat !== desk.seat),
    answered: [...desk.view.answered, desk.seat].sort((a, b) => a - b),
  };
  return { ...desk, view, refused: null };
}
