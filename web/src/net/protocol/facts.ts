// Made by scripts/make_messages.py from the types of the server: do not edit.

import type { DieView, PassCost, ReasonView, SheetView } from "./views";

/** A request for advice on a seat's decision in a position; if `longer` is true, the coach takes more time. */
export interface AdviceWish {
  position: string;
  seat: number;
  language?: "de" | "en" | "fr";
  longer?: boolean;
}

/** A throw or move that must be entered again, since the correction of an earlier entry made it impossible. */
export interface AskedAgain {
  turn: number;
  throw: number;
  phase: string;
  seat: number;
  text: string;
  why: ReasonView;
}

/** A challenge and its best results. The seed is public, so anyone can compute the dice in advance. */
export interface ChallengeFacts {
  challenge: string;
  game: string;
  title: string;
  rules: number;
  sheets: string[];
  bots: string[];
  first: number;
  seed: number;
  daily: string | null;
  warning: "seed_is_public";
  n_results: number;
  results: ResultLine[];
  own: ResultLine[];
}

/** The clock of a table: seconds per decision, and the milliseconds left (None while the clock is stopped). */
export interface ClockFacts {
  seconds: number;
  left_ms: number | null;
}

/** A typed roll or, if `phase` is set, the seat's move was corrected; `was` is the entry before the correction. */
export interface CorrectedNotice {
  type: "corrected";
  sequence: number;
  at: number;
  turn: number;
  seat: number;
  roll: string;
  was: string;
  move?: string;
  phase?: string;
}

/** The exercise for a day; None if that day has none or if it is still being computed (`is_waiting` is true). */
export interface DailyExercise {
  day: string;
  is_waiting: boolean;
  exercise: Exercise | null;
}

/** The source of the dice, and the data with which players can verify them. */
export interface DiceFacts {
  kind: "committed" | "seeded" | "typed" | "unknown";
  stage: "lobby" | "commit" | "ready" | "reveal";
  attempt: number;
  server_hash: string | null;
  commitments: (string | null)[];
  shares: (string | null)[];
  revealed: number[];
  without: number[];
  seed: string | null;
  bot_hash: string | null;
  offered?: number[];
  dropped?: string[];
  stopped?: string[];
}

/** The match is over; `end_reason` is `stopped` if it was stopped before its end. */
export interface EndedNotice {
  type: "ended";
  sequence: number;
  at: number;
  end_reason: string;
  scores: number[];
  winners: number[];
}

/** A seat made an entry on a pad: a mark, a miss, or the pending lock or end. `number` counts all entries. */
export interface EnteredNotice {
  type: "entered";
  sequence: number;
  at: number;
  seat: number;
  number: number;
  text: string;
}

/** The scoreboard of a table: the results of all its matches, in any game, by player name. */
export interface Evening {
  matches: number;
  players: EveningPlayer[];
  pairs: HeadToHead[];
  last: EveningResult[];
}

/** A person or a bot (`bot`) on the scoreboard of an evening: matches won, and the best score by game. */
export interface EveningPlayer {
  name: string;
  bot: string | null;
  wins: number;
  best: Record<string, number>;
}

/** One match of an evening: the winners with their score, and the turn after which it was stopped, if it was. */
export interface EveningResult {
  match: string;
  game: string;
  winners: string[];
  score: number;
  stopped: number | null;
}

/** A decision to practice; `played` is the move played in the match, and `loss` is its cost. */
export interface Exercise {
  game: string;
  id: string;
  is_costly: boolean;
  loss: number;
  phase: string;
  played: string;
  position: string;
  seat: number;
  turn: number;
}

/** A game offered by this server, with its minimum and maximum number of seats, its sheets and its bots. */
export interface GameFacts {
  name: string;
  title: string;
  rules: number;
  seats: [number, number];
  sheets: PrintedSheet[];
  bots: string[];
  daily: string;
  own_sheets?: boolean;
  deals?: boolean;
}

/** A person without a seat, known by the number `guest` for the current match. */
export interface Guest {
  guest: number;
  name: string;
  connected: boolean;
  plays: boolean;
  waits: boolean;
}

/** The head-to-head record of two players: `first` outscored `second` in `won` matches, the reverse in `lost`. */
export interface HeadToHead {
  first: string;
  second: string;
  won: number;
  lost: number;
}

