// One seat on this device: how new views change the pencilled and the fresh cells.

import { isReroll, joinMarks, keepPencil, picksDice, quietMove, rerollMove, sealedMarks, toggleMark } from "./pencil";
import type { Reason, SheetView, View } from "./view";

/** A tap on a cell that cannot be marked; the reason is null until the server has answered. */
export interface Refusal {
  at: string;
  why: Reason | null;
  /** The time of the tap, by this device's clock. */
  since: number;
}

/** The changes on all sheets since the last throw, by seat. */
export interface News {
  /** Cells inked, as "row/cell". */
  fresh: ReadonlySet<string>[];
  /** Points lost by misses, e.g. [0, -5]. */
  lost: number[];
}

/** One seat played on this device: its view and its pencilled marks. */
export interface OwnSeat extends News {
  seat: number;
  view: View;
  /** Marks tapped but not sent, in the order of the taps, e.g. ["y4", "k1"]. */
  pencil: string[];
  /** Dice selected for a reroll, by name, e.g. ["w", "2"]. */
  picked: string[];
  /** The die whose faces are shown, e.g. "3". */
  inspected: string;
  /** The last refused tap: the cell as "row/cell" and the reason. */
  refused: Refusal | null;
  /**
   * When the server began to hold the sealed move, by this device's clock, so that it can be taken back although all
   * others have moved; null if it is not held.
   */
  heldSince: number | null;
  /** True from a tap on the dice until they have been thrown. */
  isThrowing: boolean;
  /** True if the player holding the device also throws for another seat on it. */
  throwsForAll?: boolean;
}

export function makeOwnSeat(view: View): OwnSeat {
  return {
    seat: view.seat ?? 0,
    view,
    pencil: [],
    picked: [],
    inspected: "1",
    refused: null,
    fresh: [],
    lost: [],
    heldSince: null,
    isThrowing: false,
  };
}

/** Cells of a sheet that were empty before and are written now, as "row/cell". */
export function freshCells(before: SheetView | undefined, after: SheetView): Set<string> {
  const fresh = new Set<string>();
  if (!before) return fresh;
  after.rows.forEach((row, r) => {
    row.cells.forEach((cell, c) => {
      const was = before.rows[r]?.cells[c];
      const isWritten = cell.state === "marked" || cell.state === "struck";
      const isNew = isWritten && (was?.state !== cell.state || was.written !== cell.written);
      if (isNew) fresh.add(`${r}/${c}`);
    });
  });
  return fresh;
}

/** The cost of new misses of a sheet, e.g. -5. */
function missPoints(before: View, after: SheetView): number {
  const was = before.sheets[after.seat];
  return was ? (after.tally.misses ?? 0) - (was.tally.misses ?? 0) : 0;
}

/** Update the changes after a new view; a throw resets them. */
export function newsSince(before: View, after: View, known: News): News {
  const isThrown = before.phase === "roll" && after.phase !== "roll";
  return {
    fresh: after.sheets.map((sheet, seat) => {
      const cells = freshCells(before.sheets[seat], sheet);
      return isThrown ? cells : new Set([...(known.fresh[seat] ?? []), ...cells]);
    }),
    lost: after.sheets.map((sheet, seat) => (isThrown ? 0 : (known.lost[seat] ?? 0)) + missPoints(before, sheet)),
  };
}

/** Update a seat with a new view; pencilled marks stay while their move is still offered in the same phase. */
export function updateOwnSeat(own: OwnSeat, view: View): OwnSeat {
  const isSamePhase = view.turn === own.view.turn && view.phase === own.view.phase && view.roll === own.view.roll;
  const hasTakenBack = own.view.sealed !== null && view.sealed === null;
  return {
    ...own,
    ...newsSince(own.view, view, own),
    view,
    pencil: isSamePhase ? keepPencil(view.choices, hasTakenBack ? sealedMarks(own.view) : own.pencil) : [],
    picked: isSamePhase && isReroll(view) ? own.picked : [],
    refused: isSamePhase ? own.refused : null,
    heldSince: isSamePhase && view.sealed !== null ? own.heldSince : null,
    isThrowing: false,
  };
}

