"""The chance to win a Qwixx match from where it stands between two turns, by a small trained network.

The network sees what the solved tables say about each sheet, and the rows themselves; the rows pass through the same
units and are added up, so that their order does not matter. `python -m train.qwixx` makes its weights.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np

from paperdice.bots.network import LOGIT, add_dense, add_rectified, add_rectified_dot, chance_of
from paperdice.bots.qwixx.features import N_INPUTS, N_ROW_INPUTS, write_features
from paperdice.bots.qwixx.tables import Tables, rate_by_table
from paperdice.fast.compile import Floats, Ints, Record, Singles, kernel, record_type, register
from paperdice.fast.shares import make_share_of_win
from paperdice.games.qwixx import QWIXX, rules

FILE = Path(__file__).with_name("qwixx.npz")
STATE = record_type(rules.STATE)
# Moves that the tables find worse than the best one by so many points are not looked at.
WIDTH = 6.0
FAR_BEHIND = 1e6

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


@kernel
def table_move(tables: Tables, sheets: Record, state: Record, seat: int) -> int:
    """The move that the tables like best, to pass where there is no other."""
    moves = np.empty(rules.MAX_MOVES, np.int64)
    n = rules.legal_moves(sheets, state, seat, moves)
    if n < 2:
        return rules.PASS
    values = np.empty(rules.MAX_MOVES)
    rate_by_table(tables, sheets, state, seat, moves, n, values)
    best: int = moves[np.argmax(values[:n])]
    return best


@kernel
def turn_chance(tables: Tables, network: Network, sheets: Record, state: Record, seat: int) -> float:
    """The chance to win after the rest of this turn: the own color move is the best one, another's that of the
    tables."""
    if state.phase != rules.Phase.COLOR:
        return win_chance(tables, network, sheets, state, seat)
    chosen = np.zeros(rules.MAX_SEATS, np.int64)
    if seat != state.active:
        chosen[state.active] = table_move(tables, sheets, state, state.active)
        rules.apply_moves(sheets, state, chosen)
        return win_chance(tables, network, sheets, state, seat)
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
            best = max(best, win_chance(tables, network, sheets, copies[0], seat))
    return best


@kernel
def reply_by_table(tables: Tables, sheets: Record, state: Record, seat: int, replies: Ints) -> None:
    """Writes what the tables like best for every other seat that acts."""
    for other in range(state.n_seats):
        if other != seat and rules.acts(state, other):
            replies[other] = table_move(tables, sheets, state, other)


@kernel
def rate_by_value(
    tables: Tables,
    network: Network,
    point: float,
    sheets: Record,
    state: Record,
    seat: int,
    moves: Ints,
    n: int,
    values: Floats,
) -> None:
    """Rates moves by the chance to win after this turn; those that the tables find much worse stay far behind.

    value = chance to win + point · value by the tables: what a point counts is a guard against noise of the network.
    """
    rate_by_table(tables, sheets, state, seat, moves, n, values)
    floor = values[:n].max() - WIDTH
    n_near = 0
    for index in range(n):
        n_near += 1 if values[index] >= floor else 0
    if n_near == 1:
        return
    replies = np.zeros(rules.MAX_SEATS, np.int64)
    reply_by_table(tables, sheets, state, seat, replies)
    copies = np.empty(1, STATE)
    for index in range(n):
        if values[index] < floor:
            values[index] -= FAR_BEHIND
            continue
        copies[0] = state
        replies[seat] = moves[index]
        rules.apply_moves(sheets, copies[0], replies)
        values[index] = point * values[index] + turn_chance(tables, network, sheets, copies[0], seat)
