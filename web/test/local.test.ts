import { beforeEach, describe, expect, it } from "vitest";
import { new_opening, readWish, record_of, type Table } from "../rules/local/table.js";
import { Match } from "../rules/shared/flow.js";
import "../rules/qwixx.js";
import "../rules/sixto.js";
import { readTexts } from "../scripts/texts";
import { makeTexts, setTexts } from "../src/i18n";
import { loadGames } from "../src/library/games";
import { replay } from "../src/library/replay";
import { casualMove } from "../src/local/game";
import { BOT, hostTable, keptOf, type LocalTable } from "../src/local/host";
import { localGames, matchFacts, openTable, tableFacts, takeIn } from "../src/local/index";
import type { KeptTable } from "../src/local/kept";
import type { Message, NewTable, State } from "../src/net/protocol";
import { problemText } from "../src/parts/useRequest";

setTexts(makeTexts("en", readTexts("en")));

let now = 0;
let n_drawn = 0;
let waiting: { at: number; callback: () => void }[] = [];
let finished: Table[] = [];
let kept: KeptTable[] = [];
let reopened: string[] = [];

const random = {
  below: () => 0,
  code: () => "LOCAL-1",
  id: () => `local-${++n_drawn}`,
  seed: () => "7",
};
const device = {
  random,
  now: () => now,
  later(ms: number, callback: () => void) {
    const entry = { at: now + ms, callback };
    waiting.push(entry);
    return () => {
      waiting = waiting.filter((each) => each !== entry);
    };
  },
  keep: (table: KeptTable) => void kept.push(structuredClone(table)),
  finish: (table: Table) => void finished.push(table),
  reopen: (match: string) => void reopened.push(match),
};

/** Advance the time until no timer is pending, or by some milliseconds. */
function pass(ms: number): void {
  const end = now + ms;
  for (;;) {
    const [next] = waiting.filter((each) => each.at <= end).sort((a, b) => a.at - b.at);
    if (!next) break;
    waiting = waiting.filter((each) => each !== next);
    now = Math.max(now, next.at);
    next.callback();
  }
  now = end;
}

const ANN = { name: "Ann", token: "t".repeat(32) };
const BEN = { name: "Ben", token: "t".repeat(32) };
const WISH: NewTable = {
  game: "qwixx",
  sheets: ["classic"],
  first: 0,
  dice: "seeded",
  auto_throw: true,
  auto_pass: true,
  pace: "normal",
  seats: [ANN, { bot: BOT }],
};

let told: State[] = [];

/** Takes a table into use as it was kept, with somebody looking at it. */
function load(table: KeptTable): LocalTable {
  const hosted = hostTable(table, device);
  hosted.tell((message) => message.type === "state" && told.push(message));
  return hosted;
}

function open(change: Partial<NewTable> = {}): LocalTable {
  return load(keptOf(new_opening(readWish({ ...WISH, ...change }), null, [BOT], now, random)));
}

/** Plays what seat 0 is offered first, until the match is over. */
function playOut(table: LocalTable): void {
  for (let i = 0; !table.table().match.over; i++) {
    pass(0);
    const { match, step } = table.table();
    const seat = match.acting.find((each) => table.table().persons.includes(each));
    const [move] = seat === undefined ? [] : match.choices(seat).slice(-1);
    if (move && seat !== undefined) table.handle({ type: "play", id: `move${i}`, seat, step, move });
  }
}

function state(messages: Message[]): State {
  const found = messages.find((message) => message.type === "state");
  if (found?.type !== "state") throw new Error(JSON.stringify(messages));
  return found;
}

beforeEach(() => {
  now = 1_000_000;
  n_drawn = 0;
  waiting = [];
  finished = [];
  kept = [];
  reopened = [];
  told = [];
});

