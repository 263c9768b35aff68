"""`steady` for Twenty One: the expected lead at the end of the match, since whoever fills the last row ends it.

For every state of a row it is known how many points the next turns bring and how soon the sheet is full. Two seats are
weighed against each other turn by turn, as if their dice were not the same.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from paperdice.bots import twenty_one_paths as paths
from paperdice.bots.twenty_one_paths import N_CELLS, N_HITS, N_MASKS, SPAN
from paperdice.fast.compile import kernel, register
from paperdice.fast.playout import Policy
from paperdice.games.twenty_one import TWENTY_ONE, rules

# Turns looked ahead: each fills a cell, and a sheet has thirty.
N_TURNS = rules.MAX_TURNS + 1
FULL = N_MASKS - 1
# What a turn costs where others can end the match, tuned by duels.
TURN_COST = 3.0

register(rules)


@kernel
def empty_cells(sheets: Any, state: Any, seat: Any) -> Any:
    """Gives the empty cells of the current row as bits."""
    row = state.current_row[seat]
    empty = 0
    for cell in range(sheets.n_cells[seat, row]):
        if state.written[seat, row, cell] == 0:
            empty |= 1 << cell
    return empty


@kernel
def faces_of(sheets: Any, state: Any, seat: Any, faces: Any) -> None:
    """Writes the dice in the order of the cells of the current row."""
    row = state.current_row[seat]
    for cell in range(sheets.n_cells[seat, row]):
        faces[cell] = state.dice[sheets.colors[seat, row, cell]]


@kernel
def fill_of(sheets: Any, state: Any, seat: Any, move: Any) -> Any:
    """Gives the cells that a move writes, as bits."""
    row = state.current_row[seat]
    fill = 0
    for cell in range(sheets.n_cells[seat, row]):
        if (move >> sheets.colors[seat, row, cell]) & 1:
            fill |= 1 << cell
    return fill


@kernel
def prospects(weights: Any, phase: Any, row: Any, empty: Any, hits: Any, gains: Any, ends: Any) -> None:
    """Writes the points of the next turns and the chances that the sheet is full after them."""
    _, row_gains, row_ends, start_gains, start_ends = weights
    if empty == 0 or row == rules.MAX_ROWS:
        below = min(row + 1, rules.MAX_ROWS)
        gains[:] = start_gains[below, phase]
        ends[:] = start_ends[below, phase]
        return
    row_path = row_gains[row, phase, empty, hits], row_ends[row, phase, empty, hits]
    paths.follow_rows(row_path[0], row_path[1], start_gains[row + 1], start_ends[row + 1], phase, gains, ends)


@kernel
def expect_seat(weights: Any, sheets: Any, state: Any, seat: Any, is_rolled: Any, gains: Any, ends: Any) -> Any:
    """Writes the prospects of another seat after this turn, and gives its points then: with the dice that lie, or with
    any dice."""
    n_seats = state.n_seats
    row = state.current_row[seat]
    hits = state.hits[seat, row]
    empty = empty_cells(sheets, state, seat)
    points = float(rules.score(sheets, state, seat))
    phase = (seat - state.active - 1) % n_seats
    if is_rolled:
        faces = np.zeros(N_CELLS, np.int64)
        faces_of(sheets, state, seat, faces)
        after = weights[0][row, phase]
        fill, _ = paths.best_fill(sheets.numbers[seat, row], after, empty, hits, faces)
        won, hits = paths.gained(sheets.numbers[seat, row], hits, faces, fill)
        prospects(weights, phase, row, paths.left_empty(empty, fill), hits, gains, ends)
        return points + won
    prospects(weights, (phase + 1) % n_seats, row, empty, hits, gains, ends)
    points += gains[1]
    for turn in range(N_TURNS - 1):
        gains[turn] = gains[turn + 1] - gains[1]
        ends[turn] = ends[turn + 1]
    return points


@kernel
def weigh_others(weights: Any, sheets: Any, state: Any, seat: Any, is_rolled: Any, stops: Any, theirs: Any) -> Any:
    """Writes the chances that another seat ends the match after so many turns, and the points that the others then
    have, their mean; gives the points they have after this turn."""
    n_seats = state.n_seats
    gains = np.zeros((n_seats, N_TURNS))
    ends = np.zeros((n_seats, N_TURNS))
    goes_on = np.ones((n_seats, N_TURNS + 1))
    points = 0.0
    for other in range(n_seats):
        if other == seat:
            continue
        points += expect_seat(weights, sheets, state, other, is_rolled, gains[other], ends[other]) / (n_seats - 1)
        for turn in range(N_TURNS):
            goes_on[other, turn + 1] = max(0.0, goes_on[other, turn] - ends[other, turn])
    stops[:] = 0.0
    theirs[:] = 0.0
    before = 1.0
    for turn in range(N_TURNS):
        all_go_on = 1.0
        for other in range(n_seats):
            all_go_on *= goes_on[other, turn + 1]
        stops[turn] = before - all_go_on
        before = all_go_on
        if turn + 1 < N_TURNS:
            theirs[turn + 1] = theirs[turn]
            for other in range(n_seats):
                if other != seat:
                    won = gains[other, turn + 1] - gains[other, turn]
                    theirs[turn + 1] += all_go_on * won / (n_seats - 1)
    stops[N_TURNS - 1] += before
    return points


@kernel
def weigh_cells(weights: Any, state: Any, seat: Any, empty: Any, stops: Any, theirs: Any, after: Any) -> None:
    """Writes the expected lead that follows from each set of cells within these still empty, by hits; points already
    written are left out."""
    n_seats = state.n_seats
    row = state.current_row[seat]
    phase = (seat - state.active - 1) % n_seats
    _, row_gains, row_ends, start_gains, start_ends = weights
    full_after = np.zeros(SPAN)
    still_on = np.zeros(SPAN)
    for used in range(SPAN):
        following = (phase - used) % n_seats
        for turn in range(used, N_TURNS):
            full_after[used] += stops[turn] * start_gains[row + 1, following, turn - used]
            full_after[used] -= start_ends[row + 1, following, turn - used] * theirs[turn]
    for turn in range(N_TURNS):
        still_on[min(turn, SPAN - 1)] += stops[turn]
    after[0, :] = full_after[0]
    left = empty
    while left > 0:
        for hits in range(N_HITS):
            lead = 0.0
            for used in range(SPAN):
                lead += still_on[used] * row_gains[row, phase, left, hits, used]
                lead += row_ends[row, phase, left, hits, used] * full_after[used]
            after[left, hits] = lead
        left = (left - 1) & empty


@kernel
def rate_twenty_one(weights: Any, sheets: Any, state: Any, seat: Any, moves: Any, n: Any, values: Any) -> None:
    """Rates moves by the expected lead at the end."""
    row = state.current_row[seat]
    printed = sheets.numbers[seat, row]
    hits = state.hits[seat, row]
    empty = empty_cells(sheets, state, seat)
    faces = np.zeros(N_CELLS, np.int64)
    faces_of(sheets, state, seat, faces)
    stops = np.zeros(N_TURNS)
    theirs = np.zeros(N_TURNS)
    after = np.zeros((N_MASKS, N_HITS))
    points = weigh_others(weights, sheets, state, seat, True, stops, theirs)
    weigh_cells(weights, state, seat, empty, stops, theirs, after)
    if state.phase == rules.Phase.FILL:
        for index in range(n):
            fill = fill_of(sheets, state, seat, moves[index])
            won, more = paths.gained(printed, hits, faces, fill)
            values[index] = won + after[paths.left_empty(empty, fill), more]
        return
    _, best = paths.best_fill(printed, after, empty, hits, faces)
    values[0] = best - points
    if n > 1:
        points = weigh_others(weights, sheets, state, seat, False, stops, theirs)
        weigh_cells(weights, state, seat, empty, stops, theirs, after)
        values[1] = paths.again_value(printed, after, empty, hits, paths.ones(empty, faces)) - points


def solve_tables(n_seats: int, turn_cost: float) -> tuple[np.ndarray, ...]:
    """Gives what the kernel reads: values by row, phase, cells and hits; points and ends of the row by turn as well;
    points and ends from the start of each row."""
    numbers = np.array([row.numbers for row in TWENTY_ONE.sheets["A"].rows], np.int64)
    values = np.zeros((rules.MAX_ROWS, n_seats, N_MASKS, N_HITS))
    gains, ends = (np.zeros((*values.shape, SPAN)) for _ in range(2))
    start_gains, start_ends = (np.zeros((rules.MAX_ROWS + 1, n_seats, N_TURNS)) for _ in range(2))
    start_ends[-1, :, 0] = 1.0
    later = np.zeros(n_seats)
    for row in range(rules.MAX_ROWS - 1, -1, -1):
        paths.solve_row(numbers[row], later, turn_cost, values[row], gains[row], ends[row])
        values[row, :, 0] = later[:, None]
        later = values[row, :, FULL, 0].copy()
        for phase in range(n_seats):
            top = gains[row, phase, FULL, 0], ends[row, phase, FULL, 0]
            below = start_gains[row + 1], start_ends[row + 1]
            paths.follow_rows(*top, *below, phase, start_gains[row, phase], start_ends[row, phase])
    return values, gains, ends, start_gains, start_ends


@cache
def make_steady_twenty_one(seats: int) -> Policy:
    """Gives the player of Twenty One at a table of so many seats."""
    return Policy("steady_twenty_one", rate_twenty_one, solve_tables(seats, TURN_COST if seats > 1 else 0.0))
