"""Qwantum some turns ahead: seats reroll by the tables and write by the network, which judges what comes out."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from paperdice.bots.outlook import Outlook
from paperdice.bots.qwantum_chance import rate_by_chance
from paperdice.bots.qwantum_tables import make_table_policy, rate_by_tables
from paperdice.bots.qwantum_value import outlook_of, win_chance
from paperdice.fast.compile import kernel, register
from paperdice.fast.playout import Policy
from paperdice.games.qwantum import rules

TURNS = 1
DOUBT = 0.03
WIDTH = 0.1
# What a point of the ratings is worth alone, where a chance is a hundredth of the points.
ALONE_POINT = 0.01

register(rules)


@kernel
def choose_by_tables(weights: Any, sheets: Any, state: Any, seat: Any, moves: Any, values: Any) -> Any:
    """Gives the move that the tables like best, 0 for a seat that does not act."""
    n = rules.legal_moves(sheets, state, seat, moves)
    if n < 2:
        return 0
    rate_by_tables(weights[0], sheets, state, seat, moves, n, values)
    return moves[np.argmax(values[:n])]


@kernel
def choose_quickly(weights: Any, sheets: Any, state: Any, seat: Any, moves: Any, values: Any) -> Any:
    """Gives the reroll that the tables like best or the color that the network does, 0 for a seat that does not act."""
    if state.phase == rules.Phase.REROLL:
        return choose_by_tables(weights, sheets, state, seat, moves, values)
    n = rules.legal_moves(sheets, state, seat, moves)
    if n < 2:
        return 0
    rate_by_chance(weights[1], sheets, state, seat, moves, n, values)
    return moves[np.argmax(values[:n])]


@kernel
def judge_by_network(weights: Any, sheets: Any, state: Any, seat: Any) -> Any:
    """Gives the chance to win that the network sees."""
    return win_chance(weights[1], sheets, state, seat)


@kernel
def judge_alone(weights: Any, sheets: Any, state: Any, seat: Any) -> Any:
    """Gives a hundredth of the points that the tables expect."""
    return 0.01 * outlook_of(weights[0][0], sheets, state, seat)


@cache
def make_outlook_qwantum(policy: Policy, seats: int) -> Outlook:
    """Gives the outlook of `steady`'s policy for so many seats."""
    if seats == 1:
        quick = (policy.weights[0], policy.weights[1], policy.weights[2][:0])
        return Outlook((quick,), choose_by_tables, judge_alone, TURNS, ALONE_POINT, DOUBT, WIDTH)
    weights = make_table_policy().weights, policy.weights
    return Outlook(weights, choose_quickly, judge_by_network, TURNS, 1.0, DOUBT, WIDTH)
