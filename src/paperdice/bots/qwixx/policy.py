"""The chance to win a Qwixx match from where it stands between two turns, by a small trained network.

The network sees what the solved tables say about each sheet, and the rows themselves; the rows pass through the same
units and are added up, so that their order does not matter. `python -m train.qwixx` makes its numbers.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from paperdice.bots.qwixx.tables import rate_by_table
from paperdice.fast.compile import kernel, record_type, register
from paperdice.fast.shares import make_share_of_win
from paperdice.games.qwixx import QWIXX, rules
from paperdice.solve.qwixx.policy import position_value, row_code

N_ROW_INPUTS = 10
N_INPUTS = 22
STATE = record_type(rules.STATE)
# Moves that the tables find worse than the best one by so many points are not looked at.
WIDTH = 6.0
FAR = 1e6

register(rules)
share_of_win = make_share_of_win(QWIXX)


@kernel
def future_points(tables: Any, state: Any, seat: Any, hazard: Any) -> Any:
    """Gives the points still to come for a seat between two turns, by the table of one hazard."""
    problems, values = tables[0], tables[1]
    rows = np.empty(rules.MAX_ROWS, np.int64)
    for row in range(rules.MAX_ROWS):
        rows[row] = row_code(problems[0], state.next_cell[seat, row], state.n_marks[seat, row], state.locked[row])
    plane = values[hazard, (seat - state.active) % state.n_seats]
    return position_value(problems[hazard], plane, rows, state.misses[seat])


@kernel
def find_rivals(outlook: Any, seat: Any, n_seats: Any) -> Any:
    """Gives the other seat with the best outlook and the next one, which is −1 with two seats."""
    first, second = -1, -1
    for other in range(n_seats):
        if other == seat:
            continue
        if first < 0 or outlook[other] > outlook[first]:
            second = first
            first = other
        elif second < 0 or outlook[other] > outlook[second]:
            second = other
    return first, second


@kernel
def describe_seat(state: Any, seat: Any, scores: Any, low: Any, high: Any, start: Any, out: Any) -> None:
    """Writes five inputs about one sheet."""
    out[start] = scores[seat] / 40.0
    out[start + 1] = low[seat] / 40.0
    out[start + 2] = high[seat] / 40.0
    out[start + 3] = state.misses[seat] / 2.0
    out[start + 4] = 1.0 if state.misses[seat] == rules.MISSES_TO_END - 1 else 0.0


@kernel
def describe(tables: Any, sheets: Any, state: Any, seat: Any, inputs: Any, row_inputs: Any) -> None:
    """Writes what the network sees of a match between two turns, from one seat."""
    n_seats = state.n_seats
    scores = np.empty(n_seats)
    low = np.empty(n_seats)
    high = np.empty(n_seats)
    for one in range(n_seats):
        scores[one] = rules.score(sheets, state, one)
        low[one] = future_points(tables, state, one, 0)
        high[one] = future_points(tables, state, one, 1)
    rival, second = find_rivals(scores + 0.5 * (low + high), seat, n_seats)
    describe_seat(state, seat, scores, low, high, 0, inputs)
    describe_seat(state, rival, scores, low, high, 5, inputs)
    lead = scores[seat] - scores[rival]
    inputs[10] = lead / 20.0
    inputs[11] = (lead + low[seat] - low[rival]) / 20.0
    inputs[12] = (lead + high[seat] - high[rival]) / 20.0
    inputs[13] = rules.count_locks(state)
    inputs[14] = 1.0 if seat == state.active else 0.0
    inputs[15] = 1.0 if rival == state.active else 0.0
    inputs[16] = ((seat - state.active) % n_seats) / n_seats
    inputs[17] = state.turn / n_seats / 10.0
    inputs[18:22] = 0.0
    if second >= 0:
        inputs[18] = (scores[seat] - scores[second]) / 20.0
        inputs[19] = (scores[seat] + high[seat] - scores[second] - high[second]) / 20.0
        for other in range(n_seats):
            if other != seat and other != rival:
                inputs[20] += 1.0 if state.misses[other] == rules.MISSES_TO_END - 1 else 0.0
                inputs[21] = max(inputs[21], (scores[other] + low[other] - scores[seat] - low[seat]) / 20.0)
    for row in range(rules.MAX_ROWS):
        describe_row(state, seat, rival, row, row_inputs[row])


@kernel
def describe_row(state: Any, seat: Any, rival: Any, row: Any, out: Any) -> None:
    """Writes what the network sees of one row: the own one, the rival's, and whether others could lock it."""
    out[:] = 0.0
    for place in range(2):
        one = seat if place == 0 else rival
        n_marks = state.n_marks[one, row]
        out[4 * place] = state.next_cell[one, row] / 5.0
        out[4 * place + 1] = n_marks / 4.0
        out[4 * place + 2] = n_marks * n_marks / 25.0
        out[4 * place + 3] = 1.0 if n_marks >= rules.MARKS_TO_LOCK else 0.0
    for other in range(state.n_seats):
        if other != seat and other != rival:
            out[8] += 1.0 if state.n_marks[other, row] >= rules.MARKS_TO_LOCK else 0.0
            out[9] = max(out[9], state.n_marks[other, row] / 4.0)


