// Made by scripts/make_messages.py from the types of the server: do not edit.

export const PROTOCOL = 4;

/** Facts about the games that pages need before their rules. */
export const GAME_FACTS = {
  qwixx: { missPrices: [5, 5, 5, 5], cellGap: "", cells: "crossed", hasLocks: true, ridge: 0, goals: 0 },
  twenty_one: { missPrices: [], cellGap: "", cells: "limited", hasLocks: false, ridge: 0, goals: 0 },
  qwantum: { missPrices: [1, 2, 3, 4, 5], cellGap: ",", cells: "blank", hasLocks: false, ridge: 4, goals: 0 },
  sixto: { missPrices: [], cellGap: "", cells: "crossed", hasLocks: false, ridge: 0, goals: 3 },
  longo: { missPrices: [5, 5, 5, 5], cellGap: "", cells: "crossed", hasLocks: true, ridge: 0, goals: 0 },
} as const;

export const LANGUAGES = { en: "English", fr: "Français", de: "Deutsch" } as const;

/** Admit a guest who waits, as the host. */
export interface Admit {
  type: "admit";
  id: string;
  guest: number;
}

/** Ask for the next match, after the end of one. */
export interface Again {
  type: "again";
  id: string;
}

/** Change the game, the sheets, or the order or number of seats, before the start. */
export interface Arrange {
  type: "arrange";
  id: string;
  game: string;
  seats: (number | null)[];
  sheets?: string[] | null;
  first?: number | null;
  step?: number | null;
}

/** Announce that the player is choosing the next match, or has finished. */
export interface ChooseNext {
  type: "choose_next";
  id: string;
  seat: number;
  is_choosing: boolean;
}

/** Move a seat to this device with a transfer code. `token` is the secret that proves who holds the seat. */
export interface Claim {
  type: "claim";
  id: string;
  token: string;
  code: string;
}

/** Remove a bot or an absent player from a seat, before the start. */
export interface ClearSeat {
  type: "clear_seat";
  id: string;
  seat: number;
}

export type Command = Hello | Sit | Stand | Rename | SeatBot | ClearSeat | Arrange | OfferShare | Commit | Reveal | Start | Throw | Correct | Play | Draft | Enter | SayDone | TakeBack | Confirm | SetPace | SetHints | Hint | Stop | Nudge | Leave | StandIn | Again | PlanNext | ChooseNext | SitOut | JoinNext | LeaveNext | Remove | Admit | Transfer | Claim | ListEntries | React | Ping;

/** Commit to a secret share of the dice; `commitment` is the hash of match, attempt, seat and share. */
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

/** Correct a throw or a move at a table with real dice, or an entry on a pad. */
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

/** Set or clear a seat's draft: the move that its player has penciled but not sealed, at a table with a clock. */
export interface Draft {
  type: "draft";
  id: string;
  seat: number;
  step: number;
  move?: string | null;
}

/** Make an entry on a pad (a table without dice): a mark, or `miss` to take a miss. */
export interface Enter {
  type: "enter";
  id: string;
  seat: number;
  text: string;
}

/** The first command on every connection, with the device's tokens and the number of the last event it received. */
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

/** Take part in the next match as a person without a seat. */
export interface JoinNext {
  type: "join_next";
  id: string;
  name: string;
  token: string;
}

/** Leave a running match temporarily. The player keeps the seat, and `bot`, if given, plays in the meantime. */
export interface Leave {
  type: "leave";
  id: string;
  seat: number;
  bot?: string | null;
}

/** Give up taking part in the next match. */
export interface LeaveNext {
  type: "leave_next";
  id: string;
  guest: number;
}

/** Request all throws and moves of a match with real dice, so that they can be corrected. */
export interface ListEntries {
  type: "list_entries";
  seat?: number | null;
  turn?: number | null;
  phase?: string;
}

/** Tell the player of the seat `to`, whom the match is waiting for, that everyone is waiting. */
export interface Nudge {
  type: "nudge";
  id: string;
  seat: number;
  to: number;
}

/** Announce, before the start, that this device will contribute a share (a secret number) to the dice. */
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

/** Choose the game, the sheets and the bots of the next match, and the seats whose people sit it out. */
export interface PlanNext {
  type: "plan_next";
  id: string;
  game: string;
  sheets?: string[] | null;
  bots?: string[];
  out?: number[];
  step?: number | null;
}

/** Seal one of the seat's legal moves, which stays secret until the phase is resolved. */
export interface Play {
  type: "play";
  id: string;
  seat: number;
  step: number;
  move: string;
  hold?: boolean;
}

/** Show a predefined reaction to everyone at the table. */
export interface React {
  type: "react";
  seat: number;
  reaction: "bravo" | "hello" | "hurry" | "lucky" | "ouch" | "sorry" | "thanks" | "thinking";
}

/** Remove the person in a seat, or a guest, as the host. */
export interface Remove {
  type: "remove";
  id: string;
  seat?: number | null;
  guest?: number | null;
}

/** Change the nickname of one of the device's seats. */
export interface Rename {
  type: "rename";
  id: string;
  seat: number;
  name: string;
}

/** Reveal the share (secret contribution to the dice) that the device committed to, as 32 bytes in hex. */
export interface Reveal {
  type: "reveal";
  id: string;
  seat: number;
  share: string;
}

/** Declare that a seat is done marking while a lock or the end of the match is pending at a pad, or withdraw this. */
export interface SayDone {
  type: "done";
  id: string;
  seat: number;
  is_done: boolean;
}

/** Put a bot in an open seat or, before the start, replace a bot with another one. */
export interface SeatBot {
  type: "seat_bot";
  id: string;
  seat: number;
  bot: string;
}

/** Agree that players may ask the coach for hints in this match, or withdraw the agreement. */
export interface SetHints {
  type: "set_hints";
  id: string;
  seat: number;
  agreed: boolean;
}

/** Set how long the table pauses before moves by bots, automatic throws and automatic passes. */
export interface SetPace {
  type: "set_pace";
  id: string;
  seat: number;
  pace: "fast" | "normal" | "slow";
}

/** Take an open seat, or any open seat if `seat` is None. */
export interface Sit {
  type: "sit";
  id: string;
  name: string;
  token: string;
  seat?: number | null;
}

/** Sit out the next match, or play after all. */
export interface SitOut {
  type: "sit_out";
  id: string;
  seat: number;
  plays: boolean;
}

/** Leave a seat for good. Even during a match, another player or a bot may then take it. */
export interface Stand {
  type: "stand";
  id: string;
  seat: number;
}

/** Let a bot play for an absent player until the player returns. */
export interface StandIn {
  type: "stand_in";
  id: string;
  seat: number;
  bot: string;
}

/** Start the match. Every seat must be taken, except at a pad (a table without dice). */
export interface Start {
  type: "start";
  id: string;
  step?: number | null;
}

/** Agree to stop the match before its end and count, or withdraw the agreement. */
export interface Stop {
  type: "stop";
  id: string;
  seat: number;
  agreed: boolean;
}

/** Take back a sealed move, while other moves are missing or while it is on hold. */
export interface TakeBack {
  type: "take_back";
  id: string;
  seat: number;
  step: number;
}

/** Throw the dice. At a table with real dice, `roll` is the result of the players' throw. */
export interface Throw {
  type: "throw";
  id: string;
  seat: number;
  step: number;
  roll?: string | null;
}

/** Request a code with which another device can take over this device's seat, or an absent player's seat. */
export interface Transfer {
  type: "transfer";
  id: string;
  seat: number;
}
