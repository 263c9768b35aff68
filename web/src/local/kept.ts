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

/** Store a table; above the limit those that were stored least recently are deleted. */
export function keepTable(code: string, table: KeptTable): void {
  write(tableKey(code), table);
  const known = readList(TABLES, isId);
  const kept = [code, ...known.filter((other) => other !== code)];
  for (const old of kept.slice(MOST_TABLES)) remove(tableKey(old));
  if (known[0] !== code) write(TABLES, kept.slice(0, MOST_TABLES));
}

function matchKey(match: string): string {
  return `${MATCHES}.${match}`;
}

export function loadMatch(match: string): KeptMatch | null {
  return read(matchKey(match), orNull(isMatch), null);
}

/** Store matches; above the limit the newest are kept. Return the ids of the others, whether given or stored before. */
export function keepMatches(matches: readonly KeptMatch[]): string[] {
  const given = new Map(matches.map((match) => [match.match, match]));
  const before = readList(MATCHES, isId).filter((id) => !given.has(id));
  const now = Date.now();
  // A match dated in the future, by a clock that was wrong, must not displace one that has just finished.
  const dated = [...given.values(), ...before.map(loadMatch)].flatMap((match) =>
    match ? [{ id: match.match, at: Math.min(match.finished, now) }] : [],
  );
  const ids = dated.sort((a, b) => b.at - a.at).map(({ id }) => id);
  const kept = ids.slice(0, MOST_MATCHES);
  const dropped = ids.slice(MOST_MATCHES);
  for (const id of dropped) remove(matchKey(id));
  for (const id of kept) if (given.has(id)) write(matchKey(id), given.get(id));
  write(MATCHES, kept);
  return dropped;
}

export function dropMatch(match: string): void {
  remove(matchKey(match));
  write(
    MATCHES,
    readList(MATCHES, isId).filter((other) => other !== match),
  );
}
