// What this device knows of a table, and how each message of the server changes it: plain functions.

import type { Message, Sealed, State as StateMessage, TableFacts, TakenBack } from "../net/protocol";
import { makeDesk, renewDesk } from "./seat";
import type { Desk, Net } from "./state";
import { type Reason, type View, wholeView } from "./view";

export type Notice = StateMessage["notices"][number];

export interface Shout {
  seat: number;
  reaction: string;
  /** Grows with each shout, so that the same word twice is drawn twice. */
  nth: number;
}

export interface TableState {
  code: string;
  facts: TableFacts | null;
  match: string | null;
  sequence: number;
  step: number;
  /** One desk for each seat that this device holds. */
  desks: Desk[];
  /** What a device without a seat sees. */
  watched: View | null;
  /** What has happened in this match, oldest first. */
  notices: Notice[];
  net: Net;
  bots: string[];
  reactions: string[];
  shout: Shout | null;
  transfer: { seat: number; code: string } | null;
  /** Why the last command was refused. */
  problem: Reason | null;
  /** Set when the server has closed the table for good. */
  gone: boolean;
  /** When the running decision ends, by this device's clock; null without one. */
  deadline: number | null;
  /** The seat that has the device in hand at pass-and-play. */
  holder: number | null;
}

export function makeTable(code: string): TableState {
  return {
    code,
    facts: null,
    match: null,
    sequence: 0,
    step: 0,
    desks: [],
    watched: null,
    notices: [],
    net: "connecting",
    bots: [],
    reactions: [],
    shout: null,
    transfer: null,
    problem: null,
    gone: false,
    deadline: null,
    holder: null,
  };
}

function applyState(table: TableState, message: StateMessage): TableState {
  const isSameMatch = message.match === table.match;
  const views = message.views.map(wholeView);
  const desks = views
    .filter((view) => view.seat !== null)
    .map((view) => {
      const before = isSameMatch ? table.desks.find((desk) => desk.seat === view.seat) : undefined;
      return before ? renewDesk(before, view) : makeDesk(view);
    });
  const notices = isSameMatch ? table.notices : [];
  const known = notices.at(-1)?.sequence ?? 0;
  return {
    ...table,
    facts: message.table,
    match: message.match,
    sequence: message.sequence,
    step: message.step,
    desks,
    watched: views.find((view) => view.seat === null) ?? null,
    notices: [...notices, ...message.notices.filter((each) => each.sequence > known)],
    holder: isSameMatch ? table.holder : null,
  };
}

/** Who has answered is told in a small message; only the own move is in it. */
function applyAnswer(table: TableState, message: Sealed | TakenBack): TableState {
  if (message.match !== table.match || message.step !== table.step) return table;
  const { acting, answered } = message;
  const merge = (view: View): View => ({ ...view, acting, answered });
  const desks = table.desks.map((desk) => {
    const view = merge(desk.view);
    const isOwn = desk.seat === message.seat && message.type === "sealed";
    return { ...desk, view: isOwn ? { ...view, sealed: message.move ?? null, choices: [] } : view };
  });
  return { ...table, sequence: message.sequence, desks, watched: table.watched && merge(table.watched) };
}

/** When the clock of a decision that was running at `now` runs out. */
function deadlineOf(facts: TableFacts, now: number): number | null {
  const left = facts.clock?.left_ms;
  return left === undefined || left === null ? null : now + left;
}

/** The table after a message of the server that came at `now`. */
export function applyMessage(table: TableState, message: Message, now = 0): TableState {
  const next = changed(table, message);
  if (message.type !== "state" && message.type !== "table") return next;
  return { ...next, deadline: deadlineOf(message.table, now) };
}

function changed(table: TableState, message: Message): TableState {
  switch (message.type) {
    case "welcome":
      return { ...table, bots: message.bots, reactions: message.reactions };
    case "state":
      return applyState(table, message);
    case "table":
      return { ...table, facts: message.table, sequence: message.sequence };
    case "sealed":
    case "taken_back":
      return applyAnswer(table, message);
    case "refused":
      return { ...table, problem: message.why };
    case "reacted":
      return { ...table, shout: { seat: message.seat, reaction: message.reaction, nth: (table.shout?.nth ?? 0) + 1 } };
    case "transfer_offered":
      return { ...table, transfer: { seat: message.seat, code: message.code } };
    case "unseated":
      return { ...table, desks: table.desks.filter((desk) => desk.seat !== message.seat) };
    case "closing":
      return { ...table, gone: message.retry_ms === null };
    default:
      return table;
  }
}

/** Seats that this device holds, before the start as well. */
export function heldSeats(table: TableState): number[] {
  return table.desks.map((desk) => desk.seat);
}

/** The seat on this device that is wanted next: one that owes a move, else the one that throws. */
export function wantedSeat(table: TableState): number | null {
  const view = table.desks[0]?.view;
  if (!view || view.over) return null;
  const fromActive = (seat: number) => (seat - view.active + view.seats) % view.seats;
  const owing = table.desks.filter((desk) => desk.view.choices.length > 0).map((desk) => desk.seat);
  const first = owing.sort((a, b) => fromActive(a) - fromActive(b))[0];
  if (first !== undefined) return first;
  const throwsItself = table.facts?.auto_throw || table.facts?.dice.kind === "typed";
  const isThrowing = view.phase === "roll" && table.desks.some((desk) => desk.seat === view.active);
  return isThrowing && !throwsItself ? view.active : null;
}

/** The desk in front of the person who has the device in hand. */
export function deskInHand(table: TableState): Desk | null {
  return table.desks.find((desk) => desk.seat === table.holder) ?? table.desks[0] ?? null;
}

/** Any view of the match: an own one, else the spectator's. */
export function anyView(table: TableState): View | null {
  return table.desks[0]?.view ?? table.watched;
}
