// Made by scripts/make_messages.py from the types of the server: do not edit.

import type { ClockFacts, CorrectedNotice, EndedNotice, EnteredNotice, HintedNotice, LeftNotice, ListedEntry, OpenView, OwnView, ResolvedNotice, ReturnedNotice, SatNotice, SeatOfferedNotice, SharesRestartedNotice, StartedNotice, StoodInNotice, StoodNotice, StopAgreedNotice, TableFacts, ThrownNotice } from "./facts";
import type { AdviceView } from "./study";
import type { ReasonView, ViewChange } from "./views";

/** The coach's advice on a seat's decision in this step, sent only to the devices of that seat. */
export interface Advised {
  type: "advised";
  match: string;
  step: number;
  seat: number;
  is_final: boolean;
  advice?: AdviceView | null;
  why?: ReasonView | null;
}

/** The server is closing this connection. Reconnect after `retry_ms` milliseconds, or not at all if it is None. */
export interface Closing {
  type: "closing";
  reason: "deleted" | "limit" | "protocol" | "restart" | "slow" | "store";
  retry_ms: number | null;
}

/** The command with this id was executed and stored. */
export interface Done {
  type: "done";
  id: string;
  sequence: number;
}

/** All entries (throws and moves) of a match with real dice, in order, except for sealed moves. */
export interface EntryList {
  type: "entry_list";
  match: string;
  sequence: number;
  entries: ListedEntry[];
  choices?: string[];
}

export type Message = Welcome | State | Stepped | TableChanged | MoveSealed | MoveTakenBack | Done | Refused | Seated | Unseated | TransferCode | EntryList | Advised | Reacted | Nudged | Closing | Pong;

/** A seat has sealed a move. The `move` itself is sent only to the devices of that seat. */
export interface MoveSealed {
  type: "sealed";
  match: string;
  sequence: number;
  step: number;
  seat: number;
  acting: number[];
  answered: number[];
  move?: string | null;
}

/** A seat has taken back its sealed move. */
export interface MoveTakenBack {
  type: "taken_back";
  match: string;
  sequence: number;
  step: number;
  seat: number;
  acting: number[];
  answered: number[];
}

/** The player of the seat `by` says that everyone is waiting for this seat; sent only to the devices of the seat. */
export interface Nudged {
  type: "nudged";
  seat: number;
  by: number;
}

/** The reply to a ping. */
export interface Pong {
  type: "pong";
}

/** The player in a seat has sent a reaction. */
export interface Reacted {
  type: "reacted";
  seat: number;
  reaction: string;
}

/** The command with this id was refused, with a reason for players (`why`) and a message for developers. */
export interface Refused {
  type: "refused";
  id: string | null;
  error: string;
  why: ReasonView;
  message: string;
}

/** This device now holds the seat; a `done` message follows. */
export interface Seated {
  type: "seated";
  id: string;
  seat: number;
}

/** Everything that this device may see: the open view (None before the start), and the private views of its seats. */
export interface State {
  type: "state";
  match: string;
  sequence: number;
  step: number;
  table: TableFacts;
  held: number[];
  view: OpenView | null;
  own: OwnView[];
  notices: (SatNotice | StoodNotice | StartedNotice | SharesRestartedNotice | ThrownNotice | CorrectedNotice | EnteredNotice | ResolvedNotice | HintedNotice | LeftNotice | SeatOfferedNotice | StoodInNotice | ReturnedNotice | StopAgreedNotice | EndedNotice)[];
  guest?: number | null;
}

/** The changes since step `since`: a diff of the open view, and the complete private views of the device's seats. */
export interface Stepped {
  type: "stepped";
  match: string;
  sequence: number;
  since: number;
  step: number;
  view: ViewChange;
  own: OwnView[];
  notices: (SatNotice | StoodNotice | StartedNotice | SharesRestartedNotice | ThrownNotice | CorrectedNotice | EnteredNotice | ResolvedNotice | HintedNotice | LeftNotice | SeatOfferedNotice | StoodInNotice | ReturnedNotice | StopAgreedNotice | EndedNotice)[];
  table?: TableFacts | null;
  clock?: ClockFacts | null;
}

/** The facts about the table have changed, for example because a player has connected or been renamed. */
export interface TableChanged {
  type: "table";
  match: string;
  sequence: number;
  table: TableFacts;
}

/** The code with which another device can claim the seat within the given number of seconds. */
export interface TransferCode {
  type: "transfer_offered";
  id: string;
  seat: number;
  code: string;
  seconds: number;
}

/** This device has lost the seat, and can discard the seat's token. */
export interface Unseated {
  type: "unseated";
  seat: number;
}

/** The first message, with the server's version and options. A page is outdated if its main script is not `page`. */
export interface Welcome {
  type: "welcome";
  protocol: number;
  version: string;
  reactions: string[];
  bots: string[];
  page?: string;
}
