"""Lookahead in Sixto: rollouts play one turn by greedy search with the network, which also rates the final position."""

from __future__ import annotations

from functools import cache

import numpy as np

from paperdice.bots.horizon import Horizon
from paperdice.bots.sixto.incremental import PARTIAL
from paperdice.bots.sixto.network import win_chance
from paperdice.bots.sixto.policy import choose_marks, rate_by_chance, rate_throws
from paperdice.fast.compile import Floats, Ints, Record, kernel, register
from paperdice.fast.playout import Policy
from paperdice.games.sixto import rules

TURNS = 1
# How far a move's probability may lie below the best one for the move to be tried, and the network's typical error.
WIDTH = 0.06
PRIOR_ERROR = 0.02

register(rules)


@kernel
def choose_quickly(network: Record, sheets: Record, state: Record, seat: int, moves: Ints, values: Floats) -> int:
    """Return the move found by a greedy search with the network, or 0 if the seat does not act."""
    if not rules.acts(state, seat):
        return 0
    if state.phase == rules.Phase.REROLL:
        rate_throws(network, sheets, state, seat, values)
        return rules.REROLL if values[rules.REROLL] > values[rules.KEEP] else rules.KEEP
    chosen = np.zeros(rules.MAX_SEATS, np.int64)
    choose_marks(network, sheets, state, seat, chosen, np.empty(1, PARTIAL))
    return int(chosen[seat])


@cache
def make_horizon(policy: Policy) -> Horizon:
    """Return the horizon for the policy that uses a network."""
    return Horizon(policy.weights, choose_quickly, win_chance, TURNS, prior_error=PRIOR_ERROR, width=WIDTH)


def find_horizon(policy: Policy, _sheets: Record, _state: Record) -> Horizon | None:
    """Return the horizon if the policy uses a network, or None to play rollouts to the end."""
    return make_horizon(policy) if policy.rate is rate_by_chance else None
