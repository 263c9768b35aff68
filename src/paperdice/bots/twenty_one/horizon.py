"""How `expert` looks ahead in Twenty One: the plan plays on, and with two seats the network judges after a turn."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from paperdice.bots.search.horizon import TO_THE_END, Horizon, value_nothing
from paperdice.bots.twenty_one.plan import choose_by_plan
from paperdice.bots.twenty_one.steady import rate_by_chance
from paperdice.bots.twenty_one.value import make_units, seat_code, win_chance
from paperdice.fast.compile import Record, kernel, register
from paperdice.fast.playout import Policy
from paperdice.games.twenty_one import rules

register(rules)


@kernel
def is_late(state: Any) -> Any:
    """Tells whether a seat has come to its last row, so that the match can end soon."""
    return state.current_row[: state.n_seats].max() == rules.MAX_ROWS - 1


@kernel
def choose_twenty_one(weights: Any, sheets: Any, state: Any, seat: Any, moves: Any, values: Any) -> Any:
    """Gives the move of the plan, which does not see who would win, and late in a match that of `steady`."""
    if state.phase == rules.Phase.REROLL or not is_late(state):
        return choose_by_plan(weights[0], sheets, state, seat, moves, values)
    n = rules.legal_moves(sheets, state, seat, moves)
    rate_by_chance(weights, sheets, state, seat, moves, n, values)
    return moves[np.argmax(values[:n])]


@kernel
def value_twenty_one(weights: Any, sheets: Any, state: Any, seat: Any) -> Any:
    """Gives the chance to win at the start of a turn, seen from both seats."""
    net = weights[1]
    units = make_units(net)
    lead = rules.score(sheets, state, seat) - rules.score(sheets, state, 1 - seat)
    own, other = seat_code(sheets, state, seat), seat_code(sheets, state, 1 - seat)
    return 0.5 * (1.0 + win_chance(net, own, other, lead, units) - win_chance(net, other, own, -lead, units))


@cache
def make_horizon(policy: Policy) -> Horizon:
    """Gives the horizon of `steady`'s policy; without a network, playouts go to the end."""
    if policy.rate is rate_by_chance:
        return Horizon(policy.weights, choose_twenty_one, value_twenty_one, turns=1, prior_error=0.02, width=0.1)
    return Horizon(policy.weights, choose_by_plan, value_nothing, TO_THE_END, point=0.015, prior_error=0.02, width=0.1)


def find_horizon(policy: Policy, _sheets: Record, _state: Record) -> Horizon | None:
    """The horizon of `steady`'s policy."""
    return make_horizon(policy)
