// The translated library for the page: matches and pads of a game, and their views. There are no rules here.

import { type LoadedGame, type Match, type Pad, PaperdiceError, type Place, Reason } from "../../rules/shared/flow.js";
import type { ReasonView } from "../net/protocol";

export type Playing = Match | Pad;

/** A refusal, with a reason that a person can read. */
export function refusal(id: string, params: ReasonView["params"] = {}): PaperdiceError {
  return new PaperdiceError(new Reason(id, params));
}

/** The reason of an error of the library; any other error is rethrown. */
export function reasonOf(error: unknown): ReasonView {
  if (error instanceof PaperdiceError) return { ...error.reason };
  throw error;
}

/** The legal moves or entries of a seat at a place. */
export function choicesAt(match: Playing, place: Place): string[] {
  return [...match.seek_choices(place)].findLast((choices) => choices !== null) ?? [];
}

/** The move of `casual`: the first of those that it rates best. */
export function casualMove(match: Match, seat: number): string {
  const { game, laid, state } = match.raw;
  const moves = new Int32Array(game.rules.MAX_MOVES);
  const n = game.rules.legal_moves(laid, state, seat, moves);
  const values = new Float64Array(n);
  (game as LoadedGame).rate(null, laid, state, seat, moves, n, values);
  return game.notation.format_move(state, moves[values.indexOf(Math.max(...values))] ?? 0);
}
