// Made by scripts/make_messages.py from the types of the server: do not edit.

export const PROTOCOL = 4;

/** Facts about the games that pages need before their rules. */
export const GAME_FACTS = {
  qwixx: { missPrices: [5, 5, 5, 5], cellGap: "" },
  twenty_one: { missPrices: [], cellGap: "" },
  qwantum: { missPrices: [1, 2, 3, 4, 5], cellGap: "," },
  sixto: { missPrices: [], cellGap: "" },
  longo: { missPrices: [5, 5, 5, 5], cellGap: "" },
} as const;

export const LANGUAGES = { en: "English", fr: "Français", de: "Deutsch" } as const;

/** Before the start: change the game, the sheets, or the order or number of the seats. */
export interface Arrange {
  type: "arrange";
  id: string;
  game: string;
  seats: (number | null)[];
  sheets?: string[] | null;
  first?: number | null;
  step?: number | null;
}

/** Move a seat to this device by its transfer code; `token` is a secret that identifies the device as its holder. */
export interface Claim {
  type: "claim";
  id: string;
  token: string;
  code: string;
}

/** Before the start: remove a bot or an absent player from a seat. */
export interface ClearSeat {
  type: "clear_seat";
  id: string;
  seat: number;
}

export type Command = Hello | Sit | Stand | Rename | SeatBot | ClearSeat | Arrange | OfferShare | Commit | Reveal | Start | Throw | Correct | Play | Enter | TakeBack | Confirm | SetPace | SetHints | Hint | Leave | StandIn | Rematch | Transfer | Claim | ListEntries | React | Ping;

/** Commit to a share of the dice: `commitment` is the hash of the match, the attempt, the seat and the share. */
export interface Commit {
  type: "commit";
  id: string;
  seat: number;
  commitment: string;
  match?: string | null;
}

/** Confirm a move that is on hold, so that the phase can be resolved at once. */
export interface Confirm {
  type: "confirm";
  id: string;
  seat: number;
  step: number;
}

/** Correct a throw or a move at a table with real dice, or an entry of a pad. */
export interface Correct {
  type: "correct";
  id: string;
  seat: number;
  roll?: string | null;
  move?: string | null;
  turn?: number | null;
  throw?: number;
  phase?: string;
}

/** At a pad: make the entry `text` on a sheet; `miss` takes a miss, `close` applies a pending lock or end. */
export interface Enter {
  type: "enter";
  id: string;
  seat: number;
  text: string;
}

/** The first command on every connection: the device's tokens, and the sequence number of the last event it has. */
export interface Hello {
  type: "hello";
  protocol?: number;
  tokens?: string[];
  match?: string | null;
  sequence?: number;
}

/** Ask the coach for the seat's best move. Everyone at the table is notified. */
export interface Hint {
  type: "hint";
  id: string;
  seat: number;
  step: number;
  language?: "de" | "en" | "fr";
}

/** Leave a running match for a while: the player keeps the seat, and `bot`, if given, plays for it meanwhile. */
export interface Leave {
  type: "leave";
  id: string;
  seat: number;
  bot?: string | null;
}

/** Request all throws and moves of a match with real dice, in order to correct them. */
export interface ListEntries {
  type: "list_entries";
  seat?: number | null;
  turn?: number | null;
  phase?: string;
}

/** Before the start: announce that this seat's device contributes a share to the dice, which the start waits for. */
export interface OfferShare {
  type: "offer_share";
  id: string;
  seat: number;
  match?: string | null;
}

/** Check that the server is still reachable. */
export interface Ping {
  type: "ping";
  within?: number | null;
}

/** Seal one of the seat's legal moves; `step` is the step in which the move was offered. */
export interface Play {
  type: "play";
  id: string;
  seat: number;
  step: number;
  move: string;
  hold?: boolean;
}

/** Show one of the predefined reactions to everyone at the table. */
export interface React {
  type: "react";
  seat: number;
  reaction: "bravo" | "hello" | "hurry" | "lucky" | "ouch" | "sorry" | "thanks" | "thinking";
}

/** After the end: start a new match at the same table with the same seats. */
export interface Rematch {
  type: "rematch";
  id: string;
  ask?: boolean;
}

/** Change the nickname of one of the device's seats. */
export interface Rename {
  type: "rename";
  id: string;
  seat: number;
  name: string;
}

/** Reveal the share that the device has committed to, as 32 bytes in hex. */
export interface Reveal {
  type: "reveal";
  id: string;
  seat: number;
  share: string;
}

/** Put a bot into an open seat, or before the start replace a bot by another one. */
export interface SeatBot {
  type: "seat_bot";
  id: string;
  seat: number;
  bot: string;
}

/** Agree that the players of this table may ask the coach in this match, or withdraw the agreement. */
export interface SetHints {
  type: "set_hints";
  id: string;
  seat: number;
  agreed: boolean;
}

/** Set how long the table pauses before moves of bots, automatic throws and automatic passes. */
export interface SetPace {
  type: "set_pace";
  id: string;
  seat: number;
  pace: "fast" | "normal" | "slow";
}

/** Take an open seat (any one, if `seat` is None); `token` is a secret that identifies this device as its holder. */
export interface Sit {
  type: "sit";
  id: string;
  name: string;
  token: string;
  seat?: number | null;
}

/** Leave a seat for good. The seat is open again, even during a match: another player or a bot may take it. */
export interface Stand {
  type: "stand";
  id: string;
  seat: number;
}

/** Let a bot play for an absent player, who gets the seat back on return. */
export interface StandIn {
  type: "stand_in";
  id: string;
  seat: number;
  bot: string;
}

/** Start the match; every seat must be taken, except at a pad. */
export interface Start {
  type: "start";
  id: string;
  step?: number | null;
}

/** Take a sealed move back while other moves are missing, or while the move is on hold. */
export interface TakeBack {
  type: "take_back";
  id: string;
  seat: number;
  step: number;
}

/** Throw the dice; at a table with real dice, `roll` is the result that the players have thrown. */
export interface Throw {
  type: "throw";
  id: string;
  seat: number;
  step: number;
  roll?: string | null;
}

/** Request a code by which another device can take one of this device's seats, or the seat of an absent player. */
export interface Transfer {
  type: "transfer";
  id: string;
  seat: number;
}
