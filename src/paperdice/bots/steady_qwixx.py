"""`steady` for Qwixx: solved tables on the classic sheet, the evolved evaluation elsewhere and until they are there."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from paperdice.bots.evolved import make_evolved, rate_evolved, read_weights
from paperdice.bots.qwixx_table import is_classic, rate_by_table
from paperdice.fast.compile import kernel
from paperdice.fast.playout import Policy
from paperdice.solve import tables
from paperdice.solve.qwixx import Question, compute_table, make_problem

Progress = Callable[[int, int], None]

HAZARDS = (0.1, 0.25)
# How the sheets tell that the end is near, tuned by duels with two seats: constant, round, locks, most misses, rows
# ready to lock, the most advanced row. More seats share the turns of a round, hence the shift.
CLOCK = (-2.382, -0.025, 0.919, -0.036, 0.104, 0.054)
SHIFT = {1: 0.0, 2: 0.0, 3: -0.25, 4: -0.45, 5: -0.6}

_log = logging.getLogger(__name__)
_building = threading.Lock()


@kernel
def rate_steady(weights: Any, sheets: Any, state: Any, seat: Any, moves: Any, n: Any, values: Any) -> None:
    """Rates by table where the seat has the classic sheet, else by the evolved evaluation."""
    if is_classic(sheets, seat):
        rate_by_table(weights[:4], sheets, state, seat, moves, n, values)
    else:
        rate_evolved(weights[4], sheets, state, seat, moves, n, values)


def _facts(seats: int) -> dict[str, Any]:
    questions = [Question(seats=seats, hazard=_hazard(seats, hazard)).facts() for hazard in HAZARDS]
    return {"steady": questions}


def _hazard(seats: int, hazard: float) -> float:
    """Alone nobody else can end the match."""
    return hazard if seats > 1 else 0.0


def has_tables(seats: int) -> bool:
    """Tells whether the tables for this many seats are in the user's cache."""
    return tables.table_path(f"steady-{seats}-seats", _facts(seats)).exists()


@cache
def make_table_policy(seats: int, progress: Progress | None = None) -> Policy:
    """Gives the policy with its tables, which are built if they are not there: some ten seconds each."""
    name, facts = f"steady-{seats}-seats", _facts(seats)
    with _building:
        stored = tables.load_or_warn(name, facts)
        if stored is None:
            _log.warning("building the tables of steady for %d seats, once", seats)
            values = _build(seats, progress)
            tables.keep_table(name, facts, values, {"positions": values.shape[2], "seconds": 0.0, "value": 0.0})
            stored = tables.load_or_warn(name, facts) or (values, {})
    problems = np.array([make_problem(Question(seats=seats, hazard=_hazard(seats, h)))[0] for h in HAZARDS])
    clock = np.array(CLOCK)
    clock[0] += SHIFT[seats]
    return Policy("steady", rate_steady, (problems, stored[0], np.array(HAZARDS), clock, np.array(read_weights())))


def _build(seats: int, progress: Progress | None) -> np.ndarray:
    """Solves one table a hazard, kept in half precision: a policy compares values that differ by far more."""
    solved = []
    for number, hazard in enumerate(HAZARDS):
        question = Question(seats=seats, hazard=_hazard(seats, hazard))
        table = compute_table(question, progress=_part(progress or _be_quiet, number))
        solved.append(table.values.astype(np.float32))
    return np.stack(solved)


def _part(progress: Progress, number: int) -> Progress:
    return lambda done, total: progress(number * total + done, len(HAZARDS) * total)


def _be_quiet(_done: int, _total: int) -> None:
    """Shows nothing."""


def make_steady_qwixx(seats: int, patient: bool) -> Policy:
    """Gives the policy; an impatient caller gets the evolved evaluation while tables are built in the background."""
    if patient or has_tables(seats):
        return make_table_policy(seats)
    _build_in_background(seats)
    return make_evolved()


@cache
def _build_in_background(seats: int) -> None:
    threading.Thread(target=make_table_policy, args=(seats,), daemon=True).start()
