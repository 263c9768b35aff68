"""The rules of Twenty One: players fill one row after another with the numbers they roll, which must not exceed the
printed numbers and ideally match them. For every roll, each seat writes the numbers of some of the dice or strikes a
cell. The numbered rules and rulings cited here are in RULES.md.
"""

from enum import IntEnum

from paperdice.rulekit import CellState, has_bit, triangle

RULES_VERSION = 1
MAX_SEATS = 6
MAX_ROWS = 5
MAX_CELLS = 6
MAX_MOVES = 64
MAX_TURNS = 30  # every seat fills a cell every turn [Twenty One 4, 8], and a sheet has 5 × 6 of them
N_DICE = 6
HIGHEST = 6
N_TALLY = MAX_ROWS
N_CODES = MAX_MOVES
KEEP = 0
REROLL = 1
STRIKE = 0
STRUCK = -1


class Phase(IntEnum):
    """The phases of a turn in order, plus `OVER` for a finished match."""

    ROLL = 0
    REROLL = 1
    FILL = 2
    OVER = 3


class End(IntEnum):
    """The reason why a match ended, or `NONE` while it is in progress."""

    NONE = 0
    ROWS = 1


class Refusal(IntEnum):
    """The reason why a cell cannot be marked in the current phase, or `NONE` if it can."""

    NONE = 0
    OVER = 1
    MARKED = 2
    STRUCK = 3
    LATER_ROW = 4
    NO_ROLL = 5
    OTHER_PHASE = 6
    TOO_HIGH = 7


class Fault(IntEnum):
    """Flags for the faults that make a state unreachable."""

    BAD_COUNTS = 1
    BAD_NUMBER = 2
    ROW_OUT_OF_ORDER = 4
    STRIKE_OUT_OF_ORDER = 8
    BAD_DICE = 16
    BAD_TURN = 32


# Sheets: colors are 0 to 5 for w k r y g b, like the dice. `place` is the cell of a color in a row, counted from 1.
SHEETS = (
    ("n_rows", (MAX_SEATS,)),
    ("n_cells", (MAX_SEATS, MAX_ROWS)),
    ("colors", (MAX_SEATS, MAX_ROWS, MAX_CELLS)),
    ("numbers", (MAX_SEATS, MAX_ROWS, MAX_CELLS)),
    ("place", (MAX_SEATS, MAX_ROWS, N_DICE)),
)

# State: `dice` has the faces of w k r y g b, 0 if not thrown; `rerolled` is 1 once the active seat has chosen to reroll
# in this turn; `current_row` is the number of complete rows; `sums` and `hits` are indexed by row.
STATE = (
    ("n_seats", ()),
    ("turn", ()),
    ("active", ()),
    ("phase", ()),
    ("rerolled", ()),
    ("dice", (N_DICE,)),
    ("current_row", (MAX_SEATS,)),
    ("sums", (MAX_SEATS, MAX_ROWS)),
    ("hits", (MAX_SEATS, MAX_ROWS)),
    ("written", (MAX_SEATS, MAX_ROWS, MAX_CELLS)),
)

# The fields that the text of a position includes in addition to seats, dice and written cells.
EXTRAS = ("rerolled",)

# The fields that a learning agent observes: its own seat first, then the others clockwise. `open` is the number
# on the empty cell of each color in the current row, or 0; `numbers` and `places` describe its own sheet, by row and
# color.
OBSERVED = (
    ("phase", 1),
    ("is_active", 1),
    ("rerolled", 1),
    ("turn", 1),
    ("n_seats", 1),
    ("dice", N_DICE),
    ("current_row", MAX_SEATS),
    ("scores", MAX_SEATS),
    ("row_sum", MAX_SEATS),
    ("row_hits", MAX_SEATS),
    ("open", MAX_SEATS * N_DICE),
    ("numbers", MAX_ROWS * N_DICE),
    ("places", MAX_ROWS * N_DICE),
)
N_OBSERVED = 11 + 4 * MAX_SEATS + MAX_SEATS * N_DICE + 2 * MAX_ROWS * N_DICE


def index_sheets(sheets, n_seats):
    """Fill in the lookup table `sheets.place`, which contains the position of each color in each row."""
    for seat in range(n_seats):
        for row in range(sheets.n_rows[seat]):
            for cell in range(sheets.n_cells[seat, row]):
                sheets.place[seat, row, sheets.colors[seat, row, cell]] = cell + 1


def start(state, n_seats, first):
    """Initialize the state of a new match in which seat `first` takes the first turn."""
    state.n_seats = n_seats
    state.turn = 1
    state.active = first
    state.phase = Phase.ROLL
    state.rerolled = 0
    state.dice[:] = 0
    state.current_row[:] = 0
    state.sums[:, :] = 0
    state.hits[:, :] = 0
    state.written[:, :, :] = 0


