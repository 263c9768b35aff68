"""How `expert` looks ahead in Twenty One: the plan plays on, and with two seats the network judges after a turn."""

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

# What a point of the plan counts as a chance, how far ratings usually are from the truth, and by how much a move may
# be rated lower than the best and still be tried.
POINT = 0.015
PRIOR_ERROR = 0.02
WIDTH = 0.1

register(rules)


@kernel
def is_late(state: Record) -> bool:
    """Whether a seat has come to its last row, so that the match can end soon."""
    return bool(state.current_row[: state.n_seats].max() == LAST_ROW)


@kernel
def choose_twenty_one(weights: Weights, sheets: Record, state: Record, seat: int, moves: Ints, values: Floats) -> int:
    """The move of the plan, which does not see who would win, and late in a match that of `steady`."""
    if state.phase == rules.Phase.REROLL or not is_late(state):
        return choose_by_plan(weights.plan, sheets, state, seat, moves, values)
    n = rules.legal_moves(sheets, state, seat, moves)
    rate_by_chance(weights, sheets, state, seat, moves, n, values)
    return int(moves[best_of(values, n)])


@kernel
def value_twenty_one(weights: Weights, sheets: Record, state: Record, seat: int) -> float:
    """The chance to win at the start of a turn, the mean of what both seats see: (1 + chance − the other's) / 2."""
    tables = weights.network
    units = make_units(tables)
    lead = rules.score(sheets, state, seat) - rules.score(sheets, state, 1 - seat)
    own, other = seat_code(sheets, state, seat), seat_code(sheets, state, 1 - seat)
    return 0.5 * (1.0 + win_chance(tables, own, other, lead, units) - win_chance(tables, other, own, -lead, units))


@cache
def make_horizon(policy: Policy) -> Horizon:
    """The horizon of `steady`'s policy; without a network, rollouts go to the end."""
    if policy.rate is rate_by_chance:
        return Horizon(policy.weights, choose_twenty_one, value_twenty_one, 1, prior_error=PRIOR_ERROR, width=WIDTH)
    return Horizon(policy.weights, choose_by_plan, value_nothing, TO_THE_END, POINT, PRIOR_ERROR, WIDTH)


def find_horizon(policy: Policy, _sheets: Record, _state: Record) -> Horizon | None:
    """The horizon of `steady`'s policy."""
    return make_horizon(policy)
