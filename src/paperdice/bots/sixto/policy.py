"""Sixto moves by the chance to win: what a trained network says after each of them, or after any throw."""

from __future__ import annotations

import numpy as np

from paperdice.bots.sixto.network import Network, win_chance
from paperdice.fast.compile import Floats, Ints, Record, Records, kernel, record_type, register
from paperdice.games.sixto import rules

STATE = record_type(rules.STATE)

register(rules)


@kernel
def chance_after(network: Network, sheets: Record, state: Record, seat: int, chosen: Ints, after: Records) -> float:
    """The chance of a seat to win after all seats have moved so; `after` is an array of one for scratch."""
    after[0] = state
    rules.apply_moves(sheets, after[0], chosen)
    return win_chance(network, sheets, after[0], seat)


@kernel
def choose_marks(network: Network, sheets: Record, state: Record, seat: int, chosen: Ints, after: Records) -> float:
    """Chooses the dice of a seat one by one, given the moves of the others, and returns the chance to win then.

    First all dice that are better than none when taken alone; then each die is turned once, if that is better still.
    """
    usable = rules.usable_dice(sheets, state, seat)
    chosen[seat] = rules.PASS
    alone = chance_after(network, sheets, state, seat, chosen, after)
    taken = 0
    for die in range(rules.N_DICE):
        if (usable >> die) & 1:
            chosen[seat] = 1 << die
            if chance_after(network, sheets, state, seat, chosen, after) > alone:
                taken |= 1 << die
    chosen[seat] = taken
    best = chance_after(network, sheets, state, seat, chosen, after)
    for die in range(rules.N_DICE):
        if (usable >> die) & 1:
            chosen[seat] = taken ^ (1 << die)
            chance = chance_after(network, sheets, state, seat, chosen, after)
            if chance > best:
                best = chance
                taken ^= 1 << die
    chosen[seat] = taken
    return best


@kernel
def rate_marks(network: Network, sheets: Record, state: Record, seat: int, moves: Ints, n: int, values: Floats) -> None:
    """Rates sets of dice by the chance to win after this turn, given what each other marks while nobody else does."""
    after = np.empty(1, STATE)
    chosen = np.zeros(rules.MAX_SEATS, np.int64)
    replies = np.zeros(rules.MAX_SEATS, np.int64)
    for other in range(state.n_seats):
        if other != seat:
            chosen[:] = rules.PASS
            choose_marks(network, sheets, state, other, chosen, after)
            replies[other] = chosen[other]
    for index in range(n):
        replies[seat] = moves[index]
        values[index] = chance_after(network, sheets, state, seat, replies, after)


@kernel
def choose_in_copy(network: Network, sheets: Record, copies: Records, seat: int, chosen: Ints, after: Records) -> float:
    """`choose_marks` in the state of an array of one; a record alone would not keep its array alive."""
    return choose_marks(network, sheets, copies[0], seat, chosen, after)


@kernel
def rate_throws(network: Network, sheets: Record, state: Record, seat: int, values: Floats) -> None:
    """Rates the dice that lie by what all are likely to mark with them, and another throw by what the network says."""
    after = np.empty(1, STATE)
    chosen = np.zeros(rules.MAX_SEATS, np.int64)
    kept = np.empty(1, STATE)
    kept[0] = state
    kept[0].phase = rules.Phase.TICK
    for other in range(state.n_seats):
        if other != seat:
            choose_in_copy(network, sheets, kept, other, chosen, after)
    values[rules.KEEP] = choose_in_copy(network, sheets, kept, seat, chosen, after)
    chosen[seat] = rules.REROLL
    values[rules.REROLL] = chance_after(network, sheets, state, seat, chosen, after)


@kernel
def rate_by_chance(
    network: Network, sheets: Record, state: Record, seat: int, moves: Ints, n: int, values: Floats
) -> None:
    """Rates moves by the chance to win."""
    if state.phase == rules.Phase.REROLL:
        rate_throws(network, sheets, state, seat, values)
    else:
        rate_marks(network, sheets, state, seat, moves, n, values)