@kernel
def think(net: Any, inputs: Any, row_inputs: Any, locked: Any) -> Any:
    """Runs the network: units over each open row, added up, then units over everything, then a chance."""
    row_weights, row_bias, weights, bias, last, last_bias = net[:6]
    n_row_units = row_bias.shape[0]
    n_units = bias.shape[0]
    gathered = np.zeros(n_row_units, np.float32)
    for row in range(rules.MAX_ROWS):
        if locked[row] == 1:
            continue
        unit = row_bias.copy()
        for k in range(N_ROW_INPUTS):
            for j in range(n_row_units):
                unit[j] += row_inputs[row, k] * row_weights[k, j]
        for j in range(n_row_units):
            gathered[j] += max(unit[j], np.float32(0.0))
    hidden = bias.copy()
    for k in range(N_INPUTS):
        for j in range(n_units):
            hidden[j] += inputs[k] * weights[k, j]
    for k in range(n_row_units):
        for j in range(n_units):
            hidden[j] += gathered[k] * weights[N_INPUTS + k, j]
    told = last_bias[0]
    for j in range(n_units):
        told += max(hidden[j], np.float32(0.0)) * last[j]
    return 1.0 / (1.0 + np.exp(-np.float64(told)))


@kernel
def win_chance(tables: Any, net: Any, sheets: Any, state: Any, seat: Any) -> Any:
    """Gives the seat's chance to win a match that is over or between two turns."""
    if state.phase == rules.Phase.OVER:
        return share_of_win(sheets, state, seat)
    inputs = np.empty(N_INPUTS, np.float32)
    row_inputs = np.empty((rules.MAX_ROWS, N_ROW_INPUTS), np.float32)
    describe(tables, sheets, state, seat, inputs, row_inputs)
    return think(net, inputs, row_inputs, state.locked)


@kernel
def table_move(tables: Any, sheets: Any, state: Any, seat: Any) -> Any:
    """Gives the move that the tables like best."""
    moves = np.empty(rules.MAX_MOVES, np.int64)
    n = rules.legal_moves(sheets, state, seat, moves)
    if n < 2:
        return 0
    values = np.empty(rules.MAX_MOVES)
    rate_by_table(tables, sheets, state, seat, moves, n, values)
    return moves[np.argmax(values[:n])]


@kernel
def turn_chance(tables: Any, net: Any, sheets: Any, state: Any, seat: Any) -> Any:
    """Gives the chance to win after the rest of this turn: the own color move is the best one, another's that of the
    tables."""
    if state.phase != rules.Phase.COLOR:
        return win_chance(tables, net, sheets, state, seat)
    chosen = np.zeros(rules.MAX_SEATS, np.int64)
    if seat != state.active:
        chosen[state.active] = table_move(tables, sheets, state, state.active)
        rules.apply_moves(sheets, state, chosen)
        return win_chance(tables, net, sheets, state, seat)
    moves = np.empty(rules.MAX_MOVES, np.int64)
    n = rules.legal_moves(sheets, state, seat, moves)
    values = np.empty(rules.MAX_MOVES)
    rate_by_table(tables, sheets, state, seat, moves, n, values)
    floor = values[:n].max() - WIDTH
    copies = np.empty(1, STATE)
    best = 0.0
    for index in range(n):
        if values[index] >= floor:
            copies[0] = state
            chosen[seat] = moves[index]
            rules.apply_moves(sheets, copies[0], chosen)
            best = max(best, win_chance(tables, net, sheets, copies[0], seat))
    return best


@kernel
def rate_by_value(tables: Any, net: Any, sheets: Any, state: Any, seat: Any, moves: Any, n: Any, values: Any) -> None:
    """Rates moves by the chance to win after this turn; those that the tables find much worse stay far behind.

    The last part of the net is what a point by the tables counts beside the chance: a guard against its noise.
    """
    rate_by_table(tables, sheets, state, seat, moves, n, values)
    floor = values[:n].max() - WIDTH
    n_near = 0
    for index in range(n):
        n_near += values[index] >= floor
    if n_near == 1:
        return
    replies = np.zeros(rules.MAX_SEATS, np.int64)
    for other in range(state.n_seats):
        if other != seat and rules.acts(state, other):
            replies[other] = table_move(tables, sheets, state, other)
    copies = np.empty(1, STATE)
    chosen = np.empty(rules.MAX_SEATS, np.int64)
    for index in range(n):
        if values[index] < floor:
            values[index] -= FAR
            continue
        copies[0] = state
        chosen[:] = replies
        chosen[seat] = moves[index]
        rules.apply_moves(sheets, copies[0], chosen)
        values[index] = net[6][0] * values[index] + turn_chance(tables, net, sheets, copies[0], seat)
