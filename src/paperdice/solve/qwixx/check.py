"""Check a solved Qwixx table by simulating matches that follow it."""

from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np

from paperdice.fast.compile import Floats, Ints, Record, kernel
from paperdice.fast.cores import count_cores
from paperdice.fast.playout import best_of
from paperdice.solve.check import Check
from paperdice.solve.qwixx.policy import (
    N_COLOR_CHOICES,
    N_WHITE_CHOICES,
    N_WHITE_DICE,
    PASS_CHOICE,
    cell_of,
    color_choices,
    is_decided,
    other_turn_choices,
    own_turn_choices,
    survival_chance,
    white_sum,
)
from paperdice.solve.qwixx.question import SolvedTable
from paperdice.solve.qwixx.states import MISS_COST, N_MISSES, N_ROWS, OWN_TURN, Plane

_BLOCK = 2000
# Each of the seat's own turns marks one of 44 cells or takes a miss.
_MAX_OWN_TURNS = 48
_N_DICE = N_WHITE_DICE + N_ROWS


class CheckBuffers(NamedTuple):
    """Buffers for the values of a turn's choices.

    `white` is for the white-sum choices, `color` for the color-die choices, and `follow` for the color-die choices
    after each white-sum choice.
    """

    white: Floats
    color: Floats
    follow: Floats


@kernel
def mark(problem: Record, rows: Ints, row: int, total: int) -> int:
    """Mark the cell of a row that shows the sum `total`, and return the points gained."""
    state = rows[row]
    cell = cell_of(problem, row, total)
    rows[row] = problem.one[state, cell]
    points: int = problem.one_points[state, cell]
    return points


@kernel
def play_own_turn(problem: Record, plane: Plane, rows: Ints, misses: int, dice: Ints, scratch: CheckBuffers) -> int:
    """Play the best choices in the seat's own turn, updating `rows`, and return the points gained."""
    white_values, color_values = scratch.white, scratch.color
    own_turn_choices(problem, plane, rows, misses, dice, white_values, scratch.follow)
    choice = best_of(white_values, N_WHITE_CHOICES)
    points = 0
    if choice != PASS_CHOICE:
        points += mark(problem, rows, choice - 1, white_sum(dice))
        if is_decided(problem, rows):
            return points
    color_choices(problem, plane, rows, misses, 1 if choice != PASS_CHOICE else 0, dice, color_values)
    color = best_of(color_values, N_COLOR_CHOICES)
    if color != PASS_CHOICE:
        row, white_die = (color - 1) // N_WHITE_DICE, (color - 1) % N_WHITE_DICE
        points += mark(problem, rows, row, dice[white_die] + dice[N_WHITE_DICE + row])
    elif choice == PASS_CHOICE:
        points -= MISS_COST
    return points


@kernel
def play_match(problem: Record, values: Floats, wait: int, rolls: Record, luck: Floats) -> int:
    """Play a match according to the table and return its score.

    Args:
        problem: The problem record.
        values: The table.
        wait: The number of other seats' turns before the seat's first one.
        rolls: The dice of each turn.
        luck: A uniform random number for each turn. Another seat's turn ends the match unless this number is below the
            probability that the match continues.
    """
    rows = np.full(N_ROWS, problem.row_code[0, 0], np.int64)
    follow = np.empty((N_WHITE_CHOICES, N_COLOR_CHOICES))
    scratch = CheckBuffers(np.empty(N_WHITE_CHOICES), np.empty(N_COLOR_CHOICES), follow)
    dice = np.empty(_N_DICE, np.int64)
    misses = 0
    score = 0
    for roll in range(len(rolls)):
        dice[:] = rolls[roll]
        if wait == OWN_TURN:
            wait = problem.n_seats - 1
            points = play_own_turn(problem, values[wait], rows, misses, dice, scratch)
            misses += 1 if points == -MISS_COST else 0
        else:
            wait -= 1
            points = 0
            keep = survival_chance(problem, rows, misses)
            other_turn_choices(problem, values[wait], rows, misses, white_sum(dice), scratch.white)
            choice = best_of(scratch.white, N_WHITE_CHOICES)
            if choice != PASS_CHOICE:
                points = mark(problem, rows, choice - 1, white_sum(dice))
            if luck[roll] >= keep:
                return score + points
        score += points
        if misses == N_MISSES or is_decided(problem, rows):
            return score
    return score


@kernel
def play_block(problem: Record, values: Floats, wait: int, rolls: Record, luck: Floats, scores: Ints) -> None:
    for match in range(len(scores)):
        scores[match] = play_match(problem, values, wait, rolls[match], luck[match])


def play_matches(table: SolvedTable, matches: int, seed: int, wait: int = 0) -> Ints:
    """Simulate matches that follow the table and return their scores; the same seed gives the same scores."""
    scores = np.empty(matches, np.int64)
    n_rolls = _MAX_OWN_TURNS * table.question.seats

    def play(start: int) -> None:
        part = scores[start : start + _BLOCK]
        random = np.random.default_rng((seed, start))
        rolls = random.integers(1, table.question.sizes.faces + 1, (len(part), n_rolls, _N_DICE), np.int8)
        luck = random.random((len(part), n_rolls))
        play_block(table.problem, table.values, wait, rolls, luck, part)

    with ThreadPoolExecutor(count_cores()) as pool:
        for _ in pool.map(play, range(0, matches, _BLOCK)):
            pass
    return scores


def check_table(table: SolvedTable, matches: int = 100_000, seed: int = 1, wait: int = 0) -> Check:
    """Compare the results of simulated matches with the value in the table.

    The result of a match is its score or, if the table was solved for a target, whether the score reaches the target.
    """
    scores = play_matches(table, matches, seed, wait)
    target = table.question.target
    results = scores if target is None else scores >= target
    error = float(results.std()) / matches**0.5
    return Check(matches, float(results.mean()), error, table.value(wait=wait))
