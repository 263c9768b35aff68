"""What each choice of a Qwixx seat is worth by a solved table, compiled, and matches played by it."""

import numpy as np

from paperdice.fast.compile import kernel
from paperdice.solve.kinds import Array, Float, Int, Record
from paperdice.solve.qwixx.kernels import NEVER, end_value, position_index
from paperdice.solve.qwixx.states import N_MISSES, NO_STATE

N_WHITE_CHOICES = 5
N_COLOR_CHOICES = 9


@kernel
def row_code(problem: Record, next_cell: Int, n_marks: Int, locked: Int) -> Int:
    """Gives the row state of a row with so many marks, whose cells before `next_cell` are marked or skipped."""
    if locked or next_cell >= problem.n_cells:
        return 0
    return np.int64(problem.row_code[next_cell, n_marks])


@kernel
def position_value(problem: Record, plane: Array, rows: Array, misses: Int) -> Float:
    """Gives the points still to come on a sheet with these row states; `plane` is the table of one phase."""
    if misses >= N_MISSES:
        points = 0.0
        for row in range(4):
            points += problem.row_points[rows[row]]
        return end_value(problem, points, misses)
    first = np.int64(problem.pair[rows[0], rows[1]])
    second = np.int64(problem.pair[rows[2], rows[3]])
    return plane[position_index(first, second), misses]


@kernel
def cell_of(problem: Record, row: Int, total: Int) -> Int:
    """Gives the cell of a row that shows a sum of two dice: two rows rise and two fall."""
    return total - 2 if row < 2 else problem.n_cells + 1 - total


@kernel
def is_decided(problem: Record, rows: Array) -> Int:
    """Tells whether two rows are locked."""
    n_locks = 0
    for row in range(4):
        n_locks += rows[row] < problem.n_locked_states
    return n_locks > 1


@kernel
def mark_value(problem: Record, plane: Array, rows: Array, misses: Int, row: Int, total: Int) -> Float:
    """Gives the gain of marking a sum in a row plus the value afterward, or NEVER if it cannot be marked."""
    cell = cell_of(problem, row, total)
    state = rows[row]
    one = problem.one[state, cell]
    if one == NO_STATE:
        return NEVER
    rows[row] = one
    value = problem.one_gain[state, cell] + position_value(problem, plane, rows, misses)
    rows[row] = state
    return value


@kernel
def chance_to_go_on(problem: Record, rows: Array, misses: Int) -> Float:
    """Gives the chance that another turn does not end the match, by the marks and misses on the own sheet."""
    n_marks = 0
    for row in range(4):
        n_marks += problem.row_marks[rows[row]]
    return problem.keep[n_marks + misses]


@kernel
def other_turn_choices(
    problem: Record,
    plane: Array,
    rows: Array,
    misses: Int,
    white: Int,
    out: Array,
) -> None:
    """Values the choices with the white sum in another seat's turn: pass, then a mark in each row.

    `plane` is the table of the phase that follows that turn. The hazard counts alike for all choices but the points
    just won, hence the factor.
    """
    keep = chance_to_go_on(problem, rows, misses)
    out[0] = keep * position_value(problem, plane, rows, misses)
    for row in range(4):
        value = mark_value(problem, plane, rows, misses, row, white)
        gain = 0.0
        if value > NEVER:
            gain = problem.one_gain[rows[row], cell_of(problem, row, white)]
            value = gain + keep * (value - gain)
        out[1 + row] = value


@kernel
def color_choices(
    problem: Record,
    plane: Array,
    rows: Array,
    misses: Int,
    has_marked: Int,
    dice: Array,
    out: Array,
) -> None:
    """Values the choices with a white and a color die: pass, then for each row the mark with either white die.

    `plane` is the table of the phase after the own turn; dice are two white ones and four colors, 0 for a retired die.
    Choice 1 + 2 × row + n uses white die n.
    """
    if has_marked:
        out[0] = position_value(problem, plane, rows, misses)
    else:
        out[0] = problem.miss_gain + position_value(problem, plane, rows, misses + 1)
    for row in range(4):
        for white in range(2):
            value = NEVER
            if dice[2 + row] > 0:
                value = mark_value(problem, plane, rows, misses, row, dice[white] + dice[2 + row])
            out[1 + 2 * row + white] = value


@kernel
def best_choice(values: Array, n_choices: Int) -> Int:
    """Gives the first of the best choices."""
    best = 0
    for choice in range(1, n_choices):
        if values[choice] > values[best]:
            best = choice
    return best


@kernel
def own_turn_choices(
    problem: Record,
    plane: Array,
    rows: Array,
    misses: Int,
    dice: Array,
    out: Array,
    follow: Array,
) -> None:
    """Values the choices with the white sum in the own turn, each with the best color choice after it."""
    white = dice[0] + dice[1]
    color_choices(problem, plane, rows, misses, 0, dice, follow)
    out[0] = follow[best_choice(follow, N_COLOR_CHOICES)]
    for row in range(4):
        state = rows[row]
        cell = cell_of(problem, row, white)
        one = problem.one[state, cell]
        out[1 + row] = NEVER
        if one == NO_STATE:
            continue
        rows[row] = one
        if is_decided(problem, rows):
            value = position_value(problem, plane, rows, misses)
        else:
            color_choices(problem, plane, rows, misses, 1, dice, follow)
            value = follow[best_choice(follow, N_COLOR_CHOICES)]
        out[1 + row] = problem.one_gain[state, cell] + value
        rows[row] = state
