// Made by scripts/make_messages.py from the types of the server: do not edit.

import type { ClockFacts, CorrectedNotice, EndedNotice, EnteredNotice, HintedNotice, LeftNotice, ListedEntry, OpenView, OwnView, ResolvedNotice, ReturnedNotice, SatNotice, SeatOfferedNotice, SharesRestartedNotice, StartedNotice, StoodInNotice, StoodNotice, TableFacts, ThrownNotice } from "./facts";
import type { AdviceView } from "./study";
import type { ReasonView, ViewChange } from "./views";

/** The coach's advice on a seat's decision in this step, for that seat's devices only. */
export interface Advised {
  type: "advised";
  match: string;
  step: number;
  seat: number;
  is_final: boolean;
  advice?: AdviceView | null;
  why?: ReasonView | null;
}

/** The server closes this socket; reconnect after `retry_ms`, or never if it is None. */
export interface Closing {
  type: "closing";
  reason: "deleted" | "limit" | "protocol" | "restart" | "slow" | "store";
  retry_ms: number | null;
}

/** The command with this id has been executed and stored. */
export interface Done {
  type: "done";
  id: string;
  sequence: number;
}

/** All entries of a match with typed dice, in order, without sealed moves. */
export interface EntryList {
  type: "entry_list";
  match: string;
  sequence: number;
  entries: ListedEntry[];
  choices?: string[];
}

export type Message = Welcome | State | Stepped | TableChanged | MoveSealed | MoveTakenBack | Done | Refused | Seated | Unseated | TransferCode | EntryList | Advised | Reacted | Closing | Pong;

/** A seat has sealed a move; `move` is sent to its own device only. */
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

/** A seat has taken its sealed move back. */
export interface MoveTakenBack {
  type: "taken_back";
  match: string;
  sequence: number;
  step: number;
  seat: number;
  acting: number[];
  answered: number[];
}

/** The answer to a ping. */
export interface Pong {
  type: "pong";
}

/** A seat has shown a reaction. */
export interface Reacted {
  type: "reacted";
  seat: number;
  reaction: string;
}

/** The command with this id has been refused; `why` is for a person, `message` for a programmer. */
export interface Refused {
  type: "refused";
  id: string | null;
  error: string;
  why: ReasonView;
  message: string;
}

/** The seat now belongs to this device; `done` follows. */
export interface Seated {
  type: "seated";
  id: string;
  seat: number;
}

/** Everything that this device may see: the open view, None before the start, and the view of each held seat. */
export interface State {
  type: "state";
  match: string;
  sequence: number;
  step: number;
  table: TableFacts;
  held: number[];
  view: OpenView | null;
  own: OwnView[];
  notices: (SatNotice | StoodNotice | StartedNotice | SharesRestartedNotice | ThrownNotice | CorrectedNotice | EnteredNotice | ResolvedNotice | HintedNotice | LeftNotice | SeatOfferedNotice | StoodInNotice | ReturnedNotice | EndedNotice)[];
}

/** The changes since the step `since`: a change of the open view, and the complete private views of held seats. */
export interface Stepped {
  type: "stepped";
  match: string;
  sequence: number;
  since: number;
  step: number;
  view: ViewChange;
  own: OwnView[];
  notices: (SatNotice | StoodNotice | StartedNotice | SharesRestartedNotice | ThrownNotice | CorrectedNotice | EnteredNotice | ResolvedNotice | HintedNotice | LeftNotice | SeatOfferedNotice | StoodInNotice | ReturnedNotice | EndedNotice)[];
  table?: TableFacts | null;
  clock?: ClockFacts | null;
}

/** The facts about the table have changed, for example because a person joined, left, or chose a name. */
export interface TableChanged {
  type: "table";
  match: string;
  sequence: number;
  table: TableFacts;
}

/** Another device may claim the seat with this code for `seconds`. */
export interface TransferCode {
  type: "transfer_offered";
  id: string;
  seat: number;
  code: string;
  seconds: number;
}

/** The seat has been taken from this device: discard its token. */
export interface Unseated {
  type: "unseated";
  seat: number;
}

/** The first message: the server and its options; a page whose script is not `page` is out of date. */
export interface Welcome {
  type: "welcome";
  protocol: number;
  version: string;
  reactions: string[];
  bots: string[];
  page?: string;
}
