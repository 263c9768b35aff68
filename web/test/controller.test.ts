import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { qwixx } from "../src/games/qwixx/learn";
import type { Message } from "../src/net/protocol";
import { withSeat } from "../src/state/arrange";
import { makeTableController, type TableController } from "../src/state/controller";
import { renewSoon } from "../src/state/install";
import { loadSettings, loadTable, saveTable } from "../src/state/storage";
import { nudgeableSeats } from "../src/state/table";

/** A socket whose server is the test. */
class FakeSocket {
  static readonly OPEN = 1;
  readonly readyState = 1;
  readonly sent: { type: string }[] = [];
  onopen = () => {};
  onmessage = (_: { data: string }) => {};
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {}
}

let socket: FakeSocket;
let controller: TableController;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", { hidden: false, addEventListener: () => {} });
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("navigator", { onLine: true });
  socket = new FakeSocket();
  const makeSocket = Object.assign(
    function open() {
      return socket;
    },
    { OPEN: 1 },
  );
  vi.stubGlobal("WebSocket", makeSocket);
  vi.stubGlobal("location", { protocol: "http:", host: "here" });
  vi.stubGlobal("fetch", async () => new Response("{}"));
  saveTable({ ...loadTable("ABCDEF"), seats: [0, 1] });
  const feedback = { cue: () => {}, showTurn: () => {}, stayAwake: () => {} };
  controller = makeTableController("ABCDEF", { settings: loadSettings, feedback, redraw: () => {} });
  socket.onopen();
});

