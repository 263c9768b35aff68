// Opens a table: send the request, store the seats of this device, and navigate there.

import { api, RequestError } from "../net/api";
import type { MatchFacts, NewTable } from "../net/protocol";
import type { App } from "./app";
import { loadTable, type StoredTable, saveTable } from "./storage";

/**
 * The request for a table like that of a match: own seats on this device, the same bots and sheets, all others by link.
 */
export function againRequest(facts: MatchFacts, own: readonly number[], token: string): NewTable {
  const here = own.length > 0 ? own : [facts.bots.indexOf(null)];
  const seats = facts.names.map((name, seat) => {
    const bot = facts.bots[seat];
    if (bot) return { bot };
    return here.includes(seat) ? { name: name || "?", token } : {};
  });
  const { kind } = facts.dice;
  const dice = kind === "typed" || kind === "unknown" ? kind : "committed";
  return { game: facts.game, seats, sheets: facts.sheets, dice, auto_throw: dice === "committed", auto_pass: true };
}

/**
 * Open a table with the seats of the stored token and navigate there; it starts automatically if no other player is
 * expected.
 */
export async function openTable(
  app: App,
  request: NewTable,
  stored: Pick<StoredTable, "token"> & Partial<StoredTable>,
): Promise<void> {
  const { pace, ownThrow } = app.settings;
  const wish = { pace, ...request, ...(ownThrow ? { auto_throw: false } : {}) };
  const { code } = await api.openTable(wish).catch((error: unknown) => {
    if (error instanceof RequestError && error.problem?.why.id === "needs_server") app.loseServer();
    throw error;
  });
  const seats = request.seats.flatMap((seat, i) => (seat.token === stored.token ? [i] : []));
  saveTable({ ...loadTable(code), ...stored, seats });
  await app.go({ page: "table", code });
  const isAwaited = request.seats.some((seat) => !seat.token && !seat.bot);
  if (!isAwaited) app.table?.startSoon();
}
