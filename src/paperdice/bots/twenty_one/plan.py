"""A plan for Twenty One: every row played for points less a cost for each turn, solved for all states of a row.

What a turn costs is what the others win in it, since whoever fills the last row ends the match.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from paperdice.fast.compile import kernel, register
from paperdice.games.twenty_one import TWENTY_ONE, rules
from paperdice.solve.twenty_one import paths
from paperdice.solve.twenty_one.kernels import N_CELLS, N_HITS, N_MASKS, ones
from paperdice.solve.twenty_one.paths import SPAN

# Turns looked ahead: each fills a cell, and a sheet has thirty.
N_TURNS = rules.MAX_TURNS + 1
FULL = N_MASKS - 1

register(rules)


@dataclass(frozen=True, eq=False)
class Plan:
    """The tables of a plan, by row and phase.

    `values` go by empty cells and hits, without points already written; no empty cells stand for the rows below.
    `again` tells the value of throwing again, also by the ones that stay. `gains` and `ends` are the points of the next
    turns and the chances that the row is full after them; `start_gains` and `start_ends` those of a new row and all
    below it.
    """

    values: np.ndarray
    again: np.ndarray
    gains: np.ndarray
    ends: np.ndarray
    start_gains: np.ndarray
    start_ends: np.ndarray


@cache
def solve_plan(n_seats: int, turn_cost: float) -> Plan:
    """Gives the plan of a seat among so many; all six sheets have the same numbers."""
    numbers = np.array([row.numbers for row in TWENTY_ONE.sheets["A"].rows], np.int64)
    values = np.zeros((rules.MAX_ROWS, n_seats, N_MASKS, N_HITS))
    again = np.zeros((*values.shape, N_MASKS))
    gains, ends = (np.zeros((*values.shape, SPAN)) for _ in range(2))
    start_gains, start_ends = (np.zeros((rules.MAX_ROWS + 1, n_seats, N_TURNS)) for _ in range(2))
    start_ends[-1, :, 0] = 1.0
    later = np.zeros(n_seats)
    for row in range(rules.MAX_ROWS - 1, -1, -1):
        paths.solve_row(numbers[row], later, turn_cost, values[row], again[row], gains[row], ends[row])
        values[row, :, 0] = later[:, None]
        later = values[row, :, FULL, 0].copy()
        for phase in range(n_seats):
            top = gains[row, phase, FULL, 0], ends[row, phase, FULL, 0]
            below = start_gains[row + 1], start_ends[row + 1]
            paths.follow_rows(*top, *below, phase, start_gains[row, phase], start_ends[row, phase])
    return Plan(values, again, gains, ends, start_gains, start_ends)


@kernel
def empty_cells(sheets: Any, state: Any, seat: Any) -> Any:
    """Gives the empty cells of the current row as bits."""
    row = state.current_row[seat]
    empty = 0
    for cell in range(sheets.n_cells[seat, row]):
        if state.written[seat, row, cell] == 0:
            empty |= 1 << cell
    return empty


@kernel
def faces_of(sheets: Any, state: Any, seat: Any, faces: Any) -> None:
    """Writes the dice in the order of the cells of the current row."""
    row = state.current_row[seat]
    for cell in range(sheets.n_cells[seat, row]):
        faces[cell] = state.dice[sheets.colors[seat, row, cell]]


@kernel
def fill_of(sheets: Any, state: Any, seat: Any, move: Any) -> Any:
    """Gives the cells that a move writes, as bits."""
    row = state.current_row[seat]
    fill = 0
    for cell in range(sheets.n_cells[seat, row]):
        if (move >> sheets.colors[seat, row, cell]) & 1:
            fill |= 1 << cell
    return fill


@kernel
def move_of(sheets: Any, state: Any, seat: Any, fill: Any) -> Any:
    """Gives the move that writes these cells."""
    row = state.current_row[seat]
    move = 0
    for cell in range(sheets.n_cells[seat, row]):
        if (fill >> cell) & 1:
            move |= 1 << sheets.colors[seat, row, cell]
    return move


@kernel
def planned_fill(plan: Any, sheets: Any, state: Any, seat: Any, faces: Any, room: Any) -> Any:
    """Gives the best fill with the dice that lie, its value, and that of throwing again; writes the faces."""
    values, again = plan
    row = state.current_row[seat]
    phase = (seat - state.active) % state.n_seats
    following = (phase - 1) % state.n_seats
    hits = state.hits[seat, row]
    empty = empty_cells(sheets, state, seat)
    faces_of(sheets, state, seat, faces)
    fill, value = paths.best_fill(sheets.numbers[seat, row], values[row, following], empty, hits, faces, room)
    return fill, value, again[row, phase, empty, hits, ones(empty, faces)]


@kernel
def gain_of_throw(plan: Any, sheets: Any, state: Any, seat: Any) -> Any:
    """Gives how many points throwing again is worth to a seat, less the mean of what it is worth to the others."""
    faces = np.empty(N_CELLS, np.int64)
    room = paths.make_room()
    gain = 0.0
    for one in range(state.n_seats):
        _, value, again = planned_fill(plan, sheets, state, one, faces, room)
        if one == seat:
            gain += again - value
        else:
            gain -= (again - value) / (state.n_seats - 1)
    return gain


@kernel
def rate_by_plan(plan: Any, sheets: Any, state: Any, seat: Any, moves: Any, n: Any, values: Any) -> None:
    """Rates moves by the points to come less the cost of turns."""
    if state.phase == rules.Phase.REROLL:
        values[0] = 0.0
        if n > 1:
            values[1] = gain_of_throw(plan, sheets, state, seat)
        return
    row = state.current_row[seat]
    hits = state.hits[seat, row]
    empty = empty_cells(sheets, state, seat)
    after = plan[0][row, (seat - state.active - 1) % state.n_seats]
    faces = np.empty(N_CELLS, np.int64)
    faces_of(sheets, state, seat, faces)
    for index in range(n):
        fill = fill_of(sheets, state, seat, moves[index])
        won, more = paths.gained(sheets.numbers[seat, row], hits, faces, fill)
        values[index] = won + after[paths.left_empty(empty, fill), more]


@kernel
def choose_by_plan(plan: Any, sheets: Any, state: Any, seat: Any, moves: Any, values: Any) -> Any:
    """Gives the move of a plan, 0 for a seat that does not act."""
    if state.phase == rules.Phase.FILL:
        faces = np.empty(N_CELLS, np.int64)
        fill, _, _ = planned_fill(plan, sheets, state, seat, faces, paths.make_room())
        return move_of(sheets, state, seat, fill)
    if seat != state.active or not rules.can_reroll(state):
        return rules.KEEP
    return rules.REROLL if gain_of_throw(plan, sheets, state, seat) > 0.0 else rules.KEEP
