"""A small trained network that estimates the probability of winning a Sixto match before a throw.

The states of rows and columns are looked up in learned tables and summed, so the order of rows and columns does not
matter. `python -m train.sixto` trains the weights.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np

from paperdice.bots.network import LOGIT, N_OUTPUTS, ZERO, Shapes, add_dense, add_rectified_dot, chance_of, set_units
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
from paperdice.fast.compile import Record, Records, Singles, kernel, register
from paperdice.fast.shares import make_share_of_win
from paperdice.games.sixto import SIXTO, rules

FILE = Path(__file__).with_name("sixto.npz")
N_SIDES = len(Side)
N_INPUTS = len(MatchInputs)
N_NEAR = len(NearInputs)
# Units for rows, for the columns of a side, and of the hidden layer; and the offsets of the hidden layer's inputs.
N_ROW_UNITS = 16
N_COLUMN_UNITS = 8
N_UNITS = 32
OWN_COLUMNS_AT = N_ROW_UNITS
RIVAL_COLUMNS_AT = OWN_COLUMNS_AT + N_COLUMN_UNITS
INPUTS_AT = RIVAL_COLUMNS_AT + N_COLUMN_UNITS
N_HIDDEN_INPUTS = INPUTS_AT + N_INPUTS

register(rules)
share_of_win = make_share_of_win(SIXTO)


class Network(NamedTuple):
    """The weights of the network: tables for the states of rows and columns, and dense layers.

    `columns` is indexed by side, state and unit.
    """

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
        return {
            "own": (N_STANDINGS, N_ROW_UNITS),
            "rival": (N_STANDINGS, N_ROW_UNITS),
            "near": (N_NEAR, N_ROW_UNITS),
            "row_bias": (N_ROW_UNITS,),
            "columns": (N_SIDES, N_COLUMN_STATES, N_COLUMN_UNITS),
            "hidden": (N_HIDDEN_INPUTS, N_UNITS),
            "hidden_bias": (N_UNITS,),
            "last": (N_UNITS,),
            "last_bias": (N_OUTPUTS,),
        }


@kernel
def encode_row(network: Record, features: Record, row: int, out: Singles) -> None:
    """Write the activations of a row's units to `out`; they are 0 if the row is locked.

    units = ReLU(bias + own[standing of the seat] + rival[standing of the rival] + near · weights)

    A standing combines a seat's marks and remaining cells in the row; `near` is for how close its next marks are.
    """
    mine, theirs = features.standings[Side.OWN, row], features.standings[Side.RIVAL, row]
    if mine == NO_STANDING:
        out[:] = ZERO
        return
    own, rival, bias, weights = network.own[mine], network.rival[theirs], network.row_bias, network.near
    near = features.near[row]
    for unit in range(N_ROW_UNITS):
        unit_sum = bias[unit] + own[unit] + rival[unit]
        for place in range(N_NEAR):
            unit_sum += near[place] * weights[place, unit]
        out[unit] = max(unit_sum, ZERO)


@kernel
def encode_columns(network: Record, features: Record, side: int, out: Singles) -> None:
    """Write the units of one side's columns to `out`: Σ columns[side, state of the column]."""
    table, places = network.columns[side], features.columns[side]
    for unit in range(N_COLUMN_UNITS):
        total = ZERO
        for column in range(rules.MAX_COLUMNS):
            total += table[places[column], unit]
        out[unit] = total


@kernel
def judge(network: Record, hidden_inputs: Singles, hidden: Singles) -> float:
    """Return the probability of winning, computed by the hidden layer and the output layer; `hidden` is a buffer.

    `hidden_inputs` contains the summed units of the rows, the units of each side's columns, and the features of the
    match.
    """
    set_units(network.hidden_bias, hidden)
    add_dense(hidden_inputs, network.hidden, hidden)
    return chance_of(add_rectified_dot(hidden, network.last, network.last_bias[LOGIT]))


@kernel
def write_hidden_inputs(network: Record, features: Record, out: Singles) -> None:
    """Compute the inputs of the hidden layer from the features, and write them to `out`."""
    out[:] = ZERO
    units = np.empty(N_ROW_UNITS, np.float32)
    for row in range(rules.MAX_ROWS):
        encode_row(network, features, row, units)
        for unit in range(N_ROW_UNITS):
            out[unit] += units[unit]
    encode_columns(network, features, Side.OWN, out[OWN_COLUMNS_AT:RIVAL_COLUMNS_AT])
    encode_columns(network, features, Side.RIVAL, out[RIVAL_COLUMNS_AT:INPUTS_AT])
    # A loop, because copying into a slice would also compile its error messages.
    for place in range(N_INPUTS):
        out[INPUTS_AT + place] = features.inputs[place]


@kernel
def run_network(network: Record, features: Record) -> float:
    """Return the probability of winning for these features."""
    hidden_inputs = np.empty(N_HIDDEN_INPUTS, np.float32)
    write_hidden_inputs(network, features, hidden_inputs)
    return judge(network, hidden_inputs, np.empty(N_UNITS, np.float32))


@kernel
def run_on_first(network: Record, features: Records) -> float:
    """Return the probability of winning for the features in the first element of an array.

    A record alone would not keep its array alive.
    """
    return run_network(network, features[0])


@kernel
def win_chance(network: Record, sheets: Record, state: Record, seat: int) -> float:
    """Return the seat's probability of winning a match that is over or awaiting a throw."""
    if state.phase == rules.Phase.OVER:
        return float(share_of_win(sheets, state, seat))
    features = np.empty(1, FEATURES)
    write_features(sheets, state, seat, features[0])
    return run_on_first(network, features)
