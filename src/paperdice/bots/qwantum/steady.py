"""`steady` for Qwantum and its lookahead: a trained network for the probability of winning; in solo, tables of points.

A rollout of the lookahead rerolls by tables and marks by the network, which also rates the final position.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from paperdice.bots.horizon import Horizon, choose_by
from paperdice.bots.network import chance_of
from paperdice.bots.qwantum.marks import erase, view_marks
from paperdice.bots.qwantum.network import (
    ENCODED,
    Network,
    encode_number,
    encode_sheet,
    encode_sheets,
    encoded_rival,
    encoded_standing,
    final_logit,
    load_network,
    logit_between,
    make_chance_weights,
    win_chance,
    win_logit,
)
from paperdice.bots.qwantum.points import make_alone_policy, rate_by_points
from paperdice.bots.qwantum.rerolls import N_QUICK, N_SAMPLES, TurnGains, rate_throws, sample_rolls
from paperdice.bots.qwantum.tables import N_NUMBERS, NEVER, expected_points, load_learned
from paperdice.fast.compile import Floats, Ints, Record, Records, kernel, record_type, register
from paperdice.fast.playout import Policy
from paperdice.games.qwantum import QWANTUM, rules

STATE = record_type(rules.STATE)
# The value of one point of lead, added to the probability, so that decided matches are still played well.
POINT = 0.0005
# Higher sums are so rare that they are rated like this one.
HIGHEST_RATED = 25

register(rules)


@kernel
def pass_on(state: Record) -> None:
    """Advance the state to the next seat's turn without changing the sums."""
    state.active = (state.active + 1) % state.n_seats
    state.phase = rules.Phase.ROLL


@kernel
def write_color(network: Record, sheets: Record, later: Record, seat: int, move: int, encoded: Record) -> None:
    """On a seat's sheet, write the sum of the color that a move selects, and update the encoding of the sheet."""
    rules.write_sum(sheets, later, seat, move)
    encode_sheet(network, later, seat, encoded)


@kernel
def erase_color(sheets: Record, later: Record, seat: int, move: int) -> None:
    """Undo the mark made by a move, without updating the encoding of the sheet."""
    if move != rules.PASS:
        erase(view_marks(later, seat), sheets.row_of[seat, move - 1] - 1)


@kernel
def rate_end(weights: Record, sheets: Record, later: Record, seat: int, rival: int, encoded: Record) -> float:
    """Return the probability of winning after a turn, plus a small bonus per point of the (expected) final lead."""
    chance = chance_of(win_logit(weights, sheets, later, seat, rival, encoded))
    if rules.end_reason(sheets, later) != rules.End.NONE:
        return float(chance + POINT * (rules.score(sheets, later, seat) - rules.score(sheets, later, rival)))
    return float(chance + POINT * (encoded.ends[seat] - encoded.ends[rival]))


@kernel
def rate_replies(
    weights: Record, sheets: Record, state: Record, later: Record, seat: int, encoded: Record, ratings: Floats
) -> None:
    """Write the rating of each share of a seat to `ratings`, assuming that no one else marks anything.

    A share is an optional number written after the active seat's pick.

    The first entry is the pass, followed by one entry per color; illegal shares are rated NEVER.
    """
    rival = encoded_rival(weights.learned, sheets, later, seat, encoded)
    ratings[:] = NEVER
    for move in range(1 + rules.N_COLORS):
        if move == rules.PASS or rules.can_write(sheets, state, seat, move - 1):
            write_color(weights.network, sheets, later, seat, move, encoded)
            ratings[move] = rate_end(weights, sheets, later, seat, rival, encoded)
            erase_color(sheets, later, seat, move)
    encode_sheet(weights.network, later, seat, encoded)


@kernel
def best_reply(ratings: Floats, picked: int) -> int:
    """Return the highest-rated share (an optional number written after the pick), excluding the picked color."""
    best = rules.PASS
    for move in range(1, 1 + rules.N_COLORS):
        if move != picked and ratings[move] > ratings[best]:
            best = move
    return best


