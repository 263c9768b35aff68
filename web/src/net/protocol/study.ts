// Made by scripts/make_messages.py from the types of the server: do not edit.

import type { ReasonView } from "./views";

/** The coach's advice on a position; None while the coach is warming up. */
export interface Advice {
  advice: AdviceView | null;
}

/** The coach's advice for a decision; `knows_more` is the best choice of the previous answer if it differs. */
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

/** One choice: its value and gap to the best, with standard errors, its final margin in points, and its reasons. */
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

/** A decision of one seat, and its cost in value and in points. */
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

/** The values for all seats before a turn; the last ones are the final values. */
export interface MomentView {
  turn: number;
  values: number[];
}

/** The progress of a review in steps of the match; `waiting` while the study is warming up. */
export interface ReviewState {
  status: "done" | "waiting" | "working";
  done: number;
  total: number;
  review: ReviewView | null;
}

/** The review of a match; `correction_size` is the root mean square of the corrections between two evaluations. */
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

/** A match from the point of view of one seat: final − initial = luck − own_loss + others + correction. */
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

/** A throw from the point of view of one seat. */
export interface ThrowView {
  active: number;
  correction: number;
  luck: number;
  roll: string;
}

/** A turn from the point of view of one seat: the value before it, the throws, the decisions, and the sums. */
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