describe("a table without a server", () => {
  it("throws, passes and lets casual move by itself, and waits for the person", () => {
    const table = open();
    const started = state(table.handle({ type: "start", id: "a" }));
    expect(started.table.status).toBe("playing");
    expect(started.table.dice).toMatchObject({ kind: "seeded", seed: null });
    expect(started.view?.phase).toBe("white");
    expect(started.view?.answered).toEqual([]);
    pass(900);
    expect(told.at(-1)?.view?.answered).toEqual([1]);
    expect(told.at(-1)?.view?.acting).toEqual([0]);
  });

  it("refuses with the reason of the rules, and changes nothing", () => {
    const table = open();
    table.handle({ type: "start", id: "a" });
    pass(0);
    const { step } = table.table();
    const [refused] = table.handle({ type: "play", id: "b", seat: 0, step, move: "r12" });
    expect(refused).toMatchObject({ type: "refused", id: "b", why: { params: { number: 12 } } });
    expect(table.handle({ type: "play", id: "c", seat: 1, step, move: "-" })[0]).toMatchObject({
      why: { id: "not_your_seat" },
    });
    expect(table.handle({ type: "play", id: "d", seat: 0, step: step - 1, move: "-" })[0]).toMatchObject({
      why: { id: "stale_step" },
    });
    expect(table.handle({ type: "transfer", id: "e", seat: 0 })[0]).toMatchObject({ why: { id: "needs_server" } });
    expect(table.table().step).toBe(step);
  });

  it("takes no roll where the device throws", () => {
    const table = open({ auto_throw: false });
    table.handle({ type: "start", id: "a" });
    const { step } = table.table();
    const typed = { type: "throw", id: "b", seat: 0, step, roll: "w6 w6 r6 y6 g6 b6" } as const;
    expect(table.handle(typed)[0]).toMatchObject({ type: "refused", why: { id: "not_typed" } });
    expect(table.handle({ type: "throw", id: "c", seat: 0, step })[0]).toMatchObject({ type: "done" });
  });

  it("takes a match out of the history that goes on after a correction", () => {
    const table = open({ dice: "unknown", seats: [ANN] });
    table.handle({ type: "start", id: "a" });
    for (const id of ["b", "c", "d", "e"]) table.handle({ type: "enter", id, seat: 0, text: "miss" });
    expect([finished.length, reopened]).toEqual([1, []]);
    expect(state(table.handle({ type: "correct", id: "f", seat: 0, turn: 4, move: "-" })).table.status).toBe("playing");
    expect(reopened).toEqual(["local-2"]);
  });

  it("begins at a position, also after a reload", async () => {
    const position = "qwixx 7 white 0 w4 w1 r2 y6 g3 b6 | classic 1.11/.1/-/- 1";
    const seats = [ANN];
    const { code } = await openTable({ game: "qwixx", seats, position });
    expect(await tableFacts(code)).toMatchObject({ first: 0, seats: [{ sheet: "classic" }] });
    const table = open({ seats, sheets: null, first: null, position });
    expect(state(table.handle({ type: "start", id: "a" })).view).toMatchObject({ position, turn: 7, phase: "white" });
    const other = { game: "sixto", seats, position };
    await expect(openTable(other)).rejects.toMatchObject({ problem: { why: { id: "other_position" } } });
  });

  it("holds a move for a moment, and lets it be taken back", () => {
    const table = open({ seats: [ANN] });
    table.handle({ type: "start", id: "a" });
    pass(0);
    const { step } = table.table();
    expect(state(table.handle({ type: "play", id: "b", seat: 0, step, move: "-", hold: true })).own[0]?.sealed).toBe(
      "-",
    );
    pass(1400);
    expect(table.table().step).toBe(step);
    expect(state(table.handle({ type: "take_back", id: "c", seat: 0, step })).own[0]?.sealed).toBe(null);
    table.handle({ type: "play", id: "d", seat: 0, step, move: "-", hold: true });
    pass(1500);
    expect(table.table().step).toBe(step + 1);
  });

  it("plays to the end, outlives a reload in the middle, and goes on with the next match", async () => {
    let table = open({ game: "sixto", sheets: ["A", "B"], seats: [ANN, { bot: BOT }], pace: "fast" });
    table.handle({ type: "start", id: "a" });
    playOut(table);
    expect(finished).toHaveLength(1);
    expect(table.facts().dice.seed).toBe("7");
    const whole = record_of(table.table());
    const half = kept[Math.floor(kept.length / 2)];
    if (!half) throw new Error("nothing was kept");
    table = load(half);
    playOut(table);
    expect(finished).toHaveLength(2);
    const untimed = (record: string) => record.replaceAll(/ @\d+(\.\d+)?/g, "");
    expect(untimed(record_of(table.table()))).toBe(untimed(whole));
    await takeIn([{ match: "local-2", finished: 5, record: whole }]);
    expect(await matchFacts("local-2")).toMatchObject({ game: "sixto", bots: [null, "casual"], record: whole });
    const wrong = { match: "local-1", finished: 5, record: whole };
    expect(await takeIn([wrong])).toEqual({ unreadable: ["local-1"], dropped: [] });
    const named = whole.replace(/Player0 ".*"/, 'Player0 "bot Anna"');
    await takeIn([{ match: "local-2", finished: 5, record: named }]);
    expect(await matchFacts("local-2")).toMatchObject({ names: ["bot Anna", "casual"], bots: [null, "casual"] });
    const posing = whole.replace(/Player0 ".*"/, 'Player0 "bot casual"');
    await takeIn([{ match: "local-2", finished: 5, record: posing, bots: [null, "casual"] }]);
    expect(await matchFacts("local-2")).toMatchObject({ names: ["bot casual", "casual"], bots: [null, "casual"] });
    const again = state(table.handle({ type: "again", id: "b" }));
    expect(again.table.status).toBe("playing");
    expect(again.table.previous).toBe("local-2");
    expect(again.table.evening?.players.reduce((sum, { wins }) => sum + wins, 0)).toBeGreaterThan(0);
  });
});

