"""The chance to win a Sixto match from where it stands before a throw, by a small trained network.

Rows and columns are looked up in learned tables and added up, so that their order does not matter.
`python -m train.sixto` makes the numbers.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np

from paperdice.bots.network import LOGIT, N_OUTPUTS, ZERO, add_dense, add_rectified_dot, chance_of
from paperdice.bots.sixto.features import (
    FEATURES,
    N_COLUMN_STATES,
    N_STANDINGS,
    NO_STANDING,
    MatchInputs,
    NearInputs,
    Side,
    write_features,
)
from paperdice.bots.weights import Shapes
from paperdice.fast.compile import Record, Records, Singles, kernel, register
from paperdice.fast.shares import make_share_of_win
from paperdice.games.sixto import SIXTO, rules

FILE = Path(__file__).with_name("sixto.npz")
N_SIDES = len(Side)
N_INPUTS = len(MatchInputs)
N_NEAR = len(NearInputs)

register(rules)
share_of_win = make_share_of_win(SIXTO)


class Network(NamedTuple):
    """The parts of the network: tables of standings and of columns (side, state, unit), and layers."""

    own: Singles
    rival: Singles
    near: Singles
    row_bias: Singles
    columns: Singles
    hidden: Singles
    hidden_bias: Singles
    last: Singles
    last_bias: Singles

    def shapes(self) -> Shapes:
        """The shape of each part with so many units for rows, for the columns of a side, and over everything."""
        of_row, units = self.row_bias.size, self.hidden_bias.size
        of_columns = self.columns.size // (N_SIDES * N_COLUMN_STATES)
        return {
            "own": (N_STANDINGS, of_row),
            "rival": (N_STANDINGS, of_row),
            "near": (N_NEAR, of_row),
            "row_bias": (of_row,),
            "columns": (N_SIDES, N_COLUMN_STATES, of_columns),
            "hidden": (of_row + N_SIDES * of_columns + N_INPUTS, units),
            "hidden_bias": (units,),
            "last": (units,),
            "last_bias": (N_OUTPUTS,),
        }


@kernel
def add_rows(network: Network, features: Record, out: Singles) -> None:
    """Adds the units of all open rows: out += Σ max(bias + own[standing] + rival[standing] + near · weights, 0)."""
    own, rival, near, bias = network.own, network.rival, network.near, network.row_bias
    for row in range(rules.MAX_ROWS):
        mine = features.standings[Side.OWN, row]
        if mine == NO_STANDING:
            continue
        theirs = features.standings[Side.RIVAL, row]
        for unit in range(len(bias)):
            unit_sum = bias[unit] + own[mine, unit] + rival[theirs, unit]
            for place in range(N_NEAR):
                unit_sum += features.near[row, place] * near[place, unit]
            out[unit] += max(unit_sum, ZERO)


@kernel
def write_seen(network: Network, features: Record, out: Singles) -> None:
    """Writes what the hidden layer reads: the units of the rows, those of the columns side by side, the inputs.

    The units of a side's columns are Σ columns[side, state of the column].
    """
    table = network.columns
    at = len(network.row_bias)
    _, _, n_units = table.shape
    out[:] = ZERO
    add_rows(network, features, out)
    for side in range(N_SIDES):
        for column in range(rules.MAX_COLUMNS):
            place = features.columns[side, column]
            for unit in range(n_units):
                out[at + unit] += table[side, place, unit]
        at += n_units
    for place in range(N_INPUTS):
        out[at + place] = features.inputs[place]


@kernel
def run_network(network: Network, features: Record) -> float:
    """The chance to win: what is seen passes through one hidden layer to a logit."""
    # All parts are read first: reading them between the loops would cost time.
    weights, bias, last, last_bias = network.hidden, network.hidden_bias, network.last, network.last_bias
    seen = np.empty(len(weights), np.float32)
    write_seen(network, features, seen)
    hidden = bias.copy()
    add_dense(seen, weights, hidden)
    return chance_of(add_rectified_dot(hidden, last, last_bias[LOGIT]))


@kernel
def run_on_first(network: Network, features: Records) -> float:
    """The chance to win by the first of some features; a record alone would not keep its array alive meanwhile."""
    return run_network(network, features[0])


@kernel
def win_chance(network: Network, sheets: Record, state: Record, seat: int) -> float:
    """The seat's chance to win a match that is over or waits for a throw."""
    if state.phase == rules.Phase.OVER:
        return float(share_of_win(sheets, state, seat))
    features = np.empty(1, FEATURES)
    write_features(sheets, state, seat, features[0])
    return run_on_first(network, features)
