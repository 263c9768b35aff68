import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { game as qwixx } from "../rules/qwixx.js";
import { Match } from "../rules/shared/flow.js";
import { readTexts } from "../scripts/texts";
import { makeTexts, setTexts } from "../src/i18n";
import { library } from "../src/library";
import { problemText } from "../src/parts/useRequest";

setTexts(makeTexts("en", readTexts("en")));

const refusalOf = (asked: Promise<unknown>) => asked.then(() => "", problemText);
const golden = (name: string) =>
  readFileSync(join(import.meta.dirname, "../../tests/golden", `${name}.record`), { encoding: "utf8" });

function shortMatch(): Match {
  const match = new Match(qwixx, 2, null, 0);
  match.throw("w4 w1 r2 y6 g3 b6");
  match.play(0, "r5");
  match.play(1, "-");
  match.play(0, "b10");
  return match;
}

describe("a replay", () => {
  it("has a frame after each throw and each phase", async () => {
    const { game, title, names, frames } = await library.replay(shortMatch().record(true, { Player0: "Ann" }));
    expect([game, title, names]).toEqual(["qwixx", "Qwixx", ["Ann", ""]]);
    expect(frames.map(({ roll, moves }) => [roll, moves])).toEqual([
      [null, []],
      ["w4 w1 r2 y6 g3 b6", []],
      [null, ["r5", "-"]],
      [null, ["b10", null]],
    ]);
    expect(frames.map(({ view }) => view.scores)).toEqual([
      [0, 0],
      [0, 0],
      [1, 0],
      [2, 0],
    ]);
    expect(frames.every(({ view }) => view.seat === null && view.choices.length === 0)).toBe(true);
  });
  it("of a running match leaves out who has not answered", async () => {
    const match = shortMatch();
    match.throw("w1 w1 r2 y6 g3 b6");
    match.play(1, "y2");
    expect((await library.replay(match.record())).frames.at(-1)?.moves).toEqual([null, "y2"]);
  });
  it("ends as the match ended, for sheets that print more than rows too", async () => {
    for (const name of ["qwixx-bonus-b", "longo-1", "qwantum-2", "sixto-1", "twenty_one-2"]) {
      const record = golden(name);
      const last = (await library.replay(record)).frames.at(-1)?.view;
      expect([last?.end_reason, ...(last?.scores ?? [])].join(" ")).toBe(/^\* (.+)$/m.exec(record)?.[1]);
      expect(await library.finalView(record)).toEqual(last);
    }
  });
  it("is refused with the turn that is broken", async () => {
    const broken = shortMatch().record().replace("b10", "b11");
    expect(await refusalOf(library.replay(broken))).toMatch(/turn 1/);
    expect(await refusalOf(library.replay("no record"))).not.toBe("");
    expect(await refusalOf(library.replay(shortMatch().record().replace("qwixx", "chess")))).toMatch(/chess/);
  });
});

describe("a position", () => {
  const text = "qwixx 7 white 0 w4 w1 r2 y6 g3 b6 | classic 1.11/.1/-/- 1 | classic -/-/1/- 0";

  it("is shown to the first seat that decides, or to another one", async () => {
    const { position, acting, view } = await library.showPosition(text);
    expect([position, acting, view.seat]).toEqual([text, [0, 1], 0]);
    const other = await library.showPosition(text, 1);
    expect([other.view.seat, other.view.choices.includes("r5")]).toEqual([1, true]);
    expect((await library.showPosition(text, 5)).view.seat).toBe(0);
  });
  it("is shown after a throw", async () => {
    const rolling = "qwixx 7 roll 0 | classic 1.11/.1/-/- 1 | classic -/-/1/- 0";
    expect((await library.showPosition(rolling, null, "w4 w1 r2 y6 g3 b6")).view.roll).toBe("w4 w1 r2 y6 g3 b6");
    expect(await refusalOf(library.showPosition(rolling, null, "w9"))).toMatch(/w9/);
  });
  it("is refused if it cannot be read", async () => {
    for (const broken of ["", "chess 1", "qwixx", text.replace("1.11", "2.11")])
      expect(await refusalOf(library.showPosition(broken))).not.toMatch(/^$|cannot be reached|went wrong/);
  });
});

describe("a reason", () => {
  const text = "qwixx 7 white 0 w6 w6 r2 y6 g3 b6 | classic 1.11/.1/-/- 1 | classic -/-/1/- 0";

  it("is that of the rules, null for a cell that may be marked", async () => {
    const why = { id: "needs_marks", params: { color: "r", number: 12, needs: 5, has: 3 }, rule: "Qwixx 8" };
    expect(await library.whyNot(text, 0, 0, 10)).toEqual(why);
    expect(await library.whyNot(text, 0, 1, 10)).toMatchObject({ id: "needs_marks" });
    expect(await library.whyNot(text.replace("w6 w6", "w5 w6"), 0, 0, 9)).toBeNull();
  });
  it("is known on a pad, within a moment, and outside of the rows", async () => {
    const pad = "qwixx 24 pad 0 0:r12 | classic 11111/-/-/- 0 | classic ....1/-/-/- 2";
    expect(await library.whyNot(pad, 1, 0, 10)).toMatchObject({ id: "needs_marks" });
    expect(await library.whyNot(pad, 1, 0, 5)).toBeNull();
    const bonus = "qwixx 3 roll 0 | bonus-a -/-/-/- 0 strip=-";
    expect(await library.whyNot(bonus, 0, 4, 0)).not.toBeNull();
  });
  it("is not to be had of a position that cannot be read", async () => {
    expect(await refusalOf(library.whyNot("qwixx 1 pad 0 7:r5 | classic -/-/-/- 0", 0, 0, 0))).not.toBe("");
  });
});