/** A seat has asked the coach for a hint. */
export interface HintedNotice {
  type: "hinted";
  sequence: number;
  at: number;
  seat: number;
  turn: number;
  phase: string;
}

/** A player has left deliberately but keeps the seat. */
export interface LeftNotice {
  type: "left";
  sequence: number;
  at: number;
  seat: number;
}

/** A throw, a seat's move in a phase, or an entry on a pad. */
export interface ListedEntry {
  turn: number;
  active: number;
  throw: number;
  phase: string;
  seat: number;
  text: string;
  corrected?: boolean;
}

/** Public information about a match, for its permanent link; `record` is empty until the match is over. */
export interface MatchFacts {
  match: string;
  game: string;
  title: string;
  code: string;
  names: string[];
  bots: (string | null)[];
  sheets: string[];
  started: number;
  finished: number | null;
  scores: number[];
  winners: number[];
  end_reason: string | null;
  n_turns: number;
  dice: DiceFacts;
  challenge: string | null;
  previous: string | null;
  record: string;
}

/** A finished match in a list of matches. */
export interface MatchLine {
  match: string;
  game: string;
  names: string[];
  bots: (string | null)[];
  sheets: string[];
  n_turns: number;
  scores: number[];
  winners: number[];
  end_reason: string;
  finished: number;
  challenge: string | null;
}

/** A request for a list of matches, given their ids. */
export interface MatchList {
  matches: string[];
}

/** The options of a new challenge, in which everyone gets the same dice. */
export interface NewChallenge {
  game: string;
  bots?: string[];
  sheets?: string[] | null;
  first?: number;
  seed?: number | null;
}

/** The first occupant of a seat: this device's player (`name` and `token`), a bot, or nobody. */
export interface NewSeat {
  name?: string | null;
  token?: string | null;
  bot?: string | null;
}

/** The options of a new table. */
export interface NewTable {
  game: string;
  seats: NewSeat[];
  sheets?: string[] | null;
  first?: number | null;
  dice?: "committed" | "seeded" | "typed" | "unknown";
  seed?: number | null;
  challenge?: string | null;
  clock?: number | null;
  open?: boolean;
  auto_throw?: boolean;
  auto_pass?: boolean;
  pace?: "fast" | "normal" | "slow" | null;
  position?: string | null;
  slow?: boolean;
}

/** The next match of a table, as planned while the current one is over. */
export interface NextMatch {
  game: string;
  sheets: string[] | null;
  bots: string[];
  seats: number[];
  guests: number[];
  asked: string | null;
  left_ms: number | null;
  choosing: number | null;
}

/** The public part of a view: everything that anyone may see of a match. */
export interface OpenView {
  acting: number[];
  active: number;
  answered: number[];
  dice: DieView[];
  dice_wanted: string[];
  end_reason: string | null;
  first: number;
  game: string;
  over: boolean;
  phase: string;
  position: string;
  roll: string;
  rules: number;
  scores: number[];
  seats: number;
  sheets: SheetView[];
  title: string;
  turn: number;
  winners: number[];
}

/** The private part of a cell's view: how the seat can mark the cell, or how its sealed move marks it. */
export interface OwnCell {
  also?: string[];
  mark?: string;
  number_now?: number;
  state?: "far" | "free" | "locked" | "markable" | "marked" | "sealed" | "skipped" | "struck";
  targets?: Record<string, string[]>;
  ways?: string[][];
}

/** The private part of a view: a seat's choices, its sealed move, and the cells that it can mark. */
export interface OwnView {
  cells: Record<string, OwnCell>;
  choices: string[];
  entered?: Record<string, number>;
  pass: PassCost | null;
  sealed: string | null;
  seat: number;
}

/** An entry on a pad whose lock or end is pending: the seat, the entry, the colors that it locks, and whether it */
export interface PendingEntry {
  seat: number;
  text: string;
  locks: string[];
  ends: boolean;
}

/** A move that a bot played for an absent player. */
export interface PlayedMove {
  turn: number;
  phase: string;
  move: string;
}

/** A row of a printed sheet: its color letters and numbers, from left to right. */
export interface PrintedRow {
  colors: string[];
  numbers: number[];
}

