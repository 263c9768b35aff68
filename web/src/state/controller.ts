// The controller of one table: takes taps and messages, keeps the state, tells the page to draw again.

import { makeShares } from "../fair/shares";
import { api, RequestError } from "../net/api";
import { browserWorld, type Line, makeLine, type Wish } from "../net/connection";
import type { Message } from "../net/protocol";
import type { DeskActions } from "../pages/table/Dock";
import type { Feedback } from "./feedback";
import { isWholeMove, moveOf, sealed, tapCell, tapDie, undo } from "./seat";
import type { Desk, Settings } from "./state";
import { type KeptTable, keptTable, randomHex, rememberMatch, saveTable } from "./storage";
import { applyMessage, makeTable, type TableState, wantedSeat } from "./table";

export interface TableCtrl {
  state(): TableState;
  kept(): KeptTable;
  /** What a person does at one of the own seats. */
  actions(seat: number): DeskActions;
  sit(name: string, seat?: number): void;
  /** Takes over a seat from another device by its transfer code. */
  claim(transferCode: string): void;
  start(): void;
  /** Starts as soon as this device has committed to its shares of the dice. */
  startSoon(): void;
  rematch(): void;
  send(wish: Wish): void;
  react(seat: number, reaction: "hello" | "bravo" | "ouch" | "lucky" | "thinking" | "hurry" | "sorry" | "thanks"): void;
  /** Takes the device in hand for a seat at pass-and-play. */
  take(seat: number): void;
  seeTip(tip: string): void;
  close(): void;
}

export interface Surroundings {
  settings(): Settings;
  feedback: Feedback;
  redraw(): void;
}

const REFUSAL_MS = 4_000;
const SHOUT_MS = 2_500;

