import { describe, expect, it } from "vitest";
import { qwixx } from "../src/games/qwixx/learn";
import { countLines, partsOf, shareText, standing } from "../src/state/count";

const view = {
  ...qwixx,
  over: true,
  winners: [1],
  sheets: qwixx.sheets.slice(0, 2).map((sheet, seat) => ({
    ...sheet,
    score: seat === 0 ? 16 : 26,
    tally: seat === 0 ? { r: 21, y: 0, g: 0, b: 0, misses: -5 } : { r: 6, y: 10, g: 10, b: 0, misses: 0 },
  })),
};

describe("the count", () => {
  it("puts colored rows before columns, whatever order the numbers come in", () => {
    expect(partsOf({ "1": 10, "2": -5, r: 15, o: 0 }).map((part) => [part.key, part.value])).toEqual([
      ["r", 15],
      ["o", 0],
      ["columns", 5],
    ]);
  });
  it("keeps numbered rows apart where rows have no color", () => {
    expect(partsOf({ "1": 22, "2": 23, misses: -3 }).map((part) => part.key)).toEqual(["1", "2", "misses"]);
  });
  it("lets lines overtake each other", () => {
    const lines = countLines(view);
    expect([1, 2, 3].map((n) => standing(lines, n)[0])).toEqual([0, 0, 1]);
  });
  it("is shared as one line of text per player, the winner first", () => {
    const text = shareText(view, (seat) => ["Ann", "Ben"][seat] ?? "", "http://host/m/1");
    expect(text.split("\n")).toEqual([
      "Qwixx · Paperdice",
      "★ Ben 26 = 6 + 10 + 10",
      "Ann 16 = 21 − 5",
      "http://host/m/1",
    ]);
  });
});
