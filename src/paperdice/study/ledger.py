"""The ledger of a match: what each throw and each phase added to the worth of every seat, term by term.

For each seat  final − initial = luck − own loss + others + correction. Every term is computed by itself, from what the
evaluator says before and after one step; that they add up is not arranged, it follows.
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
class Entry:
    """What one step added, by seat, and the worth before it."""

    step: Step
    before: Floats
    luck: Floats
    own_loss: Floats
    others: Floats
    correction: Floats
    judged: dict[int, Judged] = field(default_factory=dict)


class Ledger:
    """Goes through a match once; the worth of a position is asked for once where a step ends and the next begins."""

    def __init__(self, evaluator: Evaluator, seats: int) -> None:
        self._evaluator = evaluator
        self._seats = seats
        self._worth: Floats | None = None
        self._judged: dict[int, Judged] = {}

    def _zeros(self) -> Floats:
        return np.zeros(self._seats)

    def worth(self, position: Position, moves: dict[int, str]) -> tuple[Floats, dict[int, Judged]]:
        """The worth of any position to each seat: by best play where it decides, else by the model.

        `moves` are what the seats then played; a decision that nobody has answered yet is worth what the model makes.
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
        """Comes to a position from which a step follows, and gives its worth."""
        self._worth, self._judged = self.worth(position, moves)
        return self._worth

    def add(self, step: Step, following: dict[int, str]) -> Entry:
        """The entry of a step; `following` are the moves of the next one."""
        before, judged = self._worth if self._worth is not None else self.enter(step.before, step.moves), self._judged
        after = self.enter(step.after, following)
        return self._throw(step, before, after) if step.is_throw else self._play(step, before, after, judged)

    def _throw(self, step: Step, before: Floats, after: Floats) -> Entry:
        """A throw: luck is what it brings less the mean, and the rest is a change of mind."""
        brought, mean = self._evaluator.throw(step.before, step.after)
        correction = (mean - before) + (after - brought)
        return Entry(step, before, brought - mean, self._zeros(), self._zeros(), correction)

    def _play(self, step: Step, before: Floats, after: Floats, judged: dict[int, Judged]) -> Entry:
        """A phase: the own loss, what the others' moves changed, and what the next look says differently."""
        resolved = self._evaluator.stand(step.after, step.turn)
        loss, expected = self._zeros(), before.copy()
        for seat, one in judged.items():
            loss[seat] = one.loss
            expected[seat] = one.value
        return Entry(step, before, self._zeros(), loss, resolved - expected, after - resolved, judged)


def keep_ledger(
    evaluator: Evaluator, steps: list[Step], seats: int, tell: Callable[[int, int], None], first: int = 0
) -> Iterator[Entry]:
    """The entries of all steps, or of those from one on; `tell` hears how many are done, and may raise to stop.

    A step has the same entry wherever one begins, since each look is taken by itself.
    """
    ledger = Ledger(evaluator, seats)
    for number, step in enumerate(steps[first:], first):
        tell(number, len(steps))
        following = steps[number + 1].moves if number + 1 < len(steps) else {}
        yield ledger.add(step, following)
    tell(len(steps), len(steps))
