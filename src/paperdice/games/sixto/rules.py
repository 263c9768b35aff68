"""The rules of Sixto: each die marks the leftmost cell with its number in the row of its color; rows and columns score.
All seats use the same roll, and marking is always optional. The numbered rules and rulings cited here are in RULES.md.
"""

from enum import IntEnum

from paperdice.rulekit import CellState, has_bit

RULES_VERSION = 1
MAX_SEATS = 6
MAX_ROWS = 6
MAX_CELLS = 12
N_GOALS = 3
MAX_COLUMNS = MAX_CELLS - N_GOALS
MAX_MOVES = 64
# A row holds ten marks before the mark that locks it, and at most three turns lock a row: 6 * 6 * 10 + 3 turns
# with a mark. Before each there are at most 17 turns without one, as 18 in a row end the match; and a match that ends
# with those 18 has had only two turns that lock. [Sixto 4, 7, 9, S-A5, S-A9]
MAX_TURNS = 363 * 18
N_DICE = 6
N_NUMBERS = 7
MARKS_TO_REACH_GOALS = 4
GOALS_TO_LOCK = 2
LOCKS_TO_END = 3
LOCKS_TO_END_SOLO = 2
IDLE_ROUNDS_TO_END = 3
POINTS = (0, -5, 0, 5, 10, 15, 21, 28, 36, 45, 55, 66)
N_TALLY = MAX_ROWS + MAX_COLUMNS
N_CODES = MAX_MOVES
PASS = 0
KEEP = 0
REROLL = 1


class Phase(IntEnum):
    """The phases of a turn in order, plus `OVER` for a finished match."""

    ROLL = 0
    REROLL = 1
    TICK = 2
    OVER = 3


class End(IntEnum):
    """The reason why a match ended, or `NONE` while it is in progress."""

    NONE = 0
    DICE = 1
    FULL = 2
    STALL = 3


class Refusal(IntEnum):
    """The reason why a cell cannot be marked in the current phase, or `NONE` if it can."""

    NONE = 0
    OVER = 1
    NO_ROLL = 2
    OTHER_PHASE = 3
    MARKED = 4
    SKIPPED = 5
    LOCKED = 6
    OTHER_NUMBER = 7
    NOT_LEFTMOST = 8
    NEEDS_MARKS = 9


class Fault(IntEnum):
    """Flags for the faults that make a state unreachable."""

    BAD_COUNTS = 1
    NOT_LEFTMOST = 2
    GOAL_WITHOUT_MARKS = 4
    TOO_MANY_GOALS = 8
    LOCK_MISMATCH = 16
    BAD_DICE = 32
    BAD_TURN = 64
    BAD_IDLE = 128


# Sheets: row, color and die share one index, r o y g b p. `first_at` is the leftmost cell with a number, starting at a
# given cell, counted from 1, or 0 if there is none.
SHEETS = (
    ("n_rows", (MAX_SEATS,)),
    ("n_columns", (MAX_SEATS,)),
    ("n_cells", (MAX_SEATS, MAX_ROWS)),
    ("first_goal", (MAX_SEATS, MAX_ROWS)),
    ("colors", (MAX_SEATS, MAX_ROWS, MAX_CELLS)),
    ("numbers", (MAX_SEATS, MAX_ROWS, MAX_CELLS)),
    ("first_at", (MAX_SEATS, MAX_ROWS, N_NUMBERS, MAX_CELLS + 1)),
)

# State: `dice` has the faces of r o y g b p, 0 if not thrown; `reroll` is 1 while the second throw is required; `idle`
# counts the consecutive turns in which no seat has marked.
STATE = (
    ("n_seats", ()),
    ("turn", ()),
    ("active", ()),
    ("phase", ()),
    ("reroll", ()),
    ("idle", ()),
    ("dice", (N_DICE,)),
    ("locked", (MAX_ROWS,)),
    ("n_marks", (MAX_SEATS, MAX_ROWS)),
    ("n_goals", (MAX_SEATS, MAX_ROWS)),
    ("next_cell", (MAX_SEATS, MAX_ROWS)),
    ("n_column_marks", (MAX_SEATS, MAX_COLUMNS)),
    ("written", (MAX_SEATS, MAX_ROWS, MAX_CELLS)),
)

