import { describe, expect, it } from "vitest";
import type { GameFacts, TableFacts } from "../src/net/protocol";
import { draftDeal, draftOf, fitDraft, makeDraft, recallDraft, requestOf, withDeal } from "../src/pages/home/draft";
import { withGame, withoutSeat, withSeat, withSeatUp, withSheets } from "../src/state/arrange";
import { dealOf, mixable, mixedDeal, sheetAt } from "../src/state/sheets";

const seat = (nth: number, kind: string, sheet = "classic") => ({ seat: nth, kind, sheet });
const facts = {
  game: "qwixx",
  seats: [seat(0, "person"), seat(1, "open"), seat(2, "bot")],
} as unknown as TableFacts;

const printed = (deals: boolean, ...sheets: [string, string?][]) =>
  ({
    deals,
    seats: [1, 5],
    sheets: sheets.map(([name, group]) => ({ name, group, rows: [] })),
  }) as unknown as GameFacts;
const qwixx = printed(
  false,
  ...(["classic", "mixx-a", "mixx-b"] as const).map((name): [string] => [name]),
  ["steps-a", "steps"],
  ["steps-b", "steps"],
  ["bonus-a", "bonus-a"],
);
const lettered = printed(true, ["A"], ["B"], ["C"], ["D"]);
const on = (...sheets: string[]) =>
  ({
    ...facts,
    seats: sheets.map((sheet, i) => ({ ...facts.seats[i], seat: i, sheet })),
  }) as unknown as TableFacts;

describe("a mixed deal", () => {
  it("is told from one sheet for all and from the deal of the game", () => {
    expect(dealOf(on("classic", "classic"), qwixx)).toEqual(["classic"]);
    expect(dealOf(on("steps-a", "steps-b"), qwixx)).toEqual(["steps-a", "steps-b"]);
    expect([dealOf(on("A", "B"), lettered), dealOf(on("A"), lettered)]).toEqual([null, null]);
    expect([dealOf(on("B", "A"), lettered), dealOf(on("B", "B"), lettered)]).toEqual([["B", "A"], ["B"]]);
  });
  it("holds sheets of one group, and an owner's with the usual ones", () => {
    expect(mixable(qwixx, "steps-b", ["mine=r2"])).toEqual(["steps-a", "steps-b"]);
    expect(mixable(qwixx, "mine=r2", ["mine=r2"])).toEqual(["classic", "mixx-a", "mixx-b", "mine=r2"]);
    expect(mixable(qwixx, "bonus-a", [])).toEqual(["bonus-a"]);
    const longo = { ...lettered, sheets: lettered.sheets.map((sheet) => ({ ...sheet, group: "longo" })) };
    expect(mixable(longo, "A", ["mine=r2"])).toEqual(["A", "B", "C", "D", "mine=r2"]);
    expect(mixable(longo, "mine=r2", ["mine=r2"])).toEqual(["A", "B", "C", "D", "mine=r2"]);
  });
  it("begins with another sheet for each seat", () => {
    expect(mixedDeal(qwixx, ["steps-b"], 3, [])).toEqual(["steps-b", "steps-a", "steps-b"]);
    expect(mixedDeal(qwixx, null, 2, [])).toEqual(["classic", "mixx-a"]);
    expect(mixedDeal(lettered, null, 2, [])).toEqual(["B", "C"]);
  });
  it("has a sheet for each seat, the first for seats that have none", () => {
    expect([0, 1].map((seat) => sheetAt(lettered, null, seat))).toEqual(["A", "B"]);
    expect([0, 1].map((seat) => sheetAt(printed(true, ["A"]), null, seat))).toEqual(["A", "A"]);
    expect([0, 1].map((seat) => sheetAt(lettered, ["C"], seat))).toEqual(["C", "C"]);
  });
  it("goes with the seats", () => {
    const mixed = on("steps-a", "steps-b", "steps-a");
    expect(withSeatUp(mixed, qwixx, 1)?.sheets).toEqual(["steps-b", "steps-a", "steps-a"]);
    expect(withoutSeat(mixed, qwixx, 2).sheets).toEqual(["steps-a", "steps-b"]);
    expect(withSeat(mixed, qwixx).sheets).toEqual(["steps-a", "steps-b", "steps-a", "steps-a"]);
  });
  it("is part of a table that is about to be opened", () => {
    const draft = { ...makeDraft("qwixx", "Ann"), sheet: "steps-a" };
    const mixed = { ...draft, ...withDeal(draft, ["steps-a", "steps-b"]) };
    expect(requestOf(mixed, "t", () => "").sheets).toEqual(["steps-a", "steps-b"]);
    expect(requestOf({ ...mixed, seats: [...mixed.seats, { kind: "open" }] }, "t", () => "").sheets).toEqual([
      "steps-a",
      "steps-b",
      "steps-a",
    ]);
    expect(draftDeal(fitDraft(mixed, { ...qwixx, bots: [] }, ""))).toEqual(["steps-a", "steps-b"]);
    expect(draftDeal(fitDraft(mixed, { ...lettered, bots: [] }, ""))).toBeNull();
    expect(draftDeal({ ...mixed, ...withDeal(mixed, ["bonus-a"]) })).toEqual(["bonus-a"]);
    expect(draftDeal(recallDraft(mixed, "qwixx", "Bea"))).toEqual(["steps-a", "steps-b"]);
  });
});

