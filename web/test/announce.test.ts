import { beforeAll, describe, expect, it } from "vitest";
import { readTexts } from "../scripts/texts";
import { loadTable } from "../src/games";
import { qwixx } from "../src/games/qwixx/learn";
import { GAMES } from "../src/games/registry";
import { dayText, makeTexts, setTexts } from "../src/i18n";
import {
  awaitedWords,
  goneWords,
  hintWish,
  logLines,
  meanwhileWords,
  newsOf,
  ownNews,
  padAgainWords,
  urgeWords,
} from "../src/i18n/announce";
import { makeOwnSeat, sealed } from "../src/state/ownSeat";
import type { Notice } from "../src/state/table";

await Promise.all(GAMES.map(loadTable));

const moves = [
  { turn: 4, phase: "white", move: "r5" },
  { turn: 5, phase: "white", move: "-" },
];
const back: Notice = { type: "returned", sequence: 9, at: 0, seat: 1, bot: "steady", moves };
const resolved: Notice = { type: "resolved", sequence: 8, at: 0, turn: 5, phase: "white", moves: [], timed_out: [] };

describe("who comes back", () => {
  beforeAll(() => setTexts(makeTexts("en", readTexts("en"))));
  it("reads in one line what a bot has played meanwhile", () => {
    expect(meanwhileWords([resolved, back], [1])).toBe("A bot (Steady) has played for you: red 5 · passes");
  });
  it("reads it until play has gone on", () => {
    expect(meanwhileWords([back, { ...resolved, sequence: 10 }], [1])).toBe("");
  });
  it("reads nothing of the seats of others, and nothing if nothing was played", () => {
    expect(meanwhileWords([resolved, back], [0])).toBe("");
    expect(meanwhileWords([resolved, { ...back, moves: [] }], [1])).toBe("");
  });
  it("is told to the others by the log", () => {
    expect(logLines([back], () => "Ben")[0]?.text).toBe("is back; a bot played: red 5 · passes");
    expect(logLines([{ ...back, moves: [] }], () => "Ben")[0]?.text).toBe("is back");
  });
});

describe("what a correction on a pad has made impossible", () => {
  const why = { id: "skipped", params: {}, rule: "" };
  const asked = (seat: number, text: string) => ({ turn: 2, throw: 0, phase: "pad", seat, text, why });
  const again = [asked(1, "r3"), asked(1, "r4"), asked(2, "g5")];
  beforeAll(() => setTexts(makeTexts("en", readTexts("en"))));
  it("is one line a seat for the others", () => {
    expect(padAgainWords(again, (seat) => ["Ann", "Ben", "Cid"][seat] ?? "")).toEqual([
      "Ben: no longer possible, asked again: red 3, red 4.",
      "Cid: no longer possible, asked again: green 5.",
    ]);
  });
  it("tells who holds the sheet why, and what to do", () => {
    expect(padAgainWords(again.slice(0, 2), null)).toEqual([
      "red 3 +1: no longer possible. Cells left of your last mark in a row are lost. Tap what you mark instead.",
    ]);
  });
});

describe("who is awaited", () => {
  const nameOf = (seat: number) => ["You", "Ben", "Cid"][seat] ?? "";
  const words = (seat: number | null, acting: number[], phase = "white") =>
    awaitedWords({ ...qwixx, seat, acting, phase, active: 1 }, nameOf);
  it("is the own move, never somebody called You", () => {
    expect(words(0, [0])).toBe("Waiting for your move");
    expect(words(0, [0, 1, 2])).toBe("Waiting for your move, and for Ben, Cid");
    expect(words(0, [1])).toBe("Waiting for Ben");
    expect(words(null, [])).toBe("Nobody has to move");
  });
  it("is who throws, before a throw", () => {
    expect(words(1, [], "roll")).toBe("Tap the dice to throw.");
    expect(words(0, [], "roll")).toBe("Ben throws the dice");
  });
});

describe("hints", () => {
  const nameOf = (seat: number) => ["Ann", "Ben"][seat] ?? "";
  const table = (hints: number[], own: number) =>
    ({ facts: { hints }, ownSeats: [{ seat: own }] }) as unknown as Parameters<typeof hintWish>[0];
  it("are told of in the log", () => {
    const hinted: Notice = { type: "hinted", sequence: 9, at: 0, seat: 1, turn: 3, phase: "white" };
    expect(logLines([hinted], nameOf)[0]).toEqual({ turn: 3, name: "Ben", text: "asks the coach" });
  });
  it("are asked for until this device has agreed", () => {
    expect(hintWish(table([0], 1), nameOf)).toBe("Ann would like hints: see the menu.");
    expect(hintWish(table([0, 1], 1), nameOf)).toBe("");
    expect(hintWish(table([], 1), nameOf)).toBe("");
  });
});

