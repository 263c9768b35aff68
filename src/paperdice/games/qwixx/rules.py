"""The rules of Qwixx: mark numbers from left to right, and lock rows before the other players do. All seats may use the
white sum; the active seat may also combine a white die and a color die. The numbered rules and rulings cited here are
in RULES.md.
"""

from enum import IntEnum

import numpy as np

from paperdice.rulekit import CellState, triangle

RULES_VERSION = 1
MAX_SEATS = 5
MAX_ROWS = 4
MAX_CELLS = 11
MAX_MOVES = 9
MAX_TURNS = 236
N_COLORS = 4
N_DICE = 6
N_FACES = 6
N_NUMBERS = 13
LOWEST = 2
HIGHEST = 12
FIRST_COLOR_DIE = 2
MARKS_TO_LOCK = 5
LOCKS_TO_END = 2
MISSES_TO_END = 4
MISS_COST = 5
N_TALLY = MAX_ROWS + 1
N_CODES = 1 + N_COLORS * (HIGHEST - LOWEST + 1)
PASS = 0


class Phase(IntEnum):
    """The phases of a turn in order, plus `OVER` for a finished match."""

    ROLL = 0
    WHITE = 1
    COLOR = 2
    OVER = 3


class End(IntEnum):
    """The reason why a match ended, or `NONE` while it is in progress."""

    NONE = 0
    LOCKS = 1
    MISSES = 2


class Refusal(IntEnum):
    """The reason why a cell cannot be marked in the current phase, or `NONE` if it can."""

    NONE = 0
    OVER = 1
    NO_ROLL = 2
    NOT_ACTING = 3
    MARKED = 4
    SKIPPED = 5
    LOCKED = 6
    NEEDS_MARKS = 7
    RETIRED = 8
    OTHER_SUM = 9


class Fault(IntEnum):
    """Flags for the faults that make a state unreachable."""

    BAD_COUNTS = 1
    LOCK_WITHOUT_MARKS = 2
    LOCK_MISMATCH = 4
    BAD_MISSES = 8
    BAD_DICE = 16
    BAD_TURN = 32


# Sheets: colors are 0 to 3 for r y g b. `place` is the cell with a color and number, counted from 1 over all rows.
SHEETS = (
    ("n_rows", (MAX_SEATS,)),
    ("n_cells", (MAX_SEATS, MAX_ROWS)),
    ("colors", (MAX_SEATS, MAX_ROWS, MAX_CELLS)),
    ("numbers", (MAX_SEATS, MAX_ROWS, MAX_CELLS)),
    ("lock_colors", (MAX_SEATS, MAX_ROWS)),
    ("place", (MAX_SEATS, N_COLORS, N_NUMBERS)),
)

# State: `dice` has the faces of w w r y g b, 0 if not thrown; `wrote` is 1 once the active seat has marked in this
# turn; `locked` is indexed by the color of the row's lock [Mixed deals]. All fields but `written` are the same for all
# sheets of the family.
FRAME = (
    ("n_seats", ()),
    ("turn", ()),
    ("active", ()),
    ("phase", ()),
    ("wrote", ()),
    ("dice", (N_DICE,)),
    ("locked", (N_COLORS,)),
    ("misses", (MAX_SEATS,)),
    ("n_marks", (MAX_SEATS, MAX_ROWS)),
    ("next_cell", (MAX_SEATS, MAX_ROWS)),
)
STATE = (*FRAME, ("written", (MAX_SEATS, MAX_ROWS, MAX_CELLS)))

# The fields that the text of a position includes in addition to seats, dice and written cells.
EXTRAS = ("wrote",)

# The fields that a learning agent observes: its own seat first, then the others clockwise.
OBSERVED = (
    ("phase", 1),
    ("is_active", 1),
    ("wrote", 1),
    ("turn", 1),
    ("n_seats", 1),
    ("dice", N_DICE),
    ("locked", N_COLORS),
    ("misses", MAX_SEATS),
    ("scores", MAX_SEATS),
    ("n_marks", MAX_SEATS * MAX_ROWS),
    ("next_cell", MAX_SEATS * MAX_ROWS),
)
N_OBSERVED = 15 + 2 * MAX_SEATS + 2 * MAX_SEATS * MAX_ROWS


