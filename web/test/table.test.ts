import { describe, expect, it } from "vitest";
import { qwantumReroll } from "../src/games/qwantum/learn";
import { qwixx } from "../src/games/qwixx/learn";
import type { OwnCell, OwnView, SeatFacts, State, Stepped } from "../src/net/protocol";
import { makeOwnSeat, moveOf, sealed, tapCell, tapDie, undo, updateOwnSeat } from "../src/state/ownSeat";
import { summaryOf } from "../src/state/summary";
import { applyMessage, follows, makeTable, wantedSeat } from "../src/state/table";

const facts = { auto_throw: false, dice: { kind: "committed" }, seats: [] as SeatFacts[] } as State["table"];

const { choices, sealed: _, pass, seat: __, ...open } = qwixx;

/** A seat that may do everything that the example offers. */
function own(seat: number, over: Partial<OwnView> = {}): OwnView {
  return { seat, sealed: null, choices, pass, cells: {}, ...over };
}

function state(sequence: number, over: Partial<State> = {}): State {
  const known = { type: "state", match: "m1", sequence, step: 3, table: facts } as const;
  return { ...known, held: [0], view: open, own: [own(0)], notices: [], ...over };
}

function stepped(over: Partial<Stepped> = {}): Stepped {
  const told = { view: { acting: [0], answered: [] }, own: [own(0)], notices: [] };
  return { type: "stepped", match: "m1", sequence: 5, since: 3, step: 4, ...told, ...over };
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
  it("asks again for all notices since the last state, whatever small messages came between", () => {
    const before = applyMessage(makeTable("ABCD"), state(4));
    const place = { match: "m1", step: 3, seat: 1, acting: [0], answered: [1] };
    const sealed = applyMessage(before, { type: "sealed", sequence: 5, ...place });
    const told = applyMessage(sealed, { type: "table", match: "m1", sequence: 6, table: { ...facts, watchers: 7 } });
    expect(told.facts?.watchers).toBe(7);
    expect(told.sequence).toBe(4);
    expect(applyMessage(told, state(6)).sequence).toBe(6);
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
  it("lets who has the device in hand answer first and throw, so that it is handed on once a turn", () => {
    const both = applyMessage(makeTable("ABCD"), state(4, { view: { ...open, active: 2 }, own: [own(0), own(2)] }));
    expect(wantedSeat({ ...both, holder: 0 })).toBe(0);
    const answered = state(4, { view: { ...open, active: 2 }, own: [own(0, { choices: [] }), own(2)] });
    expect(wantedSeat({ ...applyMessage(makeTable("ABCD"), answered), holder: 0 })).toBe(2);
    const nobody = [own(0, { choices: [] }), own(2, { choices: [] })];
    const roll = state(4, { view: { ...open, active: 2, phase: "roll", roll: "" }, own: nobody });
    expect(wantedSeat({ ...applyMessage(makeTable("ABCD"), roll), holder: 0 })).toBe(0);
  });
  it("wants nobody at a pad, where it is nobody's turn", () => {
    const table = { ...facts, dice: { kind: "unknown" } } as State["table"];
    const pad = applyMessage(makeTable("ABCD"), state(4, { table }));
    expect(wantedSeat(pad)).toBeNull();
    expect(summaryOf(pad, [0])).toMatchObject({ isWanted: false, turn: null });
    expect(summaryOf(applyMessage(makeTable("ABCD"), state(4)), [0])).toMatchObject({ isWanted: true, turn: 11 });
  });
  it("lets the active person of one phone answer last, so that three people hand it on at most three times a turn [A8]", () => {
    const handovers: number[] = [];
    let holder: number | null = null;
    for (const active of [0, 1, 2, 0]) {
      let n = 0;
      for (const phase of ["white", "color"]) {
        const owing = new Set(phase === "white" ? [0, 1, 2] : [active]);
        while (owing.size > 0) {
          const seats = [0, 1, 2].map((seat) => own(seat, { choices: owing.has(seat) ? choices : [] }));
          const told = state(4, { view: { ...open, seats: 3, active, phase }, own: seats });
          const wanted = wantedSeat({ ...applyMessage(makeTable("ABCD"), told), holder });
          if (wanted === null) throw new Error("nobody is wanted");
          if (wanted !== holder) n += 1;
          holder = wanted;
          owing.delete(wanted);
        }
      }
      handovers.push(n);
    }
    expect(handovers).toEqual([3, 2, 2, 2]);
  });
  it("says what happened to a seat that was moved to another device, and to one that came from there [A24]", () => {
    const playing = applyMessage(makeTable("ABCD"), state(4, { table: { ...facts, status: "playing" } }));
    const unseated = applyMessage(playing, { type: "unseated", seat: 0 });
    expect([unseated.moved, unseated.ownSeats]).toEqual(["away", []]);
    expect(applyMessage({ ...playing, ownSeats: [] }, { type: "seated", id: "1", seat: 0 }).moved).toBe("here");
    expect(applyMessage(makeTable("ABCD"), { type: "seated", id: "1", seat: 0 }).moved).toBeNull();
  });
});

describe("a step", () => {
  const before = applyMessage(makeTable("ABCD"), state(4));

  it("changes what it names and leaves the rest as it was", () => {
    const cells = { "8": { state: "marked", written: 1 } } as const;
    const view = { acting: [0], answered: [], turn: 12, sheets: { "1": { score: 7, rows: { "0": { cells } } } } };
    const after = applyMessage(before, stepped({ view }));
    const [mine, theirs] = after.ownSeats[0]?.view.sheets ?? [];
    expect(theirs).toMatchObject({ score: 7, name: "classic" });
    expect(theirs?.rows[0]?.cells[8]).toMatchObject({ ...cells["8"], color: "r", why: expect.anything() });
    expect(theirs?.rows[1]).toBe(before.open?.sheets[1]?.rows[1]);
    expect(mine?.score).toBe(before.open?.sheets[0]?.score);
    expect(after).toMatchObject({ step: 4, sequence: 5, facts: { ...facts, clock: null } });
    expect(after.ownSeats[0]?.view.turn).toBe(12);
    expect(after.ownSeats[0]?.fresh[1]).toEqual(new Set(["0/8"]));
  });
  it("takes back what was offered in the step before", () => {
    const offered: OwnCell = { state: "markable", mark: "r5", number_now: 5, ways: [["w4", "w1"]] };
    const mine = own(0, { cells: { "0/3": offered } });
    const now = applyMessage(before, stepped({ own: [mine] }));
    expect(now.ownSeats[0]?.view.sheets[0]?.rows[0]?.cells[3]).toMatchObject(offered);
    expect(now.open?.sheets[0]?.rows[0]?.cells[3]?.mark).toBeNull();
    const next = applyMessage(now, stepped({ since: 4, step: 5 }));
    expect(next.ownSeats[0]?.view.sheets[0]?.rows[0]?.cells[3]?.mark).toBeNull();
  });
  it("is left alone unless it follows on what is known", () => {
    for (const odd of [stepped({ since: 2 }), stepped({ match: "m2" })]) {
      expect(follows(before, odd)).toBe(false);
      expect(applyMessage(before, odd)).toBe(before);
    }
    expect(follows(makeTable("ABCD"), stepped())).toBe(false);
    expect(follows(before, stepped())).toBe(true);
  });
  it("tells of the table when that is new, and how long the clock runs", () => {
    const table = { ...facts, status: "over" } as State["table"];
    const after = applyMessage(before, stepped({ table, clock: { seconds: 30, left_ms: 4000 } }), 100);
    expect(after).toMatchObject({ facts: { status: "over" }, deadline: 4100 });
  });
  it("shows a spectator what lies open", () => {
    const watching = applyMessage(makeTable("ABCD"), state(4, { own: [] }));
    const after = applyMessage(watching, stepped({ own: [], view: { acting: [1], answered: [], roll: "w1 w2" } }));
    expect(after.watched).toMatchObject({ seat: null, choices: [], roll: "w1 w2", acting: [1] });
  });
});
