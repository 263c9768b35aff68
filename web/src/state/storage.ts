// Local storage of this device: settings, seats at tables, finished matches. Nothing is sent anywhere.

import { LANGS } from "../i18n";
import {
  type Check,
  type Checks,
  fitting,
  isCount,
  isFlag,
  isId,
  isObject,
  isText,
  isTime,
  listOf,
  mapOf,
  oneOf,
  optional,
  orNull,
  shape,
} from "./checks";
import { isResult, type MatchResult } from "./results";
import type { Settings } from "./settings";
import type { TableSummary } from "./summary";

/** How several seats on this device are played: by passing it on, or around one tablet. */
export type Way = "own" | "pass" | "tablet";

export interface StoredTable {
  code: string;
  /** The secret that proves ownership of the seats; the same for all seats of this device. */
  token: string;
  way: Way;
  /** The seats of this device; before the start they are only known here. */
  seats: number[];
  /** Shares of the dice, by match, attempt, the server's hash and seat. */
  shares: Record<string, string>;
  /** The secret that shares are derived from: it never leaves the device, and all its tabs share it. */
  secret: string;
  /** The server's promise under which a share was opened, by the same keys. */
  opened?: Record<string, string>;
  /** The unfinished deals for which a share was opened. */
  deals: string[];
  /** The deal that the user has confirmed by a tap, or `after MATCH` for the next one after a match. */
  tapped: string | null;
  /** Tips already seen in a guided match; null for other matches. */
  tips: string[] | null;
  /** The summary of the table when this device was last connected. */
  summary?: TableSummary | null;
  /** True if this device gets push notifications for the table. */
  isCalled?: boolean;
  /** True if the person only wants to watch here, so that opening the link takes no seat. */
  watches?: boolean;
  /** True if the person has had a seat here or asked for one: the server then knows the token. */
  isKnown?: boolean;
  at: number;
}

const SETTINGS = "paperdice.settings";
const TABLES = "paperdice.tables";
const MAX_TABLES = 40;
export const RESULTS = "paperdice.results";
const CHOICE = "paperdice.choice";
const MAX_RESULTS = 1000;
const BROKEN = "paperdice.broken";
const MAX_BROKEN = 100;

const DEFAULTS: Settings = {
  sendAtOnce: false,
  ownThrow: false,
  showScores: true,
  warn: true,
  sound: false,
  vibration: false,
  notify: false,
  pace: "normal",
  theme: "auto",
  lang: "auto",
  name: "",
};

const SETTING_CHECKS: Checks<Settings> = {
  sendAtOnce: isFlag,
  ownThrow: isFlag,
  showScores: isFlag,
  warn: isFlag,
  sound: isFlag,
  vibration: isFlag,
  notify: isFlag,
  pace: oneOf(["fast", "normal", "slow"]),
  theme: oneOf(["auto", "light", "dark"]),
  lang: oneOf([...LANGS, "auto"]),
  name: isText,
};

/** The fields without which a stored table is useless. */
const isSeatKept = shape<Pick<StoredTable, "code" | "token" | "secret">>({
  code: isId,
  token: isText,
  secret: (value): value is string => isText(value) && /^[\da-f]{64}$/.test(value),
});

const isSummary = shape<TableSummary>({
  game: isText,
  status: oneOf(["lobby", "shares", "playing", "over"]),
  others: listOf(shape({ name: isText, bot: orNull(isText) })),
  isWanted: isFlag,
  turn: orNull(isCount),
});

const TABLE_CHECKS: Checks<Omit<StoredTable, "code" | "token" | "secret">> = {
  way: oneOf(["own", "pass", "tablet"]),
  seats: listOf(isCount),
  shares: mapOf(isText),
  opened: optional(mapOf(isText)),
  deals: listOf(isText),
  tapped: orNull(isText),
  tips: orNull(listOf(isText)),
  summary: optional(orNull(isSummary)),
  isCalled: optional(isFlag),
  watches: optional(isFlag),
  isKnown: optional(isFlag),
  at: isTime,
};

// A browser may forbid storing (private windows, full disk): then values are kept in memory until the page closes.
const unstored = new Map<string, string>();