def index_sheets(sheets, n_seats):
    """Fill in the lookup tables of the sheets: the lock color of each row, and the position of each cell by color and
    number.
    """
    index_cells(sheets, n_seats, MAX_CELLS)


def index_cells(sheets, n_seats, max_cells):
    """Fill in the lookup tables of sheets whose rows have up to `max_cells` cells; see `index_sheets`."""
    for seat in range(n_seats):
        for row in range(sheets.n_rows[seat]):
            n_cells = sheets.n_cells[seat, row]
            sheets.lock_colors[seat, row] = sheets.colors[seat, row, n_cells - 1]
            for cell in range(n_cells):
                color = sheets.colors[seat, row, cell]
                sheets.place[seat, color, sheets.numbers[seat, row, cell]] = row * max_cells + cell + 1


def start(state, n_seats, first):
    """Initialize the state of a new match in which seat `first` takes the first turn."""
    state.n_seats = n_seats
    state.turn = 1
    state.active = first
    state.phase = Phase.ROLL
    state.wrote = 0
    state.dice[:] = 0
    state.locked[:] = 0
    state.misses[:] = 0
    state.n_marks[:, :] = 0
    state.next_cell[:, :] = 0
    state.written[:, :, :] = 0


def recount(sheets, state):
    """Recompute the counters and locks of a state from the written cells."""
    state.locked[:] = 0
    for seat in range(state.n_seats):
        for row in range(sheets.n_rows[seat]):
            state.n_marks[seat, row] = count_written(sheets, state, seat, row)
            state.next_cell[seat, row] = right_of_marks(sheets, state, seat, row)
            if has_lock(sheets, state, seat, row):
                state.locked[sheets.lock_colors[seat, row]] = 1


def count_written(sheets, state, seat, row):
    """Count the marks in the cells of a row."""
    n = 0
    for cell in range(sheets.n_cells[seat, row]):
        n += state.written[seat, row, cell]
    return n


def right_of_marks(sheets, state, seat, row):
    """Return the index of the cell to the right of the last mark in a row, or 0 if the row is empty."""
    found = 0
    for cell in range(sheets.n_cells[seat, row]):
        if state.written[seat, row, cell] > 0:
            found = cell + 1
    return found


# Queries


def dice_wanted(state):
    """Return a bit mask of the dice to throw: the white dice, and the color dice whose rows are not locked.
    [Qwixx 3, 9]
    """
    if state.phase != Phase.ROLL:
        return 0
    wanted = 3
    for color in range(N_COLORS):
        if state.locked[color] == 0:
            wanted |= 1 << (FIRST_COLOR_DIE + color)
    return wanted


def throw_number(state):
    """Return 1: Qwixx dice are thrown once per turn. [Qwixx 3]"""
    return 1


def acts(state, seat):
    """Return whether a seat has to move: every seat in the white phase, only the active seat in the color phase.
    [Qwixx 4, 5]
    """
    if state.phase == Phase.WHITE:
        return seat < state.n_seats
    return state.phase == Phase.COLOR and seat == state.active


def has_lock(sheets, state, seat, row):
    """Return whether a seat has marked the last cell of a row and thereby earned its lock. [Qwixx 8]"""
    return state.written[seat, row, sheets.n_cells[seat, row] - 1] == 1


def can_mark(sheets, state, seat, row, cell):
    """Return whether a seat can mark a cell, dice permitting: the row must not be locked, the cell must be to the right
    of all marks, and the last cell requires at least five marks in the row. [Qwixx 2, 8, 9]
    """
    if state.locked[sheets.lock_colors[seat, row]] == 1 or cell < state.next_cell[seat, row]:
        return False
    return cell < sheets.n_cells[seat, row] - 1 or state.n_marks[seat, row] >= MARKS_TO_LOCK


def offers(state, color, number):
    """Return whether the dice allow marking this number in this color in the current phase. [Qwixx 4, 5]"""
    if state.phase == Phase.WHITE:
        return state.dice[0] + state.dice[1] == number
    die = state.dice[FIRST_COLOR_DIE + color]
    return die > 0 and (state.dice[0] + die == number or state.dice[1] + die == number)


