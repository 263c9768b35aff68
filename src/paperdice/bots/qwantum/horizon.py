"""Qwantum some turns ahead: seats reroll by the tables and write by the network, which values what comes out."""

from __future__ import annotations

from functools import cache

from paperdice.bots.qwantum.network import win_chance
from paperdice.bots.qwantum.points import rate_by_points
from paperdice.bots.qwantum.policy import rate_quickly
from paperdice.bots.qwantum.tables import expected_points
from paperdice.bots.search.horizon import Horizon, choose_by
from paperdice.fast.compile import Record, kernel, register
from paperdice.fast.playout import Policy
from paperdice.games.qwantum import QWANTUM, rules

TURNS = 1
PRIOR_ERROR = 0.03
WIDTH = 0.1
# Alone a chance is a hundredth of the points.
POINT_ALONE = 0.01

register(rules)


@kernel
def value_alone(weights: Record, sheets: Record, state: Record, seat: int) -> float:
    """A hundredth of the points that the tables expect."""
    return POINT_ALONE * expected_points(weights.learned, sheets, state, seat)


@cache
def make_horizon(policy: Policy, seats: int) -> Horizon:
    """The horizon of `steady`'s policy for so many seats."""
    weights = policy.weights._replace(samples=policy.weights.samples[:0])
    if seats == 1:
        quick = Policy("qwantum_alone_quick", rate_by_points, weights)
        return Horizon(weights, choose_by(QWANTUM, quick), value_alone, TURNS, POINT_ALONE, PRIOR_ERROR, WIDTH)
    quick = Policy("qwantum_quick", rate_quickly, weights)
    return Horizon(weights, choose_by(QWANTUM, quick), win_chance, TURNS, 1.0, PRIOR_ERROR, WIDTH)


def find_horizon(policy: Policy, sheets: Record, state: Record) -> Horizon | None:
    """How `expert` looks ahead in such a match."""
    return make_horizon(policy, int(state["n_seats"]))
