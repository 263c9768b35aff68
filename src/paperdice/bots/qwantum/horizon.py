"""Qwantum some turns ahead: seats reroll by the tables and write by the network, which judges what comes out."""

from __future__ import annotations

from functools import cache
from typing import Any

from paperdice.bots.qwantum.policy import rate_by_chance
from paperdice.bots.qwantum.tables import make_table_policy, rate_by_tables
from paperdice.bots.qwantum.value import outlook_of, win_chance
from paperdice.bots.search.horizon import Horizon, choose_by
from paperdice.fast.compile import Record, kernel, register
from paperdice.fast.playout import Policy
from paperdice.games.qwantum import QWANTUM, rules

TURNS = 1
PRIOR_ERROR = 0.03
WIDTH = 0.1
# What a point of the ratings is worth alone, where a chance is a hundredth of the points.
ALONE_POINT = 0.01

register(rules)


@kernel
def rate_quickly(weights: Any, sheets: Any, state: Any, seat: Any, moves: Any, n: Any, values: Any) -> None:
    """Rates rerolls by the tables and colors by the network."""
    if state.phase == rules.Phase.REROLL:
        rate_by_tables(weights[0], sheets, state, seat, moves, n, values)
    else:
        rate_by_chance(weights[1], sheets, state, seat, moves, n, values)


@kernel
def value_by_network(weights: Any, sheets: Any, state: Any, seat: Any) -> Any:
    """Gives the chance to win that the network sees."""
    return win_chance(weights[1], sheets, state, seat)


@kernel
def value_alone(weights: Any, sheets: Any, state: Any, seat: Any) -> Any:
    """Gives a hundredth of the points that the tables expect."""
    return 0.01 * outlook_of(weights[0], sheets, state, seat)


@cache
def make_horizon(policy: Policy, seats: int) -> Horizon:
    """Gives the horizon of `steady`'s policy for so many seats."""
    if seats == 1:
        learned, samples, none = policy.weights
        alone = Policy("qwantum_alone_quick", rate_by_tables, (learned, samples, none[:0]))
        return Horizon(alone.weights, choose_by(QWANTUM, alone), value_alone, TURNS, ALONE_POINT, PRIOR_ERROR, WIDTH)
    quick = Policy("qwantum_quick", rate_quickly, (make_table_policy().weights, policy.weights))
    return Horizon(quick.weights, choose_by(QWANTUM, quick), value_by_network, TURNS, 1.0, PRIOR_ERROR, WIDTH)


def find_horizon(policy: Policy, _sheets: Record, state: Record) -> Horizon | None:
    """The horizon of `steady`'s policy."""
    return make_horizon(policy, int(state["n_seats"]))
