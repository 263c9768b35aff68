// Made by scripts/make_messages.py from the types of the server: do not edit.

import type { ClockFacts, CorrectedNotice, EndedNotice, EnteredNotice, HintedNotice, LeftNotice, ListedEntry, OpenView, OwnView, ResolvedNotice, ReturnedNotice, SatNotice, SeatOfferedNotice, SharesRestartedNotice, StartedNotice, StoodInNotice, StoodNotice, TableFacts, ThrownNotice } from "./facts";
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

/** The server closes this connection. Reconnect after `retry_ms` milliseconds, or not at all if it is None. */
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

/** All entries of a match with real dice, in order, without sealed moves. */
export interface EntryList {
  type: "entry_list";
  match: string;
  sequence: number;
  entries: ListedEntry[];
  choices?: string[];
}

export type Message = Welcome | State | Stepped | TableChanged | MoveSealed | MoveTakenBack | Done | Refused | Seated | Unseated | TransferCode | EntryList | Advised | Reacted | Closing | Pong;

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

/** The reply to a ping. */
export interface Pong {
  type: "pong";
}

/** The player of a seat shows a reaction. */
export interface Reacted {
  type: "reacted";
  seat: number;
  reaction: string;
}

/** The command with this id has been refused; `why` is the reason for the player, `message` for the developer. */
export interface Refused {
  type: "refused";
  id: string | null;
  error: string;
  why: ReasonView;
  message: string;
}

/** This device holds the seat from here on; `done` follows. */
export interface Seated {
  type: "seated";
  id: string;
  seat: number;
}

/** Everything that this device may see: the open view (None before the start), and its seats' own views. */
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

/** The changes since the step `since`: changes to the open view, and the complete own views of the device's seats. */
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

/** The facts about the table have changed, for example because a player has connected or has been renamed. */
export interface TableChanged {
  type: "table";
  match: string;
  sequence: number;
  table: TableFacts;
}

/** The code by which another device can claim the seat within the given number of seconds. */
export interface TransferCode {
  type: "transfer_offered";
  id: string;
  seat: number;
  code: string;
  seconds: number;
}

/** This device does not hold the seat from here on, and can discard the seat's token. */
export interface Unseated {
  type: "unseated";
  seat: number;
}

/** The first message: the server's version and options. A page whose main script is not `page` is outdated. */
export interface Welcome {
  type: "welcome";
  protocol: number;
  version: string;
  reactions: string[];
  bots: string[];
  page?: string;
}
