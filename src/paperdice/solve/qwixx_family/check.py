"""Check the solved table of a Qwixx family sheet by simulating matches that follow it."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np

from paperdice.fast.compile import Floats, Ints, Record, kernel
from paperdice.fast.cores import count_cores
from paperdice.solve.check import Check
from paperdice.solve.qwixx.policy import N_WHITE_DICE, cell_of
from paperdice.solve.qwixx.states import MISS_COST, N_MISSES, N_ROWS, NO_STATE
from paperdice.solve.qwixx_family.kernels import count_locks, mark, place_of
from paperdice.solve.qwixx_family.layout import LOCKED, SheetProblem

_BLOCK = 1000
# Each of the seat's own turns marks one of 44 cells or takes a miss.
_MAX_TURNS = 48
_N_DICE = N_WHITE_DICE + N_ROWS
_PASS = -1


@kernel
def can_mark(problem: Record, rows: Ints, row: int, cell: int) -> bool:
    """Return whether a cell can be marked, given the states of all rows."""
    return rows[row] != LOCKED and problem.one[row, rows[row], cell] != NO_STATE


@kernel
def value_after(problem: Record, values: Floats, rows: Ints, counter: int, misses: int) -> float:
    """Return the expected remaining points after a turn, or 0 if the match has ended."""
    if misses == N_MISSES or count_locks(rows) > 1:
        return 0.0
    value: float = values[place_of(problem, rows, counter), misses]
    return value


@kernel
def best_color(
    problem: Record, values: Floats, rows: Ints, counter: int, misses: int, passed: float, dice: Ints
) -> tuple[float, int]:
    """Compare the best color mark with passing, which has the value `passed`.

    Returns the higher value, and the row and white die of the mark packed into one integer, or `_PASS` if passing is
    better.
    """
    best = passed
    choice = _PASS
    after = np.empty(N_ROWS, np.int64)
    for row in range(N_ROWS):
        for die in range(N_WHITE_DICE):
            cell = cell_of(problem, row, dice[die] + dice[N_WHITE_DICE + row])
            if not can_mark(problem, rows, row, cell):
                continue
            after[:] = rows
            later, gain = mark(problem, after, counter, row, cell)
            value = gain + value_after(problem, values, after, later, misses)
            if value > best:
                best = value
                choice = row * N_WHITE_DICE + die
    return best, choice


@kernel
def best_white(problem: Record, values: Floats, rows: Ints, counter: int, misses: int, dice: Ints) -> int:
    """Return the row of the best white mark, assuming the best color mark after it, or `_PASS` if passing is better."""
    missed = -MISS_COST + value_after(problem, values, rows, counter, misses + 1)
    best, _ = best_color(problem, values, rows, counter, misses, missed, dice)
    choice = _PASS
    after = np.empty(N_ROWS, np.int64)
    for row in range(N_ROWS):
        cell = cell_of(problem, row, dice[0] + dice[1])
        if not can_mark(problem, rows, row, cell):
            continue
        after[:] = rows
        later, gain = mark(problem, after, counter, row, cell)
        value = value_after(problem, values, after, later, misses)
        if count_locks(after) < 2:
            value, _ = best_color(problem, values, after, later, misses, value, dice)
        if gain + value > best:
            best = gain + value
            choice = row
    return choice


@kernel
def play_match(problem: Record, values: Floats, empty: Ints, rolls: Ints) -> int:
    """Play a match according to the table and return its score."""
    rows = empty.copy()
    counter = 0
    misses = 0
    score = 0
    for roll in range(len(rolls)):
        dice = rolls[roll]
        white = best_white(problem, values, rows, counter, misses, dice)
        passed = -MISS_COST + value_after(problem, values, rows, counter, misses + 1)
        if white != _PASS:
            counter, gain = mark(problem, rows, counter, white, cell_of(problem, white, dice[0] + dice[1]))
            score += gain
            if count_locks(rows) > 1:
                return score
            passed = value_after(problem, values, rows, counter, misses)
        _, color = best_color(problem, values, rows, counter, misses, passed, dice)
        if color != _PASS:
            row, die = color // N_WHITE_DICE, color % N_WHITE_DICE
            cell = cell_of(problem, row, dice[die] + dice[N_WHITE_DICE + row])
            counter, gain = mark(problem, rows, counter, row, cell)
            score += gain
        elif white == _PASS:
            misses += 1
            score -= MISS_COST
        if misses == N_MISSES or count_locks(rows) > 1:
            return score
    return score


@kernel
def play_block(problem: Record, values: Floats, empty: Ints, rolls: Ints, scores: Ints) -> None:
    for match in range(len(scores)):
        scores[match] = play_match(problem, values, empty, rolls[match])


def check_values(
    problem: SheetProblem, values: Floats, promised: float, faces: int, matches: int, seed: int = 1
) -> Check:
    """Compare the mean score of simulated matches with the table's value for the empty sheet (`promised`)."""
    scores = np.empty(matches, np.int64)
    empty = np.array([len(row.lowest) - 1 for row in problem.rows], np.int64)

    def play(start: int) -> None:
        part = scores[start : start + _BLOCK]
        rolls = np.random.default_rng((seed, start)).integers(1, faces + 1, (len(part), _MAX_TURNS, _N_DICE), np.int64)
        play_block(problem.record, values, empty, rolls, part)

    with ThreadPoolExecutor(count_cores()) as pool:
        for _ in pool.map(play, range(0, matches, _BLOCK)):
            pass
    return Check(matches, float(scores.mean()), float(scores.std()) / matches**0.5, promised)
