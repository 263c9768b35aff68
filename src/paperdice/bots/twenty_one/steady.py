"""`steady` for Twenty One: a plan of what a turn costs, and with two seats the chance to win beside it."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from paperdice.bots.nets import Net, read_nets
from paperdice.bots.twenty_one.plan import (
    empty_cells,
    fill_of,
    planned_fill,
    rate_by_plan,
    solve_plan,
)
from paperdice.bots.twenty_one.value import (
    SEATS,
    describe_states,
    make_units,
    seat_code,
    share_by_lead,
    state_code,
    tabulate,
    win_chance,
)
from paperdice.fast.compile import kernel, register
from paperdice.fast.playout import Policy
from paperdice.games.twenty_one import rules
from paperdice.solve.twenty_one import paths
from paperdice.solve.twenty_one.kernels import N_CELLS

# What a turn costs where others can end the match, tuned by duels with two, three, four and six seats.
TURN_COST = 5.0
# How much a point counts in the odds to win, and the weight of the plan beside the network.
POINT = 0.06
PLANNED = 0.5

register(rules)


@kernel
def expect_other(plan: Any, sheets: Any, state: Any, other: Any) -> Any:
    """Gives what the other seat makes of the dice by the plan: points won, cells left empty, hits."""
    faces = np.empty(N_CELLS, np.int64)
    fill, _, _ = planned_fill(plan, sheets, state, other, faces, paths.make_room())
    row = state.current_row[other]
    won, hits = paths.gained(sheets.numbers[other, row], state.hits[other, row], faces, fill)
    return won, paths.left_empty(empty_cells(sheets, state, other), fill), hits


@kernel
def chance_after(net: Any, phase: Any, own: Any, other: Any, lead: Any, units: Any) -> Any:
    """Gives the chance to win after a turn that left each seat its row, empty cells and hits."""
    last = rules.MAX_ROWS - 1
    if (own[0] == last and own[1] == 0) or (other[0] == last and other[1] == 0):
        return share_by_lead(lead)
    own_code = state_code(phase, own[0], own[1], own[2])
    return win_chance(net, own_code, state_code(1 - phase, other[0], other[1], other[2]), lead, units)


@kernel
def rate_fills(weights: Any, sheets: Any, state: Any, seat: Any, moves: Any, n: Any, values: Any) -> None:
    """Rates fills by the chance to win after this turn, where the values are those of the plan."""
    plan, net = weights
    other = 1 - seat
    row = state.current_row[seat]
    hits = state.hits[seat, row]
    empty = empty_cells(sheets, state, seat)
    faces = np.empty(N_CELLS, np.int64)
    planned_fill(plan, sheets, state, seat, faces, paths.make_room())
    theirs, other_empty, other_hits = expect_other(plan, sheets, state, other)
    other_after = (state.current_row[other], other_empty, other_hits)
    lead = rules.score(sheets, state, seat) - rules.score(sheets, state, other) - theirs
    units = make_units(net)
    best = values[:n].max()
    for index in range(n):
        fill = fill_of(sheets, state, seat, moves[index])
        won, more = paths.gained(sheets.numbers[seat, row], hits, faces, fill)
        own_after = (row, paths.left_empty(empty, fill), more)
        phase = (seat - state.active - 1) % SEATS
        chance = chance_after(net, phase, own_after, other_after, lead + won, units)
        worth = POINT * max(chance * (1.0 - chance), 1e-4)
        values[index] = (1.0 - PLANNED) * chance + PLANNED * worth * (values[index] - best)


@kernel
def rate_by_chance(weights: Any, sheets: Any, state: Any, seat: Any, moves: Any, n: Any, values: Any) -> None:
    """Rates moves by the chance to win and the plan."""
    plan, net = weights
    rate_by_plan(plan, sheets, state, seat, moves, n, values)
    if state.phase == rules.Phase.FILL:
        rate_fills(weights, sheets, state, seat, moves, n, values)
    elif n > 1:
        lead = rules.score(sheets, state, seat) - rules.score(sheets, state, 1 - seat)
        codes = seat_code(sheets, state, seat), seat_code(sheets, state, 1 - seat)
        chance = win_chance(net, codes[0], codes[1], lead, make_units(net))
        values[1] *= POINT * chance * (1.0 - chance)


def make_plan_policy(seats: int) -> Policy:
    """Gives the player that follows the plan and nothing else; with one seat there is no hurry."""
    plan = solve_plan(seats, TURN_COST if seats > 1 else 0.0)
    return Policy("plan_twenty_one", rate_by_plan, (plan.values, plan.again))


def make_chance_policy(net: Net) -> Policy:
    """Gives the player for two seats that hears a network as well."""
    plan = make_plan_policy(SEATS).weights
    return Policy("chance_twenty_one", rate_by_chance, (plan, tabulate(net, describe_states())))


@cache
def make_steady(seats: int) -> Policy:
    """Gives the player of Twenty One at a table of so many seats."""
    return make_chance_policy(read_nets("twenty_one/twenty_one")[SEATS]) if seats == SEATS else make_plan_policy(seats)
