// A record replayed by the translated rules: each throw is computed again, each move checked, the end compared.

import { type Die, type Match, PaperdiceError, type Record as PlayRecord } from "../../rules/shared/flow.js";
import { hmacOf } from "./promise";

/** A fault in a record; the id names a sentence, `params` fill it. */
export class Fault extends Error {
  readonly id: string;
  readonly params: Record<string, string | number>;
  constructor(id: string, params: Record<string, string | number> = {}) {
    super(id);
    this.id = id;
    this.params = params;
  }
}

export function need(isSo: unknown, id: string, params: Record<string, string | number> = {}): asserts isSo {
  if (!isSo) throw new Fault(id, params);
}

/** The result of `work`; a refusal of the library becomes the fault that `faultOf` returns. */
export function refusedAs<T>(work: () => T, faultOf: (error: PaperdiceError) => Fault): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof PaperdiceError ? faultOf(error) : error;
  }
}

export interface Replayed {
  /** The number of throws. */
  throws: number;
  /** Rolls and moves, by turn and throw or phase: "3 1", "3 white". */
  happened: ReadonlyMap<string, string>;
  /** The turn after which the match was stopped; null if it was played to its end. */
  stopped: number | null;
}

/** One face of a die; bytes that would favor the low faces are discarded. */
function faceOf(key: Uint8Array, turn: number, nth: number, { index, faces }: Die): string {
  const limit = 256 - (256 % faces.length);
  for (let n = 0; ; n++) {
    const byte = hmacOf(key, `${turn} ${nth} ${index} ${n}`).find((each) => each < limit);
    if (byte !== undefined) return faces[byte % faces.length] ?? "";
  }
}

/** Replay one throw; its dice have to be those that follow from the key. */
function replayThrow(match: Match, key: Uint8Array, given: string): void {
  const { turn } = match;
  const derived = match.draw_roll({
    throw: (turn, nth, dice) => dice.map((die) => faceOf(key, turn, nth, die)).join(" "),
  });
  need(given.split(" ").length === match.dice_wanted.length, "missing_die", { turn });
  need(given === derived, "wrong_throw", { turn, given, derived });
  match.throw(derived);
}

/** Replay the moves of one phase, one per acting seat. */
function replayMoves(match: Match, given: string): void {
  const { turn, acting } = match;
  const moves = given.split(", ");
  need(moves.length === acting.length, "forbidden_move", { turn, move: given });
  for (const [i, seat] of acting.entries()) {
    const move = moves[i] ?? "";
    refusedAs(
      () => match.play(seat, move),
      () => new Fault("forbidden_move", { turn, move }),
    );
  }
}

/** Check that a match was played to its end or, if the record says so, stopped after its last complete turn. */
function checkEnd(match: Match, { headers, closing }: PlayRecord): number | null {
  if (headers.Stopped === undefined) {
    need(match.over, "left_out_turn", { turn: match.turn });
    need(closing === `* ${match.end_reason} ${match.scores.join(" ")}`, "closing");
    return null;
  }
  need(!match.over && headers.Stopped === String(match.turn - 1), "not_stopped", { turn: headers.Stopped });
  return match.turn - 1;
}

/** Replay a match whose dice follow from `key`; throw a `Fault` at the first inconsistency. */
export function replayMatch(start: Match, record: PlayRecord, key: Uint8Array): Replayed {
  const match = start.copy();
  const happened = new Map<string, string>();
  let throws = 0;
  for (const { number, active, parts } of record.turns) {
    need(!match.over, "after_end", { turn: match.turn });
    need(number === match.turn && active === match.active, "left_out_turn", { turn: match.turn });
    for (const { text } of parts) {
      need(!match.over && match.turn === number, "after_end", { turn: number });
      const isThrow = match.dice_wanted.length > 0;
      happened.set(`${number} ${isThrow ? match.throw_number : match.phase}`, text);
      if (isThrow) throws++;
      if (isThrow) replayThrow(match, key, text);
      else replayMoves(match, text);
    }
  }
  return { throws, happened, stopped: checkEnd(match, record) };
}