describe("an evening at one device", () => {
  it("seats who plays the next match, and keeps the scoreboard", () => {
    const table = open({ game: "sixto", sheets: ["A", "B", "C"], seats: [ANN, BEN, { bot: BOT }], pace: "fast" });
    table.handle({ type: "start", id: "a" });
    playOut(table);
    table.handle({ type: "sit_out", id: "b", seat: 0, plays: false });
    const plan = { type: "plan_next" as const, id: "c", game: "sixto", bots: [], out: [0] };
    expect(state(table.handle(plan)).table.next).toMatchObject({ seats: [1], bots: [] });
    const again = state(table.handle({ type: "again", id: "d" }));
    expect(again.table.seats.map(({ name }) => name)).toEqual(["Ben"]);
    expect([again.held, again.table.guests?.map(({ name }) => name)]).toEqual([[0], ["Ann"]]);
    expect(again.table.evening?.matches).toBe(1);
  });
  it("waits for nobody while the next match is chosen", () => {
    const table = open({ game: "sixto", sheets: ["A", "B"], seats: [ANN, BEN], pace: "fast" });
    table.handle({ type: "start", id: "a" });
    playOut(table);
    const first = table.table().match_id;
    const [said] = table.handle({ type: "choose_next", id: "b", seat: 0, is_choosing: true });
    expect(said).toMatchObject({ type: "done", id: "b" });
    const again = state(table.handle({ type: "again", id: "c" }));
    expect(again.table).toMatchObject({ previous: first, status: "playing" });
  });
});

