import { describe, expect, it } from "vitest";
import { qwixx } from "../src/games/qwixx/learn";
import { twentyOne } from "../src/games/twenty_one/learn";
import { cellLook, joinMarks, keepPencil, lastPencilled, quietMove, sumText, toggleMark } from "../src/state/pencil";

const fill = twentyOne.choices;

describe("a tap", () => {
  it("adds a mark where the choices hold the whole move", () => {
    expect(toggleMark(fill, ["w2"], "g1")).toEqual(["w2", "g1"]);
  });
  it("puts a mark in place of another where only one is allowed", () => {
    expect(toggleMark(qwixx.choices, ["r9"], "y9")).toEqual(["y9"]);
  });
  it("takes a pencilled mark off", () => {
    expect(toggleMark(qwixx.choices, ["r9"], "r9")).toEqual([]);
  });
  it("leaves the pencil alone where nothing is offered", () => {
    expect(toggleMark(qwixx.choices, ["r9"], "g9")).toEqual(["r9"]);
  });
});

describe("the pencil", () => {
  it("joins marks in the order of the notation", () => {
    expect(joinMarks(["g1", "w2", "r3"])).toBe("w2 r3 g1");
  });
  it("survives new choices only if its move is still there", () => {
    expect(keepPencil(["-", "r9"], ["r9"])).toEqual(["r9"]);
    expect(keepPencil(["-", "r8"], ["r9"])).toEqual([]);
  });
});

describe("the quiet move", () => {
  it("is what marks nothing", () => {
    expect(quietMove(qwixx.choices)).toBe("-");
    expect(quietMove(fill)).toBe("x");
    expect(quietMove([])).toBeNull();
  });
});

describe("a cell", () => {
  const red = qwixx.sheets[0]?.rows[0]?.cells ?? [];
  const looks = (pencil: string[]) => red.map((cell, i) => cellLook(cell, i, lastPencilled(red, pencil), pencil));
  it("would be skipped left of the pencil", () => {
    expect(looks(["r9"]).slice(5, 9)).toEqual(["marked", "will", "pencil", "free"]);
  });
  it("stands up where it can be marked, with its sum", () => {
    expect(looks([])[7]).toBe("can");
    expect(red[7] && sumText(red[7])).toBe("4+5");
  });
  it("shows two sums apart and equal ones once", () => {
    const cell = red[7];
    if (!cell) throw new Error("no cell");
    expect(
      sumText({
        ...cell,
        ways: [
          ["w4", "r2"],
          ["w5", "r1"],
          ["w4", "r2"],
        ],
      }),
    ).toBe("4+2 · 5+1");
  });
});
