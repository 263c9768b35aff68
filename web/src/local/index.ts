// Play without a server: tables on this device alone. It is loaded when a server cannot be reached.

import { type LoadedGame, Match, open_sheet, parse_sheet, type Sheet } from "../../rules/shared/flow.js";
import { loadGame, loadGames, refusedBy } from "../library/games";
import { readRecord } from "../library/replay";
import type { RequestError } from "../net/api";
import type { Environment } from "../net/connection";
import type { Command, GameFacts, MatchFacts, NewTable, TableFacts, TableOpened } from "../net/protocol";
import { drawSeed } from "./dice";
import { refusal } from "./game";
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
import { type LocalTable, makeLocalTable, type TableContext } from "./table";
import { diceFacts, factsOf, tableRecord } from "./telling";

const BOT = "casual";

/** A request that cannot be met, as the server would refuse it. */
function refused(id: string, params: Record<string, string | number> = {}, status = 409): RequestError {
  return refusedBy(refusal(id, params), status);
}

/** What a sheet prints, before anybody wrote on it. */
function printedSheet(game: LoadedGame, sheet: Sheet): GameFacts["sheets"][number] {
  const { lines = [] } = open_sheet(new Match(game, 1, [sheet]).raw, 0);
  const cells = sheet.rows.flatMap(({ colors, numbers }) => colors.map((color, i) => `${color}${numbers[i] ?? ""}`));
  const signs = cells.flatMap((cell) => {
    const sign = sheet.extras?.sign_of(cell);
    return sign ? [[cell, sign]] : [];
  });
  return {
    name: sheet.name,
    rows: sheet.rows.map(({ colors, numbers }) => ({ colors, numbers })),
    signs: Object.fromEntries(signs),
    lines: Object.fromEntries(lines.map((line) => [line.name, line.cells.map((cell) => cell.text)])),
    group: sheet.extras?.group ?? "",
  } as GameFacts["sheets"][number];
}

/** The games that can be played without a server. */
export async function localGames(): Promise<GameFacts[]> {
  return (await loadGames())
    .filter((game) => game.base === null)
    .sort((a, b) => a.place - b.place)
    .map((game) => ({
      name: game.name,
      title: game.title,
      rules: game.version,
      seats: [game.seats[0] ?? 1, game.seats.at(-1) ?? 1],
      sheets: Object.values(game.sheets).map((sheet) => printedSheet(game, sheet)),
      bots: [BOT],
      daily: "",
      own_sheets: true,
      deals: !game.one_sheet,
    }));
}

/** The game and the sheets of a table that is wished for. */
async function deal(wish: NewTable): Promise<{ game: LoadedGame; sheets: string[] }> {
  const game = await loadGame(wish.game);
  if (!game) throw refused("needs_server");
  const n = wish.seats.length;
  const given = wish.sheets?.length ? wish.sheets : game.deal(n);
  const sheets = given.length === 1 ? wish.seats.map(() => given[0] ?? "") : given;
  try {
    if (sheets.length !== n) throw refusal("bad_deal", { seats: n });
    game.on(sheets.map((text) => parse_sheet(game, text)));
  } catch (error) {
    throw refusedBy(error);
  }
  return { game, sheets };
}

/** The game, the sheets and the beginning of a table that is wished for; a position brings its own. */
async function begin(
  wish: NewTable,
): Promise<{ game: LoadedGame; sheets: string[]; first: number | null; position: string }> {
  if (!wish.position) return { ...(await deal(wish)), first: wish.first ?? null, position: "" };
  if (!(await loadGame(wish.game))) throw refused("needs_server");
  let match: Match;
  try {
    match = Match.from_position(wish.position);
  } catch (error) {
    throw refusedBy(error);
  }
  const fits = match.game.name === wish.game && match.seats === wish.seats.length && !wish.sheets;
  if (!fits || wish.dice === "typed" || wish.dice === "unknown" || match.over) throw refused("other_position");
  // Behind the bars a position has the sheet of each seat first.
  const sheets = wish.position
    .split(" | ")
    .slice(1)
    .map((part) => part.split(" ")[0] ?? "");
  return { game: match.game as LoadedGame, sheets, first: match.first, position: wish.position };
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
  const { game, sheets, first, position } = await begin(wish);
  const table: KeptTable = {
    code: drawCode(),
    match: drawId(),
    game: game.name,
    sheets,
    first: first ?? (crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) % wish.seats.length,
    position,
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
    scores: match.scores,
    winners: match.winners,
    end_reason: match.end_reason,
    n_turns: match.turn,
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
  reopen: dropMatch,
};

async function loadTable(code: string): Promise<LocalTable> {
  const kept = loadKept(code);
  const game = kept && (await loadGame(kept.game));
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
  return factsOf(table.kept(), table.match());
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

/** Keeps a match that was played on another device, as its record tells it. */
export async function takeIn(match: string, finished: number, record: string): Promise<void> {
  const { record: read, match: played } = await readRecord(record);
  const { headers } = read;
  if (!played.over || headers.Match !== match) throw refused("bad_record", { turn: 0, why: match });
  const { names } = played;
  const bots = names.map((name) => (name.startsWith("bot ") ? name.slice(4) : null));
  const dice = diceOf(headers.Dice);
  keepMatch({
    match,
    game: played.game.name,
    title: played.game.title,
    code: "",
    names: names.map((name, seat) => bots[seat] ?? name),
    bots,
    sheets: (headers.Sheets ?? "").split(" "),
    started: finished,
    finished,
    scores: played.scores,
    winners: played.winners,
    end_reason: played.end_reason,
    n_turns: played.turn,
    dice: diceFacts(dice, headers.DiceSeed ?? null, names.length),
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