afterEach(() => {
  controller.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function tell(message: Message): void {
  socket.onmessage({ data: JSON.stringify(message) });
}

function refuse(id: string | null, why: string, params: Record<string, number> = {}): void {
  const message = { type: "refused", id, error: "", why: { id: why, params, rule: "" }, message: "" } as Message;
  tell(message);
}

function hellos(): number {
  return socket.sent.filter((command) => command.type === "hello").length;
}

it("asks again at once after a refused command, and only later after a refused hello", () => {
  refuse("c1", "stale_step");
  expect(hellos()).toBe(2);
  refuse(null, "too_many_commands");
  vi.advanceTimersByTime(5_000);
  expect(hellos()).toBe(2);
  vi.advanceTimersByTime(1_000);
  expect(hellos()).toBe(3);
});

it("gives up a seat that belongs to another device by now", () => {
  refuse("c1", "not_your_seat", { seat: 1 });
  expect(controller.stored().seats).toEqual([0]);
});

it("holds the seats that the server names, also after the table was arranged anew", () => {
  const table = { status: "lobby", seats: [], dice: { kind: "typed", commitments: [], without: [] } };
  const state = {
    type: "state",
    match: "m2",
    sequence: 3,
    step: 0,
    table,
    held: [2],
    view: null,
    own: [],
    notices: [],
  };
  socket.onmessage({ data: JSON.stringify(state) });
  expect(controller.stored().seats).toEqual([2]);
});

it("arranges a table anew only when the change before is answered", () => {
  const seatAt = (seat: number) => ({ seat, kind: seat === 0 ? "person" : "open", sheet: "classic" });
  const dice = { kind: "typed", commitments: [], without: [] };
  const told = (step: number, n: number) =>
    ({
      ...{ type: "state", match: "m1", sequence: 3, step, held: [0], view: null, own: [], notices: [] },
      table: { game: "qwixx", status: "lobby", dice, seats: Array.from({ length: n }, (_, seat) => seatAt(seat)) },
    }) as unknown as Message;
  tell({ type: "welcome", bots: [], reactions: [] } as unknown as Message);
  tell(told(0, 1));
  for (const _ of [1, 2]) controller.wish((facts) => withSeat(facts, undefined));
  const arranged = () => socket.sent.filter(({ type }) => type === "arrange") as { type: string; id: string }[];
  expect(arranged()).toMatchObject([{ step: 0 }]);
  tell(told(1, 2));
  expect(arranged()).toHaveLength(1);
  tell({ type: "done", id: arranged()[0]?.id ?? "", sequence: 4 });
  expect(arranged()).toMatchObject([{ step: 0 }, { step: 1 }]);
});

it("finds out by the rules why a cell cannot be marked, and asks anew for a state that it cannot follow", async () => {
  const { choices, sealed, pass, seat, ...open } = qwixx;
  const bare = open.sheets.map((sheet) => ({
    ...sheet,
    rows: sheet.rows.map((row) => ({ ...row, cells: row.cells.map((cell) => ({ ...cell, why: null })) })),
  }));
  const own = [{ seat: 0, choices, sealed, pass, cells: {} }];
  const table = { status: "playing", dice: { kind: "typed", commitments: [], without: [] }, seats: [] };
  const known = { type: "state", match: "m1", sequence: 4, step: 3, table, notices: [], held: [0], own };
  const position = "qwixx 7 white 0 w6 w6 r2 y6 g3 b6 | classic 1.11/.1/-/- 1 | classic -/-/1/- 0";
  tell({ ...known, view: { ...open, sheets: bare, position } } as unknown as Message);
  const n = socket.sent.length;
  const refused = () => controller.state().ownSeats[0]?.refused;
  controller.actions(0).tap(0, 10);
  expect(refused()).toMatchObject({ at: "0/10", why: null });
  await vi.waitFor(() => expect(refused()?.why).toMatchObject({ id: "needs_marks", rule: "Qwixx 8" }));
  controller.actions(0).tap(0, 9);
  controller.actions(0).tap(0, 0);
  await vi.waitFor(() => expect(refused()).toMatchObject({ at: "0/0", why: { id: "marked" } }));
  expect(socket.sent).toHaveLength(n);
  vi.advanceTimersByTime(4_000);
  expect(controller.state().ownSeats[0]?.refused).toBeNull();
  tell({ type: "stepped", match: "m1", sequence: 9, since: 5, step: 6, view: {}, own: [], notices: [] });
  expect(socket.sent.at(-1)).toMatchObject({ type: "hello", sequence: 4 });
});

/** Tell the controller a match of two seats, the second of another device, as it is in step 3. */
function meet(change: object = {}, facts: object = {}): void {
  const { choices, sealed, pass, seat, ...open } = qwixx;
  const person = { kind: "person", connected: true, stand_in: null };
  const table = {
    ...{ status: "playing", dice: { kind: "committed", commitments: [], without: [] }, auto_throw: true, clock: null },
    ...{ seats: [0, 1, 2, 3].map((each) => ({ ...person, seat: each })), ...facts },
  };
  const own = [{ seat: 0, choices, sealed, pass, cells: {} }];
  const known = { type: "state", match: "m1", sequence: 4, step: 3, table, notices: [], held: [0], own };
  tell({ ...known, view: { ...open, acting: [0], answered: [1, 2, 3] }, ...change } as unknown as Message);
}

function welcome(): void {
  tell({ type: "welcome", bots: [], reactions: [] } as unknown as Message);
}

function sent(type: string): object[] {
  return socket.sent.filter((command) => command.type === type);
}

it("holds what a single tap decides, and sends what was confirmed without a hold [B5]", () => {
  welcome();
  meet();
  controller.actions(0).quiet();
  meet();
  controller.actions(0).mark("r9");
  controller.actions(0).done();
  expect(sent("play")).toMatchObject([
    { move: "-", hold: true },
    { move: "r9", hold: false },
  ]);
});

it("sends what is pencilled to a table with a clock, and again after reconnecting [A4]", () => {
  welcome();
  const clock = { clock: { seconds: 20, left_ms: 9000 } };
  meet({}, clock);
  expect(sent("draft")).toEqual([]);
  controller.actions(0).mark("r9");
  controller.actions(0).undo();
  controller.actions(0).mark("y9");
  meet({}, clock);
  expect(sent("draft")).toMatchObject([{ move: "r9" }, { move: null }, { move: "y9", seat: 0, step: 3 }]);
  welcome();
  meet({}, clock);
  expect(sent("draft").at(-1)).toMatchObject({ move: "y9" });
  expect(new Set(sent("draft").map((each) => JSON.stringify(each))).size).toBe(4);
});

it("tells no draft to a table without a clock", () => {
  meet();
  controller.actions(0).mark("r9");
  expect(sent("draft")).toEqual([]);
});

it("says after a while that everyone is waiting, and at once when somebody nudges [A14]", () => {
  meet();
  vi.advanceTimersByTime(4_900);
  expect(controller.state().urge).toBeNull();
  vi.advanceTimersByTime(200);
  expect(controller.state().urge).toEqual({ seat: 0, by: null });
  controller.actions(0).quiet();
  expect(controller.state().urge).toBeNull();
  meet();
  tell({ type: "nudged", seat: 0, by: 2 });
  expect(controller.state().urge).toEqual({ seat: 0, by: 2 });
});

it("does not hurry a player who only plays against bots, nor over days", () => {
  meet({}, { seats: [0, 1, 2, 3].map((seat) => ({ seat, kind: seat === 0 ? "person" : "bot", connected: true })) });
  vi.advanceTimersByTime(60_000);
  meet({}, { slow: true });
  vi.advanceTimersByTime(60_000);
  expect(controller.state().urge).toBeNull();
});

it("lets those who have answered nudge a slow person, once in a while [A14]", () => {
  welcome();
  const { choices, ...rest } = qwixx;
  const own = [{ seat: 0, choices: [], sealed: "-", pass: null, cells: {} }];
  meet({ own, view: { ...rest, acting: [1], answered: [0, 2, 3] } });
  const offered = () => nudgeableSeats(controller.state());
  expect(offered()).toEqual([]);
  vi.advanceTimersByTime(5_000);
  expect(offered()).toEqual([1]);
  controller.nudge(1);
  expect(sent("nudge")).toMatchObject([{ seat: 0, to: 1 }]);
  expect(offered()).toEqual([]);
  vi.advanceTimersByTime(20_000);
  expect(offered()).toEqual([1]);
});

it("keeps a pencil mark when the page is renewed, and what is not sent yet [D8]", () => {
  const reload = vi.fn();
  vi.stubGlobal("location", { reload });
  vi.stubGlobal("sessionStorage", { setItem: () => {} });
  const page = { pencil: 1 };
  renewSoon("new.js", () => page.pencil > 0);
  vi.advanceTimersByTime(60_000);
  expect(reload).not.toHaveBeenCalled();
  page.pencil = 0;
  vi.advanceTimersByTime(1_500);
  expect(reload).toHaveBeenCalledTimes(1);
});
