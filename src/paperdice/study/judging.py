"""Assessment of a single decision: the best choice, the loss of the played one, and the error of this loss."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from paperdice.fast.compile import Floats, Ints
from paperdice.position import Position
from paperdice.study.evaluator import Evaluator
from paperdice.study.labels import EPSILON, SURE, label_of

# The maximum number of choices evaluated besides the played one, in an evaluation with samples.
MOST_TRIED = 8
# With at least `MANY_SAMPLES`, all choices get 1 / `FIRST_PART` of the samples. Those that then trail the best one by
# more than `GIVE_UP` standard errors get no more.
MANY_SAMPLES = 64
FIRST_PART = 4
GIVE_UP = 3.0
# The number of playouts that estimate the points lost by a labeled decision, in an evaluation with samples.
POINT_PLAYOUTS = 64


@dataclass(frozen=True)
class Judged:
    """The assessment of a decision.

    Attributes:
        best: The best choice.
        played: The choice that was played.
        best_value: The value of the best choice.
        value: The value of the played choice.
        error: The standard error of the difference between the two values.
        points: The mean loss in the final margin, in points; None for a decision without a label.
        label: The label of the loss, such as `blunder`, or `fine`.
        is_forced: Whether all choices have practically the same value.
    """

    best: int
    played: int
    best_value: float
    value: float
    error: float
    points: float | None
    label: str
    is_forced: bool

    @property
    def loss(self) -> float:
        return self.best_value - self.value

    @property
    def is_close(self) -> bool:
        """Whether the played choice differs from the best one, but its loss is within the error."""
        return self.best != self.played and self.loss <= SURE * self.error


def mean_error(samples: Floats, bias: float, grain: float) -> float:
    """Return the standard error of a mean, combined with a bias that does not depend on the number of samples.

    If the samples are wins or losses, one opposite result is added, since a few samples may all agree by chance.

    Args:
        samples: The samples.
        bias: The evaluator's error, excluding the sampling error.
        grain: 1 if each sample is a win or a loss, otherwise 0.
    """
    n = len(samples)
    spread = n * float(samples.var()) + grain**2
    return float(np.hypot((spread / (n * max(n - 1, 1))) ** 0.5, bias))


def gap_error(values: Floats, first: int, second: int, bias: float, grain: float = 0.0) -> float:
    """Return the standard error of the difference between two choices that were evaluated with the same dice.

    Args:
        values: The samples, indexed by sample and choice.
        first: The index of one choice.
        second: The index of the other choice.
        bias: The evaluator's error, excluding the sampling error.
        grain: 1 if each sample is a win or a loss, otherwise 0.
    """
    return 0.0 if first == second else mean_error(values[:, first] - values[:, second], bias, grain)


def find_tried(evaluator: Evaluator, position: Position, seat: int, played: int) -> Ints:
    """Return the choices to evaluate in a decision: the most promising ones and the played one."""
    most = MOST_TRIED if evaluator.samples else position.game.public.study.tried
    short = evaluator.shortlist(position, seat, most)
    return short if played in short else np.sort(np.append(short, played))


def judge(evaluator: Evaluator, position: Position, seat: int, played: int) -> Judged:
    """Assess a seat's move, using the model's moves in place of the sealed (hidden) moves of other seats."""
    moves, values, spread = _look(evaluator, position, seat, played)
    means = values.mean(axis=0)
    own = int(np.flatnonzero(moves == played)[0])
    best = own if means[own] == means.max() else int(np.argmax(means))
    error = gap_error(values, best, own, evaluator.bias, evaluator.grain)
    label = label_of(float(means[best] - means[own]), error, evaluator.unit)
    points = None if label == "fine" else _points_lost(evaluator, position, seat, moves[[best, own]])
    is_forced = spread <= EPSILON[evaluator.unit]
    return Judged(*(int(moves[best]), played, float(means[best]), float(means[own])), error, points, label, is_forced)


def _look(evaluator: Evaluator, position: Position, seat: int, played: int) -> tuple[Ints, Floats, float]:
    """Evaluate the choices of a decision.

    If there are many samples, choices that clearly trail after the first part of them are dropped, except the played
    one.

    Returns:
        The choices that got all samples, their values by sample and choice, and the difference between the highest and
            the lowest mean of all choices.
    """
    moves = find_tried(evaluator, position, seat, played)
    first = evaluator.samples // FIRST_PART if evaluator.samples >= MANY_SAMPLES else 0
    values = evaluator.look(position, seat, moves, 0, first).values[:, :, seat]
    means = values.mean(axis=0)
    spread = float(means.max() - means.min())
    if first == 0:
        return moves, values, spread
    best = int(np.argmax(means))
    behind = means[best] - means
    errors = np.array([gap_error(values, best, place, 0.0) for place in range(len(moves))])
    kept = (behind <= GIVE_UP * errors) | (moves == played)
    more = evaluator.look(position, seat, moves[kept], first, evaluator.samples).values[:, :, seat]
    return moves[kept], np.concatenate([values[:, kept], more]), spread


def _points_lost(evaluator: Evaluator, position: Position, seat: int, pair: Ints) -> float:
    """Return the mean difference in the final margin between two choices, in points."""
    playouts = POINT_PLAYOUTS if evaluator.samples else position.game.public.study.playouts
    margins = evaluator.play_out(position, seat, pair, playouts).margins(seat).mean(axis=0)
    return float(margins[0] - margins[1])