def recount(sheets, state):
    """Recompute the sums, the hits and the current row of each seat from the written cells."""
    for seat in range(state.n_seats):
        state.current_row[seat] = count_complete_rows(sheets, state, seat)
        for row in range(sheets.n_rows[seat]):
            state.sums[seat, row] = 0
            state.hits[seat, row] = 0
            for cell in range(sheets.n_cells[seat, row]):
                count_cell(sheets, state, seat, row, cell)


# Queries


def dice_wanted(state):
    """Return a bit mask of the dice to throw: all six, or in a reroll those that do not show a 1. [Twenty One 3]"""
    if state.phase != Phase.ROLL:
        return 0
    wanted = 0
    for die in range(N_DICE):
        if state.dice[die] == 0:
            wanted |= 1 << die
    return wanted


def throw_number(state):
    """Return 1 for the first throw of a turn or 2 for the reroll. [Twenty One 3]"""
    return 1 + state.rerolled


def acts(state, seat):
    """Return whether a seat has to move: only the active seat when deciding on a reroll, every seat when filling cells.
    [Twenty One 3, 4]
    """
    if state.phase == Phase.FILL:
        return seat < state.n_seats
    return state.phase == Phase.REROLL and seat == state.active


def can_reroll(state):
    """Return whether the dice can be rerolled, which is possible unless all of them show a 1. [Twenty One 3, T-A2]"""
    n_ones = 0
    for die in range(N_DICE):
        n_ones += state.dice[die] == 1
    return n_ones < N_DICE


def next_empty(sheets, state, seat, row):
    """Return the index of the leftmost empty cell of a row, or the number of cells if the row is complete.
    [Twenty One 8, T-A8]
    """
    for cell in range(sheets.n_cells[seat, row]):
        if state.written[seat, row, cell] == 0:
            return cell
    return sheets.n_cells[seat, row]


def count_complete_rows(sheets, state, seat):
    """Count the complete rows from the top; the count is also the index of the current row. [Twenty One 2]"""
    for row in range(sheets.n_rows[seat]):
        if next_empty(sheets, state, seat, row) < sheets.n_cells[seat, row]:
            return row
    return sheets.n_rows[seat]


def can_mark(sheets, state, seat, row, cell):
    """Return whether a seat can mark a cell: it must be empty and in the current row, and the die of its color must not
    exceed the printed number. [Twenty One 2, 5]
    """
    if row != state.current_row[seat] or state.written[seat, row, cell] != 0:
        return False
    return state.dice[sheets.colors[seat, row, cell]] <= sheets.numbers[seat, row, cell]


def usable_dice(sheets, state, seat):
    """Return a bit mask of the dice whose numbers a seat may write in its current row. [Twenty One 5]"""
    row = state.current_row[seat]
    usable = 0
    for cell in range(sheets.n_cells[seat, row]):
        if can_mark(sheets, state, seat, row, cell):
            usable |= 1 << sheets.colors[seat, row, cell]
    return usable


def legal_moves(sheets, state, seat, out):
    """Write the codes of a seat's legal moves to `out` in ascending order and return how many there are. When filling
    rows, a seat may write the numbers of any set of usable dice, and it may always strike a cell.
    [Twenty One 7, 8, T-A7]
    """
    if not acts(state, seat):
        return 0
    out[0] = KEEP
    n = 1
    if state.phase == Phase.REROLL:
        if can_reroll(state):
            out[1] = REROLL
            n = 2
        return n
    usable = usable_dice(sheets, state, seat)
    for move in range(1, usable + 1):
        if move & usable == move:
            out[n] = move
            n += 1
    return n


def is_legal(sheets, state, seat, move):
    """Return whether a seat may play the move with code `move`."""
    if not acts(state, seat) or move < 0:
        return False
    if state.phase == Phase.REROLL:
        return move == KEEP or (move == REROLL and can_reroll(state))
    return move & usable_dice(sheets, state, seat) == move


def refusal(sheets, state, seat, row, cell):
    """Return the `Refusal` that applies to a cell, or 0 if the seat can mark it in the current phase."""
    if state.phase == Phase.OVER:
        return Refusal.OVER
    if state.written[seat, row, cell] > 0:
        return Refusal.MARKED
    if state.written[seat, row, cell] == STRUCK:
        return Refusal.STRUCK
    if row != state.current_row[seat]:
        return Refusal.LATER_ROW
    if state.phase == Phase.ROLL:
        return Refusal.NO_ROLL
    if state.phase == Phase.REROLL:
        return Refusal.OTHER_PHASE
    if not can_mark(sheets, state, seat, row, cell):
        return Refusal.TOO_HIGH
    return Refusal.NONE


