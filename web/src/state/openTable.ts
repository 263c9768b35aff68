// Opening a table from any page: ask the server, keep the seats of this device, go there.

import { api } from "../net/api";
import type { NewTable } from "../net/protocol";
import type { App } from "./app";
import { type KeptTable, keptTable, saveTable } from "./storage";

/** Opens a table and goes there; `kept` has the token of the own seats; it starts by itself if nobody else is awaited. */
export async function openTable(
  app: App,
  wish: NewTable,
  kept: Pick<KeptTable, "token"> & Partial<KeptTable>,
): Promise<void> {
  const { code } = await api.openTable(wish);
  const seats = wish.seats.flatMap((seat, i) => (seat.token === kept.token ? [i] : []));
  saveTable({ ...keptTable(code), ...kept, seats });
  app.go({ page: "table", code });
  const isAwaited = wish.seats.some((seat) => !seat.token && !seat.bot);
  if (!isAwaited) app.table?.startSoon();
}
