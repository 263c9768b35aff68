// Finished matches of this device; only the device knows which seats were its own.

import { findGame } from "../games/registry";
import { kindOf } from "./bots";
import { type Check, isCount, isId, isInteger, isText, isTime, listOf, orNull, shape } from "./checks";
import type { TableState } from "./table";

export interface MatchResult {
  match: string;
  game: string;
  names: string[];
  /** The bot of each seat, null for a person. */
  bots: (string | null)[];
  sheets: string[];
  scores: number[];
  winners: number[];
  /** The seats of this device. */
  own: number[];
  finished: number;
  turns: number;
  challenge: string | null;
}

/** The maximum length of a result as JSON: more than the names and sheets of six seats need. */
const MAX_RESULT = 8000;

const isShaped = shape<MatchResult>({
  match: isId,
  game: (value): value is string => isText(value) && findGame(value) !== null,
  names: listOf(isText),
  bots: listOf(orNull(isText)),
  sheets: listOf(isText),
  scores: listOf(isInteger),
  winners: listOf(isCount),
  own: listOf(isCount),
  finished: isTime,
  turns: isCount,
  challenge: orNull(isText),
});

/** Whether a value is a result with consistent lists. */
export const isResult: Check<MatchResult> = (value): value is MatchResult => {
  if (!isShaped(value)) return false;
  const { names, bots, sheets, scores, winners, own } = value;
  const areEven = names.length > 0 && [bots, sheets, scores].every((list) => list.length === names.length);
  const areSeats = [...winners, ...own].every((seat) => seat < names.length);
  return areEven && areSeats && JSON.stringify(value).length <= MAX_RESULT;
};

/** The result of a table; null while its match continues. */
export function resultOf(table: TableState, now: number): MatchResult | null {
  const { facts, match, ownSeats } = table;
  const view = ownSeats[0]?.view;
  if (!facts || !match || !view?.over) return null;
  return {
    match,
    game: facts.game,
    names: facts.seats.map((seat) => seat.name),
    bots: facts.seats.map((seat) => seat.bot),
    sheets: facts.seats.map((seat) => seat.sheet),
    scores: view.scores,
    winners: view.winners,
    own: ownSeats.map((own) => own.seat),
    finished: now,
    turns: view.turn,
    challenge: facts.challenge,
  };
}

/** The seat of this device's owner: of several, the one with the name in the settings, otherwise the first. */
export function mySeat(result: MatchResult, name: string): number | null {
  const named = result.own.find((seat) => name !== "" && result.names[seat] === name);
  return named ?? result.own[0] ?? null;
}

/** Players of earlier matches with their bots, newest first, each group once. */
export interface Group {
  game: string;
  seats: { name: string; bot: string | null; isOwn: boolean }[];
}

export function groupsOf(results: readonly MatchResult[], most: number): Group[] {
  const found = new Map<string, Group>();
  for (const result of results) {
    if (result.own.length === 0 || result.names.length < 2 || result.challenge !== null) continue;
    const seats = result.names.map((name, seat) => ({
      name,
      bot: result.bots[seat] ?? null,
      isOwn: result.own.includes(seat),
    }));
    const key = [result.game, ...seats.map((seat) => (seat.bot ? kindOf(seat.bot) : seat.name)).sort()].join("\n");
    if (!found.has(key)) found.set(key, { game: result.game, seats });
  }
  return [...found.values()].slice(0, most);
}

/** Names of people who have played here, newest first, each once. */
export function namesMet(results: readonly MatchResult[]): string[] {
  const people = results.flatMap((result) => result.names.filter((_, seat) => !result.bots[seat]));
  return [...new Set(people)].filter((name) => name !== "" && name !== "?");
}
