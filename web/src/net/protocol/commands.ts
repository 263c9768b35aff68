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

/** Before the start: another game, other sheets, another order, more or fewer seats. */
export interface Arrange {
  type: "arrange";
  id: string;
  game: string;
  seats: (number | null)[];
  sheets?: string[] | null;
  first?: number | null;
  step?: number | null;
}

/** Moves a seat to this device, under a token of its own, by the seat's transfer code. */
export interface Claim {
  type: "claim";
  id: string;
  token: string;
  code: string;
}

/** Before the start: takes a bot or an absent person out of a seat. */
export interface ClearSeat {
  type: "clear_seat";
  id: string;
  seat: number;
}

export type Command = Hello | Sit | Stand | Rename | SeatBot | ClearSeat | Arrange | OfferShare | Commit | Reveal | Start | Throw | Correct | Play | Enter | TakeBack | Confirm | SetPace | SetHints | Hint | Leave | StandIn | Rematch | Transfer | Claim | ListEntries | React | Ping;

/** Binds a seat's device to its share of the dice: `commitment` is a hash of match, attempt, seat and share. */
export interface Commit {
  type: "commit";
  id: string;
  seat: number;
  commitment: string;
  match?: string | null;
}

/** Says that a held move stands, so that nobody waits for second thoughts. */
export interface Confirm {
  type: "confirm";
  id: string;
  seat: number;
  step: number;
}

/** Corrects an entry of a companion table: a `roll` by turn and throw, the last one if no turn is named, or an own */
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

/** At a pad: marks what `text` says on the own sheet, `miss` takes a miss, `close` closes the moment for all. */
export interface Enter {
  type: "enter";
  id: string;
  seat: number;
  text: string;
}

/** The first command on every socket: which seats this device holds, and how far it has come. */
export interface Hello {
  type: "hello";
  protocol?: number;
  tokens?: string[];
  match?: string | null;
  sequence?: number;
}

/** Asks the coach what an own seat had better play now; everybody is told that it was asked. */
export interface Hint {
  type: "hint";
  id: string;
  seat: number;
  step: number;
  language?: "de" | "en" | "fr";
}

/** Goes away from a running match; the seat stays one's own, and `bot` plays it until one comes back. */
export interface Leave {
  type: "leave";
  id: string;
  seat: number;
  bot?: string | null;
}

/** Asks for all that was thrown and played in a match whose dice are typed, for whoever wants to correct it. */
export interface ListEntries {
  type: "list_entries";
  seat?: number | null;
  turn?: number | null;
  phase?: string;
}

/** Before the start: says that this seat's device adds a share to the dice, so that it is waited for. */
export interface OfferShare {
  type: "offer_share";
  id: string;
  seat: number;
  match?: string | null;
}

/** Asks whether the server is still there. */
export interface Ping {
  type: "ping";
  within?: number | null;
}

/** Seals one of the seat's choices; `step` is the step it was offered in. */
export interface Play {
  type: "play";
  id: string;
  seat: number;
  step: number;
  move: string;
  hold?: boolean;
}

/** Shows one of the fixed reactions to everyone at the table. */
export interface React {
  type: "react";
  seat: number;
  reaction: "bravo" | "hello" | "hurry" | "lucky" | "ouch" | "sorry" | "thanks" | "thinking";
}

/** After the end: a new match at the same table with the same seats. */
export interface Rematch {
  type: "rematch";
  id: string;
  ask?: boolean;
}

/** Changes the nickname of an own seat. */
export interface Rename {
  type: "rename";
  id: string;
  seat: number;
  name: string;
}

/** Opens the share that was committed to, 32 bytes in hex. */
export interface Reveal {
  type: "reveal";
  id: string;
  seat: number;
  share: string;
}

/** Puts a bot into an open seat, or before the start another bot in its place. */
export interface SeatBot {
  type: "seat_bot";
  id: string;
  seat: number;
  bot: string;
}

/** Agrees that anybody at this table may ask the coach in this match, or takes that back. */
export interface SetHints {
  type: "set_hints";
  id: string;
  seat: number;
  agreed: boolean;
}

/** Sets how much time bots, automatic throws and automatic passes leave to follow them. */
export interface SetPace {
  type: "set_pace";
  id: string;
  seat: number;
  pace: "fast" | "normal" | "slow";
}

/** Takes an open seat (any, if none is named) for whoever knows `token`, a secret that the device draws itself. */
export interface Sit {
  type: "sit";
  id: string;
  name: string;
  token: string;
  seat?: number | null;
}

/** Leaves a seat for good: it is open again, or in a running match waits for a stand-in. */
export interface Stand {
  type: "stand";
  id: string;
  seat: number;
}

/** Lets a bot play for an absent person, who gets the seat back by coming back. */
export interface StandIn {
  type: "stand_in";
  id: string;
  seat: number;
  bot: string;
}

/** Starts the match, as the table stands at `step` if one is named; every seat must be taken. */
export interface Start {
  type: "start";
  id: string;
  step?: number | null;
}

/** Takes a sealed move back while others are still awaited, or while it is held. */
export interface TakeBack {
  type: "take_back";
  id: string;
  seat: number;
  step: number;
}

/** Throws the wanted dice; at a companion table `roll` says how the real ones fell. */
export interface Throw {
  type: "throw";
  id: string;
  seat: number;
  step: number;
  roll?: string | null;
}

/** Asks for a code that moves an own seat to another device, or the seat of a person whose device is gone. */
export interface Transfer {
  type: "transfer";
  id: string;
  seat: number;
}