def move_of(color, number):
    """Return the code of the move that marks the cell with this color and number."""
    return 1 + color * (HIGHEST - LOWEST + 1) + number - LOWEST


def _can_play(sheets, state, seat, color, number):
    """Return whether the cell with this color and number exists and can be marked, dice permitting."""
    place = sheets.place[seat, color, number] - 1
    return place >= 0 and can_mark(sheets, state, seat, place // MAX_CELLS, place % MAX_CELLS)


def legal_moves(sheets, state, seat, out):
    """Write the codes of a seat's legal moves to `out` in ascending order and return how many there are. Passing is
    always legal. [Qwixx 4, 5, 6]
    """
    if not acts(state, seat):
        return 0
    out[0] = PASS
    n = 1
    low = min(state.dice[0], state.dice[1])
    high = max(state.dice[0], state.dice[1])
    for color in range(N_COLORS):
        if state.phase == Phase.WHITE:
            if _can_play(sheets, state, seat, color, low + high):
                out[n] = move_of(color, low + high)
                n += 1
            continue
        die = state.dice[FIRST_COLOR_DIE + color]
        if die > 0 and _can_play(sheets, state, seat, color, low + die):
            out[n] = move_of(color, low + die)
            n += 1
        if die > 0 and high != low and _can_play(sheets, state, seat, color, high + die):
            out[n] = move_of(color, high + die)
            n += 1
    return n


def is_legal(sheets, state, seat, move):
    """Return whether a seat may play the move with code `move`."""
    if not acts(state, seat) or move < PASS or move > N_COLORS * (HIGHEST - LOWEST + 1):
        return False
    if move == PASS:
        return True
    color = (move - 1) // (HIGHEST - LOWEST + 1)
    number = (move - 1) % (HIGHEST - LOWEST + 1) + LOWEST
    return offers(state, color, number) and _can_play(sheets, state, seat, color, number)


def refusal(sheets, state, seat, row, cell):
    """Return the `Refusal` that applies to a cell, or 0 if the seat can mark it in the current phase."""
    if state.phase == Phase.OVER:
        return Refusal.OVER
    if state.written[seat, row, cell] == 1:
        return Refusal.MARKED
    if cell < state.next_cell[seat, row]:
        return Refusal.SKIPPED
    if state.locked[sheets.lock_colors[seat, row]] == 1:
        return Refusal.LOCKED
    refused = not_offered(sheets, state, seat, row, cell)
    if refused == Refusal.NONE and not can_mark(sheets, state, seat, row, cell):
        return Refusal.NEEDS_MARKS
    return refused


def not_offered(sheets, state, seat, row, cell):
    """Return the `Refusal` if the current phase or the dice do not allow a seat to mark a cell, otherwise 0.
    [Qwixx 3, 4, 5, 9]
    """
    if state.phase == Phase.ROLL:
        return Refusal.NO_ROLL
    if not acts(state, seat):
        return Refusal.NOT_ACTING
    color = sheets.colors[seat, row, cell]
    if state.phase == Phase.COLOR and state.locked[color] == 1:
        return Refusal.RETIRED
    if not offers(state, color, sheets.numbers[seat, row, cell]):
        return Refusal.OTHER_SUM
    return Refusal.NONE


def cell_state(sheets, state, seat, row, cell):
    """Return the state of a cell: marked, skipped, locked, far (a last cell whose row needs more marks) or free."""
    if state.written[seat, row, cell] == 1:
        return CellState.MARKED
    if cell < state.next_cell[seat, row]:
        return CellState.SKIPPED
    if state.locked[sheets.lock_colors[seat, row]] == 1:
        return CellState.LOCKED
    if not can_mark(sheets, state, seat, row, cell):
        return CellState.FAR
    return CellState.FREE


def count_locks(state):
    """Return the number of locked rows."""
    n = 0
    for color in range(N_COLORS):
        n += state.locked[color]
    return n


def end_reason(sheets, state):
    """Return why the match ended, or 0 while it is in progress. A match ends when two rows are locked or a seat takes
    its fourth miss. [Qwixx 11]
    """
    if count_locks(state) >= LOCKS_TO_END:
        return End.LOCKS
    for seat in range(state.n_seats):
        if state.misses[seat] >= MISSES_TO_END:
            return End.MISSES
    return End.NONE


def tally(sheets, state, seat, out):
    """Write the points of each row to `out`, followed by the negative points for misses. A lock counts as a mark.
    [Qwixx 8, 12]
    """
    out[:] = 0
    for row in range(sheets.n_rows[seat]):
        out[row] = triangle(state.n_marks[seat, row] + has_lock(sheets, state, seat, row))
    out[MAX_ROWS] = -MISS_COST * state.misses[seat]


def score(sheets, state, seat):
    """Return the score of a seat. [Qwixx 12]"""
    points = -MISS_COST * state.misses[seat]
    for row in range(sheets.n_rows[seat]):
        points += triangle(state.n_marks[seat, row] + has_lock(sheets, state, seat, row))
    return points


def count_events(sheets, state, seat, out):
    """Count a seat's marks, locks, misses and strikes, and write the counts to `out` in this order."""
    out[:] = 0
    for row in range(sheets.n_rows[seat]):
        out[0] += state.n_marks[seat, row]
        out[1] += has_lock(sheets, state, seat, row)
    out[2] = state.misses[seat]


def tie_break(sheets, state, seat):
    """Return 0: there is no tiebreaker, so seats with equal scores share the win. [Q-A13]"""
    return 0


def observe(sheets, state, seat, out):
    """Write the observation for a learning agent in this seat to `out`, in the order given by `OBSERVED`."""
    observe_frame(state, seat, out)
    for place in range(state.n_seats):
        out[15 + MAX_SEATS + place] = score(sheets, state, (seat + place) % state.n_seats)


def observe_frame(state, seat, out):
    """Fill in the part of an observation that all sheets of the family have in common, and set all other fields of
    `out`, including the scores, to 0.
    """
    out[:] = 0
    out[0] = state.phase
    out[1] = 1 if seat == state.active else 0
    out[2] = state.wrote
    out[3] = state.turn
    out[4] = state.n_seats
    out[5 : 5 + N_DICE] = state.dice
    out[11 : 11 + N_COLORS] = state.locked
    for place in range(state.n_seats):
        other = (seat + place) % state.n_seats
        out[15 + place] = state.misses[other]
        at = 15 + 2 * MAX_SEATS + place * MAX_ROWS
        out[at : at + MAX_ROWS] = state.n_marks[other]
        at += MAX_SEATS * MAX_ROWS
        out[at : at + MAX_ROWS] = state.next_cell[other]


def faults(sheets, state):
    """Return the `Fault` flags of a state, or 0 if the state is reachable."""
    found = turn_faults(sheets, state, MAX_TURNS, N_FACES)
    held = np.zeros(N_COLORS, np.int64)
    for seat in range(state.n_seats):
        found |= miss_faults(state, seat)
        for row in range(sheets.n_rows[seat]):
            found |= _row_faults(sheets, state, seat, row)
            if has_lock(sheets, state, seat, row):
                held[sheets.lock_colors[seat, row]] = 1
    return found | lock_faults(state, held)


def lock_faults(state, held):
    """Check that a row is locked if and only if a seat has marked its goal, the cell that locks it; `held` is 1 for
    each color whose goal is marked.
    """
    found = 0
    for color in range(N_COLORS):
        if held[color] != state.locked[color]:
            found |= Fault.LOCK_MISMATCH
    return found


def _row_faults(sheets, state, seat, row):
    """Check that the marks in a row are valid, match its counters and are sufficient for its lock."""
    least = MARKS_TO_LOCK + 1 if has_lock(sheets, state, seat, row) else 0
    found = count_faults(sheets, state, seat, row, count_written(sheets, state, seat, row), least)
    for cell in range(sheets.n_cells[seat, row]):
        if state.written[seat, row, cell] < 0 or state.written[seat, row, cell] > 1:
            found |= Fault.BAD_COUNTS
    return found


def count_faults(sheets, state, seat, row, n_marks, least):
    """Check that the counters of a row match its marks, and that it has at least `least` marks. [Qwixx 2, 8]"""
    found = 0
    if n_marks != state.n_marks[seat, row] or right_of_marks(sheets, state, seat, row) != state.next_cell[seat, row]:
        found |= Fault.BAD_COUNTS
    if n_marks < least:
        found |= Fault.LOCK_WITHOUT_MARKS
    return found


def miss_faults(state, seat):
    """Check that a seat has at most four misses. [Qwixx 11]"""
    return Fault.BAD_MISSES if state.misses[seat] < 0 or state.misses[seat] > MISSES_TO_END else 0


def turn_faults(sheets, state, max_turns, n_faces):
    """Check that the active seat, the turn, the phase and the dice are within range and consistent."""
    found = 0
    is_over = end_reason(sheets, state) != End.NONE
    if state.active < 0 or state.active >= state.n_seats or state.turn < 1 or state.turn > max_turns:
        found |= Fault.BAD_TURN
    if state.phase < Phase.ROLL or state.phase > Phase.OVER or is_over != (state.phase == Phase.OVER):
        found |= Fault.BAD_TURN
    if state.wrote != 0 and (state.wrote != 1 or state.phase == Phase.ROLL or state.phase == Phase.WHITE):
        found |= Fault.BAD_TURN
    for die in range(N_DICE):
        lies = state.phase != Phase.ROLL and (die < FIRST_COLOR_DIE or state.locked[die - FIRST_COLOR_DIE] == 0)
        if state.dice[die] < 0 or state.dice[die] > n_faces or lies != (state.dice[die] > 0):
            found |= Fault.BAD_DICE
    return found


# Changes


def apply_roll(sheets, state, faces):
    """Put the thrown dice on the table and start the white phase, in which all seats may use the white sum. [Qwixx 3,
    4]
    """
    wanted = dice_wanted(state)
    for die in range(N_DICE):
        state.dice[die] = faces[die] if (wanted >> die) & 1 == 1 else 0
    state.phase = Phase.WHITE


def mark_cell(sheets, state, seat, move):
    """Mark the cell that a move refers to; if it is the last cell of its row, lock the row."""
    color = (move - 1) // (HIGHEST - LOWEST + 1)
    number = (move - 1) % (HIGHEST - LOWEST + 1) + LOWEST
    place = sheets.place[seat, color, number] - 1
    row = place // MAX_CELLS
    cell = place % MAX_CELLS
    state.written[seat, row, cell] = 1
    state.next_cell[seat, row] = cell + 1
    state.n_marks[seat, row] += 1
    if seat == state.active:
        state.wrote = 1
    if cell == sheets.n_cells[seat, row] - 1:
        lock_row(sheets, state, seat, row)


def lock_row(sheets, state, seat, row):
    """Lock a row for all seats and retire its die immediately. [Qwixx 9, Q-A2]"""
    color = sheets.lock_colors[seat, row]
    state.locked[color] = 1
    state.dice[FIRST_COLOR_DIE + color] = 0


def apply_moves(sheets, state, moves):
    """Resolve a phase by applying the moves of all acting seats at once. All moves must be legal at the start of the
    phase; a lock does not affect marks that other seats make in the same phase. [C1, Qwixx 10]
    """
    for seat in range(state.n_seats):
        if acts(state, seat) and moves[seat] != PASS:
            mark_cell(sheets, state, seat, moves[seat])
    end_phase(sheets, state)


def end_phase(sheets, state):
    """End the match immediately if an end condition is met; otherwise start the color phase or the next turn.
    [Qwixx 5, 11]
    """
    if end_reason(sheets, state) != End.NONE:  # immediately: there is no color phase and no miss [Q-A5, Q-A14]
        state.phase = Phase.OVER
    elif state.phase == Phase.WHITE:
        state.phase = Phase.COLOR
    else:
        end_turn(sheets, state)


def end_turn(sheets, state):
    """Give the active seat a miss if it has marked nothing, then end the match or start the next turn. [Qwixx 7, 11]"""
    if state.wrote == 0:
        state.misses[state.active] += 1
    if end_reason(sheets, state) != End.NONE:
        state.phase = Phase.OVER
        return
    state.turn += 1
    state.active = (state.active + 1) % state.n_seats
    state.wrote = 0
    state.dice[:] = 0
    state.phase = Phase.ROLL
