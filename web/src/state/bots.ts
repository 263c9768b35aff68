// Bots by name, as offered in lists.

import type { SeatFacts, TableFacts } from "../net/protocol";

export const MIRROR = "mirror";

/** The default bot: `steady` if it is offered; null if there are no bots. */
export function steadyOf(bots: readonly string[]): string | null {
  return bots.includes("steady") ? "steady" : (bots[0] ?? null);
}

/** The kind of a bot, without its strength. */
export function kindOf(bot: string): string {
  return bot.startsWith(`${MIRROR}-`) ? MIRROR : bot;
}

/** The bots that a list offers: levels, the mirror and the selected one; all if the server has no levels. */
export function offered(bots: readonly string[], chosen = ""): readonly string[] {
  const levels = bots.filter((bot) => bot.startsWith("level-") || bot === MIRROR || bot === chosen);
  return levels.length > 0 ? levels : bots;
}

/**
 * The seats that a bot may take over because nobody is connected; at a table over days only those whose player has
 * left.
 */
export function replaceable(facts: TableFacts | null): SeatFacts[] {
  return (facts?.seats ?? []).filter(
    (seat) => seat.kind !== "bot" && !seat.connected && (!facts?.slow || seat.left || seat.kind === "open"),
  );
}
