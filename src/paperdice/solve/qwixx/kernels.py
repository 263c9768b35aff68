"""Kernels that compute the value of a Qwixx position from the values of all its successors.

A value is the expected number of remaining points. The last axis of most arrays is the number of misses, so that one
memory access fetches the values for all four numbers.
"""

import numpy as np

from paperdice.fast.compile import Floats, Kernel, Record, kernel, named_fields
from paperdice.solve.qwixx.states import (
    MAX_CELLS,
    MAX_FACES,
    MISS_COST,
    N_MISSES,
    N_RISING,
    N_ROWS,
    NO_STATE,
    OWN_TURN,
    Plane,
)

NEVER = -1e9
_MAX_OPEN = N_ROWS * MAX_CELLS
# The faces of two of the four color dice, as bits.
_HALF_BITS = 2 * MAX_FACES
_HALF_MASK = (1 << _HALF_BITS) - 1
NO_CELL = 255
# Small unsigned integers are converted to signed ones before arithmetic.
signed: Kernel = np.int64

# The working memory of one thread for the current position. An open cell is one that a color die may mark in this turn,
# at least after a white mark in the same row. `row_start` is the number of open cells before each row, `open_at` the
# index of the open cell at a row and cell; the other `open_…` fields describe each open cell. `one` and `one_pair` are
# the row state and the pair after marking it; `one_index` and `two_index` are the indices of the resulting positions,
# as the only or the second mark in the row. Values are indexed by open cell and misses: one mark, two marks in one row,
# marks in two rows, a color mark after the best white mark for each white sum, and the best white mark alone for each
# white sum. `rank` contains the open cells by descending value, `key` their values.
WORK = np.dtype(
    [
        ("first_pair", "i8"),
        ("second_pair", "i8"),
        ("here", "i8"),
        ("n_open", "i8"),
        ("n_locks", "i8"),
        ("n_marks", "i8"),
        ("points", "f8"),
        ("rows", "u1", N_ROWS),
        ("row_start", "u1", N_ROWS + 1),
        ("open_at", "u1", (N_ROWS, MAX_CELLS)),
        ("open_row", "u1", _MAX_OPEN),
        ("open_cell", "u1", _MAX_OPEN),
        ("open_code", "u1", _MAX_OPEN),
        ("one", "u1", _MAX_OPEN),
        ("one_pair", "u2", _MAX_OPEN),
        ("one_index", "i8", _MAX_OPEN),
        ("two_index", "i8", _MAX_OPEN),
        ("one_value", "f8", (_MAX_OPEN, N_MISSES)),
        ("two_value", "f8", (_MAX_OPEN, N_MISSES)),
        ("both_value", "f8", (_MAX_OPEN, _MAX_OPEN, N_MISSES)),
        ("color_value", "f8", (MAX_CELLS, _MAX_OPEN, N_MISSES)),
        ("white_value", "f8", (MAX_CELLS, N_MISSES)),
        ("rank", "u1", (MAX_CELLS, _MAX_OPEN)),
        ("key", "f8", _MAX_OPEN),
    ],
    align=True,
)


def make_work() -> Record:
    return np.zeros(1, named_fields(WORK))[0]


@kernel
def position_index(first_pair: int, second_pair: int) -> int:
    """Return the table index of the position that consists of two pairs of row states, in any order."""
    if first_pair < second_pair:
        return ((second_pair * (second_pair + 1)) >> 1) + first_pair
    return ((first_pair * (first_pair + 1)) >> 1) + second_pair


@kernel
def side_index(work: Record, row: int, pair: int) -> int:
    """Return the index of the position in which `pair` replaces the current pair that contains this row."""
    if row < N_RISING:
        return position_index(pair, work.second_pair)
    return position_index(work.first_pair, pair)


@kernel
def twin_row(row: int) -> int:
    """Return the other row of the same pair; rows 0 and 1 form one pair, rows 2 and 3 the other."""
    return row ^ 1


@kernel
def white_cell(problem: Record, row: int, white: int) -> int:
    """Return the cell of a row for a white sum, where 0 is the lowest sum; descending rows are mirrored."""
    return white if row < N_RISING else problem.n_cells - 1 - white


