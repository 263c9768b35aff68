import { beforeEach, describe, expect, it } from "vitest";
import { commitmentTo, promisedBy } from "../src/fair/promise";
import type { DiceShown, Receipt } from "../src/fair/receipt";
import { makeShares, type Shares } from "../src/fair/shares";
import type { CommandBody } from "../src/net/connection";
import type { TableFacts } from "../src/net/protocol";
import type { StoredTable } from "../src/state/storage";

type DiceFacts = TableFacts["dice"];

const HASH = "11".repeat(32);
const OTHER = "22".repeat(32);
let stored: StoredTable;
let receipts: Map<string, Receipt>;
/** The actions of the device in order: what it stored and what it sent. */
let done: string[];
let shares: Shares;
/** The deals that the records of matches account for. */
let settled: Map<string, string[]>;

function load(): Shares {
  return makeShares({
    stored: () => stored,
    store: (change) => {
      stored = { ...stored, ...change };
    },
    receipt: (match) => receipts.get(match) ?? null,
    keep: (match, receipt) => {
      done.push("keep");
      receipts.set(match, receipt);
    },
    send: (command: CommandBody) => done.push(command.type),
    settled: async (match) => settled.get(match) ?? [],
    changed: () => {},
  });
}

beforeEach(() => {
  stored = {
    code: "ABCD",
    token: "",
    secret: HASH,
    way: "own",
    seats: [0],
    shares: {},
    deals: [],
    tapped: null,
    tips: null,
    at: 0,
  };
  receipts = new Map();
  done = [];
  settled = new Map();
  shares = load();
});

function table(dice: Partial<DiceFacts>): TableFacts {
  const seats = [0, 1].map((seat) => ({ seat, kind: "person", name: "", bot: null, stand_in: null, sheet: "classic" }));
  return {
    ...{ game: "qwixx", rules: 1, first: 0, seats },
    dice: {
      ...{ kind: "committed", stage: "commit", attempt: 1, server_hash: HASH, without: [] },
      ...{ commitments: [null, null], shares: [null, null], revealed: [], seed: null, bot_hash: null },
      ...dice,
    },
  } as unknown as TableFacts;
}

/** The stage of opening, with the commitment of this device. */
function opening(dice: Partial<DiceFacts> = {}): TableFacts {
  const facts = table({ stage: "reveal", ...dice });
  const name = `m1/${facts.dice.attempt}/${facts.dice.server_hash}/0`;
  const promised = promisedBy("m1", facts);
  const bound = promised ? commitmentTo(promised, 0, stored.shares[name] ?? "") : null;
  return table({ stage: "reveal", commitments: [bound, OTHER], ...dice });
}

/** The dice that a server shows in turn 1, given by their faces. */
function showing(...faces: string[]): DiceShown[] {
  const dice = faces.map((face) => ({ face, color: face.charAt(0), pips: Number(face.slice(1)) }));
  return [{ turn: 1, roll: faces.join(" "), dice }] as unknown as DiceShown[];
}

const THROWN = { type: "thrown", sequence: 9, at: 0, turn: 1, throw: 1, seat: 0, roll: "w1", by: "seat" } as const;

