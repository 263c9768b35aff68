// What is kept on this device of tables without a server: one record each while it is played, and finished matches.

import type { Kept } from "../../rules/local/table.js";
import { isId, isText, isTime, listOf, orNull, shape } from "../state/checks";
import { read, readList, remove, setAside, write } from "../state/storage";

/** A table as it is kept: its match is the replay of its log. */
export interface KeptTable {
  match: string;
  log: Kept[];
}

const isKept: (value: unknown) => value is KeptTable = shape({
  match: isId,
  log: listOf(shape<Kept>({ type: isText, at: isTime })),
});

/** A finished match: the rest is told by its record. */
export interface KeptMatch {
  match: string;
  code: string;
  started: number;
  finished: number;
  previous: string | null;
  record: string;
}

const isMatch: (value: unknown) => value is KeptMatch = shape({
  match: isId,
  code: isText,
  started: isTime,
  finished: isTime,
  previous: orNull(isId),
  record: isText,
});

const TABLES = "paperdice.local.tables";
const MATCHES = "paperdice.local.matches";
const MOST_TABLES = 20;
const MOST_MATCHES = 200;

/** Keeps a value under a name of its own; of too many the oldest go. */
function keep(list: string, id: string, value: unknown, most: number): void {
  write(`${list}.${id}`, value);
  const known = readList(list, isId);
  const kept = [id, ...known.filter((other) => other !== id)];
  for (const old of kept.slice(most)) remove(`${list}.${old}`);
  if (known[0] !== id) write(list, kept.slice(0, most));
}

export function tableKey(code: string): string {
  return `${TABLES}.${code}`;
}

export function loadKept(code: string): KeptTable | null {
  return read(tableKey(code), orNull(isKept), null);
}

/** Sets a table aside whose log cannot be replayed. */
export function dropTable(code: string, table: KeptTable): void {
  remove(tableKey(code));
  setAside(tableKey(code), table);
}

export function keepTable(code: string, table: KeptTable): void {
  keep(TABLES, code, table, MOST_TABLES);
}

export function loadMatch(match: string): KeptMatch | null {
  return read(`${MATCHES}.${match}`, orNull(isMatch), null);
}

export function keepMatch(match: KeptMatch): void {
  keep(MATCHES, match.match, match, MOST_MATCHES);
}

export function dropMatch(match: string): void {
  remove(`${MATCHES}.${match}`);
  write(
    MATCHES,
    readList(MATCHES, isId).filter((other) => other !== match),
  );
}
