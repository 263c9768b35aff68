"""Evaluators, which estimate the value of positions, throws and choices.

An evaluator plays on from a position with a model of all seats: the bot `steady`, unless other bots are named. The
quick evaluation plays to the end of the turn and uses the network's estimate there. An evaluation with samples plays
several turns ahead, like the bot `expert`. A review uses a single evaluator for both luck and decisions.

The luck of a throw is its value minus the mean of its family, a small set of throws whose mean value is close to the
mean over all throws. The families partition the set of all throws and have equal sizes, so that the sum of the luck
over all throws is exactly 0, however accurate the evaluator is. In a wide family, every pair of dice shows every pair
of faces equally often. The members of a throw's family shift die d by i·a + j·b + k·c faces, for all i, j, k, where
(a, b, c) is the column of the die. Two dice with different columns of zeros and ones show all pairs of faces, for any
number of faces.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Protocol

import numpy as np

from paperdice.bots.decision import Decision, Decisions
from paperdice.bots.registry import find_policy
from paperdice.dice import mix
from paperdice.fast import streams
from paperdice.fast.compile import Floats, Ints
from paperdice.fast.playout import make_scratch
from paperdice.position import Position
from paperdice.study.calibration import calibrate, find_bias, find_sharpness
from paperdice.study.kernels import SampleRange, Seen
from paperdice.study.model import TO_THE_END, make_model
from paperdice.study.readiness import VERSION

# The column (a, b, c) or (a, b) of each die. No game has more than seven dice.
WIDE = ((1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 0), (1, 0, 1), (0, 1, 1), (1, 1, 1))
NARROW = ((1, 0), (0, 1), (1, 1), (1, 5), (1, 2), (2, 1), (1, 3))

DieColumns = tuple[tuple[int, ...], ...]


@cache
def _turns(n_thrown: int, n_faces: int, columns: DieColumns) -> Ints:
    """Return the offsets that turn a throw into the members of its family, a representative set of throws.

    An offset is the number of faces by which a die is advanced; offsets are indexed by member and thrown die. If few
    dice are thrown, the family contains all throws.
    """
    n_generators = min(n_thrown, len(columns[0]))
    steps = np.array(list(product(range(n_faces), repeat=n_generators)), np.int64)
    chosen = columns[:n_thrown] if n_thrown > n_generators else np.eye(n_generators, dtype=np.int64)
    return steps @ np.array(chosen, np.int64).T


def family_of(faces: Ints, thrown: Sequence[int], n_faces: int, columns: DieColumns) -> Ints:
    """Return the family of a throw: a representative set of throws that starts with the throw itself.

    The result is an array of faces, indexed by throw and die. Dice that are not thrown have face 0.

    Args:
        faces: The faces of all dice.
        thrown: The indices of the thrown dice.
        n_faces: The number of faces of a die.
        columns: The coefficients of each die, which determine the size of the family: `WIDE` or `NARROW`.
    """
    turns = _turns(len(thrown), n_faces, columns)
    members = np.zeros((len(turns), len(faces)), np.int64)
    members[:, list(thrown)] = (faces[list(thrown)] - 1 + turns) % n_faces + 1
    return members


# Mixed into the seed, so that evaluations use different dice from a match with the same seed.
SALT = 0x7374756479
_MASK = (1 << 64) - 1
# Playouts of the quick evaluation in games without a network: per choice, and per throw of a family.
QUICK_PLAYOUTS = 64
THROW_PLAYOUTS = 8
# In solo, the model estimates points divided by this number instead of chances.
POINTS = 100.0


@dataclass(frozen=True)
class Outcomes:
    """Sampled outcomes of moves: the value and the points of every seat, indexed by sample, move and seat."""

    values: Floats
    points: Floats

    def margins(self, seat: int) -> Floats:
        """Return the final margin of a seat, indexed by sample and move.

        The margin is the seat's points minus those of the best other seat, or simply its points in a solo match.
        """
        others = np.delete(self.points, seat, axis=2)
        return np.asarray(self.points[:, :, seat] - (others.max(axis=2) if others.shape[2] else 0.0))


class Evaluator(Protocol):
    """Interface for evaluators, which estimate the value of positions, throws and choices for each seat."""

    @property
    def name(self) -> str:
        """A description of the evaluator: the bots or the solver, the number of samples, and the version."""

    @property
    def unit(self) -> str:
        """The unit of the values: `chance` (of winning), or `points` in a solo match."""

    @property
    def against(self) -> tuple[str, ...]:
        """The bot assumed in each seat."""

    @property
    def samples(self) -> int:
        """The number of samples; 0 for the quick evaluation and for exact values."""

    @property
    def bias(self) -> float:
        """The typical error of the estimated difference in value between two choices, excluding the sampling error."""

    @property
    def grain(self) -> float:
        """1 if each sample is either a win or a loss, 0 if samples are estimated chances or exact values."""

    def value(self, position: Position) -> Floats:
        """Return the value of a position for each seat; the match must be over or awaiting a throw."""

    def stand(self, position: Position, turn: int) -> Floats:
        """Return the value of a position for each seat, with the model choosing the moves of all seats.

        The depth of the lookahead is counted from turn `turn`, which may differ from the turn of the position.
        """

    def look(self, position: Position, seat: int, moves: Ints, start: int = 0, end: int = 0) -> Outcomes:
        """Sample the outcomes of a seat's moves, using samples `start` to `end` − 1; by default, use all samples."""

    def play_out(self, position: Position, seat: int, moves: Ints, samples: int) -> Outcomes:
        """Sample the outcomes of a seat's moves by playing to the end of the match."""

    def throw(self, before: Position, after: Position) -> tuple[Floats, Floats]:
        """Return the value of a throw and the mean value of the throws it is compared with, each as an array by seat.

        Args:
            before: The position before the throw.
            after: The position after the throw.
        """

    def shortlist(self, position: Position, seat: int, most: int) -> Ints:
        """Return up to `most` of a seat's most promising legal moves, sorted by move code."""


