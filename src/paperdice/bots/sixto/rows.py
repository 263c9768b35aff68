"""A Sixto policy that maximizes points by treating each row as a separate stopping problem.

Rows affect each other only through the columns and the end of the match. How long a row stays open is estimated from
the most advanced sheets. Given that estimate, the best play of a single row is solved exactly: at each roll, the seat
either marks the cell of the die or waits for a nearer one.
"""

from __future__ import annotations

import numpy as np

from paperdice.dice import N_FACES
from paperdice.fast.compile import Floats, Ints, Record, kernel, register
from paperdice.fast.playout import Policy
from paperdice.games.sixto import rules

# The expected number of turns left in a match is a constant plus a term for each cell that is left of the deciding row;
# the same applies to the turns until a single row is locked.
MATCH_TURNS = 1.5
MATCH_TURNS_A_CELL = 1.35
ROW_TURNS = 3.0
ROW_TURNS_A_CELL = 1.8
# The probability that a row marks a cell ahead of it.
REACH = 0.4
# Points of a mark in its column: 5, minus 10 if it remains the only one, plus 1 if it fills the column. [Sixto 10]
COLUMN_MARK = 5.0
LONE_MARK = 10.0
LAST_MARK = 1.0
# An unlocked row has at most nine marks and a goal.
MOST_MARKS = len(rules.POINTS) - 2

# The distance of a row that can never be locked.
OUT_OF_REACH = 100

register(rules)


@kernel
def lock_distance(sheets: Record, state: Record, row: int) -> int:
    """Return the number of cells left in this row for the seat that is closest to locking it."""
    nearest = OUT_OF_REACH
    for seat in range(state.n_seats):
        left = sheets.n_cells[seat, row] - state.next_cell[seat, row]
        wanted = max(0, rules.MARKS_TO_REACH_GOALS - state.n_marks[seat, row])
        wanted += rules.GOALS_TO_LOCK - state.n_goals[seat, row]
        if wanted <= left:
            nearest = min(nearest, left)
    return nearest


@kernel
def write_stays(sheets: Record, state: Record, stays: Floats) -> None:
    """Write the probability that each row is still open one turn later to `stays`.

    The probability is 1 − 1 / t, where t is the expected number of turns until the row is locked or the match ends,
    whichever comes first. The match ends when the k-th nearest row is locked, where k is the number of locks still
    missing.
    """
    distances = np.empty(rules.MAX_ROWS, np.int64)
    n_open = 0
    for row in range(rules.MAX_ROWS):
        if state.locked[row] == 0:
            distances[n_open] = lock_distance(sheets, state, row)
            n_open += 1
    ordered = np.sort(distances[:n_open])
    wanted = rules.locks_to_end(state) - rules.count_locks(state)
    last = min(ordered[wanted - 1], rules.MAX_CELLS)
    turns = MATCH_TURNS + MATCH_TURNS_A_CELL * last
    for row in range(rules.MAX_ROWS):
        alone = ROW_TURNS + ROW_TURNS_A_CELL * lock_distance(sheets, state, row)
        stays[row] = 1.0 - 1.0 / min(turns, alone)


@kernel
def column_bonus(sheets: Record, state: Record, seat: int, row: int, cell: int) -> float:
    """Return the expected points that marking this cell adds to its column.

    This is 5 if the column has other marks, 6 for its last mark, and 5 − 10 · (1 − REACH)^m for its first mark, where m
    is the number of other rows in which the column can still be marked.
    """
    if cell >= sheets.first_goal[seat, row]:
        return 0.0
    n_marks = state.n_column_marks[seat, cell]
    if n_marks > 0:
        return COLUMN_MARK + (LAST_MARK if n_marks == rules.MAX_ROWS - 1 else 0.0)
    alone = 1.0
    for other in range(sheets.n_rows[seat]):
        if other != row and state.locked[other] == 0 and state.next_cell[seat, other] <= cell:
            alone *= 1.0 - REACH
    return COLUMN_MARK - LONE_MARK * alone


@kernel
def best_wait(gains: Floats, stay: float) -> float:
    """Return the value of a row before a roll, where each face is either used for its gain or passed over to wait.

    Using the k best of six faces is worth W = (sum of their gains + (6 − k) · stay · W) / 6, hence W = sum / (6 − (6 −
    k) · stay), maximized over k.
    """
    ordered = np.sort(gains)
    best = 0.0
    total = 0.0
    n_faces = len(gains)
    for n_taken in range(1, n_faces + 1):
        total += ordered[n_faces - n_taken]
        best = max(best, total / (n_faces - (n_faces - n_taken) * stay))
    return float(best)