@kernel
def set_position(problem: Record, work: Record, first_pair: int, second_pair: int) -> None:
    """Write the row states and the open cells of a position to `work`."""
    work.first_pair = first_pair
    work.second_pair = second_pair
    work.here = position_index(first_pair, second_pair)
    for place in range(N_RISING):
        work.rows[place] = problem.pair_rows[first_pair, place]
        work.rows[N_RISING + place] = problem.pair_rows[second_pair, place]
    list_open_cells(problem, work)


@kernel
def list_open_cells(problem: Record, work: Record) -> None:
    """Write the open cells of the four rows to `work`.

    For each open cell, also write the row state and the position that result from marking it.
    """
    n_open = 0
    work.n_locks = 0
    work.n_marks = 0
    work.points = 0.0
    for row in range(N_ROWS):
        state = work.rows[row]
        work.n_marks += problem.row_marks[state]
        work.points += problem.row_points[state]
        work.n_locks += state < problem.n_locked_states
        work.row_start[row] = n_open
        for cell in range(problem.n_cells):
            work.open_at[row, cell] = NO_CELL
            one = problem.one[state, cell]
            two = problem.two[state, cell]
            if one == NO_STATE and two == NO_STATE:
                continue
            work.open_row[n_open] = row
            work.open_cell[n_open] = cell
            work.open_code[n_open] = row * MAX_CELLS + cell
            work.one[n_open] = one
            if one != NO_STATE:
                work.open_at[row, cell] = n_open
                work.one_pair[n_open] = problem.pair[one, work.rows[twin_row(row)]]
                work.one_index[n_open] = side_index(work, row, signed(work.one_pair[n_open]))
            if two != NO_STATE:
                work.two_index[n_open] = side_index(work, row, signed(problem.pair[two, work.rows[twin_row(row)]]))
            else:
                work.two_index[n_open] = -1
            n_open += 1
    work.row_start[N_ROWS] = n_open
    work.n_open = n_open


@kernel
def look_up_one_row(problem: Record, work: Record, after: Plane) -> None:
    """Look up the value after marking each open cell, as the only or as the second mark in its row."""
    for k in range(work.n_open):
        state = work.rows[work.open_row[k]]
        cell = work.open_cell[k]
        for misses in range(N_MISSES):
            work.one_value[k, misses] = NEVER
            work.two_value[k, misses] = NEVER
        if work.one[k] != NO_STATE:
            for misses in range(N_MISSES):
                work.one_value[k, misses] = problem.one_gain[state, cell] + after[work.one_index[k], misses]
        if work.two_index[k] >= 0:
            for misses in range(N_MISSES):
                work.two_value[k, misses] = problem.two_gain[state, cell] + after[work.two_index[k], misses]


@kernel
def keep_both(work: Record, k: int, other: int, gain: float, index: int, after: Plane) -> None:
    """Store the values of marking two open cells in different rows, for each number of misses."""
    for misses in range(N_MISSES):
        value = gain + after[index, misses]
        work.both_value[k, other, misses] = value
        work.both_value[other, k, misses] = value


@kernel
def look_up_two_rows(problem: Record, work: Record, after: Plane) -> None:
    """Look up the values of marking one cell in each of two rows that belong to different pairs."""
    for k in range(work.row_start[N_RISING]):
        if work.one[k] == NO_STATE:
            continue
        gain = problem.one_gain[work.rows[work.open_row[k]], work.open_cell[k]]
        pair = signed(work.one_pair[k])
        for other in range(work.row_start[N_RISING], work.n_open):
            if work.one[other] == NO_STATE:
                continue
            both_gain = gain + problem.one_gain[work.rows[work.open_row[other]], work.open_cell[other]]
            keep_both(work, k, other, both_gain, position_index(pair, signed(work.one_pair[other])), after)


