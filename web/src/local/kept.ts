// What is kept on this device of tables without a server: one record each while it is played, and finished matches.

import type { DiceFacts, MatchFacts, State } from "../net/protocol";
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
import type { Step } from "./game";

export interface KeptSeat {
  name: string;
  /** `casual`, or null where a person plays. */
  bot: string | null;
}

/** A table as it is kept: the match is the replay of its steps. */
export interface KeptTable {
  code: string;
  match: string;
  game: string;
  sheets: string[];
  first: number;
  /** Where the match begins, empty on blank sheets. */
  position: string;
  /** `unknown` at a pad. */
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
  steps: Step[];
  step: number;
  sequence: number;
  notices: State["notices"];
}

/** What of a match is empty before its first throw. */
export function unplayed() {
  return {
    steps: [],
    step: 0,
    sequence: 1,
    notices: [],
  } satisfies Partial<KeptTable>;
}

const isPlace = (value: unknown): value is [number, number, string, number] =>
  Array.isArray(value) && isCount(value[0]) && isCount(value[1]) && isText(value[2]) && isInteger(value[3]);
type StepOf<K extends Step["kind"]> = Extract<Step, { kind: K }>;
const isStep = (value: unknown): value is Step =>
  shape<StepOf<"throw">>({ kind: oneOf(["throw"]), roll: isText, clock: isNumber })(value) ||
  shape<StepOf<"seal">>({ kind: oneOf(["seal"]), seat: isCount, move: isText })(value) ||
  shape<StepOf<"take_back">>({ kind: oneOf(["take_back"]), seat: isCount })(value) ||
  shape<StepOf<"resolve">>({ kind: oneOf(["resolve"]), clock: isNumber })(value) ||
  shape<StepOf<"enter">>({ kind: oneOf(["enter"]), seat: isCount, text: isText })(value) ||
  shape<StepOf<"correct">>({ kind: oneOf(["correct"]), place: isPlace, text: isText })(value);

/** Notices of this device hold nothing but texts, numbers, and lists of them. */
const isPlain = either(orNull(either(isText, isNumber)), isFlag);
const isNotice = (value: unknown): value is KeptTable["notices"][number] =>
  shape({ type: isText, sequence: isCount, at: isTime })(value) && mapOf(either(isPlain, listOf(isPlain)))(value);

const isShaped = shape<KeptTable>({
  code: isId,
  match: isId,
  game: isText,
  sheets: listOf(isText),
  first: isCount,
  position: isText,
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
  steps: listOf(isStep),
  step: isCount,
  sequence: isCount,
  notices: listOf(isNotice),
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
