"""The ledger of a match, which breaks down the change in each seat's value at every throw and phase into terms.

For each seat, the final value minus the initial value is the sum of luck − own loss + others + correction over all
steps. Each term is computed separately from the evaluations before and after a step, and the terms add up without any
adjustment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np

from paperdice.fast.compile import Floats
from paperdice.position import Position
from paperdice.study.evaluator import Evaluator
from paperdice.study.judging import Judged, judge
from paperdice.study.walk import Step


@dataclass(frozen=True)
class StepTerms:
    """The ledger entry of one step (a throw or a resolved phase), with values and terms indexed by seat.

    Attributes:
        step: The step.
        before: The values before the step.
        luck: The effect of a throw.
        own_loss: The value lost by the seat's own move, compared with its best choice.
        others: The effect of the other seats' moves.
        correction: The difference between successive evaluations of the same position.
        judged: The assessment of each move, by seat.
    """

    step: Step
    before: Floats
    luck: Floats
    own_loss: Floats
    others: Floats
    correction: Floats
    judged: dict[int, Judged] = field(default_factory=dict)


class Ledger:
    """A builder for the ledger of a match, to which the steps are added in order.

    The evaluation after a step is reused as the one before the next step.
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
            moves: The next moves, by seat. These seats get the value of their best choice; the others get the value of
                the model's move.

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

    def add(self, step: Step, following: dict[int, str]) -> StepTerms:
        """Return the ledger entry for a step.

        Args:
            step: The step, which must follow the previously added one.
            following: The moves of the next step, by seat.
        """
        before, judged = self._worth if self._worth is not None else self.enter(step.before, step.moves), self._judged
        after = self.enter(step.after, following)
        return self._throw(step, before, after) if step.is_throw else self._play(step, before, after, judged)

    def _throw(self, step: Step, before: Floats, after: Floats) -> StepTerms:
        """Return the entry for a throw: luck is its value minus the mean, and the rest of the change is correction."""
        brought, mean = self._evaluator.throw(step.before, step.after)
        correction = (mean - before) + (after - brought)
        return StepTerms(step, before, brought - mean, self._zeros(), self._zeros(), correction)

    def _play(self, step: Step, before: Floats, after: Floats, judged: dict[int, Judged]) -> StepTerms:
        """Return the entry for a phase: own losses, the effect of the other seats' moves, and the correction."""
        resolved = self._evaluator.stand(step.after, step.turn)
        loss, expected = self._zeros(), before.copy()
        for seat, one in judged.items():
            loss[seat] = one.loss
            expected[seat] = one.value
        return StepTerms(step, before, self._zeros(), loss, resolved - expected, after - resolved, judged)


def keep_ledger(
    evaluator: Evaluator, steps: list[Step], seats: int, tell: Callable[[int, int], None], first: int = 0
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
