// The actions of a seat on this device: taps change the pencilled marks, buttons send commands.

import type { CommandBody } from "../net/connection";
import type { Feedback } from "./feedback";
import { isWholeMove, moveOf, type OwnSeat, sealed, tapCell, tapDie, tapMark, undo } from "./ownSeat";
import type { Settings } from "./settings";
import type { TableState } from "./table";

export interface SeatActions {
  tap(row: number, cell: number): void;
  /** Pencil a move that does not belong to a cell of the rows. */
  mark(mark: string): void;
  undo(): void;
  quiet(): void;
  done(): void;
  reroll(): void;
  takeBack(): void;
  /** Go on at once instead of holding the move. */
  confirm(): void;
  tapDie(name: string): void;
  /** Throw the dice; `roll` is the result of real ones. */
  throwDice(roll?: string): void;
  correct(roll: string): void;
  /** On a pad: make an entry, shown as pencilled until it is confirmed. */
  enter(text: string): void;
  /** On a pad: rub out an entry by its number. */
  rubOut(turn: number): void;
  /** On a pad: put back an entry that was rubbed out. */
  putBack(turn: number, text: string): void;
  /** On a pad: mark nothing more before a pending lock or end, or take that back. */
  padDone(isDone: boolean): void;
}

/** The actions' access to the table: its current state, and ways to change it. */
export interface SeatContext {
  table(): TableState;
  set(table: TableState): void;
  send(command: CommandBody): void;
  /** Find out why a cell cannot be marked, and show it at the refused tap. */
  explain(seat: number, row: number, cell: number): void;
  settings(): Settings;
  feedback: Feedback;
}

/** How long a refusal is shown. */
export const REFUSAL_MS = 4_000;

/** Create the actions of a seat; they have no effect once this device has lost the seat. */
export function makeSeatActions(seat: number, context: SeatContext): SeatActions {
  const { send, feedback } = context;
  const step = () => context.table().step;

  /** Change the current state of the seat and return the new one. */
  function change(changed: (own: OwnSeat) => OwnSeat): OwnSeat | null {
    const table = context.table();
    const own = table.ownSeats.find((each) => each.seat === seat);
    if (!own) return null;
    const next = changed(own);
    if (next !== own) context.set({ ...table, ownSeats: table.ownSeats.map((each) => (each === own ? next : each)) });
    return next;
  }

  function play(action: "done" | "quiet" | "reroll", isSingleTap = action === "quiet"): void {
    change((own) => {
      const move = moveOf(own, action);
      if (move === null) return own;
      // A move by a single tap may be a mistake; one that was pencilled and confirmed goes on at once, as do dice.
      const hold = isSingleTap && own.view.phase !== "reroll" && context.settings().pace !== "fast";
      send({ type: "play", seat, step: step(), move, hold });
      return sealed(own, move, hold ? performance.now() : null);
    });
  }

  function tap(row: number, cell: number): void {
    const next = change((own) => tapCell(own, row, cell, performance.now()));
    if (!next) return;
    feedback.cue(next.refused ? "refused" : "pencil");
    if (next.refused?.why === null) context.explain(seat, row, cell);
    if (next.refused) setTimeout(() => clear(next.refused), REFUSAL_MS);
    else sendWhole(next);
  }

  function sendWhole(next: OwnSeat): void {
    if (context.settings().sendAtOnce && isWholeMove(next)) play("done", true);
  }

  function mark(text: string): void {
    const next = change((own) => tapMark(own, text));
    feedback.cue("pencil");
    if (next) sendWhole(next);
  }

  function clear(refusal: OwnSeat["refused"]): void {
    change((own) => (own.refused?.since === refusal?.since ? { ...own, refused: null } : own));
  }

  return {
    tap,
    mark,
    undo: () => void change(undo),
    quiet: () => play("quiet"),
    done: () => play("done"),
    reroll: () => play("reroll"),
    takeBack: () => send({ type: "take_back", seat, step: step() }),
    confirm() {
      change((own) => ({ ...own, heldSince: null }));
      send({ type: "confirm", seat, step: step() });
    },
    tapDie: (name) => void change((own) => tapDie(own, name)),
    throwDice(roll) {
      const { ownSeats } = context.table();
      const active = ownSeats.find((own) => own.seat === own.view.active)?.seat;
      change((own) => ({ ...own, isThrowing: true }));
      send({ type: "throw", seat: active ?? seat, step: step(), roll: roll ?? null });
    },
    enter(text) {
      change((own) => ({ ...own, pencil: [text], refused: null }));
      feedback.cue("pencil");
      send({ type: "enter", seat, text });
    },
    correct: (roll) => send({ type: "correct", seat, roll }),
    rubOut(turn) {
      change((own) => ({ ...own, refused: null }));
      feedback.cue("pencil");
      send({ type: "correct", seat, turn, phase: "pad", move: "-" });
    },
    putBack: (turn, text) => send({ type: "correct", seat, turn, phase: "pad", move: text }),
    padDone: (isDone) => send({ type: "done", seat, is_done: isDone }),
  };
}
