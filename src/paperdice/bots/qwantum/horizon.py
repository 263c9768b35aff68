"""Lookahead in Qwantum: rollouts reroll by tables and mark by the network, which also rates the final position."""

from __future__ import annotations

from functools import cache

from paperdice.bots.horizon import Horizon, choose_by
from paperdice.bots.qwantum.network import win_chance
from paperdice.bots.qwantum.policy import make_quick_policy
from paperdice.bots.qwantum.tables import expected_points
from paperdice.fast.compile import Record, kernel, register
from paperdice.fast.playout import Policy
from paperdice.games.qwantum import QWANTUM, rules

TURNS = 1
PRIOR_ERROR = 0.03
WIDTH = 0.1
# In a solo match, a point counts like a probability of 0.01.
POINT_ALONE = 0.01

register(rules)


@kernel
def value_alone(weights: Record, sheets: Record, state: Record, seat: int) -> float:
    """Return the seat's expected final score according to the tables, divided by 100."""
    return POINT_ALONE * expected_points(weights.learned, sheets, state, seat)


@cache
def make_horizon(policy: Policy, seats: int) -> Horizon:
    """Return the horizon for `steady`'s policy and this number of seats."""
    quick = make_quick_policy(policy)
    choose = choose_by(QWANTUM, quick)
    if seats == 1:
        return Horizon(quick.weights, choose, value_alone, TURNS, POINT_ALONE, PRIOR_ERROR, WIDTH)
    return Horizon(quick.weights, choose, win_chance, TURNS, 1.0, PRIOR_ERROR, WIDTH)


def find_horizon(policy: Policy, sheets: Record, state: Record) -> Horizon | None:
    """Return the horizon of `expert` for matches with this number of seats."""
    return make_horizon(policy, int(state["n_seats"]))
