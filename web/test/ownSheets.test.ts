import { describe, expect, it, vi } from "vitest";
import { sheetName } from "../src/i18n/names";
import { fitDraft, makeDraft } from "../src/pages/home/draft";
import {
  cellsIn,
  changeCell,
  forgetSheet,
  keepSheet,
  loadSheets,
  numberOf,
  printedSheet,
  sheetInLink,
  sheetLink,
  tomlOf,
  turnRow,
} from "../src/state/sheets";

const SHEET = { game: "qwixx", text: "mine=r12,r11/y2,y3" };
const FACTS = {
  ...{ name: "qwixx", title: "Qwixx", rules: 1, seats: [1, 5] as [number, number], bots: [], daily: "" },
  ...{ sheets: [{ name: "classic", rows: [] }], own_sheets: true },
};

const kept = new Map<string, string>();
vi.stubGlobal("localStorage", {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
});
vi.stubGlobal("location", { origin: "https://paper.test" });

describe("sheets of one's own", () => {
  it("are kept by game and name, the last one of a name", () => {
    keepSheet(SHEET);
    keepSheet({ ...SHEET, game: "sixto" });
    keepSheet({ ...SHEET, text: "mine=r2,r3" });
    expect(loadSheets().map(({ game, text }) => `${game} ${text}`)).toEqual([
      "qwixx mine=r2,r3",
      `sixto ${SHEET.text}`,
    ]);
    forgetSheet({ ...SHEET, text: "mine=" });
    expect(loadSheets().map(({ game }) => game)).toEqual(["sixto"]);
  });
  it("travel by a link, and nothing else does", () => {
    const link = new URL(sheetLink(SHEET));
    expect([link.pathname, sheetInLink(link.hash)]).toEqual(["/sheets", SHEET]);
    expect(["", "#", "#qwixx:classic", "#qwixx:<b>=r2"].map(sheetInLink)).toEqual([null, null, null, null]);
  });
  it("are written as the library and as a record write them", () => {
    expect(tomlOf("qwixx", "mine", cellsIn(SHEET.text))).toBe(
      'game = "qwixx"\nname = "mine"\n\n[[rows]]\ncells = ["r12", "r11"]\n\n[[rows]]\ncells = ["y2", "y3"]\n',
    );
  });
  it("are built cell by cell and row by row", () => {
    const rows = cellsIn(SHEET.text);
    expect(changeCell(rows, 1, 0, "b7")).toEqual([
      ["r12", "r11"],
      ["b7", "y3"],
    ]);
    expect(turnRow(rows, 0)).toEqual([
      ["r11", "r12"],
      ["y2", "y3"],
    ]);
    expect([numberOf("r12"), numberOf("k")]).toEqual([12, null]);
  });
  it("are drawn and named like others, and stay chosen where they are allowed", () => {
    expect(printedSheet(FACTS, SHEET.text)?.rows[0]).toEqual({ colors: ["r", "r"], numbers: [12, 11] });
    expect(printedSheet(FACTS, "classic")).toBe(FACTS.sheets[0]);
    expect(sheetName(SHEET.text)).toBe("mine");
    const draft = { ...makeDraft("qwixx", "Ann"), sheet: SHEET.text };
    expect(fitDraft(draft, FACTS, "").sheet).toBe(SHEET.text);
    expect(fitDraft(draft, { ...FACTS, own_sheets: false }, "").sheet).toBeNull();
  });
});
