"""`steady` for Qwantum: a trained network for the probability of winning; in solo matches, learned tables of points."""

from __future__ import annotations

from functools import cache

from paperdice.bots.qwantum.network import load_network
from paperdice.bots.qwantum.points import make_alone_policy
from paperdice.bots.qwantum.policy import make_chance_policy
from paperdice.fast.playout import Policy


@cache
def make_steady(seats: int) -> Policy:
    return make_alone_policy() if seats == 1 else make_chance_policy(load_network())
