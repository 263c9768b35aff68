// What is kept on this device of tables without a server: one record each while it is played, and finished matches.

import type { MatchFacts, State } from "../net/protocol";
import { read, remove, write } from "../state/storage";
import type { Asked, Entry } from "./course";
import type { Turn } from "./match";

export interface KeptSeat {
  name: string;
  /** `casual`, or null where a person plays. */
  bot: string | null;
}

/** A table as it is kept: the match is the replay of its turns, and then of what is sealed. */
export interface KeptTable {
  code: string;
  match: string;
  /** The rules that are played by: a game, or its family. */
  key: string;
  sheets: string[];
  first: number;
  /** `unknown` at a pad, whose turns are its entries. */
  dice: "seeded" | "typed" | "unknown";
  seed: string;
  autoThrow: boolean;
  autoPass: boolean;
  pace: "fast" | "normal" | "slow" | null;
  seats: KeptSeat[];
  series: number[];
  previous: string | null;
  openedAt: number;
  startedAt: number | null;
  turns: Turn[];
  sealed: [number, string][];
  step: number;
  sequence: number;
  notices: State["notices"];
  /** After a correction: what waits to be entered again, and what of it cannot stand. */
  later: Entry[];
  asked: Asked[];
}

/** What of a match is empty before its first throw. */
export function unplayed() {
  return {
    turns: [],
    sealed: [],
    step: 0,
    sequence: 1,
    notices: [],
    later: [],
    asked: [],
  } satisfies Partial<KeptTable>;
}

const TABLES = "paperdice.local.tables";
const MATCHES = "paperdice.local.matches";
const MOST_TABLES = 20;
const MOST_MATCHES = 200;

/** Keeps a value under a name of its own; of too many the oldest go. */
function keep(list: string, id: string, value: unknown, most: number): void {
  write(`${list}.${id}`, value);
  const known = read<string[]>(list, []);
  const kept = [id, ...known.filter((other) => other !== id)];
  for (const old of kept.slice(most)) remove(`${list}.${old}`);
  if (known[0] !== id) write(list, kept.slice(0, most));
}

export function tableKey(code: string): string {
  return `${TABLES}.${code}`;
}

export function loadKept(code: string): KeptTable | null {
  return read<KeptTable | null>(tableKey(code), null);
}

export function keepTable(table: KeptTable): void {
  keep(TABLES, table.code, table, MOST_TABLES);
}

export function loadMatch(match: string): MatchFacts | null {
  return read<MatchFacts | null>(`${MATCHES}.${match}`, null);
}

export function keepMatch(facts: MatchFacts): void {
  keep(MATCHES, facts.match, facts, MOST_MATCHES);
}

export function dropMatch(match: string): void {
  remove(`${MATCHES}.${match}`);
  write(
    MATCHES,
    read<string[]>(MATCHES, []).filter((other) => other !== match),
  );
}
