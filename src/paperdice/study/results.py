"""Results of the coach and of reviews as plain typed values for JSON; `texts` turns their reasons into sentences."""

from __future__ import annotations

from typing import TypedDict

from paperdice.errors import ReasonView


class EvaluatorFacts(TypedDict):
    """The name of an evaluator, the bots it assumes in the seats, its samples and seed, and its typical error in
    addition to that of sampling.
    """

    evaluator: str
    assumes: list[str]
    samples: int
    seed: int
    bias: float


class ChoiceView(TypedDict):
    """One choice: its value and gap to the best, with standard errors, its final margin in points, and its reasons."""

    move: str
    value: float
    error: float
    gap: float
    gap_error: float
    margin: float
    samples: int
    is_close: bool
    why: str
    reasons: list[ReasonView]


class AdviceView(EvaluatorFacts):
    """The coach's advice for a decision; `knows_more` is the best choice of the previous answer if it differs."""

    game: str
    seat: int
    turn: int
    phase: str
    position: str
    unit: str
    best: str
    played: str | None
    is_close: bool
    knows_more: str | None
    seconds: float
    choices: list[ChoiceView]


class ThrowView(TypedDict):
    """A throw from the point of view of one seat."""

    roll: str
    active: int
    luck: float
    correction: float


class DecisionView(TypedDict):
    """A decision of one seat, and its cost in value and in points."""

    turn: int
    phase: str
    move: str
    best: str
    value: float
    loss: float
    error: float
    points: float | None
    label: str
    is_forced: bool
    is_close: bool
    position: str


class TurnView(TypedDict):
    """A turn from the point of view of one seat: the value before it, the throws, the decisions, and the sums."""

    turn: int
    active: int
    value: float
    luck: float
    own_loss: float
    others: float
    correction: float
    throws: list[ThrowView]
    decisions: list[DecisionView]


class SeatView(TypedDict):
    """A match from the point of view of one seat: final − initial = luck − own_loss + others + correction."""

    seat: int
    player: str
    initial: float
    final: float
    luck: float
    own_loss: float
    others: float
    correction: float
    adjusted: float
    points_lost: float
    score: int
    decisions: int
    forced: int
    labels: dict[str, int]
    costliest: list[DecisionView]
    turns: list[TurnView]


class MomentView(TypedDict):
    """The values for all seats before a turn; the last ones are the final values."""

    turn: int
    values: list[float]


class ReviewView(EvaluatorFacts):
    """The review of a match; `correction_size` is the root mean square of the corrections between two evaluations."""

    game: str
    unit: str
    is_over: bool
    turns: int
    correction_size: float
    thresholds: dict[str, float]
    seconds: float
    moments: list[MomentView]
    seats: list[SeatView]


class Exercise(TypedDict):
    """A decision to practice; `loss` is the cost of the played move, 0 for a neutral exercise."""

    id: str
    game: str
    position: str
    seat: int
    turn: int
    phase: str
    played: str
    loss: float
    is_costly: bool
