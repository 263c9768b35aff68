"""`steady` for Qwixx: on the classic sheet the chance to win by solved tables and a trained network, elsewhere and
until the tables are there the evolved evaluation."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from paperdice.bots.nets import read_nets
from paperdice.bots.qwixx.evolved import rate_evolved, read_weights
from paperdice.bots.qwixx.policy import rate_by_value
from paperdice.bots.qwixx.tables import is_classic, rate_by_table
from paperdice.fast.compile import kernel
from paperdice.fast.playout import Policy
from paperdice.solve import tables
from paperdice.solve.qwixx.question import Question, compute_table, make_problem

Progress = Callable[[int, int], None]

# Chances that one turn of another seat ends the match, one table each; alone nobody else can end it.
HAZARDS = {1: (0.0, 0.0), 2: (0.1, 0.25), 3: (0.075, 0.19), 4: (0.06, 0.16), 5: (0.05, 0.13)}
# How the sheets tell that the end is near, tuned by duels with two seats: constant, round, locks, most misses, rows
# ready to lock, the most advanced row. More seats share the turns of a round, hence the shift.
CLOCK = (-2.382, -0.025, 0.919, -0.036, 0.104, 0.054)
SHIFT = {1: 0.0, 2: 0.0, 3: -0.25, 4: -0.45, 5: -0.6}
# What a point by the tables counts beside the chance to win.
POINT = {1: 0.001, 2: 0.001, 3: 0.002, 4: 0.002, 5: 0.002}
# Which network serves so many seats; alone none is asked.
TRAINED_FOR = {1: 2, 2: 2, 3: 3, 4: 4, 5: 5}

_log = logging.getLogger(__name__)
_building = threading.Lock()


@kernel
def rate_by_sheet(weights: Any, sheets: Any, state: Any, seat: Any, moves: Any, n: Any, values: Any) -> None:
    """Rates by table where the seat has the classic sheet, else by the evolved evaluation."""
    if is_classic(sheets, seat):
        rate_by_table(weights[:4], sheets, state, seat, moves, n, values)
    else:
        rate_evolved(weights[4], sheets, state, seat, moves, n, values)


@kernel
def is_valued(sheets: Any, state: Any) -> Any:
    """Tells whether the network knows such a match: several seats, all with the classic sheet."""
    for seat in range(state.n_seats):
        if not is_classic(sheets, seat):
            return False
    return state.n_seats > 1


@kernel
def rate_steady(weights: Any, sheets: Any, state: Any, seat: Any, moves: Any, n: Any, values: Any) -> None:
    """Rates by the chance to win where the network knows it, else by the own sheet alone."""
    if is_valued(sheets, state):
        rate_by_value(weights[:4], weights[5], sheets, state, seat, moves, n, values)
    else:
        rate_by_sheet(weights, sheets, state, seat, moves, n, values)


@cache
def _facts(seats: int) -> dict[str, Any]:
    return {"steady": [question.facts() for question in _questions(seats)]}


def _questions(seats: int) -> list[Question]:
    return [Question(seats=seats, hazard=hazard) for hazard in HAZARDS[seats]]


def has_tables(seats: int) -> bool:
    """Tells whether the tables for this many seats are in the user's cache."""
    return tables.table_path(f"steady-{seats}-seats", _facts(seats)).exists()


@cache
def make_table_policy(seats: int, progress: Progress | None = None) -> Policy:
    """Gives the policy of the bare tables, which are built if they are not there: some ten seconds each."""
    name, facts = f"steady-{seats}-seats", _facts(seats)
    with _building:
        stored = tables.load_or_warn(name, facts)
        if stored is None:
            _log.warning("building the tables of steady for %d seats, once", seats)
            values = _build(seats, progress)
            tables.keep_table(name, facts, values, {"positions": values.shape[2], "seconds": 0.0, "value": 0.0})
            stored = tables.load_or_warn(name, facts) or (values, {})
    made = [make_problem(question)[0] for question in _questions(seats)]
    problems = np.array(made, made[0].dtype)
    clock = np.array(CLOCK)
    clock[0] += SHIFT[seats]
    weights = (problems, stored[0], np.array(HAZARDS[seats]), clock, np.array(read_weights()))
    return Policy("tables", rate_by_sheet, weights)


@cache
def make_steady(seats: int) -> Policy:
    """Gives the policy with tables and network; alone the network is there but not asked."""
    net = (*read_nets("qwixx/qwixx")[TRAINED_FOR[seats]], np.array([POINT[seats]]))
    return Policy("steady", rate_steady, (*make_table_policy(seats).weights, net))


def _build(seats: int, progress: Progress | None) -> np.ndarray:
    """Solves one table a hazard, kept in single precision: a policy compares values that differ by far more."""
    questions = _questions(seats)
    solved: dict[Question, np.ndarray] = {}
    for number, question in enumerate(dict.fromkeys(questions)):
        table = compute_table(question, progress=_part(progress or _be_quiet, number))
        solved[question] = table.values.astype(np.float32)
    return np.stack([solved[question] for question in questions])


def _part(progress: Progress, number: int) -> Progress:
    return lambda done, total: progress(number * total + done, 2 * total)


def _be_quiet(_done: int, _total: int) -> None:
    """Shows nothing."""