/** A blank printed sheet. `signs` are printed next to the cells of its rows, and `lines` below the rows. */
export interface PrintedSheet {
  name: string;
  rows: PrintedRow[];
  signs?: Record<string, "circle" | "double" | "framed" | "notched" | "octagon" | "paired" | "second" | "square" | "star" | "step">;
  lines?: Record<string, string[]>;
  group?: string;
}

/** The error response to a refused request, with a reason for players (`why`) and a message for developers. */
export interface Problem {
  error: string;
  message: string;
  why: ReasonView;
}

/** A phase was resolved with these moves (None if a seat had no decision); `timed_out` seats ran out of time. */
export interface ResolvedNotice {
  type: "resolved";
  sequence: number;
  at: number;
  turn: number;
  phase: string;
  moves: (string | null)[];
  timed_out: number[];
}

/** A player's result in a challenge, and its rank among all results. */
export interface ResultLine {
  place: number;
  match: string;
  name: string;
  score: number;
  scores: number[];
  won: boolean;
  finished: number;
}

/** An absent player is back; `moves` lists the moves that `bot` played in the meantime. */
export interface ReturnedNotice {
  type: "returned";
  sequence: number;
  at: number;
  seat: number;
  bot: string;
  moves: PlayedMove[];
}

/** A request for a review or, if `cancel` is true, to cancel the review that this client started. */
export interface ReviewWish {
  cancel?: boolean;
}

/** A person or a bot took a seat. */
export interface SatNotice {
  type: "sat";
  sequence: number;
  at: number;
  seat: number;
  name: string;
  bot: string | null;
}

/** One seat and its player. */
export interface SeatFacts {
  seat: number;
  kind: "bot" | "open" | "person";
  name: string;
  bot: string | null;
  stand_in: string | null;
  connected: boolean;
  sheet: string;
  awaited_ms: number;
  left?: boolean;
  ready_ms?: number;
}

/** Seat `by` has requested a code with which another device can take this seat of an absent player. */
export interface SeatOfferedNotice {
  type: "seat_offered";
  sequence: number;
  at: number;
  seat: number;
  by: number;
}

/** The seat `without` did not reveal its share of the dice in time; the other seats contribute new shares. */
export interface SharesRestartedNotice {
  type: "shares_restarted";
  sequence: number;
  at: number;
  without: number;
}

/** The match has started; `first` is the active seat of the first turn. */
export interface StartedNotice {
  type: "started";
  sequence: number;
  at: number;
  first: number;
}

/** A bot has begun to play for an absent player. */
export interface StoodInNotice {
  type: "stood_in";
  sequence: number;
  at: number;
  seat: number;
  bot: string;
}

/** A seat was vacated for good. */
export interface StoodNotice {
  type: "stood";
  sequence: number;
  at: number;
  seat: number;
}

/** A player has agreed to stop the match before its end, or has withdrawn the agreement. */
export interface StopAgreedNotice {
  type: "stop_agreed";
  sequence: number;
  at: number;
  seat: number;
  agreed: boolean;
}

/** A table, with its code, seats, game and options. */
export interface TableFacts {
  code: string;
  game: string;
  rules: number;
  title: string;
  first: number;
  status: "lobby" | "over" | "playing" | "shares";
  parked: boolean;
  open: boolean;
  seats: SeatFacts[];
  watchers: number;
  dice: DiceFacts;
  clock: ClockFacts | null;
  auto_throw: boolean;
  auto_pass: boolean;
  challenge: string | null;
  previous: string | null;
  pace?: "fast" | "normal" | "slow" | null;
  hints?: number[];
  again?: AskedAgain[];
  later?: number;
  slow?: boolean;
  closing?: boolean;
  host?: number | null;
  evening?: Evening | null;
  next?: NextMatch | null;
  guests?: Guest[];
  closed?: boolean;
  pending?: PendingEntry[];
  done?: number[];
  stop?: number[];
  stopped?: number | null;
}

/** A table in the list of open tables. */
export interface TableLine {
  code: string;
  game: string;
  names: string[];
  n_open: number;
  status: "lobby" | "over" | "playing" | "shares";
}

/** A newly opened table: its code, and the id of its first match. */
export interface TableOpened {
  code: string;
  match: string;
}

/** The dice were thrown: by the seat's player, by its bot, or because time ran out. */
export interface ThrownNotice {
  type: "thrown";
  sequence: number;
  at: number;
  turn: number;
  throw: number;
  seat: number;
  roll: string;
  by: "bot" | "clock" | "seat";
}