describe("a table before its start", () => {
  it("gets one seat more, loses one, or changes their order", () => {
    expect(withSeat(facts, qwixx).seats).toEqual([0, 1, 2, null]);
    expect(withoutSeat(facts, qwixx, 1).seats).toEqual([0, 2]);
    expect(withSeatUp(facts, qwixx, 2)?.seats).toEqual([0, 2, 1]);
    expect(withSeatUp(facts, qwixx, 0)).toBeNull();
  });
  it("keeps its sheet unless another one is chosen", () => {
    const mixed = { ...facts, seats: facts.seats.map((each) => ({ ...each, sheet: "mixx-a" })) };
    expect(withSeat(mixed, qwixx).sheets).toEqual(["mixx-a"]);
    expect(withSheets(mixed, null).sheets).toBeNull();
    const dealt = { ...facts, seats: facts.seats.map((each, i) => ({ ...each, sheet: "ABC"[i] ?? "" })) };
    expect(withSeat(dealt, lettered).sheets).toBeNull();
    // A sheet chosen for a single seat stays when others join.
    expect(withSeat(on("bonus-a"), qwixx).sheets).toEqual(["bonus-a"]);
  });
  it("keeps its people when the other game has fewer seats", () => {
    expect(withGame(facts, "qwantum", 2)).toMatchObject({ game: "qwantum", seats: [0, 2], sheets: null });
    expect(withGame(facts, "sixto", 6).seats).toEqual([0, 1, 2]);
  });
});

describe("the first page", () => {
  const bot = { kind: "bot" as const, bot: "expert" };
  const kept = {
    ...makeDraft("sixto", "Ann"),
    play: "bots",
    seats: [{ kind: "here", name: "Ann" }, bot],
    isOpen: true,
  };
  it("offers what was chosen last time, under the name of today", () => {
    const recalled = recallDraft(JSON.parse(JSON.stringify(kept)), "qwixx", "Anna");
    expect(recalled).toMatchObject({ game: "sixto", play: "bots", isOpen: false });
    expect(recalled.seats).toEqual([{ kind: "here", name: "Anna" }, bot]);
  });
  it("begins anew if nothing readable was kept", () => {
    for (const broken of [null, 7, {}, { game: "chess", play: "bots", seats: [] }, { ...kept, play: "fly" }]) {
      expect(recallDraft(broken, "qwixx", "Ann")).toEqual(makeDraft("qwixx", "Ann"));
    }
  });
  it("leaves out what the server does not have", () => {
    const server = { seats: [1, 2], sheets: [{ name: "A" }], bots: ["steady"] } as unknown as GameFacts;
    const draft = {
      ...makeDraft("sixto", "Ann"),
      sheet: "Z",
      seats: [{ kind: "here" as const, name: "Ann" }, bot, bot],
    };
    const fitted = fitDraft(draft, server, "steady");
    expect([fitted.sheet, fitted.seats.length, fitted.seats[1]]).toEqual([null, 2, { kind: "bot", bot: "steady" }]);
  });
  it("seats a group of an earlier evening again", () => {
    const seats = [
      { name: "Tom", bot: null, isOwn: false },
      { name: "Ann", bot: null, isOwn: true },
      { name: "steady", bot: "steady", isOwn: false },
    ];
    const draft = draftOf(makeDraft("qwixx", "Ann"), { game: "sixto", seats });
    expect([draft.game, draft.play]).toEqual(["sixto", "friends"]);
    expect(draft.seats).toEqual([{ kind: "here", name: "Ann" }, { kind: "bot", bot: "steady" }, { kind: "open" }]);
  });
});