# The fields that the text of a position includes in addition to seats, dice and written cells.
EXTRAS = ("reroll", "idle")

# The fields that a learning agent observes: its own seat first, then the others clockwise; last, the numbers of
# its own sheet.
OBSERVED = (
    ("phase", 1),
    ("is_active", 1),
    ("reroll", 1),
    ("turn", 1),
    ("n_seats", 1),
    ("idle", 1),
    ("dice", N_DICE),
    ("locked", MAX_ROWS),
    ("scores", MAX_SEATS),
    ("n_marks", MAX_SEATS * MAX_ROWS),
    ("next_cell", MAX_SEATS * MAX_ROWS),
    ("n_goals", MAX_SEATS * MAX_ROWS),
    ("n_column_marks", MAX_SEATS * MAX_COLUMNS),
    ("numbers", MAX_ROWS * MAX_CELLS),
)
_SCORES_AT = 6 + N_DICE + MAX_ROWS
_MARKS_AT = _SCORES_AT + MAX_SEATS
_NEXT_AT = _MARKS_AT + MAX_SEATS * MAX_ROWS
_GOALS_AT = _NEXT_AT + MAX_SEATS * MAX_ROWS
_COLUMNS_AT = _GOALS_AT + MAX_SEATS * MAX_ROWS
_NUMBERS_AT = _COLUMNS_AT + MAX_SEATS * MAX_COLUMNS
N_OBSERVED = _NUMBERS_AT + MAX_ROWS * MAX_CELLS


def index_sheets(sheets, n_seats):
    """Fill in the lookup tables of the sheets: the first goal of each row, the number of scoring columns, and the
    leftmost cell with each number at or after each position.
    """
    for seat in range(n_seats):
        for row in range(sheets.n_rows[seat]):
            n_cells = sheets.n_cells[seat, row]
            sheets.first_goal[seat, row] = max(n_cells - N_GOALS, 0)
            sheets.n_columns[seat] = max(sheets.n_columns[seat], sheets.first_goal[seat, row])
            for back in range(n_cells):
                cell = n_cells - 1 - back
                sheets.first_at[seat, row, :, cell] = sheets.first_at[seat, row, :, cell + 1]
                sheets.first_at[seat, row, sheets.numbers[seat, row, cell], cell] = cell + 1


def start(state, n_seats, first):
    """Initialize the state of a new match in which seat `first` takes the first turn."""
    state.n_seats = n_seats
    state.turn = 1
    state.active = first
    state.phase = Phase.ROLL
    state.reroll = 0
    state.idle = 0
    state.dice[:] = 0
    state.locked[:] = 0
    state.n_marks[:, :] = 0
    state.n_goals[:, :] = 0
    state.next_cell[:, :] = 0
    state.n_column_marks[:, :] = 0
    state.written[:, :, :] = 0


def recount(sheets, state):
    """Recompute the counters and locks of a state from the written cells."""
    state.locked[:] = 0
    state.n_marks[:, :] = 0
    state.n_goals[:, :] = 0
    state.next_cell[:, :] = 0
    state.n_column_marks[:, :] = 0
    for seat in range(state.n_seats):
        for row in range(sheets.n_rows[seat]):
            for cell in range(sheets.n_cells[seat, row]):
                if state.written[seat, row, cell] == 1:
                    mark_cell(sheets, state, seat, row, cell)
    lock_rows(sheets, state)


# Queries


def dice_wanted(state):
    """Return a bit mask of the dice to throw: all dice whose rows are not locked, even in a reroll. [Sixto 5, 7]"""
    if state.phase != Phase.ROLL:
        return 0
    wanted = 0
    for die in range(N_DICE):
        if state.locked[die] == 0:
            wanted |= 1 << die
    return wanted


