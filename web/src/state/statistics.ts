// Statistics of own matches: pure functions of results.

import { kindOf } from "./bots";
import { type MatchResult, mySeat } from "./results";

export interface Summary {
  played: number;
  won: number;
  best: number;
  mean: number;
  /** Own scores from oldest to newest. */
  scores: number[];
}

/** Matches of one kind: the same game, type of opponents, and number of seats. */
export interface Kind extends Summary {
  game: string;
  /** "solo", "people", the name of the bot, or "bots" for several kinds of bots. */
  against: string;
  seats: number;
}

export function againstOf(result: MatchResult, seat: number): string {
  const others = result.bots.filter((_, i) => i !== seat).map((bot) => bot && kindOf(bot));
  if (others.length === 0) return "solo";
  if (others.includes(null)) return "people";
  return new Set(others).size === 1 ? (others[0] ?? "bots") : "bots";
}

function summaryOf(pairs: readonly (readonly [MatchResult, number])[]): Summary {
  const ordered = [...pairs].sort(([a], [b]) => a.finished - b.finished);
  const scores = ordered.map(([result, seat]) => result.scores[seat] ?? 0);
  const won = pairs.filter(([result, seat]) => result.names.length > 1 && result.winners.includes(seat)).length;
  const mean = scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length);
  return { played: pairs.length, won, best: Math.max(...scores), mean: Math.round(mean), scores };
}

function withSeats(results: readonly MatchResult[], name: string): (readonly [MatchResult, number])[] {
  return results.flatMap((result) => {
    const seat = mySeat(result, name);
    return seat === null ? [] : [[result, seat] as const];
  });
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): T[][] {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return [...groups.values()];
}

/** Own matches by kind, grouped by game, the most played kind of each first. */
export function kindsOf(results: readonly MatchResult[], name: string): Kind[] {
  const pairs = withSeats(results, name);
  const kinds = grouped(pairs, ([result, seat]) =>
    [result.game, againstOf(result, seat), result.names.length].join(),
  ).flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const [result, seat] = first;
    return [{ game: result.game, against: againstOf(result, seat), seats: result.names.length, ...summaryOf(group) }];
  });
  return kinds.sort((a, b) => a.game.localeCompare(b.game, "en") || b.played - a.played);
}

/** All own matches of each game. */
export function gamesOf(results: readonly MatchResult[], name: string): (Summary & { game: string })[] {
  return grouped(withSeats(results, name), ([result]) => result.game).flatMap((group) =>
    group[0] ? [{ game: group[0][0].game, ...summaryOf(group) }] : [],
  );
}

export interface Outcome {
  /** The lead over the next best, or the negative gap to the winner; null in solo. */
  difference: number | null;
  /** The best own score in earlier matches of this kind; null for the first. */
  best: number | null;
  /** The number of wins in a row in this game, including this match. */
  streak: number;
}

/** Compare a match with the player's earlier ones. */
export function outcomeOf(result: MatchResult, earlier: readonly MatchResult[], name: string): Outcome | null {
  const seat = mySeat(result, name);
  if (seat === null) return null;
  const isSolo = result.names.length === 1;
  const pairs = withSeats(earlier, name)
    .filter(
      ([other]) => other.match !== result.match && other.game === result.game && other.finished <= result.finished,
    )
    .sort(([a], [b]) => b.finished - a.finished);
  const alike = pairs.filter(([other]) => (other.names.length === 1) === isSolo);
  const scores = alike.map(([other, place]) => other.scores[place] ?? 0);
  const own = result.scores[seat] ?? 0;
  const others = result.scores.filter((_, i) => i !== seat);
  const firstLoss = alike.findIndex(([other, place]) => !other.winners.includes(place));
  const hasWon = result.winners.includes(seat);
  return {
    difference: isSolo ? null : own - Math.max(...others),
    best: scores.length > 0 ? Math.max(...scores) : null,
    streak: hasWon && !isSolo ? 1 + (firstLoss < 0 ? alike.length : firstLoss) : 0,
  };
}
