"""`steady` for Sixto: the chance to win by a trained network; alone the patient policy of the solver."""

from __future__ import annotations

from functools import cache

from paperdice.bots.nets import Net, read_nets
from paperdice.bots.sixto.policy import rate_by_chance
from paperdice.bots.sixto.rows import ROWS_ALONE
from paperdice.fast.playout import Policy
from paperdice.solve.sixto import PATIENT

# Which network serves so many seats; with more the rows are played by themselves.
TRAINED_FOR = {2: 2, 3: 2}


def make_value_policy(net: Net) -> Policy:
    """Gives the policy that follows a network."""
    return Policy("steady_sixto", rate_by_chance, net)


@cache
def make_steady(seats: int) -> Policy:
    """Gives the policy for this number of seats."""
    if seats == 1:
        return PATIENT
    return make_value_policy(read_nets("sixto/sixto")[TRAINED_FOR[seats]]) if seats in TRAINED_FOR else ROWS_ALONE
