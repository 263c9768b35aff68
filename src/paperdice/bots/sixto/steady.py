"""`steady` for Sixto and its lookahead: a trained network for the probability of winning; in solo, the solver's policy.

A rollout of the lookahead plays one turn by greedy search with the network, which also rates the final position.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from paperdice.bots.horizon import Horizon
from paperdice.bots.network import read_networks
from paperdice.bots.sixto.incremental import PARTIAL, STATE, chance_after, chance_played, prepare_turn
from paperdice.bots.sixto.network import FILE, Network, win_chance
from paperdice.bots.sixto.rows import ROWS_ALONE
from paperdice.fast.compile import Floats, Ints, Record, Records, as_record, kernel, register
from paperdice.fast.playout import Policy
from paperdice.games.sixto import rules
from paperdice.solve.sixto import PATIENT

register(rules)


@kernel
def choose_marks(network: Record, sheets: Record, state: Record, seat: int, chosen: Ints, partials: Records) -> float:
    """Choose the dice of a seat by greedy search, given the moves of the other seats in `chosen`.

    The search starts with all dice that are better than a pass when used alone, then adds or removes each die in turn
    if that improves the result. Writes the seat's move to `chosen` and returns its probability of winning.
    """
    usable = rules.usable_dice(sheets, state, seat)
    prepare_turn(network, sheets, state, seat, chosen, partials)
    chosen[seat] = rules.PASS
    alone = chance_after(network, sheets, state, seat, chosen, partials)
    taken = 0
    for die in range(rules.N_DICE):
        if (usable >> die) & 1:
            chosen[seat] = 1 << die
            if chance_after(network, sheets, state, seat, chosen, partials) > alone:
                taken |= 1 << die
    chosen[seat] = taken
    best = chance_after(network, sheets, state, seat, chosen, partials)
    for die in range(rules.N_DICE):
        if (usable >> die) & 1:
            chosen[seat] = taken ^ (1 << die)
            chance = chance_after(network, sheets, state, seat, chosen, partials)
            if chance > best:
                best = chance
                taken ^= 1 << die
    chosen[seat] = taken
    return best


@kernel
def rate_marks(network: Record, sheets: Record, state: Record, seat: int, moves: Ints, n: int, values: Floats) -> None:
    """Write the rating of each set of dice to `values`: the probability of winning after this turn.

    Each opponent is assumed to make the marks that would be best for it if no one else marked anything.
    """
    partials = np.empty(1, PARTIAL)
    chosen = np.zeros(rules.MAX_SEATS, np.int64)
    replies = np.zeros(rules.MAX_SEATS, np.int64)
    for other in range(state.n_seats):
        if other != seat:
            chosen[:] = rules.PASS
            choose_marks(network, sheets, state, other, chosen, partials)
            replies[other] = chosen[other]
    prepare_turn(network, sheets, state, seat, replies, partials)
    for index in range(n):
        replies[seat] = moves[index]
        values[index] = chance_after(network, sheets, state, seat, replies, partials)


@kernel
def choose_in_copy(
    network: Record, sheets: Record, copies: Records, seat: int, chosen: Ints, partials: Records
) -> float:
    """Choose the dice of a seat by greedy search, for the state stored in `copies`, a one-element array.

    The state is passed as an array because a record alone would not keep its array alive.
    """
    return choose_marks(network, sheets, copies[0], seat, chosen, partials)


@kernel
def rate_throws(network: Record, sheets: Record, state: Record, seat: int, values: Floats) -> None:
    """Rate keeping the dice and rerolling them by the seat's probability of winning.

    If the dice are kept, all seats are assumed to make the marks that a greedy search finds best for them. A reroll is
    rated by evaluating the position before it with the network.
    """
    partials = np.empty(1, PARTIAL)
    chosen = np.zeros(rules.MAX_SEATS, np.int64)
    kept = np.empty(1, STATE)
    kept[0] = state
    kept[0].phase = rules.Phase.TICK
    for other in range(state.n_seats):
        if other != seat:
            choose_in_copy(network, sheets, kept, other, chosen, partials)
    values[rules.KEEP] = choose_in_copy(network, sheets, kept, seat, chosen, partials)
    chosen[seat] = rules.REROLL
    values[rules.REROLL] = chance_played(network, sheets, state, seat, chosen, np.empty(1, STATE))


@kernel
def rate_by_chance(
    network: Record, sheets: Record, state: Record, seat: int, moves: Ints, n: int, values: Floats
) -> None:
    if state.phase == rules.Phase.REROLL:
        rate_throws(network, sheets, state, seat, values)
    else:
        rate_marks(network, sheets, state, seat, moves, n, values)


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