export function makeTableCtrl(code: string, around: Surroundings): TableCtrl {
  let table = makeTable(code);
  let kept = keptTable(code);
  let startsSoon = false;
  const shares = makeShares({ kept: () => kept, keep, send: (wish) => void line.send(wish) });
  const line: Line = makeLine(
    `/api/tables/${code}/socket`,
    { hello, message, net },
    browserWorld(() => randomHex(8)),
  );

  function hello() {
    const tokens = kept.seats.length > 0 ? [kept.token] : [];
    return { type: "hello" as const, tokens, match: table.match, sequence: table.sequence };
  }

  function keep(change: Partial<KeptTable>): void {
    kept = { ...kept, ...change };
    saveTable(kept);
  }

  function set(next: TableState): void {
    table = next;
    around.redraw();
  }

  function setDesk(desk: Desk): void {
    set({ ...table, desks: table.desks.map((other) => (other.seat === desk.seat ? desk : other)) });
  }

  function deskOf(seat: number): Desk | null {
    return table.desks.find((desk) => desk.seat === seat) ?? null;
  }

  /** A socket that is refused looks like a lost one: plain HTTP tells whether the table exists. */
  async function lookForTable(): Promise<void> {
    try {
      await api.table(code);
    } catch (error) {
      if (error instanceof RequestError && error.status === 404) set({ ...table, gone: true });
    }
  }

  function net(state: TableState["net"]): void {
    set({ ...table, net: state });
  }

  function message(received: Message): void {
    const before = table;
    if (received.type === "seated") keep({ seats: [...new Set([...kept.seats, received.seat])].sort() });
    if (received.type === "unseated") keep({ seats: kept.seats.filter((seat) => seat !== received.seat) });
    set(applyMessage(table, received, performance.now()));
    if (received.type === "seated" || received.type === "unseated") line.greet();
    if (received.type === "refused") afterRefusal();
    if (received.type === "reacted") setTimeout(() => set({ ...table, shout: null }), SHOUT_MS);
    if (received.type === "state" || received.type === "table") prepare();
    if (received.type === "state") afterState(before);
  }

  /** A refused command may have been drawn ahead as sealed: the server's word is fetched again. */
  function afterRefusal(): void {
    around.feedback.cue("refused");
    line.greet();
    setTimeout(() => set({ ...table, problem: null }), REFUSAL_MS);
  }

  /** Looks after the dice before the match, and starts as soon as that was asked for and is possible. */
  function prepare(): void {
    const { facts, match } = table;
    if (!facts || !match) return;
    shares.tend(match, facts);
    if (!startsSoon || facts.status !== "lobby" || !shares.areBound(facts)) return;
    startsSoon = false;
    line.send({ type: "start" });
  }

  function afterState(before: TableState): void {
    const view = table.desks[0]?.view;
    const old = before.desks[0]?.view;
    if (table.desks.length > 0) keep({ seats: table.desks.map((desk) => desk.seat) });
    const isWanted = wantedSeat(table) !== null;
    around.feedback.call(isWanted, table.facts?.title ?? "Paperdice");
    around.feedback.stayAwake(table.facts?.status === "playing");
    if (!view) return;
    if (view.over && table.match) rememberMatch(table.match);
    if (!old || before.match !== table.match) return;
    if (view.over && !old.over) around.feedback.cue("end");
    else if (view.roll !== old.roll && view.roll !== "") around.feedback.cue("throw");
    else if (isWanted && wantedSeat(before) === null) around.feedback.cue("turn");
    else if (table.desks.some((desk) => desk.fresh.some((cells) => cells.size > 0))) around.feedback.cue("ink");
  }

  function play(desk: Desk, move: string | null): void {
    if (move === null) return;
    line.send({ type: "play", seat: desk.seat, step: table.step, move });
    setDesk(sealed(desk, move));
  }

  function tap(seat: number, row: number, cell: number): void {
    const desk = deskOf(seat);
    if (!desk) return;
    const next = tapCell(desk, row, cell);
    around.feedback.cue(next.refused ? "refused" : "pencil");
    setDesk(next);
    if (next.refused) setTimeout(() => clearRefusal(seat, next), REFUSAL_MS);
    else if (around.settings().sendAtOnce && isWholeMove(next)) play(next, moveOf(next, "done"));
  }

  function clearRefusal(seat: number, shown: Desk): void {
    const desk = deskOf(seat);
    if (desk && desk.refused === shown.refused) setDesk({ ...desk, refused: null });
  }

  /** Runs a deed on the desk of a seat, if this device still holds it. */
  function withDesk(seat: number, deed: (desk: Desk) => void): () => void {
    return () => {
      const desk = deskOf(seat);
      if (desk) deed(desk);
    };
  }

  void lookForTable();
  return {
    state: () => table,
    kept: () => kept,
    actions: (seat) => ({
      tap: (row, cell) => tap(seat, row, cell),
      undo: withDesk(seat, (desk) => setDesk(undo(desk))),
      quiet: withDesk(seat, (desk) => play(desk, moveOf(desk, "quiet"))),
      done: withDesk(seat, (desk) => play(desk, moveOf(desk, "done"))),
      reroll: withDesk(seat, (desk) => play(desk, moveOf(desk, "reroll"))),
      takeBack: () => line.send({ type: "take_back", seat, step: table.step }),
      tapDie: (name) => withDesk(seat, (desk) => setDesk(tapDie(desk, name)))(),
      throwDice: (roll) => line.send({ type: "throw", seat, step: table.step, roll: roll ?? null }),
      correct: (roll) => line.send({ type: "correct", seat, roll }),
    }),
    sit(name, seat) {
      saveTable(kept);
      line.send({ type: "sit", name, token: kept.token, seat: seat ?? null });
    },
    claim(transferCode) {
      saveTable(kept);
      line.send({ type: "claim", code: transferCode, token: kept.token });
    },
    start: () => void line.send({ type: "start" }),
    startSoon() {
      startsSoon = true;
      prepare();
    },
    rematch: () => void line.send({ type: "rematch" }),
    send: (wish) => void line.send(wish),
    react: (seat, reaction) => line.mention({ type: "react", seat, reaction }),
    take: (seat) => set({ ...table, holder: seat }),
    seeTip(tip) {
      keep({ tips: [...(kept.tips ?? []), tip] });
      around.redraw();
    },
    close() {
      around.feedback.stayAwake(false);
      line.close();
    },
  };
}
