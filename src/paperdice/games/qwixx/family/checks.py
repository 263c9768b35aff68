"""Check whether states of the Qwixx family are reachable: each forced mark must have a cause that is still visible on
the sheet.
"""

import numpy as np

from paperdice.games.qwixx.family.marks import (
    count_bonus,
    count_marks,
    has_lock,
    has_won,
    is_goal,
    right_of_bonus,
)
from paperdice.games.qwixx.family.sizes import (
    LOWEST,
    MAX_BONUS_ROWS,
    MAX_CELLS,
    MAX_STRIP,
    MAX_TURNS,
    N_COLORS,
    N_FACES,
    N_SPAN,
    Fault,
    Symbol,
)
from paperdice.games.qwixx.rules import count_faults, lock_faults, miss_faults, turn_faults


def faults(sheets, state):
    """Return the `Fault` flags of a state, or 0 if the state is reachable."""
    found = frame_faults(sheets, state)
    for seat in range(state.n_seats):
        found |= miss_faults(state, seat)
        for row in range(sheets.n_rows[seat]):
            found |= row_faults(sheets, state, seat, row)
        for line in range(MAX_BONUS_ROWS):
            found |= bonus_faults(sheets, state, seat, line)
        found |= strip_faults(sheets, state, seat) | swap_faults(sheets, state, seat)
        found |= reward_faults(sheets, state, seat)
    return found


def frame_faults(sheets, state):
    """Check the parts of the state that all seats share: the turn and the dice must be valid, and a row must be locked
    if and only if a seat has marked its goal, the cell that locks it.
    """
    held = np.zeros(N_COLORS, np.int64)
    for seat in range(state.n_seats):
        for row in range(sheets.n_rows[seat]):
            if has_lock(sheets, state, seat, row):
                held[sheets.lock_colors[seat, row]] = 1
    return turn_faults(sheets, state, MAX_TURNS, N_FACES) | lock_faults(state, held)


