// Bots by name, as lists offer them.

import type { SeatFacts, TableFacts } from "../net/protocol";

export const MIRROR = "mirror";

/** What kind of bot this is, without its strength. */
export function kindOf(bot: string): string {
  return bot.startsWith(`${MIRROR}-`) ? MIRROR : bot;
}

/** The bots that a list offers: levels, the mirror and the one that is chosen; all where a server has no levels. */
export function offered(bots: readonly string[], chosen = ""): readonly string[] {
  const levels = bots.filter((bot) => bot.startsWith("level-") || bot === MIRROR || bot === chosen);
  return levels.length > 0 ? levels : bots;
}

/** An opponent to begin with: one that plays as strongly as whoever sits there. */
export function usualBot(bots: readonly string[]): string {
  return bots.find((bot) => bot === MIRROR) ?? bots.at(-1) ?? "";
}

/** The seats that a bot may play because nobody is there; at a table over days only those whose person has left. */
export function replaceable(facts: TableFacts | null): SeatFacts[] {
  return (facts?.seats ?? []).filter(
    (seat) => seat.kind !== "bot" && !seat.connected && (!facts?.slow || seat.left || seat.kind === "open"),
  );
}
