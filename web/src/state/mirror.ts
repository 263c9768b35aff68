// The mirror: a bot that adapts to the strength of this device's player, based on results against it.

import { kindOf, MIRROR } from "./bots";
import type { MatchResult } from "./results";
import { loadResults } from "./storage";

const [LOWEST, HIGHEST, MIDDLE] = [1, 8, 4];
// The step after the first match in levels, the number of matches after which it is halved, and the smallest step: the
// same as in `bots/levels.py`.
const [FIRST_STEP, STEADYING, LAST_STEP] = [1, 4, 0.2];

/** The player's result against a mirror: 1, 0 or a half; null for a match without one. */
export function takenIn(result: MatchResult): number | null {
  const [own, ...others] = result.own;
  const rival = result.bots.findIndex((bot) => kindOf(bot ?? "") === MIRROR);
  if (own === undefined || others.length > 0 || rival < 0) return null;
  const [mine, theirs] = [result.winners.includes(own), result.winners.includes(rival)];
  if (mine !== theirs) return mine ? 1 : 0;
  const ahead = (result.scores[own] ?? 0) - (result.scores[rival] ?? 0);
  return mine || ahead === 0 ? 0.5 : ahead > 0 ? 1 : 0;
}

/** The level of the mirror in the next match: it rises after a win and falls after a loss, in decreasing steps. */
export function mirrorLevel(results: readonly MatchResult[], game: string): number {
  const played = results.filter((result) => result.game === game).sort((a, b) => a.finished - b.finished);
  const taken = played.map(takenIn).filter((part) => part !== null);
  return taken.reduce((level, part, n) => {
    const step = Math.max(FIRST_STEP / (1 + n / STEADYING), LAST_STEP);
    return Math.min(Math.max(level + step * (2 * part - 1), LOWEST), HIGHEST);
  }, MIDDLE);
}

/** The bot to request from the server: a mirror includes the level for this device's player. */
export function wanted(bot: string, game: string): string {
  return bot === MIRROR ? `${MIRROR}-${mirrorLevel(loadResults(), game).toFixed(1)}` : bot;
}

/** The first opponent offered: `casual`, which plays at once, on a device without results, then one of equal strength. */
export function usualBot(bots: readonly string[]): string {
  const first = loadResults().length === 0 ? "casual" : MIRROR;
  return bots.find((bot) => bot === first) ?? bots.find((bot) => bot === MIRROR) ?? bots.at(-1) ?? "";
}
