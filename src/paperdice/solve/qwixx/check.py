"""Plays matches by a solved Qwixx table, to check the table against what really happens."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from paperdice.fast.compile import kernel
from paperdice.solve.check import Check
from paperdice.solve.kinds import Array, Int, Record
from paperdice.solve.qwixx.policy import (
    N_COLOR_CHOICES,
    N_WHITE_CHOICES,
    best_choice,
    cell_of,
    chance_to_go_on,
    color_choices,
    is_decided,
    other_turn_choices,
    own_turn_choices,
)
from paperdice.solve.qwixx.question import Table, count_cores
from paperdice.solve.qwixx.states import N_MISSES

_BLOCK = 2000
# Every own turn marks one of 44 cells or misses.
_MAX_OWN_TURNS = 48


@kernel
def mark(problem: Record, rows: Array, row: Int, total: Int) -> Int:
    """Marks a sum in a row and gives the points it brings."""
    state = rows[row]
    cell = cell_of(problem, row, total)
    rows[row] = problem.one[state, cell]
    return problem.one_points[state, cell]


@kernel
def play_own_turn(problem: Record, plane: Array, rows: Array, misses: Int, dice: Array, out: Array) -> Int:
    """Plays the best choices of an own turn and gives the points it brings."""
    own_turn_choices(problem, plane, rows, misses, dice, out[0], out[1])
    choice = best_choice(out[0], N_WHITE_CHOICES)
    points = 0
    if choice > 0:
        points += mark(problem, rows, choice - 1, dice[0] + dice[1])
        if is_decided(problem, rows):
            return points
    color_choices(problem, plane, rows, misses, np.int64(choice > 0), dice, out[1])
    color = best_choice(out[1], N_COLOR_CHOICES)
    if color > 0:
        row = (color - 1) >> 1
        points += mark(problem, rows, row, dice[(color - 1) & 1] + dice[2 + row])
    elif choice == 0:
        points -= 5
    return points


@kernel
def play_match(problem: Record, values: Array, phase: Int, rolls: Array, luck: Array) -> Int:
    """Plays a match by the table and gives its score; `rolls` are its dice, `luck` says where others end it."""
    rows = np.full(4, problem.row_code[0, 0], np.int64)
    out = np.empty((2, N_COLOR_CHOICES))
    dice = np.empty(6, np.int64)
    misses = 0
    score = 0
    for roll in range(len(rolls)):
        dice[:] = rolls[roll]
        if phase == 0:
            phase = problem.n_phases - 1
            points = play_own_turn(problem, values[phase], rows, misses, dice, out)
            misses += points == -5
        else:
            phase -= 1
            points = 0
            keep = chance_to_go_on(problem, rows, misses)
            other_turn_choices(problem, values[phase], rows, misses, dice[0] + dice[1], out[0])
            choice = best_choice(out[0], N_WHITE_CHOICES)
            if choice > 0:
                points = mark(problem, rows, choice - 1, dice[0] + dice[1])
            if luck[roll] >= keep:
                return score + points
        score += points
        if misses == N_MISSES or is_decided(problem, rows):
            return score
    return score


@kernel
def play_block(problem: Record, values: Array, phase: Int, rolls: Array, luck: Array, scores: Array) -> None:
    """Plays a block of matches."""
    for match in range(len(scores)):
        scores[match] = play_match(problem, values, phase, rolls[match], luck[match])


def play_matches(table: Table, matches: int, seed: int, phase: int = 0) -> NDArray[np.int64]:
    """Gives the scores of matches played by the table; equal seeds give equal scores."""
    scores = np.empty(matches, np.int64)
    n_rolls = _MAX_OWN_TURNS * table.question.seats

    def play(start: int) -> None:
        part = scores[start : start + _BLOCK]
        random = np.random.default_rng((seed, start))
        rolls = random.integers(1, table.question.sizes.faces + 1, (len(part), n_rolls, 6), np.int8)
        luck = random.random((len(part), n_rolls))
        play_block(table.problem, table.values, phase, rolls, luck, part)

    with ThreadPoolExecutor(count_cores()) as pool:
        for _ in pool.map(play, range(0, matches, _BLOCK)):
            pass
    return scores


def check_table(table: Table, matches: int = 100_000, seed: int = 1, phase: int = 0) -> Check:
    """Gives the outcome of matches played by the table beside what the table promises."""
    scores = play_matches(table, matches, seed, phase)
    target = table.question.target
    results = scores if target is None else scores >= target
    error = float(results.std()) / matches**0.5
    return Check(matches, float(results.mean()), error, table.value(phase=phase))
