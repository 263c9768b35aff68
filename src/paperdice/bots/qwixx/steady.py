"""`steady` for Qwixx and its lookahead.

On the classic sheet, it uses solved tables and a trained network; on others, the evolved evaluation. In a rollout of
the lookahead, all seats play one round using the solved tables, then the network rates the position.
"""

from __future__ import annotations

import logging
import threading
from functools import cache
from typing import NamedTuple

import numpy as np

from paperdice.bots.horizon import Horizon
from paperdice.bots.network import read_networks
from paperdice.bots.qwixx.evolved import EvolvedWeights, rate_evolved, read_weights
from paperdice.bots.qwixx.network import FILE, Network, tabulate, win_chance
from paperdice.bots.qwixx.policy import WORK, rate_by_value, table_move
from paperdice.bots.qwixx.tables import Clock, Tables, is_classic, rate_by_table
from paperdice.fast.compile import Floats, Ints, Record, Records, Singles, as_record, kernel, register
from paperdice.fast.playout import Policy
from paperdice.games.qwixx import rules
from paperdice.solve import tables
from paperdice.solve.qwixx.question import Question, compute_table, make_problem

# Probabilities that one turn of an opponent ends the match, one table each; in a solo match, no one else can end it.
HAZARDS = {1: (0.0, 0.0), 2: (0.1, 0.25), 3: (0.075, 0.19), 4: (0.06, 0.16), 5: (0.05, 0.13)}
# Tuned in matches of two seats. With more seats, a round has more turns, hence the shift of the constant.
CLOCK = Clock(-2.382, rounds=-0.025, locks=0.919, most_misses=-0.036, ready_rows=0.104, nearest_cell=0.054)
SHIFT = {1: 0.0, 2: 0.0, 3: -0.25, 4: -0.45, 5: -0.6}
# The value of one point of the tables' rating, which is added to the probability of winning.
POINT = {1: 0.001, 2: 0.001, 3: 0.002, 4: 0.002, 5: 0.002}
# The network used for each number of seats; it is not evaluated in solo matches.
TRAINED_FOR = {1: 2, 2: 2, 3: 3, 4: 4, 5: 5}

_log = logging.getLogger(__name__)
_building = threading.Lock()


class TableWeights(NamedTuple):
    """Weights of the policy that uses only the tables."""

    tables: Tables
    evolved: EvolvedWeights


class SteadyWeights(NamedTuple):
    """Weights of `steady`.

    `point` is the factor by which the tables' rating, in points, is multiplied before it is added to the probability of
    winning.
    """

    tables: Tables
    evolved: EvolvedWeights
    network: Record
    point: float


# A record does not keep its array alive, so the following functions receive the buffer as an array.


@kernel
def rate_with_scratch(
    tables: Tables, sheets: Record, state: Record, seat: int, moves: Ints, n: int, values: Floats, works: Records
) -> None:
    """Rate moves by the tables; `works` is a buffer for one position."""
    work = works[0]
    rate_by_table(tables, sheets, state, seat, moves, n, values, work, work.own_choices)


@kernel
def rate_chances(
    weights: SteadyWeights,
    sheets: Record,
    state: Record,
    seat: int,
    moves: Ints,
    n: int,
    values: Floats,
    works: Records,
) -> None:
    """Rate moves by the probability of winning; `works` is a buffer for one position."""
    rate_by_value(weights.tables, weights.network, weights.point, sheets, state, seat, moves, n, values, works[0])


@kernel
def rate_by_sheet(
    weights: TableWeights | SteadyWeights,
    sheets: Record,
    state: Record,
    seat: int,
    moves: Ints,
    n: int,
    values: Floats,
) -> None:
    """Rate moves by the tables if the seat has the classic sheet, otherwise by the evolved evaluation."""
    if is_classic(sheets, seat):
        rate_with_scratch(weights.tables, sheets, state, seat, moves, n, values, np.empty(1, WORK))
    else:
        rate_evolved(weights.evolved, sheets, state, seat, moves, n, values)


@kernel
def is_valued(sheets: Record, state: Record) -> bool:
    """Return whether the network was trained for this match: several seats, all with the classic sheet."""
    for seat in range(state.n_seats):
        if not is_classic(sheets, seat):
            return False
    several: bool = state.n_seats > 1
    return several