def throw_number(state):
    """Return 1 for the first throw of a turn or 2 for the reroll. [Sixto 5]"""
    return 1 + state.reroll


def acts(state, seat):
    """Return whether a seat has to move: only the active seat when deciding on a reroll, every seat when marking.
    [Sixto 5, 6]
    """
    if state.phase == Phase.TICK:
        return seat < state.n_seats
    return state.phase == Phase.REROLL and seat == state.active


def is_goal(sheets, seat, row, cell):
    """Return whether this cell is a goal, that is, one of the last three cells of its row."""
    return cell >= sheets.first_goal[seat, row]


def is_far(sheets, state, seat, row, cell):
    """Return whether this cell is a goal that cannot be marked yet, because its row has fewer than four marks.
    [Sixto 3]
    """
    return is_goal(sheets, seat, row, cell) and state.n_marks[seat, row] < MARKS_TO_REACH_GOALS


def cell_of_die(sheets, state, seat, die):
    """Return the index of the leftmost available cell with the number of this die in the row of the same color, or -1
    if there is none. [Sixto 1, 2]
    """
    return sheets.first_at[seat, die, state.dice[die], state.next_cell[seat, die]] - 1


def can_use(sheets, state, seat, die):
    """Return whether a seat can use this die to mark a cell: the die must be on the table, its row must have an
    available cell with its number, and a goal requires at least four marks in the row. [Sixto 2, 3, S-A2]
    """
    if state.dice[die] == 0:
        return False
    cell = cell_of_die(sheets, state, seat, die)
    return cell >= 0 and not is_far(sheets, state, seat, die, cell)


def usable_dice(sheets, state, seat):
    """Return a bit mask of the dice that a seat can use to mark a cell."""
    usable = 0
    for die in range(N_DICE):
        if can_use(sheets, state, seat, die):
            usable |= 1 << die
    return usable


def legal_moves(sheets, state, seat, out):
    """Write the codes of a seat's legal moves to `out` in ascending order and return how many there are. When marking,
    a seat may use any set of usable dice; the empty set is a pass. [Sixto 4, 5, 6]
    """
    if not acts(state, seat):
        return 0
    if state.phase == Phase.REROLL:
        out[0] = KEEP
        out[1] = REROLL
        return 2
    usable = usable_dice(sheets, state, seat)
    n = 0
    for move in range(usable + 1):
        if move & usable == move:
            out[n] = move
            n += 1
    return n


def is_legal(sheets, state, seat, move):
    """Return whether a seat may play the move with code `move`."""
    if not acts(state, seat) or move < 0:
        return False
    if state.phase == Phase.REROLL:
        return move <= REROLL
    return move & usable_dice(sheets, state, seat) == move


def refusal(sheets, state, seat, row, cell):
    """Return the `Refusal` that applies to a cell, or 0 if the seat can mark it in the current phase."""
    if state.phase == Phase.OVER:
        return Refusal.OVER
    if state.written[seat, row, cell] == 1:
        return Refusal.MARKED
    if cell < state.next_cell[seat, row]:
        return Refusal.SKIPPED
    if state.locked[row] == 1:
        return Refusal.LOCKED
    if state.phase == Phase.ROLL:
        return Refusal.NO_ROLL
    if state.phase == Phase.REROLL:
        return Refusal.OTHER_PHASE
    if state.dice[row] != sheets.numbers[seat, row, cell]:
        return Refusal.OTHER_NUMBER
    if cell_of_die(sheets, state, seat, row) != cell:
        return Refusal.NOT_LEFTMOST
    if is_far(sheets, state, seat, row, cell):
        return Refusal.NEEDS_MARKS
    return Refusal.NONE


def cell_state(sheets, state, seat, row, cell):
    """Return the state of a cell: marked, skipped, locked, far (a goal that needs more marks) or free."""
    if state.written[seat, row, cell] == 1:
        return CellState.MARKED
    if cell < state.next_cell[seat, row]:
        return CellState.SKIPPED
    if state.locked[row] == 1:
        return CellState.LOCKED
    if is_far(sheets, state, seat, row, cell):
        return CellState.FAR
    return CellState.FREE


