"""Qwixx a round ahead: seats play by the solved tables, and the network judges what comes out."""

from __future__ import annotations

from functools import cache
from typing import Any

from paperdice.bots.qwixx.policy import table_move, win_chance
from paperdice.bots.qwixx.steady import is_valued, rate_steady
from paperdice.bots.search.horizon import Horizon
from paperdice.fast.compile import Record, kernel, register
from paperdice.fast.playout import Policy
from paperdice.games.qwixx import rules

# How far the network usually is from the truth; this and the round are the best of several settings by what long
# playouts of `steady` say of the moves that each chooses.
PRIOR_ERROR = 0.03

register(rules)


@kernel
def choose_by_table(weights: Any, sheets: Any, state: Any, seat: Any, moves: Any, values: Any) -> Any:
    """Gives the move that the tables like best, 0 for a seat that does not act."""
    return table_move(weights[:4], sheets, state, seat) if rules.acts(state, seat) else 0


@kernel
def value_by_network(weights: Any, sheets: Any, state: Any, seat: Any) -> Any:
    """Gives the chance to win that the network sees."""
    return win_chance(weights[:4], weights[5], sheets, state, seat)


def can_look_ahead(policy: Policy, sheets: Any, state: Any) -> bool:
    """Tells whether the network judges such a match and its tables are there."""
    return policy.rate is rate_steady and bool(is_valued(sheets, state))


@cache
def make_horizon(policy: Policy, seats: int) -> Horizon:
    """Gives the horizon of the policy with tables and network: every seat rolls once more."""
    return Horizon(policy.weights, choose_by_table, value_by_network, seats, prior_error=PRIOR_ERROR)


def find_horizon(policy: Policy, sheets: Record, state: Record) -> Horizon | None:
    """The horizon in a match that the network knows; elsewhere rollouts go to the end."""
    return make_horizon(policy, int(state["n_seats"])) if can_look_ahead(policy, sheets, state) else None