@kernel
def rate_steady(
    weights: SteadyWeights, sheets: Record, state: Record, seat: int, moves: Ints, n: int, values: Floats
) -> None:
    """Rate moves by the network if it was trained for this match, otherwise by the seat's own sheet alone."""
    if is_valued(sheets, state):
        rate_chances(weights, sheets, state, seat, moves, n, values, np.empty(1, WORK))
    else:
        rate_by_sheet(weights, sheets, state, seat, moves, n, values)


@cache
def _facts(seats: int) -> dict[str, object]:
    return {"steady": [question.facts() for question in _questions(seats)], "order": "position wait hazard misses"}


def _questions(seats: int) -> list[Question]:
    return [Question(seats=seats, hazard=hazard) for hazard in HAZARDS[seats]]


@cache
def make_tables(seats: int) -> Tables:
    """Return the solved tables for this number of seats.

    They are loaded from the cache if possible. Solving them the first time takes about ten seconds per table.
    """
    name, facts = f"steady-{seats}-seats", _facts(seats)
    with _building:
        stored = tables.load_or_warn(name, facts)
        if stored is None:
            _log.warning("building the tables of steady for %d seats, once", seats)
            values = _build(seats)
            header = tables.Header(positions=len(values), seconds=0.0, value=0.0)
            tables.store_table(name, facts, values, header)
            stored = tables.load_or_warn(name, facts) or (values, header)
    made = [make_problem(question)[0] for question in _questions(seats)]
    clock = CLOCK._replace(constant=CLOCK.constant + SHIFT[seats])
    problems, hazards = np.array(made, made[0].dtype), np.array(HAZARDS[seats])
    return Tables(stored[0], as_record(problems=problems, hazards=hazards, clock=as_record(**clock._asdict())))


@cache
def make_table_policy(seats: int) -> Policy:
    """Return the policy that uses only the tables."""
    return Policy("tables", rate_by_sheet, TableWeights(make_tables(seats), read_weights()))


@cache
def make_steady(seats: int) -> Policy:
    """Return the policy that uses tables and a network; in solo matches, the network is not evaluated."""
    network = read_networks(FILE, Network)[TRAINED_FOR[seats]]
    weights = SteadyWeights(make_tables(seats), read_weights(), tabulate(network), POINT[seats])
    return Policy("steady", rate_steady, weights)


def _build(seats: int) -> Singles:
    """Solve one table per hazard (the probability that another seat's turn ends the match), and combine the tables.

    Single precision suffices, since policies compare values that differ by far more.
    """
    questions = _questions(seats)
    solved = {question: compute_table(question).values.astype(np.float32) for question in dict.fromkeys(questions)}
    return np.ascontiguousarray(np.stack([solved[question] for question in questions]).transpose(2, 1, 0, 3))


# The typical error of the network. This value and one round are the best of several settings, compared by long playouts
# of `steady` after each chosen move.
PRIOR_ERROR = 0.03

register(rules)


@kernel
def choose_by_table(
    weights: SteadyWeights, sheets: Record, state: Record, seat: int, moves: Ints, values: Floats
) -> int:
    """Return a seat's best move according to the tables, or a pass if the seat does not act."""
    if not rules.acts(state, seat):
        return rules.PASS
    return move_with_scratch(weights.tables, sheets, state, seat, np.empty(1, WORK))


@kernel
def move_with_scratch(tables: Tables, sheets: Record, state: Record, seat: int, works: Records) -> int:
    """Return a seat's best move according to the tables; `works` is a buffer for one position.

    The buffer is an array because a record alone would not keep its memory alive.
    """
    return table_move(tables, sheets, state, seat, works[0])


@kernel
def value_by_network(weights: SteadyWeights, sheets: Record, state: Record, seat: int) -> float:
    return value_with_scratch(weights, sheets, state, seat, np.empty(1, WORK))


@kernel
def value_with_scratch(weights: SteadyWeights, sheets: Record, state: Record, seat: int, works: Records) -> float:
    """Return the network's estimate of the probability of winning; `works` is a buffer for one position."""
    return win_chance(weights.tables, weights.network, sheets, state, seat, works[0])


@cache
def make_horizon(policy: Policy, seats: int) -> Horizon:
    """Return the horizon for the policy that uses tables and a network; in a rollout, every seat rolls once more."""
    return Horizon(policy.weights, choose_by_table, value_by_network, seats, prior_error=PRIOR_ERROR)


def find_horizon(policy: Policy, sheets: Record, state: Record) -> Horizon | None:
    """Return the horizon if the network was trained for this match, or None to play rollouts to the end."""
    if policy.rate is not rate_steady or not is_valued(sheets, state):
        return None
    return make_horizon(policy, int(state["n_seats"]))
