"""Marks on sheets of the Qwixx family, including those that other marks force. [Bonus A, Bonus B, Connected B]"""

import numpy as np

from paperdice.games.qwixx.family.sizes import MAX_CELLS, MAX_ROWS, Symbol

# Queries


def is_goal(sheets, seat, row, cell):
    """Return whether marking this cell locks its row: it is the last cell or, in Longo, one of the last two.
    [Qwixx 8, Longo 2]
    """
    return cell >= sheets.n_cells[seat, row] - sheets.n_goals[seat]


def has_lock(sheets, state, seat, row):
    """Return whether a seat has marked a goal of a row and thereby earned its lock. [Qwixx 8]"""
    last = sheets.n_cells[seat, row] - 1
    if state.written[seat, row, last] > 0:
        return True
    return sheets.n_goals[seat] > 1 and last > 0 and state.written[seat, row, last - 1] > 0


def is_closed(sheets, state, seat, row):
    """Return whether a row is closed for a seat, either because it was locked in an earlier phase or because the seat
    has marked its goal in the current phase. [V-1]
    """
    return state.locked[sheets.lock_colors[seat, row]] == 1 or has_lock(sheets, state, seat, row)


def can_mark(sheets, state, seat, row, cell):
    """Return whether a seat can mark a cell, dice permitting: the row must be open, the cell must be to the right of
    all marks, and a goal requires enough marks in its row. [Qwixx 2, 8, 9, V-5]
    """
    if cell < state.next_cell[seat, row] or is_closed(sheets, state, seat, row):
        return False
    return not is_goal(sheets, seat, row, cell) or state.n_marks[seat, row] >= sheets.marks_to_lock[seat]


def can_mark_again(sheets, state, seat, row, cell):
    """Return whether this cell can take a second mark: it must be the last marked cell of an open row, and its second
    box must be empty. [Double A 3, 4, 7]
    """
    if sheets.boxes[seat, row, cell] < 2 or state.written[seat, row, cell] != 1:
        return False
    return cell == state.next_cell[seat, row] - 1 and not is_closed(sheets, state, seat, row)


def can_mark_next(sheets, state, seat, row):
    """Return whether a seat can mark the next cell of a row: the one to the right of the last mark, or the first cell
    if the row is empty. [Bonus A 2]
    """
    cell = state.next_cell[seat, row]
    return cell < sheets.n_cells[seat, row] and can_mark(sheets, state, seat, row, cell)


