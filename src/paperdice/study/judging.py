"""Assessment of one decision: the best choice, what the played one lost, and how certain that is."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from paperdice.fast.compile import Floats, Ints
from paperdice.position import Position
from paperdice.study.evaluator import Evaluator
from paperdice.study.labels import EPSILON, SURE, label_of

# The number of choices evaluated besides the played one after more than a quick evaluation.
MOST_TRIED = 8
# With this many samples, choices that trail by this many standard errors in the first part get no more of them.
MANY_SAMPLES = 64
FIRST_PART = 4
GIVE_UP = 3.0
# The playouts that estimate what a labelled decision lost in points after a sampled evaluation.
POINT_PLAYOUTS = 64


@dataclass(frozen=True)
class Judged:
    """The values of a decision: with the best choice, and with the played one."""

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
        """Whether the played choice is worse than the best one, but by no more than the error."""
        return self.best != self.played and self.loss <= SURE * self.error


def mean_error(samples: Floats, bias: float, grain: float) -> float:
    """Return the standard error of a mean, combined with a bias that more samples would not reduce.

    A few samples that are wins or losses may all agree by chance, so one more with the opposite result is assumed.
    """
    n = len(samples)
    spread = n * float(samples.var()) + grain**2
    return float(np.hypot((spread / (n * max(n - 1, 1))) ** 0.5, bias))


def gap_error(values: Floats, first: int, second: int, bias: float, grain: float = 0.0) -> float:
    """Return the standard error of the difference between two choices that were evaluated with the same dice."""
    return 0.0 if first == second else mean_error(values[:, first] - values[:, second], bias, grain)


def find_tried(evaluator: Evaluator, position: Position, seat: int, played: int) -> Ints:
    """Return the choices to evaluate: the most promising ones, and the played one."""
    most = MOST_TRIED if evaluator.samples else position.game.public.study.tried
    short = evaluator.shortlist(position, seat, most)
    return short if played in short else np.sort(np.append(short, played))


def judge(evaluator: Evaluator, position: Position, seat: int, played: int) -> Judged:
    """Assess a seat's move using only what the seat could know: the position, and a model of the other seats."""
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

    Choices that clearly trail after the first part of many samples get no more of them, except the played one.

    Returns:
        The remaining choices, their samples, and the spread of the means of all choices.
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
    """Return how many points of the final margin the second of two choices loses."""
    playouts = POINT_PLAYOUTS if evaluator.samples else position.game.public.study.playouts
    margins = evaluator.play_out(position, seat, pair, playouts).margins(seat).mean(axis=0)
    return float(margins[0] - margins[1])
