"""`steady` for Twenty One and its lookahead: a plan with a cost per turn.

With two seats, the plan is combined with the probability of winning that the network estimates. Rollouts of the
lookahead follow the plan; with two seats, the network rates the position after one turn.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from paperdice.bots.horizon import TO_THE_END, Horizon, value_nothing
from paperdice.bots.network import read_networks
from paperdice.bots.twenty_one.features import SEATS, seat_code, standardize_inputs, state_code, write_inputs
from paperdice.bots.twenty_one.network import FILE, Network, Tables, Units, make_units, tabulate, win_chance
from paperdice.bots.twenty_one.plan import (
    Plan,
    choose_by_plan,
    empty_cells,
    fill_of,
    make_plan,
    plan_fill,
    rate_by_plan,
    wait_of,
    write_faces,
)
from paperdice.fast.compile import Floats, Ints, Record, kernel, register
from paperdice.fast.playout import Policy, best_of
from paperdice.games.twenty_one import rules
from paperdice.solve.twenty_one.kernels import N_CELLS, gained, left_empty, make_fills

# The effect of a point on the odds of winning, and the weight of the plan relative to the network.
POINT = 0.06
PLANNED = 0.5
# The lower limit of chance · (1 − chance), so that points count even if the match is almost decided.
LEAST_DOUBT = 1e-4
LAST_ROW = rules.MAX_ROWS - 1

register(rules)


class Weights(NamedTuple):
    """Weights of the policy: the plan and the network."""

    plan: Plan
    network: Tables


class RowState(NamedTuple):
    """A seat's row after a turn: its index, a bit mask of its empty cells, and its hits."""

    row: int
    empty: int
    hits: int


@kernel
def share_by_lead(lead: int) -> float:
    """Return the fraction of the win credited to a seat at the end: 1 if it leads, 0.5 in a tie, 0 if it trails."""
    return 0.5 * (1 + (lead > 0) - (lead < 0))


@kernel
def has_ended(after: RowState) -> bool:
    """Return whether a seat in this state has filled its last row, which ends the match. [Twenty One 11]"""
    return after.row == LAST_ROW and after.empty == 0


@kernel
def expect_other(plan: Plan, sheets: Record, state: Record, other: int) -> tuple[int, RowState]:
    """Predict the other seat's fill for the current dice, assuming that it follows the plan.

    Returns the points it gains and the state of its row afterward.
    """
    faces = np.empty(N_CELLS, np.int64)
    fill, _, _ = plan_fill(plan, sheets, state, other, faces, make_fills())
    row = state.current_row[other]
    won, hits = gained(sheets.numbers[other, row], state.hits[other, row], faces, fill)
    return won, RowState(row, left_empty(empty_cells(sheets, state, other), fill), hits)


@kernel
def chance_after(tables: Tables, wait: int, own: RowState, other: RowState, lead: int, units: Units) -> float:
    """Return the seat's probability of winning after a turn.

    `own` and `other` are the states of both seats, `wait` is the number of turns before the seat's next one, and `lead`
    the seat's lead in points.
    """
    if has_ended(own) or has_ended(other):
        return share_by_lead(lead)
    own_code = state_code(wait, own.row, own.empty, own.hits)
    other_code = state_code(1 - wait, other.row, other.empty, other.hits)
    return win_chance(tables, own_code, other_code, lead, units)


@kernel
def rate_fills(weights: Weights, sheets: Record, state: Record, seat: int, moves: Ints, n: int, values: Floats) -> None:
    """Rate fills by the probability of winning after this turn and by the plan.

    `values` contains the plan's ratings and is overwritten:

        value = (1 − PLANNED) · chance + PLANNED · POINT · chance · (1 − chance) · (plan's rating − best rating)
    """
    plan, tables = weights.plan, weights.network
    other = 1 - seat
    row = state.current_row[seat]
    hits = state.hits[seat, row]
    empty = empty_cells(sheets, state, seat)
    faces = np.empty(N_CELLS, np.int64)
    write_faces(sheets, state, seat, faces)
    theirs, other_after = expect_other(plan, sheets, state, other)
    lead = rules.score(sheets, state, seat) - rules.score(sheets, state, other) - theirs
    wait = (wait_of(state, seat) - 1) % SEATS
    units = make_units(tables)
    best = values[:n].max()
    for index in range(n):
        fill = fill_of(sheets, state, seat, moves[index])
        won, more = gained(sheets.numbers[seat, row], hits, faces, fill)
        own_after = RowState(row, left_empty(empty, fill), more)
        chance = chance_after(tables, wait, own_after, other_after, lead + won, units)
        worth = POINT * max(chance * (1.0 - chance), LEAST_DOUBT)
        values[index] = (1.0 - PLANNED) * chance + PLANNED * worth * (values[index] - best)