def cell_state(sheets, state, seat, row, cell):
    """Return the state of a cell: marked, struck out, far (in a later row) or free."""
    if state.written[seat, row, cell] > 0:
        return CellState.MARKED
    if state.written[seat, row, cell] == STRUCK:
        return CellState.STRUCK
    if row != state.current_row[seat]:
        return CellState.FAR
    return CellState.FREE


def end_reason(sheets, state):
    """Return why the match ended, or 0 while it is in progress. A match ends when a seat completes its last row.
    [Twenty One 11]
    """
    for seat in range(state.n_seats):
        if state.current_row[seat] == sheets.n_rows[seat]:
            return End.ROWS
    return End.NONE


def row_score(state, seat, row):
    """Return the points of a row, whether or not it is complete: the sum of its numbers plus the bonus for hits.
    [Twenty One 9, 11, T-A4]
    """
    return state.sums[seat, row] + triangle(state.hits[seat, row])


def tally(sheets, state, seat, out):
    """Write the points of each row to `out`. [Twenty One 9, 11]"""
    out[:] = 0
    for row in range(sheets.n_rows[seat]):
        out[row] = row_score(state, seat, row)


def score(sheets, state, seat):
    """Return the score of a seat. [Twenty One 11]"""
    points = 0
    for row in range(sheets.n_rows[seat]):
        points += row_score(state, seat, row)
    return points


def count_events(sheets, state, seat, out):
    """Count a seat's marks, locks, misses and strikes, and write the counts to `out` in this order."""
    out[:] = 0
    for row in range(sheets.n_rows[seat]):
        for cell in range(sheets.n_cells[seat, row]):
            out[0] += state.written[seat, row, cell] > 0
            out[3] += state.written[seat, row, cell] == STRUCK


def tie_break(sheets, state, seat):
    """Return 0: there is no tiebreaker, so seats with equal scores share the win. [T-A9]"""
    return 0


def observe(sheets, state, seat, out):
    """Write the observation for a learning agent in this seat to `out`, in the order given by `OBSERVED`."""
    out[:] = 0
    out[0] = state.phase
    out[1] = 1 if seat == state.active else 0
    out[2] = state.rerolled
    out[3] = state.turn
    out[4] = state.n_seats
    out[5 : 5 + N_DICE] = state.dice
    for place in range(state.n_seats):
        other = (seat + place) % state.n_seats
        row = state.current_row[other]
        out[11 + place] = row
        out[11 + MAX_SEATS + place] = score(sheets, state, other)
        if row < sheets.n_rows[other]:
            out[11 + 2 * MAX_SEATS + place] = state.sums[other, row]
            out[11 + 3 * MAX_SEATS + place] = state.hits[other, row]
            at = 11 + 4 * MAX_SEATS + place * N_DICE
            for cell in range(sheets.n_cells[other, row]):
                if state.written[other, row, cell] == 0:
                    out[at + sheets.colors[other, row, cell]] = sheets.numbers[other, row, cell]
    at = 11 + 4 * MAX_SEATS + MAX_SEATS * N_DICE
    for row in range(sheets.n_rows[seat]):
        for cell in range(sheets.n_cells[seat, row]):
            color = sheets.colors[seat, row, cell]
            out[at + row * N_DICE + color] = sheets.numbers[seat, row, cell]
            out[at + (MAX_ROWS + row) * N_DICE + color] = cell + 1


def faults(sheets, state):
    """Return the `Fault` flags of a state, or 0 if the state is reachable."""
    found = _turn_faults(sheets, state) | _dice_faults(state)
    for seat in range(state.n_seats):
        found |= _pace_faults(sheets, state, seat)
        if state.current_row[seat] != count_complete_rows(sheets, state, seat):
            found |= Fault.BAD_COUNTS
        for row in range(sheets.n_rows[seat]):
            found |= _row_faults(sheets, state, seat, row)
    return found


def _row_faults(sheets, state, seat, row):
    """Check that the cells of a row are filled in order with numbers that are not too high, and that its counters are
    correct. [Twenty One 2, 5, 8]
    """
    found = 0
    points = 0
    hits = 0
    n_empty = 0
    for cell in range(sheets.n_cells[seat, row]):
        written = state.written[seat, row, cell]
        points += max(written, 0)
        hits += written == sheets.numbers[seat, row, cell]
        n_empty += written == 0
        if written < STRUCK or written > sheets.numbers[seat, row, cell]:
            found |= Fault.BAD_NUMBER
        if written != 0 and row > count_complete_rows(sheets, state, seat):
            found |= Fault.ROW_OUT_OF_ORDER
        if written == STRUCK and n_empty > 0:
            found |= Fault.STRIKE_OUT_OF_ORDER
    if points != state.sums[seat, row] or hits != state.hits[seat, row]:
        found |= Fault.BAD_COUNTS
    return found


