// What is kept on this device of tables without a server: one record each while it is played, and finished matches.

import type { DiceFacts, MatchFacts, ReasonView, State } from "../net/protocol";
import {
  either,
  isCount,
  isFlag,
  isId,
  isInteger,
  isNumber,
  isText,
  isTime,
  listOf,
  mapOf,
  oneOf,
  optional,
  orNull,
  shape,
} from "../state/checks";
import { isResult } from "../state/results";
import { read, readList, remove, setAside, write } from "../state/storage";
import type { Asked, Entry } from "./course";
import type { Part, Turn } from "./match";

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

const isPart = shape<Part>({ text: isText, clock: orNull(isNumber), comment: isText });
const isTurn = shape<Turn>({ number: isCount, active: isCount, parts: listOf(isPart) });
const isEntry = shape<Entry>({
  turn: isCount,
  throw: isCount,
  phase: isText,
  seat: isInteger,
  text: isText,
  clock: orNull(isNumber),
  comment: isText,
  isForced: isFlag,
});
const isReason = shape<ReasonView>({ id: isText, params: mapOf(either(isText, isNumber)), rule: isText });

/** Notices of this device hold nothing but texts, numbers, and lists of them. */
const isPlain = either(orNull(either(isText, isNumber)), isFlag);
const isNotice = (value: unknown): value is KeptTable["notices"][number] =>
  shape({ type: isText, sequence: isCount, at: isTime })(value) && mapOf(either(isPlain, listOf(isPlain)))(value);

const isShaped = shape<KeptTable>({
  code: isId,
  match: isId,
  key: isText,
  sheets: listOf(isText),
  first: isCount,
  dice: oneOf(["seeded", "typed", "unknown"]),
  seed: isText,
  autoThrow: isFlag,
  autoPass: isFlag,
  pace: orNull(oneOf(["fast", "normal", "slow"])),
  seats: listOf(shape<KeptSeat>({ name: isText, bot: orNull(isText) })),
  series: listOf(isCount),
  previous: orNull(isId),
  openedAt: isTime,
  startedAt: orNull(isTime),
  turns: listOf(isTurn),
  sealed: listOf((value): value is [number, string] => Array.isArray(value) && isCount(value[0]) && isText(value[1])),
  step: isCount,
  sequence: isCount,
  notices: listOf(isNotice),
  later: listOf(isEntry),
  asked: listOf(shape<Asked>({ entry: isEntry, why: isReason })),
});

function isTable(value: unknown): value is KeptTable {
  if (!isShaped(value)) return false;
  const { sheets, seats, series, first } = value;
  return first < seats.length && sheets.length === seats.length && series.length === seats.length;
}

const isDice = shape<DiceFacts>({
  kind: oneOf(["committed", "seeded", "typed", "unknown"]),
  stage: oneOf(["lobby", "commit", "ready", "reveal"]),
  attempt: isCount,
  server_hash: orNull(isText),
  commitments: listOf(orNull(isText)),
  shares: listOf(orNull(isText)),
  revealed: listOf(isCount),
  without: listOf(isCount),
  seed: orNull(isText),
  bot_hash: orNull(isText),
  offered: optional(listOf(isCount)),
  dropped: optional(listOf(isText)),
});

const isFacts = shape<Omit<MatchFacts, "names" | "bots" | "sheets" | "scores" | "winners">>({
  match: isId,
  game: isText,
  title: isText,
  code: isText,
  started: isTime,
  finished: isTime,
  end_reason: orNull(isText),
  n_turns: isCount,
  dice: isDice,
  challenge: orNull(isText),
  previous: orNull(isText),
  record: isText,
});

function isMatch(value: unknown): value is MatchFacts {
  return isFacts(value) && isResult({ ...value, own: [], turns: value.n_turns });
}

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
  return read(tableKey(code), orNull(isTable), null);
}

/** Sets a table aside whose turns cannot be replayed. */
export function dropTable(table: KeptTable): void {
  remove(tableKey(table.code));
  setAside(tableKey(table.code), table);
}

export function keepTable(table: KeptTable): void {
  keep(TABLES, table.code, table, MOST_TABLES);
}

export function loadMatch(match: string): MatchFacts | null {
  return read(`${MATCHES}.${match}`, orNull(isMatch), null);
}

export function keepMatch(facts: MatchFacts): void {
  keep(MATCHES, facts.match, facts, MOST_MATCHES);
}

export function dropMatch(match: string): void {
  remove(`${MATCHES}.${match}`);
  write(
    MATCHES,
    readList(MATCHES, isId).filter((other) => other !== match),
  );
}
