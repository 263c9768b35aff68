// Made by scripts/make_messages.py from the types of the server: do not edit.

import type { ReasonView } from "./views";

/** The coach's advice on a position, or None while the coach is warming up. */
export interface Advice {
  advice: AdviceView | null;
}

/** The coach's advice for a decision. */
export interface AdviceView {
  assumes: string[];
  best: string;
  bias: number;
  choices: ChoiceView[];
  evaluator: string;
  game: string;
  is_close: boolean;
  knows_more: string | null;
  phase: string;
  played: string | null;
  position: string;
  samples: number;
  seat: number;
  seconds: number;
  seed: number;
  turn: number;
  unit: string;
}

/** One choice of a decision. */
export interface ChoiceView {
  error: number;
  gap: number;
  gap_error: number;
  is_close: boolean;
  margin: number;
  move: string;
  reasons: ReasonView[];
  samples: number;
  value: number;
  why: string;
}

/** A seat's decision, with the best move and the move played; `loss` is its cost in value, `points` in points. */
export interface DecisionView {
  best: string;
  error: number;
  is_close: boolean;
  is_forced: boolean;
  label: string;
  loss: number;
  move: string;
  phase: string;
  points: number | null;
  position: string;
  turn: number;
  value: number;
}

/** Each seat's value before a turn; the last entry of a review holds the final values. */
export interface MomentView {
  turn: number;
  values: number[];
}

/** The progress of a review: `done` out of `total` steps. `waiting` means that the coach is still warming up. */
export interface ReviewState {
  status: "done" | "waiting" | "working";
  done: number;
  total: number;
  review: ReviewView | null;
}

/** The review of a match; `correction_size` is the RMS difference between successive evaluations. */
export interface ReviewView {
  assumes: string[];
  bias: number;
  correction_size: number;
  evaluator: string;
  game: string;
  is_over: boolean;
  moments: MomentView[];
  samples: number;
  seats: SeatView[];
  seconds: number;
  seed: number;
  thresholds: Record<string, number>;
  turns: number;
  unit: string;
}

/** The review of a match for one seat, where `final` − `initial` = `luck` − `own_loss` + `others` + `correction`. */
export interface SeatView {
  adjusted: number;
  correction: number;
  costliest: DecisionView[];
  decisions: number;
  final: number;
  forced: number;
  initial: number;
  labels: Record<string, number>;
  luck: number;
  others: number;
  own_loss: number;
  player: string;
  points_lost: number;
  score: number;
  seat: number;
  turns: TurnView[];
}

/** A throw, with its luck for one seat and the correction for errors in the evaluation. */
export interface ThrowView {
  active: number;
  correction: number;
  luck: number;
  roll: string;
}

/** A turn from one seat's point of view: the value before it, its throws and decisions, and the ledger totals. */
export interface TurnView {
  active: number;
  correction: number;
  decisions: DecisionView[];
  luck: number;
  others: number;
  own_loss: number;
  throws: ThrowView[];
  turn: number;
  value: number;
}
