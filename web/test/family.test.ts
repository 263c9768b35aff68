import { describe, expect, it } from "vitest";
import { readTexts } from "../scripts/texts";
import { partnerOf } from "../src/games/qwixx/family";
import { qwixx } from "../src/games/qwixx/learn";
import { makeTexts, setTexts } from "../src/i18n";
import { markName, shortMark } from "../src/i18n/labels";
import { sheetName } from "../src/i18n/names";
import { makeOwnSeat, tapCell, tellReason } from "../src/state/ownSeat";
import { cellLook, forcedBy, lastPencilled, marksOf, sumText, targetsOf, toggleMark } from "../src/state/pencil";
import { type CellView, readView, type SheetView, seatView, type View } from "../src/state/view";

setTexts(makeTexts("en", readTexts("en")));

/** The example with some cells of the player's own sheet changed, by name. */
function withCells(changes: Record<string, Partial<CellView>>): SheetView {
  const [sheet] = qwixx.sheets as [SheetView];
  const rows = sheet.rows.map((row) => ({
    ...row,
    cells: row.cells.map((cell) => ({ ...cell, ...changes[`${cell.color}${cell.number}`] })),
  }));
  return { ...sheet, rows };
}

describe("the pencil of the family", () => {
  const choices = ["-", "g9>r", "g9>b", "ry5"];
  it("sends a circle to the first row, then to the one that is chosen", () => {
    expect(toggleMark(choices, [], "g9")).toEqual(["g9>r"]);
    expect(targetsOf(choices, ["g9>r"])).toEqual(["g9>r", "g9>b"]);
    expect(toggleMark(choices, ["g9>r"], "g9>b")).toEqual(["g9>b"]);
    expect(toggleMark(choices, ["g9>b"], "g9")).toEqual([]);
  });
  it("shows what is marked with a cell, for the row that is chosen", () => {
    const sheet = withCells({
      g9: { mark: "g9", also: ["r3", "r4"], targets: { r: ["r3", "r4"], b: ["b11", "b10"] } },
    });
    expect([...forcedBy(sheet, [])]).toEqual([]);
    expect([...forcedBy(sheet, ["g9>b"])]).toEqual(["b11", "b10"]);
  });
  it("draws forced cells, and gives up what lies before them", () => {
    const cells = (withCells({}).rows[3] as SheetView["rows"][number]).cells;
    const forced = new Set(["b7"]);
    const last = lastPencilled(cells, [], forced);
    expect(cells.map((cell, i) => cellLook(cell, i, last, [], true, forced)).slice(3, 7)).toEqual([
      "will",
      "will",
      "also",
      "free",
    ]);
  });
});

describe("marks by swap fields and lucky numbers", () => {
  const open = { ...qwixx, seat: undefined } as unknown as Parameters<typeof readView>[0];
  const markable = (mark: string, number_now: number) => ({ state: "markable" as const, mark, number_now, ways: [] });
  const cells = { "0/9": markable("x3:r11", 11), "3/4": markable("*b8", 8) };
  const own = { seat: 0, sealed: null, pass: null, cells, choices: ["-", "x3:r11", "*b8", "ry5"] };
  const view: View = seatView(readView(open), own);
  const find = (name: string) =>
    view.sheets[0]?.rows.flatMap((row) => row.cells).find((cell) => `${cell.color}${cell.number}` === name);
  it("are made by a tap on their cell", () => {
    expect(find("r11")).toMatchObject({ mark: "x3:r11", state: "markable" });
    expect(find("b8")).toMatchObject({ mark: "*b8", state: "markable" });
    expect([find("r11"), find("b8")].map((cell) => sumText({ ...(cell as CellView), ways: [] }))).toEqual(["⇄3", "★"]);
    expect(marksOf(view)).toEqual(expect.arrayContaining(["x3:r11", "*b8", "ry5"]));
  });
  it("leave what lies open as it was", () => {
    expect(qwixx.sheets[0]?.rows[0]?.cells[9]?.mark).toBeNull();
  });
});

describe("cells outside of the rows", () => {
  it("are refused like others, with a reason that is asked for", () => {
    const [sheet] = qwixx.sheets as [SheetView];
    const lines = [{ name: "ry", cells: [{ text: "2", state: "free" as const }] }];
    const own = makeOwnSeat({ ...qwixx, sheets: [{ ...sheet, lines }] });
    expect(tapCell(own, 4, 0, 7).refused).toEqual({ at: "4/0", why: null, since: 7 });
    expect(tapCell(own, 5, 0)).toBe(own);
    const why = { id: "no_neighbor", params: {}, rule: "Big Points 2" };
    expect(tellReason(tapCell(own, 4, 0), 4, 0, why).refused?.why).toEqual(why);
  });
});

describe("words of the family", () => {
  it("name every kind of move", () => {
    expect(["ry5", "x3:r11", "*y5", "g9>b", "r5 y6"].map(markName)).toEqual([
      "red/yellow 5",
      "red 11 (⇄3)",
      "★ yellow 5",
      "green 9 → blue",
      "red 5, yellow 6",
    ]);
    expect(["ry5", "x3:r11", "*y5", "g9>b"].map(shortMark)).toEqual(["RY 5", "red 11", "yellow 5", "green 9"]);
  });
  it("name every sheet", () => {
    expect(["classic", "mixx-a", "big-points", "x-change", "steps-b", "chain-c", "K", "mine"].map(sheetName)).toEqual([
      "Classic",
      "Mixx A",
      "Big Points",
      "X-Change",
      "Connected A, sheet B",
      "Connected B, sheet C",
      "sheet K",
      "mine",
    ]);
  });
});

describe("chains", () => {
  it("join cells of one column, from the top down", () => {
    const paired = { sign: "paired" } as const;
    const sheet = withCells({ r6: paired, y6: paired, y3: paired, g11: paired, g9: paired, b9: paired });
    expect([partnerOf(sheet, 0, 4), partnerOf(sheet, 1, 4), partnerOf(sheet, 1, 1)]).toEqual(["y", "r", "g"]);
    expect([partnerOf(sheet, 2, 3), partnerOf(sheet, 3, 3), partnerOf(sheet, 3, 4)]).toEqual(["b", "g", null]);
  });
});