class ModelEvaluator:
    """An evaluator that plays on from a position with a model of all seats: one assumed bot per seat."""

    def __init__(self, position: Position, against: Sequence[str], samples: int, seed: int) -> None:
        game, seats = position.game, int(position.state.n_seats)
        self._game, self._seats = game, seats
        self._decisions = Decisions()
        self._policy = find_policy("steady", game, seats)
        self._model = make_model(position, against, self._policy)
        self._scratch = make_scratch(game)
        self._seed = streams.signed(mix(streams.seed_word(seed) & _MASK ^ SALT))
        budget = game.public.study
        self._is_near = samples == 0 and self._model.has_judge
        self._turns = TO_THE_END if samples and seats > 1 and budget.plays_out else self._model.turns
        self._n = samples or (budget.samples if self._model.has_judge else QUICK_PLAYOUTS)
        self._n_throw = budget.throw_samples if self._model.has_judge else THROW_PLAYOUTS
        is_wide = samples or (budget.is_wide and self._model.has_judge)
        self._columns = WIDE if is_wide else NARROW
        # The last result of `stand`: the position after a step is also the position before the next one.
        self._stood: tuple[Position, int, Floats] | None = None
        self._sharpness = find_sharpness(game.name, seats)
        self.unit = "points" if seats == 1 else "chance"
        self.against = tuple(against)
        self.samples = samples
        self.bias = self._find_bias()
        self.grain = 1.0 if seats > 1 and self._last_turn(0) == TO_THE_END else 0.0
        self.name = self._make_name()

    def _find_bias(self) -> float:
        """Return the `bias`: the measured error of the network's estimates, or 0 if matches are played to the end."""
        if not self._model.has_judge:
            return 0.0
        return find_bias(self._game.name, self._is_near) * (POINTS if self._seats == 1 else 1.0)

    def _make_name(self) -> str:
        seated = " and ".join(dict.fromkeys(self.against))
        how = "playouts" if self._turns == TO_THE_END else "samples"
        return f"{seated}, {'network' if self._is_near else f'{self._n} {how}'}, version {VERSION}"

    def _last_turn(self, turn: int) -> int:
        """Return the last turn to play in an evaluation that starts in turn `turn`."""
        if self._is_near:
            return turn
        return TO_THE_END if self._turns == TO_THE_END else turn + self._turns

    def _worth(self, seen: Seen) -> Floats:
        """Convert sampled estimates to calibrated chances of winning, or to points in a solo match."""
        return POINTS * seen.chances if self._seats == 1 else calibrate(seen.chances, seen.over, self._sharpness)

    def _make_seen(self, first: int, second: int) -> Seen:
        shape = (first, second, self._seats)
        return Seen(np.zeros(shape), np.zeros(shape), np.zeros(shape[:2], np.int64))

    def _look(self, decision: Decision, seat: int, moves: Ints, chunk: SampleRange) -> Outcomes:
        seen = self._make_seen(chunk.end - chunk.start, len(moves))
        model = self._model
        model.rewind(self._seed)
        model.look(model.weights, decision.sheets, decision.state, seat, moves, chunk, self._scratch, seen)
        return Outcomes(self._worth(seen), seen.points)

    def value(self, position: Position) -> Floats:
        turn = int(position.state.turn)
        return self.stand(position, turn - 1 if self._is_near else turn)

    def stand(self, position: Position, turn: int) -> Floats:
        last_turn = self._last_turn(turn)
        if self._stood is None or self._stood[0] is not position or self._stood[1] != last_turn:
            chunk = SampleRange(self._seed, 0, self._n, last_turn)
            outcomes = self._look(self._decisions.of(position, 0), -1, np.zeros(1, np.int64), chunk)
            self._stood = position, last_turn, np.asarray(outcomes.values[:, 0].mean(axis=0))
        return self._stood[2].copy()

    def look(self, position: Position, seat: int, moves: Ints, start: int = 0, end: int = 0) -> Outcomes:
        chunk = SampleRange(self._seed, start, end or self._n, self._last_turn(int(position.state.turn)))
        return self._look(self._decisions.of(position, seat), seat, moves, chunk)

    def play_out(self, position: Position, seat: int, moves: Ints, samples: int) -> Outcomes:
        chunk = SampleRange(self._seed, 0, samples, TO_THE_END)
        return self._look(self._decisions.of(position, seat), seat, moves, chunk)

    def throw(self, before: Position, after: Position) -> tuple[Floats, Floats]:
        """Return the value of a throw and the mean value of its family, a representative set of throws."""
        decision = self._decisions.of(before, 0)
        wanted = int(self._game.rules.dice_wanted(before.state))
        thrown = [die.index for die in self._game.dice if wanted >> die.index & 1]
        n_faces = len(self._game.dice[thrown[0]].faces)
        throws = family_of(np.asarray(after.state.dice), thrown, n_faces, self._columns)
        seen = self._make_seen(len(throws), self._n_throw)
        last_turn = int(before.state.turn) if self._model.has_judge else TO_THE_END
        chunk = SampleRange(self._seed, 0, self._n_throw, last_turn)
        model = self._model
        model.rewind(self._seed)
        model.throw(model.weights, decision.sheets, decision.state, throws, chunk, self._scratch, seen)
        worth = self._worth(seen).mean(axis=1)
        return worth[0], worth.mean(axis=0)

    def shortlist(self, position: Position, seat: int, most: int) -> Ints:
        """Return up to `most` legal moves, those that `steady` rates best, sorted by move code."""
        decision = self._decisions.of(position, seat)
        if decision.n <= most:
            return decision.moves
        return np.sort(decision.moves[np.argsort(-decision.rate(self._policy), kind="stable")[:most]])
