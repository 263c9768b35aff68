import { beforeAll, describe, expect, it } from "vitest";
import { FIRST_SCENE, type Scene, tableIn } from "../dev/scenes";
import { readTexts } from "../scripts/texts";
import { LANGS, makeTexts, setTexts } from "../src/i18n";
import { candidateName, eveningCount, eveningDate, eveningName, ownName, playerName } from "../src/i18n/evening";
import { namesOf } from "../src/i18n/names";
import { endText, headline } from "../src/i18n/recap";
import type { TableFacts } from "../src/net/protocol";
import { beginsAt, candidatesOf, hasRoom, initialOf, isAlone, isHost, ownGuest, ranked } from "../src/state/evening";
import { applyMessage, type TableState } from "../src/state/table";
import type { View } from "../src/state/view";

const LATE = new Date(2026, 10, 20, 21, 30).getTime();

function end(change: Partial<Scene> = {}): TableState {
  return tableIn({ ...FIRST_SCENE, mode: "end", seats: 3, ...change });
}

function withFacts(table: TableState, change: Partial<TableFacts>): TableState {
  return { ...table, facts: table.facts && { ...table.facts, ...change } };
}

beforeAll(() => setTexts(makeTexts("en", readTexts("en"))));

describe("[A1] [A16] everyone at a table after a match", () => {
  it("is told who plays, joins or is away, own people first", () => {
    const table = end();
    const told = candidatesOf(table).map((each) => [
      candidateName(table.facts as TableFacts, each, namesOf(table)),
      each.standing,
    ]);
    expect(told).toEqual([
      ["You", "in"],
      ["Mia", "in"],
      ["Emil", "joins"],
      ["Tom", "away"],
    ]);
  });
  it("may wait for the host, sit out or only watch", () => {
    const guests = [
      { guest: 0, name: "Emil", connected: true, plays: false, waits: true },
      { guest: 1, name: "Eva", connected: true, plays: true, waits: false },
      { guest: 2, name: "Ida", connected: true, plays: false, waits: false },
    ];
    const table = end();
    const next = table.facts?.next;
    if (!next) throw new Error("there is no next match");
    const told = candidatesOf(
      withFacts(table, { guests, next: { ...next, seats: [1], guests: [], bots: ["steady"] } }),
    );
    expect(told.map(({ standing }) => standing)).toEqual(["out", "in", "in", "waits", "full", "watches", "away"]);
    expect(told[2]).toMatchObject({ bot: "steady", seat: null });
  });
  it("is alone without other people and guests", () => {
    expect([isAlone(end({ seats: 1 })), isAlone(end()), isAlone(end({ mode: "late-end" }))]).toEqual([
      true,
      false,
      false,
    ]);
  });
  it("knows the host, its own guest and when the next match begins", () => {
    const table = { ...end(), factsAt: 1_000 };
    expect([isHost(table, [0, 1]), isHost(table, [1]), isHost(withFacts(table, { host: null }), [0])]).toEqual([
      true,
      false,
      false,
    ]);
    expect([ownGuest(table), ownGuest({ ...table, guest: 0 })?.name]).toEqual([null, "Emil"]);
    expect([beginsAt(table), beginsAt(end({ seats: 5 }))]).toEqual([13_000, null]);
  });
});