def count_locks(state):
    """Return the number of locked rows."""
    n = 0
    for row in range(MAX_ROWS):
        n += state.locked[row]
    return n


def locks_to_end(state):
    """Return how many locked rows end the match: three, or two in a solo match. [Sixto 9, 12]"""
    return LOCKS_TO_END_SOLO if state.n_seats == 1 else LOCKS_TO_END


def is_full(sheets, state, seat):
    """Return whether a seat has marked the last cell of every row that is not locked. [Sixto 9, S-A8]"""
    for row in range(sheets.n_rows[seat]):
        if state.locked[row] == 0 and state.next_cell[seat, row] < sheets.n_cells[seat, row]:
            return False
    return True


def is_stuck(sheets, state, seat):
    """Return whether no roll would allow a seat to mark a cell, because each row is locked or complete, or has only
    goals left that require more marks.
    """
    for row in range(sheets.n_rows[seat]):
        cell = state.next_cell[seat, row]
        if state.locked[row] == 0 and cell < sheets.n_cells[seat, row] and not is_far(sheets, state, seat, row, cell):
            return False
    return True


def end_reason(sheets, state):
    """Return why the match ended, or 0 while it is in progress. If several reasons apply, retired dice take precedence
    over a full sheet, and a full sheet over a lack of further marks. [Sixto 9, 12, S-A7, S-A8, S-A9]
    """
    if count_locks(state) >= locks_to_end(state):
        return End.DICE
    n_stuck = 0
    for seat in range(state.n_seats):
        if is_full(sheets, state, seat):
            return End.FULL
        if is_stuck(sheets, state, seat):
            n_stuck += 1
    if n_stuck == state.n_seats or state.idle >= IDLE_ROUNDS_TO_END * state.n_seats:
        return End.STALL
    return End.NONE


def tally(sheets, state, seat, out):
    """Write the points of each row to `out`, followed by the points of each column. Goals count for rows but not for
    columns. [Sixto 10]
    """
    for row in range(MAX_ROWS):
        out[row] = POINTS[state.n_marks[seat, row]]
    for column in range(MAX_COLUMNS):
        out[MAX_ROWS + column] = POINTS[state.n_column_marks[seat, column]]


def score(sheets, state, seat):
    """Return the score of a seat, which is the sum of the points of its rows and columns. [Sixto 11]"""
    points = 0
    for row in range(MAX_ROWS):
        points += POINTS[state.n_marks[seat, row]]
    for column in range(MAX_COLUMNS):
        points += POINTS[state.n_column_marks[seat, column]]
    return points


def count_events(sheets, state, seat, out):
    """Count a seat's marks, locks, misses and strikes, and write the counts to `out` in this order."""
    out[:] = 0
    for row in range(sheets.n_rows[seat]):
        out[0] += state.n_marks[seat, row]
        out[1] += state.n_goals[seat, row] >= GOALS_TO_LOCK


def tie_break(sheets, state, seat):
    """Return the number of marks of a seat, which breaks ties between equal scores. [Sixto 11]"""
    n = 0
    for row in range(MAX_ROWS):
        n += state.n_marks[seat, row]
    return n


def observe(sheets, state, seat, out):
    """Write the observation for a learning agent in this seat to `out`, in the order given by `OBSERVED`."""
    out[:] = 0
    out[0] = state.phase
    out[1] = 1 if seat == state.active else 0
    out[2] = state.reroll
    out[3] = state.turn
    out[4] = state.n_seats
    out[5] = state.idle
    out[6 : 6 + N_DICE] = state.dice
    out[6 + N_DICE : _SCORES_AT] = state.locked
    for place in range(state.n_seats):
        other = (seat + place) % state.n_seats
        out[_SCORES_AT + place] = score(sheets, state, other)
        at = _MARKS_AT + place * MAX_ROWS
        out[at : at + MAX_ROWS] = state.n_marks[other]
        at = _NEXT_AT + place * MAX_ROWS
        out[at : at + MAX_ROWS] = state.next_cell[other]
        at = _GOALS_AT + place * MAX_ROWS
        out[at : at + MAX_ROWS] = state.n_goals[other]
        at = _COLUMNS_AT + place * MAX_COLUMNS
        out[at : at + MAX_COLUMNS] = state.n_column_marks[other]
    for row in range(MAX_ROWS):
        at = _NUMBERS_AT + row * MAX_CELLS
        out[at : at + MAX_CELLS] = sheets.numbers[seat, row]


