// The controller of one table: handles taps and messages, holds the state, and triggers rendering.

import { makeShares } from "../fair/shares";
import { library } from "../library";
import { api, RequestError } from "../net/api";
import {
  browserEnvironment,
  type CommandBody,
  type Connection,
  type Environment,
  makeConnection,
} from "../net/connection";
import { type Message, PROTOCOL, type React as ReactCommand, type State, type Stepped } from "../net/protocol";
import { makeWishes, type Wishes } from "./arrange";
import type { Feedback } from "./feedback";
import { isOutdated, renewSoon } from "./install";
import { moveOf, tellReason } from "./ownSeat";
import { loadReceipt, saveReceipt, settledBy } from "./receipts";
import { resultOf } from "./results";
import { makeSeatActions, REFUSAL_MS, type SeatActions } from "./seatActions";
import type { Settings } from "./settings";
import { loadTable, randomHex, type StoredTable, saveResults, saveTable } from "./storage";
import { giveFeedback, summaryOf } from "./summary";
import {
  anyView,
  applyMessage,
  awaitedSeats,
  follows,
  hasPad,
  lastAwaited,
  makeTable,
  type TableState,
  UNKNOWN_TABLE,
  type Urge,
} from "./table";
import type { Reason } from "./view";

export interface TableController {
  state(): TableState;
  stored(): StoredTable;
  /** The actions of one of the device's own seats. */
  actions(seat: number): SeatActions;
  sit(name: string): void;
  /** Take over a seat from another device with its transfer code. */
  claim(transferCode: string): void;
  /** Queue a change of the table before its match, or its start, after all previous ones. */
  wish: Wishes["add"];
  /** Start as soon as this device has offered its shares of the dice. */
  startSoon(): void;
  /** Start the match; tapping this also confirms participation in its dice. */
  start(): void;
  /** Participate in the dice although earlier deals were dropped. */
  join(): void;
  /** Agree to stop the match before its end and count, or withdraw that. */
  stop(seat: number, agreed: boolean): void;
  /** The deals at this table that were dropped after this device had opened its shares. */
  dropped(): string[];
  /** True if the shares of this device stay closed until the user taps. */
  isHeldBack(): boolean;
  /** Ask for the next match: the first request starts a countdown, the second one the match. */
  again(): void;
  /** Take part in the next match without having a seat in this one. */
  joinNext(name: string): void;
  /** Only watch: opening the link again takes no seat. */
  watch(): void;
  /** Give up a seat before the match. */
  stand(seat: number): void;
  /** Leave the match; the device keeps its seats, and a bot may play them in the meantime. */
  leave(bot: string | null): void;
  /** Apply the pace setting of this device to the table. */
  setPace(): void;
  send(command: CommandBody): void;
  /** Request the history of a table with real dice, and what a seat could have played at one place. */
  listEntries(at?: { seat: number; turn: number; phase: string }): void;
  react(seat: number, reaction: ReactCommand["reaction"]): void;
  /** Select a seat at pass-and-play. */
  take(seat: number): void;
  /** Remind the player of another seat that everyone is waiting. */
  nudge(to: number): void;
  /** Record that a tip was read. */
  seeTip(tip: string): void;
  /** Record that the action of a tip was done; the page already shows the next tip. */
  noteTip(tip: string): void;
  /** Continue without tips. */
  skipTips(): void;
  close(): void;
}

export interface ControllerContext {
  /** True if opening the table takes a seat there; the big screen never does. */
  seatsItself?: boolean;
  /** Replaces the browser's network for an offline table. */
  network?: Partial<Environment>;
  settings(): Settings;
  feedback: Feedback;
  redraw(): void;
}

const TOAST_MS = 2_500;
/** How long the match waits for the same people before the page says so. */
const SLOW_MS = 5_000;
const NUDGE_AGAIN_MS = 20_000;
const NOT_LOADED: Reason = { id: "reason_not_loaded", params: {}, rule: "" };
/** Above the server's limit of one hello per device every five seconds. */
const HELLO_AGAIN_MS = 6_000;

