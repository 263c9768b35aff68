"""The ledger of a match: each decision assessed, and the change in value at every throw and phase broken down.

The assessment of a decision consists of its best choice, the loss of the played choice, and the error of this loss.

For each seat, the final value minus the initial value is the sum of luck − own loss + others + correction over all
steps. Each term is computed separately from the evaluations before and after a step, and the terms add up without any
adjustment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np

from paperdice.fast.compile import Floats, Ints
from paperdice.position import Position
from paperdice.study.evaluator import Evaluator
from paperdice.study.results import EPSILON, SURE, label_of
from paperdice.study.walk import PlayedStep

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

    If the samples are wins or losses, one sample with the opposite result is added, since a few samples may all agree
    by chance.

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
    """Return the choices to evaluate in a decision: the most promising ones and the one played."""
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

    If many samples are requested, choices that clearly trail early on are dropped, except the one played.

    Returns:
        The choices evaluated with all samples, their values by sample and choice, and the difference between the
            highest and the lowest mean of all choices.
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
    """Return the mean difference between two choices in the final margin (lead over the best other seat), in points."""
    playouts = POINT_PLAYOUTS if evaluator.samples else position.game.public.study.playouts
    margins = evaluator.play_out(position, seat, pair, playouts).margins(seat).mean(axis=0)
    return float(margins[0] - margins[1])


@dataclass(frozen=True)
class StepTerms:
    """The ledger entry of one step (a throw or a resolved phase), with values and terms indexed by seat.

    Attributes:
        step: The step.
        before: The values before the step.
        luck: The luck of a throw: its value minus the mean value of a representative set of throws.
        own_loss: The value lost by the seat's own move, compared with its best choice.
        others: The effect of the other seats' moves.
        correction: The difference between successive evaluations of the same position.
        judged: The assessment of each move, by seat.
    """

    step: PlayedStep
    before: Floats
    luck: Floats
    own_loss: Floats
    others: Floats
    correction: Floats
    judged: dict[int, Judged] = field(default_factory=dict)


class Ledger:
    """A builder for the ledger of a match, which attributes each change in value to luck or to moves.

    Steps must be added in order. The evaluation after a step is reused as the one before the next step.
    """

    def __init__(self, evaluator: Evaluator, seats: int) -> None:
        self._evaluator = evaluator
        self._seats = seats
        self._worth: Floats | None = None
        self._judged: dict[int, Judged] = {}

    def _zeros(self) -> Floats:
        return np.zeros(self._seats)

    def worth(self, position: Position, moves: dict[int, str]) -> tuple[Floats, dict[int, Judged]]:
        """Return the value of a position for each seat.

        Args:
            position: Any position of the match.
            moves: The next moves, by seat. Seats in this dictionary are assigned the value of their best choice, all
                others the value of the model's move.

        Returns:
            The values by seat, and the assessments of the moves by seat.
        """
        rules = position.game.rules
        if rules.dice_wanted(position.state) or position.state.phase == rules.Phase["OVER"]:
            return self._evaluator.value(position), {}
        worth = self._evaluator.stand(position, int(position.state.turn)).copy()
        judged: dict[int, Judged] = {}
        for seat, move in moves.items():
            played = position.game.notation.parse_move(position.state, move)
            judged[seat] = judge(self._evaluator, position, seat, played)
            worth[seat] = judged[seat].best_value
        return worth, judged

    def enter(self, position: Position, moves: dict[int, str]) -> Floats:
        """Evaluate the position before a step, cache the result for `add`, and return the values by seat."""
        self._worth, self._judged = self.worth(position, moves)
        return self._worth

    def add(self, step: PlayedStep, following: dict[int, str]) -> StepTerms:
        """Return the ledger entry for a step.

        Args:
            step: The step, which must follow the previously added one.
            following: The moves of the next step, by seat.
        """
        before, judged = self._worth if self._worth is not None else self.enter(step.before, step.moves), self._judged
        after = self.enter(step.after, following)
        return self._throw(step, before, after) if step.is_throw else self._play(step, before, after, judged)

    def _throw(self, step: PlayedStep, before: Floats, after: Floats) -> StepTerms:
        """Return the entry for a throw, which splits the change in value into luck and a correction."""
        brought, mean = self._evaluator.throw(step.before, step.after)
        correction = (mean - before) + (after - brought)
        return StepTerms(step, before, brought - mean, self._zeros(), self._zeros(), correction)

    def _play(self, step: PlayedStep, before: Floats, after: Floats, judged: dict[int, Judged]) -> StepTerms:
        """Return the entry for a phase: own losses, the effect of the other seats' moves, and the correction."""
        resolved = self._evaluator.stand(step.after, step.turn)
        loss, expected = self._zeros(), before.copy()
        for seat, one in judged.items():
            loss[seat] = one.loss
            expected[seat] = one.value
        return StepTerms(step, before, self._zeros(), loss, resolved - expected, after - resolved, judged)


def keep_ledger(
    evaluator: Evaluator, steps: list[PlayedStep], seats: int, tell: Callable[[int, int], None], first: int = 0
) -> Iterator[StepTerms]:
    """Yield the ledger entry for each step, starting with step `first`.

    The entries do not depend on `first`, since each evaluation is independent.

    Args:
        evaluator: The evaluator for positions and moves.
        steps: All steps of the match.
        seats: The number of seats.
        tell: A progress callback, called with the number of steps done and the total; it can raise an exception to
            stop.
        first: The index of the first step.
    """
    ledger = Ledger(evaluator, seats)
    for number, step in enumerate(steps[first:], first):
        tell(number, len(steps))
        following = steps[number + 1].moves if number + 1 < len(steps) else {}
        yield ledger.add(step, following)
    tell(len(steps), len(steps))