def faults(sheets, state):
    """Return the `Fault` flags of a state, or 0 if the state is reachable."""
    found = _turn_faults(sheets, state) | _dice_faults(state) | _idle_faults(state)
    for seat in range(state.n_seats):
        found |= _column_faults(sheets, state, seat)
        for row in range(sheets.n_rows[seat]):
            found |= _count_faults(sheets, state, seat, row) | _mark_faults(sheets, state, seat, row)
    for row in range(MAX_ROWS):
        if state.locked[row] != (1 if _count_holders(state, row) > 0 else 0):
            found |= Fault.LOCK_MISMATCH
    return found


def _count_holders(state, row):
    """Count the seats that have locked a row by marking two of its goals. [Sixto 7]"""
    n = 0
    for seat in range(state.n_seats):
        n += 1 if state.n_goals[seat, row] >= GOALS_TO_LOCK else 0
    return n


def _count_faults(sheets, state, seat, row):
    """Check that the counters of a row match its marks."""
    n_marks = 0
    n_goals = 0
    next_cell = 0
    for cell in range(sheets.n_cells[seat, row]):
        if state.written[seat, row, cell] == 1:
            n_marks += 1
            next_cell = cell + 1
            n_goals += 1 if is_goal(sheets, seat, row, cell) else 0
        elif state.written[seat, row, cell] != 0:
            return Fault.BAD_COUNTS
    if n_marks != state.n_marks[seat, row] or n_goals != state.n_goals[seat, row]:
        return Fault.BAD_COUNTS
    return 0 if next_cell == state.next_cell[seat, row] else Fault.BAD_COUNTS


def _column_faults(sheets, state, seat):
    """Check that the counters of the columns match the marks."""
    for column in range(MAX_COLUMNS):
        n_marks = 0
        for row in range(sheets.n_rows[seat]):
            if column < sheets.first_goal[seat, row] and state.written[seat, row, column] == 1:
                n_marks += 1
        if n_marks != state.n_column_marks[seat, column]:
            return Fault.BAD_COUNTS
    return 0


def _mark_faults(sheets, state, seat, row):
    """Check that each mark is in the leftmost cell then available for its number, that goals were marked
    only after four other marks, and that at most two goals are marked. [Sixto 2, 3, S-A5]
    """
    found = 0
    n_marks = 0
    n_goals = 0
    next_cell = 0
    for cell in range(sheets.n_cells[seat, row]):
        if state.written[seat, row, cell] != 1:
            continue
        if sheets.first_at[seat, row, sheets.numbers[seat, row, cell], next_cell] != cell + 1:
            found |= Fault.NOT_LEFTMOST
        if is_goal(sheets, seat, row, cell):
            n_goals += 1
            found |= Fault.GOAL_WITHOUT_MARKS if n_marks < MARKS_TO_REACH_GOALS else 0
        n_marks += 1
        next_cell = cell + 1
    return found | (Fault.TOO_MANY_GOALS if n_goals > GOALS_TO_LOCK else 0)


def _turn_faults(sheets, state):
    """Check that the active seat, the turn and the phase are within range and consistent."""
    is_over = end_reason(sheets, state) != End.NONE
    if state.active < 0 or state.active >= state.n_seats or state.turn < 1 or state.turn > MAX_TURNS:
        return Fault.BAD_TURN
    if state.phase < Phase.ROLL or state.phase > Phase.OVER or is_over != (state.phase == Phase.OVER):
        return Fault.BAD_TURN
    if state.reroll != 0 and (state.reroll != 1 or state.phase != Phase.ROLL):
        return Fault.BAD_TURN
    return 0


