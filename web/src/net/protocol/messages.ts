// Made by scripts/make_messages.py from the structs of the server: do not edit.

import type { Corrected, Ended, Resolved, Returned, Sat, SharesRestarted, Started, Stood, StoodIn, TableFacts, Thrown, View, Why } from "./facts";

/** A seat has sealed a move or, with `back`, withdrawn it; `move` is told to its own device only. */
export interface Answered {
  type: "answered";
  match: string;
  sequence: number;
  step: number;
  seat: number;
  back: boolean;
  acting: number[];
  answered: number[];
  move?: string | null;
}

/** The server closes this socket; come back after `retry_ms`, or not at all if it is None. */
export interface Closing {
  type: "closing";
  reason: "deleted" | "limit" | "protocol" | "restart" | "slow";
  retry_ms: number | null;
}

/** The command with this id is carried out and kept on disk. */
export interface Done {
  type: "done";
  id: string;
  sequence: number;
}

export type Message = Welcome | State | TableChanged | Answered | Done | Refused | Seated | TransferCode | Moved | Reacted | Closing | Pong;

/** The seat was moved to another device: forget its token. */
export interface Moved {
  type: "moved";
  seat: number;
}

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
  why: Why;
  message: string;
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
  views: View[];
  happenings: (Sat | Stood | Started | SharesRestarted | Thrown | Corrected | Resolved | StoodIn | Returned | Ended)[];
}

/** The table around the match has changed: somebody came, left, or took a name. */
export interface TableChanged {
  type: "table";
  match: string;
  sequence: number;
  table: TableFacts;
}

/** Another device may claim the seat with this code for so many seconds. */
export interface TransferCode {
  type: "transfer_code";
  id: string;
  seat: number;
  code: string;
  seconds: number;
}

/** The first message: who answers, and what can be chosen. */
export interface Welcome {
  type: "welcome";
  protocol: number;
  version: string;
  reactions: string[];
  bots: string[];
}
