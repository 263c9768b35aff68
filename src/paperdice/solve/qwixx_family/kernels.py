"""Kernels that compute the value of a position on a Qwixx family sheet from the values of all its successors.

The order of two marks matters only if one of them forces another mark; then both orders are tried. The last axis of
most arrays is the number of misses, so that the values for all four numbers are adjacent in memory.
"""

import numpy as np

from paperdice.fast.compile import Floats, Ints, Record, kernel, named_fields
from paperdice.solve.qwixx.kernels import NEVER, signed, value_turn, white_cell
from paperdice.solve.qwixx.states import MAX_CELLS, N_MISSES, N_RISING, N_ROWS, NO_STATE
from paperdice.solve.qwixx_family.layout import LOCKED

_MAX_OPEN = N_ROWS * MAX_CELLS

# The working memory of one thread for the current position. An open cell is one to the right of the last mark of an
# unlocked row; `can_mark` is whether it can be marked now, `ends` whether that would end the match. `after` are the row
# states after a first mark, `later` those after a second. The other fields are those of the classic solver.
WORK = np.dtype(
    [
        ("n_open", "i8"),
        ("n_locks", "i8"),
        ("rows", "u1", N_ROWS),
        ("after", "u1", N_ROWS),
        ("later", "u1", N_ROWS),
        ("open_row", "u1", _MAX_OPEN),
        ("open_cell", "u1", _MAX_OPEN),
        ("open_code", "u1", _MAX_OPEN),
        ("white", "u1", _MAX_OPEN),
        ("can_mark", "u1", _MAX_OPEN),
        ("ends", "u1", _MAX_OPEN),
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
def place_of(problem: Record, rows: Record, counter: int) -> int:
    """Return the index of a position in the table."""
    first = problem.pair[0, rows[0], rows[1]]
    second = problem.pair[1, rows[2], rows[3]]
    place: int = problem.start[first] + signed(second) * (problem.span[0, first] - 1) + problem.before[second]
    place += counter - problem.low[0, first] - problem.low[1, second]
    return place


@kernel
def count_locks(rows: Record) -> int:
    n_locks = 0
    for row in range(N_ROWS):
        n_locks += 1 if rows[row] == LOCKED else 0
    return n_locks


@kernel
def next_field(problem: Record, rows: Record, counter: int) -> int:
    """Return the first field of the strip at or after `counter` whose row is not locked. [Bonus A 5]

    The strip lists the rows in which framed cells force extra marks. If there is no such field, return the
    length of the strip.
    """
    while counter < problem.n_strip and rows[problem.strip[counter]] == LOCKED:
        counter += 1
    return counter


@kernel
def mark(problem: Record, rows: Record, counter: int, row: int, cell: int) -> tuple[int, int]:
    """Mark a cell, then make all further marks that this forces, updating `rows`.

    Returns the updated counter (the number of marked steps, or the index of the next field of the strip) and the points
    gained.
    """
    gain = signed(problem.gain[row, rows[row], cell])
    rows[row] = problem.one[row, rows[row], cell]
    if problem.steps[row, cell] == 1:
        counter += 1
        gain += counter  # the next number of the table of points [Connected A 2]
    while problem.framed[row, cell] == 1 and counter < problem.n_strip:
        row = signed(problem.strip[counter])
        cell = signed(problem.next_cell[row, rows[row]])
        counter = next_field(problem, rows, counter + 1)
        if problem.one[row, rows[row], cell] == NO_STATE:  # the mark lapses [V-BA2]
            break
        gain += signed(problem.gain[row, rows[row], cell])
        rows[row] = problem.one[row, rows[row], cell]
    return next_field(problem, rows, counter), gain


@kernel
def set_position(problem: Record, work: Record, first: int, second: int) -> None:
    """Write the row states and the open cells of a position to `work`."""
    for place in range(N_RISING):
        work.rows[place] = problem.pair_rows[0, first, place]
        work.rows[N_RISING + place] = problem.pair_rows[1, second, place]
    work.n_locks = count_locks(work.rows)
    work.n_open = 0
    for row in range(N_ROWS):
        state = work.rows[row]
        if state == LOCKED:
            continue
        for cell in range(problem.next_cell[row, state], problem.n_cells):
            k = work.n_open
            work.open_row[k] = row
            work.open_cell[k] = cell
            work.open_code[k] = row * MAX_CELLS + cell
            work.white[k] = white_cell(problem, row, cell)
            work.can_mark[k] = problem.one[row, state, cell] != NO_STATE
            work.n_open += 1


@kernel
def weigh_first(problem: Record, work: Record, values: Floats, counter: int) -> None:
    """Look up the value of marking each open cell, and compute the value of the best white mark for each white sum."""
    for white in range(problem.n_cells):
        for misses in range(N_MISSES):
            work.white_value[white, misses] = NEVER
    for k in range(work.n_open):
        for white in range(problem.n_cells):
            work.rank[white, k] = k
            for misses in range(N_MISSES):
                work.color_value[white, k, misses] = NEVER
        if work.can_mark[k] == 0:
            continue
        work.after[:] = work.rows
        later, gain = mark(problem, work.after, counter, work.open_row[k], work.open_cell[k])
        work.ends[k] = count_locks(work.after) > 1
        place = place_of(problem, work.after, later)
        for misses in range(N_MISSES):
            value = gain + (0.0 if work.ends[k] else values[place, misses])
            for white in range(problem.n_cells):
                work.color_value[white, k, misses] = value
                if problem.serves[white, work.white[k]] == 1:
                    work.white_value[white, misses] = max(work.white_value[white, misses], value)


@kernel
def raise_value(problem: Record, work: Record, first: int, second: int, misses: int, value: float) -> None:
    """Raise the stored value of a color mark to `value`, its value after a white mark, if that is higher."""
    white = work.white[first]
    work.color_value[white, second, misses] = max(work.color_value[white, second, misses], value)
    if problem.has_swaps == 0:
        return
    for other in range(problem.n_cells):
        if problem.serves[other, white] == 1:
            work.color_value[other, second, misses] = max(work.color_value[other, second, misses], value)


@kernel
def weigh_second(problem: Record, work: Record, values: Floats, first: int, counter: int, gain: int) -> None:
    """Look up the values of all color marks after a white mark; `work.after` contains the row states after the white
    mark.
    """
    forces = problem.framed[work.open_row[first], work.open_cell[first]]
    for k in range(work.n_open):
        row = work.open_row[k]
        cell = work.open_cell[k]
        either = row != work.open_row[first] and forces == 0 and problem.framed[row, cell] == 0 and work.can_mark[k]
        either = either and work.ends[k] == 0
        if either and k < first:  # already covered in the other order
            continue
        state = work.after[row]
        if state == LOCKED or cell < problem.next_cell[row, state] or problem.one[row, state, cell] == NO_STATE:
            continue
        work.later[:] = work.after
        later, more = mark(problem, work.later, counter, row, cell)
        is_over = count_locks(work.later) > 1
        place = place_of(problem, work.later, later)
        for misses in range(N_MISSES):
            value = gain + more + (0.0 if is_over else values[place, misses])
            raise_value(problem, work, first, k, misses, value)
            if either:
                raise_value(problem, work, k, first, misses, value)


@kernel
def weigh_marks(problem: Record, work: Record, values: Floats, counter: int) -> None:
    """Look up the values of all successors of a turn.

    If the white sum locks a second row, no color mark follows. [Q-A5]
    """
    weigh_first(problem, work, values, counter)
    for first in range(work.n_open):
        if work.can_mark[first] == 0 or work.ends[first] == 1:
            continue
        work.after[:] = work.rows
        later, gain = mark(problem, work.after, counter, work.open_row[first], work.open_cell[first])
        weigh_second(problem, work, values, first, later, gain)


@kernel
def solve_block(problem: Record, work: Record, values: Floats, firsts: Ints, seconds: Ints) -> None:
    """Compute the values of a block of positions with equal progress, for every counter value and number of misses."""
    for number in range(len(firsts)):
        first = firsts[number]
        second = seconds[number]
        set_position(problem, work, first, second)
        lowest = problem.low[0, first] + problem.low[1, second]
        for counter in range(lowest, lowest + problem.span[0, first] + problem.span[1, second] - 1):
            place = place_of(problem, work.rows, counter)
            weigh_marks(problem, work, values, counter)
            missed = 0.0
            for misses in range(N_MISSES - 1, -1, -1):
                values[place, misses] = value_turn(problem, work, misses, missed)
                missed = values[place, misses]
