// Opening a table from any page: ask the server, keep the seats of this device, go there.

import { api } from "../net/api";
import type { NewTable } from "../net/protocol";
import type { App } from "./app";
import { loadTable, type StoredTable, saveTable } from "./storage";

/** Opens a table with the seats of the stored token and goes there; it starts by itself if nobody else is awaited. */
export async function openTable(
  app: App,
  request: NewTable,
  stored: Pick<StoredTable, "token"> & Partial<StoredTable>,
): Promise<void> {
  const { code } = await api.openTable(request);
  const seats = request.seats.flatMap((seat, i) => (seat.token === stored.token ? [i] : []));
  saveTable({ ...loadTable(code), ...stored, seats });
  await app.go({ page: "table", code });
  const isAwaited = request.seats.some((seat) => !seat.token && !seat.bot);
  if (!isAwaited) app.table?.startSoon();
}
