// Play without a server: tables on this device alone. It is loaded when a server cannot be reached.

import { type RecordLine, readRecord } from "../fair/record";
import { RequestError } from "../net/api";
import type { Environment } from "../net/connection";
import type {
  Command,
  GameFacts,
  MatchFacts,
  NewTable,
  Replay,
  SheetView,
  TableFacts,
  TableOpened,
} from "../net/protocol";
import { drawSeed } from "./dice";
import { type LocalGame, readSheet } from "./game";
import { drawCode, drawId } from "./ids";
import {
  dropMatch,
  dropTable,
  type KeptTable,
  keepMatch,
  keepTable,
  loadKept,
  loadMatch,
  tableKey,
  unplayed,
} from "./kept";
import {
  actingIn,
  endReasonOf,
  type Match,
  makeMatch,
  phaseOf,
  Refusal,
  reasonOf,
  resolve,
  scoresOf,
  sealMove,
  throwDice,
  wantedDice,
  winnersOf,
} from "./match";
import { enterOnPad, makePad } from "./pad";
import { type LocalTable, makeLocalTable, type TableContext } from "./table";
import { diceFacts, factsOf, PAD_FORMAT, tableRecord } from "./telling";
import { linesOf, openView } from "./view";

const BOT = "casual";
const FAMILY = "_family";
const modules = import.meta.glob<{ default: LocalGame }>("../../rules/*.js");

async function loadGame(key: string): Promise<LocalGame | null> {
  const module = await modules[`../../rules/${key}.js`]?.();
  return module?.default ?? null;
}

/** A request that cannot be met, as the server would refuse it. */
function refused(id: string, params: Record<string, string | number> = {}, status = 409): RequestError {
  const { reason } = new Refusal(id, params);
  return new RequestError(status, { error: "SetupError", message: id, why: reason });
}

/** What the sheets of a game print, before anybody wrote on them. */
function printedSheets(game: LocalGame): GameFacts["sheets"] {
  return Object.keys(game.sheets).map((name) => {
    const { rows, signs } = readSheet(game, name);
    const { lines = [] } = linesOf(makeMatch(game, [name], 0), 0);
    return {
      name,
      rows,
      signs,
      lines: Object.fromEntries(lines.map((line) => [line.name, line.cells.map((cell) => cell.text)])),
      group: game.sheets[name]?.group ?? "",
    };
  });
}

/** The games that can be played without a server. */
export async function localGames(): Promise<GameFacts[]> {
  const found = (await Promise.all(Object.values(modules).map((load) => load()))).map((module) => module.default);
  const sheetsOf = (name: string) => found.filter((game) => game.facts.name === name).flatMap(printedSheets);
  return found
    .filter((game) => game.facts.key === game.facts.name)
    .sort((a, b) => a.facts.place - b.facts.place)
    .map((game) => ({
      name: game.facts.name,
      title: game.facts.title,
      rules: game.facts.version,
      seats: game.facts.seats,
      sheets: sheetsOf(game.facts.name),
      bots: [BOT],
      daily: "",
      own_sheets: true,
      deals: !game.facts.oneSheet,
    }));
}

/** The rules and sheets of a table that is wished for. */
async function deal(wish: NewTable): Promise<{ game: LocalGame; sheets: string[] }> {
  const base = await loadGame(wish.game);
  if (!base) throw refused("needs_server");
  const n = wish.seats.length;
  const given = wish.sheets?.length ? wish.sheets : Object.keys(base.sheets).slice(0, base.facts.oneSheet ? 1 : n);
  const sheets = given.length === 1 ? wish.seats.map(() => given[0] ?? "") : given;
  const isOwn = (name: string) => name.includes("=");
  const game = sheets.every((name) => base.sheets[name] || isOwn(name)) ? base : await loadGame(wish.game + FAMILY);
  const isKnown = game && sheets.length === n && sheets.every((name) => game.sheets[name] || isOwn(name));
  const groups = new Set(sheets.map((name) => (game?.sheets[name] ?? game?.plain)?.group));
  if (!isKnown || groups.size !== 1) throw refused("bad_deal", { seats: n });
  return { game, sheets };
}

export function blankSheets(game: string, names: readonly string[]): Promise<{ sheet: SheetView; most: number }[]> {
  return Promise.all(
    names.map(async (name) => {
      const dealt = await deal({ game, sheets: [name], seats: [{}] });
      const match = makeMatch(dealt.game, dealt.sheets, 0);
      return { sheet: openView(match).sheets[0] as SheetView, most: match.sheets[0]?.extras?.most_marks ?? 0 };
    }),
  );
}