function textAt(key: string): string | null {
  try {
    return unstored.get(key) ?? localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Parse JSON; other text is returned as it is. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A stored value that is invalid. */
export interface Broken {
  key: string;
  value: unknown;
}

const isBroken = shape<Broken>({ key: isText, value: (value): value is unknown => value !== undefined });

/** Invalid values that were set aside, newest first. */
export function loadBroken(): Broken[] {
  const found = parsed(textAt(BROKEN) ?? "[]");
  return Array.isArray(found) ? found.filter(isBroken) : [];
}

/** Move invalid values to a separate key. */
export function setAside(key: string, ...values: unknown[]): void {
  const more = values.map((value) => ({ key, value }));
  write(BROKEN, [...more, ...loadBroken()].slice(0, MAX_BROKEN));
}

export function dropBroken(): void {
  remove(BROKEN);
}

/** Read a stored value, or the fallback if there is none; an invalid value is set aside. */
export function read<T>(key: string, check: Check<T>, fallback: T): T {
  const text = textAt(key);
  const value = text === null ? fallback : parsed(text);
  if (check(value)) return value;
  remove(key);
  setAside(key, value);
  return fallback;
}

/** Read the entries of a stored list; invalid ones are set aside. */
export function readList<T>(key: string, check: Check<T>): T[] {
  const entries = read<unknown[]>(key, Array.isArray, []);
  const good = entries.filter(check);
  if (good.length < entries.length) {
    write(key, good);
    setAside(key, ...entries.filter((entry) => !check(entry)));
  }
  return good;
}

/** Store a value, or keep it in memory until the page closes. */
export function write(key: string, value: unknown): void {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(key, text);
    unstored.delete(key);
  } catch {
    unstored.set(key, text);
  }
}

export function remove(key: string): void {
  unstored.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // without storage there is nothing to remove
  }
}

export function loadSettings(): Settings {
  return { ...DEFAULTS, ...fitting(read(SETTINGS, isObject, {}), SETTING_CHECKS) };
}

export function saveSettings(settings: Settings): void {
  write(SETTINGS, settings);
}

/** Random bytes as hex; works without a secure context. */
export function randomHex(n: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(n));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function freshTable(code: string, token: string, secret: string): StoredTable {
  return {
    code,
    token,
    secret,
    way: "own",
    seats: [],
    shares: {},
    deals: [],
    tapped: null,
    tips: null,
    at: Date.now(),
  };
}

/** The tables of this device; a seat is not lost because another field of its table is invalid. */
export function loadTables(): StoredTable[] {
  return readList(TABLES, isSeatKept).map((table) => ({
    ...freshTable(table.code, table.token, table.secret),
    ...fitting(table, TABLE_CHECKS),
  }));
}

/** The stored table, or a new one with a fresh token. */
export function loadTable(code: string): StoredTable {
  const found = loadTables().find((table) => table.code === code);
  return found ?? freshTable(code, randomHex(24), randomHex(32));
}

export function saveTable(table: StoredTable): void {
  const others = loadTables().filter((other) => other.code !== table.code);
  const tables = [{ ...table, at: Date.now() }, ...others];
  // A server must not be able to make this device forget unfinished deals.
  const kept = tables.filter(({ deals }, i) => i < MAX_TABLES || deals.length > 0);
  write(TABLES, kept.slice(0, 2 * MAX_TABLES));
}

/** Store whether a match is running or over; return whether that changed. */
export function noteStatus(code: string, status: TableSummary["status"]): boolean {
  const tables = loadTables();
  const summary = tables.find((table) => table.code === code)?.summary;
  if (!summary || summary.status === status) return false;
  write(
    TABLES,
    tables.map((table) => (table.code === code ? { ...table, summary: { ...summary, status } } : table)),
  );
  return true;
}

/** Results of matches on this device, newest first. */
export function loadResults(): MatchResult[] {
  return readList(RESULTS, isResult);
}

/** Add results; known ones are replaced. Return the oldest ones, which there is no room for. */
export function saveResults(results: readonly MatchResult[]): MatchResult[] {
  const known = new Map(loadResults().map((result) => [result.match, result]));
  for (const result of results)
    known.set(result.match, { ...result, finished: known.get(result.match)?.finished ?? result.finished });
  const ordered = [...known.values()].sort((a, b) => b.finished - a.finished);
  write(RESULTS, ordered.slice(0, MAX_RESULTS));
  return ordered.slice(MAX_RESULTS);
}

/** The choices on the home page when a table was last opened; null before the first time. */
export function loadChoice(): unknown {
  return read(CHOICE, (value): value is unknown => value !== undefined, null);
}

export function saveChoice(choice: unknown): void {
  write(CHOICE, choice);
}

export function forgetMatch(match: string): void {
  write(
    RESULTS,
    loadResults().filter((other) => other.match !== match),
  );
}
