import { describe, expect, it } from "vitest";
import { qwantumReroll } from "../src/games/qwantum/example";
import { qwixx } from "../src/games/qwixx/example";
import type { State } from "../src/net/protocol";
import { makeOwnSeat, moveOf, sealed, tapCell, tapDie, undo, updateOwnSeat } from "../src/state/ownSeat";
import { applyMessage, makeTable, wantedSeat } from "../src/state/table";

const facts = { auto_throw: false, dice: { kind: "committed" } } as State["table"];

function state(sequence: number, over: Partial<State> = {}): State {
  return {
    type: "state",
    match: "m1",
    sequence,
    step: 3,
    table: facts,
    held: [0],
    views: [qwixx],
    notices: [],
    ...over,
  };
}

describe("an own seat", () => {
  const own = makeOwnSeat(qwixx);
  it("pencils a possible cell and sends it as a move", () => {
    const tapped = tapCell(own, 0, 7);
    expect(tapped.pencil).toEqual(["r9"]);
    expect(moveOf(tapped, "done")).toBe("r9");
    expect(undo(tapped).pencil).toEqual([]);
  });
  it("keeps the reason of a refused tap", () => {
    expect(tapCell(own, 0, 10).refused).toMatchObject({ at: "0/10", why: { rule: "Qwixx 8" } });
  });
  it("keeps the pencil in the same phase and drops it in the next", () => {
    const tapped = tapCell(own, 0, 7);
    expect(updateOwnSeat(tapped, { ...qwixx, acting: [0] }).pencil).toEqual(["r9"]);
    expect(updateOwnSeat(tapped, { ...qwixx, phase: "color" }).pencil).toEqual([]);
  });
  it("gets its pencil back when a sealed move is taken back", () => {
    const waiting = sealed(tapCell(own, 0, 7), "r9");
    expect(waiting.view.choices).toEqual([]);
    expect(updateOwnSeat(waiting, qwixx).pencil).toEqual(["r9"]);
  });
  it("names the picked dice of a second throw in order", () => {
    const picked = tapDie(tapDie(makeOwnSeat(qwantumReroll), "2"), "1");
    expect(moveOf(picked, "reroll")).toBe("reroll 12");
  });
});

describe("a table", () => {
  it("takes over a state and counts notices once", () => {
    const thrown = { type: "thrown", sequence: 4, at: 0, turn: 1, throw: 1, seat: 0, roll: "w1", by: "seat" } as const;
    const first = applyMessage(makeTable("ABCD"), state(4, { notices: [thrown] }));
    const again = applyMessage(first, state(4, { notices: [thrown] }));
    expect(again.notices).toHaveLength(1);
    expect(again.ownSeats.map((own) => own.seat)).toEqual([0]);
  });
  it("merges who has answered, and its own move", () => {
    const before = applyMessage(makeTable("ABCD"), state(4));
    const message = {
      type: "sealed",
      match: "m1",
      sequence: 5,
      step: 3,
      acting: [2],
      answered: [0, 1, 3],
    } as const;
    const other = applyMessage(before, {
      ...message,
      acting: [...message.acting],
      answered: [...message.answered],
      seat: 1,
    });
    expect(other.ownSeats[0]?.view.choices).toEqual(qwixx.choices);
    const own = applyMessage(before, { ...message, acting: [2], answered: [0], seat: 0, move: "r9" });
    expect(own.ownSeats[0]?.view).toMatchObject({ sealed: "r9", choices: [], acting: [2] });
  });
  it("leaves a message of another step alone", () => {
    const before = applyMessage(makeTable("ABCD"), state(4));
    const late = {
      type: "sealed",
      match: "m1",
      sequence: 5,
      step: 2,
      seat: 1,
      acting: [],
      answered: [],
    } as const;
    expect(applyMessage(before, { ...late, acting: [], answered: [] })).toBe(before);
  });
  it("is gone for the reason that the server has refused with, for as long as the page stands", () => {
    const why = { id: "other_protocol", params: {}, rule: "" };
    const refused = { type: "refused", id: null, error: "IllegalMoveError", why, message: "reload the page" } as const;
    const closing = { type: "closing", reason: "protocol", retry_ms: null } as const;
    const gone = applyMessage(applyMessage(makeTable("ABCD"), refused), closing);
    expect(gone.gone?.id).toBe("other_protocol");
    expect(applyMessage({ ...gone, problem: null }, { type: "pong" }).gone?.id).toBe("other_protocol");
    expect(applyMessage(makeTable("ABCD"), closing).gone?.id).toBe("unreadable_command");
  });
  it("is unknown once it is deleted, and not gone while the server restarts", () => {
    const before = applyMessage(makeTable("ABCD"), state(4));
    expect(applyMessage(before, { type: "closing", reason: "deleted", retry_ms: null }).gone?.id).toBe("unknown_table");
    expect(applyMessage(before, { type: "closing", reason: "restart", retry_ms: 500 }).gone).toBeNull();
  });
  it("wants the seat that owes a move, counted from the active one", () => {
    const views = [0, 2].map((seat) => ({ ...qwixx, seat, active: 2 }));
    expect(wantedSeat(applyMessage(makeTable("ABCD"), state(4, { views })))).toBe(2);
  });
});