describe("[A3] [A16] the room at a table", () => {
  const facts = end({ mode: "lobby" }).facts as TableFacts;
  const full = { ...facts, seats: facts.seats.slice(0, 2) };
  it("is an open seat, or one that the game has left before the start", () => {
    expect([hasRoom(facts, 3), hasRoom(full, 3), hasRoom(full, 2), hasRoom(full, undefined)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
  it("is fixed over days, in a challenge and during a match", () => {
    const changes: Partial<TableFacts>[] = [{ slow: true }, { challenge: "c" }, { status: "playing" }];
    expect(changes.map((change) => hasRoom({ ...full, ...change }, 5))).toEqual([false, false, false]);
    expect(hasRoom({ ...facts, status: "playing" }, 3)).toBe(true);
  });
});

describe("[A34] names", () => {
  it("begin with the letter or emoji that people see", () => {
    expect(["ann", " 👩‍👩‍👧‍👦 Zoë", "🇫🇷 Amélie", ""].map((name) => initialOf(name, "en"))).toEqual([
      "A",
      "👩‍👩‍👧‍👦",
      "🇫🇷",
      "",
    ]);
  });
  it("of bots are short on the scoreboard, and one's own is You", () => {
    expect(playerName({ name: "steady 2", bot: "steady" })).toBe("Steady 2");
    expect([playerName({ name: "Ann", bot: null }, "Ann"), playerName({ name: "Ann", bot: null })]).toEqual([
      "You",
      "Ann",
    ]);
    expect([ownName(end()), ownName(end({ mode: "late-end" }))]).toEqual(["Ann", null]);
  });
});

describe("[A35] an evening", () => {
  it("is named by its day, also after midnight", () => {
    expect(eveningDate(LATE)).toBe("Friday evening, 20 November 2026");
    expect(eveningDate(LATE + 4 * 3_600_000)).toBe("Friday evening, 20 November 2026");
    expect(eveningName(LATE - 12 * 3_600_000)).toBe("Friday morning");
    expect(eveningName(LATE - 6 * 3_600_000)).toBe("Friday afternoon");
  });
  it("is named in every language", () => {
    const said = LANGS.map((lang) => {
      setTexts(makeTexts(lang, readTexts(lang)));
      return eveningDate(LATE);
    });
    setTexts(makeTexts("en", readTexts("en")));
    expect(said).toEqual([
      "Friday evening, 20 November 2026",
      "Vendredi soir, 20 novembre 2026",
      "Freitagabend, 20. November 2026",
    ]);
  });
  it("counts its matches", () => {
    const evening = end().facts?.evening;
    if (!evening) throw new Error("there is no evening");
    expect(eveningCount(evening, LATE)).toBe("This evening, 4 matches");
    expect(eveningCount({ ...evening, matches: 1 }, LATE - 6 * 3_600_000)).toBe("Today, 1 match");
  });
  it("ranks the best first, equal scores by seat", () => {
    expect(ranked([4, 9, 9, 11])).toEqual([3, 1, 2, 0]);
  });
});

describe("[A20] [A29] the end of a match", () => {
  const table = end();
  const view = table.ownSeats[0]?.view as View;
  const nameOf = namesOf(table);
  it("says who won with how much", () => {
    expect(headline({ ...view, winners: [1] }, nameOf)).toBe("Mia wins with 49");
    expect(headline({ ...view, winners: [0] }, nameOf)).toBe("You win with 49");
    expect(headline({ ...view, winners: [1, 2] }, nameOf)).toBe("Shared win with 49: Mia and Tom");
  });
  it("names who took the last miss", () => {
    expect(endText(view, nameOf)).toBe("Tom took a fourth miss: the match is over.");
    const own = view.sheets.map((sheet) => ({ ...sheet, misses: sheet.seat === 0 ? 4 : 1 }));
    expect(endText({ ...view, sheets: own }, nameOf)).toBe("You took a fourth miss: the match is over.");
    const many = view.sheets.map((sheet) => ({ ...sheet, misses: 4 }));
    expect(endText({ ...view, sheets: many }, nameOf)).toBe(
      "You, Mia, and Tom took their last miss: the match is over.",
    );
  });
  it("names the locked rows and the full sheet", () => {
    const [sheet] = view.sheets;
    if (!sheet) throw new Error("there is no sheet");
    const rows = sheet.rows.map((row, i) => ({ ...row, locked_by: i < 2 ? [1] : [] }));
    const locked = { ...view, end_reason: "locks", sheets: [{ ...sheet, rows }] };
    expect(endText(locked, nameOf)).toBe("Red and yellow are locked: the match is over.");
    const struck = sheet.rows.map((row) => ({
      ...row,
      cells: row.cells.map((cell) => ({ ...cell, state: "struck" as const })),
    }));
    const full = { ...view, end_reason: "full", sheets: [{ ...sheet, seat: 1, rows: struck }] };
    expect(endText(full, nameOf)).toBe("Mia’s sheet is full: the match is over.");
  });
  it("says after which turn a match was stopped", () => {
    expect(endText(view, nameOf, 12)).toBe("Stopped after turn 12.");
  });
});

it("[A33] does not call a second start an error", () => {
  const why = { id: "already_begun", params: {}, rule: "" };
  const told = applyMessage(end({ mode: "lobby" }), { type: "refused", id: "1", error: "", why, message: "" });
  expect(told.problem).toBeNull();
});