/** Handle a tap on a cell: pencil it, erase it, or refuse it with the reason. */
export function tapCell(own: OwnSeat, row: number, index: number, now = 0): OwnSeat {
  const sheet = own.view.sheets[own.seat];
  const cell = sheet?.rows[row]?.cells[index];
  // Lines outside the rows are numbered after the last row; what can be marked in them is tapped as a move.
  if (!cell && !sheet?.lines?.[row - sheet.rows.length]) return own;
  if (cell && cell.mark !== null && own.view.choices.length > 0) {
    return { ...own, pencil: toggleMark(own.view.choices, own.pencil, cell.mark), refused: null };
  }
  const { sealed } = own.view;
  const why = sealed === null ? (cell?.why ?? null) : { id: "sealed", params: { move: sealed }, rule: "" };
  return { ...own, refused: { at: `${row}/${index}`, why, since: now } };
}

/** Pencil or erase a move that does not belong to a cell of the rows. */
export function tapMark(own: OwnSeat, mark: string): OwnSeat {
  return { ...own, pencil: toggleMark(own.view.choices, own.pencil, mark), refused: null };
}

/** Show the reason of a refusal if its cell is still the last one tapped. */
export function tellReason(own: OwnSeat, row: number, cell: number, why: Reason): OwnSeat {
  return own.refused?.at === `${row}/${cell}` ? { ...own, refused: { ...own.refused, why } } : own;
}

/** Handle a tap on a die: show its faces, and select or deselect it if dice are selected. */
export function tapDie(own: OwnSeat, name: string): OwnSeat {
  const next = { ...own, inspected: name, refused: null };
  if (!picksDice(own.view)) return next;
  const picked = own.picked.includes(name) ? own.picked.filter((other) => other !== name) : [...own.picked, name];
  return { ...next, picked };
}

export function undo(own: OwnSeat): OwnSeat {
  return { ...own, pencil: own.pencil.slice(0, -1), refused: null };
}

/** The move that a button would send, or null. */
export function moveOf(own: OwnSeat, action: "done" | "quiet" | "reroll"): string | null {
  if (action === "quiet") return quietMove(own.view.choices);
  if (action === "reroll") return rerollMove(own.view, own.picked);
  const move = joinMarks(own.pencil);
  return own.view.choices.includes(move) ? move : null;
}

/** True if a single pencilled mark is all that this phase allows, so that it can be sent at once. */
export function isWholeMove(own: OwnSeat): boolean {
  if (own.pencil.length !== 1) return false;
  return own.view.choices.every((move) => !move.includes(" ")) && !own.pencil[0]?.includes(">");
}

/** How long the server holds a move that a single tap has decided, as in the flow of a table. */
export const HOLD_MS = 1500;

/** True if all have answered, and the player's move can still be taken back. */
export function isHeld(own: OwnSeat): boolean {
  return own.view.sealed !== null && own.view.acting.length === 0 && own.heldSince !== null;
}

/** The effect of a tap on the dice now, if it has one: throw them, or go on without waiting for the end of a hold. */
export function diceDeed(own: OwnSeat, isTyped: boolean): "throw" | "confirm" | null {
  const { view } = own;
  if (isHeld(own)) return "confirm";
  const throws = view.phase === "roll" && (view.active === own.seat || own.throwsForAll === true);
  return throws && !view.over && !isTyped && !own.isThrowing ? "throw" : null;
}

/**
 * The seat as it will be once the server has sealed the move. `heldSince` is the time of the tap if the move may be
 * held, which only the last answer is.
 */
export function sealed(own: OwnSeat, move: string, heldSince: number | null = null): OwnSeat {
  const acting = own.view.acting.filter((seat) => seat !== own.seat);
  const view = {
    ...own.view,
    sealed: move,
    choices: [],
    acting,
    answered: [...own.view.answered, own.seat].sort((a, b) => a - b),
  };
  return { ...own, view, refused: null, heldSince: acting.length === 0 ? heldSince : null };
}