@kernel
def write_replies(
    network: Record, sheets: Record, later: Record, seat: int, ratings: Floats, replies: Ints, encoded: Record
) -> None:
    """Make each opponent's best share after the pick: write it on that opponent's sheet and record it in `replies`."""
    for other in range(later.n_seats):
        if other != seat:
            replies[other] = best_reply(ratings[other], later.picked)
            write_color(network, sheets, later, other, replies[other], encoded)


@kernel
def erase_replies(sheets: Record, later: Record, seat: int, replies: Ints) -> None:
    """Undo the opponents' shares recorded in `replies`."""
    for other in range(later.n_seats):
        if other != seat:
            erase_color(sheets, later, other, replies[other])


@kernel
def rate_written(
    weights: Record,
    sheets: Record,
    state: Record,
    later: Record,
    seat: int,
    rival: int,
    move: int,
    encoded: Record,
) -> float:
    """Return the rating of a share, given the marks already made in this turn.

    An active seat that has marked nothing takes a miss.
    """
    missed = 1 if move == rules.PASS and seat == state.active and later.picked == rules.PASS else 0
    write_color(weights.network, sheets, later, seat, move, encoded)
    later.misses[seat] += missed
    rating = rate_end(weights, sheets, later, seat, rival, encoded)
    later.misses[seat] -= missed
    erase_color(sheets, later, seat, move)
    return rating


@kernel
def best_share(
    weights: Record, sheets: Record, state: Record, later: Record, seat: int, rival: int, encoded: Record
) -> float:
    """Return the rating of a seat's best share (an optional number after the pick), given the marks so far."""
    best = rate_written(weights, sheets, state, later, seat, rival, rules.PASS, encoded)
    for color in range(rules.N_COLORS):
        if rules.can_write(sheets, later, seat, color):
            rating = rate_written(weights, sheets, state, later, seat, rival, color + 1, encoded)
            best = max(best, rating)
    return best


@kernel
def foresee_shares(
    weights: Record, sheets: Record, state: Record, later: Record, seat: int, encoded: Record
) -> tuple[int, Floats]:
    """Encode all sheets before a seat marks anything, and rate the possible shares of each opponent.

    Returns the seat's rival, and the ratings indexed by seat and share.
    """
    encode_sheets(weights.network, later, encoded)
    rival = encoded_rival(weights.learned, sheets, later, seat, encoded)
    ratings = np.empty((rules.MAX_SEATS, 1 + rules.N_COLORS))
    for other in range(state.n_seats):
        if other != seat:
            rate_replies(weights, sheets, state, later, other, encoded, ratings[other])
    return rival, ratings


@kernel
def rate_share(
    weights: Record,
    sheets: Record,
    state: Record,
    copies: Records,
    scratch: Records,
    seat: int,
    moves: Ints,
    n: int,
    values: Floats,
) -> None:
    """Write to `values` the probability of winning after each share, if every opponent makes its best share.

    A share is an optional number written after the active seat's pick.
    """
    later, encoded = copies[0], scratch[0]
    rival, ratings = foresee_shares(weights, sheets, state, later, seat, encoded)
    replies = np.zeros(rules.MAX_SEATS, np.int64)
    write_replies(weights.network, sheets, later, seat, ratings, replies, encoded)
    for index in range(n):
        values[index] = rate_written(weights, sheets, state, later, seat, rival, moves[index], encoded)


@kernel
def rate_pick(
    weights: Record,
    sheets: Record,
    state: Record,
    copies: Records,
    scratch: Records,
    seat: int,
    moves: Ints,
    n: int,
    values: Floats,
) -> None:
    """Write the rating of each pick (the color that the active seat writes) to `values`.

    A rating is the probability of winning if the seat and all opponents then make their best shares.
    """
    later, encoded = copies[0], scratch[0]
    rival, ratings = foresee_shares(weights, sheets, state, later, seat, encoded)
    replies = np.zeros(rules.MAX_SEATS, np.int64)
    for index in range(n):
        later.picked = moves[index]
        write_color(weights.network, sheets, later, seat, later.picked, encoded)
        if rules.end_reason(sheets, later) != rules.End.NONE:
            values[index] = rate_end(weights, sheets, later, seat, rival, encoded)
        else:
            write_replies(weights.network, sheets, later, seat, ratings, replies, encoded)
            values[index] = best_share(weights, sheets, state, later, seat, rival, encoded)
            erase_replies(sheets, later, seat, replies)
        erase_color(sheets, later, seat, later.picked)


