import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { qwixx } from "../src/games/qwixx/learn";
import type { Message } from "../src/net/protocol";
import { withSeat } from "../src/state/arrange";
import { makeTableController, type TableController } from "../src/state/controller";
import { loadSettings, loadTable, saveTable } from "../src/state/storage";

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
