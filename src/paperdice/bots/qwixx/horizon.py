"""Lookahead in Qwixx: all seats play one round using the solved tables, then the network rates the position."""

from __future__ import annotations

from functools import cache

import numpy as np

from paperdice.bots.horizon import Horizon
from paperdice.bots.qwixx.network import win_chance
from paperdice.bots.qwixx.policy import WORK, table_move
from paperdice.bots.qwixx.steady import SteadyWeights, is_valued, rate_steady
from paperdice.bots.qwixx.tables import Tables
from paperdice.fast.compile import Floats, Ints, Record, Records, kernel, register
from paperdice.fast.playout import Policy
from paperdice.games.qwixx import rules

# The typical error of the network. This value and one round are the best of several settings, compared by long playouts
# of `steady` after each chosen move.
PRIOR_ERROR = 0.03

register(rules)


@kernel
def choose_by_table(
    weights: SteadyWeights, sheets: Record, state: Record, seat: int, moves: Ints, values: Floats
) -> int:
    """Return a seat's best move according to the tables, or a pass if the seat does not act."""
    if not rules.acts(state, seat):
        return rules.PASS
    return move_with_scratch(weights.tables, sheets, state, seat, np.empty(1, WORK))


@kernel
def move_with_scratch(tables: Tables, sheets: Record, state: Record, seat: int, works: Records) -> int:
    """Return a seat's best move according to the tables, with a buffer for a single position.

    The buffer is an array because a record alone would not keep its memory alive.
    """
    return table_move(tables, sheets, state, seat, works[0])


@kernel
def value_by_network(weights: SteadyWeights, sheets: Record, state: Record, seat: int) -> float:
    return value_with_scratch(weights, sheets, state, seat, np.empty(1, WORK))


@kernel
def value_with_scratch(weights: SteadyWeights, sheets: Record, state: Record, seat: int, works: Records) -> float:
    """Return the network's estimate of the probability of winning, with a buffer for a single position."""
    return win_chance(weights.tables, weights.network, sheets, state, seat, works[0])


@cache
def make_horizon(policy: Policy, seats: int) -> Horizon:
    """Return the horizon for the policy that uses tables and a network; in a rollout, every seat rolls once more."""
    return Horizon(policy.weights, choose_by_table, value_by_network, seats, prior_error=PRIOR_ERROR)


def find_horizon(policy: Policy, sheets: Record, state: Record) -> Horizon | None:
    """Return the horizon if the network was trained for this match, or None to play rollouts to the end."""
    if policy.rate is not rate_steady or not is_valued(sheets, state):
        return None
    return make_horizon(policy, int(state["n_seats"]))
