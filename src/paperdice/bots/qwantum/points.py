"""Rate Qwantum moves by points: the seat's expected final score minus the mean of its opponents' scores.

`steady` uses this policy in solo matches. In other matches it serves as a fast policy, which also generated the first
training data.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from paperdice.bots.qwantum.marks import Marks, copy_marks, erase, fits, view_marks, write
from paperdice.bots.qwantum.rerolls import N_QUICK, N_SAMPLES, TurnGains, make_point_weights, rate_throws, sample_rolls
from paperdice.bots.qwantum.tables import (
    MISSES_AT,
    N_CELLS,
    N_NUMBERS,
    fullest_except,
    load_learned,
    pace_place,
    row_gains,
    sheet_value,
    stage_of,
)
from paperdice.fast.compile import Floats, Ints, Record, kernel, register
from paperdice.fast.playout import Policy
from paperdice.games.qwantum import rules

register(rules)


@kernel
def fullest_after(sheets: Record, state: Record, seat: int) -> int:
    """Return the largest number of cells that any other seat may have filled after this turn.

    A seat with only one empty cell is assumed to fill it only if one of the current sums fits.
    """
    most = 0
    for other in range(state.n_seats):
        if other != seat:
            n_left = rules.count_empty(sheets, state, other)
            can_grow = n_left > 1 or can_share(sheets, state, other)
            most = max(most, N_CELLS - n_left + (1 if can_grow else 0))
    return most


@kernel
def can_share(sheets: Record, state: Record, seat: int) -> bool:
    """Return whether a seat can share, that is, write one of the current sums.

    Before the reroll, this is always False, because the sums may still change.
    """
    if state.phase == rules.Phase.REROLL:
        return False
    found = False
    for color in range(rules.N_COLORS):
        found = found or rules.can_write(sheets, state, seat, color)
    return found


@kernel
def has_next_turn(state: Record, seat: int) -> bool:
    return bool((state.active + 1) % state.n_seats == seat)


@kernel
def misses_after(state: Record, seat: int, picked: int) -> int:
    """Return a seat's number of misses after this turn if it does not share.

    An active seat that has not picked a color takes another miss. [Qwantum 7]
    """
    return int(state.misses[seat]) + (1 if seat == state.active and picked == rules.PASS else 0)


@kernel
def their_value(learned: Floats, sheets: Record, state: Record, seat: int, n_own: int) -> float:
    """Return the opponents' mean expected final score, assuming that the seat has filled `n_own` cells of its sheet."""
    total = 0.0
    for other in range(state.n_seats):
        if other != seat:
            most = max(n_own, fullest_except(sheets, state, seat, other))
            is_next = has_next_turn(state, other)
            marks = view_marks(state, other)
            total += sheet_value(learned, marks, state.misses[other], most, is_next, most == N_CELLS)
    return float(total / max(1, state.n_seats - 1))


@kernel
def best_share(
    learned: Floats, sheets: Record, state: Record, seat: int, marks: Marks, picked: int, others: int, gain: float
) -> float:
    """Return a seat's expected final score after its best share (writing one more sum), or without one if better.

    The picked color cannot be shared. `others` is the number of filled cells on the fullest other sheet; `gain` is
    added if a share fills another cell.
    """
    is_next = has_next_turn(state, seat)
    is_end = others == N_CELLS
    best = sheet_value(learned, marks, misses_after(state, seat, picked), others, is_next, is_end)
    for color in range(rules.N_COLORS):
        row = sheets.row_of[seat, color] - 1
        if picked != color + 1 and fits(marks, row, state.sums[color]):
            write(marks, row, state.sums[color])
            best = max(best, sheet_value(learned, marks, state.misses[seat], others, is_next, is_end) + gain)
            erase(marks, row)
    return best


@kernel
def rate_share(learned: Floats, sheets: Record, state: Record, seat: int, moves: Ints, n: int, values: Floats) -> None:
    """Write the rating of each share (an optional number written after the active seat's pick) to `values`.

    A rating is the expected final score of the resulting sheet minus the opponents' mean.
    """
    marks = copy_marks(state, seat)
    others = fullest_after(sheets, state, seat)
    is_next = has_next_turn(state, seat)
    is_end = others == N_CELLS
    own = N_CELLS - rules.count_empty(sheets, state, seat)
    later = their_value(learned, sheets, state, seat, own + 1)
    for index in range(n):
        if moves[index] == rules.PASS:
            missed = misses_after(state, seat, state.picked)
            values[index] = sheet_value(learned, marks, missed, others, is_next, is_end)
            values[index] -= their_value(learned, sheets, state, seat, own)
        else:
            row = sheets.row_of[seat, moves[index] - 1] - 1
            write(marks, row, state.sums[moves[index] - 1])
            values[index] = sheet_value(learned, marks, state.misses[seat], others, is_next, is_end) - later
            erase(marks, row)


