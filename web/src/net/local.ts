// The interface of the offline server on this device; `main.tsx` sets its loader.

import type { Environment } from "./connection";
import type { GameFacts, MatchFacts, NewTable, TableFacts, TableOpened } from "./protocol";

/** A finished match from another device. */
export interface GivenMatch {
  match: string;
  finished: number;
  record: string;
  /** The bot of each seat, if it is known. */
  bots?: (string | null)[];
}

/** Which matches were not stored, by their ids. */
export interface TakenIn {
  unreadable: string[];
  /** The oldest matches, given or stored before, that there is no room for. */
  dropped: string[];
}

export interface LocalServer {
  localGames(): Promise<GameFacts[]>;
  openTable(wish: NewTable): Promise<TableOpened>;
  tableFacts(code: string): Promise<TableFacts>;
  matchFacts(match: string): Promise<MatchFacts>;
  forget(match: string): Promise<null>;
  /** Store matches that were played on another device. */
  takeIn(matches: readonly GivenMatch[]): Promise<TakenIn>;
  /** The network of an offline table. */
  localNetwork(code: string): Pick<Environment, "isOnline" | "open">;
}

export const LOCAL_TABLE = "LOCAL-";
export const LOCAL_MATCH = "local-";

/** True for a table or match that only exists on this device. */
export function isLocal(id: string): boolean {
  return id.startsWith(LOCAL_TABLE) || id.startsWith(LOCAL_MATCH);
}

let load = (): Promise<LocalServer> => Promise.reject(new Error("nothing stands in for the server"));

/** Set the loader of the offline server, which is loaded on first use. */
export function setLocalServer(loader: () => Promise<LocalServer>): void {
  load = loader;
}

export function localServer(): Promise<LocalServer> {
  return load();
}