describe("this device's part in the dice", () => {
  it("offers a share once before the start, and is bound to none", () => {
    const lobby = table({ stage: "lobby", server_hash: null, offered: [] });
    shares.advance("m1", lobby);
    shares.advance("m1", lobby);
    expect(shares.areOffered(lobby)).toBe(false);
    shares.advance("m1", table({ stage: "lobby", server_hash: null, offered: [0] }));
    expect(done).toEqual(["offer_share"]);
    expect(shares.areOffered(table({ offered: [0] }))).toBe(true);
    expect(stored.shares).toEqual({});
  });
  it("commits once, keeps the promise, and only then opens its share", () => {
    shares.advance("m1", table({}));
    shares.advance("m1", table({}));
    shares.advance("m1", opening());
    expect(done).toEqual(["commit", "keep", "reveal"]);
    expect(receipts.get("m1")?.promise.at(-1)).toBe(`commitment 1 ${OTHER}`);
    expect(receipts.get("m1")?.own).toEqual({ "0": stored.shares[`m1/1/${HASH}/0`] });
  });
  it("binds anew a seat that it took over, or left and took again", () => {
    shares.advance("m1", table({ commitments: [OTHER, null] }));
    expect(done).toEqual(["commit"]);
    stored = { ...stored, seats: [] };
    shares.advance("m1", table({}));
    stored = { ...stored, seats: [0] };
    shares.advance("m1", table({}));
    expect(done).toEqual(["commit", "commit"]);
  });
  it("goes on after a reload with the same share and the same promise", () => {
    shares.advance("m1", table({}));
    shares.advance("m1", opening());
    const before = receipts.get("m1");
    load().advance("m1", opening());
    expect(done).toEqual(["commit", "keep", "reveal", "reveal"]);
    expect(receipts.get("m1")).toEqual(before);
  });
  it("opens nothing if its commitment was replaced", () => {
    shares.advance("m1", table({}));
    shares.advance("m1", opening({ commitments: [OTHER, HASH] }));
    expect(done).toEqual(["commit", "keep"]);
    expect(receipts.get("m1")?.faults).toEqual(["own_commitment"]);
  });
  it("opens nothing if the promise has changed, and never overwrites it", () => {
    shares.advance("m1", table({}));
    const facts = opening();
    shares.advance("m1", facts);
    const before = receipts.get("m1")?.promise;
    shares.advance("m1", { ...facts, first: 1 });
    expect(done).toEqual(["commit", "keep", "reveal", "keep"]);
    expect(receipts.get("m1")).toMatchObject({ promise: before, faults: ["changed"] });
  });
  it("draws another share when shares are drawn anew without another seat", () => {
    shares.advance("m1", table({}));
    shares.advance("m1", opening());
    const anew = { attempt: 2, without: [1], server_hash: OTHER, dropped: ["m1/1"] };
    shares.advance("m1", table(anew));
    expect(done).toEqual(["commit", "keep", "reveal"]);
    shares.tap("m1", table(anew));
    const made = opening({ ...anew, commitments: [null, null] });
    const [bound] = opening(anew).dice.commitments;
    shares.advance("m1", { ...made, dice: { ...made.dice, commitments: [bound ?? null, null] } });
    expect(done).toEqual(["commit", "keep", "reveal", "commit", "keep", "reveal"]);
    expect(new Set(Object.values(stored.shares)).size).toBe(2);
    expect(receipts.get("m1")?.promise).toContain("attempt 2");
    expect(stored.deals).toEqual(["m1/1", "m1/2"]);
  });
  it("says that it was not heard if a later attempt went on without it", () => {
    shares.advance("m1", table({}));
    shares.advance("m1", opening());
    shares.advance("m1", table({ stage: "ready", attempt: 2, without: [0], server_hash: OTHER, dropped: ["m1/1"] }));
    expect(receipts.get("m1")).toMatchObject({ own: {}, isUnheard: true, faults: [] });
  });
  it("keeps what it is told, and that it was told otherwise before", () => {
    shares.advance("m1", table({}));
    shares.advance("m1", opening());
    shares.note({ match: "m1", notices: [THROWN], views: [] });
    shares.note({ match: "m1", notices: [THROWN], views: [] });
    expect(receipts.get("m1")).toMatchObject({ seen: { "1 1": "w1" }, faults: [] });
    shares.note({ match: "m1", notices: [{ ...THROWN, roll: "w2" }], views: [] });
    expect(receipts.get("m1")).toMatchObject({ seen: { "1 1": "w1" }, faults: ["told_twice"] });
  });
  it("notices dice on the screen that nobody told it of", () => {
    shares.advance("m1", table({}));
    shares.advance("m1", opening());
    const thrown = { ...THROWN, roll: "w1 w2" };
    const again = { ...THROWN, throw: 2, roll: "w5" };
    const faults = () => receipts.get("m1")?.faults;
    shares.note({ match: "m1", notices: [thrown], views: showing() });
    shares.note({ match: "m1", notices: [], views: showing("w1", "w2") });
    shares.note({ match: "m1", notices: [again], views: showing("w1", "w5") });
    expect(faults()).toEqual([]);
    const before = receipts.get("m1") as Receipt;
    for (const faces of [
      ["w1", "w2"],
      ["w1", "w6"],
      ["w5", "w5"],
    ]) {
      receipts.set("m1", before);
      shares.note({ match: "m1", notices: [], views: showing(...faces) });
      expect(faults()).toEqual(["told_twice"]);
    }
  });
  it("notices pips that are not those of the face, and dice of a turn without a throw", () => {
    shares.advance("m1", table({}));
    shares.advance("m1", opening());
    shares.note({ match: "m1", notices: [], views: showing("w1") });
    expect(receipts.get("m1")?.faults).toEqual(["told_twice"]);
    receipts.set("m1", { ...(receipts.get("m1") as Receipt), faults: [] });
    const [view] = showing("w1");
    const dice = [{ face: "w1", color: "w", pips: 6 }];
    shares.note({ match: "m1", notices: [THROWN], views: [{ ...view, dice }] as unknown as DiceShown[] });
    expect(receipts.get("m1")?.faults).toEqual(["told_twice"]);
  });
  it("draws no share whose name could be that of another match or attempt", () => {
    shares.advance("m1/1", table({}));
    shares.advance("m1", table({ server_hash: `1/${HASH}` }));
    expect(done).toEqual([]);
    expect(stored.shares).toEqual({});
  });
  it("opens a share under one promise only, even when its receipt is gone", () => {
    shares.advance("m1", table({}));
    shares.advance("m1", opening());
    receipts.clear();
    const [bound = null] = opening().dice.commitments;
    shares.advance("m1", opening({ commitments: [bound, HASH] }));
    expect(done).toEqual(["commit", "keep", "reveal", "keep"]);
    expect(receipts.get("m1")?.faults).toEqual(["changed"]);
  });
  it("binds itself to the same share in two tabs", () => {
    shares.advance("m1", table({}));
    const bound = opening();
    stored = { ...stored, shares: {} };
    load().advance("m1", table({}));
    load().advance("m1", bound);
    expect(done).toEqual(["commit", "commit", "keep", "reveal"]);
    expect(receipts.get("m1")?.faults).toEqual([]);
  });
  it("says that it was not heard if it was never asked for its share", () => {
    shares.advance("m1", table({}));
    shares.advance("m1", table({ stage: "ready", attempt: 2, without: [0], server_hash: OTHER }));
    expect(receipts.get("m1")).toMatchObject({ own: {}, isUnheard: true, faults: [] });
  });
  it("takes a text that could pass for two lines for no promise", () => {
    expect(promisedBy("m1\nhash x", opening())).toBe(null);
    expect(promisedBy("m1", { ...opening(), game: "qwixx\nseats 9" })).toBe(null);
  });
});

