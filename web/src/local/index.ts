// Play without a server: tables on this device alone. It is loaded when a server cannot be reached.

import { new_opening, readWish, record_of, type Table } from "../../rules/local/table.js";
import { type LoadedGame, Match, open_sheet, type Sheet } from "../../rules/shared/flow.js";
import { loadGame, loadGames, refusedBy } from "../library/games";
import { readRecord } from "../library/replay";
import type { RequestError } from "../net/api";
import type { Environment } from "../net/connection";
import type { GivenMatch, TakenIn } from "../net/local";
import type { Command, GameFacts, MatchFacts, NewTable, TableFacts, TableOpened } from "../net/protocol";
import { refusal } from "./game";
import { BOT, hostTable, keptOf, type LocalTable } from "./host";
import { dropMatch, dropTable, type KeptMatch, keepMatches, keepTable, loadKept, loadMatch, tableKey } from "./kept";
import { random } from "./random";

/** A refused request, as from a server. */
function refused(id: string, params: Record<string, string | number> = {}, status = 409): RequestError {
  return refusedBy(refusal(id, params), status);
}

/** A blank sheet. */
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

/** Open a table on this device, and throw the errors of a server; seats of other devices need a server. */
export async function openTable(wish: NewTable): Promise<TableOpened> {
  const isHere = wish.seats.every((seat) => (seat.bot ? seat.bot === BOT : seat.token));
  if (!isHere || wish.challenge || !(await loadGame(wish.game))) throw refused("needs_server");
  const dice = wish.dice === "typed" || wish.dice === "unknown" ? wish.dice : "seeded";
  try {
    const opening = new_opening(readWish({ ...wish, dice }), null, [BOT], Date.now(), random);
    keepTable(opening.opened.code, keptOf(opening));
    return { code: opening.opened.code, match: opening.match_id };
  } catch (error) {
    throw refusedBy(error);
  }
}

function keepFinished(table: Table): void {
  const { match_id: match, setup, started_at } = table;
  const { code, at, previous } = setup;
  const bots = table.seats.map((seat) => seat.bot);
  const finished = Date.now();
  keepMatches([{ match, code, started: started_at ?? at, finished, previous, record: record_of(table), bots }]);
}

async function loadTable(code: string): Promise<LocalTable> {
  const kept = loadKept(code);
  if (!kept) throw refused("unknown_table", {}, 404);
  // Load the rules before replaying a log.
  for (const { game } of kept.log as { game?: string }[]) if (game) await loadGame(game);
  try {
    return hostTable(kept, {
      random,
      now: () => Date.now(),
      later(ms, callback) {
        const timer = setTimeout(callback, ms);
        return () => clearTimeout(timer);
      },
      keep: (table) => keepTable(code, table),
      finish: keepFinished,
      reopen: dropMatch,
    });
  } catch {
    dropTable(code, kept);
    throw refused("unknown_table", {}, 404);
  }
}

export async function tableFacts(code: string): Promise<TableFacts> {
  return (await loadTable(code)).facts();
}

/** The facts about a match from its record. */
async function factsOf(kept: KeptMatch): Promise<MatchFacts> {
  const { record, match } = await readRecord(kept.record);
  const { Match, Sheets, Dice, DiceSeed } = record.headers;
  if (!match.over || Match !== kept.match) throw refused("bad_record", { turn: 0, why: kept.match });
  // Without stored bots, only the name of the device's bot stands for one.
  const bots = match.names.map((name, seat) =>
    kept.bots ? (kept.bots[seat] ?? null) : name === `bot ${BOT}` ? BOT : null,
  );
  const nobody = bots.map(() => null);
  return {
    ...kept,
    game: match.game.name,
    title: match.game.title,
    names: match.names.map((name, seat) => bots[seat] ?? name),
    bots,
    sheets: (Sheets ?? "").split(" "),
    scores: match.scores,
    winners: match.winners,
    end_reason: match.end_reason,
    n_turns: match.turn,
    dice: {
      kind: !match.has_dice ? "unknown" : Dice === "typed" ? Dice : "seeded",
      stage: "ready",
      attempt: 1,
      server_hash: null,
      commitments: nobody,
      shares: nobody,
      revealed: [],
      without: [],
      seed: DiceSeed ?? null,
      bot_hash: null,
    },
    challenge: null,
  };
}

/** A finished match of this device. */
export async function matchFacts(match: string): Promise<MatchFacts> {
  const kept = loadMatch(match);
  if (!kept) throw refused("unknown_match", {}, 404);
  return factsOf(kept);
}

export async function forget(match: string): Promise<null> {
  dropMatch(match);
  return null;
}

/** Store matches that were played on another device, once all of their records have been checked. */
export async function takeIn(matches: readonly GivenMatch[]): Promise<TakenIn> {
  await loadGames(); // so that a record is not called unreadable because code cannot be loaded
  const good: KeptMatch[] = [];
  const unreadable: string[] = [];
  for (const { match, finished, record, bots } of matches) {
    const kept = { match, code: "", started: finished, finished, previous: null, record, bots };
    await factsOf(kept).then(
      () => good.push(kept),
      () => unreadable.push(match),
    );
  }
  return { unreadable, dropped: keepMatches(good) };
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

  /** Another tab has changed the table: read it again. */
  private readonly reload = async (event: StorageEvent): Promise<void> => {
    if (event.key !== tableKey(this.code) || this.readyState !== 1) return;
    this.table?.tell(null);
    this.table = await loadTable(this.code);
    this.send(JSON.stringify({ type: "hello" }));
  };

  send(text: string): void {
    const command = JSON.parse(text) as Command;
    const answers = this.table?.handle(command) ?? [];
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

/** The replacement of the network at a table of this device. */
export function localNetwork(code: string): Pick<Environment, "isOnline" | "open"> {
  return { isOnline: () => true, open: () => new LocalSocket(code) as unknown as WebSocket };
}
