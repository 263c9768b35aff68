// Made by scripts/make_messages.py from the types of the server: do not edit.

import type { Corrected, Ended, Left, ReasonView, Resolved, Returned, Sat, SharesRestarted, Started, Stood, StoodIn, TableFacts, Thrown, View } from "./facts";

/** The server closes this socket; come back after `retry_ms`, or not at all if it is None. */
export interface Closing {
  type: "closing";
  reason: "deleted" | "limit" | "protocol" | "restart" | "slow" | "store";
  retry_ms: number | null;
}

/** The command with this id is carried out and kept on disk. */
export interface Done {
  type: "done";
  id: string;
  sequence: number;
}

export type Message = Welcome | State | TableChanged | Sealed | TakenBack | Done | Refused | Seated | Unseated | TransferOffered | Reacted | Closing | Pong;

/** The server is there. */
export interface Pong {
  type: "pong";
}

/** Somebody showed a reaction. */
export interface Reacted {
  type: "reacted";
  seat: number;
  reaction: string;
}

/** The command with this id changed nothing; `why` is for a person, `message` for a programmer. */
export interface Refused {
  type: "refused";
  id: string | null;
  error: string;
  why: ReasonView;
  message: string;
}

/** A seat has sealed a move; `move` is told to its own device only. */
export interface Sealed {
  type: "sealed";
  match: string;
  sequence: number;
  step: number;
  seat: number;
  acting: number[];
  answered: number[];
  move?: string | null;
}

/** The seat now belongs to this device; `done` follows. */
export interface Seated {
  type: "seated";
  id: string;
  seat: number;
}

/** Everything this device may see now: one view a held seat, or a spectator's. */
export interface State {
  type: "state";
  match: string;
  sequence: number;
  step: number;
  table: TableFacts;
  held: number[];
  views: View[];
  notices: (Sat | Stood | Started | SharesRestarted | Thrown | Corrected | Resolved | Left | StoodIn | Returned | Ended)[];
}

/** The table around the match has changed: somebody came, left, or took a name. */
export interface TableChanged {
  type: "table";
  match: string;
  sequence: number;
  table: TableFacts;
}

/** A seat has taken its sealed move back. */
export interface TakenBack {
  type: "taken_back";
  match: string;
  sequence: number;
  step: number;
  seat: number;
  acting: number[];
  answered: number[];
}

/** Another device may claim the seat with this code for so many seconds. */
export interface TransferOffered {
  type: "transfer_offered";
  id: string;
  seat: number;
  code: string;
  seconds: number;
}

/** The seat does not belong to this device any more: forget its token. */
export interface Unseated {
  type: "unseated";
  seat: number;
}

/** The first message: who answers, and what can be chosen. */
export interface Welcome {
  type: "welcome";
  protocol: number;
  version: string;
  reactions: string[];
  bots: string[];
}
