import { describe, expect, it } from "vitest";
import type { DecisionView, ReviewView } from "../src/net/protocol";
import { emptyPosition, positionText, setMisses, writeCell } from "../src/state/editor";
import { answered, dayOf, dueExercises, exercisesOf, type KeptExercise, withExercises } from "../src/state/exercises";

function decision(position: string, label: string, isForced = false): DecisionView {
  const numbers = { turn: 1, value: 0, loss: 0, error: 0, points: null };
  return { ...numbers, phase: "white", move: "-", best: "r5", label, is_forced: isForced, is_close: false, position };
}

function review(decisions: DecisionView[]): ReviewView {
  const turns = [{ turn: 1, decisions }];
  return {
    game: "qwixx",
    seats: [
      { seat: 0, turns },
      { seat: 1, turns },
    ],
  } as unknown as ReviewView;
}

const kept: KeptExercise = { game: "qwixx", position: "a", seat: 0, played: "-", isCostly: true, box: 0, due: 0 };

describe("exercises", () => {
  it("are the costly decisions of the own seats, and half as many neutral ones", () => {
    const fine = ["d", "e", "f", "g"].map((name) => decision(name, "fine"));
    const found = exercisesOf(
      review([decision("a", "mistake"), decision("b", "blunder"), decision("c", "slight", true), ...fine]),
      [1],
    );
    expect(
      found
        .filter((each) => each.isCostly)
        .map((each) => each.position)
        .sort(),
    ).toEqual(["a", "b"]);
    expect(found).toHaveLength(3);
    expect(new Set(found.map((each) => each.seat))).toEqual(new Set([1]));
  });
  it("come again later and later while they are solved, and on the next day if not", () => {
    let exercise = kept;
    const days = [1, 2, 4, 8, 16, 32, 32].map((pause) => {
      exercise = answered(exercise, true, 100);
      return exercise.due - 100 === pause;
    });
    expect(days).toEqual(days.map(() => true));
    expect(answered(exercise, false, 100)).toMatchObject({ box: 0, due: 101 });
  });
  it("are due on their day, and those that are known keep it", () => {
    const later = { ...kept, due: 7 };
    expect(dueExercises([later], 6)).toEqual([]);
    expect(dueExercises([later], 7)).toEqual([later]);
    expect(withExercises([later], [kept, { ...kept, seat: 1 }])).toEqual([{ ...kept, seat: 1 }, later]);
  });
  it("count days by the clock on the wall", () => {
    expect(dayOf(86_400_000 * 3 + 1000, 0)).toBe(3);
    expect(dayOf(86_400_000 * 3 + 1000, 60)).toBe(2);
  });
});

describe("a position set up by hand", () => {
  const row = { colors: ["r", "r", "r"], numbers: [2, 3, 4] };
  const game = { name: "qwixx", seats: [1, 5] as [number, number], sheets: [{ name: "classic", rows: [row, row] }] };
  const facts = { ...game, title: "", rules: 1, bots: [], daily: "" };
  it("is written as the server reads it", () => {
    let edited = emptyPosition(facts, 2, true, "");
    edited = writeCell(edited, 1, 0, 1, 1);
    edited = setMisses({ ...edited, turn: 4, active: 1 }, 1, 2);
    expect(positionText(edited)).toBe("qwixx 4 roll 1 | classic -/- 0 | classic .1/- 2");
  });
  it("begins with the sheets that the game deals", () => {
    const sheets = ["A", "B", "C"].map((name) => ({ name, rows: [row] }));
    const names = (deals: boolean) =>
      emptyPosition({ ...facts, sheets, deals }, 2, false, "").seats.map((seat) => seat.sheet);
    expect(names(false)).toEqual(["A", "A"]);
    expect(names(true)).toEqual(["A", "B"]);
  });
  it("parts cells where numbers may have two digits, and knows struck ones", () => {
    let edited = emptyPosition({ ...facts, name: "qwantum" }, 1, false, ",");
    edited = writeCell(writeCell(edited, 0, 0, 0, 12), 0, 1, 2, -1);
    expect(positionText(edited)).toBe("qwantum 1 roll 0 | classic 12/.,.,#");
  });
});
