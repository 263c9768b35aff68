"""The rules of the Qwixx family, whose sheets have printed extras in addition to rows. Turns, dice, locks and misses
are the same as in the classic game; this module adds the rules for the extras. The numbered rules and rulings cited
here are in RULES.md.
"""

import numpy as np

from paperdice.games.qwixx.family.checks import faults
from paperdice.games.qwixx.family.marks import (
    can_mark,
    can_mark_again,
    can_mark_next,
    circle_rows,
    count_bonus,
    count_marks,
    has_lock,
    has_won,
    mark_cell,
    put_mark,
    right_of_bonus,
    rows_with_fewest,
)
from paperdice.games.qwixx.family.sizes import (
    FIRST_BONUS,
    FIRST_LUCKY,
    FIRST_PLAIN,
    FIRST_SWAP,
    LOWEST,
    MAX_BONUS_ROWS,
    MAX_CELLS,
    MAX_MOVES,
    MAX_ROWS,
    MAX_SEATS,
    MAX_STRIP,
    MAX_TURNS,
    N_CODES,
    N_COLORS,
    N_OBSERVED,
    N_SPAN,
    N_TALLY,
    N_TARGETS,
    OBSERVED,
    OBSERVED_FRAME,
    OCTAGON_POINTS,
    PASS,
    SHEETS,
    STATE,
    Fault,
    Symbol,
    TallyPart,
)
from paperdice.games.qwixx.rules import (
    FIRST_COLOR_DIE,
    MISS_COST,
    N_DICE,
    End,
    Phase,
    Refusal,
    acts,
    apply_roll,
    dice_wanted,
    end_phase,
    end_reason,
    index_cells,
    lock_row,
    not_offered,
    observe_frame,
    offers,
    right_of_marks,
    throw_number,
    tie_break,
)
from paperdice.games.qwixx.rules import start as start_classic
from paperdice.rulekit import CellState, triangle

RULES_VERSION = 1

# The fields that the text of a position includes in addition to seats, dice and written cells.
EXTRAS = ("wrote",)


def index_sheets(sheets, n_seats):
    """Fill in the lookup tables of the sheets: the lock color of each row, and the position of each cell by color and
    number.
    """
    index_cells(sheets, n_seats, MAX_CELLS)


def start(state, n_seats, first):
    """Initialize the state of a new match in which seat `first` takes the first turn."""
    start_classic(state, n_seats, first)
    state.swap[:] = 0
    state.n_bonus[:, :] = 0
    state.next_bonus[:, :] = 0
    state.used[:, :] = 0
    state.bonus[:, :, :] = 0


def recount(sheets, state):
    """Recompute the counters and locks of a state from the written cells."""
    state.locked[:] = 0
    for seat in range(state.n_seats):
        for row in range(sheets.n_rows[seat]):
            state.n_marks[seat, row] = count_marks(sheets, state, seat, row)
            state.next_cell[seat, row] = right_of_marks(sheets, state, seat, row)
            if has_lock(sheets, state, seat, row):
                state.locked[sheets.lock_colors[seat, row]] = 1
        for line in range(sheets.n_bonus_rows[seat]):
            state.n_bonus[seat, line] = count_bonus(state, seat, line)
            state.next_bonus[seat, line] = right_of_bonus(state, seat, line)


# Queries


def move_of(color, number, target):
    """Return the code of a plain mark. `target` is the row chosen for the circle reward, counted from 1, or 0 if there
    is no choice.
    """
    return FIRST_PLAIN + (color * N_SPAN + number - LOWEST) * N_TARGETS + target


def bonus_move_of(line, number):
    """Return the code of the move that marks a number in a bonus row."""
    return FIRST_BONUS + line * N_SPAN + number - LOWEST


def swap_move_of(field, color, number):
    """Return the code of the move that marks a cell using a swap field, which replaces the white sum; fields are
    counted from 0.
    """
    return FIRST_SWAP + (field * N_COLORS + color) * N_SPAN + number - LOWEST


