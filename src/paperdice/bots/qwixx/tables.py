"""Qwixx by solved tables: the points still to come, while each turn of another seat may end the match.

One table knows one hazard, the chance that a turn of another seat ends the match. How near the end really is shows on
the sheets, so several tables are kept and each decision reads between the two that fit best.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from paperdice.bots.qwixx.ends import lead_of, verdict
from paperdice.bots.qwixx.moves import color_of, number_of
from paperdice.fast.compile import Floats, Ints, Record, Records, Singles, kernel, register
from paperdice.games.qwixx import rules
from paperdice.solve.qwixx.policy import (
    FIRST_WHITE_DIE,
    N_COLOR_CHOICES,
    N_WHITE_CHOICES,
    PASS_CHOICE,
    SECOND_WHITE_DIE,
    color_choice,
    color_choices,
    other_turn_choices,
    own_turn_choices,
    row_code,
    white_choice,
    white_sum,
)
from paperdice.solve.qwixx.states import N_RISING, Plane

# The clock sees at most so many rows that are ready to lock, and no hazard below or above these, as logarithms.
MOST_READY = 4
LOWEST_LOG = -4.0
HIGHEST_LOG = -0.7
# Row states do not depend on the hazard, so any table can tell them.
ANY_TABLE = 0

register(rules)


class Clock(NamedTuple):
    """How the sheets tell that the end is near: what each sign adds to the logarithm of the hazard."""

    constant: float
    rounds: float
    locks: float
    most_misses: float
    ready_rows: float
    nearest_cell: float


class Tables(NamedTuple):
    """Solved tables of one number of seats, by rising hazard; values go by hazard, wait, position and misses."""

    problems: Records
    values: Singles
    hazards: Floats
    clock: Clock


@kernel
def is_classic(sheets: Record, seat: int) -> bool:
    """Whether this seat has the classic sheet, the only one the tables know."""
    if sheets.n_rows[seat] != rules.MAX_ROWS:
        return False
    for row in range(rules.MAX_ROWS):
        if sheets.n_cells[seat, row] != rules.MAX_CELLS:
            return False
        for cell in range(rules.MAX_CELLS):
            number = rules.LOWEST + cell if row < N_RISING else rules.HIGHEST - cell
            if sheets.colors[seat, row, cell] != row or sheets.numbers[seat, row, cell] != number:
                return False
    return True


@kernel
def find_hazard(clock: Clock, state: Record) -> float:
    """The chance that another seat's turn ends the match, from what all sheets show.

    ln hazard = constant + rounds · turn / seats + locks · locked rows + most_misses · the most misses of a seat
    + ready_rows · rows with marks enough to lock, of all seats + nearest_cell · the furthest next cell of an open row.
    """
    most_misses = 0
    n_ready = 0
    nearest = 0
    for seat in range(state.n_seats):
        most_misses = max(most_misses, state.misses[seat])
        for row in range(rules.MAX_ROWS):
            if state.locked[row] == 0:
                n_ready += 1 if state.n_marks[seat, row] >= rules.MARKS_TO_LOCK else 0
                nearest = max(nearest, state.next_cell[seat, row])
    log = clock.constant + clock.rounds * state.turn / state.n_seats + clock.locks * rules.count_locks(state)
    log += clock.most_misses * most_misses + clock.ready_rows * min(n_ready, MOST_READY) + clock.nearest_cell * nearest
    hazard: float = np.exp(min(max(log, LOWEST_LOG), HIGHEST_LOG))
    return hazard


@kernel
def find_between(hazards: Floats, hazard: float) -> tuple[int, float]:
    """The upper one of the two tables to read between, and its part from 0 to 1; outside of all it is 0 or 1."""
    upper = 1
    while upper < len(hazards) - 1 and hazards[upper] < hazard:
        upper += 1
    gap = hazards[upper] - hazards[upper - 1]
    part = min(max((hazard - hazards[upper - 1]) / gap, 0.0), 1.0) if gap > 0.0 else 0.0
    return upper, part


@kernel
def read_rows(problem: Record, state: Record, seat: int, rows: Ints) -> None:
    """Writes the row states of a sheet."""
    for row in range(rules.MAX_ROWS):
        rows[row] = row_code(problem, state.next_cell[seat, row], state.n_marks[seat, row], state.locked[row])


@kernel
def choice_values(
    problem: Record, plane: Plane, state: Record, seat: int, rows: Ints, follow: Floats, out: Floats
) -> None:
    """Values the choices of this phase by one table, in its own order."""
    misses = state.misses[seat]
    if state.phase == rules.Phase.COLOR:
        color_choices(problem, plane, rows, misses, state.wrote, state.dice, out)
    elif seat == state.active:
        own_turn_choices(problem, plane, rows, misses, state.dice, out, follow)
    else:
        other_turn_choices(problem, plane, rows, misses, white_sum(state.dice), out)


@kernel
def choice_of(state: Record, move: int) -> int:
    """The place of a move among the choices of a table."""
    if move == rules.PASS:
        return PASS_CHOICE
    color = color_of(move)
    if state.phase == rules.Phase.WHITE:
        return white_choice(color)
    uses_first = state.dice[FIRST_WHITE_DIE] + state.dice[rules.FIRST_COLOR_DIE + color] == number_of(move)
    return color_choice(color, FIRST_WHITE_DIE if uses_first else SECOND_WHITE_DIE)


@kernel
def rate_by_table(
    tables: Tables, sheets: Record, state: Record, seat: int, moves: Ints, n: int, values: Floats
) -> None:
    """Rates moves between the two tables whose hazards are next to the present one, and by what is certain.

    value = (1 − part) · value by the lower table + part · value by the upper one + verdict.
    """
    rows = np.empty(rules.MAX_ROWS, np.int64)
    read_rows(tables.problems[ANY_TABLE], state, seat, rows)
    upper, part = find_between(tables.hazards, find_hazard(tables.clock, state))
    lower = upper - 1
    # After this turn so many others come before the own one.
    wait = (seat - state.active - 1) % state.n_seats
    follow = np.empty(N_COLOR_CHOICES, np.float64)
    low = np.empty(max(N_COLOR_CHOICES, N_WHITE_CHOICES), np.float64)
    high = np.empty(max(N_COLOR_CHOICES, N_WHITE_CHOICES), np.float64)
    choice_values(tables.problems[lower], tables.values[lower, wait], state, seat, rows, follow, low)
    choice_values(tables.problems[upper], tables.values[upper, wait], state, seat, rows, follow, high)
    lead = lead_of(sheets, state, seat)
    for index in range(n):
        choice = choice_of(state, moves[index])
        values[index] = (1.0 - part) * low[choice] + part * high[choice]
        values[index] += verdict(sheets, state, seat, moves[index], lead)
