"""The race of candidate moves, with sums done by hand, and its limits on rollouts."""

from __future__ import annotations

import numpy as np
import pytest

from paperdice.bots.horizon import Horizon, choose_by, value_nothing
from paperdice.bots.search.expert import FIRST_CHUNK, find_best
from paperdice.bots.search.racing import Race
from paperdice.fast.compile import Floats, Ints
from paperdice.fast.playout import Policy, rate_equally
from paperdice.games.qwixx import QWIXX

HORIZON = Horizon(None, choose_by(QWIXX, Policy("nothing", rate_equally)), value_nothing, prior_error=0.01, width=0.04)


class CountingSearch:
    """A stand-in for a search that counts rollouts and finds all moves equal."""

    def __init__(self) -> None:
        self.n_rollouts = 0
        self.cost = 0.0

    def play(self, moves: Ints, _done: int, number: int) -> Floats:
        """Count the rollouts."""
        self.n_rollouts += number * len(moves)
        return np.full((number, len(moves)), 0.5)


@pytest.mark.parametrize(
    ("allowed", "taken"), [(1, 0), (7, 0), (16, 0), (31, 0), (32, 32), (240, 240), (402, 400), (5000, 5000)]
)
def test_no_more_rollouts_than_allowed(allowed: int, taken: int) -> None:
    """The last chunk is cut to the rest of the budget; a chunk shorter than a first one is not started."""
    assert FIRST_CHUNK == 4
    search = CountingSearch()
    find_best(search, Race(np.arange(8), np.zeros(8), HORIZON), lambda done: allowed - done)
    assert search.n_rollouts == taken


def test_only_moves_with_a_prior_near_the_best_are_tried() -> None:
    race = Race(np.array([0, 5, 9]), np.array([0.5, 0.51, 0.4]), HORIZON)
    assert race.moves.tolist() == [0, 5]
    assert not race.is_tried
    assert race.best == 5


def test_at_most_eight_moves_are_tried_the_first_of_equals() -> None:
    race = Race(np.arange(20, 40), np.zeros(20), HORIZON)
    assert race.moves.tolist() == [20, 21, 22, 23, 24, 25, 26, 27]


def test_noise_does_not_overturn_the_prior_but_a_clear_difference_does() -> None:
    """The variance of the gap decides: rollouts have the weight prior_error² / (prior_error² + variance).

    Rollouts see move 0 ahead by 0.05, the prior move 5 by 0.01. With four rollouts that differ by ±0.2 the variance of
    the mean gap is 0.01, so their weight is 0.0001 / 0.0101, and move 5 stays ahead by 0.0094. With four thousand
    it is 0.00001: now move 0 is ahead by 0.0446 with an error of 0.003, and the other drops out.
    """
    noisy = Race(np.array([0, 5]), np.array([0.5, 0.51]), HORIZON)
    noisy.add(np.array([[0.75, 0.5], [0.35, 0.5], [0.75, 0.5], [0.35, 0.5]]))
    assert noisy.best == 5
    assert noisy.moves.tolist() == [0, 5]
    gaps, errors = noisy._gaps(0)
    assert gaps.tolist() == pytest.approx([0.0, 0.01 * (1 - 0.0001 / 0.0101) - 0.05 * 0.0001 / 0.0101], abs=1e-6)
    assert errors[1] == pytest.approx((0.0001 / 0.0101 * 0.01) ** 0.5, abs=1e-6)
    clear = Race(np.array([0, 5]), np.array([0.5, 0.51]), HORIZON)
    clear.add(np.array([[0.75, 0.5], [0.35, 0.5]] * 2000))
    assert clear.best == 0
    assert clear.moves.tolist() == [0]


def test_a_move_that_is_beaten_by_three_errors_drops_out() -> None:
    """Without noise the error of the gap is 0.00003, and 0.05 is far more."""
    race = Race(np.array([0, 5]), np.array([0.5, 0.51]), HORIZON)
    race.add(np.array([[0.55, 0.5]] * 4))
    assert race.moves.tolist() == [0]
    assert race.best == 0
