// The state of a table on this device, and how the server's messages change it: pure functions.

import type { NetStatus } from "../net/connection";
import type {
  Advised,
  Closing,
  EntryList,
  Message,
  MoveSealed,
  MoveTakenBack,
  OwnView,
  State as StateMessage,
  Stepped,
  TableFacts,
} from "../net/protocol";
import { steadyOf } from "./bots";
import { makeOwnSeat, type News, newsSince, type OwnSeat, updateOwnSeat } from "./ownSeat";
import { type Reason, readView, seatView, type View } from "./view";

type Values = Record<string, unknown>;

function isObject(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Merge a change: an object updates the keys of an object or the entries of a list; anything else replaces the value.
 */
function merged(value: unknown, change: unknown): unknown {
  if (!isObject(change)) return change;
  if (Array.isArray(value)) {
    return value.map((entry, i) => (Object.hasOwn(change, i) ? merged(entry, change[i]) : entry));
  }
  const known = isObject(value) ? value : {};
  const changes = Object.entries(change).map(([key, next]) => [key, merged(known[key], next)]);
  return { ...known, ...Object.fromEntries(changes) };
}

/** Apply a change of the server to a value; unchanged parts keep their identity. */
function merge<T>(value: T, change: object): T {
  return merged(value, change) as T;
}

export type Notice = StateMessage["notices"][number];

export interface Toast {
  seat: number;
  reaction: string;
  /** Increases with each toast, so that a repeated reaction is rendered again. */
  nth: number;
}

/** Everyone is waiting for a seat of this device; `by` is the seat that has nudged it, if any has. */
export interface Urge {
  seat: number;
  by: number | null;
}

export interface TableState {
  code: string;
  facts: TableFacts | null;
  match: string | null;
  /** The number of the last notice; only `state` and `stepped` bring notices. */
  sequence: number;
  step: number;
  /** The seats of this device. */
  ownSeats: OwnSeat[];
  /** The guest that this device is: a person without a seat. */
  guest: number | null;
  /** The view that is visible to everyone; null before the start. */
  open: View | null;
  /** The view of a device without a seat, and its recent changes. */
  watched: View | null;
  watchedNews: News;
  /** The events of this match, oldest first. */
  notices: Notice[];
  net: NetStatus;
  bots: string[];
  reactions: string[];
  toast: Toast | null;
  transfer: { seat: number; code: string } | null;
  /** The coach's last advice. */
  advised: Advised | null;
  /** Why the last command was refused. */
  problem: Reason | null;
  /** Set if a seat of this device was taken over by another device (`away`), or has come from there (`here`). */
  moved: "away" | "here" | null;
  /** Why the server has closed the table to this page permanently; null otherwise. */
  gone: Reason | null;
  /** When the facts arrived, by this device's clock. */
  factsAt: number;
  /** When the current decision times out, by this device's clock; null without a clock. */
  deadline: number | null;
  /** The seat holding the device at pass-and-play. */
  holder: number | null;
  urge: Urge | null;
  /** True once the current decisions have taken a while. */
  isSlow: boolean;
  /** Seats that this device has just nudged. */
  nudged: readonly number[];
  /** The history of a table with real dice, as last requested. */
  entryList: EntryList | null;
}

/** The reason for a table that was deleted or never existed. */
export const UNKNOWN_TABLE: Reason = { id: "unknown_table", params: {}, rule: "" };
/** Refusals of what two taps or two people have asked for, as both wanted. */
const ALREADY_DONE = ["nothing_closing", "already_begun"];
const NOT_UNDERSTOOD: Reason = { id: "unreadable_command", params: {}, rule: "" };

const NO_NEWS: News = { fresh: [], lost: [] };

export function makeTable(code: string): TableState {
  return {
    code,
    facts: null,
    match: null,
    sequence: 0,
    step: 0,
    ownSeats: [],
    guest: null,
    open: null,
    watched: null,
    watchedNews: NO_NEWS,
    notices: [],
    net: "connecting",
    bots: [],
    reactions: [],
    toast: null,
    transfer: null,
    advised: null,
    problem: null,
    moved: null,
    gone: null,
    factsAt: 0,
    deadline: null,
    holder: null,
    urge: null,
    isSlow: false,
    nudged: [],
    entryList: null,
  };
}

/** The device's own seats in a new open view; known seats keep their pencilled marks. */
function seatsUnder(open: View | null, own: OwnView[], before: OwnSeat[]): OwnSeat[] {
  if (!open) return [];
  return own.map((each) => {
    const view = seatView(open, each);
    const known = before.find((seat) => seat.seat === each.seat);
    return known ? updateOwnSeat(known, view) : makeOwnSeat(view);
  });
}

function withNotices(known: Notice[], told: Notice[]): Notice[] {
  const last = known.at(-1)?.sequence ?? 0;
  return [...known, ...told.filter((each) => each.sequence > last)];
}

function applyState(table: TableState, message: StateMessage): TableState {
  const isSameMatch = message.match === table.match;
  const open = message.view && readView(message.view);
  return {
    ...table,
    facts: message.table,
    match: message.match,
    sequence: message.sequence,
    step: message.step,
    ownSeats: seatsUnder(open, message.own, isSameMatch ? table.ownSeats : []),
    guest: message.guest ?? null,
    open,
    watched: message.own.length === 0 ? open : null,
    watchedNews: isSameMatch && open && table.watched ? newsSince(table.watched, open, table.watchedNews) : NO_NEWS,
    notices: withNotices(isSameMatch ? table.notices : [], message.notices),
    holder: isSameMatch ? table.holder : null,
  };
}

/** True if a step can be merged into the known state. */
export function follows(table: TableState, message: Stepped): boolean {
  return message.match === table.match && message.since === table.step && table.open !== null;
}

/** Apply the changes of a step; a step that does not follow the known state is ignored. */
function applyStep(table: TableState, message: Stepped): TableState {
  if (!table.open || !table.facts || !follows(table, message)) return table;
  const open = merge(table.open, message.view);
  const facts = message.table ?? table.facts;
  return {
    ...table,
    facts: { ...facts, clock: message.clock ?? null },
    sequence: message.sequence,
    step: message.step,
    ownSeats: seatsUnder(open, message.own, table.ownSeats),
    open,
    watched: message.own.length === 0 ? open : null,
    watchedNews: table.watched ? newsSince(table.watched, open, table.watchedNews) : NO_NEWS,
    notices: withNotices(table.notices, message.notices),
  };
}

/** Apply the small message after an answer; only the player's own move is included. */
function applyAnswer(table: TableState, message: MoveSealed | MoveTakenBack): TableState {
  if (message.match !== table.match || message.step !== table.step) return table;
  const { acting, answered } = message;
  const merged = (view: View | null) => view && { ...view, acting, answered };
  const ownSeats = table.ownSeats.map((own) => {
    const view = { ...own.view, acting, answered };
    const isOwn = own.seat === message.seat && message.type === "sealed";
    return isOwn ? { ...own, view: { ...view, sealed: message.move ?? null, choices: [] } } : { ...own, view };
  });
  return { ...table, ownSeats, open: merged(table.open), watched: merged(table.watched) };
}

/** Why a socket was closed permanently: the table was deleted, or the previous refusal says why. */
function whyGone(table: TableState, message: Closing): Reason {
  return message.reason === "deleted" ? UNKNOWN_TABLE : (table.problem ?? NOT_UNDERSTOOD);
}

/** When the clock of a decision that was running at `now` expires. */
function deadlineOf(facts: TableFacts, now: number): number | null {
  const left = facts.clock?.left_ms;
  return left === undefined || left === null ? null : now + left;
}

/** Apply a message that arrived at `now`. */
export function applyMessage(table: TableState, message: Message, now = 0): TableState {
  const next = changed(table, message);
  const tellsClock = message.type === "state" || message.type === "stepped" || message.type === "table";
  if (!tellsClock || !next.facts || next === table) return next;
  return { ...next, factsAt: now, deadline: deadlineOf(next.facts, now) };
}

function changed(table: TableState, message: Message): TableState {
  switch (message.type) {
    case "welcome":
      return { ...table, bots: message.bots, reactions: message.reactions };
    case "state":
      return applyState(table, message);
    case "stepped":
      return applyStep(table, message);
    case "table":
      return { ...table, facts: message.table };
    case "entry_list":
      return { ...table, entryList: message };
    case "sealed":
    case "taken_back":
      return applyAnswer(table, message);
    case "refused":
      return ALREADY_DONE.includes(message.why.id) ? table : { ...table, problem: message.why };
    case "reacted":
      return { ...table, toast: { seat: message.seat, reaction: message.reaction, nth: (table.toast?.nth ?? 0) + 1 } };
    case "advised":
      return { ...table, advised: message };
    case "transfer_offered":
      return { ...table, transfer: { seat: message.seat, code: message.code } };
    case "unseated":
      return { ...table, moved: "away", ownSeats: table.ownSeats.filter((own) => own.seat !== message.seat) };
    case "seated":
      return { ...table, moved: table.facts?.status === "playing" ? "here" : null };
    case "closing":
      return message.retry_ms === null ? { ...table, gone: whyGone(table, message) } : table;
    default:
      return table;
  }
}

/** True if the table is a pad: dice are unknown, and all seats may mark at any time. */
export function hasPad({ facts }: TableState): boolean {
  return facts?.dice.kind === "unknown";
}

/** True if dice wait for their player's hand: nobody else throws them, and they are not typed in. */
export function waitForHand({ facts }: TableState): boolean {
  return facts !== null && !facts.auto_throw && facts.dice.kind !== "typed";
}

/** The seats that the match waits for. */
export function awaitedSeats(table: TableState): readonly number[] {
  const view = anyView(table);
  if (!view || view.over || hasPad(table)) return [];
  if (view.phase !== "roll") return view.acting;
  return waitForHand(table) ? [view.active] : [];
}

/** The seat on this device that all others wait for, people among them; null if there is none. */
export function lastAwaited(table: TableState): number | null {
  const [seat, ...more] = awaitedSeats(table);
  const own = table.ownSeats.map((each) => each.seat);
  const hasCompany = table.facts?.seats.some(
    (each) => each.kind === "person" && each.connected && !own.includes(each.seat),
  );
  return seat !== undefined && more.length === 0 && own.includes(seat) && hasCompany ? seat : null;
}

/**
 * People on other devices who may be nudged: the match has waited for them for a while, but not for this device, and
 * nobody here has nudged them lately.
 */
export function nudgeableSeats(table: TableState): number[] {
  const own = table.ownSeats.map((each) => each.seat);
  const awaited = awaitedSeats(table);
  if (own.length === 0 || !table.isSlow || awaited.some((seat) => own.includes(seat))) return [];
  return awaited.filter((seat) => {
    const entry = table.facts?.seats[seat];
    return entry?.kind === "person" && entry.connected && !entry.stand_in && !table.nudged.includes(seat);
  });
}

/** The move of a seat that was played because time ran out, until the next moves are revealed; null if none was. */
export function timedOutMove({ notices }: TableState, seat: number): string | null {
  const last = notices.findLast((each) => each.type === "resolved");
  return last?.type === "resolved" && last.timed_out.includes(seat) ? (last.moves[seat] ?? null) : null;
}

/** The seat on this device that has to act next: one that owes a move, otherwise the one that throws; none on a pad. */
export function wantedSeat(table: TableState): number | null {
  const view = table.ownSeats[0]?.view;
  if (!view || view.over || hasPad(table)) return null;
  // The holder moves first, and last whoever acts after all have moved: the active seat if a decision of its own follows,
  // otherwise the next one. Then the device changes hands as rarely as possible.
  const { holder } = table;
  const last = view.phase === "white" ? view.active : (view.active + 1) % view.seats;
  const afterLast = (seat: number) => (seat - last + view.seats) % view.seats || view.seats;
  const rank = (seat: number) => (seat === holder && seat !== last ? 0 : afterLast(seat));
  const owing = table.ownSeats.filter((own) => own.view.choices.length > 0).map((own) => own.seat);
  const first = owing.sort((a, b) => rank(a) - rank(b))[0];
  if (first !== undefined) return first;
  const isThrowing = view.phase === "roll" && table.ownSeats.some((own) => own.seat === view.active);
  return isThrowing && waitForHand(table) ? (holder ?? view.active) : null;
}

/** The seat of the player holding the device. */
export function seatInHand(table: TableState): OwnSeat | null {
  const held = table.ownSeats.find((own) => own.seat === table.holder);
  if (!held) return table.ownSeats[0] ?? null;
  // The holder throws, whoever's turn it is.
  return { ...held, throwsForAll: table.ownSeats.some((own) => own.seat === held.view.active) };
}

/** The default bot for absent players; null if the server has none. */
export function usualBot(table: TableState): string | null {
  return steadyOf(table.bots);
}

/** Any view of the match: that of this device's first seat, otherwise the spectator's. */
export function anyView(table: TableState): View | null {
  return table.ownSeats[0]?.view ?? table.watched;
}