@kernel
def rate_by_chance(
    weights: Weights, sheets: Record, state: Record, seat: int, moves: Ints, n: int, values: Floats
) -> None:
    """Write the rating of each move to `values`.

    A fill is rated by the probability of winning and by the plan; a reroll is rated by the plan's gain, converted to a
    probability.
    """
    rate_by_plan(weights.plan, sheets, state, seat, moves, n, values)
    if state.phase == rules.Phase.FILL:
        rate_fills(weights, sheets, state, seat, moves, n, values)
    elif n > 1:
        lead = rules.score(sheets, state, seat) - rules.score(sheets, state, 1 - seat)
        own, other = seat_code(sheets, state, seat), seat_code(sheets, state, 1 - seat)
        chance = win_chance(weights.network, own, other, lead, make_units(weights.network))
        values[rules.REROLL] *= POINT * chance * (1.0 - chance)


# The cost of a turn if others can end the match, tuned in duels with two, three, four and six seats.
TURN_COST = 5.0


def make_plan_policy(seats: int, turn_cost: float = TURN_COST) -> Policy:
    """Return the policy that only follows the plan; in a solo match, turns cost nothing."""
    return Policy("plan_twenty_one", rate_by_plan, make_plan(seats, turn_cost if seats > 1 else 0.0))


def make_chance_policy(network: Network) -> Policy:
    """Return the policy for two seats, which combines the plan with a network."""
    tables = tabulate(network, standardize_inputs(write_inputs()))
    return Policy("chance_twenty_one", rate_by_chance, Weights(make_plan(SEATS, TURN_COST), tables))


@cache
def make_steady(seats: int) -> Policy:
    return make_chance_policy(read_networks(FILE, Network)[SEATS]) if seats == SEATS else make_plan_policy(seats)


# The probability that corresponds to a point of the plan, the typical error of ratings, and how far a move's rating may
# lie below the best one for the move to be tried.
PRIOR_POINT = 0.015
PRIOR_ERROR = 0.02
WIDTH = 0.1

register(rules)


@kernel
def is_late(state: Record) -> bool:
    """Return whether any seat is in its last row, in which case the match may end soon."""
    return bool(state.current_row[: state.n_seats].max() == LAST_ROW)


@kernel
def choose_twenty_one(weights: Weights, sheets: Record, state: Record, seat: int, moves: Ints, values: Floats) -> int:
    """Return the plan's move, which ignores the opponents; late in the match, return the move of `steady` instead."""
    if state.phase == rules.Phase.REROLL or not is_late(state):
        return choose_by_plan(weights.plan, sheets, state, seat, moves, values)
    n = rules.legal_moves(sheets, state, seat, moves)
    rate_by_chance(weights, sheets, state, seat, moves, n, values)
    return int(moves[best_of(values, n)])


@kernel
def value_twenty_one(weights: Weights, sheets: Record, state: Record, seat: int) -> float:
    """Return a seat's probability of winning at the start of a turn.

    This is the mean of the network's estimates from both seats' perspectives: (1 + own − other's) / 2.
    """
    tables = weights.network
    units = make_units(tables)
    lead = rules.score(sheets, state, seat) - rules.score(sheets, state, 1 - seat)
    own, other = seat_code(sheets, state, seat), seat_code(sheets, state, 1 - seat)
    return 0.5 * (1.0 + win_chance(tables, own, other, lead, units) - win_chance(tables, other, own, -lead, units))


@cache
def make_horizon(policy: Policy) -> Horizon:
    """Return the horizon for `steady`'s policy.

    With a network, rollouts end after one turn and the network rates the position; otherwise they go to the end of the
    match.
    """
    if policy.rate is rate_by_chance:
        return Horizon(policy.weights, choose_twenty_one, value_twenty_one, 1, prior_error=PRIOR_ERROR, width=WIDTH)
    return Horizon(policy.weights, choose_by_plan, value_nothing, TO_THE_END, PRIOR_POINT, PRIOR_ERROR, WIDTH)


def find_horizon(policy: Policy, _sheets: Record, _state: Record) -> Horizon | None:
    return make_horizon(policy)
