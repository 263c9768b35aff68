"""JSON-serializable results of the coach and of reviews, and the labels of costly decisions, such as `blunder`.

A label requires a loss of more than two standard errors. Decisions whose choices all have the same value are not
counted. `texts` turns the reasons of a result into sentences.
"""

from __future__ import annotations

from typing import TypedDict

from paperdice.errors import ReasonView

# Each label with its minimum loss, as a chance of winning and (in solo) in points.
LABELS: tuple[tuple[str, float, float], ...] = (
    ("blunder", 0.20, 10.0),
    ("mistake", 0.10, 5.0),
    ("inaccuracy", 0.05, 2.5),
    ("slight", 0.02, 1.0),
)
FINE = "fine"
# A loss must exceed this many standard errors.
SURE = 2.0
# If all choices differ by less than this, the decision is forced.
EPSILON = {"chance": 1e-4, "points": 1e-2}


def label_of(loss: float, error: float, unit: str) -> str:
    """Return the label of a loss, or `fine` if the loss is small or not significant.

    Args:
        loss: The lost chance of winning, or the lost points.
        error: The standard error of the loss.
        unit: `chance` or `points`.
    """
    if loss <= SURE * error:
        return FINE
    for name, chance, points in LABELS:
        if loss >= (chance if unit == "chance" else points):
            return name
    return FINE


def no_labels() -> dict[str, int]:
    """Return a dictionary that maps every label to 0, ordered from the mildest to the most severe label."""
    return {name: 0 for name, _, _ in reversed(LABELS)}


class EvaluatorFacts(TypedDict):
    """The properties of an evaluator.

    Attributes:
        evaluator: The name of the evaluator.
        assumes: The bot assumed in each seat.
        samples: The number of samples; 0 for the quick evaluation and for exact values.
        seed: The seed of the samples.
        bias: The typical error of the difference in value between two choices, excluding the sampling error.
    """

    evaluator: str
    assumes: list[str]
    samples: int
    seed: int
    bias: float


class ChoiceView(TypedDict):
    """One choice of a decision.

    Attributes:
        move: The move.
        value: The value of the choice.
        error: The standard error of the value.
        gap: The value of the best choice minus the value of this one.
        gap_error: The standard error of the gap.
        margin: The expected margin at the end of the match, in points.
        samples: The number of samples.
        is_close: Whether the gap is not significant; False for the best choice.
        why: The reasons for or against the choice, as a sentence.
        reasons: The same reasons, as message ids with parameters.
    """

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
    """The coach's advice for a decision.

    `knows_more` is the best move of the previous answer if this answer prefers another one, otherwise None.
    """

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
    """A throw, with its luck for one seat and the correction for errors in the evaluation."""

    roll: str
    active: int
    luck: float
    correction: float


class DecisionView(TypedDict):
    """A seat's decision, with the best move and the move played; `loss` is its cost in value, `points` in points."""

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
    """A turn from one seat's point of view: the value before it, its throws and decisions, and the ledger totals."""

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
    """The review of a match for one seat, where `final` − `initial` = `luck` − `own_loss` + `others` + `correction`."""

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
    """Each seat's value before a turn; the last entry of a review holds the final values."""

    turn: int
    values: list[float]


class ReviewView(EvaluatorFacts):
    """The review of a match; `correction_size` is the RMS difference between successive evaluations."""

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
    """A decision to practice; `played` is the move played in the match, and `loss` is its cost."""

    id: str
    game: str
    position: str
    seat: int
    turn: int
    phase: str
    played: str
    loss: float
    is_costly: bool
