"""Rate Sixto moves by the probability of winning after each of them, as estimated by the network."""

from __future__ import annotations

import numpy as np

from paperdice.bots.sixto.incremental import PARTIAL, STATE, chance_after, chance_played, prepare_turn
from paperdice.fast.compile import Floats, Ints, Record, Records, kernel, register
from paperdice.games.sixto import rules

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
