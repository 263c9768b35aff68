"""Scores that no play of Qwantum and Sixto alone can exceed on average; the proofs are in docs/solve.md."""

import time
from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from paperdice.fast.compile import kernel
from paperdice.games.qwantum import QWANTUM
from paperdice.games.sixto.rules import GOALS_TO_LOCK, IDLE_ROUNDS_TO_END, MAX_CELLS, MAX_ROWS, N_GOALS, POINTS
from paperdice.solve.kinds import Array

QWANTUM_CELLS = 24
QWANTUM_MISSES = 5
_THROWS = 2
# Two colors bring at most 36 pips and twice the white die.
_MAX_TOTAL = 50


@dataclass(frozen=True)
class Bound:
    """Holds a proven upper bound on the mean score of one seat, and how many cases were weighed for it."""

    upper: float
    positions: int
    seconds: float


def bound_qwantum() -> Bound:
    """Bounds Qwantum: the six columns score at most six written sums, of which a turn brings two."""
    started = time.perf_counter()
    n_turns = QWANTUM_CELLS + QWANTUM_MISSES
    colors = sorted({face[0] for die in QWANTUM.dice[1:] for face in die.faces})
    single = sum(reach_chances((color,)) for color in colors)
    double = sum(reach_chances(pair) for pair in combinations(colors, 2))
    best = mean_of_highest(np.minimum(single, 1.0), n_turns, 1)
    # Rows rise up to the fourth cell and fall after it, and so do the highest numbers of the columns.
    by_height = 6 * best[0] - (3 + 2 + 1 + 1 + 2)
    by_turns = float(mean_of_highest(np.minimum(double, 1.0), n_turns, 3).sum())
    return Bound(min(by_height, by_turns), 6**7 * 2**7 * 10, time.perf_counter() - started)


def reach_chances(colors: tuple[str, ...]) -> NDArray[np.float64]:
    """Gives for every total the chance that the sums of these colors reach it together when rerolling for it."""
    n_dice = len(QWANTUM.dice)
    pips, weights, n_kinds = np.zeros((n_dice, 6), np.int64), np.zeros((n_dice, 6)), np.zeros(n_dice, np.int64)
    for index, die in enumerate(QWANTUM.dice):
        # The white die counts for every color.
        counts = [int(face[1:]) * (len(colors) if index == 0 else face[0] in colors) for face in die.faces]
        kinds, times = np.unique(counts, return_counts=True)
        n_kinds[index] = len(kinds)
        pips[index, : len(kinds)], weights[index, : len(kinds)] = kinds, times / 6
    tails = np.zeros((1 << n_dice, _MAX_TOTAL))
    for rerolled in range(1 << n_dice):
        tails[rerolled] = reroll_tail(pips, weights, [die for die in range(n_dice) if (rerolled >> die) & 1])
    chances = np.zeros(_MAX_TOTAL)
    best_chances(pips, weights, n_kinds, tails, chances)
    return chances


def reroll_tail(pips: NDArray[np.int64], weights: NDArray[np.float64], dice: list[int]) -> NDArray[np.float64]:
    """Gives the chances that the sum of these dice reaches 0, 1, 2, …"""
    exact = np.zeros(_MAX_TOTAL)
    exact[0] = 1.0
    for die in dice:
        before, exact = exact, np.zeros(_MAX_TOTAL)
        for value, weight in zip(pips[die], weights[die], strict=True):
            exact[value:] += weight * before[: _MAX_TOTAL - value]
    tail: NDArray[np.float64] = exact[::-1].cumsum()[::-1]
    return tail


@kernel
def best_chances(pips: Array, weights: Array, n_kinds: Array, tails: Array, chances: Array) -> None:
    """Adds up, over all first rolls, the chance of every total with the best dice to reroll for it."""
    n_dice = len(pips)
    kinds = np.zeros(n_dice, np.int64)
    best = np.empty(_MAX_TOTAL)
    while True:
        best[:] = 0.0
        weight = 1.0
        for die in range(n_dice):
            weight *= weights[die, kinds[die]]
        for rerolled in range(1 << n_dice):
            kept = 0
            for die in range(n_dice):
                kept += 0 if (rerolled >> die) & 1 else pips[die, kinds[die]]
            best[: kept + 1] = 1.0
            for total in range(kept + 1, _MAX_TOTAL):
                best[total] = max(best[total], tails[rerolled, total - kept])
        for total in range(_MAX_TOTAL):
            chances[total] += weight * best[total]
        die = 0
        while die < n_dice and kinds[die] == n_kinds[die] - 1:
            kinds[die] = 0
            die += 1
        if die == n_dice:
            return
        kinds[die] += 1


def mean_of_highest(tail: NDArray[np.float64], n_turns: int, n_highest: int) -> NDArray[np.float64]:
    """Gives the means of the highest results of so many turns, each of which reaches a total with the tail's chance."""
    means = np.zeros(n_highest)
    fewer = np.zeros_like(tail)
    for rank in range(n_highest):
        fewer += comb(n_turns, rank) * tail**rank * (1.0 - tail) ** (n_turns - rank)
        means[rank] = (1.0 - fewer)[1:].sum()
    return means


def bound_sixto() -> Bound:
    """Bounds Sixto: everything full, and as many rows locked as the throws of a whole match allow."""
    started = time.perf_counter()
    columns = (MAX_CELLS - N_GOALS) * POINTS[MAX_ROWS]
    marks_open = MAX_CELLS - N_GOALS + GOALS_TO_LOCK - 1
    n_throws = MAX_ROWS * (marks_open + 1) * IDLE_ROUNDS_TO_END * _THROWS
    locks = mean_locks(n_throws)
    upper = columns + MAX_ROWS * POINTS[marks_open] + locks * (POINTS[marks_open + 1] - POINTS[marks_open])
    return Bound(upper, 2 * n_throws, time.perf_counter() - started)


def mean_locks(n_throws: int) -> float:
    """Gives the mean number of locked rows when all rows wait for their lock, by the best choice of when to end.

    One row may be locked before; the second lock ends the match, with all that are locked in the same turn.
    """
    chance = GOALS_TO_LOCK / 6
    none, one = 0.0, 1.0
    for _ in range(n_throws):
        ready = [
            (1 + n, comb(MAX_ROWS - 1, n) * chance**n * (1 - chance) ** (MAX_ROWS - 1 - n)) for n in range(MAX_ROWS)
        ]
        first = [(n, comb(MAX_ROWS, n) * chance**n * (1 - chance) ** (MAX_ROWS - n)) for n in range(MAX_ROWS + 1)]
        none = sum(weight * max(none, n, one if n else 0.0) for n, weight in first)
        one = sum(weight * max(one, locked) for locked, weight in ready)
    return none
