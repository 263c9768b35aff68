"""The chance to win a Qwantum match from where it stands between two turns, by a small trained network.

Rows and columns of the own sheet and the rival's pass through shared units that are added up; with the inputs about the
match they pass through one hidden layer to a logit and a margin. `train/qwantum.py` makes the numbers.
"""

from __future__ import annotations

from enum import IntEnum
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from paperdice.bots.network import add_rectified, add_rectified_dot, add_sparse, chance_of, set_units
from paperdice.bots.qwantum.features import (
    COLUMNS,
    N_COLUMN_INPUTS,
    N_INPUTS,
    N_ROW_INPUTS,
    read_columns,
    write_column,
    write_inputs,
    write_row,
)
from paperdice.bots.qwantum.marks import Marks, view_marks
from paperdice.bots.qwantum.tables import expected_points
from paperdice.bots.weights import Shapes, read_networks
from paperdice.fast.compile import Floats, Ints, Record, Singles, kernel, register
from paperdice.fast.shares import make_share_of_win
from paperdice.games.qwantum import QWANTUM, rules

FILE = Path(__file__).parent / "network.npz"
# The network was trained for so many seats; with more it sees the strongest other.
TRAINED_FOR = 2
# Units for rows, and as many for columns; the sums of both stand for a sheet.
N_UNITS = 16
N_SHEET_UNITS = 2 * N_UNITS
# The own sheet and the rival's.
N_SHEETS = 2
MOST_LOGIT = 7.0

register(rules)
share_of_win = make_share_of_win(QWANTUM)


class Network(NamedTuple):
    """The weights by layer: units of rows and of columns, the hidden layer behind inputs and both sheets, the
    outputs."""

    row_units: Singles
    row_bias: Singles
    column_units: Singles
    column_bias: Singles
    hidden: Singles
    hidden_bias: Singles
    output: Singles
    output_bias: Singles

    def shapes(self) -> Shapes:
        """The shape of each part with so many hidden units; those of rows and columns are set."""
        hidden = self.hidden_bias.size
        return {
            "row_units": (N_ROW_INPUTS, N_UNITS),
            "row_bias": (N_UNITS,),
            "column_units": (N_COLUMN_INPUTS, N_UNITS),
            "column_bias": (N_UNITS,),
            "hidden": (N_INPUTS + N_SHEETS * N_SHEET_UNITS, hidden),
            "hidden_bias": (hidden,),
            "output": (hidden, len(Output)),
            "output_bias": (len(Output),),
        }


class Output(IntEnum):
    """What the last layer gives; the margin only served to train."""

    LOGIT = 0
    MARGIN = 1


class ChanceWeights(NamedTuple):
    """The learned vector, the network, and the sample rolls for a first and for a closer look at rerolls."""

    learned: Floats
    network: Network
    quick: Ints
    samples: Ints


@cache
def load_network() -> Network:
    """The network that is shipped."""
    return read_networks(FILE, Network)[TRAINED_FOR]


@kernel
def gather_units(network: Network, marks: Marks, out: Singles) -> None:
    """Writes the units of a sheet: Σ max(0, inputs · units + bias) over its open rows, then over its open columns."""
    columns = np.empty(rules.MAX_CELLS, COLUMNS)
    inputs = np.empty(N_ROW_INPUTS, np.float32)
    units = np.empty(N_UNITS, np.float32)
    read_columns(marks, columns)
    out[:] = 0.0
    for row in range(rules.MAX_ROWS):
        if marks.next_cell[row] < rules.MAX_CELLS:
            write_row(marks, columns, row, inputs)
            set_units(network.row_bias, units)
            add_sparse(inputs, network.row_units, units)
            add_rectified(units, out[:N_UNITS])
    for cell in range(rules.MAX_CELLS):
        if 0 < columns[cell].n_filled < rules.MAX_ROWS:
            write_column(marks, columns, cell, inputs[:N_COLUMN_INPUTS])
            set_units(network.column_bias, units)
            add_sparse(inputs[:N_COLUMN_INPUTS], network.column_units, units)
            add_rectified(units, out[N_UNITS:])


@kernel
def fill_units(network: Network, state: Record, units: Singles) -> None:
    """Writes the units of every sheet."""
    for seat in range(state.n_seats):
        gather_units(network, view_marks(state, seat), units[seat])


@kernel
def add_sheets(own: Singles, theirs: Singles, weights: Singles, out: Singles) -> None:
    """Adds a dense layer over both sheets, whose weights stand behind those of the inputs.

    out[j] += Σ_k (own[k] · weights[N_INPUTS + k, j] + theirs[k] · weights[N_INPUTS + N_SHEET_UNITS + k, j])
    """
    for k in range(N_SHEET_UNITS):
        for j in range(len(out)):
            out[j] += own[k] * weights[N_INPUTS + k, j] + theirs[k] * weights[N_INPUTS + N_SHEET_UNITS + k, j]


@kernel
def logit_of(network: Network, inputs: Singles, own: Singles, theirs: Singles) -> float:
    """The chance to win as a logit, by the hidden layer and the output of the network."""
    hidden = network.hidden_bias.copy()
    add_sparse(inputs, network.hidden, hidden)
    add_sheets(own, theirs, network.hidden, hidden)
    logit = add_rectified_dot(hidden, network.output[:, Output.LOGIT], network.output_bias[Output.LOGIT])
    return min(max(float(logit), -MOST_LOGIT), MOST_LOGIT)


@kernel
def final_logit(sheets: Record, state: Record, seat: int) -> float:
    """The outcome of a match that is over as a logit."""
    share = share_of_win(sheets, state, seat)
    if 0.0 < share < 1.0:
        return float(np.log(share / (1.0 - share)))
    return MOST_LOGIT if share == 1.0 else -MOST_LOGIT


@kernel
def find_rival(learned: Floats, sheets: Record, state: Record, seat: int) -> int:
    """The strongest other seat by the tables, the first of equals."""
    rival = -1
    best = 0.0
    for other in range(state.n_seats):
        if other != seat:
            value = expected_points(learned, sheets, state, other)
            if rival < 0 or value > best:
                rival = other
                best = value
    return rival


@kernel
def win_logit(weights: ChanceWeights, sheets: Record, state: Record, seat: int, rival: int, units: Singles) -> float:
    """The chance to win as a logit when a turn is over; units hold what the network makes of each sheet."""
    if rules.end_reason(sheets, state) != rules.End.NONE:
        return final_logit(sheets, state, seat)
    inputs = np.empty(N_INPUTS, np.float32)
    write_inputs(weights.learned, sheets, state, seat, rival, inputs)
    return logit_of(weights.network, inputs, units[seat], units[rival])


@kernel
def see_sheets(weights: ChanceWeights, sheets: Record, state: Record, seat: int) -> tuple[Singles, int]:
    """What `win_logit` reads beside the state: the units of every sheet, and the rival of a seat."""
    units = np.empty((rules.MAX_SEATS, N_SHEET_UNITS), np.float32)
    fill_units(weights.network, state, units)
    return units, find_rival(weights.learned, sheets, state, seat)


@kernel
def win_chance(weights: ChanceWeights, sheets: Record, state: Record, seat: int) -> float:
    """The chance to win at the start of a turn."""
    units, rival = see_sheets(weights, sheets, state, seat)
    return chance_of(win_logit(weights, sheets, state, seat, rival, units))