def lucky_move_of(color, number):
    """Return the code of the move that uses a lucky number to mark the cell with this color and number."""
    return FIRST_LUCKY + color * N_SPAN + number - LOWEST


def _can_play(sheets, state, seat, color, number):
    """Return whether the cell with this color and number exists and can take a first or second mark, dice permitting.
    [V-DA4]
    """
    place = sheets.place[seat, color, number] - 1
    if place < 0:
        return False
    row = place // MAX_CELLS
    cell = place % MAX_CELLS
    return can_mark(sheets, state, seat, row, cell) or can_mark_again(sheets, state, seat, row, cell)


def targets_of(sheets, state, seat, color, number):
    """Return a bit mask of the rows from which the player can choose if this mark wins the circle reward, or 0 if there
    is no choice. [V-BB7]
    """
    if sheets.has_symbols[seat] == 0:
        return 0
    place = sheets.place[seat, color, number] - 1
    return circle_rows(sheets, state, seat, place // MAX_CELLS, place % MAX_CELLS)


def legal_moves(sheets, state, seat, out):
    """Write the codes of a seat's legal moves to `out` in ascending order and return how many there are. Passing is
    always legal. [Qwixx 4, 5, 6, V-4, V-12]
    """
    if not acts(state, seat):
        return 0
    out[0] = PASS
    n = _add_plain(sheets, state, seat, out, 1)
    n = _add_bonus(sheets, state, seat, out, n)
    if state.phase != Phase.WHITE:
        return n
    n = _add_swaps(sheets, state, seat, out, n)
    return _add_lucky(sheets, state, seat, out, n)


def _add_plain(sheets, state, seat, out, n):
    """Append the plain marks that the dice allow to `out`, ordered by color and number, and return the new number of
    moves. [Qwixx 4, 5]
    """
    low = min(state.dice[0], state.dice[1])
    high = max(state.dice[0], state.dice[1])
    for color in range(N_COLORS):
        if state.phase == Phase.WHITE:
            n = _add_mark(sheets, state, seat, color, low + high, out, n)
            continue
        die = state.dice[FIRST_COLOR_DIE + color]
        if die > 0:
            n = _add_mark(sheets, state, seat, color, low + die, out, n)
        if die > 0 and high != low:
            n = _add_mark(sheets, state, seat, color, high + die, out, n)
    return n


def _add_mark(sheets, state, seat, color, number, out, n):
    """Append a plain mark to `out` if it is legal, once for each row that can be chosen for the circle reward, and
    return the new number of moves. [V-BB1]
    """
    if not _can_play(sheets, state, seat, color, number):
        return n
    rows = targets_of(sheets, state, seat, color, number)
    if rows == 0:
        out[n] = move_of(color, number, 0)
        return n + 1
    for row in range(MAX_ROWS):
        if (rows >> row) & 1 == 1:
            out[n] = move_of(color, number, row + 1)
            n += 1
    return n


def offers_bonus(sheets, state, seat, line, number):
    """Return whether the dice and the marks in adjacent rows allow marking a number in a bonus row. The white sum
    counts if the number is marked in either adjacent row, a sum with a color die only if it is marked in the row of
    that color. [Big Points 2, V-BP1, V-BP5]
    """
    for side in range(2):
        color = sheets.bonus_colors[seat, line, side]
        place = sheets.place[seat, color, number] - 1
        if place < 0 or state.written[seat, place // MAX_CELLS, place % MAX_CELLS] == 0:
            continue
        if offers(state, color, number):
            return True
    return False


def can_mark_bonus(sheets, state, seat, line, number):
    """Return whether a seat can mark a number in a bonus row: its cell must be to the right of all marks, and the dice
    must allow it. Locks do not matter. [Big Points 2, 3, 4]
    """
    cell = sheets.bonus_place[seat, line, number] - 1
    return cell >= state.next_bonus[seat, line] and offers_bonus(sheets, state, seat, line, number)


def _add_bonus(sheets, state, seat, out, n):
    """Append the legal marks in bonus rows to `out`, ordered by row and number, and return the new number of moves."""
    total = state.dice[0] + state.dice[1]
    first = total if state.phase == Phase.WHITE else LOWEST
    last = total if state.phase == Phase.WHITE else LOWEST + N_SPAN - 1
    for line in range(sheets.n_bonus_rows[seat]):
        for number in range(first, last + 1):
            if can_mark_bonus(sheets, state, seat, line, number):
                out[n] = bonus_move_of(line, number)
                n += 1
    return n


def swapped(sheets, state, seat, field):
    """Return the number that replaces the white sum if the seat uses this swap field, or 0 if it cannot use the field.
    [X-Change 2, 3]
    """
    if field < state.swap[seat] or field >= sheets.n_swaps[seat]:
        return 0
    total = state.dice[0] + state.dice[1]
    if sheets.swaps[seat, field, 0] == total:
        return sheets.swaps[seat, field, 1]
    return sheets.swaps[seat, field, 0] if sheets.swaps[seat, field, 1] == total else 0


def _add_swaps(sheets, state, seat, out, n):
    """Append the legal marks that use a swap field to `out`, ordered by field and color, and return the new number of
    moves. [X-Change 2, V-XC1, V-XC2]
    """
    for field in range(sheets.n_swaps[seat]):
        number = swapped(sheets, state, seat, field)
        for color in range(N_COLORS):
            if number > 0 and _can_play(sheets, state, seat, color, number):
                out[n] = swap_move_of(field, color, number)
                n += 1
    return n


def is_lucky(sheets, state, seat):
    """Return whether the white sum is one of the seat's lucky numbers. [Longo 3]"""
    found = False
    for index in range(sheets.n_lucky[seat]):
        found = found or sheets.lucky[seat, index] == state.dice[0] + state.dice[1]
    return found


def can_mark_lucky(sheets, state, seat, row):
    """Return whether a seat can make a lucky mark in the next cell of a row: the row must be open and have the fewest
    marks, and the number of the cell must differ from the white sum. [Longo 3, V-LO8]
    """
    if (rows_with_fewest(sheets, state, seat) >> row) & 1 == 0 or not can_mark_next(sheets, state, seat, row):
        return False
    return sheets.numbers[seat, row, state.next_cell[seat, row]] != state.dice[0] + state.dice[1]


def _add_lucky(sheets, state, seat, out, n):
    """Append the legal lucky marks to `out`, ordered by row, and return the new number of moves. [Longo 3, V-LO10]"""
    if not is_lucky(sheets, state, seat):
        return n
    for row in range(sheets.n_rows[seat]):
        if can_mark_lucky(sheets, state, seat, row):
            cell = state.next_cell[seat, row]
            out[n] = lucky_move_of(sheets.colors[seat, row, cell], sheets.numbers[seat, row, cell])
            n += 1
    return n


def is_legal(sheets, state, seat, move):
    """Return whether a seat may play the move with code `move`."""
    if not acts(state, seat):
        return False
    moves = np.zeros(MAX_MOVES, np.int64)
    found = False
    for index in range(legal_moves(sheets, state, seat, moves)):
        found = found or moves[index] == move
    return found


def detour_of(sheets, state, seat, row, cell):
    """Return the code of the move that marks a cell by means of a swap field or a lucky number, or 0 if there is none.
    [V-XC4, V-LO8]
    """
    if state.phase != Phase.WHITE or not acts(state, seat):
        return 0
    color = sheets.colors[seat, row, cell]
    number = sheets.numbers[seat, row, cell]
    for field in range(sheets.n_swaps[seat]):
        if swapped(sheets, state, seat, field) == number and can_mark(sheets, state, seat, row, cell):
            return swap_move_of(field, color, number)
    if is_lucky(sheets, state, seat) and cell == state.next_cell[seat, row]:
        return lucky_move_of(color, number) if can_mark_lucky(sheets, state, seat, row) else 0
    return 0


def refusal(sheets, state, seat, row, cell):
    """Return the `Refusal` that applies to a cell, or 0 if any legal move marks it."""
    refused = plain_refusal(sheets, state, seat, row, cell)
    is_other_sum = refused == Refusal.OTHER_SUM
    return Refusal.NONE if is_other_sum and detour_of(sheets, state, seat, row, cell) > 0 else refused


def plain_refusal(sheets, state, seat, row, cell):
    """Return the `Refusal` that applies to a plain mark in this cell, or 0 if the mark is legal."""
    if state.phase == Phase.OVER:
        return Refusal.OVER
    is_open_again = can_mark_again(sheets, state, seat, row, cell)
    if state.written[seat, row, cell] > 0 and not is_open_again:
        return Refusal.MARKED
    if cell < state.next_cell[seat, row] and not is_open_again:
        return Refusal.SKIPPED
    if state.locked[sheets.lock_colors[seat, row]] == 1:
        return Refusal.LOCKED
    refused = not_offered(sheets, state, seat, row, cell)
    if refused == Refusal.NONE and not is_open_again and not can_mark(sheets, state, seat, row, cell):
        return Refusal.NEEDS_MARKS
    return refused


def cell_state(sheets, state, seat, row, cell):
    """Return the state of a cell: marked, skipped, locked, far (a goal whose row needs more marks) or free."""
    if state.written[seat, row, cell] > 0:
        return CellState.MARKED
    if cell < state.next_cell[seat, row]:
        return CellState.SKIPPED
    if state.locked[sheets.lock_colors[seat, row]] == 1:
        return CellState.LOCKED
    if not can_mark(sheets, state, seat, row, cell):
        return CellState.FAR
    return CellState.FREE


# Counting


def row_points(sheets, state, seat, row):
    """Return the points of a row. Its marks, its lock and the marks in adjacent bonus rows count together, up to the
    limit of the sheet. [Qwixx 12, Double A 6, Big Points 6, V-5]
    """
    n = state.n_marks[seat, row] + has_lock(sheets, state, seat, row)
    for line in range(sheets.n_bonus_rows[seat]):
        for side in range(2):
            if sheets.bonus_colors[seat, line, side] == sheets.lock_colors[seat, row]:
                n += state.n_bonus[seat, line]
    return triangle(min(n, sheets.most_marks[seat]))


def step_points(sheets, state, seat):
    """Return the points for the marked step cells of a sheet, which score like the marks of a separate row.
    [Connected A 2]
    """
    n = 0
    for row in range(sheets.n_rows[seat]):
        for cell in range(sheets.n_cells[seat, row]):
            n += sheets.steps[seat, row, cell] * min(state.written[seat, row, cell], 1)
    return triangle(n)


def tally(sheets, state, seat, out):
    """Write the points of each row to `out`, followed by the negative points for misses and the points for steps and
    rewards. [Qwixx 12, Bonus B 2, V-10]
    """
    out[:] = 0
    weakest = row_points(sheets, state, seat, 0)
    for row in range(sheets.n_rows[seat]):
        out[row] = row_points(sheets, state, seat, row)
        weakest = min(weakest, out[row])
    if not has_won(sheets, state, seat, Symbol.STAR):
        out[TallyPart.MISSES] = -MISS_COST * state.misses[seat]
    if sheets.n_steps[seat] > 0:
        out[TallyPart.STEPS] = step_points(sheets, state, seat)
    if has_won(sheets, state, seat, Symbol.SQUARE):  # [V-BB6]
        out[TallyPart.SQUARE] = weakest
    if has_won(sheets, state, seat, Symbol.OCTAGON):
        out[TallyPart.OCTAGON] = OCTAGON_POINTS


def score(sheets, state, seat):
    """Return the score of a seat. [Qwixx 12]"""
    parts = np.zeros(N_TALLY, np.int64)
    tally(sheets, state, seat, parts)
    points = 0
    for part in range(N_TALLY):
        points += parts[part]
    return points


def count_events(sheets, state, seat, out):
    """Count a seat's marks, locks, misses and strikes, and write the counts to `out`. A cell with two marks counts
    once.
    """
    out[:] = 0
    for row in range(sheets.n_rows[seat]):
        for cell in range(sheets.n_cells[seat, row]):
            out[0] += min(state.written[seat, row, cell], 1)
        out[1] += has_lock(sheets, state, seat, row)
    out[2] = state.misses[seat]


def observe(sheets, state, seat, out):
    """Write the observation for a learning agent in this seat to `out`, in the order given by `OBSERVED`."""
    observe_frame(state, seat, out)
    for place in range(state.n_seats):
        other = (seat + place) % state.n_seats
        out[15 + MAX_SEATS + place] = score(sheets, state, other)
        at = OBSERVED_FRAME
        out[at + place] = state.swap[other]
        at += MAX_SEATS
        out[at + place * MAX_STRIP : at + (place + 1) * MAX_STRIP] = state.used[other]
        at += MAX_SEATS * MAX_STRIP + place * MAX_BONUS_ROWS * MAX_CELLS
        for line in range(MAX_BONUS_ROWS):
            out[at + line * MAX_CELLS : at + (line + 1) * MAX_CELLS] = state.bonus[other, line]
        at += (MAX_SEATS - place) * MAX_BONUS_ROWS * MAX_CELLS + place * MAX_ROWS * MAX_CELLS
        for row in range(MAX_ROWS):
            out[at + row * MAX_CELLS : at + (row + 1) * MAX_CELLS] = state.written[other, row]


# Changes


def play_move(sheets, state, seat, move):
    """Apply the move of one seat: a mark in a bonus row, a mark with a swap field, a lucky mark or a plain mark."""
    if move >= FIRST_BONUS and move < FIRST_SWAP:
        mark_bonus(sheets, state, seat, (move - FIRST_BONUS) // N_SPAN, (move - FIRST_BONUS) % N_SPAN + LOWEST)
        return
    target = 0
    at = move - FIRST_LUCKY
    if move < FIRST_BONUS:
        target = (move - FIRST_PLAIN) % N_TARGETS
        at = (move - FIRST_PLAIN) // N_TARGETS
    elif move < FIRST_LUCKY:
        at = (move - FIRST_SWAP) % (N_COLORS * N_SPAN)
        state.swap[seat] = (move - FIRST_SWAP) // (N_COLORS * N_SPAN) + 1
    place = sheets.place[seat, at // N_SPAN, at % N_SPAN + LOWEST] - 1
    row = place // MAX_CELLS
    cell = place % MAX_CELLS
    if state.written[seat, row, cell] > 0:
        put_mark(sheets, state, seat, row, cell)  # in its second box [Double A 3]
    else:
        mark_cell(sheets, state, seat, row, cell, target)


def mark_bonus(sheets, state, seat, line, number):
    """Mark a number in a bonus row. [Big Points 3]"""
    cell = sheets.bonus_place[seat, line, number] - 1
    state.bonus[seat, line, cell] = 1
    state.n_bonus[seat, line] += 1
    state.next_bonus[seat, line] = cell + 1


def apply_moves(sheets, state, moves):
    """Resolve a phase by applying the moves of all acting seats at once. All moves must be legal at the start of the
    phase. Rows are locked only after all forced marks, so a lock does not affect marks that other seats make in the
    same phase. [C1, V-1, V-3, V-7]
    """
    for seat in range(state.n_seats):
        if acts(state, seat) and moves[seat] != PASS:
            play_move(sheets, state, seat, moves[seat])
            if seat == state.active:
                state.wrote = 1  # any mark counts [V-2]
    for seat in range(state.n_seats):
        for row in range(sheets.n_rows[seat]):
            if has_lock(sheets, state, seat, row):
                lock_row(sheets, state, seat, row)
    end_phase(sheets, state)
