"""Upper bounds on the mean score of solo Qwantum and solo Sixto; the proofs are in docs/solve.md."""

from __future__ import annotations

import time
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import NamedTuple, TypeVar

import numpy as np

from paperdice.dice import N_FACES
from paperdice.fast.compile import Floats, Ints, kernel
from paperdice.games.qwantum import QWANTUM
from paperdice.games.qwantum import rules as qwantum
from paperdice.games.sixto.rules import GOALS_TO_LOCK, IDLE_ROUNDS_TO_END, MAX_CELLS, MAX_ROWS, N_GOALS, POINTS

_QWANTUM_CELLS = qwantum.MAX_ROWS * qwantum.MAX_CELLS
# Each column scores at most one number, and a turn writes two.
_QWANTUM_TURNS_SCORED = qwantum.MAX_CELLS // 2
_THROWS = 2
# Two colors sum to at most 36 pips plus twice the white die: 48, so higher totals are never reached.
_N_TOTALS = 50

Chance = TypeVar("Chance", float, Floats)


@dataclass(frozen=True)
class Bound:
    """A proven upper bound on the mean score for a single seat.

    Args:
        upper: The upper bound, in points.
        positions: The number of cases enumerated.
        seconds: The duration of the computation.
    """

    upper: float
    positions: int
    seconds: float


def binomial(n: int, k: int, chance: Chance) -> Chance:
    return comb(n, k) * chance**k * (1.0 - chance) ** (n - k)


def bound_qwantum() -> Bound:
    """Return an upper bound on the mean score of solo Qwantum.

    The bound follows from two facts: the six columns score at most six of the written sums, and at most two sums are
    written per turn.
    """
    started = time.perf_counter()
    n_turns = _QWANTUM_CELLS + qwantum.MISSES_TO_END
    colors = sorted({face[0] for die in QWANTUM.dice[1:] for face in die.faces})
    pairs = list(combinations(colors, 2))
    single = sum(reach_chances((color,)) for color in colors)
    double = sum(reach_chances(pair) for pair in pairs)
    best = mean_of_highest(np.minimum(single, 1.0), n_turns, 1)
    # Rows rise up to the ridge and fall after it, and so do the highest numbers of the columns: each is lower than that
    # of the ridge column by at least its distance from it, 3 2 1 0 1 2.
    steps = sum(abs(qwantum.RIDGE - 1 - cell) for cell in range(qwantum.MAX_CELLS))
    by_height = qwantum.MAX_CELLS * best[0] - steps
    by_turns = float(mean_of_highest(np.minimum(double, 1.0), n_turns, _QWANTUM_TURNS_SCORED).sum())
    n_dice = len(QWANTUM.dice)
    n_cases = N_FACES**n_dice * 2**n_dice * (len(colors) + len(pairs))
    return Bound(min(by_height, by_turns), n_cases, time.perf_counter() - started)


class DieKinds(NamedTuple):
    """The distinct pip counts of each die, the probability of each count, and the number of distinct counts per die."""

    pips: Ints
    chances: Floats
    n_kinds: Ints


def reach_chances(colors: tuple[str, ...]) -> Floats:
    """Return, for each total, the probability that the sum of these colors reaches it after an optimal reroll.

    The reroll is chosen for each total separately.
    """
    kinds = find_kinds(colors)
    n_dice = len(kinds.pips)
    tails = np.zeros((1 << n_dice, _N_TOTALS))
    for rerolled in range(1 << n_dice):
        tails[rerolled] = reroll_tail(kinds, [die for die in range(n_dice) if (rerolled >> die) & 1])
    reached = np.zeros(_N_TOTALS)
    best_chances(kinds, tails, reached)
    return reached


def find_kinds(colors: tuple[str, ...]) -> DieKinds:
    """Return the distinct pip counts that each die can contribute to the sum of these colors.

    The white die contributes to each color.
    """
    n_dice = len(QWANTUM.dice)
    kinds = DieKinds(np.zeros((n_dice, N_FACES), np.int64), np.zeros((n_dice, N_FACES)), np.zeros(n_dice, np.int64))
    for index, die in enumerate(QWANTUM.dice):
        is_white = index == qwantum.WHITE_DIE
        brought = [int(face[1:]) * (len(colors) if is_white else face[0] in colors) for face in die.faces]
        pips, times = np.unique(brought, return_counts=True)
        kinds.n_kinds[index] = len(pips)
        kinds.pips[index, : len(pips)], kinds.chances[index, : len(pips)] = pips, times / N_FACES
    return kinds


