"""The chance to win a Sixto match from where it stands before a throw, by a small trained network.

Each row is seen as a pair, the own standing and that of the nearest rival, and each column by its marks and the rows
that can still mark it; both are looked up in learned tables and added up, so that their order does not matter.
`python -m train.sixto` makes the numbers.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from paperdice.fast.compile import kernel, record_type, register
from paperdice.fast.shares import make_share_of_win
from paperdice.games.sixto import SIXTO, rules

N_MARKS = len(rules.POINTS)
N_STANDINGS = (rules.MAX_CELLS + 1) * N_MARKS
N_PLACES = (rules.MAX_ROWS + 1) ** 2
N_NEAR = 4
N_INPUTS = 12
N_FACES = rules.N_NUMBERS - 1
STATE = record_type(rules.STATE)
# What a mark counts by the cells it skips, seen shortly and from afar.
SHORT = np.array([0.5**gap for gap in range(rules.MAX_CELLS + 1)], np.float32) / np.float32(N_FACES)
LONG = np.array([0.8**gap for gap in range(rules.MAX_CELLS + 1)], np.float32) / np.float32(N_FACES)

# What the network sees from a seat; a locked row has no standing (−1). The share is written in when a match is over.
NOTE = np.dtype(
    [
        ("standings", np.int16, (2, rules.MAX_ROWS)),
        ("places", np.int16, (2, rules.MAX_COLUMNS)),
        ("near", np.float32, (rules.MAX_ROWS, N_NEAR)),
        ("inputs", np.float32, N_INPUTS),
        ("share", np.float32),
        ("seat", np.int16),
    ]
)

register(rules)
share_of_win = make_share_of_win(SIXTO)


@kernel
def find_rivals(sheets: Any, state: Any, seat: Any) -> Any:
    """Gives the other seat with the most points and the next one, which is −1 with two seats."""
    first, second = -1, -1
    best, next_best = -1000, -1000
    for other in range(state.n_seats):
        if other == seat:
            continue
        points = 100 * rules.score(sheets, state, other) + rules.tie_break(sheets, state, other)
        if first < 0 or points > best:
            second, next_best = first, best
            first, best = other, points
        elif second < 0 or points > next_best:
            second, next_best = other, points
    return first, second


@kernel
def nearest_rival(state: Any, seat: Any, row: Any) -> Any:
    """Gives the other seat that is furthest in a row."""
    nearest = -1
    for other in range(state.n_seats):
        if other != seat and (nearest < 0 or state.next_cell[other, row] > state.next_cell[nearest, row]):
            nearest = other
    return nearest


@kernel
def describe_row(sheets: Any, state: Any, seat: Any, row: Any, side: Any, note: Any) -> None:
    """Writes where a seat stands in a row, and how near its next marks are."""
    cell = state.next_cell[seat, row]
    n_marks = state.n_marks[seat, row]
    first_goal = sheets.first_goal[seat, row]
    note.standings[side, row] = (sheets.n_cells[seat, row] - cell) * N_MARKS + n_marks
    short = np.float32(0.0)
    long = np.float32(0.0)
    for face in range(1, rules.N_NUMBERS):
        place = sheets.first_at[seat, row, face, cell] - 1
        if place >= 0 and (place < first_goal or n_marks >= rules.MARKS_TO_REACH_GOALS):
            short += SHORT[place - cell]
            long += LONG[place - cell]
    note.near[row, 2 * side] = short
    note.near[row, 2 * side + 1] = long


@kernel
def describe_columns(sheets: Any, state: Any, seat: Any, side: Any, note: Any) -> None:
    """Writes the marks of each column of a seat, and the rows that can still mark it."""
    reach = np.zeros(rules.MAX_COLUMNS, np.int64)
    for row in range(sheets.n_rows[seat]):
        if state.locked[row] == 0:
            for column in range(state.next_cell[seat, row], sheets.first_goal[seat, row]):
                reach[column] += 1
    for column in range(rules.MAX_COLUMNS):
        note.places[side, column] = state.n_column_marks[seat, column] * (rules.MAX_ROWS + 1) + reach[column]


@kernel
def describe(sheets: Any, state: Any, seat: Any, note: Any) -> None:
    """Writes what the network sees of a match before a throw, from one seat."""
    rival, second = find_rivals(sheets, state, seat)
    for row in range(rules.MAX_ROWS):
        if state.locked[row] == 1 or row >= sheets.n_rows[seat]:
            note.standings[0, row] = -1
            continue
        describe_row(sheets, state, seat, row, 0, note)
        describe_row(sheets, state, nearest_rival(state, seat, row), row, 1, note)
    describe_columns(sheets, state, seat, 0, note)
    describe_columns(sheets, state, rival, 1, note)
    own = rules.score(sheets, state, seat)
    best = rules.score(sheets, state, rival)
    n_locks = rules.count_locks(state)
    note.inputs[0] = (own - best) / 30.0
    note.inputs[1] = own / 100.0
    note.inputs[2] = best / 100.0
    note.inputs[3] = 1.0 if n_locks == 1 else 0.0
    note.inputs[4] = 1.0 if n_locks == 2 else 0.0
    note.inputs[5] = 1.0 if seat == state.active else 0.0
    note.inputs[6] = ((seat - state.active) % state.n_seats) / state.n_seats
    note.inputs[7] = state.turn / 10.0
    note.inputs[8] = (rules.tie_break(sheets, state, seat) - rules.tie_break(sheets, state, rival)) / 5.0
    note.inputs[9] = (own - rules.score(sheets, state, second)) / 30.0 if second >= 0 else 0.0
    note.inputs[10] = state.reroll if seat == state.active else 0
    note.inputs[11] = state.reroll if seat != state.active else 0


@kernel
def gather_rows(net: Any, note: Any, out: Any) -> None:
    """Adds the units of all open rows to the first places of `out`."""
    own, rival, near, bias = net[0], net[1], net[2], net[3]
    for row in range(rules.MAX_ROWS):
        mine = note.standings[0, row]
        if mine < 0:
            continue
        theirs = note.standings[1, row]
        for unit in range(bias.shape[0]):
            told = bias[unit] + own[mine, unit] + rival[theirs, unit]
            for k in range(N_NEAR):
                told += note.near[row, k] * near[k, unit]
            out[unit] += max(told, np.float32(0.0))


@kernel
def gather(net: Any, note: Any, out: Any) -> None:
    """Writes all that the last layer but one reads: the rows, the columns of both sides, the inputs."""
    n_row_units = net[3].shape[0]
    n_column_units = net[4].shape[2]
    out[:] = 0.0
    gather_rows(net, note, out)
    for side in range(2):
        start = n_row_units + side * n_column_units
        for column in range(rules.MAX_COLUMNS):
            place = note.places[side, column]
            for unit in range(n_column_units):
                out[start + unit] += net[4][side, place, unit]
    start = n_row_units + 2 * n_column_units
    for k in range(N_INPUTS):
        out[start + k] = note.inputs[k]


@kernel
def think(net: Any, note: Any) -> Any:
    """Runs the network and gives the chance to win."""
    weights, bias, last = net[5], net[6], net[7]
    seen = np.empty(weights.shape[0], np.float32)
    gather(net, note, seen)
    hidden = bias.copy()
    for k in range(weights.shape[0]):
        for unit in range(bias.shape[0]):
            hidden[unit] += seen[k] * weights[k, unit]
    told = net[8][0]
    for unit in range(bias.shape[0]):
        told += max(hidden[unit], np.float32(0.0)) * last[unit]
    return 1.0 / (1.0 + np.exp(-np.float64(told)))


@kernel
def win_chance(net: Any, sheets: Any, state: Any, seat: Any) -> Any:
    """Gives the seat's chance to win a match that is over or waits for a throw."""
    if state.phase == rules.Phase.OVER:
        return share_of_win(sheets, state, seat)
    notes = np.empty(1, NOTE)
    describe(sheets, state, seat, notes[0])
    return think(net, notes[0])
