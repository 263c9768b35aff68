"""`steady` for Qwantum: the chance to win after this turn, by a trained network; alone, points by learned tables."""

from __future__ import annotations

from functools import cache

from paperdice.bots.nets import read_nets
from paperdice.bots.qwantum.policy import rate_by_chance
from paperdice.bots.qwantum.tables import N_QUICK, N_SAMPLES, load_learned, make_alone_policy, sample_rolls
from paperdice.fast.playout import Policy

# The network was trained for so many seats; with more it sees the strongest other.
TRAINED_FOR = 2


@cache
def make_steady(seats: int) -> Policy:
    """Gives the player of Qwantum for so many seats."""
    if seats == 1:
        return make_alone_policy()
    net = read_nets("qwantum/network")[TRAINED_FOR]
    weights = (load_learned(), net, sample_rolls(N_QUICK, 1), sample_rolls(N_SAMPLES, 2))
    return Policy("steady_qwantum", rate_by_chance, weights)