@kernel
def look_up_twins(problem: Record, work: Record, after: Plane) -> None:
    """Look up the values of marking one cell in each of two rows that belong to the same pair."""
    for row in range(0, N_ROWS, N_RISING):
        for k in range(work.row_start[row], work.row_start[row + 1]):
            if work.one[k] == NO_STATE:
                continue
            gain = problem.one_gain[work.rows[row], work.open_cell[k]]
            for other in range(work.row_start[row + 1], work.row_start[row + 2]):
                if work.one[other] == NO_STATE:
                    continue
                both_gain = gain + problem.one_gain[work.rows[row + 1], work.open_cell[other]]
                index = side_index(work, row, signed(problem.pair[work.one[k], work.one[other]]))
                keep_both(work, k, other, both_gain, index, after)


@kernel
def raise_others(work: Record, white: int, marked: int, start: int, stop: int) -> None:
    """Update the best values of color marks in other rows, for one white sum.

    The value of a color mark increases if it is better to mark cell `marked` with the white sum first.
    """
    for k in range(start, stop):
        if work.one[k] != NO_STATE:
            for misses in range(N_MISSES):
                best = max(work.color_value[white, k, misses], work.both_value[marked, k, misses])
                work.color_value[white, k, misses] = best


@kernel
def raise_own_row(work: Record, white: int, marked: int, stop: int) -> None:
    """Update the best values of color marks further right in the same row, for one white sum.

    The value of a color mark increases if it is better to mark cell `marked` with the white sum first.
    """
    for k in range(marked + 1, stop):
        for misses in range(N_MISSES):
            best = max(work.color_value[white, k, misses], work.two_value[k, misses])
            work.color_value[white, k, misses] = best


@kernel
def fold_white(problem: Record, work: Record, white: int) -> None:
    """Compute the best value of each color mark, and of a white mark alone, for one white sum.

    A color mark may be preceded by a white mark if that is better.
    """
    for misses in range(N_MISSES):
        work.white_value[white, misses] = NEVER
    for k in range(work.n_open):
        for misses in range(N_MISSES):
            work.color_value[white, k, misses] = work.one_value[k, misses]
    lock_cell = problem.n_cells - 1
    for row in range(N_ROWS):
        cell = white_cell(problem, row, white)
        marked = work.open_at[row, cell]
        if marked == NO_CELL:
            continue
        for misses in range(N_MISSES):
            best = max(work.white_value[white, misses], work.one_value[marked, misses])
            work.white_value[white, misses] = best
        # A second lock by the white sum ends the match before any color mark. [Q-A5]
        if cell == lock_cell and work.n_locks == 1:
            continue
        raise_others(work, white, marked, 0, work.row_start[row])
        raise_own_row(work, white, marked, work.row_start[row + 1])
        raise_others(work, white, marked, work.row_start[row + 1], work.n_open)


@kernel
def rank_above(work: Record, white: int, misses: int, floor: float) -> int:
    """Move the open cells whose value exceeds `floor` to the front of the ranking, best first, and return their number.

    This is an insertion sort that starts from the ranking for another number of misses or another white sum, which is
    almost identical.
    """
    n_above = 0
    for place in range(work.n_open):
        k = work.rank[white, place]
        value = work.color_value[white, k, misses]
        if value <= floor:
            continue
        work.rank[white, place] = work.rank[white, n_above]
        slot = n_above
        while slot > 0 and work.key[slot - 1] < value:
            work.key[slot] = work.key[slot - 1]
            work.rank[white, slot] = work.rank[white, slot - 1]
            slot -= 1
        work.key[slot] = value
        work.rank[white, slot] = k
        n_above += 1
    return n_above


@kernel
def combine_faces(problem: Record, covered: int) -> int:
    """Return the number of rolls of the color dice in which no die shows one of its covered faces.

    `covered` is a bit mask with six bits per die.
    """
    left: int = signed(problem.faces_left[covered & _HALF_MASK]) * signed(problem.faces_left[covered >> _HALF_BITS])
    return left


