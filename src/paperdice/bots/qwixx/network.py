"""The chance to win a Qwixx match from where it stands between two turns, by a small trained network.

The network sees what the solved tables say about each sheet, and the rows themselves; the rows pass through the same
units and are added up, so that their order does not matter. `python -m train.qwixx` makes its weights.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np

from paperdice.bots.network import LOGIT, N_OUTPUTS, add_dense, add_rectified, add_rectified_dot, chance_of
from paperdice.bots.qwixx.features import N_INPUTS, N_ROW_INPUTS, write_features
from paperdice.bots.qwixx.tables import Tables
from paperdice.bots.weights import Shapes
from paperdice.fast.compile import Ints, Record, Singles, kernel, register
from paperdice.fast.shares import make_share_of_win
from paperdice.games.qwixx import QWIXX, rules

FILE = Path(__file__).with_name("qwixx.npz")

register(rules)
share_of_win = make_share_of_win(QWIXX)


class Network(NamedTuple):
    """The parts of the network: units that all rows share, a hidden layer over inputs and rows, one unit at the end."""

    row_weights: Singles
    row_bias: Singles
    weights: Singles
    bias: Singles
    last_weights: Singles
    last_bias: Singles

    def shapes(self) -> Shapes:
        """The shape of each part with so many units for rows and over everything."""
        of_row, units = self.row_bias.size, self.bias.size
        return {
            "row_weights": (N_ROW_INPUTS, of_row),
            "row_bias": (of_row,),
            "weights": (N_INPUTS + of_row, units),
            "bias": (units,),
            "last_weights": (units,),
            "last_bias": (N_OUTPUTS,),
        }


@kernel
def run_network(network: Network, inputs: Singles, row_inputs: Singles, locked: Ints) -> float:
    """The chance that the network sees: units over each open row, added up, then units over everything.

    rows = Σ over open rows of max(0, row_inputs · row_weights + row_bias);
    hidden = max(0, (inputs, rows) · weights + bias); logit = hidden · last_weights + last_bias.
    """
    rows = np.zeros(len(network.row_bias), np.float32)
    for row in range(rules.MAX_ROWS):
        if locked[row] == 1:
            continue
        units = network.row_bias.copy()
        add_dense(row_inputs[row], network.row_weights, units)
        add_rectified(units, rows)
    hidden = network.bias.copy()
    add_dense(inputs, network.weights[:N_INPUTS], hidden)
    add_dense(rows, network.weights[N_INPUTS:], hidden)
    return chance_of(add_rectified_dot(hidden, network.last_weights, network.last_bias[LOGIT]))


@kernel
def win_chance(tables: Tables, network: Network, sheets: Record, state: Record, seat: int) -> float:
    """The seat's chance to win a match that is over or between two turns."""
    if state.phase == rules.Phase.OVER:
        share: float = share_of_win(sheets, state, seat)
        return share
    inputs = np.empty(N_INPUTS, np.float32)
    row_inputs = np.empty((rules.MAX_ROWS, N_ROW_INPUTS), np.float32)
    write_features(tables, sheets, state, seat, inputs, row_inputs)
    return run_network(network, inputs, row_inputs, state.locked)