def has_won(sheets, state, seat, symbol):
    """Return whether a seat has won the reward of a symbol by marking both of its cells. [Bonus B 1]"""
    if sheets.has_symbols[seat] == 0:
        return False
    first = sheets.symbol_places[seat, symbol, 0] - 1
    second = sheets.symbol_places[seat, symbol, 1] - 1
    if first < 0 or second < 0 or state.written[seat, first // MAX_CELLS, first % MAX_CELLS] == 0:
        return False
    return state.written[seat, second // MAX_CELLS, second % MAX_CELLS] > 0


def rows_with_fewest(sheets, state, seat):
    """Return a bit mask of the seat's open rows that have the fewest marks. [Longo 3, V-LO5, V-LO9, V-BB3, V-BB8]"""
    fewest = MAX_ROWS * MAX_CELLS * 2
    rows = 0
    for row in range(sheets.n_rows[seat]):
        if is_closed(sheets, state, seat, row):
            continue
        if state.n_marks[seat, row] < fewest:
            fewest = state.n_marks[seat, row]
            rows = 0
        if state.n_marks[seat, row] == fewest:
            rows |= 1 << row
    return rows


def next_field(sheets, state, seat):
    """Return the index of the next unused field of a seat's strip (a line of fields that force marks in rows), skipping
    fields of locked rows, or -1 if there is none. [Bonus A 2, 5]
    """
    for field in range(sheets.n_strip[seat]):
        row = sheets.strip[seat, field]
        if state.used[seat, field] == 0 and state.locked[sheets.lock_colors[seat, row]] == 0:
            return field
    return -1


# Counting


def count_marks(sheets, state, seat, row):
    """Count the marks in a row, not including its lock; a double cell counts as two."""
    n = 0
    for cell in range(sheets.n_cells[seat, row]):
        n += state.written[seat, row, cell] * sheets.weights[seat, row, cell]
    return n


def count_bonus(state, seat, line):
    """Count the marks in a bonus row."""
    n = 0
    for cell in range(MAX_CELLS):
        n += state.bonus[seat, line, cell]
    return n


def right_of_bonus(state, seat, line):
    """Return the index of the cell to the right of the last mark in a bonus row, or 0 if the row is empty."""
    found = 0
    for cell in range(MAX_CELLS):
        if state.bonus[seat, line, cell] > 0:
            found = cell + 1
    return found


# Changes


def put_mark(sheets, state, seat, row, cell):
    """Add a mark to a cell and update the counters of its row; a double cell counts as two marks.
    [Qwixx 2, Double B 1, V-CB1, V-CB2]
    """
    state.written[seat, row, cell] += 1
    state.n_marks[seat, row] += sheets.weights[seat, row, cell]
    state.next_cell[seat, row] = max(state.next_cell[seat, row], cell + 1)


def mark_cell(sheets, state, seat, row, cell, target):
    """Mark a cell, then make all marks that are forced as a result. `target` is the row chosen for the circle reward,
    counted from 1, or 0 if there is no choice. [V-7]
    """
    put_mark(sheets, state, seat, row, cell)
    mark_partner(sheets, state, seat, row, cell)
    follow_strip(sheets, state, seat, row, cell)
    if sheets.has_symbols[seat] == 1:
        take_rewards(sheets, state, seat, row, cell, target)


def mark_partner(sheets, state, seat, row, cell):
    """Mark the other cell of a pair, even if it is to the left of the last mark or in a closed row. [Connected B 2]"""
    place = sheets.partner[seat, row, cell] - 1
    if place >= 0 and state.written[seat, place // MAX_CELLS, place % MAX_CELLS] == 0:
        put_mark(sheets, state, seat, place // MAX_CELLS, place % MAX_CELLS)


def follow_strip(sheets, state, seat, row, cell):
    """If a newly marked cell is framed, use the next field of the strip, that is, mark the next cell in the row to
    which this field belongs. If that cell is framed, too, repeat. [Bonus A 2, 3]
    """
    for _ in range(sheets.n_strip[seat]):
        if sheets.framed[seat, row, cell] == 0:
            return
        field = next_field(sheets, state, seat)
        if field < 0:  # [V-BA5]
            return
        state.used[seat, field] = 1
        row = sheets.strip[seat, field]
        if not can_mark_next(sheets, state, seat, row):  # the mark has no effect [V-BA2]
            return
        cell = state.next_cell[seat, row]
        put_mark(sheets, state, seat, row, cell)


def reward_of(sheets, state, seat, row, cell):
    """Return the symbol of the reward that this mark has won, or 0 if it has not won a reward that grants more marks.
    All other rewards only affect the score. [Bonus B 1, 2]
    """
    symbol = sheets.symbols[seat, row, cell]
    if symbol != Symbol.CIRCLE and symbol != Symbol.NOTCHED:
        return 0
    return symbol if has_won(sheets, state, seat, symbol) else 0


def mark_next(sheets, state, seat, row):
    """Mark the next cell of a row if possible. If this wins a reward that grants more marks, return its symbol;
    otherwise return 0. [Bonus B 3]
    """
    if not can_mark_next(sheets, state, seat, row):
        return 0
    cell = state.next_cell[seat, row]
    put_mark(sheets, state, seat, row, cell)
    return reward_of(sheets, state, seat, row, cell)


def mark_every_row(sheets, state, seat):
    """Apply the reward of the symbol `NOTCHED` by marking the next cell of each row, from top to bottom. If this wins
    another reward that grants more marks, return its symbol; otherwise return 0. [V-BB5]
    """
    won = 0
    for row in range(sheets.n_rows[seat]):
        won = max(won, mark_next(sheets, state, seat, row))
    return won


def mark_fewest(sheets, state, seat, target):
    """Apply the reward of the circle by marking the next two cells of the row with the fewest marks. In case of a tie,
    `target` is the row chosen by the player, counted from 1; otherwise it is 0. If this wins another reward that grants
    more marks, return its symbol; otherwise return 0. [V-BB1, V-BB2, V-BB9]
    """
    rows = rows_with_fewest(sheets, state, seat)
    if rows == 0:
        return 0
    row = target - 1
    if target == 0:
        row = lowest_row(rows)
    won = mark_next(sheets, state, seat, row)
    return max(won, mark_next(sheets, state, seat, row))


def lowest_row(rows):
    """Return the lowest row index in a bit mask."""
    found = 0
    for row in range(MAX_ROWS):
        if rows & ((1 << row) - 1) == 0:
            found = row
    return found


def take_rewards(sheets, state, seat, row, cell, target):
    """If a mark has won a reward that grants more marks, make these marks. If these win another such reward, apply it
    as well. [Bonus B 2, 3, V-BB4]
    """
    reward = reward_of(sheets, state, seat, row, cell)
    for _ in range(2):
        if reward == Symbol.CIRCLE:
            reward = mark_fewest(sheets, state, seat, target)
        elif reward == Symbol.NOTCHED:
            reward = mark_every_row(sheets, state, seat)


def circle_rows(sheets, state, seat, row, cell):
    """Return a bit mask of the rows from which the player can choose if this mark wins the circle reward: those that
    will be tied for the fewest marks. Return 0 if the mark does not win the circle or there is no tie. To find the
    rows, the function makes the marks and then undoes them. [V-BB1, V-BB7, V-BB8, V-BB9]
    """
    symbol = sheets.symbols[seat, row, cell]
    if symbol != Symbol.CIRCLE and symbol != Symbol.NOTCHED:
        return 0
    written = np.zeros((MAX_ROWS, MAX_CELLS), np.int64)
    counts = np.zeros((2, MAX_ROWS), np.int64)
    written[:, :] = state.written[seat]
    counts[0, :] = state.n_marks[seat]
    counts[1, :] = state.next_cell[seat]
    put_mark(sheets, state, seat, row, cell)
    reward = reward_of(sheets, state, seat, row, cell)
    if reward == Symbol.NOTCHED:
        reward = mark_every_row(sheets, state, seat)
    rows = rows_with_fewest(sheets, state, seat) if reward == Symbol.CIRCLE else 0
    state.written[seat, :, :] = written
    state.n_marks[seat, :] = counts[0]
    state.next_cell[seat, :] = counts[1]
    return 0 if rows & (rows - 1) == 0 else rows
