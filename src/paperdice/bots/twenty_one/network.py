"""A small trained network that estimates the probability of winning Twenty One with two seats, between two turns.

The first layer is precomputed for all states, so an evaluation only adds up two table rows and the lead. `python -m
train.twenty_one` trains the weights.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np

from paperdice.bots.network import LOGIT, N_OUTPUTS, ZERO, Shapes, add_dense, add_rectified_dot, chance_of
from paperdice.bots.twenty_one.features import N_INPUTS, MatchInputs
from paperdice.fast.compile import Singles, kernel

FILE = Path(__file__).with_name("twenty_one.npz")
# The factor that scales the lead.
LEAD_UNIT = np.float32(1 / MatchInputs.scales()[MatchInputs.LEAD])


class Network(NamedTuple):
    """The weights of the network, as trained and stored."""

    own: Singles
    other: Singles
    lead: Singles
    first_bias: Singles
    hidden: Singles
    hidden_bias: Singles
    last: Singles
    last_bias: Singles

    def shapes(self) -> Shapes:
        """Return the shape of each part by name, derived from the number of units in both layers."""
        first, hidden = self.first_bias.size, self.hidden_bias.size
        return {
            "own": (N_INPUTS, first),
            "other": (N_INPUTS, first),
            "lead": (first,),
            "first_bias": (first,),
            "hidden": (first, hidden),
            "hidden_bias": (hidden,),
            "last": (hidden,),
            "last_bias": (N_OUTPUTS,),
        }


class Tables(NamedTuple):
    """The weights in the form read by kernels.

    `own` and `other` contain the precomputed contribution of each state to the first layer: `own` for the seat itself,
    including the bias, and `other` for the other seat.
    """

    own: Singles
    other: Singles
    lead: Singles
    hidden: Singles
    hidden_bias: Singles
    last: Singles
    last_bias: Singles


class Units(NamedTuple):
    """Buffers for the units of both layers."""

    first: Singles
    hidden: Singles


def tabulate(network: Network, inputs: Singles) -> Tables:
    """Convert a network to tables, given the input features of each state (one row per state)."""
    return Tables(
        own=inputs @ network.own + network.first_bias,
        other=inputs @ network.other,
        lead=network.lead,
        hidden=network.hidden,
        hidden_bias=network.hidden_bias,
        last=network.last,
        last_bias=network.last_bias,
    )


@kernel
def make_units(tables: Tables) -> Units:
    return Units(np.empty(len(tables.lead), np.float32), np.empty(len(tables.hidden_bias), np.float32))


@kernel
def win_chance(tables: Tables, own: int, other: int, lead: int, units: Units) -> float:
    """Return a seat's probability of winning at the start of a turn.

    `own` and `other` are the indices of both seats' states, `lead` is the seat's lead in points, and `units` is a
    buffer. The first layer is ReLU(own[state] + other[state] + lead / 20 · weights), followed by a hidden layer and a
    logit.
    """
    # The tuples are unpacked first; doing so after a loop that writes would take a quarter of the time.
    own_table, other_table, lead_weights = tables.own, tables.other, tables.lead
    weights, bias, last, last_bias = tables.hidden, tables.hidden_bias, tables.last, tables.last_bias
    first, hidden = units.first, units.hidden
    near = np.float32(lead) * LEAD_UNIT
    for unit in range(len(first)):
        first[unit] = max(own_table[own, unit] + other_table[other, unit] + near * lead_weights[unit], ZERO)
    for unit in range(len(hidden)):
        hidden[unit] = bias[unit]
    add_dense(first, weights, hidden)
    return chance_of(add_rectified_dot(hidden, last, last_bias[LOGIT]))
