"""`closed_form`, a benchmark bot that rates Qwixx marks by a published formula with its published parameters.

The formula weighs a mark's points and the cells that remain open after it against the cells it skips. It takes every
lock, and ignores other rows and other seats. Its author placed it in the public domain; the code is our own.
"""

from __future__ import annotations

import numpy as np

from paperdice.bots.qwixx.moves import find_cell
from paperdice.fast.compile import Floats, Ints, Record, kernel, register
from paperdice.fast.playout import Policy
from paperdice.games.qwixx import rules

FUTURE = 0.71407
CELL_LEFT = 0.5
NEARNESS = 0.949905
SKIP = 0.49005
SKIP_NEARNESS = 0.823284 * 0.921692
LOCK = 1000.0
# The cells of a row and its lock.
FULL_ROW = 12.0
# The distance of a cell from the most frequent sum; the values after the middle are those of the formula's author.
DISTANCE = np.array([5, 4, 3, 2, 1, 0, -1, 0, 1, 2, 3], np.float64)

register(rules)


@kernel
def mark_worth(sheets: Record, state: Record, seat: int, move: int) -> float:
    """Return the value of a mark according to the formula.

        value = n + 1 + FUTURE · CELL_LEFT · (open cells before the last one, plus 1 if the row can still be locked)
                − NEARNESS^d(cell) · Σ_i (12 − i) · SKIP · SKIP_NEARNESS^d(i)

    n is the number of marks before the move, i runs over the indices of the skipped cells, and d is a cell's distance
    from the most frequent sum. 12 − i is reduced by 1 if the row could not be locked from cell i on.
    """
    row, cell = find_cell(sheets, seat, move)
    last = sheets.n_cells[seat, row] - 1
    if cell == last:
        return LOCK
    n_marks = state.n_marks[seat, row]
    n_left = last - 1 - cell
    can_lock = n_marks + 1 + n_left >= rules.MARKS_TO_LOCK
    worth = n_marks + 1 + FUTURE * CELL_LEFT * (n_left + (1 if can_lock else 0))
    skipped = 0.0
    for index in range(state.next_cell[seat, row], cell):
        could_lock = n_marks + last - index >= rules.MARKS_TO_LOCK
        weight = FULL_ROW - index - (0.0 if could_lock else 1.0)
        skipped += weight * SKIP * SKIP_NEARNESS ** DISTANCE[index]
    rated: float = worth - NEARNESS ** DISTANCE[cell] * skipped
    return rated


@kernel
def rate_closed_form(
    weights: Record, sheets: Record, state: Record, seat: int, moves: Ints, n: int, values: Floats
) -> None:
    """Write the rating of each move to `values`: the value of a mark; for a pass, the cost of its miss, if any."""
    costs_miss = state.phase == rules.Phase.COLOR and state.wrote == 0
    for index in range(n):
        if moves[index] == rules.PASS:
            values[index] = -rules.MISS_COST if costs_miss else 0.0
        else:
            values[index] = mark_worth(sheets, state, seat, moves[index])


CLOSED_FORM = Policy("closed_form", rate_closed_form)