export function makeTableController(code: string, context: ControllerContext): TableController {
  let table = makeTable(code);
  let stored = loadTable(code);
  let startsSoon = false;
  let wasWaiting = false;
  /** The last draft of each seat, with its match and step. */
  const drafts = new Map<number, string>();
  /** The awaited decisions, and the timer until they are slow. */
  let awaited = "";
  let slowly: ReturnType<typeof setTimeout>;
  /** Commands sent automatically, whose refusals are not shown. */
  const unasked = new Set<string>();
  const shares = makeShares({
    stored: () => stored,
    store,
    receipt: loadReceipt,
    keep: saveReceipt,
    send: (command) => void unasked.add(connection.send(command)),
    settled: settledBy,
    changed: () => context.redraw(),
  });
  const connection: Connection = makeConnection(
    `/api/tables/${code}/socket`,
    { hello, message, net: (net) => table.net !== net && set({ ...table, net }) },
    { ...browserEnvironment(() => randomHex(8)), ...context.network },
  );

  function hello() {
    const tokens = stored.seats.length > 0 || stored.isKnown ? [stored.token] : [];
    return { type: "hello" as const, protocol: PROTOCOL, tokens, match: table.match, sequence: table.sequence };
  }

  function store(change: Partial<StoredTable>): void {
    stored = { ...stored, ...change };
    saveTable(stored);
  }

  function set(next: TableState): void {
    table = next;
    watchAwaited();
    sendDrafts();
    context.redraw();
  }

  /** At a table with a clock, tell the server what is pencilled: it is played when time runs out. */
  function sendDrafts(): void {
    if (!table.facts?.clock) return;
    for (const own of table.ownSeats) {
      const move = moveOf(own, "done");
      const draft = own.view.choices.length === 0 ? "" : `${table.match}/${table.step}/${move ?? ""}`;
      const before = drafts.get(own.seat) ?? "";
      drafts.set(own.seat, draft);
      // A new step has no draft yet.
      const isNew = draft !== before && (move !== null || before.startsWith(`${table.match}/${table.step}/`));
      if (draft && isNew) unasked.add(connection.send({ type: "draft", seat: own.seat, step: table.step, move }));
    }
  }

  /** Notice when decisions take long: tell a player for whom everyone is waiting, and let the others nudge. */
  function watchAwaited(): void {
    const seats = awaitedSeats(table);
    if (table.urge && !seats.includes(table.urge.seat)) table = { ...table, urge: null };
    const key = seats.length === 0 || table.facts?.slow ? "" : `${table.match}/${table.step}/${seats}`;
    if (key === awaited) return;
    awaited = key;
    clearTimeout(slowly);
    table = { ...table, isSlow: false };
    if (key) slowly = setTimeout(noteSlow, SLOW_MS);
  }

  function noteSlow(): void {
    const seat = lastAwaited(table);
    set({ ...table, isSlow: true });
    if (seat !== null && !table.urge) urge({ seat, by: null });
  }

  function urge(urge: Urge): void {
    set({ ...table, urge });
    context.feedback.cue("urge");
  }

  /** Remind a player for whom everyone is waiting; the same one again only after a while. */
  function nudge(to: number): void {
    const seat = table.ownSeats[0]?.seat;
    if (seat === undefined) return;
    unasked.add(connection.send({ type: "nudge", seat, to }));
    set({ ...table, nudged: [...table.nudged, to] });
    setTimeout(() => set({ ...table, nudged: table.nudged.filter((each) => each !== to) }), NUDGE_AGAIN_MS);
  }

  const wishes = makeWishes(() => table, connection.send);

  function send(command: CommandBody): void {
    connection.send(command);
  }

  /** Find out why a cell cannot be marked, by the rules of the game: they are loaded for the first refused tap. */
  async function explain(seat: number, row: number, cell: number): Promise<void> {
    const position = table.open?.position;
    if (!position) return;
    const why = await library.whyNot(position, seat, row, cell).catch(() => NOT_LOADED);
    if (why === null || table.open?.position !== position) return;
    set({
      ...table,
      ownSeats: table.ownSeats.map((own) => (own.seat === seat ? tellReason(own, row, cell, why) : own)),
    });
  }

  /** A refused socket looks like a lost one: an HTTP request shows whether the table exists. */
  async function lookForTable(): Promise<void> {
    try {
      await api.table(code);
    } catch (error) {
      if (error instanceof RequestError && error.status === 404) set({ ...table, gone: UNKNOWN_TABLE });
    }
  }

  function message(received: Message): void {
    const before = table;
    const isUnasked = received.type === "refused" && received.id !== null && unasked.has(received.id);
    if (isUnasked || (received.type === "stepped" && !follows(table, received))) {
      connection.sayHello();
      return;
    }
    // The server keeps drafts in memory only.
    if (received.type === "welcome") drafts.clear();
    if (received.type === "seated") store({ seats: [...new Set([...stored.seats, received.seat])].sort() });
    if (received.type === "unseated") store({ seats: stored.seats.filter((seat) => seat !== received.seat) });
    if (received.type === "state" && `${received.held}` !== `${stored.seats}`) store({ seats: received.held });
    set(applyMessage(table, received, performance.now()));
    if (received.type === "welcome" && isOutdated(received.page)) sayOld(received.page ?? "");
    if (received.type === "seated" || received.type === "unseated") connection.sayHello();
    if (received.type === "refused" && received.why.id === "not_your_seat") forgetSeat(received.why.params.seat);
    if (received.type === "refused") afterRefusal(received.id);
    if (received.type === "nudged") urge({ seat: received.seat, by: received.by });
    if (received.type === "reacted") setTimeout(() => set({ ...table, toast: null }), TOAST_MS);
    if (received.type === "state" || received.type === "table") sitByItself(before);
    if (received.type === "state" || received.type === "stepped") afterState(received, before);
    else if (received.type === "table") afterTable();
    if (received.type === "done") wishes.answered(received.id, true);
    if (received.type === "refused" && received.id !== null) wishes.answered(received.id, false);
  }

  /** Report that the page is older than its server, and reload it. */
  function sayOld(page: string): void {
    set({ ...table, problem: { id: "page_old", params: {}, rule: "" } });
    renewSoon(page, () => connection.isBusy() || table.ownSeats.some((own) => own.pencil.length > 0));
  }

  /** Remove a seat that was moved to another device while this one was away. */
  function forgetSeat(lost: unknown): void {
    store({ seats: stored.seats.filter((seat) => seat !== Number(lost)) });
  }

  /** A refused command may have been shown as sealed already: request the state again; after a refused hello, later. */
  function afterRefusal(command: string | null): void {
    context.feedback.cue("refused");
    if (command !== null) connection.sayHello();
    else setTimeout(connection.sayHello, HELLO_AGAIN_MS);
    setTimeout(() => set({ ...table, problem: null }), REFUSAL_MS);
  }

  function sit(name: string): void {
    store({ watches: false, isKnown: true });
    send({ type: "sit", name, token: stored.token });
  }

  /**
   * Sit down when the page is opened, while there is room, if the name is known; and when the host has admitted the
   * person. A refusal means that there is no room.
   */
  function sitByItself(before: TableState): void {
    const { facts } = table;
    const { name } = context.settings();
    const isOpened = before.facts === null;
    const isAdmitted = wasWaiting && table.guest !== null && !isWaiting();
    wasWaiting = isWaiting();
    if (!facts || !context.seatsItself || !(isOpened || isAdmitted)) return;
    const isOpen = facts.status === "lobby" || (hasPad(table) && facts.status === "playing");
    if (stored.seats.length > 0 || stored.watches || !name || !isOpen || facts.challenge) return;
    if (facts.closed && !isAdmitted) return;
    store({ isKnown: true });
    unasked.add(connection.send({ type: "sit", name, token: stored.token }));
  }

  /** Whether the person of this device waits to be admitted by the host. */
  function isWaiting(): boolean {
    return table.facts?.guests?.some((each) => each.guest === table.guest && each.waits) ?? false;
  }

  /** Handle the dice before the match, and start once that was requested and is possible. */
  function prepare(): void {
    const { facts, match } = table;
    if (!facts || !match) return;
    shares.advance(match, facts);
    if (!startsSoon || facts.status !== "lobby" || !shares.areOffered(facts)) return;
    startsSoon = false;
    send({ type: "start", step: table.step });
  }

  /** Confirm participation in the dice of this match or the next one. */
  function join(): void {
    const { facts, match } = table;
    if (facts && match) shares.tap(match, facts);
    context.redraw();
  }

  /** Store a summary of this table for the home page, if this device has a seat here. */
  function noteGlance(): void {
    if (stored.seats.length === 0) return;
    const summary = summaryOf(table, stored.seats);
    if (JSON.stringify(summary) !== JSON.stringify(stored.summary)) store({ summary });
  }

  function afterTable(): void {
    noteGlance();
    prepare();
  }

  function afterState({ match, notices }: State | Stepped, before: TableState): void {
    const view = anyView(table);
    afterTable();
    shares.note({ match, notices, views: view ? [view] : [] });
    const result = resultOf(table, Date.now());
    if (result) saveResults([result]);
    giveFeedback(before, table, context.feedback);
  }

  function noteTip(tip: string): void {
    if (stored.tips?.includes(tip) === false) store({ tips: [...stored.tips, tip] });
  }

  void lookForTable();
  return {
    state: () => table,
    stored: () => stored,
    actions: (seat) => makeSeatActions(seat, { ...context, table: () => table, set, send, explain }),
    sit,
    claim(transferCode) {
      saveTable(stored);
      send({ type: "claim", code: transferCode, token: stored.token });
    },
    listEntries: (at) => connection.sendBestEffort({ type: "list_entries", ...at }),
    wish: wishes.add,
    startSoon() {
      startsSoon = true;
      join();
      prepare();
    },
    start() {
      join();
      wishes.add(() => ({ type: "start" }));
    },
    join,
    stop(seat, agreed) {
      if (table.match) shares.agreeToStop(table.match, agreed);
      send({ type: "stop", seat, agreed });
    },
    dropped: () => (table.facts && table.match ? shares.dropped(table.match, table.facts) : []),
    isHeldBack: () => table.facts !== null && table.match !== null && shares.isHeldBack(table.match, table.facts),
    again() {
      join();
      send({ type: "again" });
    },
    joinNext(name) {
      store({ watches: false, isKnown: true });
      join();
      send({ type: "join_next", name, token: stored.token });
    },
    watch() {
      store({ watches: true });
      if (table.guest !== null) send({ type: "leave_next", guest: table.guest });
      context.redraw();
    },
    stand(seat) {
      store({ watches: true });
      send({ type: "stand", seat });
    },
    leave(bot) {
      for (const seat of stored.seats) send({ type: "leave", seat, bot });
    },
    setPace() {
      const seat = stored.seats[0];
      if (seat !== undefined) send({ type: "set_pace", seat, pace: context.settings().pace });
    },
    send,
    react: (seat, reaction) => connection.sendBestEffort({ type: "react", seat, reaction }),
    nudge,
    take: (seat) => set({ ...table, holder: seat }),
    seeTip(tip) {
      noteTip(tip);
      context.redraw();
    },
    noteTip,
    skipTips() {
      store({ tips: null });
      context.redraw();
    },
    close() {
      context.feedback.stayAwake(false);
      clearTimeout(slowly);
      connection.close();
    },
  };
}
