"""`steady` for Sixto: a trained network for the probability of winning; in solo matches, the solver's policy."""

from __future__ import annotations

from functools import cache

from paperdice.bots.sixto.network import FILE, Network
from paperdice.bots.sixto.policy import rate_by_chance
from paperdice.bots.sixto.rows import ROWS_ALONE
from paperdice.bots.weights import read_networks
from paperdice.fast.compile import as_record
from paperdice.fast.playout import Policy
from paperdice.solve.sixto import PATIENT

# The network used for each number of seats; with more seats, rows are played separately.
TRAINED_FOR = {2: 2, 3: 2}


def make_network_policy(network: Network) -> Policy:
    return Policy("steady_sixto", rate_by_chance, as_record(**network._asdict()))


@cache
def make_steady(seats: int) -> Policy:
    if seats == 1:
        return PATIENT
    if seats not in TRAINED_FOR:
        return ROWS_ALONE
    return make_network_policy(read_networks(FILE, Network)[TRAINED_FOR[seats]])