@kernel
def expect_best(problem: Record, work: Record, white: int, pair: int, n_above: int, floor: float) -> float:
    """Return the mean of the best value over all rolls of the color dice, given the white dice.

    The kernel goes through the cells, best first, and collects the faces of each color die that allow one of them to be
    marked. Since the dice are independent, the probability that no die shows such a face is a product.
    """
    covered = signed(0)
    rolls = problem.n_color_rolls
    total = 0.0
    for place in range(n_above):
        covered |= signed(problem.faces_for[pair, work.open_code[work.rank[white, place]]])
        left = combine_faces(problem, covered)
        total += (rolls - left) * work.key[place]
        rolls = left
    mean: float = (total + rolls * floor) / problem.n_color_rolls
    return mean


@kernel
def end_value(problem: Record, points: float, misses: int) -> float:
    """Return the value of a finished match: 0 or, with a target score, 1 if the score reaches the target."""
    if problem.has_target == 0:
        return 0.0
    return 1.0 if points - MISS_COST * misses >= problem.target else 0.0


@kernel
def weigh_marks(problem: Record, work: Record, after: Plane) -> None:
    """Look up the values of all successors of a turn, and combine white marks with color marks."""
    look_up_one_row(problem, work, after)
    look_up_two_rows(problem, work, after)
    look_up_twins(problem, work, after)
    for white in range(problem.n_cells):
        fold_white(problem, work, white)
    for white in range(problem.n_cells):
        for k in range(work.n_open):
            work.rank[white, k] = k


@kernel
def value_turn(problem: Record, work: Record, misses: int, missed: float) -> float:
    """Return the value of a position at the start of the seat's own turn.

    `missed` is the value after a miss, excluding the cost of the miss.
    """
    total = 0.0
    for white in range(problem.n_cells):
        floor = max(missed + problem.miss_gain, work.white_value[white, misses])
        if misses == N_MISSES - 1 and white > 0:
            for k in range(work.n_open):
                work.rank[white, k] = work.rank[white - 1, k]
        n_above = rank_above(work, white, misses, floor)
        for pair in range(problem.white_start[white], problem.white_start[white + 1]):
            total += problem.white_chance[pair] * expect_best(problem, work, white, pair, n_above, floor)
    return total


@kernel
def value_white(problem: Record, work: Record, misses: int, after: Plane) -> float:
    """Return the value of a position before another seat's turn, in which the seat may mark the white sum."""
    total = 0.0
    keep = problem.keep[work.n_marks + misses]
    passed = keep * after[work.here, misses]
    for white in range(problem.n_cells):
        best = passed
        for row in range(N_ROWS):
            cell = white_cell(problem, row, white)
            k = work.open_at[row, cell]
            if k != NO_CELL:
                gain = problem.one_gain[work.rows[row], cell]
                best = max(best, gain + keep * after[work.one_index[k], misses])
        total += problem.sum_chance[white] * best
    return total


@kernel
def solve_block(
    problem: Record,
    work: Record,
    values: Floats,
    coming: Plane,
    first: Record,
    second: Record,
    start: int,
    stop: int,
) -> None:
    """Compute the values of a block of positions with equal progress, for every wait and number of misses.

    With w the wait, p the position and m the misses:

        V[0, p, m] = mean over rolls of the best of all marks and a miss, valued after the other seats' turns
        V[w, p, m] = mean over white sums of the best of all marks and a pass, valued with a wait of w − 1

    Args:
        problem: The problem record.
        work: The working memory of the thread.
        values: The table to fill.
        coming: The values of the seat's own turn in the next round.
        first: The first pair of row states of each position.
        second: The second pair of row states of each position.
        start: The index of the first position in the block.
        stop: The index after the last position in the block.
    """
    last = problem.n_seats - 1
    after = values[last] if last > 0 else coming
    for number in range(start, stop):
        set_position(problem, work, signed(first[number]), signed(second[number]))
        weigh_marks(problem, work, after)
        missed = end_value(problem, work.points, N_MISSES)
        for misses in range(N_MISSES - 1, -1, -1):
            values[OWN_TURN, work.here, misses] = value_turn(problem, work, misses, missed)
            for wait in range(OWN_TURN + 1, problem.n_seats):
                before = coming if wait == OWN_TURN + 1 else values[wait - 1]
                values[wait, work.here, misses] = value_white(problem, work, misses, before)
            missed = after[work.here, misses]