describe("the live region", () => {
  const nameOf = (seat: number) => ["You", "Mia", "Tom", "Ada"][seat] ?? "";
  const open = { ...qwixx, roll: "", choices: [] };
  it("says whose turn it is now", () => {
    expect(newsOf(open, { ...open, active: 1, turn: 12 }, [], nameOf)).toBe("Mia’s turn");
    expect(newsOf({ ...open, active: 3, turn: 10 }, open, [], nameOf)).toBe("Your turn");
  });
  it("says who has taken a miss", () => {
    const sheets = open.sheets.map((sheet) => (sheet.seat === 2 ? { ...sheet, misses: 1 } : sheet));
    expect(newsOf(open, { ...open, sheets }, [], nameOf)).toBe("Tom: 1 miss of 4");
    expect(newsOf(open, { ...open, sheets, over: true }, [], nameOf)).toBe("Tom: 1 miss of 4. The match is over");
  });
  it("tells of a pad who has entered what, and neither turns nor all that could be marked", () => {
    const entered: Notice = { type: "entered", sequence: 5, at: 0, number: 3, seat: 1, text: "r9" };
    const after = { ...qwixx, phase: "roll", roll: "", active: 1, turn: 12 };
    expect(newsOf({ ...after, turn: 11 }, after, [entered], nameOf, true)).toBe("Mia: red 9");
    expect(newsOf(null, after, [], nameOf, true)).toBe("");
    expect(newsOf({ ...after, turn: 11 }, { ...after, over: true }, [], nameOf, true)).toBe("The match is over");
  });
  it("says what it costs that nothing fits", () => {
    const pass = { cost: 5, nth: 2, of: 4, now: true };
    const stuck = { ...open, choices: ["-"], pass, sheets: open.sheets.map((sheet) => ({ ...sheet, rows: [] })) };
    expect(newsOf({ ...open, phase: "roll" }, stuck, [], nameOf)).toBe("Nothing fits: −5, second of four");
  });
});

describe("what the player does", () => {
  const nameOf = (seat: number) => ["You", "Mia", "Tom", "Ada"][seat] ?? "";
  const own = makeOwnSeat(qwixx);
  const pencilled = { ...own, pencil: ["r9"] };
  it("is heard when it is pencilled, erased, sent and taken back", () => {
    expect(ownNews(own, pencilled, nameOf)).toBe("red 9 is pencilled");
    expect(ownNews(pencilled, own, nameOf)).toBe("red 9 erased");
    expect(ownNews(pencilled, sealed(pencilled, "r9"), nameOf)).toBe("sent: red 9. Waiting for Tom");
    expect(ownNews(sealed(pencilled, "r9"), pencilled, nameOf)).toBe("taken back");
    expect(ownNews(pencilled, { ...own, view: { ...qwixx, phase: "color" } }, nameOf)).toBe("");
  });
  it("is done by the clock when time runs out, which is said [A4]", () => {
    const late: Notice = { ...resolved, moves: ["r9", "-", null, null], timed_out: [0] };
    expect(newsOf(qwixx, { ...qwixx, choices: [] }, [late], nameOf)).toContain("Time is up: red 9");
    expect(newsOf(qwixx, { ...qwixx, choices: [], seat: 1 }, [late], nameOf)).not.toContain("Time is up");
  });
  it("is waited for by everyone, and by the one who nudges [A14]", () => {
    expect(urgeWords({ seat: 0, by: null }, nameOf)).toBe("Everyone is waiting for you");
    expect(urgeWords({ seat: 0, by: 2 }, nameOf)).toBe("Everyone is waiting for you. Tom nudges you.");
  });
});

describe("who has gone", () => {
  const person = { kind: "person", connected: false, left: false, stand_in: null };
  const seats = [
    { ...person, seat: 0, connected: true },
    { ...person, seat: 1, left: true },
    { ...person, seat: 2 },
    { ...person, seat: 3, name: "Dan", stand_in: "steady" },
    { ...person, seat: 4, kind: "bot" },
    { ...person, seat: 5, name: "Eva", left: true, stand_in: "level-3" },
  ];
  const table = (own: number) =>
    ({ facts: { seats }, ownSeats: [{ seat: own }] }) as unknown as Parameters<typeof goneWords>[0];
  const nameOf = (seat: number) => ["Ann", "Ben", "Cid", "Dan", "Eve"][seat] ?? "";
  it("is told to the others, with who plays for them [A7, A22]", () => {
    const left = "Ben: has left; the seat is kept";
    const dan = "Dan is away. Steady plays until Dan is back.";
    const eva = "Eva left. Hobbyist plays until Eva is back.";
    expect(goneWords(table(0), nameOf)).toEqual([left, "Cid: away", dan, eva]);
    expect(goneWords(table(2), nameOf)).toEqual([left, dan, eva]);
  });
});

describe("a day", () => {
  it("is written as the language does", () => {
    expect(dayText("2026-11-17T12:00")).toBe("Nov 17, 2026");
    setTexts(makeTexts("fr", readTexts("fr")));
    expect(dayText("2026-11-17T12:00")).toBe("17 nov. 2026");
  });
});
