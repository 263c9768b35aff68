// The mirror: a bot that plays as strongly as the person on this device, by what they have won and lost against it.

import { kindOf, MIRROR } from "./bots";
import type { MatchResult } from "./results";
import { loadResults } from "./storage";

const [LOWEST, HIGHEST, MIDDLE] = [1, 8, 4];
// By how many levels it moves after its first match, after how many matches that is half, and the least:
// the same as in `bots/levels.py`.
const [FIRST_STEP, STEADYING, LAST_STEP] = [1, 4, 0.2];

/** What the person on this device took from a match against a mirror: all, nothing or a half; null without one. */
export function takenIn(result: MatchResult): number | null {
  const [own, ...others] = result.own;
  const rival = result.bots.findIndex((bot) => kindOf(bot ?? "") === MIRROR);
  if (own === undefined || others.length > 0 || rival < 0) return null;
  const [mine, theirs] = [result.winners.includes(own), result.winners.includes(rival)];
  if (mine !== theirs) return mine ? 1 : 0;
  const ahead = (result.scores[own] ?? 0) - (result.scores[rival] ?? 0);
  return mine || ahead === 0 ? 0.5 : ahead > 0 ? 1 : 0;
}

/** The level at which the mirror of a game plays next: it rises after a win and falls after a loss, by less and less. */
export function mirrorLevel(results: readonly MatchResult[], game: string): number {
  const played = results.filter((result) => result.game === game).sort((a, b) => a.finished - b.finished);
  const taken = played.map(takenIn).filter((part) => part !== null);
  return taken.reduce((level, part, n) => {
    const step = Math.max(FIRST_STEP / (1 + n / STEADYING), LAST_STEP);
    return Math.min(Math.max(level + step * (2 * part - 1), LOWEST), HIGHEST);
  }, MIDDLE);
}

/** The bot as a server is asked for it: a mirror comes with the strength that this device wants in a game. */
export function wanted(bot: string, game: string): string {
  return bot === MIRROR ? `${MIRROR}-${mirrorLevel(loadResults(), game).toFixed(1)}` : bot;
}
