// A match against bots that continues from a position.

import { api, RequestError } from "../../net/api";
import type { GameFacts } from "../../net/protocol";
import type { App } from "../../state/app";
import { steadyOf } from "../../state/bots";
import { openTable } from "../../state/openTable";
import { randomHex } from "../../state/storage";

/** Open a table at a position: this device takes one seat, bots the others. */
export async function tryAgain(app: App, position: string, seat: number, name: string): Promise<void> {
  const [head = "", ...sheets] = position.split(" | ");
  const game = head.split(" ")[0] ?? "";
  const token = randomHex(24);
  function openAgainst(games: readonly GameFacts[]): Promise<void> {
    const bot = steadyOf(games.find((each) => each.name === game)?.bots ?? []);
    const seats = sheets.map((_, each) => (each === seat ? { name, token } : { bot }));
    return openTable(app, { game, position, seats }, { token, way: "own" });
  }
  try {
    await openAgainst(app.games ?? (await api.localGames()));
  } catch (error) {
    // The server has gone since its games were loaded: play against a bot of this device.
    if (!(error instanceof RequestError) || error.problem?.why.id !== "needs_server") throw error;
    await openAgainst(await api.localGames());
  }
}
