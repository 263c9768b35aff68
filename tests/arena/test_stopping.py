"""The sequential test declares less than 5 % of equal bots different, and quickly detects different ones."""

import numpy as np
import pytest

from paperdice.arena.run import play_duel
from paperdice.arena.statistics import STOP_NOT_BEFORE, Duel, DuelStanding, stop_bound

# Outcomes of two matches with the same dice for A: shares and their probabilities; the means are fair.
EVEN = {0.0: 0.2, 0.25: 0.03, 0.5: 0.54, 0.75: 0.03, 1.0: 0.2}
ALIKE = {0.0: 0.02, 0.5: 0.96, 1.0: 0.02}
FOUR_SEATS = {0.0: 0.3164, 0.25: 0.4219, 0.5: 0.2109, 0.75: 0.0469, 1.0: 0.0039}


@pytest.mark.parametrize(("groups", "fair"), [(EVEN, 0.5), (ALIKE, 0.5), (FOUR_SEATS, 0.25)])
def test_equal_bots_are_rarely_told_apart(groups: dict[float, float], fair: float) -> None:
    """The test runs 2,000 duels of 4,000 groups, and is repeated after every group."""
    rng = np.random.default_rng(7)
    numbers = np.arange(1, 4001)
    bounds = np.array([stop_bound(int(n)) for n in numbers])
    mistakes = 0
    chances = np.array(list(groups.values()))
    for _ in range(20):
        values = rng.choice(list(groups), size=(100, 4000), p=chances / chances.sum()) - fair
        sums, squares = values.cumsum(axis=1), (values**2).cumsum(axis=1)
        variances = np.maximum(squares - sums**2 / numbers, 0) / np.maximum(numbers - 1, 1)
        beyond = np.abs(sums) > bounds * np.sqrt(variances * numbers)
        mistakes += int(beyond[:, STOP_NOT_BEFORE - 1 :].any(axis=1).sum())
    assert mistakes < 0.05 * 2000


def test_the_bound_never_sinks_below_a_single_look() -> None:
    bounds = [stop_bound(n) for n in range(STOP_NOT_BEFORE, 100_000, 50)]
    assert min(bounds) > 2.9 and bounds[-1] > bounds[1000] > 3.3


def test_a_clear_winner_is_found_early() -> None:
    standing = play_duel(Duel(("casual", "random"), "qwixx", seed=3), 5000, stop_early=True)
    assert standing.is_decided and STOP_NOT_BEFORE * 2 <= standing.matches < 1000


def test_a_bot_against_itself_is_never_decided() -> None:
    """All groups have a share of one half, so that neither the error nor the difference is positive."""
    standing = play_duel(Duel(("casual", "casual"), "qwixx", seed=3), 400, stop_early=True)
    assert standing.matches == 400 and standing.share == 0.5 and not standing.is_decided
    assert not DuelStanding(Duel(("casual", "casual"), "qwixx")).is_decided