@kernel
def number_gains(
    weights: Record,
    sheets: Record,
    later: Record,
    seat: int,
    writer: int,
    rival: int,
    encoded: Record,
    gains: Floats,
) -> None:
    """Write to `gains`, for each number in each color, the logit of winning for `seat` after `writer` has written it.

    Illegal numbers are rated NEVER.
    """
    gains[:, :] = NEVER
    for color in range(rules.N_COLORS):
        row = sheets.row_of[writer, color] - 1
        if later.next_cell[writer, row] < rules.MAX_CELLS:
            row_gains(weights, sheets, later, seat, writer, rival, row, encoded, gains[color])
    encode_sheet(weights.network, later, writer, encoded)


@kernel
def row_gains(
    weights: Record,
    sheets: Record,
    later: Record,
    seat: int,
    writer: int,
    rival: int,
    row: int,
    encoded: Record,
    gains: Floats,
) -> None:
    """Write to `gains`, for each number that fits in a row of `writer`, the logit of winning for `seat` afterward.

    The sheet is encoded once, then updated for each number.
    """
    cell = later.next_cell[writer, row]
    last = rules.last_number(later, writer, row)
    later.next_cell[writer, row] = cell + 1
    is_end = rules.end_reason(sheets, later) != rules.End.NONE
    encode_sheet(weights.network, later, writer, encoded)
    own, theirs = (
        encoded_standing(weights, sheets, later, seat, encoded),
        encoded_standing(weights, sheets, later, rival, encoded),
    )
    for number in range(1, N_NUMBERS):
        if not rules.follows(cell, last, number):
            continue
        if number > HIGHEST_RATED:
            gains[number] = gains[number - 1]
            continue
        later.written[writer, row, cell] = number
        if is_end:
            gains[number] = final_logit(sheets, later, seat)
            continue
        encode_number(weights.network, later, writer, row, cell, encoded)
        if writer == seat:
            own = encoded_standing(weights, sheets, later, seat, encoded)
        else:
            theirs = encoded_standing(weights, sheets, later, rival, encoded)
        gains[number] = logit_between(weights, sheets, later, seat, rival, own, theirs, encoded)
    later.written[writer, row, cell] = 0
    later.next_cell[writer, row] = cell


@kernel
def turn_gains(
    weights: Record, sheets: Record, later: Record, seat: int, rival: int, encoded: Record, now: float
) -> TurnGains:
    """Return how each number written by the seat or its rival changes the logit of winning, and the effect of a miss.

    `now` is the current logit. Gains from the rival's numbers are capped at 0, and are 0 for numbers the rival cannot
    write.
    """
    own = np.empty((rules.N_COLORS, N_NUMBERS))
    theirs = np.empty((rules.N_COLORS, N_NUMBERS))
    number_gains(weights, sheets, later, seat, seat, rival, encoded, own)
    number_gains(weights, sheets, later, seat, rival, rival, encoded, theirs)
    for color in range(rules.N_COLORS):
        for number in range(N_NUMBERS):
            own[color, number] -= now if own[color, number] > NEVER else 0.0
            theirs[color, number] = min(theirs[color, number] - now, 0.0) if theirs[color, number] > NEVER else 0.0
    later.misses[seat] += 1
    miss = win_logit(weights, sheets, later, seat, rival, encoded) - now
    later.misses[seat] -= 1
    return TurnGains(own, theirs, miss)