def _pace_faults(sheets, state, seat):
    """Check that a seat's filled cells are plausible for the number of turns played: in each turn, a seat either
    strikes one cell or marks one or more cells of one row. [Twenty One 4, 8, 10]
    """
    n_fewest = 0
    n_most = 0
    for row in range(sheets.n_rows[seat]):
        n_marks = 0
        for cell in range(sheets.n_cells[seat, row]):
            n_marks += state.written[seat, row, cell] > 0
            n_most += state.written[seat, row, cell] != 0
            n_fewest += state.written[seat, row, cell] == STRUCK
        n_fewest += n_marks > 0
    n_turns = state.turn if state.phase == Phase.OVER else state.turn - 1
    return 0 if n_fewest <= n_turns and n_turns <= n_most else Fault.BAD_TURN


def _turn_faults(sheets, state):
    """Check that the active seat, the turn and the phase are within range and consistent."""
    is_over = end_reason(sheets, state) != End.NONE
    if state.active < 0 or state.active >= state.n_seats or state.turn < 1 or state.turn > MAX_TURNS:
        return Fault.BAD_TURN
    if state.phase < Phase.ROLL or state.phase > Phase.OVER or is_over != (state.phase == Phase.OVER):
        return Fault.BAD_TURN
    if state.rerolled != 0 and (state.rerolled != 1 or state.phase == Phase.REROLL):
        return Fault.BAD_TURN
    return 0


def _dice_faults(state):
    """Check that the right dice are on the table: none before the first throw, only those that show a 1 before a
    reroll, and all of them after a throw. [Twenty One 3, T-A2]
    """
    is_roll = state.phase == Phase.ROLL
    n_lying = 0
    for die in range(N_DICE):
        face = state.dice[die]
        n_lying += face != 0
        if face < 0 or face > HIGHEST or (is_roll and face > state.rerolled):
            return Fault.BAD_DICE
    return Fault.BAD_DICE if is_roll == (n_lying == N_DICE) else 0


# Changes


def apply_roll(sheets, state, faces):
    """Put the thrown dice on the table. After the first throw of a turn, the active seat may reroll; after the reroll,
    all seats fill cells. [Twenty One 3, T-A1]
    """
    wanted = dice_wanted(state)
    for die in range(N_DICE):
        if has_bit(wanted, die):
            state.dice[die] = faces[die]
    state.phase = Phase.FILL if state.rerolled == 1 else Phase.REROLL


def apply_moves(sheets, state, moves):
    """Resolve a phase by applying the moves of all acting seats at once. The match can end only after every seat has
    moved. [C1, T-A3]
    """
    if state.phase == Phase.REROLL:
        decide_throw(state, moves[state.active])
        return
    for seat in range(state.n_seats):
        fill_row(sheets, state, seat, moves[seat])
    if end_reason(sheets, state) != End.NONE:
        state.phase = Phase.OVER
    else:
        end_turn(state)


def decide_throw(state, move):
    """Apply the active seat's decision on a reroll: keep the roll, or pick up all dice that do not show a 1.
    [Twenty One 3]
    """
    if move == KEEP:
        state.phase = Phase.FILL
        return
    for die in range(N_DICE):
        if state.dice[die] != 1:
            state.dice[die] = 0
    state.rerolled = 1
    state.phase = Phase.ROLL


def fill_row(sheets, state, seat, move):
    """Write the numbers of a move's dice in a seat's current row, or strike the leftmost empty cell. Advance to the
    next row if the current one is complete. [Twenty One 2, 5, 8, 10]
    """
    row = state.current_row[seat]
    if move == STRIKE:
        state.written[seat, row, next_empty(sheets, state, seat, row)] = STRUCK
    for die in range(N_DICE):
        if has_bit(move, die):
            cell = sheets.place[seat, row, die] - 1
            state.written[seat, row, cell] = state.dice[die]
            count_cell(sheets, state, seat, row, cell)
    if next_empty(sheets, state, seat, row) == sheets.n_cells[seat, row]:
        state.current_row[seat] = row + 1


def count_cell(sheets, state, seat, row, cell):
    """Add a written number to the sum of its row, and count a hit if it equals the printed number. [Twenty One 6, 9]"""
    if state.written[seat, row, cell] > 0:
        state.sums[seat, row] += state.written[seat, row, cell]
        if state.written[seat, row, cell] == sheets.numbers[seat, row, cell]:
            state.hits[seat, row] += 1


def end_turn(state):
    """Start the next turn."""
    state.turn += 1
    state.active = (state.active + 1) % state.n_seats
    state.rerolled = 0
    state.dice[:] = 0
    state.phase = Phase.ROLL
