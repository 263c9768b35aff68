"""The 95 % intervals of duels are valid for few matches and one-sided outcomes, by exact or simulated coverage."""

import math
from collections.abc import Iterator
from itertools import product

import numpy as np
import pytest

from paperdice.arena.results import DuelResult
from paperdice.arena.statistics import Duel, DuelStanding, Outcome, group_interval
from paperdice.study.adjusted import adjust
from tests.sampling import budget, sample

SHARES = np.arange(0.5, 0.9801, 0.01)
# The correlation of two matches with the same dice; in measured duels it is between -0.2 and 0.1.
CORRELATIONS = (0.0, 0.4, -0.4)
# Groups of a duel: both matches lost, one won, both won.
Groups = tuple[int, int, int]


def compositions(n_groups: int) -> Iterator[Groups]:
    """Yield all possible results of the groups of a duel with two seats, excluding ties."""
    for both, one in product(range(n_groups + 1), repeat=2):
        if both + one <= n_groups:
            yield n_groups - both - one, one, both


def chances(groups: list[Groups], share: float, correlation: float) -> np.ndarray:
    """Return the probability of each composition, given A's share and the correlation between the matches of a
    group.
    """
    counts = np.array(groups)
    common = correlation * share * (1 - share)
    cells = np.array([(1 - share) ** 2 + common, 2 * (share * (1 - share) - common), share**2 + common])
    factorials = np.array([math.lgamma(n + 1) for n in range(counts[0].sum() + 1)])
    ways = factorials[-1] - factorials[counts].sum(axis=1)
    found: np.ndarray = np.exp(ways + counts @ np.log(np.maximum(cells, 1e-300)))
    return found


def coverage(groups: list[Groups], intervals: np.ndarray, correlation: float) -> np.ndarray:
    """Return how often the interval contains the true share, for every share for which the correlation is possible."""
    found = []
    for share in SHARES:
        if (1 - share) ** 2 + correlation * share * (1 - share) >= 0:
            holds = (intervals[:, 0] <= share) & (share <= intervals[:, 1])
            found.append(chances(groups, share, correlation)[holds].sum())
    return np.array(found)


def outcome(share: float) -> Outcome:
    return Outcome(share, 0, 0, 0, 0)


def play(groups: Groups) -> DuelResult:
    """Return the result of a duel with these groups."""
    standing = DuelStanding(Duel(("casual", "random"), "qwixx"))
    for number, pair in zip(groups, ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0)), strict=True):
        for _ in range(number):
            standing.add([outcome(share) for share in pair])
    return DuelResult.of(standing)


@pytest.mark.parametrize("n_groups", [5, 6, 7, 8, 10, 13])
def test_short_duels_have_intervals_that_hold(n_groups: int) -> None:
    groups = list(compositions(n_groups))
    intervals = np.array([play(each).interval for each in groups])
    for correlation in CORRELATIONS:
        found = coverage(groups, intervals, correlation)
        assert found.min() >= 0.91, (correlation, SHARES[found.argmin()])
    assert 0.94 <= coverage(groups, intervals, 0.0).mean() <= 0.97


def variance(groups: Groups) -> float:
    return float(np.repeat([0.0, 0.5, 1.0], groups).var(ddof=1))


@pytest.mark.sampled
@pytest.mark.parametrize("n_groups", sample(range(5, 251), 7, always=[5, 20, 200, 226, 250]))
def test_longer_duels_have_intervals_that_hold(n_groups: int) -> None:
    groups = list(compositions(n_groups))
    shares = [(one / 2 + both) / n_groups for _, one, both in groups]
    intervals = np.array([group_interval(s, variance(g), n_groups) for s, g in zip(shares, groups, strict=True)])
    least = 0.91 if n_groups < 200 else 0.93
    for correlation in CORRELATIONS:
        found = coverage(groups, intervals, correlation)
        assert found.min() >= least, (correlation, SHARES[found.argmin()])
        assert n_groups < 200 or found.max() <= 0.97
    assert 0.94 <= coverage(groups, intervals, 0.0).mean() <= 0.97


def simulated(n_seats: int, matches: int, share: float, rng: np.random.Generator, duels: int) -> float:
    """Return how often the interval of a simulated duel contains the true share; the last group may be incomplete."""
    sizes = np.full(-(-matches // n_seats), n_seats)
    sizes[-1] = matches - sizes[:-1].sum()
    wins = rng.binomial(sizes, share, (duels, len(sizes)))
    found = [group_interval(float(w.sum()) / matches, float((w / sizes).var(ddof=1)), len(sizes)) for w in wins]
    return float(np.mean([low <= share <= high for low, high in found]))


@pytest.mark.sampled
def test_more_seats_and_incomplete_groups_hold_as_well() -> None:
    rng, duels = np.random.default_rng(3), budget(1000, 10_000)
    found = {
        case: simulated(*case, rng, duels)
        for case in sample(product((2, 3, 4, 5), (10, 11, 13, 16, 25), (0.5, 0.7, 0.9, 0.98)), 30)
    }
    # Three standard errors of the simulation.
    assert min(found.values()) >= 0.91 - 3 * math.sqrt(0.91 * 0.09 / duels), min(found, key=lambda case: found[case])


def test_no_interval_is_a_single_point() -> None:
    for groups in [(0, 0, 2), (2, 0, 0), (0, 2, 0), (0, 0, 1), (0, 5000, 0), (0, 0, 5000)]:
        low, high = play(groups).interval
        assert 0 <= low < high <= 1
    assert play((0, 0, 2)).interval[0] < 0.55


@pytest.mark.parametrize("slope", [0.5, 2.0])
@pytest.mark.parametrize("n_groups", [5, 8, 20, 200])
def test_intervals_without_luck_hold(slope: float, n_groups: int) -> None:
    """The dice, which are known exactly, shift the probability of a win along a logistic curve."""
    rng, duels = np.random.default_rng(5), 1000
    covered = []
    for level in (0.0, 1.0, 2.0, 3.5):
        dice = rng.normal(size=(duels, n_groups, 2))
        nodes, weights = np.polynomial.hermite_e.hermegauss(60)
        share = float((weights / (1 + np.exp(-level - slope * nodes))).sum() / weights.sum())
        chance = 1 / (1 + np.exp(-level - slope * dice))
        wins = (rng.random(chance.shape) < chance).mean(axis=2)
        lucks = (chance - share).mean(axis=2)
        found = [adjust(x.tolist(), y.tolist()).interval for x, y in zip(wins, lucks, strict=True)]
        covered.append(float(np.mean([low <= share <= high for low, high in found])))
    assert min(covered) >= 0.91 - 3 * math.sqrt(0.91 * 0.09 / duels)
    assert 0.94 <= np.mean(covered) <= (0.97 if n_groups >= 20 else 0.985)


def test_an_interval_without_luck_is_never_a_single_point() -> None:
    for n in (0, 1, 2, 5, 100):
        low, high = adjust([1.0] * n, [0.1] * n).interval
        assert 0 <= low < high <= 1