@kernel
def others_share(learned: Floats, sheets: Record, state: Record, seat: int, picked: int, n_own: int) -> float:
    """Return the opponents' mean expected final score if this seat picks a color and they then make their best shares.

    Shares are optional numbers that all seats may write after the pick. `n_own` is the number of cells that this seat
    has filled after its pick.
    """
    if n_own == N_CELLS:
        return their_value(learned, sheets, state, seat, n_own)
    total = 0.0
    for other in range(state.n_seats):
        if other != seat:
            marks = copy_marks(state, other)
            now = min(max(n_own + 1, fullest_after(sheets, state, other)), N_CELLS - 1)
            total += best_share(learned, sheets, state, other, marks, picked, now, 0.0)
    return float(total / max(1, state.n_seats - 1))


@kernel
def rate_pick(learned: Floats, sheets: Record, state: Record, seat: int, moves: Ints, n: int, values: Floats) -> None:
    """Write the rating of each pick (the color that the active seat writes) to `values`.

    A rating is the expected final score after the pick and the seat's best share, minus the opponents' mean.
    """
    marks = copy_marks(state, seat)
    others = fullest_after(sheets, state, seat)
    own = N_CELLS - rules.count_empty(sheets, state, seat)
    for index in range(n):
        picked = moves[index]
        n_own = own
        if picked != rules.PASS:
            write(marks, sheets.row_of[seat, picked - 1] - 1, state.sums[picked - 1])
            n_own += 1
        gain = 0.0
        if n_own < N_CELLS:
            gain = their_value(learned, sheets, state, seat, n_own)
            gain -= their_value(learned, sheets, state, seat, n_own + 1)
        values[index] = best_share(learned, sheets, state, seat, marks, picked, others, gain)
        values[index] -= others_share(learned, sheets, state, seat, picked, n_own)
        if picked != rules.PASS:
            erase(marks, sheets.row_of[seat, picked - 1] - 1)


@kernel
def miss_gain(learned: Floats, misses: int) -> float:
    """Return how a miss changes the expected final score; each miss costs a point more than the last. [Qwantum 7]"""
    return float(learned[MISSES_AT + misses + 1] - learned[MISSES_AT + misses] - misses - 1.0)


@kernel
def number_gains(learned: Floats, sheets: Record, state: Record, seat: int, gains: Floats) -> None:
    """Write to `gains` how much each number in each color would add to the seat's rating.

    This includes the effect on the opponents' expected scores, since a fuller sheet brings the end of the match closer.
    """
    marks = view_marks(state, seat)
    others = min(fullest_after(sheets, state, seat), N_CELLS - 1)
    is_next = state.n_seats == 1
    n_filled = N_CELLS - rules.count_empty(sheets, state, seat)
    pace = learned[pace_place(n_filled + 1, others, is_next)] - learned[pace_place(n_filled, others, is_next)]
    pace += their_value(learned, sheets, state, seat, n_filled)
    pace -= their_value(learned, sheets, state, seat, n_filled + 1)
    for color in range(rules.N_COLORS):
        row_gains(learned, marks, sheets.row_of[seat, color] - 1, stage_of(others), pace, gains[color])


@kernel
def rate_reroll(weights: Record, sheets: Record, state: Record, seat: int, values: Floats) -> None:
    """Write the rating of each set of dice to reroll to `values`.

    Ratings are based on the points of the seat's own sheet; opponents matter only through the pace of the match.
    """
    own = np.empty((rules.N_COLORS, N_NUMBERS))
    number_gains(weights.learned, sheets, state, seat, own)
    gains = TurnGains(own, np.zeros_like(own), miss_gain(weights.learned, state.misses[seat]))
    rate_throws(weights, gains, state, values)


@kernel
def rate_by_points(
    weights: Record, sheets: Record, state: Record, seat: int, moves: Ints, n: int, values: Floats
) -> None:
    """Write the rating of each move to `values`, based on the expected final scores of the seat and its opponents."""
    if state.phase == rules.Phase.REROLL:
        rate_reroll(weights, sheets, state, seat, values[:n])
    elif state.phase == rules.Phase.PICK:
        rate_pick(weights.learned, sheets, state, seat, moves, n, values)
    else:
        rate_share(weights.learned, sheets, state, seat, moves, n, values)


@cache
def make_table_policy() -> Policy:
    """Return a fast policy that uses only the tables and rates rerolls with a few sample rolls."""
    weights = make_point_weights(load_learned(), sample_rolls(N_QUICK, 1), sample_rolls(0, 2))
    return Policy("qwantum_tables", rate_by_points, weights)


@cache
def make_alone_policy() -> Policy:
    """Return the policy for solo matches, which maximizes points."""
    weights = make_point_weights(load_learned("alone"), sample_rolls(N_QUICK, 1), sample_rolls(N_SAMPLES, 2))
    return Policy("qwantum_alone", rate_by_points, weights)
