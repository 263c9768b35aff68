// What this device keeps between visits: settings, seats at tables, matches it has seen. Nothing leaves it.

import type { Receipt } from "../fair/receipt";
import type { Glance } from "./glance";
import type { MatchResult } from "./results";
import type { Settings } from "./settings";

/** How several seats on this device are played: one after the other, or around one tablet. */
export type Way = "own" | "pass" | "tablet";

export interface StoredTable {
  code: string;
  /** The secret that proves whose seats these are; the same for all seats of this device. */
  token: string;
  way: Way;
  /** Seats of this device; before the start nothing else tells them. */
  seats: number[];
  /** Shares of the dice, by match, attempt, the server's hash and seat. */
  shares: Record<string, string>;
  /** What shares are drawn from: it never leaves the device, and all its tabs know it. */
  secret?: string;
  /** Under which promise a share was opened, by the same names. */
  opened?: Record<string, string>;
  /** What pages kept of a match before there were receipts: the server's hash. */
  seals?: Record<string, string>;
  /** Tips already seen in a guided match; null elsewhere. */
  tips: string[] | null;
  /** What was going on there when this device last looked. */
  glance?: Glance | null;
  /** True if this device is called to the table by push. */
  isCalled?: boolean;
  at: number;
}

const SETTINGS = "paperdice.settings";
const TABLES = "paperdice.tables";
const MATCHES = "paperdice.matches";
const RECEIPTS = "paperdice.receipts";
const MAX_TABLES = 40;
const MAX_RECEIPTS = 60;
const MAX_MATCHES = 200;
const RESULTS = "paperdice.results";
const CHOICE = "paperdice.choice";
const MAX_RESULTS = 1000;

const DEFAULTS: Settings = {
  sendAtOnce: false,
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

// A browser may forbid storing (private windows, full disk): then values live here until the page closes.
const unstored = new Map<string, string>();

/** A stored value, or the fallback where nothing readable is stored. */
export function read<T>(key: string, fallback: T): T {
  try {
    const text = unstored.get(key) ?? localStorage.getItem(key);
    return text === null ? fallback : (JSON.parse(text) as T);
  } catch {
    return fallback;
  }
}

/** Stores a value, or keeps it until the page closes. */
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
    // where nothing can be stored nothing is to be removed
  }
}

export function loadSettings(): Settings {
  return { ...DEFAULTS, ...read<Partial<Settings>>(SETTINGS, {}) };
}

export function saveSettings(settings: Settings): void {
  write(SETTINGS, settings);
}

/** Random bytes as hex; works without a secure context. */
export function randomHex(n: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(n));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function loadTables(): StoredTable[] {
  return read<StoredTable[]>(TABLES, []);
}

/** What is kept of a table, made new with a fresh token if there is nothing. */
export function loadTable(code: string): StoredTable {
  const found = loadTables().find((table) => table.code === code);
  if (found) return found;
  const [token, secret] = [randomHex(24), randomHex(32)];
  return { code, token, secret, way: "own", seats: [], shares: {}, tips: null, at: Date.now() };
}

export function saveTable(table: StoredTable): void {
  const others = loadTables().filter((other) => other.code !== table.code);
  write(TABLES, [{ ...table, at: Date.now() }, ...others].slice(0, MAX_TABLES));
}

/** Notes that a match goes on, or is over; tells whether that was news. */
export function noteStatus(code: string, status: Glance["status"]): boolean {
  const tables = loadTables();
  const glance = tables.find((table) => table.code === code)?.glance;
  if (!glance || glance.status === status) return false;
  write(
    TABLES,
    tables.map((table) => (table.code === code ? { ...table, glance: { ...glance, status } } : table)),
  );
  return true;
}

/** What this device kept of a match to check its dice; null if it was not there. */
export function loadReceipt(match: string): Receipt | null {
  return read<Receipt | null>(`${RECEIPTS}.${match}`, null);
}

/** Keeps a receipt under a name of its own, so that each throw writes little; the oldest ones go. */
export function saveReceipt(match: string, receipt: Receipt): void {
  const matches = read<string[]>(RECEIPTS, []);
  write(`${RECEIPTS}.${match}`, receipt);
  if (matches.includes(match)) return;
  const kept = [match, ...matches];
  for (const old of kept.slice(MAX_RECEIPTS)) remove(`${RECEIPTS}.${old}`);
  write(RECEIPTS, kept.slice(0, MAX_RECEIPTS));
}

/** The table at which a match was played on this device. */
export function findTableOf(match: string): StoredTable | undefined {
  const code = loadReceipt(match)?.code;
  return loadTables().find((table) => table.code === code || table.seals?.[match] !== undefined);
}

/** Ids of the matches played or watched to the end here, newest first. */
export function loadMatches(): string[] {
  return read<string[]>(MATCHES, []);
}

export function rememberMatch(match: string): void {
  const others = loadMatches().filter((other) => other !== match);
  write(MATCHES, [match, ...others].slice(0, MAX_MATCHES));
}

/** Results of matches that were played here, newest first. */
export function loadResults(): MatchResult[] {
  return read<MatchResult[]>(RESULTS, []);
}

/** Adds results; one that is known already takes the new values. */
export function saveResults(results: readonly MatchResult[]): void {
  const known = new Map(loadResults().map((result) => [result.match, result]));
  for (const result of results)
    known.set(result.match, { ...result, finished: known.get(result.match)?.finished ?? result.finished });
  const ordered = [...known.values()].sort((a, b) => b.finished - a.finished);
  write(RESULTS, ordered.slice(0, MAX_RESULTS));
}

/** What was chosen on the first page when a table was last opened; null before the first time. */
export function loadChoice(): unknown {
  return read<unknown>(CHOICE, null);
}

export function saveChoice(choice: unknown): void {
  write(CHOICE, choice);
}

export function forgetMatch(match: string): void {
  write(
    RESULTS,
    loadResults().filter((other) => other.match !== match),
  );
  write(
    MATCHES,
    loadMatches().filter((other) => other !== match),
  );
}
