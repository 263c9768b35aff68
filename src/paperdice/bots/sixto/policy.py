"""Sixto moves by the chance to win: what a trained network says after each of them, or after any throw."""

from __future__ import annotations

from typing import Any

import numpy as np

from paperdice.bots.sixto.value import STATE, win_chance
from paperdice.fast.compile import kernel, register
from paperdice.games.sixto import rules

register(rules)


@kernel
def chance_after(net: Any, sheets: Any, state: Any, seat: Any, chosen: Any, copies: Any) -> Any:
    """Gives the chance of a seat to win after all seats have marked."""
    copies[0] = state
    rules.apply_moves(sheets, copies[0], chosen)
    return win_chance(net, sheets, copies[0], seat)


@kernel
def quick_tick(net: Any, sheets: Any, state: Any, seat: Any, chosen: Any, copies: Any) -> Any:
    """Chooses the dice of a seat one by one, given the moves of the others, and gives the chance to win then."""
    usable = rules.usable_dice(sheets, state, seat)
    chosen[seat] = 0
    alone = chance_after(net, sheets, state, seat, chosen, copies)
    taken = 0
    for die in range(rules.N_DICE):
        if (usable >> die) & 1:
            chosen[seat] = 1 << die
            if chance_after(net, sheets, state, seat, chosen, copies) > alone:
                taken |= 1 << die
    chosen[seat] = taken
    best = chance_after(net, sheets, state, seat, chosen, copies)
    for die in range(rules.N_DICE):
        if (usable >> die) & 1:
            chosen[seat] = taken ^ (1 << die)
            chance = chance_after(net, sheets, state, seat, chosen, copies)
            if chance > best:
                best = chance
                taken ^= 1 << die
    chosen[seat] = taken
    return best


@kernel
def rate_ticks(net: Any, sheets: Any, state: Any, seat: Any, moves: Any, n: Any, values: Any) -> None:
    """Rates sets of dice by the chance to win after this turn, given what the others are likely to mark."""
    copies = np.empty(1, STATE)
    chosen = np.zeros(rules.MAX_SEATS, np.int64)
    replies = np.zeros(rules.MAX_SEATS, np.int64)
    for other in range(state.n_seats):
        if other != seat:
            chosen[:] = 0
            quick_tick(net, sheets, state, other, chosen, copies)
            replies[other] = chosen[other]
    for index in range(n):
        replies[seat] = moves[index]
        values[index] = chance_after(net, sheets, state, seat, replies, copies)


@kernel
def rate_throws(net: Any, sheets: Any, state: Any, seat: Any, values: Any) -> None:
    """Rates the dice that lie by what all are likely to mark with them, and another throw by what the network says."""
    copies = np.empty(2, STATE)
    chosen = np.zeros(rules.MAX_SEATS, np.int64)
    copies[1] = state
    copies[1].phase = rules.Phase.TICK
    for other in range(state.n_seats):
        if other != seat:
            quick_tick(net, sheets, copies[1], other, chosen, copies)
    values[rules.KEEP] = quick_tick(net, sheets, copies[1], seat, chosen, copies)
    chosen[seat] = rules.REROLL
    values[rules.REROLL] = chance_after(net, sheets, state, seat, chosen, copies)


@kernel
def rate_by_chance(net: Any, sheets: Any, state: Any, seat: Any, moves: Any, n: Any, values: Any) -> None:
    """Rates moves by the chance to win."""
    if state.phase == rules.Phase.REROLL:
        rate_throws(net, sheets, state, seat, values)
    else:
        rate_ticks(net, sheets, state, seat, moves, n, values)