def row_faults(sheets, state, seat, row):
    """Check that the counters of a row match its marks, that no cell has more marks than boxes, that the cells of each
    pair are marked together, and that the row has enough marks for its lock and at most one marked goal.
    """
    least = sheets.marks_to_lock[seat] + 1 if has_lock(sheets, state, seat, row) else 0
    found = count_faults(sheets, state, seat, row, count_marks(sheets, state, seat, row), least)
    n_goals = 0
    for cell in range(sheets.n_cells[seat, row]):
        written = state.written[seat, row, cell]
        if written < 0 or written > sheets.boxes[seat, row, cell]:
            found |= Fault.BAD_SECOND_MARK
        place = sheets.partner[seat, row, cell] - 1
        if place >= 0 and (written > 0) != (state.written[seat, place // MAX_CELLS, place % MAX_CELLS] > 0):
            found |= Fault.BAD_PAIR
        if is_goal(sheets, seat, row, cell):
            n_goals += min(written, 1)
    if n_goals > 1:  # the first goal locks the row [V-LO1]
        found |= Fault.LOCK_WITHOUT_MARKS
    return found


# Forced marks


def count_next(sheets, state, seat, row):
    """Count the marks in a row that could have been forced by marks elsewhere: those in the first cell or directly to
    the right of another mark.
    """
    n = 0
    for cell in range(sheets.n_cells[seat, row]):
        if state.written[seat, row, cell] > 0 and (cell == 0 or state.written[seat, row, cell - 1] > 0):
            n += 1
    return n


def is_stuck(sheets, state, seat, row):
    """Return whether marks elsewhere cannot force a mark in this row, because its next cell locks the row and requires
    more marks. [V-BA2]
    """
    cell = state.next_cell[seat, row]
    if cell >= sheets.n_cells[seat, row] or not is_goal(sheets, seat, row, cell):
        return False
    return state.n_marks[seat, row] < sheets.marks_to_lock[seat]


def strip_faults(sheets, state, seat):
    """Check the strip, a line of fields that are used from left to right as framed cells are marked. Only fields of
    locked rows may be skipped, and each used field must have forced a mark in its row unless the next cell of that row
    cannot be marked yet. [Bonus A 2, 5, V-BA2, V-BA5]
    """
    n_used = 0
    n_free = 0
    for field in range(MAX_STRIP):
        used = state.used[seat, field]
        if used < 0 or used > (1 if field < sheets.n_strip[seat] else 0) or (used == 1 and n_free > 0):
            return Fault.BAD_STRIP
        n_used += used
        is_printed = field < sheets.n_strip[seat]
        if is_printed and used == 0 and state.locked[sheets.lock_colors[seat, sheets.strip[seat, field]]] == 0:
            n_free += 1
    n_framed = 0
    for row in range(sheets.n_rows[seat]):
        n_forced = 0
        for field in range(sheets.n_strip[seat]):
            n_forced += state.used[seat, field] if sheets.strip[seat, field] == row else 0
        if n_forced > count_next(sheets, state, seat, row) and not is_stuck(sheets, state, seat, row):
            return Fault.BAD_STRIP
        for cell in range(sheets.n_cells[seat, row]):
            n_framed += sheets.framed[seat, row, cell] * min(state.written[seat, row, cell], 1)
    return Fault.BAD_STRIP if n_used > n_framed or (n_used < n_framed and n_free > 0) else 0


def reward_faults(sheets, state, seat):
    """Check that each reward that grants marks has been applied: depending on the reward, there must be a mark in each
    open row or two marks in one row. [Bonus B 2, 3]
    """
    has_room = not has_won(sheets, state, seat, Symbol.CIRCLE)
    for row in range(sheets.n_rows[seat]):
        n_next = count_next(sheets, state, seat, row)
        is_excused = is_stuck(sheets, state, seat, row) or state.locked[sheets.lock_colors[seat, row]] == 1
        if has_won(sheets, state, seat, Symbol.NOTCHED) and n_next == 0 and not is_excused:
            return Fault.BAD_REWARD
        has_room = has_room or n_next > 1 or is_excused
    return 0 if has_room else Fault.BAD_REWARD


# Prints outside the rows


def swap_faults(sheets, state, seat):
    """Check that one of the two numbers of the most recently used swap field is marked. Using such a field replaces one
    number with the other as the white sum. [X-Change 2, V-XC1]
    """
    if state.swap[seat] < 0 or state.swap[seat] > sheets.n_swaps[seat]:
        return Fault.BAD_SWAP
    if state.swap[seat] == 0:
        return 0
    field = state.swap[seat] - 1
    for row in range(sheets.n_rows[seat]):
        for cell in range(sheets.n_cells[seat, row]):
            number = sheets.numbers[seat, row, cell]
            is_shown = number == sheets.swaps[seat, field, 0] or number == sheets.swaps[seat, field, 1]
            if is_shown and state.written[seat, row, cell] > 0:
                return 0
    return Fault.BAD_SWAP


def bonus_faults(sheets, state, seat, line):
    """Check that the counters of a bonus row (a row between two others) match its marks, and that each number marked in
    it is also marked in an adjacent row. [Big Points 2]
    """
    if count_bonus(state, seat, line) != state.n_bonus[seat, line]:
        return Fault.BAD_BONUS
    if right_of_bonus(state, seat, line) != state.next_bonus[seat, line]:
        return Fault.BAD_BONUS
    n_founded = 0
    for number in range(LOWEST, LOWEST + N_SPAN):
        cell = sheets.bonus_place[seat, line, number] - 1
        if cell < 0 or state.bonus[seat, line, cell] == 0:
            continue
        if state.bonus[seat, line, cell] != 1:
            return Fault.BAD_BONUS
        for side in range(2):
            place = sheets.place[seat, sheets.bonus_colors[seat, line, side], number] - 1
            if place >= 0 and state.written[seat, place // MAX_CELLS, place % MAX_CELLS] > 0:
                n_founded += 1
                break
    return 0 if n_founded == state.n_bonus[seat, line] else Fault.BAD_BONUS
