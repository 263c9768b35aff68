"""Sixto by the own points: each row by itself as a stopping problem, bound together by the columns and by the clock.

How long a row stays open is told from the most advanced sheets. With that chance to go on, the best play of one row is
solved exactly: at each roll, mark the cell of the die or wait for a nearer one.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from paperdice.fast.compile import kernel, register
from paperdice.fast.playout import Policy
from paperdice.games.sixto import rules

# Turns left of a match by the locks that still end it: a constant, and turns for each cell up to the end of the row
# that decides; then the same for one row alone; then the chance that a row marks a cell ahead of it.
WEIGHTS = np.array([1.5, 1.35, 1.5, 1.35, 1.5, 1.35, 3.0, 1.8, 0.4])
ROW_AT = 6
REACH_AT = 8
COLUMN_MARK = 5.0
LONE_MARK = 10.0
LAST_MARK = 1.0
# A row that is not locked has nine marks and a goal at most.
MOST_MARKS = len(rules.POINTS) - 2

register(rules)


@kernel
def lock_distance(sheets: Any, state: Any, row: Any) -> Any:
    """Gives the cells up to the end of this row for the seat that is nearest to locking it."""
    nearest = 100
    for seat in range(state.n_seats):
        left = sheets.n_cells[seat, row] - state.next_cell[seat, row]
        wanted = max(0, rules.MARKS_TO_REACH_GOALS - state.n_marks[seat, row])
        wanted += rules.GOALS_TO_LOCK - state.n_goals[seat, row]
        if wanted <= left:
            nearest = min(nearest, left)
    return nearest


@kernel
def going_on(weights: Any, sheets: Any, state: Any, stays: Any) -> None:
    """Writes the chance that each row is still open a turn later."""
    distances = np.full(rules.MAX_ROWS, 100, np.int64)
    n_open = 0
    for row in range(rules.MAX_ROWS):
        if state.locked[row] == 0:
            distances[n_open] = lock_distance(sheets, state, row)
            n_open += 1
    ordered = np.sort(distances[:n_open])
    wanted = rules.locks_to_end(state) - rules.count_locks(state)
    last = min(ordered[min(wanted, n_open) - 1], rules.MAX_CELLS)
    turns = weights[2 * wanted - 2] + weights[2 * wanted - 1] * last
    for row in range(rules.MAX_ROWS):
        alone = weights[ROW_AT] + weights[ROW_AT + 1] * lock_distance(sheets, state, row)
        stays[row] = 1.0 - 1.0 / max(1.0, min(turns, alone))


@kernel
def column_bonus(weights: Any, sheets: Any, state: Any, seat: Any, row: Any, cell: Any) -> Any:
    """Gives what a mark of this row adds to its column; the first costs, unless others will follow."""
    if cell >= sheets.first_goal[seat, row]:
        return 0.0
    n_marks = state.n_column_marks[seat, cell]
    if n_marks > 0:
        return COLUMN_MARK + (LAST_MARK if n_marks == rules.MAX_ROWS - 1 else 0.0)
    alone = 1.0
    for other in range(sheets.n_rows[seat]):
        if other != row and state.locked[other] == 0 and state.next_cell[seat, other] <= cell:
            alone *= 1.0 - weights[REACH_AT]
    return COLUMN_MARK - LONE_MARK * alone


@kernel
def best_wait(gains: Any, stay: Any) -> Any:
    """Gives the value before a roll when each face brings its gain, or the same again in a later turn."""
    ordered = np.sort(gains)
    best = 0.0
    total = 0.0
    n_faces = len(gains)
    for n_taken in range(1, n_faces + 1):
        total += ordered[n_faces - n_taken]
        best = max(best, total / (n_faces - (n_faces - n_taken) * stay))
    return best


@kernel
def face_gains(
    sheets: Any, seat: Any, row: Any, cell: Any, n_marks: Any, bonus: Any, stay: Any, worth: Any, gains: Any
) -> None:
    """Writes what each face brings in a row that stands at this cell with so many marks, 0 where it marks nothing."""
    for face in range(1, rules.N_NUMBERS):
        place = sheets.first_at[seat, row, face, cell] - 1
        first_goal = sheets.first_goal[seat, row]
        gains[face - 1] = 0.0
        if place < 0 or (place >= first_goal and n_marks < rules.MARKS_TO_REACH_GOALS):
            continue
        gains[face - 1] = rules.POINTS[n_marks + 1] - rules.POINTS[n_marks] + bonus[place]
        if cell <= first_goal or place < first_goal:
            gains[face - 1] += stay * worth[place + 1, n_marks + 1]


@kernel
def weigh_row(weights: Any, sheets: Any, state: Any, seat: Any, row: Any, stay: Any, gains: Any) -> Any:
    """Writes what each face brings now, and gives the value of waiting."""
    n_cells = sheets.n_cells[seat, row]
    worth = np.zeros((rules.MAX_CELLS + 2, rules.MAX_CELLS + 2))
    bonus = np.zeros(rules.MAX_CELLS)
    first = state.next_cell[seat, row]
    n_marks = state.n_marks[seat, row]
    for cell in range(first, n_cells):
        bonus[cell] = column_bonus(weights, sheets, state, seat, row, cell)
    for cell in range(n_cells - 1, first, -1):
        for more in range(1, min(cell - first, MOST_MARKS - n_marks) + 1):
            face_gains(sheets, seat, row, cell, n_marks + more, bonus, stay, worth, gains)
            worth[cell, n_marks + more] = best_wait(gains, stay)
    face_gains(sheets, seat, row, first, n_marks, bonus, stay, worth, gains)
    return stay * best_wait(gains, stay)


@kernel
def weigh_sheet(weights: Any, sheets: Any, state: Any, seat: Any, gains: Any, waits: Any) -> None:
    """Writes for each open row what each face brings now, and the value of waiting."""
    stays = np.zeros(rules.MAX_ROWS)
    going_on(weights, sheets, state, stays)
    gains[:] = 0.0
    waits[:] = 0.0
    for row in range(sheets.n_rows[seat]):
        if state.locked[row] == 0:
            waits[row] = weigh_row(weights, sheets, state, seat, row, stays[row], gains[row])


@kernel
def reroll_gain(sheets: Any, state: Any, seat: Any, gains: Any, waits: Any) -> Any:
    """Gives how much better any dice are for this seat than those that lie."""
    better = 0.0
    for row in range(sheets.n_rows[seat]):
        if state.locked[row] == 0:
            better -= max(gains[row, state.dice[row] - 1], waits[row])
            for face in range(rules.N_NUMBERS - 1):
                better += max(gains[row, face], waits[row]) / (rules.N_NUMBERS - 1)
    return better


@kernel
def rate_rows(weights: Any, sheets: Any, state: Any, seat: Any, moves: Any, n: Any, values: Any) -> None:
    """Rates each set of dice by the points it brings and leaves, and throwing again by its gain over the others'."""
    gains = np.zeros((rules.MAX_ROWS, rules.N_NUMBERS - 1))
    waits = np.zeros(rules.MAX_ROWS)
    weigh_sheet(weights, sheets, state, seat, gains, waits)
    if state.phase == rules.Phase.REROLL:
        values[0] = 0.0
        values[1] = reroll_gain(sheets, state, seat, gains, waits)
        for other in range(state.n_seats):
            if other != seat:
                weigh_sheet(weights, sheets, state, other, gains, waits)
                values[1] -= reroll_gain(sheets, state, other, gains, waits) / (state.n_seats - 1)
        return
    for index in range(n):
        values[index] = 0.0
        for row in range(sheets.n_rows[seat]):
            if (moves[index] >> row) & 1:
                values[index] += gains[row, state.dice[row] - 1] - waits[row]


ROWS_ALONE = Policy("sixto_rows", rate_rows, WEIGHTS)
