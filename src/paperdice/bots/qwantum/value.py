"""The chance to win a Qwantum match from where it stands between two turns, by a small trained network.

The network sees what the learned tables say about the own sheet and the strongest other, and both sheets row by row and
column by column; rows and columns pass through the same units and are added up. `train.qwantum` makes its numbers.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from paperdice.bots.qwantum.tables import N_CELLS, column_code, sheet_value
from paperdice.fast.compile import kernel, register
from paperdice.fast.shares import make_share_of_win
from paperdice.games.qwantum import QWANTUM, rules

N_ROW_INPUTS = 17
N_COLUMN_INPUTS = 15
# Those that a rival makes; two more tell about third seats.
N_RIVAL_INPUTS = 16
N_INPUTS = 18
# Units for rows and as many for columns.
N_UNITS = 16
MOST_LOGIT = 7.0

register(rules)
share_of_win = make_share_of_win(QWANTUM)


@kernel
def describe_row(sheet: Any, codes: Any, row: Any, out: Any) -> None:
    """Writes what the network sees of a row that is not full: its next cell, its last number, the column ahead."""
    out[:] = 0.0
    cell = sheet[1][row]
    last = sheet[0][row, cell - 1] / 15.0 if cell > 0 else 0.0
    out[cell] = 1.0
    out[rules.MAX_CELLS + cell] = last
    n_filled, lowest, second = codes[cell]
    out[12] = n_filled / 3.0
    if n_filled > 0:
        out[13] = 1.0
        out[14] = lowest / 15.0
        out[15] = lowest / 15.0 - last
        out[16] = second / 15.0


@kernel
def describe_column(sheet: Any, codes: Any, column: Any, out: Any) -> None:
    """Writes what the network sees of a column begun and not full: its lowest numbers, and the rows it waits for."""
    out[:] = 0.0
    n_filled, lowest, second = codes[column]
    out[column] = 1.0
    out[rules.MAX_CELLS + n_filled - 1] = 1.0
    out[9] = lowest / 15.0
    out[10] = second / 15.0
    out[11] = (second - lowest) / 15.0 if second > 0 else 0.0
    out[12] = lowest / 15.0 if n_filled == rules.MAX_ROWS - 1 else 0.0
    for row in range(rules.MAX_ROWS):
        away = column + 1 - sheet[1][row]
        if away > 0:
            out[13] += away / 6.0
            out[14] = max(out[14], away / 6.0)


@kernel
def gather_units(net: Any, sheet: Any, out: Any) -> None:
    """Writes the units of all rows and columns of a sheet, each added up."""
    codes = np.empty((rules.MAX_CELLS, 3), np.int64)
    inputs = np.empty(N_ROW_INPUTS, np.float32)
    unit = np.empty(N_UNITS, np.float32)
    out[:] = 0.0
    for column in range(rules.MAX_CELLS):
        n_filled, lowest, second = column_code(sheet[0], rules.MAX_ROWS, column)
        codes[column, 0] = n_filled
        codes[column, 1] = lowest
        codes[column, 2] = second
    for row in range(rules.MAX_ROWS):
        if sheet[1][row] < rules.MAX_CELLS:
            describe_row(sheet, codes, row, inputs)
            add_units(inputs, N_ROW_INPUTS, net[0], net[1], unit, out[:N_UNITS])
    for column in range(rules.MAX_CELLS):
        if 0 < codes[column, 0] < rules.MAX_ROWS:
            describe_column(sheet, codes, column, inputs[:N_COLUMN_INPUTS])
            add_units(inputs, N_COLUMN_INPUTS, net[2], net[3], unit, out[N_UNITS:])


@kernel
def add_units(inputs: Any, n: Any, weights: Any, bias: Any, unit: Any, out: Any) -> None:
    """Adds the units of one row or column; `unit` is scratch paper."""
    for j in range(N_UNITS):
        unit[j] = bias[j]
    for k in range(n):
        if inputs[k] != 0.0:
            for j in range(N_UNITS):
                unit[j] += inputs[k] * weights[k, j]
    for j in range(N_UNITS):
        out[j] += max(unit[j], np.float32(0.0))


@kernel
def outlook_of(learned: Any, sheets: Any, state: Any, seat: Any) -> Any:
    """Gives the points that a seat will end with by the tables, between two turns."""
    others = 0
    for other in range(state.n_seats):
        if other != seat:
            others = max(others, N_CELLS - rules.count_empty(sheets, state, other))
    sheet = (state.written[seat], state.next_cell[seat])
    is_next = state.active == seat
    return sheet_value(learned, sheet, rules.MAX_ROWS, state.misses[seat], min(others, N_CELLS - 1), is_next, False)


@kernel
def find_rival(learned: Any, sheets: Any, state: Any, seat: Any) -> Any:
    """Gives the strongest other seat by the tables."""
    rival = -1
    best = 0.0
    for other in range(state.n_seats):
        if other != seat:
            value = outlook_of(learned, sheets, state, other)
            if rival < 0 or value > best:
                rival = other
                best = value
    return rival


@kernel
def describe(learned: Any, sheets: Any, state: Any, seat: Any, rival: Any, out: Any) -> None:
    """Writes what the network sees beside rows and columns."""
    own = outlook_of(learned, sheets, state, seat)
    theirs = outlook_of(learned, sheets, state, rival)
    points = rules.score(sheets, state, seat)
    their_points = rules.score(sheets, state, rival)
    n_left = rules.count_empty(sheets, state, seat)
    they_left = rules.count_empty(sheets, state, rival)
    out[0] = own / 20.0
    out[1] = theirs / 20.0
    out[2] = (own - theirs) / 10.0
    out[3] = points / 20.0
    out[4] = their_points / 20.0
    out[5] = (points - their_points) / 10.0
    out[6] = n_left / 12.0
    out[7] = they_left / 12.0
    out[8] = max(0, 4 - n_left) / 3.0
    out[9] = max(0, 4 - they_left) / 3.0
    out[10] = state.misses[seat] / 2.0
    out[11] = state.misses[rival] / 2.0
    out[12] = 1.0 if state.misses[seat] == rules.MISSES_TO_END - 1 else 0.0
    out[13] = 1.0 if state.misses[rival] == rules.MISSES_TO_END - 1 else 0.0
    out[14] = 1.0 if state.active == seat else 0.0
    out[15] = 1.0 if state.active == rival else 0.0
    out[16] = 0.0
    out[17] = 0.0
    for other in range(state.n_seats):
        if other != seat and other != rival:
            out[16] += np.exp(min(0.0, (outlook_of(learned, sheets, state, other) - theirs) / 10.0))
            out[17] = max(out[17], max(0, 4 - rules.count_empty(sheets, state, other)) / 3.0)


@kernel
def think(net: Any, inputs: Any, own: Any, theirs: Any) -> Any:
    """Runs the last layers of the network and gives the chance to win as a logit."""
    weights, bias, last = net[4], net[5], net[6]
    n_hidden = bias.shape[0]
    hidden = np.empty(n_hidden, np.float32)
    for j in range(n_hidden):
        hidden[j] = bias[j]
    for k in range(N_INPUTS):
        if inputs[k] != 0.0:
            for j in range(n_hidden):
                hidden[j] += inputs[k] * weights[k, j]
    for k in range(2 * N_UNITS):
        for j in range(n_hidden):
            hidden[j] += own[k] * weights[N_INPUTS + k, j] + theirs[k] * weights[N_INPUTS + 2 * N_UNITS + k, j]
    told = net[7][0]
    for j in range(n_hidden):
        told += max(hidden[j], np.float32(0.0)) * last[j, 0]
    return min(max(float(told), -MOST_LOGIT), MOST_LOGIT)


@kernel
def final_logit(sheets: Any, state: Any, seat: Any) -> Any:
    """Gives the outcome of a match that is over as a logit."""
    share = share_of_win(sheets, state, seat)
    if 0.0 < share < 1.0:
        return np.log(share / (1.0 - share))
    return MOST_LOGIT if share == 1.0 else -MOST_LOGIT


@kernel
def win_logit(weights: Any, sheets: Any, state: Any, seat: Any, rival: Any, units: Any) -> Any:
    """Gives the chance to win as a logit when a turn is over; units hold what the network makes of each sheet."""
    if rules.end_reason(sheets, state) != rules.End.NONE:
        return final_logit(sheets, state, seat)
    inputs = np.empty(N_INPUTS, np.float32)
    describe(weights[0], sheets, state, seat, rival, inputs)
    return think(weights[1], inputs, units[seat], units[rival])


@kernel
def fill_units(net: Any, state: Any, units: Any) -> None:
    """Writes what the network makes of every sheet."""
    for seat in range(state.n_seats):
        gather_units(net, (state.written[seat], state.next_cell[seat]), units[seat])


@kernel
def chance_of(logit: Any) -> Any:
    """Gives the chance of a logit."""
    return 1.0 / (1.0 + np.exp(-logit))


@kernel
def win_chance(weights: Any, sheets: Any, state: Any, seat: Any) -> Any:
    """Gives the chance to win at the start of a turn."""
    units = np.empty((rules.MAX_SEATS, 2 * N_UNITS), np.float32)
    fill_units(weights[1], state, units)
    return chance_of(win_logit(weights, sheets, state, seat, find_rival(weights[0], sheets, state, seat), units))
