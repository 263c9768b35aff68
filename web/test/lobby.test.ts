import { describe, expect, it } from "vitest";
import type { GameFacts, TableFacts } from "../src/net/protocol";
import { draftOf, fitDraft, makeDraft, recallDraft } from "../src/pages/home/draft";
import { commonSheet, withGame, withoutSeat, withSeat, withSeatUp, withSheet } from "../src/state/arrange";

const seat = (nth: number, kind: string, sheet = "classic") => ({ seat: nth, kind, sheet });
const facts = {
  game: "qwixx",
  seats: [seat(0, "person"), seat(1, "open"), seat(2, "bot")],
} as unknown as TableFacts;

describe("a table before its start", () => {
  it("gets one seat more, loses one, or changes their order", () => {
    expect(withSeat(facts).seats).toEqual([0, 1, 2, null]);
    expect(withoutSeat(facts, 1).seats).toEqual([0, 2]);
    expect(withSeatUp(facts, 2).seats).toEqual([0, 2, 1]);
  });
  it("keeps its sheet unless another one is chosen", () => {
    const mixed = { ...facts, seats: facts.seats.map((each) => ({ ...each, sheet: "mixx-a" })) };
    expect(withSeat(mixed).sheets).toEqual(["mixx-a"]);
    expect(withSheet(mixed, null).sheets).toBeNull();
    const dealt = { ...facts, seats: facts.seats.map((each, i) => ({ ...each, sheet: "ABC"[i] ?? "" })) };
    expect([commonSheet(dealt), withSeat(dealt).sheets]).toEqual([null, null]);
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
