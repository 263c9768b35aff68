"""Rate the moves of Qwixx by solved tables of expected remaining points.

Each table is solved for one hazard, the probability that an opponent's turn ends the match. The actual hazard is
estimated from the sheets; decisions interpolate between the two tables with the nearest hazards.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from paperdice.bots.qwixx.moves import color_of, lead_of, number_of, verdict
from paperdice.fast.compile import Floats, Ints, Record, Singles, kernel, named_fields, register
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

# Limits of the hazard model: the number of ready rows it distinguishes, and the lowest and highest log hazard.
MOST_READY = 4
LOWEST_LOG = -4.0
HIGHEST_LOG = -0.7
# Row states do not depend on the hazard, so they can be looked up in any table.
ANY_TABLE = 0
N_CHOICES = max(N_COLOR_CHOICES, N_WHITE_CHOICES)
# The numbers of the classic sheet: two ascending rows, two descending rows.
RISING = np.arange(rules.LOWEST, rules.HIGHEST + 1)
CLASSIC = np.array([RISING] * N_RISING + [RISING[::-1]] * (rules.MAX_ROWS - N_RISING))
# The values of a phase's choices according to two tables and, in the seat's own turn, those of the color choices after
# each white choice.
CHOICES = named_fields(
    np.dtype(
        [
            ("low", np.float64, N_CHOICES),
            ("high", np.float64, N_CHOICES),
            ("low_follow", np.float64, (N_WHITE_CHOICES, N_COLOR_CHOICES)),
            ("high_follow", np.float64, (N_WHITE_CHOICES, N_COLOR_CHOICES)),
        ]
    )
)

register(rules)


class Clock(NamedTuple):
    """The coefficients of the hazard model: how much each feature of the sheets adds to the logarithm of the hazard.

    The hazard is the probability that an opponent's turn ends the match.
    """

    constant: float
    rounds: float
    locks: float
    most_misses: float
    ready_rows: float
    nearest_cell: float


class Tables(NamedTuple):
    """Solved tables for one number of seats.

    Args:
        values: The expected remaining points by position, wait, hazard and misses. The wait is the number of other
            seats' turns before the seat's own. Positions come first, so that all values of a decision are adjacent in
            memory.
        known: A record with the solved `problems` and their `hazards`, both by ascending hazard, and the hazard model
            `clock`.
    """

    values: Singles
    known: Record


@kernel
def is_classic(sheets: Record, seat: int) -> bool:
    """Return whether this seat has the classic sheet, the only one the tables were solved for."""
    n_other = abs(sheets.n_rows[seat] - rules.MAX_ROWS)
    for row in range(rules.MAX_ROWS):
        n_other |= sheets.n_cells[seat, row] ^ rules.MAX_CELLS
        # All cells are compared, which is faster than stopping at the first difference.
        for cell in range(rules.MAX_CELLS):
            n_other |= (sheets.colors[seat, row, cell] ^ row) | (sheets.numbers[seat, row, cell] ^ CLASSIC[row, cell])
    return bool(n_other == 0)


@kernel
def find_hazard(clock: Clock | Record, state: Record) -> float:
    """Estimate the probability that an opponent's turn ends the match, based on all sheets.

    The logarithm of the hazard is a constant plus the sum of these features, each multiplied by its coefficient in
    `clock`. The result is limited to a range.

    - rounds: the turn divided by the number of seats;
    - locks: the number of locked rows;
    - most_misses: the misses of the seat that has the most;
    - ready_rows: the number of unlocked rows with enough marks to be locked, counted on all sheets;
    - nearest_cell: the furthest next cell of any unlocked row.
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
    """Find the two tables to interpolate between, given the ascending hazards of all tables.

    Returns the index of the upper table and its weight from 0 to 1, which is clamped if the hazard is out of range.
    """
    upper = 1
    while upper < len(hazards) - 1 and hazards[upper] < hazard:
        upper += 1
    gap = hazards[upper] - hazards[upper - 1]
    part = min(max((hazard - hazards[upper - 1]) / gap, 0.0), 1.0) if gap > 0.0 else 0.0
    return upper, part


