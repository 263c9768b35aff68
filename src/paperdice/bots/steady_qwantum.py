"""`steady` for Qwantum: the chance to win after this turn, by a trained network; alone, points by learned tables."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Any

import numpy as np

from paperdice.bots.qwantum_chance import rate_by_chance
from paperdice.bots.qwantum_tables import N_QUICK, N_SAMPLES, load_learned, make_alone_policy, sample_rolls
from paperdice.fast.playout import Policy

N_PARTS = 8


@cache
def load_net() -> tuple[Any, ...]:
    """Gives the network that is shipped; it was trained with two seats, and with more it sees the strongest other."""
    with resources.files("paperdice.bots").joinpath("qwantum_net.npz").open("rb") as file:
        parts = np.load(file)
        return tuple(parts[f"2_{n}"].astype(np.float32) for n in range(N_PARTS))


@cache
def make_steady_qwantum(seats: int) -> Policy:
    """Gives the player of Qwantum for so many seats."""
    if seats == 1:
        return make_alone_policy()
    weights = (load_learned(), load_net(), sample_rolls(N_QUICK, 1), sample_rolls(N_SAMPLES, 2))
    return Policy("steady_qwantum", rate_by_chance, weights)