describe("a deal that was dropped", () => {
  const second = (dice: Partial<DiceFacts>) => table({ stage: "lobby", server_hash: null, dropped: [], ...dice });
  const calm = () => new Promise((resolve) => setTimeout(resolve, 0));

  /** The first deal: this device opens its share, and the server replaces the match. */
  async function drop(): Promise<void> {
    shares.advance("m1", table({}));
    shares.advance("m1", opening());
    expect(stored.deals).toEqual(["m1/1"]);
    done = [];
    shares.advance("m2", second({}));
    await calm();
  }

  /** The second match at the stage of opening, with the deals it names as dropped. */
  function opened(dropped: string[]): TableFacts {
    const facts = table({ stage: "reveal", dropped });
    const promised = promisedBy("m2", facts);
    const bound = promised && commitmentTo(promised, 0, stored.shares[`m2/1/${HASH}/0`] ?? "");
    return table({ stage: "reveal", dropped, commitments: [bound, OTHER] });
  }

  it("keeps the share shut until the person taps", async () => {
    await drop();
    shares.advance("m2", table({ dropped: ["m1/1"] }));
    expect(done).toEqual([]);
    expect(shares.dropped("m2", second({}))).toEqual(["m1/1"]);
    expect(shares.isHeldBack("m2", second({}))).toBe(true);
    shares.tap("m2", second({}));
    expect(shares.isHeldBack("m2", second({}))).toBe(false);
    shares.advance("m2", table({ dropped: ["m1/1"] }));
    shares.advance("m2", opened(["m1/1"]));
    expect(done).toEqual(["offer_share", "commit", "keep", "reveal"]);
    expect(receipts.get("m2")?.promise).toContain("dropped m1/1");
  });
  it("needs another tap for each deal", async () => {
    await drop();
    shares.tap("m2", second({}));
    shares.advance("m2", table({ dropped: ["m1/1"] }));
    shares.advance("m2", opened(["m1/1"]));
    done = [];
    shares.advance("m3", second({}));
    await calm();
    shares.advance("m3", table({ dropped: ["m1/1", "m2/1"] }));
    expect(done).toEqual([]);
  });
  it("opens nothing and says so if the promise hides it, tapped or not", async () => {
    await drop();
    shares.tap("m2", second({}));
    shares.advance("m2", table({}));
    shares.advance("m2", opened([]));
    expect(done).toEqual(["offer_share", "commit", "keep"]);
    expect(receipts.get("m2")?.faults).toEqual(["hidden_deal"]);
    shares.advance("m3", table({ stage: "ready" }));
    expect(receipts.get("m3")?.faults).toEqual(["hidden_deal"]);
  });
  it("plays without a share if nobody taps, and is not called unheard", async () => {
    await drop();
    shares.advance("m2", table({ stage: "reveal", dropped: ["m1/1"], commitments: [null, OTHER] }));
    expect(receipts.get("m2")).toMatchObject({ own: {}, isUnheard: false, faults: [] });
  });
  it("is forgotten when its match was played to the end after all", async () => {
    settled.set("m1", ["m1/1"]);
    await drop();
    expect(stored.deals).toEqual([]);
    expect(done).toEqual(["offer_share"]);
  });
  it("is forgotten when a match that names it was played to the end", async () => {
    await drop();
    settled.set("m2", ["m2/1", "m1/1"]);
    shares.advance("m2", { ...table({ stage: "ready", dropped: ["m1/1"] }), status: "over" });
    await calm();
    expect(stored.deals).toEqual([]);
  });
  it("needs no tap after one on the match before", async () => {
    shares.advance("m1", table({}));
    shares.advance("m1", opening());
    shares.tap("m1", { ...opening({ stage: "ready" }), status: "over" });
    await calm();
    done = [];
    shares.advance("m2", second({}));
    await calm();
    expect([done, stored.tapped]).toEqual([["offer_share"], "m2/1"]);
  });
  it("is noted in a tab whose share another tab has opened", () => {
    shares.advance("m1", table({}));
    shares.advance("m1", opening({ revealed: [0] }));
    expect([done, stored.deals]).toEqual([["commit", "keep"], ["m1/1"]]);
  });
  it("is not forgotten by a new page, or under another code of the server", async () => {
    await drop();
    shares = load();
    shares.advance("m2", { ...second({}), code: "OTHER" });
    await calm();
    expect(done).toEqual([]);
  });
  it("ends all shares at a table where it happens too often", () => {
    stored = { ...stored, deals: Array.from({ length: 20 }, (_, i) => `m${i + 100}/1`) };
    shares.tap("m2", second({}));
    expect(done).toEqual([]);
  });
});
