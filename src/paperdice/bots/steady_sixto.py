"""`steady` for Sixto: the chance to win by a trained network; alone the patient policy of the solver."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np

from paperdice.bots.sixto_moves import rate_by_chance
from paperdice.bots.sixto_rows import ROWS_ALONE
from paperdice.fast.playout import Policy
from paperdice.solve.sixto_alone import PATIENT

FILE = Path(__file__).with_name("sixto.npz")
N_PARTS = 9
# Which network serves so many seats; with more the rows are played by themselves.
TRAINED_FOR = {2: 2, 3: 2}


@cache
def read_nets() -> dict[int, tuple[np.ndarray, ...]]:
    """Gives the trained networks by number of seats."""
    with np.load(FILE) as stored:
        seats = sorted({int(name.split("_")[0]) for name in stored.files})
        return {n: tuple(stored[f"{n}_{part}"] for part in range(N_PARTS)) for n in seats}


def make_value_policy(net: tuple[np.ndarray, ...]) -> Policy:
    """Gives the policy that follows a network."""
    return Policy("steady_sixto", rate_by_chance, net)


@cache
def make_steady_sixto(seats: int) -> Policy:
    """Gives the policy for this number of seats."""
    if seats == 1:
        return PATIENT
    return make_value_policy(read_nets()[TRAINED_FOR[seats]]) if seats in TRAINED_FOR else ROWS_ALONE