@kernel
def read_rows(problem: Record, state: Record, seat: int, rows: Ints) -> None:
    for row in range(rules.MAX_ROWS):
        rows[row] = row_code(problem, state.next_cell[seat, row], state.n_marks[seat, row], state.locked[row])


@kernel
def choice_values(
    problem: Record, plane: Plane, state: Record, seat: int, rows: Ints, follow: Floats, out: Floats
) -> None:
    """Write the value of each of the seat's choices in this phase to `out`, according to one table.

    In the white phase of the seat's own turn, also write the values of the color choices after each white choice to
    `follow`.
    """
    misses = state.misses[seat]
    if state.phase == rules.Phase.COLOR:
        color_choices(problem, plane, rows, misses, state.wrote, state.dice, out)
    elif seat == state.active:
        own_turn_choices(problem, plane, rows, misses, state.dice, out, follow)
    else:
        other_turn_choices(problem, plane, rows, misses, white_sum(state.dice), out)


@kernel
def choice_of(state: Record, move: int) -> int:
    """Return the index of a move in the arrays of choice values."""
    if move == rules.PASS:
        return PASS_CHOICE
    color = color_of(move)
    if state.phase == rules.Phase.WHITE:
        return white_choice(color)
    uses_first = state.dice[FIRST_WHITE_DIE] + state.dice[rules.FIRST_COLOR_DIE + color] == number_of(move)
    return color_choice(color, FIRST_WHITE_DIE if uses_first else SECOND_WHITE_DIE)


@kernel
def value_choices(tables: Tables, state: Record, seat: int, upper: int, work: Record, choices: Record) -> None:
    """Write the value of each of the seat's choices to `choices`, according to tables `upper` and `upper - 1`."""
    problems, rows, lower = tables.known.problems, work.rows, upper - 1
    read_rows(problems[ANY_TABLE], state, seat, rows)
    # The number of opponents' turns between this turn and the seat's next one.
    wait = (seat - state.active - 1) % state.n_seats
    low, high = tables.values[:, wait, lower], tables.values[:, wait, upper]
    choice_values(problems[lower], low, state, seat, rows, choices.low_follow, choices.low[:])
    choice_values(problems[upper], high, state, seat, rows, choices.high_follow, choices.high[:])


@kernel
def rate_choices(
    tables: Tables,
    sheets: Record,
    state: Record,
    seat: int,
    moves: Ints,
    n: int,
    values: Floats,
    part: float,
    low: Floats,
    high: Floats,
) -> None:
    """Rate moves by interpolating between the values of two tables, and add the `verdict` on each move.

    With `part` as the weight of the upper table:

        value = (1 − part) · value in the lower table + part · value in the upper table + verdict
    """
    lead = lead_of(sheets, state, seat)
    for index in range(n):
        choice = choice_of(state, moves[index])
        values[index] = (1.0 - part) * low[choice] + part * high[choice]
        values[index] += verdict(sheets, state, seat, moves[index], lead)


@kernel
def find_part(tables: Tables, state: Record) -> tuple[int, float]:
    """Return the index of the upper one of the two tables to interpolate between, and its interpolation weight."""
    return find_between(tables.known.hazards, find_hazard(tables.known.clock, state))


@kernel
def rate_by_table(
    tables: Tables,
    sheets: Record,
    state: Record,
    seat: int,
    moves: Ints,
    n: int,
    values: Floats,
    work: Record,
    choices: Record,
) -> None:
    """Rate moves by interpolating between the two tables nearest to the estimated hazard.

    Writes the ratings of the moves to `values`, and the values of all choices according to both tables to `choices`.
    """
    upper, part = find_part(tables, state)
    value_choices(tables, state, seat, upper, work, choices)
    rate_choices(tables, sheets, state, seat, moves, n, values, part, choices.low[:], choices.high[:])
