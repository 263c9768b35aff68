"""Qwixx ahead: seats play by the solved tables, and with two of them the network judges what comes out soon."""

from __future__ import annotations

from functools import cache
from typing import Any

from paperdice.bots.outlook import Outlook, judge_nothing
from paperdice.bots.qwixx_value import table_move, win_chance
from paperdice.bots.steady_qwixx import is_valued, rate_steady
from paperdice.fast.compile import kernel, register
from paperdice.fast.playout import Policy
from paperdice.games.qwixx import rules

# The best of several settings by what long playouts of `steady` say of the moves that each chooses.
TURNS = 2
DOUBT = 0.03

register(rules)


@kernel
def choose_by_table(weights: Any, sheets: Any, state: Any, seat: Any, moves: Any, values: Any) -> Any:
    """Gives the move that the tables like best, 0 for a seat that does not act."""
    return table_move(weights[:4], sheets, state, seat) if rules.acts(state, seat) else 0


@kernel
def judge_by_network(weights: Any, sheets: Any, state: Any, seat: Any) -> Any:
    """Gives the chance to win that the network sees."""
    return win_chance(weights[:4], weights[5], sheets, state, seat)


def can_look_ahead(policy: Policy, sheets: Any, state: Any) -> bool:
    """Tells whether the network judges such a match and its tables are there."""
    return policy.rate is rate_steady and bool(is_valued(sheets, state))


@cache
def make_outlook_qwixx(policy: Policy, seats: int) -> Outlook:
    """Gives the outlook of the policy with tables and network; with more than two seats the tables play to the end."""
    if seats > 2:
        return Outlook(policy.weights, choose_by_table, judge_nothing)
    return Outlook(policy.weights, choose_by_table, judge_by_network, TURNS, doubt=DOUBT)
