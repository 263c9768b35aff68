// Stored data of tables without a server: one entry per running table, and finished matches.

import type { Kept } from "../../rules/local/table.js";
import { isId, isText, isTime, listOf, optional, orNull, shape } from "../state/checks";
import { read, readList, remove, setAside, write } from "../state/storage";

/** A stored table: its match is the replay of its log. */
export interface KeptTable {
  match: string;
  log: Kept[];
}

const isKept: (value: unknown) => value is KeptTable = shape({
  match: isId,
  log: listOf(shape<Kept>({ type: isText, at: isTime })),
});

/** A finished match: the rest is in its record. */
export interface KeptMatch {
  match: string;
  code: string;
  started: number;
  finished: number;
  previous: string | null;
  record: string;
  /** The bot of each seat; missing in matches that an earlier version stored. */
  bots?: (string | null)[] | undefined;
}

const isMatch: (value: unknown) => value is KeptMatch = shape({
  match: isId,
  code: isText,
  started: isTime,
  finished: isTime,
  previous: orNull(isId),
  record: isText,
  bots: optional(listOf(orNull(isText))),
});

const TABLES = "paperdice.local.tables";
const MATCHES = "paperdice.local.matches";
const MOST_TABLES = 20;
const MOST_MATCHES = 200;

/** Store a value under its own name; above the limit the oldest are deleted. */
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

/** Set aside a table whose log cannot be replayed. */
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
