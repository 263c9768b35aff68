// What the translated library offers the page: a match or pad of a game, and what it shows. No rule is written here.

import {
  type Game,
  is_corrected,
  type LoadedGame,
  type Match,
  type Pad,
  PaperdiceError,
  Place,
  Reason,
} from "../../rules/shared/flow.js";
import type { CourseEntry, ReasonView } from "../net/protocol";

export type { Game, LoadedGame };
export type Playing = Match | Pad;

/** Something that is not allowed now, with the reason that a person can read. */
export function refusal(id: string, params: ReasonView["params"] = {}): PaperdiceError {
  return new PaperdiceError(new Reason(id, params));
}

/** The reason of an error of the library; any other error is thrown on. */
export function reasonOf(error: unknown): ReasonView {
  if (error instanceof PaperdiceError) return { ...error.reason };
  throw error;
}

export function seatsOf({ seats }: Playing): number[] {
  return Array.from({ length: seats }, (_, seat) => seat);
}

/** What was thrown, played and entered, for the page that shows it; what is sealed is not in it. */
export function shownCourse(match: Playing): CourseEntry[] {
  return [...match.walk_history()].map(([place, entry]) => ({
    turn: place.turn,
    active: match.active_at(place),
    throw: place.throw,
    phase: place.phase,
    seat: place.seat,
    text: entry.text,
    corrected: is_corrected(place, entry),
  }));
}

/** What a seat could have played or entered at a place. */
export function choicesAt(match: Playing, place: Place): string[] {
  return [...match.seek_choices(place)].findLast((choices) => choices !== null) ?? [];
}

/** The move that `casual` takes: the first of those that it rates best. */
export function casualMove(match: Match, seat: number): string {
  const { game, laid, state } = match.raw;
  const moves = new Int32Array(game.rules.MAX_MOVES);
  const n = game.rules.legal_moves(laid, state, seat, moves);
  const values = new Float64Array(n);
  (game as LoadedGame).rate(null, laid, state, seat, moves, n, values);
  return game.notation.format_move(state, moves[values.indexOf(Math.max(...values))] ?? 0);
}

// Steps, which is how a table is kept

/** What has been done in a match or on a pad: as it was entered, with the time that the record notes. */
export type Step =
  | { kind: "throw"; roll: string; clock: number }
  | { kind: "seal"; seat: number; move: string }
  | { kind: "take_back"; seat: number }
  | { kind: "resolve"; clock: number }
  | { kind: "enter"; seat: number; text: string }
  | { kind: "correct"; place: [turn: number, nth: number, phase: string, seat: number]; text: string };

/** The match or pad after a step; throws why that cannot be. */
export function afterStep(match: Playing, step: Step): Playing {
  switch (step.kind) {
    case "throw":
      match.throw(step.roll);
      return noted(match, step.clock);
    case "seal":
      match.play(step.seat, step.move, true);
      return match;
    case "take_back":
      match.take_back(step.seat);
      return match;
    case "resolve":
      match.resolve();
      return noted(match, step.clock);
    case "enter":
      match.enter(step.seat, step.text);
      return match;
    case "correct":
      return match.corrected(new Place(...step.place), step.text).match;
  }
}

/** Notes the time, and what was beside moves that have been answered again; what waits for this is entered. */
function noted(match: Playing, clock: number): Playing {
  match.note([...new Set(match.take_notes())].filter(Boolean).join("; "), clock);
  match.enter_later();
  return match;
}