def _dice_faults(state):
    """Check that the right dice are on the table in each phase. A retired die may be on the table only after the end of
    the match, if its row was locked in the last turn.
    """
    n_retired = 0
    for die in range(N_DICE):
        lies = state.dice[die] > 0
        n_retired += 0 if lies else 1
        if state.dice[die] < 0 or state.dice[die] > 6:
            return Fault.BAD_DICE
        if state.locked[die] == 0 and lies != (state.phase != Phase.ROLL):
            return Fault.BAD_DICE
        if state.locked[die] == 1 and lies and (state.phase != Phase.OVER or state.idle > 0):
            return Fault.BAD_DICE
    return Fault.BAD_DICE if state.phase == Phase.OVER and n_retired >= locks_to_end(state) else 0


def _idle_faults(state):
    """Check that the number of consecutive turns without a mark is plausible: the other turns must suffice for the
    marks made, with at most one mark per row and seat in each turn. [Sixto 4]
    """
    most = 0
    for seat in range(state.n_seats):
        for row in range(MAX_ROWS):
            most = max(most, state.n_marks[seat, row])
    n_played = state.turn if state.phase == Phase.OVER else state.turn - 1
    n_busy = n_played - state.idle
    is_possible = n_busy >= most and (most > 0 or n_busy == 0)
    return 0 if is_possible and 0 <= state.idle <= IDLE_ROUNDS_TO_END * state.n_seats else Fault.BAD_IDLE


# Changes


def apply_roll(sheets, state, faces):
    """Put the thrown dice on the table. After the first throw of a turn, the active seat may reroll; after the second,
    all seats may mark. [Sixto 5]
    """
    wanted = dice_wanted(state)
    for die in range(N_DICE):
        state.dice[die] = faces[die] if has_bit(wanted, die) else 0
    state.phase = Phase.REROLL if state.reroll == 0 else Phase.TICK
    state.reroll = 0


def mark_cell(sheets, state, seat, row, cell):
    """Mark a cell and update the counters of its row and column."""
    state.written[seat, row, cell] = 1
    state.next_cell[seat, row] = cell + 1
    state.n_marks[seat, row] += 1
    if is_goal(sheets, seat, row, cell):
        state.n_goals[seat, row] += 1
    else:
        state.n_column_marks[seat, cell] += 1


def lock_rows(sheets, state):
    """Lock every row in which any seat has marked two goals; locks apply to all seats. [Sixto 7, S-A6]"""
    for seat in range(state.n_seats):
        for row in range(sheets.n_rows[seat]):
            if state.n_goals[seat, row] >= GOALS_TO_LOCK:
                state.locked[row] = 1


def apply_moves(sheets, state, moves):
    """Resolve a phase by applying the moves of all acting seats at once. Rows are locked only afterward, at the end of
    the turn. [C1, Sixto 8]
    """
    if state.phase == Phase.REROLL:
        _decide_reroll(state, moves[state.active])
        return
    state.idle += 1
    for seat in range(state.n_seats):
        for die in range(N_DICE):
            if has_bit(moves[seat], die):
                mark_cell(sheets, state, seat, die, cell_of_die(sheets, state, seat, die))
                state.idle = 0
    end_turn(sheets, state)


def _decide_reroll(state, move):
    """Apply the active seat's decision on a reroll: either pick up all dice or keep the roll. [Sixto 5]"""
    if move == REROLL:
        state.dice[:] = 0
        state.reroll = 1
        state.phase = Phase.ROLL
    else:
        state.phase = Phase.TICK


def end_turn(sheets, state):
    """Lock rows, then end the match or start the next turn. [Sixto 7, 9]"""
    lock_rows(sheets, state)
    if end_reason(sheets, state) != End.NONE:
        state.phase = Phase.OVER
        return
    state.turn += 1
    state.active = (state.active + 1) % state.n_seats
    state.dice[:] = 0
    state.phase = Phase.ROLL
