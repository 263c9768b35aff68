// What the translated library offers the page: a match or pad of a game, and what it shows. No rule is written here.

import { type LoadedGame, type Match, type Pad, PaperdiceError, type Place, Reason } from "../../rules/shared/flow.js";
import type { ReasonView } from "../net/protocol";

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