/** A device throws what a server would throw. */
function diceOf(kind: string | undefined): KeptTable["dice"] {
  return kind === "typed" || kind === "unknown" ? kind : "seeded";
}

/** Opens a table on this device; who has no name here needs a server. */
export async function openTable(wish: NewTable): Promise<TableOpened> {
  const isHere = wish.seats.every((seat) => (seat.bot ? seat.bot === BOT : seat.token));
  if (!isHere || wish.challenge) throw refused("needs_server");
  if (wish.dice === "unknown" && wish.seats.some((seat) => seat.bot)) throw refused("pad_without_bots");
  const { game, sheets } = await deal(wish);
  const table: KeptTable = {
    code: drawCode(),
    match: drawId(),
    key: game.facts.key,
    sheets,
    first: wish.first ?? (crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) % wish.seats.length,
    dice: diceOf(wish.dice),
    seed: wish.seed == null ? drawSeed() : String(wish.seed),
    autoThrow: wish.auto_throw ?? false,
    autoPass: wish.auto_pass ?? false,
    pace: wish.pace ?? null,
    seats: wish.seats.map(({ name, bot }) => ({ name: bot ?? name ?? "", bot: bot ?? null })),
    series: wish.seats.map(() => 0),
    previous: null,
    openedAt: Date.now(),
    startedAt: null,
    ...unplayed(),
  };
  keepTable(table);
  return { code: table.code, match: table.match };
}

function finishedFacts(table: LocalTable): MatchFacts {
  const [kept, match] = [table.kept(), table.match()];
  const facts = factsOf(kept, match);
  return {
    match: kept.match,
    game: facts.game,
    title: facts.title,
    code: kept.code,
    names: kept.seats.map((seat) => seat.name),
    bots: kept.seats.map((seat) => seat.bot),
    sheets: kept.sheets,
    started: kept.startedAt ?? kept.openedAt,
    finished: Date.now(),
    scores: scoresOf(match),
    winners: winnersOf(match),
    end_reason: endReasonOf(match),
    n_turns: match.state.turn,
    dice: facts.dice,
    challenge: null,
    previous: kept.previous,
    record: tableRecord(kept, match),
  };
}

