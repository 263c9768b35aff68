"""Kernels that compute the value of each choice of a Qwixx seat, using a solved table.

The order of choices is fixed: first the pass, then a mark in each row. With color dice, there are two possible marks
per row, one with each white die.
"""

from paperdice.fast.compile import Floats, Ints, Record, kernel
from paperdice.fast.playout import best_of
from paperdice.solve.qwixx.kernels import NEVER, end_value, position_index, signed
from paperdice.solve.qwixx.states import (
    BLUE,
    GREEN,
    LOWEST_SUM,
    N_MISSES,
    N_RISING,
    N_ROWS,
    NO_STATE,
    RED,
    YELLOW,
    Plane,
)

# Dice are the two white ones, then one for each row; 0 for a retired die.
N_WHITE_DICE = 2
FIRST_WHITE_DIE = 0
SECOND_WHITE_DIE = 1
PASS_CHOICE = 0
N_WHITE_CHOICES = 1 + N_ROWS
N_COLOR_CHOICES = 1 + N_WHITE_DICE * N_ROWS


@kernel
def white_choice(row: int) -> int:
    """Return the index of the choice to mark a row with the white sum."""
    return 1 + row


@kernel
def color_choice(row: int, white_die: int) -> int:
    """Return the index of the choice to mark a row with its color die and one of the white dice."""
    return 1 + N_WHITE_DICE * row + white_die


@kernel
def white_sum(dice: Ints) -> int:
    total: int = dice[FIRST_WHITE_DIE] + dice[SECOND_WHITE_DIE]
    return total


@kernel
def row_code(problem: Record, next_cell: int, n_marks: int, locked: int) -> int:
    """Return the code of a row state, given its number of marks; cells before `next_cell` are marked or skipped."""
    if locked or next_cell >= problem.n_cells:
        return 0
    state: int = signed(problem.row_code[next_cell, n_marks])
    return state


@kernel
def position_value(problem: Record, plane: Plane, rows: Ints, misses: int) -> float:
    """Return the expected remaining points in a position; `plane` contains the values for one wait."""
    if misses >= N_MISSES:
        points = 0.0
        for row in range(N_ROWS):
            points += problem.row_points[rows[row]]
        return end_value(problem, points, misses)
    first = signed(problem.pair[rows[RED], rows[YELLOW]])
    second = signed(problem.pair[rows[GREEN], rows[BLUE]])
    value: float = plane[position_index(first, second), misses]
    return value


@kernel
def cell_of(problem: Record, row: int, total: int) -> int:
    """Return the cell of a row that shows a sum of two dice; two rows are ascending, two descending."""
    return total - LOWEST_SUM if row < N_RISING else problem.n_cells + LOWEST_SUM - 1 - total


@kernel
def is_decided(problem: Record, rows: Ints) -> bool:
    """Return whether two rows are locked, which ends the match."""
    n_locks = 0
    for row in range(N_ROWS):
        n_locks += 1 if rows[row] < problem.n_locked_states else 0
    return n_locks > 1


@kernel
def mark_value(problem: Record, plane: Plane, rows: Ints, misses: int, row: int, total: int) -> float:
    """Return the points for marking a sum in a row plus the value afterward, or NEVER if the sum cannot be marked."""
    cell = cell_of(problem, row, total)
    state = rows[row]
    one = problem.one[state, cell]
    if one == NO_STATE:
        return NEVER
    rows[row] = one
    value: float = problem.one_gain[state, cell] + position_value(problem, plane, rows, misses)
    rows[row] = state
    return value


@kernel
def survival_chance(problem: Record, rows: Ints, misses: int) -> float:
    """Return the probability that another seat's turn does not end the match.

    The probability depends on the number of marks and misses on this seat's sheet.
    """
    n_marks = 0
    for row in range(N_ROWS):
        n_marks += problem.row_marks[rows[row]]
    chance: float = problem.keep[n_marks + misses]
    return chance


@kernel
def other_turn_choices(
    problem: Record,
    plane: Plane,
    rows: Ints,
    misses: int,
    white: int,
    out: Floats,
) -> None:
    """Write the value of each white-sum choice in another seat's turn to `out`: the pass, then a mark in each row.

    `plane` contains the values for the wait after that turn. The match may end with that turn, so everything except the
    points just gained is multiplied by the probability that it continues.
    """
    keep = survival_chance(problem, rows, misses)
    out[PASS_CHOICE] = keep * position_value(problem, plane, rows, misses)
    for row in range(N_ROWS):
        value = mark_value(problem, plane, rows, misses, row, white)
        gain = 0.0
        if value > NEVER:
            gain = problem.one_gain[rows[row], cell_of(problem, row, white)]
            value = gain + keep * (value - gain)
        out[white_choice(row)] = value


@kernel
def color_choices(
    problem: Record,
    plane: Plane,
    rows: Ints,
    misses: int,
    has_marked: int,
    dice: Ints,
    out: Floats,
) -> None:
    """Write the value of each color-die choice to `out`: the pass, then a mark in each row with either white die.

    `plane` contains the values for the wait after the seat's own turn. A pass costs a miss unless `has_marked` is 1.
    """
    if has_marked:
        out[PASS_CHOICE] = position_value(problem, plane, rows, misses)
    else:
        out[PASS_CHOICE] = problem.miss_gain + position_value(problem, plane, rows, misses + 1)
    for row in range(N_ROWS):
        die = dice[N_WHITE_DICE + row]
        for white_die in range(N_WHITE_DICE):
            value = NEVER
            if die > 0:
                value = mark_value(problem, plane, rows, misses, row, dice[white_die] + die)
            out[color_choice(row, white_die)] = value


@kernel
def best_value(choices: Floats) -> float:
    return float(choices[best_of(choices, N_COLOR_CHOICES)])


@kernel
def own_turn_choices(
    problem: Record,
    plane: Plane,
    rows: Ints,
    misses: int,
    dice: Ints,
    out: Floats,
    follow: Floats,
) -> None:
    """Write the value of each white-sum choice in the seat's own turn to `out`, given optimal color-die choices.

    Also writes the values of the color-die choices after each white-sum choice to `follow`; they are `NEVER` if the
    white-sum choice ends the match or is impossible.
    """
    white = white_sum(dice)
    color_choices(problem, plane, rows, misses, 0, dice, follow[PASS_CHOICE])
    out[PASS_CHOICE] = best_value(follow[PASS_CHOICE])
    for row in range(N_ROWS):
        state = rows[row]
        cell = cell_of(problem, row, white)
        one = problem.one[state, cell]
        after = follow[white_choice(row)]
        after[:] = NEVER
        out[white_choice(row)] = NEVER
        if one == NO_STATE:
            continue
        rows[row] = one
        if is_decided(problem, rows):
            value = position_value(problem, plane, rows, misses)
        else:
            color_choices(problem, plane, rows, misses, 1, dice, after)
            value = best_value(after)
        out[white_choice(row)] = problem.one_gain[state, cell] + value
        rows[row] = state
