"""The value of one Qwixx position from the values of all positions a turn can lead to, compiled.

A value is the number of points still to come. All arrays over misses have the four numbers of misses side by side, so
that one look into the table fetches them together.
"""

import numpy as np

from paperdice.fast.compile import kernel, named_fields
from paperdice.solve.kinds import Array, Float, Int, Record
from paperdice.solve.qwixx.states import MAX_CELLS, MAX_FACES, N_MISSES, NO_STATE

NEVER = -1e9
_MAX_OPEN = 4 * MAX_CELLS
_HALF_BITS = 2 * MAX_FACES
_HALF_MASK = (1 << _HALF_BITS) - 1
NO_CELL = 255

# An open cell is one that a color die may mark in this turn, at least after a white mark in the same row.
WORK = np.dtype(
    [
        ("first_pair", "i8"),
        ("second_pair", "i8"),
        ("here", "i8"),
        ("n_open", "i8"),
        ("n_locks", "i8"),
        ("n_marks", "i8"),
        ("points", "f8"),
        ("rows", "u1", 4),
        ("row_start", "u1", 5),
        ("open_at", "u1", (4, MAX_CELLS)),
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
    """Gives the scratch paper of one thread."""
    return np.zeros(1, named_fields(WORK))[0]


@kernel
def position_index(first_pair: Int, second_pair: Int) -> Int:
    """Gives the place of an unordered pair of pairs in the table."""
    if first_pair < second_pair:
        return ((second_pair * (second_pair + 1)) >> 1) + first_pair
    return ((first_pair * (first_pair + 1)) >> 1) + second_pair


@kernel
def side_index(work: Record, row: Int, pair: Int) -> Int:
    """Gives the place of the position whose pair with this row has become another one."""
    if row < 2:
        return position_index(pair, work.second_pair)
    return position_index(work.first_pair, pair)


@kernel
def set_position(problem: Record, work: Record, first_pair: Int, second_pair: Int) -> None:
    """Writes down the rows of a position and every cell that is open."""
    work.first_pair = first_pair
    work.second_pair = second_pair
    work.here = position_index(first_pair, second_pair)
    for row in range(2):
        work.rows[row] = problem.pair_rows[first_pair, row]
        work.rows[2 + row] = problem.pair_rows[second_pair, row]
    list_open_cells(problem, work)


@kernel
def list_open_cells(problem: Record, work: Record) -> None:
    """Lists the open cells of the four rows, with the row states and places that marks in them lead to."""
    n_open = 0
    work.n_locks = 0
    work.n_marks = 0
    work.points = 0.0
    for row in range(4):
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
                work.one_pair[n_open] = problem.pair[one, work.rows[row ^ 1]]
                work.one_index[n_open] = side_index(work, row, np.int64(work.one_pair[n_open]))
            if two != NO_STATE:
                work.two_index[n_open] = side_index(work, row, np.int64(problem.pair[two, work.rows[row ^ 1]]))
            else:
                work.two_index[n_open] = -1
            n_open += 1
    work.row_start[4] = n_open
    work.n_open = n_open


@kernel
def look_up_one_row(problem: Record, work: Record, after: Array) -> None:
    """Fetches the values of marking one cell, and of marking it after another one of the same row."""
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
def keep_both(work: Record, k: Int, other: Int, gain: Float, index: Int, after: Array) -> None:
    """Notes the values of marking two open cells of different rows."""
    for misses in range(N_MISSES):
        value = gain + after[index, misses]
        work.both_value[k, other, misses] = value
        work.both_value[other, k, misses] = value


@kernel
def look_up_two_rows(problem: Record, work: Record, after: Array) -> None:
    """Fetches the values of marking one cell in each of two rows of different pairs."""
    for k in range(work.row_start[2]):
        if work.one[k] == NO_STATE:
            continue
        gain = problem.one_gain[work.rows[work.open_row[k]], work.open_cell[k]]
        pair = np.int64(work.one_pair[k])
        for other in range(work.row_start[2], work.n_open):
            if work.one[other] == NO_STATE:
                continue
            both_gain = gain + problem.one_gain[work.rows[work.open_row[other]], work.open_cell[other]]
            keep_both(work, k, other, both_gain, position_index(pair, np.int64(work.one_pair[other])), after)


@kernel
def look_up_twins(problem: Record, work: Record, after: Array) -> None:
    """Fetches the values of marking one cell in each of the two rows of a pair."""
    for row in range(0, 4, 2):
        for k in range(work.row_start[row], work.row_start[row + 1]):
            if work.one[k] == NO_STATE:
                continue
            gain = problem.one_gain[work.rows[row], work.open_cell[k]]
            for other in range(work.row_start[row + 1], work.row_start[row + 2]):
                if work.one[other] == NO_STATE:
                    continue
                both_gain = gain + problem.one_gain[work.rows[row + 1], work.open_cell[other]]
                index = side_index(work, row, np.int64(problem.pair[work.one[k], work.one[other]]))
                keep_both(work, k, other, both_gain, index, after)


@kernel
def raise_others(work: Record, white: Int, marked: Int, start: Int, stop: Int) -> None:
    """Lets open cells of other rows profit from a white mark made before."""
    for k in range(start, stop):
        if work.one[k] != NO_STATE:
            for misses in range(N_MISSES):
                best = max(work.color_value[white, k, misses], work.both_value[marked, k, misses])
                work.color_value[white, k, misses] = best


@kernel
def raise_own_row(work: Record, white: Int, marked: Int, stop: Int) -> None:
    """Lets the cells further right in the row profit from the white mark."""
    for k in range(marked + 1, stop):
        for misses in range(N_MISSES):
            best = max(work.color_value[white, k, misses], work.two_value[k, misses])
            work.color_value[white, k, misses] = best


@kernel
def fold_white(problem: Record, work: Record, white: Int) -> None:
    """Finds, for one white sum, the best value with each color mark and the best one without any."""
    for misses in range(N_MISSES):
        work.white_value[white, misses] = NEVER
    for k in range(work.n_open):
        for misses in range(N_MISSES):
            work.color_value[white, k, misses] = work.one_value[k, misses]
    lock_cell = problem.n_cells - 1
    for row in range(4):
        cell = white if row < 2 else lock_cell - white
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
def rank_above(work: Record, white: Int, misses: Int, floor: Float) -> Int:
    """Sorts the open cells worth more than the floor to the front, best first, and returns how many there are.

    It starts from the order left by another number of misses or white sum: that is nearly right.
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
def combine_faces(problem: Record, covered: Int) -> Int:
    """Gives the number of color rolls in which no die shows one of its covered faces."""
    return np.int64(problem.faces_left[covered & _HALF_MASK]) * np.int64(problem.faces_left[covered >> _HALF_BITS])


@kernel
def expect_best(problem: Record, work: Record, white: Int, pair: Int, n_above: Int, floor: Float) -> Float:
    """Gives the mean of the best value over all rolls of the color dice, given the white dice.

    Going down the sorted cells, the faces of each color die that reach one of them are gathered in six bits; the dice
    being independent, the chance that none does is a product.
    """
    covered = np.int64(0)
    rolls = problem.n_color_rolls
    total = 0.0
    for place in range(n_above):
        covered |= np.int64(problem.faces_for[pair, work.open_code[work.rank[white, place]]])
        left = combine_faces(problem, covered)
        total += (rolls - left) * work.key[place]
        rolls = left
    return (total + rolls * floor) / problem.n_color_rolls


@kernel
def end_value(problem: Record, points: Float, misses: Int) -> Float:
    """Gives what the end of the match is worth: nothing more to come, or whether the target is reached."""
    if problem.has_target == 0:
        return 0.0
    return 1.0 if points - 5.0 * misses >= problem.target else 0.0


@kernel
def weigh_marks(problem: Record, work: Record, after: Array) -> None:
    """Fetches all values a turn can lead to, and folds the white mark into those of the color marks."""
    look_up_one_row(problem, work, after)
    look_up_two_rows(problem, work, after)
    look_up_twins(problem, work, after)
    for white in range(problem.n_cells):
        fold_white(problem, work, white)
    for white in range(problem.n_cells):
        for k in range(work.n_open):
            work.rank[white, k] = k


@kernel
def value_turn(problem: Record, work: Record, misses: Int, missed: Float) -> Float:
    """Gives the value of a position at the start of one's own turn, and what a miss would leave is given."""
    total = 0.0
    for white in range(problem.n_cells):
        floor = max(missed + problem.miss_gain, work.white_value[white, misses])
        if misses == N_MISSES - 1 and white > 0:
            work.rank[white] = work.rank[white - 1]
        n_above = rank_above(work, white, misses, floor)
        for pair in range(problem.white_start[white], problem.white_start[white + 1]):
            total += problem.white_chance[pair] * expect_best(problem, work, white, pair, n_above, floor)
    return total


@kernel
def value_white(problem: Record, work: Record, misses: Int, after: Array) -> Float:
    """Gives the value of a position before another seat's turn, of which this seat may use the white sum."""
    total = 0.0
    keep = problem.keep[work.n_marks + misses]
    passed = keep * after[work.here, misses]
    for white in range(problem.n_cells):
        best = passed
        for row in range(4):
            cell = white if row < 2 else problem.n_cells - 1 - white
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
    values: Array,
    coming: Array,
    first: Array,
    second: Array,
    start: Int,
    stop: Int,
) -> None:
    """Writes the values of a block of positions of the same progress, in every phase of a round.

    Phase 0 is the own turn, phase n the n-th last turn of another seat before it; `coming` holds the values of the own
    turn of the next round.
    """
    last = problem.n_phases - 1
    after = values[last] if last > 0 else coming
    for number in range(start, stop):
        set_position(problem, work, np.int64(first[number]), np.int64(second[number]))
        weigh_marks(problem, work, after)
        missed = end_value(problem, work.points, N_MISSES)
        for misses in range(N_MISSES - 1, -1, -1):
            values[0, work.here, misses] = value_turn(problem, work, misses, missed)
            for phase in range(1, problem.n_phases):
                before = coming if phase == 1 else values[phase - 1]
                values[phase, work.here, misses] = value_white(problem, work, misses, before)
            missed = after[work.here, misses]
