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

/** Before the start: change the game, the sheets, the order or the number of seats. */
export interface Arrange {
  type: "arrange";
  id: string;
  game: string;
  seats: (number | null)[];
  sheets?: string[] | null;
  first?: number | null;
  step?: number | null;
}

/** Move a seat to this device, under its own token, by the seat's transfer code. */
export interface Claim {
  type: "claim";
  id: string;
  token: string;
  code: string;
}

/** Before the start: remove a bot or an absent person from a seat. */
export interface ClearSeat {
  type: "clear_seat";
  id: string;
  seat: number;
}

export type Command = Hello | Sit | Stand | Rename | SeatBot | ClearSeat | Arrange | OfferShare | Commit | Reveal | Start | Throw | Correct | Play | Enter | TakeBack | Confirm | SetPace | SetHints | Hint | Leave | StandIn | Rematch | Transfer | Claim | ListEntries | React | Ping;

/** Commit a seat's device to its share of the dice: `commitment` is a hash of match, attempt, seat and share. */
export interface Commit {
  type: "commit";
  id: string;
  seat: number;
  commitment: string;
  match?: string | null;
}

/** Confirm a held move, so that no one waits for it to be taken back. */
export interface Confirm {
  type: "confirm";
  id: string;
  seat: number;
  step: number;
}

/** Correct an entry at a table with real dice: a `roll` by turn and throw, the last one if no turn is named, or a */
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

/** At a pad: make the entry `text` on the seat's sheet; `miss` takes a miss, `close` closes the moment for all. */
export interface Enter {
  type: "enter";
  id: string;
  seat: number;
  text: string;
}

/** The first command on every socket: the tokens of this device, and the last events it has received. */
export interface Hello {
  type: "hello";
  protocol?: number;
  tokens?: string[];
  match?: string | null;
  sequence?: number;
}

/** Ask the coach for the seat's best move; everyone is told. */
export interface Hint {
  type: "hint";
  id: string;
  seat: number;
  step: number;
  language?: "de" | "en" | "fr";
}

/** Leave a running match for a while; the person keeps the seat, and `bot` plays it meanwhile. */
export interface Leave {
  type: "leave";
  id: string;
  seat: number;
  bot?: string | null;
}

/** Request all throws and moves of a match with typed dice, to correct them. */
export interface ListEntries {
  type: "list_entries";
  seat?: number | null;
  turn?: number | null;
  phase?: string;
}

/** Before the start: announce that this seat's device adds a share to the dice, so that the start waits for it. */
export interface OfferShare {
  type: "offer_share";
  id: string;
  seat: number;
  match?: string | null;
}

/** Check that the server is still there. */
export interface Ping {
  type: "ping";
  within?: number | null;
}

/** Seal one of the seat's choices; `step` is the step in which it was offered. */
export interface Play {
  type: "play";
  id: string;
  seat: number;
  step: number;
  move: string;
  hold?: boolean;
}

/** Show one of the fixed reactions to everyone at the table. */
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

/** Open the share that was committed to, 32 bytes in hex. */
export interface Reveal {
  type: "reveal";
  id: string;
  seat: number;
  share: string;
}

/** Put a bot into an open seat, or before the start replace a bot. */
export interface SeatBot {
  type: "seat_bot";
  id: string;
  seat: number;
  bot: string;
}

/** Agree that anyone at this table may ask the coach in this match, or withdraw that. */
export interface SetHints {
  type: "set_hints";
  id: string;
  seat: number;
  agreed: boolean;
}

/** Set the pauses before moves of bots, automatic throws and automatic passes. */
export interface SetPace {
  type: "set_pace";
  id: string;
  seat: number;
  pace: "fast" | "normal" | "slow";
}

/** Take an open seat (any, if none is named) for the holder of `token`, a secret that the device draws itself. */
export interface Sit {
  type: "sit";
  id: string;
  name: string;
  token: string;
  seat?: number | null;
}

/** Leave a seat for good: it is open again, or in a running match waits for a stand-in. */
export interface Stand {
  type: "stand";
  id: string;
  seat: number;
}

/** Let a bot play for an absent person, who gets the seat back on return. */
export interface StandIn {
  type: "stand_in";
  id: string;
  seat: number;
  bot: string;
}

/** Start the match, with the table as of `step` if one is named; every seat must be taken. */
export interface Start {
  type: "start";
  id: string;
  step?: number | null;
}

/** Take a sealed move back while others are still awaited, or while it is held. */
export interface TakeBack {
  type: "take_back";
  id: string;
  seat: number;
  step: number;
}

/** Throw the wanted dice; at a table with real dice `roll` is their result. */
export interface Throw {
  type: "throw";
  id: string;
  seat: number;
  step: number;
  roll?: string | null;
}

/** Request a code that moves a seat of this device to another one, or the seat of a person whose device is gone. */
export interface Transfer {
  type: "transfer";
  id: string;
  seat: number;
}