const context: TableContext = {
  now: () => Date.now(),
  later(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
  keep: keepTable,
  finish: (table) => keepMatch(finishedFacts(table)),
};

async function loadTable(code: string): Promise<LocalTable> {
  const kept = loadKept(code);
  const game = kept && (await loadGame(kept.key));
  if (!kept || !game) throw refused("unknown_table", {}, 404);
  try {
    return makeLocalTable(game, kept, context);
  } catch {
    dropTable(kept);
    throw refused("unknown_table", {}, 404);
  }
}

export async function tableFacts(code: string): Promise<TableFacts> {
  const table = await loadTable(code);
  return factsOf(table.kept(), table.match(), table.pad());
}

/** A finished match of this device. */
export async function matchFacts(match: string): Promise<MatchFacts> {
  const found = loadMatch(match);
  if (!found) throw refused("unknown_match", {}, 404);
  return found;
}

export async function forget(match: string): Promise<null> {
  dropMatch(match);
  return null;
}

/** What somebody sees who holds no seat. */
function watched(match: Match): Replay["frames"][number]["view"] {
  return { ...openView(match), seat: null, sealed: null, choices: [], pass: null };
}

/** The entries of a pad, a frame for each. */
function padFrames(game: LocalGame, sheets: readonly string[], lines: readonly RecordLine[]): Replay["frames"] {
  const pad = makePad(game, sheets);
  const told = { phase: "pad", roll: null };
  const frames = [{ ...told, turn: 1, active: 0, moves: [] as (string | null)[], view: watched(pad.match) }];
  try {
    for (const { turn, active, parts } of lines) {
      enterOnPad(pad, active, parts[0] ?? "");
      const moves = sheets.map((_, seat) => (seat === active ? (parts[0] ?? "") : null));
      frames.push({ ...told, turn, active, moves, view: watched(pad.match) });
    }
  } catch (error) {
    const { id, params } = reasonOf(error);
    throw refused(id, params);
  }
  return frames;
}

/** Refuses a newer format, whatever its other lines look like. */
function checkFormat(text: string): void {
  const format = /^\[Paperdice "([1-9]\d{0,5})"\]/.exec(text)?.[1] ?? "";
  if (Number(format) > PAD_FORMAT) throw refused("newer_record", { format });
}

/** The replay of a record, frame by frame, as a server makes it. */
export async function replay(text: string): Promise<Replay> {
  checkFormat(text);
  const { header, lines } = readRecord(text);
  const sheets = (header.get("Sheets") ?? "").split(" ");
  const name = header.get("Game") ?? "";
  const { game } = await deal({ game: name, seats: sheets.map(() => ({})), sheets });
  const [rules, known] = [header.get("Rules") ?? "", game.facts.version];
  if (rules !== String(known)) throw refused("other_rules", { game: game.facts.title, rules, known });
  const names = sheets.map((_, seat) => header.get(`Player${seat}`) ?? "");
  const head = { game: name, title: game.facts.title, names };
  if (header.get("Paperdice") === String(PAD_FORMAT)) return { ...head, frames: padFrames(game, sheets, lines) };
  const match = makeMatch(game, sheets, Number(header.get("First")));
  const view = () => watched(match);
  const frame = (roll: string | null, moves: (string | null)[], at = match.state, phase = phaseOf(match)) => ({
    turn: at.turn,
    active: at.active,
    phase,
    roll,
    moves,
  });
  const frames = [{ ...frame(null, []), view: view() }];
  try {
    for (const part of lines.flatMap((line) => line.parts)) {
      const isThrow = wantedDice(match).length > 0;
      const texts = part.split(", ");
      const acting = actingIn(match);
      const moves = isThrow ? [] : sheets.map((_, seat) => texts[acting.indexOf(seat)] ?? null);
      const told = frame(isThrow ? part : null, moves);
      if (isThrow) throwDice(match, part, null);
      else {
        for (const seat of acting) sealMove(match, seat, moves[seat] ?? "");
        resolve(match, null);
      }
      frames.push({ ...told, view: view() });
    }
  } catch (error) {
    const { id, params } = reasonOf(error);
    throw refused(id, params);
  }
  return { ...head, frames };
}

/** Keeps a match that was played on another device, as its record tells it. */
export async function takeIn(match: string, finished: number, record: string): Promise<void> {
  const { title, names, frames } = await replay(record);
  const { header } = readRecord(record);
  const last = frames.at(-1)?.view;
  if (!last?.over || header.get("Match") !== match) throw refused("bad_record", { turn: 0, why: match });
  const bots = names.map((name) => (name.startsWith("bot ") ? name.slice(4) : null));
  const dice = diceOf(header.get("Dice"));
  keepMatch({
    match,
    game: last.game,
    title,
    code: "",
    names: names.map((name, seat) => bots[seat] ?? name),
    bots,
    sheets: (header.get("Sheets") ?? "").split(" "),
    started: finished,
    finished,
    scores: last.scores,
    winners: last.winners,
    end_reason: last.end_reason,
    n_turns: last.turn,
    dice: diceFacts(dice, header.get("DiceSeed") ?? null, names.length),
    challenge: null,
    previous: null,
    record,
  });
}

/** A socket to a table of this device. */
class LocalSocket {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  onerror: (() => void) | null = null;
  readyState = 0;
  private table: LocalTable | null = null;
  private readonly code: string;

  constructor(code: string) {
    this.code = code;
    void this.open();
    addEventListener("storage", this.reload);
  }

  private async open(): Promise<void> {
    try {
      this.table = await loadTable(this.code);
    } catch {
      this.close();
      return;
    }
    this.readyState = 1;
    this.onopen?.();
  }

  /** Another tab has played on: it is read again. */
  private readonly reload = async (event: StorageEvent): Promise<void> => {
    if (event.key !== tableKey(this.code) || this.readyState !== 1) return;
    this.table?.tell(null);
    this.table = await loadTable(this.code);
    this.send(JSON.stringify({ type: "hello" }));
  };

  send(text: string): void {
    const command = JSON.parse(text) as Command;
    const answers = this.table?.obey(command) ?? [];
    for (const message of answers) this.receive(message);
    if (command.type === "hello") this.table?.tell((message) => this.receive(message));
  }

  private receive(message: object): void {
    const data = JSON.stringify(message);
    queueMicrotask(() => this.readyState === 1 && this.onmessage?.({ data }));
  }

  close(): void {
    removeEventListener("storage", this.reload);
    this.table?.tell(null);
    this.readyState = 3;
    this.onclose?.();
  }
}

/** What takes the place of the network at a table of this device. */
export function localNetwork(code: string): Pick<Environment, "isOnline" | "open"> {
  return { isOnline: () => true, open: () => new LocalSocket(code) as unknown as WebSocket };
}