describe("real dice without a server", () => {
  function typed(): LocalTable {
    const change = { dice: "typed" as const, auto_throw: false, auto_pass: false };
    const table = open({ ...change, seats: [ANN] });
    table.handle({ type: "start", id: "a" });
    return table;
  }

  function enter(table: LocalTable, roll: string, moves: string[]): void {
    table.handle({ type: "throw", id: `t${roll}`, seat: 0, step: table.table().step, roll });
    for (const move of moves) table.handle({ type: "play", id: move, seat: 0, step: table.table().step, move });
  }

  it("enters again what came after a corrected throw, and asks for what cannot stand", () => {
    const table = typed();
    enter(table, "w1 w2 r1 y1 g1 b1", ["r3", "-"]);
    enter(table, "w2 w3 r1 y1 g1 b1", ["r5", "-"]);
    expect(table.table().match).toMatchObject({ turn: 3, n_entries: 6 });
    const wrong = table.handle({ type: "correct", id: "c", seat: 0, roll: "w3 w3", turn: 1, throw: 1 });
    expect(wrong[0]).toMatchObject({ type: "refused" });
    const right = state(table.handle({ type: "correct", id: "d", seat: 0, roll: "w3 w3 r1 y1 g1 b1", turn: 1 }));
    expect(right.table.again).toMatchObject([{ turn: 1, phase: "white", seat: 0, text: "r3" }]);
    expect(right.table.later).toBe(4);
    const later = { type: "correct", id: "f", seat: 0, move: "-", turn: 2, phase: "white" } as const;
    expect(table.handle(later)[0]).toMatchObject({ type: "refused", why: { id: "asked_first" } });
    table.handle({ type: "play", id: "e", seat: 0, step: table.table().step, move: "y6" });
    expect(table.table().match).toMatchObject({ turn: 3, n_entries: 6, asked: [] });
    expect(record_of(table.table())).toContain("{corrected}");
    const [listed] = table.handle({ type: "list_entries", seat: 0, turn: 2, phase: "white" });
    if (listed?.type !== "entry_list") throw new Error("no list of entries");
    expect(listed.entries.map((entry) => entry.text)).toEqual([
      "w3 w3 r1 y1 g1 b1",
      "y6",
      "-",
      "w2 w3 r1 y1 g1 b1",
      "r5",
      "-",
    ]);
    expect(listed.entries[0]?.corrected).toBe(true);
    expect(listed.choices).toContain("g5");
  });
});

describe("the list of entries without a server", () => {
  const reason = (table: LocalTable, seat: number | null) => {
    const [answer] = table.handle({ type: "list_entries", seat, turn: 1, phase: "white" });
    return answer?.type === "refused" ? answer.why.id : answer?.type;
  };

  it("is refused as by a server: before the start, about the seat of a bot, and where the device throws", () => {
    const table = open({ dice: "typed", auto_throw: false });
    expect(reason(table, null)).toBe("not_begun");
    table.handle({ type: "start", id: "a" });
    table.handle({ type: "throw", id: "b", seat: 0, step: table.table().step, roll: "w1 w2 r1 y1 g1 b1" });
    pass(2000);
    table.handle({ type: "play", id: "c", seat: 0, step: table.table().step, move: "-" });
    expect([reason(table, 0), reason(table, 1), reason(open(), null)]).toEqual([
      "entry_list",
      "not_your_seat",
      "not_typed",
    ]);
  });
});

