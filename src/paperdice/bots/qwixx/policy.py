"""Rates the moves of Qwixx by the chance to win after this turn: tables say what is near, a network what is best."""

from __future__ import annotations

import numpy as np

from paperdice.bots.qwixx.network import Network, win_chance
from paperdice.bots.qwixx.tables import Tables, rate_by_table
from paperdice.fast.compile import Floats, Ints, Record, kernel, record_type, register
from paperdice.fast.playout import best_of
from paperdice.games.qwixx import rules

STATE = record_type(rules.STATE)
# Moves that the tables find worse than the best one by so many points are not looked at.
WIDTH = 6.0
FAR_BEHIND = 1e6

register(rules)


@kernel
def table_move(tables: Tables, sheets: Record, state: Record, seat: int) -> int:
    """The move that the tables like best, to pass where there is no other."""
    moves = np.empty(rules.MAX_MOVES, np.int64)
    n = rules.legal_moves(sheets, state, seat, moves)
    if n < 2:
        return rules.PASS
    values = np.empty(rules.MAX_MOVES)
    rate_by_table(tables, sheets, state, seat, moves, n, values)
    return int(moves[best_of(values, n)])


@kernel
def turn_chance(tables: Tables, network: Network, sheets: Record, state: Record, seat: int) -> float:
    """The chance to win after the rest of this turn: the own color move is the best one, another's that of the tables.

    The state goes on by another's color move.
    """
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
