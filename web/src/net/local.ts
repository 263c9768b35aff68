// What stands in for a server on this device, as the rest of the page knows it; `main.tsx` says where it is loaded from.

import type { Environment } from "./connection";
import type { GameFacts, MatchFacts, NewTable, TableFacts, TableOpened } from "./protocol";

export interface LocalServer {
  localGames(): Promise<GameFacts[]>;
  openTable(wish: NewTable): Promise<TableOpened>;
  tableFacts(code: string): Promise<TableFacts>;
  matchFacts(match: string): Promise<MatchFacts>;
  forget(match: string): Promise<null>;
  /** Keeps a match that was played on another device. */
  takeIn(match: string, finished: number, record: string): Promise<void>;
  /** What takes the place of the network at a table of this device. */
  localNetwork(code: string): Pick<Environment, "isOnline" | "open">;
}

export const LOCAL_TABLE = "LOCAL-";
export const LOCAL_MATCH = "local-";

/** True for a table or a match that is kept on this device alone. */
export function isLocal(id: string): boolean {
  return id.startsWith(LOCAL_TABLE) || id.startsWith(LOCAL_MATCH);
}

let load = (): Promise<LocalServer> => Promise.reject(new Error("nothing stands in for the server"));

/** Says how the stand-in is loaded, which happens when it is first needed. */
export function setLocalServer(loader: () => Promise<LocalServer>): void {
  load = loader;
}

export function localServer(): Promise<LocalServer> {
  return load();
}