describe("a pad without a server", () => {
  const seats = [ANN, { ...ANN, name: "Ben" }];
  const enter = (table: LocalTable, seat: number, ...texts: string[]) =>
    texts.map((text) => table.handle({ type: "enter", id: text, seat, text })).at(-1) ?? [];
  const close = (table: LocalTable) =>
    seats.map((_, seat) => table.handle({ type: "done", id: `done${seat}`, seat, is_done: true })).at(-1) ?? [];

  it("takes marks, waits until a lock is closed, and is there again after a reload", () => {
    const table = open({ dice: "unknown", seats });
    expect(enter(table, 0, "r2")[0]).toMatchObject({ why: { id: "not_begun" } });
    table.handle({ type: "start", id: "a" });
    const locking = state(enter(table, 0, "r2", "r3", "r4", "r5", "r6", "r12"));
    expect(locking.table.closing).toBe(true);
    expect(locking.view?.sheets[1]?.rows[0]?.cells[0]?.state).toBe("free");
    expect(enter(table, 0, "r11")[0]).toMatchObject({ type: "refused", why: { id: expect.any(String) } });
    enter(table, 1, "y7");
    const closed = state(close(table));
    expect(closed.table.closing).toBe(false);
    expect(closed.view?.sheets[1]?.rows[0]?.cells[0]?.state).toBe("locked");
    expect(table.handle({ type: "play", id: "p", seat: 0, step: table.table().step, move: "-" })[0]).toMatchObject({
      why: { id: "pad_table" },
    });
    load(structuredClone(kept.at(-1) as KeptTable));
    expect(told.at(-1)?.view).toEqual(closed.view);
  });

  it("puts entries right, asks again what became impossible, and ends with a record of its own kind", async () => {
    const table = open({ dice: "unknown", seats });
    table.handle({ type: "start", id: "a" });
    enter(table, 0, "r5", "r6", "miss");
    const listed = table.handle({ type: "list_entries", seat: 0, turn: 1, phase: "pad" })[0];
    expect(listed).toMatchObject({ type: "entry_list", entries: [{ text: "r5" }, { text: "r6" }, { text: "miss" }] });
    expect(listed?.type === "entry_list" && listed.choices?.slice(0, 2)).toEqual(["-", "r2"]);
    const told = state(table.handle({ type: "correct", id: "c", seat: 0, move: "r7", turn: 1, phase: "pad" }));
    expect(told.table.again).toMatchObject([{ turn: 2, seat: 0, text: "r6", phase: "pad" }]);
    expect(told.notices.at(-1)).toMatchObject({ type: "corrected", was: "r5", move: "r7" });
    const other = state(table.handle({ type: "correct", id: "g", seat: 0, move: "-", turn: 2, phase: "pad" }));
    expect(other.table.again).toMatchObject([{ turn: 2, seat: 0, text: "r6" }]);
    expect(state(enter(table, 1, "r8")).table.again).toHaveLength(1);
    expect(state(enter(table, 0, "r8")).table.again).toEqual([]);
    expect(table.handle({ type: "list_entries" })[0]).toMatchObject({
      entries: [
        { text: "r7", corrected: true },
        { text: "-", corrected: true },
        { corrected: false },
        { text: "r8", corrected: false },
      ],
    });
    expect(table.handle({ type: "correct", id: "d", seat: 1, move: "r7", turn: 1 })[0]).toMatchObject({
      why: { id: "no_such_entry" },
    });
    enter(table, 1, "miss", "miss", "miss", "miss");
    close(table);
    expect(finished).toHaveLength(1);
    const record = record_of(table.table());
    expect(record).toContain('[Paperdice "2"]');
    expect(record).toContain('[Dice "unknown"]');
    expect(record).toContain("1. 0: r7 {corrected}");
    await takeIn([{ match: "local-2", finished: 5, record }]);
    expect((await matchFacts("local-2")).dice.kind).toBe("unknown");
    const undone = state(table.handle({ type: "correct", id: "e", seat: 1, move: "-" }));
    expect(undone.table.status).toBe("playing");
    enter(table, 1, "miss");
    close(table);
    expect(state(table.handle({ type: "again", id: "f" })).view?.scores).toEqual([0, 0]);
  });
});

describe("a record without a server", () => {
  const record = () => record_of(open().table());
  const refusalOf = (text: string) => replay(text).then(() => "", problemText);

  it("is replayed", async () => {
    expect((await replay(record())).frames).toHaveLength(1);
  });
  it("is refused if its format is newer, whatever its other lines look like", async () => {
    const sentence = "This record has format 3, which only a newer Paperdice can read.";
    expect(await refusalOf('[Paperdice "3"]\n<turns of another kind>\n')).toBe(sentence);
  });
  it("is refused if its rules are newer", async () => {
    const sentence = "This record was played under version 2 of the rules of Qwixx; this Paperdice has version 1.";
    expect(await refusalOf(record().replace('[Rules "1"]', '[Rules "2"]'))).toBe(sentence);
  });
});

