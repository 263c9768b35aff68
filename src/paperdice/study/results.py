"""What a coach and a review say: plain, typed, ready for JSON; sentences are made of reasons by `texts`."""

from __future__ import annotations

from typing import TypedDict

from paperdice.errors import ReasonView

# What every result tells of who looked: see `evaluator_facts`.


class EvaluatorFacts(TypedDict):
    """Who looked, whom that assumes in the seats, with which budget and seed, and its usual error beside sampling."""

    evaluator: str
    assumes: list[str]
    samples: int
    seed: int
    bias: float


class ChoiceView(TypedDict):
    """One choice: its worth and the error of that, how far it is behind the best and the error of that, the margin in
    points that it leads to, and what speaks for it."""

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
    """What a coach says of a decision; `knows_more` tells the best choice of an earlier look if this one differs."""

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
    """A throw as one seat sees it."""

    roll: str
    active: int
    luck: float
    correction: float


class DecisionView(TypedDict):
    """A decision of one seat, what it lost in worth and in points, and what the others then brought."""

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
    """A turn as one seat sees it: what it was worth before, its throws, the own decisions, and the sums."""

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
    """A whole match as one seat sees it: final − initial = luck − own_loss + others + correction."""

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
    """The worth to every seat before a turn, and at last the end."""

    turn: int
    values: list[float]


class ReviewView(EvaluatorFacts):
    """What a review says of a match; `correction_size` is the usual size of a correction between two looks."""

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
    """A decision to take again; `loss` is what the played move lost, and a neutral one lost nothing."""

    id: str
    game: str
    position: str
    seat: int
    turn: int
    phase: str
    played: str
    loss: float
    is_costly: bool