describe("blank sheets", () => {
  it("are those that are named, with the most marks of their rows where these are not the usual ones", async () => {
    const sheets = await library.blankSheets("qwixx", ["classic", "double-a"]);
    expect(sheets.map(({ sheet, most }) => [sheet.name, most])).toEqual([
      ["classic", 0],
      ["double-a", 16],
    ]);
    expect(sheets.every(({ sheet }) => sheet.rows.every((row) => row.cells.every((cell) => !cell.mark)))).toBe(true);
  });
  it("are refused if the game has none of a name", async () => {
    expect(await refusalOf(library.blankSheets("qwixx", ["golden"]))).toMatch(/golden/);
  });
});

describe("a sheet file", () => {
  const path = (game: string, name: string) =>
    join(import.meta.dirname, "../../src/paperdice/games", game, "sheets", `${name}.toml`);
  const classic = readFileSync(path("qwixx", "classic"), { encoding: "utf8" });
  const sixto = readFileSync(path("sixto", "A"), { encoding: "utf8" });
  const more = 'extras = { group = "", marks_to_lock = 5, most_marks = 12 }';
  const head = 'game = "qwixx"\nname = "x"\n';

  it("becomes the text that stands for its sheet", async () => {
    const own = classic.replace('name = "classic"', 'name = "mine"');
    const { game, text } = await library.checkSheet(own);
    expect(game).toBe("qwixx");
    expect(text).toMatch(/^mine=r2,r3,r4,r5,r6,r7,r8,r9,r10,r11,r12\/y2,/);
    expect((await library.checkSheet(`\uFEFF${own}`)).text).toBe(text);
  });
  it.each([
    [classic.replace('name = "classic"', 'name = "a b"'), "24 letters"],
    [classic.replace('"r2", ', ""), "Row 1 needs 11 cells; it has 10"],
    [classic.replace('"r2"', '"r13"'), "Row 1, cell 1: 13 is not within 2 to 12"],
    [classic.replace('"r2"', '"z2"'), "Row 1, cell 1: “z2” is not a cell"],
    [classic.replace('"r2"', '"o2"'), "“o” is not a color of this game; there are r y g b"],
    [classic.replace('"r2"', '"r"'), "Row 1: either all cells"],
    [classic.replace('"y12"', '"r12"'), "Row 2: “r” is on the sheet twice"],
    [classic.replace('game = "qwixx"', 'game = "longo"'), "Row 1 needs 15 cells; it has 11"],
    [classic.replace('game = "qwixx"', 'game = "chess"'), "no game called “chess”"],
    [classic.replace('game = "qwixx"', 'game = "__proto__"'), "no game called “__proto__”"],
    [classic.replace('"r2"', `"r${"9".repeat(10)}"`), "Row 1, cell 1: 9999999999 is not within 2 to 12"],
    [classic.replace('"r2"', `"r${"9".repeat(20)}"`), "Row 1, cell 1: “r99999999999999999999” is not a cell"],
    [classic.replace('"r2"', `"r${"9".repeat(5000)}"`), "” is not a cell"],
    [classic, "already has a sheet called “classic”"],
    [classic.replace('"r2", "r3"', '"r3", "r2"'), "already has a sheet called “classic”"],
    [classic.replace("checked = true", more), "Only a game’s own sheets"],
    [classic.replace("[[rows]]", "[[rows]]\nwidth = 3"), "“width” is not known here; there are cells."],
    [sixto.replace('"r', '"o'), "Row 1: all cells of a row have one color"],
    ['game = "qwixx"\nname = mine\n', "line 2 is not TOML"],
    ["rows", "line 1 is not TOML"],
    [`${head}colour = 1\n`, "“colour” is not known here; there are game, name, rows, checked, source, extras."],
    [`${head}constructor = 1\n`, "“constructor” is not known here"],
    ['game = "qwixx"\n', "“name” is missing."],
    ["game = 5\n", "“game” has to be a text in quotes."],
    [`${head}rows = 5\n`, "“rows” has to be a list."],
    [`${head}rows = []\nchecked = 1\n`, "“checked” has to be true or false."],
    [`${head}rows = []\nextras = 1\n`, "“extras” has to be a table."],
    [`${head}rows = [1]\n`, "Row 1: a row begins with [[rows]] and has cells."],
    [`${head}[[rows]]\ncells = ["r2", 3]\n`, 'Row 1, cell 2: a cell must be in quotes, such as "r5"; 3 does not.'],
    [`${head}[[rows]]\ncells = [2026-11-19]\n`, "Row 1, cell 1: a cell must be in quotes"],
    [`game = 0x${"f".repeat(9000)}`, "line 1 is not TOML"],
    [`rows = ${"[".repeat(9000)}${"]".repeat(9000)}`, "line 1 is not TOML"],
    [`${"a.".repeat(9000)}a = 1`, "“a” is not known here"],
  ])("is refused with what is wrong: %#", async (toml, words) => {
    expect(await refusalOf(library.checkSheet(toml))).toContain(words);
  });
});