describe("a sheet of one's own without a server", () => {
  const rows = ["r", "y", "g", "b"].map((color, i) => {
    const numbers = Array.from({ length: 11 }, (_, n) => (i < 2 ? n + 2 : 12 - n));
    return numbers.map((number) => color + number).join(",");
  });
  const mine = `mine=${rows.join("/")}`;

  it("is dealt to all seats and named in full", async () => {
    const offers = await localGames();
    expect(offers.filter((game) => game.own_sheets)).toHaveLength(5);
    const seats = [{ name: "Ann", token: "t" }, { bot: "casual" }];
    const { code } = await openTable({ game: "qwixx", seats, sheets: [mine], first: 0 });
    expect((await tableFacts(code)).seats.map((seat) => seat.sheet)).toEqual([mine, mine]);
    const table = open({ sheets: [mine, mine] });
    const { view } = state(table.handle({ type: "start", id: "a" }));
    expect(view?.sheets[0]?.name).toBe("mine");
    expect(view?.position).toContain(mine);
    expect(record_of(table.table())).toContain(`[Sheets "${mine} ${mine}"]`);
  });
});

describe("casual without a server", () => {
  /** Positions of matches in Python, a seat, and what `CasualBot` plays there. */
  const PLAYED = [
    [
      "qwixx 8 white 1 w5 w6 r1 y2 g1 b3 | classic .....11.1/..111/...1..1.1/.......1 0 | classic .....11.1/....111/......1.1/.......1 0",
      1,
      "r11",
    ],
    [
      "qwixx 11 color 0 w4 w2 r3 y5 g6 b1 | classic .....11.11/..111/...1..1.1/.......1 1 | classic .....11.11/....111/......1.1/.......11 0",
      0,
      "y7",
    ],
    [
      "twenty_one 11 fill 0 w4 k2 r3 y5 g6 b1 | A 14332#/411111/313111/-/- | B 33421#/343211/5121##/-/-",
      1,
      "w4 k2 r3 b1",
    ],
    [
      "qwantum 17 reroll 0 w6 r4 r6 y4 b4 p2 y1 | classic 2,6,11,15,7,2/7,11,12,14,7,3/16,18/11,15 0 | classic 7,11,18/7,11,12/4,10,16,17,10,9/11,15 2",
      0,
      "reroll w123456",
    ],
    [
      "qwantum 10 pick 1 w2 b5 b5 r1 p3 y4 r6 | classic 2,6,11,15/7,11/16,18/11,15 0 | classic 7,11/7,11/4,10,16,17,10/11,15 0",
      1,
      "r9",
    ],
    [
      "sixto 5 tick 0 r1 o1 y4 g4 b5 p4 | A 1.1/.1.1....1/.....1.1/..1...1/.1....11/11.1...1 | B 1....1/...1....1/11......1/1.......1/.1.....1/.......1",
      0,
      "r1 y4 p4",
    ],
    [
      "longo 9 white 0 w1 w6 r5 y1 g8 b6 | longo-1 .......1.1.11/...1111/.....1..1/1 0 | longo-2 .......1.1.11/.1..1..1/.....1..1.1/.....1.1 0",
      0,
      "g7",
    ],
    [
      "longo 15 color 0 w1 w2 r3 y4 g3 b6 | longo-1 .......1.1.11/...111111/.....1..11/1...1....1 1 | longo-2 .......1.1.11/.1..1..11/.....1..1.11/.....1.111.1 0",
      0,
      "g5",
    ],
  ] as const;
  for (const [position, seat, move] of PLAYED) {
    it(`plays as in Python: ${move} in turn ${position.split(" ").slice(0, 3).join(" ")}`, async () => {
      await loadGames();
      expect(casualMove(Match.from_position(position), seat)).toBe(move);
    });
  }
});
