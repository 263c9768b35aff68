// Made by scripts/make_messages.py from the types of the server: do not edit.

import type { ReasonView } from "./views";

/** What the coach says of a position; None while it is being got ready. */
export interface Advice {
  advice: AdviceView | null;
}

/** What a coach says of a decision; `knows_more` tells the best choice of an earlier look if this one differs. */
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

/** One choice: its worth and the error of that, how far it is behind the best and the error of that, the margin in */
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

/** A decision of one seat, what it lost in worth and in points, and what the others then brought. */
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

/** The worth to every seat before a turn, and at last the end. */
export interface MomentView {
  turn: number;
  values: number[];
}

/** How far a review has come, in steps of the match; `waiting` while the study is being got ready. */
export interface ReviewState {
  status: "done" | "waiting" | "working";
  done: number;
  total: number;
  review: ReviewView | null;
}

/** What a review says of a match; `correction_size` is the usual size of a correction between two looks. */
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

/** A whole match as one seat sees it: final − initial = luck − own_loss + others + correction. */
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

/** A throw as one seat sees it. */
export interface ThrowView {
  active: number;
  correction: number;
  luck: number;
  roll: string;
}

/** A turn as one seat sees it: what it was worth before, its throws, the own decisions, and the sums. */
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
