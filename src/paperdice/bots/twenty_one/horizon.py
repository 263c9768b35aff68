"""Lookahead in Twenty One: rollouts follow the plan; with two seats, the network rates the position after one turn."""

from __future__ import annotations

from functools import cache

from paperdice.bots.horizon import TO_THE_END, Horizon, value_nothing
from paperdice.bots.twenty_one.features import seat_code
from paperdice.bots.twenty_one.network import make_units, win_chance
from paperdice.bots.twenty_one.plan import choose_by_plan
from paperdice.bots.twenty_one.policy import LAST_ROW, Weights, rate_by_chance
from paperdice.fast.compile import Floats, Ints, Record, kernel, register
from paperdice.fast.playout import Policy, best_of
from paperdice.games.twenty_one import rules

# The probability that corresponds to a point of the plan, the typical error of ratings, and how far a move's rating may
# lie below the best one for the move to be tried.
POINT = 0.015
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
    return Horizon(policy.weights, choose_by_plan, value_nothing, TO_THE_END, POINT, PRIOR_ERROR, WIDTH)


def find_horizon(policy: Policy, _sheets: Record, _state: Record) -> Horizon | None:
    return make_horizon(policy)
