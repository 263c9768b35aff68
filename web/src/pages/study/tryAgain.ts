// A match against bots that continues from a position.

import type { App } from "../../state/app";
import { openTable } from "../../state/openTable";
import { randomHex } from "../../state/storage";

/** Open a table at a position: this device takes one seat, bots the others. */
export async function tryAgain(app: App, position: string, seat: number, name: string): Promise<void> {
  const [head = "", ...sheets] = position.split(" | ");
  const token = randomHex(24);
  const seats = sheets.map((_, each) => (each === seat ? { name, token } : { bot: "steady" }));
  await openTable(app, { game: head.split(" ")[0] ?? "", position, seats }, { token, way: "own" });
}
