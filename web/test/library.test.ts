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
      expect(await refusalOf(library.showPosition(broken))).not.toMatch(/^$|cannot be reached/);
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
