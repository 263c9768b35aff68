// What this device knows of a table, and how each message of the server changes it: plain functions.

import type { NetStatus } from "../net/connection";
import type {
  Advised,
  Closing,
  Course,
  Explained,
  Message,
  OwnView,
  Sealed,
  State as StateMessage,
  Stepped,
  TableFacts,
  TakenBack,
} from "../net/protocol";
import { merge } from "./merge";
import type { News, OwnSeat } from "./ownSeat";
import { keepReason, makeOwnSeat, newsSince, updateOwnSeat } from "./ownSeat";
import { type Reason, readView, seatView, type View } from "./view";

export type Notice = StateMessage["notices"][number];

export interface Toast {
  seat: number;
  reaction: string;
  /** Grows with each toast, so that the same word twice is drawn twice. */
  nth: number;
}

export interface TableState {
  code: string;
  facts: TableFacts | null;
  match: string | null;
  /** How far the notices go: only `state` and `stepped` bring them. */
  sequence: number;
  step: number;
  /** The seats that this device holds. */
  ownSeats: OwnSeat[];
  /** What lies open for everyone; null before the start. */
  open: View | null;
  /** What a device without a seat sees, and what is new in it. */
  watched: View | null;
  watchedNews: News;
  /** What has happened in this match, oldest first. */
  notices: Notice[];
  net: NetStatus;
  bots: string[];
  reactions: string[];
  toast: Toast | null;
  transfer: { seat: number; code: string } | null;
  /** What the coach has said last. */
  advised: Advised | null;
  /** Why the last command was refused. */
  problem: Reason | null;
  /** Why the server has closed the table to this page for good; null while it has not. */
  gone: Reason | null;
  /** When the facts came, by this device's clock. */
  factsAt: number;
  /** When the running decision ends, by this device's clock; null without one. */
  deadline: number | null;
  /** The seat that has the device in hand at pass-and-play. */
  holder: number | null;
  /** What was entered at a table with real dice, as it was last asked for. */
  course: Course | null;
}

/** Why a table is gone that was deleted or never was. */
export const UNKNOWN_TABLE: Reason = { id: "unknown_table", params: {}, rule: "" };
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
    gone: null,
    factsAt: 0,
    deadline: null,
    holder: null,
    course: null,
  };
}

/** The own seats under what lies open now; a seat that was there before keeps what is pencilled. */
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
    open,
    watched: message.own.length === 0 ? open : null,
    watchedNews: isSameMatch && open && table.watched ? newsSince(table.watched, open, table.watchedNews) : NO_NEWS,
    notices: withNotices(isSameMatch ? table.notices : [], message.notices),
    holder: isSameMatch ? table.holder : null,
  };
}

/** True if what a step has changed can be made part of what is known here. */
export function follows(table: TableState, message: Stepped): boolean {
  return message.match === table.match && message.since === table.step && table.open !== null;
}

/** A step tells what it has changed; one that does not follow on what is known is left alone. */
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

/** Who has answered comes as a small message; only the own move is in it. */
function applyAnswer(table: TableState, message: Sealed | TakenBack): TableState {
  if (message.match !== table.match || message.step !== table.step) return table;
  const { acting, answered } = message;
  const merged = (view: View | null) => view && { ...view, acting, answered };
  const ownSeats = table.ownSeats.map((own) => {
    const view = { ...own.view, acting, answered };
    const isOwn = own.seat === message.seat && message.type === "sealed";
    return isOwn
      ? { ...own, view: { ...view, sealed: message.move ?? null, choices: [] }, reasons: {} }
      : { ...own, view };
  });
  return { ...table, ownSeats, open: merged(table.open), watched: merged(table.watched) };
}

/** The reason that was asked for by a tap. */
function applyReason(table: TableState, message: Explained): TableState {
  if (message.match !== table.match || message.step !== table.step) return table;
  const ownSeats = table.ownSeats.map((own) =>
    own.seat === message.seat && message.why ? keepReason(own, message.row, message.cell, message.why) : own,
  );
  return { ...table, ownSeats };
}

/** Why a socket is closed for good: the table is deleted, or it is as the refusal before has said. */
function whyGone(table: TableState, message: Closing): Reason {
  return message.reason === "deleted" ? UNKNOWN_TABLE : (table.problem ?? NOT_UNDERSTOOD);
}

/** When the clock of a decision that was running at `now` runs out. */
function deadlineOf(facts: TableFacts, now: number): number | null {
  const left = facts.clock?.left_ms;
  return left === undefined || left === null ? null : now + left;
}

/** The table after a message of the server that came at `now`. */
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
    case "explained":
      return applyReason(table, message);
    case "table":
      return { ...table, facts: message.table };
    case "course":
      return { ...table, course: message };
    case "sealed":
    case "taken_back":
      return applyAnswer(table, message);
    case "refused":
      // Two have closed the same moment: it is closed, as both wished.
      return message.why.id === "nothing_closing" ? table : { ...table, problem: message.why };
    case "reacted":
      return { ...table, toast: { seat: message.seat, reaction: message.reaction, nth: (table.toast?.nth ?? 0) + 1 } };
    case "advised":
      return { ...table, advised: message };
    case "transfer_offered":
      return { ...table, transfer: { seat: message.seat, code: message.code } };
    case "unseated":
      return { ...table, ownSeats: table.ownSeats.filter((own) => own.seat !== message.seat) };
    case "closing":
      return message.retry_ms === null ? { ...table, gone: whyGone(table, message) } : table;
    default:
      return table;
  }
}

/** True if the sheets of the table are a pad, where dice are unknown and everybody marks at any time. */
export function hasPad({ facts }: TableState): boolean {
  return facts?.dice.kind === "unknown";
}

/** The seat on this device that is wanted next: one that owes a move, else the one that throws; at a pad none is. */
export function wantedSeat(table: TableState): number | null {
  const view = table.ownSeats[0]?.view;
  if (!view || view.over || hasPad(table)) return null;
  // Who has the device answers first, and the active seat last: then it is handed on once a turn.
  const { holder } = table;
  const fromActive = (seat: number) => (seat - view.active + view.seats) % view.seats;
  const rank = (seat: number) => (holder === null ? fromActive(seat) : seat === holder ? -1 : fromActive(seat) || 99);
  const owing = table.ownSeats.filter((own) => own.view.choices.length > 0).map((own) => own.seat);
  const first = owing.sort((a, b) => rank(a) - rank(b))[0];
  if (first !== undefined) return first;
  const throwsItself = table.facts?.auto_throw || table.facts?.dice.kind === "typed";
  const isThrowing = view.phase === "roll" && table.ownSeats.some((own) => own.seat === view.active);
  return isThrowing && !throwsItself ? (holder ?? view.active) : null;
}

/** The seat of the person who has the device in hand. */
export function seatInHand(table: TableState): OwnSeat | null {
  const held = table.ownSeats.find((own) => own.seat === table.holder);
  if (!held) return table.ownSeats[0] ?? null;
  // Who has the device throws, whoever's turn it is.
  return { ...held, throwsForAll: table.ownSeats.some((own) => own.seat === held.view.active) };
}

/** The bot that stands in for somebody unless another is chosen; null if the server has none. */
export function usualBot(table: TableState): string | null {
  return table.bots.includes("steady") ? "steady" : (table.bots[0] ?? null);
}

/** Any view of the match: an own one, else the spectator's. */
export function anyView(table: TableState): View | null {
  return table.ownSeats[0]?.view ?? table.watched;
}