def reroll_tail(kinds: DieKinds, dice: list[int]) -> Floats:
    """Return the probabilities that rolling these dice gives a sum of at least 0, 1, 2, …"""
    exact = np.zeros(_N_TOTALS)
    exact[0] = 1.0
    for die in dice:
        before, exact = exact, np.zeros(_N_TOTALS)
        for pips, chance in zip(kinds.pips[die], kinds.chances[die], strict=True):
            exact[pips:] += chance * before[: _N_TOTALS - pips]
    tail: Floats = exact[::-1].cumsum()[::-1]
    return tail


@kernel
def best_chances(kinds: DieKinds, tails: Floats, reached: Floats) -> None:
    """Add to `reached` the probability of reaching each total with an optimal reroll, summed over all first rolls.

    reached[t] += Π_d P(die d shows its pips) · max over sets of dice of tails[set, t − pips of the other dice]
    """
    n_dice = len(kinds.pips)
    shown = np.zeros(n_dice, np.int64)
    best = np.empty(_N_TOTALS)
    is_left = True
    while is_left:
        weight = 1.0
        for die in range(n_dice):
            weight *= kinds.chances[die, shown[die]]
        find_best(kinds, tails, shown, best)
        for total in range(_N_TOTALS):
            reached[total] += weight * best[total]
        is_left = show_next(kinds, shown)


@kernel
def find_best(kinds: DieKinds, tails: Floats, shown: Ints, best: Floats) -> None:
    """Write to `best` the probability of reaching each total after this first roll, with the best reroll for each
    total.
    """
    best[:] = 0.0
    for rerolled in range(len(tails)):
        kept = 0
        for die in range(len(shown)):
            kept += 0 if (rerolled >> die) & 1 else kinds.pips[die, shown[die]]
        best[: kept + 1] = 1.0
        for total in range(kept + 1, _N_TOTALS):
            best[total] = max(best[total], tails[rerolled, total - kept])


@kernel
def show_next(kinds: DieKinds, shown: Ints) -> bool:
    """Advance `shown` to the next roll, changing the first die fastest; return False after the last roll."""
    die = 0
    while die < len(shown) and shown[die] == kinds.n_kinds[die] - 1:
        shown[die] = 0
        die += 1
    if die == len(shown):
        return False
    shown[die] += 1
    return True


def mean_of_highest(tail: Floats, n_turns: int, n_highest: int) -> Floats:
    """Return the mean of each of the `n_highest` best results of `n_turns` turns, in descending order.

    `tail[t]` is the probability that the result of one turn is at least t. The result of rank r, counted from 0, is
    below t if at most r turns reach t; its mean is the sum, over t ≥ 1, of the probabilities that it is at least t.
    """
    means = np.zeros(n_highest)
    fewer = np.zeros_like(tail)
    for rank in range(n_highest):
        fewer += binomial(n_turns, rank, tail)
        means[rank] = (1.0 - fewer)[1:].sum()
    return means


def bound_sixto() -> Bound:
    """Return an upper bound on the mean score of solo Sixto.

    The bound assumes that all cells are marked, and that as many rows are locked as the throws of a match allow.
    """
    started = time.perf_counter()
    columns = (MAX_CELLS - N_GOALS) * POINTS[MAX_ROWS]
    marks_open = MAX_CELLS - N_GOALS + GOALS_TO_LOCK - 1
    n_throws = MAX_ROWS * (marks_open + 1) * IDLE_ROUNDS_TO_END * _THROWS
    locks = mean_locks(n_throws)
    upper = columns + MAX_ROWS * POINTS[marks_open] + locks * (POINTS[marks_open + 1] - POINTS[marks_open])
    return Bound(upper, 2 * n_throws, time.perf_counter() - started)


def mean_locks(n_throws: int) -> float:
    """Return the mean number of locked rows if every row lacks only its lock and the player stops optimally.

    `n_throws` is the number of throws in the match. One row may be locked earlier; the second lock ends the match,
    together with all other locks of the same turn.
    """
    chance = GOALS_TO_LOCK / N_FACES
    first = [(n, binomial(MAX_ROWS, n, chance)) for n in range(MAX_ROWS + 1)]
    ready = [(1 + n, binomial(MAX_ROWS - 1, n, chance)) for n in range(MAX_ROWS)]
    none, one = 0.0, 1.0
    for _ in range(n_throws):
        none = sum(weight * max(none, n, one if n else 0.0) for n, weight in first)
        one = sum(weight * max(one, locked) for locked, weight in ready)
    return none
