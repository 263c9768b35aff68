"""A small trained network that estimates the probability of winning a Qwixx match between two turns.

Its inputs are the values of each sheet in the solved tables, and the rows themselves. All rows pass through the same
units, whose outputs are summed, so the order of the rows does not matter. `python -m train.qwixx` trains the weights.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np

from paperdice.bots.network import LOGIT, N_OUTPUTS, ZERO, Shapes, add_dense, add_rectified_dot, chance_of, set_units
from paperdice.bots.qwixx.features import (
    N_INPUTS,
    N_ROW_INPUTS,
    ROW_SCALES,
    RowInputs,
    count_others,
    row_state,
    write_inputs,
)
from paperdice.bots.qwixx.tables import Tables
from paperdice.fast.compile import Record, Singles, as_record, kernel, register
from paperdice.fast.shares import make_share_of_win
from paperdice.games.qwixx import QWIXX, rules
from paperdice.solve.qwixx.states import CLASSIC, make_row_states

FILE = Path(__file__).with_name("qwixx.npz")
# The number of units shared by all rows, and that of the hidden layer.
N_ROW_UNITS = 24
N_UNITS = 48

register(rules)
share_of_win = make_share_of_win(QWIXX)


class Network(NamedTuple):
    """The weights: units shared by all rows, a hidden layer over inputs and rows, and a single output unit."""

    row_weights: Singles
    row_bias: Singles
    weights: Singles
    bias: Singles
    last_weights: Singles
    last_bias: Singles

    def shapes(self) -> Shapes:
        return {
            "row_weights": (N_ROW_INPUTS, N_ROW_UNITS),
            "row_bias": (N_ROW_UNITS,),
            "weights": (N_INPUTS + N_ROW_UNITS, N_UNITS),
            "bias": (N_UNITS,),
            "last_weights": (N_UNITS,),
            "last_bias": (N_OUTPUTS,),
        }


def tabulate(network: Network) -> Record:
    """Convert a network to the record that kernels read.

    `rows` contains the precomputed sums of the row units, indexed by the state of the row on the sheets of the seat
    and its rival. They include the bias, but not the features of the remaining seats, whose weights are in `others`.
    """
    states = make_row_states(CLASSIC, count_locked=False)
    inputs = np.zeros((len(states.marks), RowInputs.RIVAL_NEXT))
    marks = np.array(states.marks)
    inputs[:, RowInputs.OWN_NEXT] = np.array(states.last_cells) + 1
    inputs[:, RowInputs.OWN_MARKS] = marks
    inputs[:, RowInputs.OWN_SQUARE] = marks**2
    inputs[:, RowInputs.OWN_READY] = marks >= rules.MARKS_TO_LOCK
    scaled = (inputs / ROW_SCALES[: RowInputs.RIVAL_NEXT]).astype(np.float32)
    rows = np.tile(network.row_bias, (len(marks), len(marks), 1))
    for place, column in enumerate(scaled.T):
        rows += column[:, None, None] * network.row_weights[place]
    for place, column in enumerate(scaled.T, RowInputs.RIVAL_NEXT):
        rows += column[None, :, None] * network.row_weights[place]
    return as_record(
        rows=rows,
        others=network.row_weights[RowInputs.OTHERS_READY :],
        weights=network.weights,
        bias=network.bias,
        last_weights=network.last_weights,
        last_bias=network.last_bias,
    )


@kernel
def add_row(
    network: Record, state: Record, seat: int, rival: int, row: int, own: int, theirs: int, out: Singles
) -> None:
    """Add the units of one row, ReLU(row inputs · weights + bias), to `out`.

    `own` and `theirs` are the codes of the row's state on the sheets of the seat and its rival.
    """
    units, weights = network.rows[own, theirs], network.others
    n_ready, most_marks = count_others(state, seat, rival, row)
    ready = np.float32(n_ready / ROW_SCALES[RowInputs.OTHERS_READY])
    marks = np.float32(most_marks / ROW_SCALES[RowInputs.OTHERS_MARKS])
    for unit in range(N_ROW_UNITS):
        out[unit] += max(units[unit] + ready * weights[0, unit] + marks * weights[1, unit], ZERO)


@kernel
def run_network(network: Record, inputs: Singles, rows: Singles, hidden: Singles) -> float:
    """Return the probability of winning.

    `rows` contains the summed units of unlocked rows, and `hidden` is a buffer.

        hidden = max(0, (inputs, rows) · weights + bias)
        logit = hidden · last_weights + last_bias
    """
    set_units(network.bias, hidden)
    add_dense(inputs, network.weights[:N_INPUTS], hidden)
    add_dense(rows, network.weights[N_INPUTS:], hidden)
    return chance_of(add_rectified_dot(hidden, network.last_weights, network.last_bias[LOGIT]))


@kernel
def win_chance(tables: Tables, network: Record, sheets: Record, state: Record, seat: int, work: Record) -> float:
    """Return the seat's probability of winning a match that is over or between two turns."""
    if state.phase == rules.Phase.OVER:
        share: float = share_of_win(sheets, state, seat)
        return share
    rival = write_inputs(tables, sheets, state, seat, work)
    work.units[:] = ZERO
    for row in range(rules.MAX_ROWS):
        if state.locked[row] == 0:
            own, theirs = row_state(tables, state, seat, row), row_state(tables, state, rival, row)
            add_row(network, state, seat, rival, row, own, theirs, work.units)
    return run_network(network, work.inputs, work.units, work.hidden)
