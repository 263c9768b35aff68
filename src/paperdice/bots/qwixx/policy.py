"""Rate Qwixx moves by the probability of winning: solved tables select candidates, and a network rates them."""

from __future__ import annotations

import numpy as np

from paperdice.bots.qwixx.features import SEEN_FIELDS
from paperdice.bots.qwixx.network import N_ROW_UNITS, N_UNITS, win_chance
from paperdice.bots.qwixx.tables import (
    CHOICES,
    Tables,
    choice_of,
    find_part,
    rate_by_table,
    rate_choices,
    value_choices,
)
from paperdice.fast.compile import Floats, Ints, Record, kernel, named_fields, record_type, register
from paperdice.fast.playout import best_of
from paperdice.games.qwixx import rules

STATE = record_type(rules.STATE)
# Moves whose value by the tables is lower than the best by more points than this are not evaluated.
WIDTH = 6.0
FAR_BEHIND = 1e6
UNKNOWN = -1

# The buffers of one decision: the state after a move of this phase and after the turn; replies and chosen moves; the
# seat's color moves and those of a table; row states; the tables' values of the seat's choices, of opponents' choices
# and of color choices; the number of locks before this phase, and whether the active seat's color choices for it have
# been computed; then the network's inputs and units.
# Slices of its arrays have the same type as any array, so kernels are compiled once for both.
WORK = named_fields(
    np.dtype(
        [
            ("turn", STATE),
            ("after", STATE),
            ("replies", np.int64, rules.MAX_SEATS),
            ("chosen", np.int64, rules.MAX_SEATS),
            ("moves", np.int64, rules.MAX_MOVES),
            ("values", np.float64, rules.MAX_MOVES),
            ("table_moves", np.int64, rules.MAX_MOVES),
            ("table_values", np.float64, rules.MAX_MOVES),
            ("rows", np.int64, rules.MAX_ROWS),
            ("own_choices", CHOICES),
            ("other_choices", CHOICES),
            ("color_choices", CHOICES),
            ("n_locks", np.int64),
            ("is_color_valued", np.int64),
            *SEEN_FIELDS,
            ("units", np.float32, N_ROW_UNITS),
            ("hidden", np.float32, N_UNITS),
        ]
    )
)

register(rules)


@kernel
def table_move(tables: Tables, sheets: Record, state: Record, seat: int, work: Record) -> int:
    """Return a seat's best move according to the solved tables, or a pass if there is no other move."""
    moves, values = work.table_moves[:], work.table_values[:]
    n = rules.legal_moves(sheets, state, seat, moves)
    if n < 2:
        return rules.PASS
    rate_by_table(tables, sheets, state, seat, moves, n, values, work, work.other_choices)
    return int(moves[best_of(values, n)])


@kernel
def color_reply(tables: Tables, sheets: Record, state: Record, work: Record) -> int:
    """Return the active opponent's best color move according to the tables.

    The values of the opponent's choices depend on the evaluated seat's marks only if a row was locked, so they are
    usually computed only once.
    """
    moves, values, seat = work.table_moves[:], work.table_values[:], state.active
    n = rules.legal_moves(sheets, state, seat, moves)
    if n < 2:
        return rules.PASS
    upper, part = find_part(tables, state)
    if work.is_color_valued == 0 or rules.count_locks(state) != work.n_locks:
        value_choices(tables, state, seat, upper, work, work.color_choices)
        work.is_color_valued = 1 if rules.count_locks(state) == work.n_locks else 0
    low, high = work.color_choices.low[:], work.color_choices.high[:]
    rate_choices(tables, sheets, state, seat, moves, n, values, part, low, high)
    return int(moves[best_of(values, n)])


@kernel
def turn_chance(
    tables: Tables, network: Record, sheets: Record, state: Record, seat: int, choice: int, work: Record
) -> float:
    """Return the seat's probability of winning after the rest of this turn.

    In its own turn, the seat plays its best color move. In an opponent's turn, the opponent plays its best color move
    according to the tables, which is applied to `state`. `choice` is the seat's white choice if the values of the color
    choices after it have been computed, otherwise UNKNOWN.
    """
    if state.phase != rules.Phase.COLOR:
        return win_chance(tables, network, sheets, state, seat, work)
    chosen = work.chosen[:]
    chosen[:] = rules.PASS
    if seat != state.active:
        chosen[state.active] = color_reply(tables, sheets, state, work)
        rules.apply_moves(sheets, state, chosen)
        return win_chance(tables, network, sheets, state, seat, work)
    moves, values = work.moves[:], work.values[:]
    n = rules.legal_moves(sheets, state, seat, moves)
    rate_colors(tables, sheets, state, seat, choice, n, work)
    floor = best_value(values, n) - WIDTH
    best = 0.0
    for index in range(n):
        if values[index] >= floor:
            work.after = state
            chosen[seat] = moves[index]
            rules.apply_moves(sheets, work.after, chosen)
            best = max(best, win_chance(tables, network, sheets, work.after, seat, work))
    return best


@kernel
def rate_colors(tables: Tables, sheets: Record, state: Record, seat: int, choice: int, n: int, work: Record) -> None:
    """Write the tables' ratings of the seat's color moves after a white choice to `work.values`."""
    moves, values = work.moves[:], work.values[:]
    if choice == UNKNOWN or rules.count_locks(state) != work.n_locks:
        rate_by_table(tables, sheets, state, seat, moves, n, values, work, work.color_choices)
        return
    _, part = find_part(tables, state)
    low, high = work.own_choices.low_follow[choice], work.own_choices.high_follow[choice]
    rate_choices(tables, sheets, state, seat, moves, n, values, part, low, high)


@kernel
def best_value(values: Floats, n: int) -> float:
    return float(values[best_of(values, n)])


@kernel
def reply_by_table(tables: Tables, sheets: Record, state: Record, seat: int, replies: Ints, work: Record) -> None:
    """Write the best move of every other acting seat to `replies`, according to the tables."""
    for other in range(state.n_seats):
        if other != seat and rules.acts(state, other):
            replies[other] = table_move(tables, sheets, state, other, work)


@kernel
def rate_by_value(
    tables: Tables,
    network: Record,
    point: float,
    sheets: Record,
    state: Record,
    seat: int,
    moves: Ints,
    n: int,
    values: Floats,
    work: Record,
) -> None:
    """Write the rating of each move to `values`, based on the probability of winning after this turn.

        value = probability of winning + point · value by the tables

    The second term guards against noise in the network's estimates. Moves that the tables rate much worse than the
    best one are not evaluated; they are rated far below the others.
    """
    rate_by_table(tables, sheets, state, seat, moves, n, values, work, work.own_choices)
    floor = best_value(values, n) - WIDTH
    n_near = 0
    for index in range(n):
        n_near += 1 if values[index] >= floor else 0
    if n_near == 1:
        return
    replies = work.replies[:]
    replies[:] = rules.PASS
    work.n_locks = rules.count_locks(state)
    work.is_color_valued = 0
    reply_by_table(tables, sheets, state, seat, replies, work)
    for index in range(n):
        if values[index] < floor:
            values[index] -= FAR_BEHIND
            continue
        work.turn = state
        replies[seat] = moves[index]
        rules.apply_moves(sheets, work.turn, replies)
        choice = choice_of(state, moves[index])
        values[index] = point * values[index] + turn_chance(tables, network, sheets, work.turn, seat, choice, work)
