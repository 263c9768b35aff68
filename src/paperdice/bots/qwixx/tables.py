"""Qwixx by solved tables: the points still to come, while each turn of another seat may end the match.

One table knows one hazard. How near the end really is shows on the sheets, so several tables are kept and each decision
reads between the two that fit best.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from paperdice.bots.qwixx.ends import lead_of, verdict
from paperdice.fast.compile import kernel, register
from paperdice.games.qwixx import rules
from paperdice.solve.qwixx.policy import (
    N_COLOR_CHOICES,
    N_WHITE_CHOICES,
    color_choices,
    other_turn_choices,
    own_turn_choices,
    row_code,
)

SPAN = rules.HIGHEST - rules.LOWEST + 1

register(rules)


@kernel
def is_classic(sheets: Any, seat: Any) -> Any:
    """Tells whether this seat has the classic sheet, the only one the tables know."""
    if sheets.n_rows[seat] != rules.MAX_ROWS:
        return False
    for row in range(rules.MAX_ROWS):
        if sheets.n_cells[seat, row] != rules.MAX_CELLS:
            return False
        for cell in range(rules.MAX_CELLS):
            number = rules.LOWEST + cell if row < 2 else rules.HIGHEST - cell
            if sheets.colors[seat, row, cell] != row or sheets.numbers[seat, row, cell] != number:
                return False
    return True


@kernel
def clock(weights: Any, state: Any) -> Any:
    """Gives the chance that another seat's turn ends the match, from what all sheets show."""
    most_misses = 0
    n_ready = 0
    nearest = 0
    for seat in range(state.n_seats):
        most_misses = max(most_misses, state.misses[seat])
        for row in range(rules.MAX_ROWS):
            if state.locked[row] == 0:
                n_ready += state.n_marks[seat, row] >= rules.MARKS_TO_LOCK
                nearest = max(nearest, state.next_cell[seat, row])
    told = weights[0] + weights[1] * state.turn / state.n_seats + weights[2] * rules.count_locks(state)
    told += weights[3] * most_misses + weights[4] * min(n_ready, 4) + weights[5] * nearest
    return np.exp(min(max(told, -4.0), -0.7))


@kernel
def choice_values(problem: Any, plane: Any, sheets: Any, state: Any, seat: Any, rows: Any, room: Any, out: Any) -> None:
    """Values the choices of this phase by one table, in its own order."""
    misses = state.misses[seat]
    if state.phase == rules.Phase.COLOR:
        color_choices(problem, plane, rows, misses, state.wrote, state.dice, out)
    elif seat == state.active:
        own_turn_choices(problem, plane, rows, misses, state.dice, out, room)
    else:
        other_turn_choices(problem, plane, rows, misses, state.dice[0] + state.dice[1], out)


@kernel
def choice_of(state: Any, move: Any) -> Any:
    """Gives the place of a move among the choices of a table."""
    if move == rules.PASS:
        return 0
    color = (move - 1) // SPAN
    if state.phase == rules.Phase.WHITE:
        return 1 + color
    number = (move - 1) % SPAN + rules.LOWEST
    uses_first = state.dice[0] + state.dice[rules.FIRST_COLOR_DIE + color] == number
    return 1 + 2 * color + (0 if uses_first else 1)


@kernel
def rate_by_table(weights: Any, sheets: Any, state: Any, seat: Any, moves: Any, n: Any, values: Any) -> None:
    """Rates moves between the two tables whose hazards are next to the clock; weights are (problems, tables, hazards,
    clock)."""
    problems, tables, hazards, clock_weights = weights
    rows = np.empty(rules.MAX_ROWS, np.int64)
    for row in range(rules.MAX_ROWS):
        rows[row] = row_code(problems[0], state.next_cell[seat, row], state.n_marks[seat, row], state.locked[row])
    hazard = clock(clock_weights, state)
    upper = 1
    while upper < hazards.shape[0] - 1 and hazards[upper] < hazard:
        upper += 1
    gap = hazards[upper] - hazards[upper - 1]
    part = min(max((hazard - hazards[upper - 1]) / gap, 0.0), 1.0) if gap > 0.0 else 0.0
    phase = (seat - state.active - 1) % state.n_seats
    room = np.empty(N_COLOR_CHOICES, np.float64)
    low = np.empty(max(N_COLOR_CHOICES, N_WHITE_CHOICES), np.float64)
    high = np.empty(max(N_COLOR_CHOICES, N_WHITE_CHOICES), np.float64)
    choice_values(problems[upper - 1], tables[upper - 1, phase], sheets, state, seat, rows, room, low)
    choice_values(problems[upper], tables[upper, phase], sheets, state, seat, rows, room, high)
    lead = lead_of(sheets, state, seat)
    for index in range(n):
        choice = choice_of(state, moves[index])
        values[index] = (1.0 - part) * low[choice] + part * high[choice]
        values[index] += verdict(sheets, state, seat, moves[index], lead)