@kernel
def rate_reroll(
    weights: Record, sheets: Record, state: Record, copies: Records, scratch: Records, seat: int, values: Floats
) -> None:
    """Write the rating of each set of dice to reroll to `values`: the probability of winning after the turn.

    Sets that the search did not try are rated far below the others.
    """
    later, encoded = copies[0], scratch[0]
    encode_sheets(weights.network, later, encoded)
    rival = encoded_rival(weights.learned, sheets, later, seat, encoded)
    now = win_logit(weights, sheets, later, seat, rival, encoded)
    gains = turn_gains(weights, sheets, later, seat, rival, encoded, now)
    rate_throws(weights, gains, state, values)
    for mask in range(len(values)):
        if values[mask] > NEVER / 2:
            values[mask] = chance_of(now + values[mask])


@kernel
def rate_by_chance(
    weights: Record, sheets: Record, state: Record, seat: int, moves: Ints, n: int, values: Floats
) -> None:
    """Write the rating of each move to `values`, based on the probability of winning.

    The buffers are allocated here, because a record does not keep its array alive.
    """
    copies = np.empty(1, STATE)
    scratch = np.empty(1, ENCODED)
    copies[0] = state
    pass_on(copies[0])
    if state.phase == rules.Phase.REROLL:
        rate_reroll(weights, sheets, state, copies, scratch, seat, values[:n])
    elif state.phase == rules.Phase.PICK:
        rate_pick(weights, sheets, state, copies, scratch, seat, moves, n, values)
    else:
        rate_share(weights, sheets, state, copies, scratch, seat, moves, n, values)


@kernel
def rate_quickly(
    weights: Record, sheets: Record, state: Record, seat: int, moves: Ints, n: int, values: Floats
) -> None:
    """Rate rerolls by expected points, which is fast, and picks and shares by the probability of winning."""
    if state.phase == rules.Phase.REROLL:
        rate_by_points(weights, sheets, state, seat, moves, n, values)
    else:
        rate_by_chance(weights, sheets, state, seat, moves, n, values)


def make_chance_policy(network: Network) -> Policy:
    """Return the policy that maximizes the probability of winning."""
    weights = make_chance_weights(load_learned(), network, sample_rolls(N_QUICK, 1), sample_rolls(N_SAMPLES, 2))
    return Policy("steady_qwantum", rate_by_chance, weights)


def make_quick_policy(policy: Policy) -> Policy:
    """Return a variant of a policy with faster ratings of rerolls, for rollouts and for generating training data."""
    weights = policy.weights.copy()
    weights["looks_closer"] = 0
    if policy.rate is rate_by_points:
        return Policy("qwantum_alone_quick", rate_by_points, weights)
    return Policy("qwantum_quick", rate_quickly, weights)


@cache
def make_steady(seats: int) -> Policy:
    return make_alone_policy() if seats == 1 else make_chance_policy(load_network())


TURNS = 1
PRIOR_ERROR = 0.03
WIDTH = 0.1
# In a solo match, a point counts like a probability of 0.01.
POINT_ALONE = 0.01

register(rules)


@kernel
def value_alone(weights: Record, sheets: Record, state: Record, seat: int) -> float:
    """Return the seat's expected final score according to the tables, divided by 100."""
    return POINT_ALONE * expected_points(weights.learned, sheets, state, seat)


@cache
def make_horizon(policy: Policy, seats: int) -> Horizon:
    """Return the horizon for `steady`'s policy and this number of seats."""
    quick = make_quick_policy(policy)
    choose = choose_by(QWANTUM, quick)
    if seats == 1:
        return Horizon(quick.weights, choose, value_alone, TURNS, POINT_ALONE, PRIOR_ERROR, WIDTH)
    return Horizon(quick.weights, choose, win_chance, TURNS, 1.0, PRIOR_ERROR, WIDTH)


def find_horizon(policy: Policy, sheets: Record, state: Record) -> Horizon | None:
    """Return the horizon of `expert` for matches with this number of seats."""
    return make_horizon(policy, int(state["n_seats"]))
