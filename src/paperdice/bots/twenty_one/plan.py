"""A plan for Twenty One: the strategy that maximizes a row's points minus a cost per turn, solved for all row states.

The cost of a turn accounts for the points that opponents gain in it, since the match ends when any seat fills its last
row.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from paperdice.fast.compile import Floats, Ints, Record, Records, kernel, register
from paperdice.games.twenty_one import rules
from paperdice.solve.twenty_one.kernels import N_CELLS, best_fill, gained, left_empty, make_fills, ones
from paperdice.solve.twenty_one.rows import RowTables, solve_twenty_one

register(rules)


class Plan(NamedTuple):
    """The solution of all rows, in the form read by kernels.

    `values` contains the expected points minus the cost of turns, indexed by row, wait (the number of other seats'
    turns before the seat's own), empty cells and hits. `again` contains the same values after a reroll, additionally
    indexed by the cells whose ones are kept.
    """

    values: Floats
    again: Floats


@cache
def solve_plan(seats: int, turn_cost: float) -> RowTables:
    """Solve all rows for this number of seats and this cost per turn; the result is cached."""
    return solve_twenty_one(seats, turn_cost=turn_cost)


def make_plan(seats: int, turn_cost: float) -> Plan:
    rows = solve_plan(seats, turn_cost)
    return Plan(rows.values, rows.again)


@kernel
def wait_of(state: Record, seat: int) -> int:
    """Return the number of other seats' turns before the seat's own turn."""
    return int((seat - state.active) % state.n_seats)


@kernel
def empty_cells(sheets: Record, state: Record, seat: int) -> int:
    """Return the empty cells of a seat's current row, as a bit mask."""
    row = state.current_row[seat]
    empty = 0
    for cell in range(sheets.n_cells[seat, row]):
        if state.written[seat, row, cell] == 0:
            empty |= 1 << cell
    return empty


@kernel
def write_faces(sheets: Record, state: Record, seat: int, faces: Ints) -> None:
    """Write the faces of the dice to `faces`, in the order of the cells of the seat's current row."""
    row = state.current_row[seat]
    for cell in range(sheets.n_cells[seat, row]):
        faces[cell] = state.dice[sheets.colors[seat, row, cell]]


@kernel
def fill_of(sheets: Record, state: Record, seat: int, move: int) -> int:
    """Return the fill of a move: a bit mask of the cells that it writes in the current row."""
    row = state.current_row[seat]
    fill = 0
    for cell in range(sheets.n_cells[seat, row]):
        if (move >> sheets.colors[seat, row, cell]) & 1:
            fill |= 1 << cell
    return fill


@kernel
def move_of(sheets: Record, state: Record, seat: int, fill: int) -> int:
    """Return the move that writes a fill, a bit mask of cells in the current row."""
    row = state.current_row[seat]
    move = 0
    for cell in range(sheets.n_cells[seat, row]):
        if (fill >> cell) & 1:
            move |= 1 << sheets.colors[seat, row, cell]
    return move


@kernel
def plan_fill(
    plan: Plan, sheets: Record, state: Record, seat: int, faces: Ints, fills: Records
) -> tuple[int, float, float]:
    """Return the best fill for the current dice, its value, and the value of a reroll.

    Writes the faces of the dice to `faces`, in the order of the cells; `fills` is a buffer.
    """
    row = state.current_row[seat]
    wait = wait_of(state, seat)
    following = (wait - 1) % state.n_seats
    hits = state.hits[seat, row]
    empty = empty_cells(sheets, state, seat)
    write_faces(sheets, state, seat, faces)
    fill, value = best_fill(sheets.numbers[seat, row], plan.values[row, following], empty, hits, faces, fills)
    return fill, value, plan.again[row, wait, empty, hits, ones(empty, faces)]


@kernel
def gain_of_throw(plan: Plan, sheets: Record, state: Record, seat: int) -> float:
    """Return the points that a seat can expect to gain from a reroll, minus the mean gain of its opponents."""
    faces = np.empty(N_CELLS, np.int64)
    fills = make_fills()
    gain = 0.0
    for one in range(state.n_seats):
        _, value, again = plan_fill(plan, sheets, state, one, faces, fills)
        if one == seat:
            gain += again - value
        else:
            gain -= (again - value) / (state.n_seats - 1)
    return gain


@kernel
def rate_by_plan(plan: Plan, sheets: Record, state: Record, seat: int, moves: Ints, n: int, values: Floats) -> None:
    """Write the plan's rating of each move to `values`.

    A fill is rated by its points plus the expected value of the row afterward; a reroll is rated by its gain over
    keeping the dice.
    """
    if state.phase == rules.Phase.REROLL:
        values[rules.KEEP] = 0.0
        if n > 1:
            values[rules.REROLL] = gain_of_throw(plan, sheets, state, seat)
        return
    row = state.current_row[seat]
    hits = state.hits[seat, row]
    empty = empty_cells(sheets, state, seat)
    after = plan.values[row, (wait_of(state, seat) - 1) % state.n_seats]
    faces = np.empty(N_CELLS, np.int64)
    write_faces(sheets, state, seat, faces)
    for index in range(n):
        fill = fill_of(sheets, state, seat, moves[index])
        won, more = gained(sheets.numbers[seat, row], hits, faces, fill)
        values[index] = won + after[left_empty(empty, fill), more]


@kernel
def choose_by_plan(plan: Plan, sheets: Record, state: Record, seat: int, moves: Ints, values: Floats) -> int:
    """Return the move that the plan rates highest, or 0 if the seat does not act."""
    if state.phase == rules.Phase.FILL:
        faces = np.empty(N_CELLS, np.int64)
        fill, _, _ = plan_fill(plan, sheets, state, seat, faces, make_fills())
        return move_of(sheets, state, seat, fill)
    if seat != state.active or not rules.can_reroll(state):
        return rules.KEEP
    return rules.REROLL if gain_of_throw(plan, sheets, state, seat) > 0.0 else rules.KEEP