@kernel
def face_gains(
    sheets: Record,
    seat: int,
    row: int,
    cell: int,
    n_marks: int,
    bonus: Floats,
    stay: float,
    worth: Floats,
    gains: Floats,
) -> None:
    """Write the gain of each face to `gains`, given the row's next cell and number of marks; 0 if no mark is possible.

    A gain is the points in the row and the column plus the value of the row afterward. Two goals end a row. [Sixto 7]
    """
    for face in range(1, rules.N_NUMBERS):
        place = sheets.first_at[seat, row, face, cell] - 1
        first_goal = sheets.first_goal[seat, row]
        gains[face - 1] = 0.0
        if place < 0 or (place >= first_goal and n_marks < rules.MARKS_TO_REACH_GOALS):
            continue
        gains[face - 1] = rules.POINTS[n_marks + 1] - rules.POINTS[n_marks] + bonus[place]
        # A row past its first goal has marked one goal.
        if cell <= first_goal:
            gains[face - 1] += stay * worth[place + 1, n_marks + 1]


@kernel
def weigh_row(sheets: Record, state: Record, seat: int, row: int, stay: float, gains: Floats) -> float:
    """Write the gain of each face in a row to `gains`, and return the value of marking nothing in this turn.

    The table `worth[cell, marks]` is computed backward from the last cell.
    """
    n_cells = sheets.n_cells[seat, row]
    worth = np.zeros((rules.MAX_CELLS + 2, rules.MAX_CELLS + 2))
    bonus = np.zeros(rules.MAX_CELLS)
    first = state.next_cell[seat, row]
    n_marks = state.n_marks[seat, row]
    for cell in range(first, n_cells):
        bonus[cell] = column_bonus(sheets, state, seat, row, cell)
    for cell in range(n_cells - 1, first, -1):
        for more in range(1, min(cell - first, MOST_MARKS - n_marks) + 1):
            face_gains(sheets, seat, row, cell, n_marks + more, bonus, stay, worth, gains)
            worth[cell, n_marks + more] = best_wait(gains, stay)
    face_gains(sheets, seat, row, first, n_marks, bonus, stay, worth, gains)
    return stay * best_wait(gains, stay)


@kernel
def weigh_sheet(sheets: Record, state: Record, seat: int, gains: Floats, waits: Floats) -> None:
    """Evaluate each unlocked row of a seat's sheet.

    Writes the gain of each face to `gains`, and the value of marking nothing in this turn to `waits`.
    """
    stays = np.zeros(rules.MAX_ROWS)
    write_stays(sheets, state, stays)
    gains[:] = 0.0
    waits[:] = 0.0
    for row in range(sheets.n_rows[seat]):
        if state.locked[row] == 0:
            waits[row] = weigh_row(sheets, state, seat, row, stays[row], gains[row])


@kernel
def reroll_gain(sheets: Record, state: Record, seat: int, gains: Floats, waits: Floats) -> float:
    """Return the expected gain of a reroll, summed over all rows.

    The gain of a row is the mean of max(gain, wait) over all faces, minus max(gain, wait) for the current face.
    """
    better = 0.0
    for row in range(sheets.n_rows[seat]):
        if state.locked[row] == 0:
            better -= max(gains[row, state.dice[row] - 1], waits[row])
            for face in range(N_FACES):
                better += max(gains[row, face], waits[row]) / N_FACES
    return float(better)


@kernel
def rate_rows(weights: Floats, sheets: Record, state: Record, seat: int, moves: Ints, n: int, values: Floats) -> None:
    """Write the rating of each move to `values`.

    A set of dice is rated by the points it gains compared with waiting; a reroll is rated by its gain minus the
    opponents' mean gain.
    """
    gains = np.zeros((rules.MAX_ROWS, N_FACES))
    waits = np.zeros(rules.MAX_ROWS)
    weigh_sheet(sheets, state, seat, gains, waits)
    if state.phase == rules.Phase.REROLL:
        values[rules.KEEP] = 0.0
        values[rules.REROLL] = reroll_gain(sheets, state, seat, gains, waits)
        for other in range(state.n_seats):
            if other != seat:
                weigh_sheet(sheets, state, other, gains, waits)
                values[rules.REROLL] -= reroll_gain(sheets, state, other, gains, waits) / (state.n_seats - 1)
        return
    for index in range(n):
        values[index] = 0.0
        for row in range(sheets.n_rows[seat]):
            if (moves[index] >> row) & 1:
                values[index] += gains[row, state.dice[row] - 1] - waits[row]


ROWS_ALONE = Policy("sixto_rows", rate_rows)
