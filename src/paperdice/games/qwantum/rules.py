"""Qwantum: write sums in four rows that rise up to the ridge and fall behind it, and score columns by their second
lowest number. The active seat picks a color first, then all share the others. The numbered rules and rulings cited here
stand in RULES.md."""

from enum import IntEnum

from paperdice.rulekit import CellState, has_bit, triangle

RULES_VERSION = 1
MAX_SEATS = 4
MAX_ROWS = 4
MAX_CELLS = 6
MAX_MOVES = 128  # every set of the seven dice may be thrown again
# In each of its turns the active seat fills one of its 24 cells or takes one of its 5 misses; 23 and 4 leave the match
# going on, so that four seats have 27 turns each and one of them a last one.
MAX_TURNS = 109
N_COLORS = 4
N_DICE = 7
WHITE_DIE = 0
HIGHEST = 33
RIDGE = 4
MISSES_TO_END = 5
N_TALLY = MAX_CELLS + 1
N_CODES = MAX_MOVES
KEEP = 0
PASS = 0

# Colors in the order of the notation, and with them the six mixed dice, face by face.
R = 0
Y = 1
B = 2
P = 3
FACE_COLORS = (
    (R, R, Y, B, B, P),
    (R, R, Y, Y, B, P),
    (R, R, Y, Y, B, P),
    (R, Y, B, B, P, P),
    (R, Y, B, B, P, P),
    (R, Y, Y, B, P, P),
)
FACE_PIPS = (
    (1, 4, 5, 5, 1, 6),
    (6, 2, 1, 3, 5, 4),
    (3, 1, 4, 2, 4, 3),
    (5, 6, 2, 4, 1, 3),
    (3, 4, 2, 6, 2, 5),
    (6, 1, 5, 3, 6, 2),
)


class Phase(IntEnum):
    """The steps of a turn."""

    ROLL = 0
    REROLL = 1
    PICK = 2
    SHARE = 3
    OVER = 4


class End(IntEnum):
    """Why a match is over."""

    NONE = 0
    FULL = 1
    MISSES = 2


class Refusal(IntEnum):
    """Why a cell cannot be marked now."""

    NONE = 0
    OVER = 1
    NO_ROLL = 2
    NOT_ACTING = 3
    MARKED = 4
    GAP = 5
    OTHER_PHASE = 6
    PICKED = 7
    NOT_RISING = 8
    NOT_FALLING = 9


class Fault(IntEnum):
    """What is wrong with a state that cannot arise."""

    BAD_COUNTS = 1
    MARK_OUT_OF_ORDER = 2
    BAD_NUMBER = 4
    BAD_MISSES = 8
    BAD_DICE = 16
    BAD_TURN = 32
    BAD_PICK = 64


# Sheets: colors are 0 to 3 for r y b p. `row_of` finds the row of a color, counted from 1, 0 where there is none.
SHEETS = (
    ("n_rows", (MAX_SEATS,)),
    ("n_cells", (MAX_SEATS, MAX_ROWS)),
    ("colors", (MAX_SEATS, MAX_ROWS, MAX_CELLS)),
    ("row_of", (MAX_SEATS, N_COLORS)),
)

# State: dice are the white one and the mixed ones 1 to 6, 0 where none lies; `again` is 1 while the second throw is
# wanted; `picked` is 1 + the color that the active seat wrote in this turn's pick, 0 for none; `sums` holds what the
# dice make in each color once all lie.
STATE = (
    ("n_seats", ()),
    ("turn", ()),
    ("active", ()),
    ("phase", ()),
    ("again", ()),
    ("picked", ()),
    ("dice", (N_DICE,)),
    ("sums", (N_COLORS,)),
    ("misses", (MAX_SEATS,)),
    ("next_cell", (MAX_SEATS, MAX_ROWS)),
    ("written", (MAX_SEATS, MAX_ROWS, MAX_CELLS)),
)

# What a position tells beside seats, dice and written cells.
EXTRAS = ("again", "picked")

# What a learner sees, field by field: the own seat first, the others clockwise.
OBSERVED = (
    ("phase", 1),
    ("is_active", 1),
    ("again", 1),
    ("picked", 1),
    ("turn", 1),
    ("n_seats", 1),
    ("dice", N_DICE),
    ("sums", N_COLORS),
    ("misses", MAX_SEATS),
    ("scores", MAX_SEATS),
    ("next_cell", MAX_SEATS * MAX_ROWS),
    ("written", MAX_SEATS * MAX_ROWS * MAX_CELLS),
)
N_OBSERVED = 17 + 2 * MAX_SEATS + MAX_SEATS * MAX_ROWS * (1 + MAX_CELLS)


def index_sheets(sheets, n_seats):
    """Finds the row of each color."""
    for seat in range(n_seats):
        for row in range(sheets.n_rows[seat]):
            sheets.row_of[seat, sheets.colors[seat, row, 0]] = row + 1


def start(state, n_seats, first):
    """Fills an empty state; seat `first` is active and dice are wanted."""
    state.n_seats = n_seats
    state.turn = 1
    state.active = first
    state.phase = Phase.ROLL
    state.again = 0
    state.picked = 0
    state.dice[:] = 0
    state.sums[:] = 0
    state.misses[:] = 0
    state.next_cell[:, :] = 0
    state.written[:, :, :] = 0


def recount(sheets, state):
    """Sets what the state keeps beside dice and written cells: the sums and how far each row is filled."""
    for color in range(N_COLORS):
        state.sums[color] = 0 if state.phase == Phase.ROLL else sum_of(state, color)
    for seat in range(state.n_seats):
        for row in range(sheets.n_rows[seat]):
            state.next_cell[seat, row] = count_marks(sheets, state, seat, row)


# Asking


def dice_wanted(state):
    """Gives the dice to throw now as a bit mask: all that do not lie. [Qwantum 3]"""
    if state.phase != Phase.ROLL:
        return 0
    wanted = 0
    for die in range(N_DICE):
        if state.dice[die] == 0:
            wanted |= 1 << die
    return wanted


def throw_number(state):
    """Gives 1 for the first throw of a turn and 2 for the second. [Qwantum 3]"""
    return 1 + state.again


def acts(state, seat):
    """Tells whether this seat decides now: the active one about rerolling and picking, then all. [Qwantum 3, 5, 6]"""
    if state.phase == Phase.SHARE:
        return seat < state.n_seats
    return (state.phase == Phase.REROLL or state.phase == Phase.PICK) and seat == state.active


def sum_of(state, color):
    """Adds up the white die and all dice that show this color. [Qwantum 4]"""
    total = state.dice[WHITE_DIE]
    for die in range(1, N_DICE):
        face = state.dice[die] - 1
        if face >= 0 and FACE_COLORS[die - 1][face] == color:
            total += FACE_PIPS[die - 1][face]
    return total


def count_marks(sheets, state, seat, row):
    """Counts the written numbers of a row."""
    n = 0
    for cell in range(sheets.n_cells[seat, row]):
        if state.written[seat, row, cell] != 0:
            n += 1
    return n


def follows(cell, last, number):
    """Tells whether a number may stand in this cell behind `last`: above it up to the ridge, then below it.
    [Qwantum 2, W-A1, W-A2]"""
    if cell == 0:
        return True
    return number > last if cell < RIDGE else number < last


def last_number(state, seat, row):
    """Gives the number written last in a row, 0 if it is empty."""
    cell = state.next_cell[seat, row]
    return state.written[seat, row, cell - 1] if cell > 0 else 0


def can_write(sheets, state, seat, color):
    """Tells whether this seat may write the sum of this color: never the picked one again, no gap, the order of the
    row kept. [Qwantum 1, 2, 6, W-A3]"""
    row = sheets.row_of[seat, color] - 1
    if row < 0 or state.picked == color + 1:
        return False
    cell = state.next_cell[seat, row]
    return cell < sheets.n_cells[seat, row] and follows(cell, last_number(state, seat, row), state.sums[color])


def legal_moves(sheets, state, seat, out):
    """Writes the legal moves, ascending, and gives their number; keeping and passing are always one.
    [Qwantum 3, 5, 6]"""
    if not acts(state, seat):
        return 0
    if state.phase == Phase.REROLL:
        for dice in range(1 << N_DICE):
            out[dice] = dice
        return 1 << N_DICE
    out[0] = PASS
    n = 1
    for color in range(N_COLORS):
        if can_write(sheets, state, seat, color):
            out[n] = 1 + color
            n += 1
    return n


def is_legal(sheets, state, seat, move):
    """Tells whether this code is among the legal moves."""
    if not acts(state, seat) or move < PASS:
        return False
    if state.phase == Phase.REROLL:
        return move < 1 << N_DICE
    return move == PASS or (move <= N_COLORS and can_write(sheets, state, seat, move - 1))


def refusal(sheets, state, seat, row, cell):
    """Gives 0 if this cell can be marked now, else the rule that forbids it."""
    if state.phase == Phase.OVER:
        return Refusal.OVER
    if cell < state.next_cell[seat, row]:
        return Refusal.MARKED
    if cell > state.next_cell[seat, row]:
        return Refusal.GAP
    if state.phase == Phase.ROLL:
        return Refusal.NO_ROLL
    if not acts(state, seat):
        return Refusal.NOT_ACTING
    if state.phase == Phase.REROLL:
        return Refusal.OTHER_PHASE
    color = sheets.colors[seat, row, cell]
    if state.picked == color + 1:
        return Refusal.PICKED
    if not follows(cell, last_number(state, seat, row), state.sums[color]):
        return Refusal.NOT_RISING if cell < RIDGE else Refusal.NOT_FALLING
    return Refusal.NONE


def cell_state(sheets, state, seat, row, cell):
    """Tells how a cell stands: marked, free (the next of its row) or far."""
    if cell < state.next_cell[seat, row]:
        return CellState.MARKED
    return CellState.FREE if cell == state.next_cell[seat, row] else CellState.FAR


def count_empty(sheets, state, seat):
    """Counts the cells that this seat has not filled."""
    n = 0
    for row in range(sheets.n_rows[seat]):
        n += sheets.n_cells[seat, row] - state.next_cell[seat, row]
    return n


def end_reason(sheets, state):
    """Gives why the match is over: a full sheet or else a fifth miss, else 0. [Qwantum 9]"""
    for seat in range(state.n_seats):
        if count_empty(sheets, state, seat) == 0:
            return End.FULL
    for seat in range(state.n_seats):
        if state.misses[seat] >= MISSES_TO_END:
            return End.MISSES
    return End.NONE


def column_score(sheets, state, seat, column):
    """Gives the second lowest number of a column, equal ones counting once; if all are equal, that number; 0 while a
    cell of it is empty. [Qwantum 8, W-A5]"""
    lowest = 0
    second = 0
    for row in range(sheets.n_rows[seat]):
        if column >= sheets.n_cells[seat, row]:
            continue
        number = state.written[seat, row, column]
        if number == 0:
            return 0
        if lowest == 0 or number < lowest:
            second = lowest
            lowest = number
        elif number > lowest and (second == 0 or number < second):
            second = number
    return second if second > 0 else lowest


def tally(sheets, state, seat, out):
    """Writes the points by column, and last the cost of the misses. [Qwantum 8, 10]"""
    for column in range(MAX_CELLS):
        out[column] = column_score(sheets, state, seat, column)
    out[MAX_CELLS] = -triangle(state.misses[seat])


def score(sheets, state, seat):
    """Gives the points of a seat, which may be below zero. [Qwantum 10, W-A8]"""
    points = -triangle(state.misses[seat])
    for column in range(MAX_CELLS):
        points += column_score(sheets, state, seat, column)
    return points


def count_events(sheets, state, seat, out):
    """Writes how many marks, locks, misses and strikes a seat has made."""
    out[:] = 0
    for row in range(sheets.n_rows[seat]):
        out[0] += state.next_cell[seat, row]
    out[2] = state.misses[seat]


def tie_break(sheets, state, seat):
    """Equal scores share the win. [W-A7]"""
    return 0


def observe(sheets, state, seat, out):
    """Writes what a learner sees, in the order of OBSERVED."""
    out[:] = 0
    out[0] = state.phase
    out[1] = 1 if seat == state.active else 0
    out[2] = state.again
    out[3] = state.picked
    out[4] = state.turn
    out[5] = state.n_seats
    out[6 : 6 + N_DICE] = state.dice
    out[13 : 13 + N_COLORS] = state.sums
    for place in range(state.n_seats):
        other = (seat + place) % state.n_seats
        out[17 + place] = state.misses[other]
        out[17 + MAX_SEATS + place] = score(sheets, state, other)
        at = 17 + 2 * MAX_SEATS + place * MAX_ROWS
        out[at : at + MAX_ROWS] = state.next_cell[other]
        for row in range(MAX_ROWS):
            at = 17 + 2 * MAX_SEATS + MAX_SEATS * MAX_ROWS + (place * MAX_ROWS + row) * MAX_CELLS
            out[at : at + MAX_CELLS] = state.written[other, row]


def faults(sheets, state):
    """Gives 0 if this state can arise by the rules, else the faults found, added up."""
    found = _turn_faults(sheets, state) | _dice_faults(state)
    for seat in range(state.n_seats):
        found |= _miss_faults(state, seat)
        for row in range(sheets.n_rows[seat]):
            found |= _row_faults(sheets, state, seat, row)
    if found == 0 and state.picked != 0:
        found = _pick_faults(sheets, state)
    return found


def _turn_faults(sheets, state):
    """Checks seat, turn and phase against each other."""
    found = 0
    is_over = end_reason(sheets, state) != End.NONE
    if state.active < 0 or state.active >= state.n_seats or state.turn < 1 or state.turn > MAX_TURNS:
        found |= Fault.BAD_TURN
    if state.phase < Phase.ROLL or state.phase > Phase.OVER or is_over != (state.phase == Phase.OVER):
        found |= Fault.BAD_TURN
    if state.again < 0 or state.again > 1 or (state.again == 1 and state.phase != Phase.ROLL):
        found |= Fault.BAD_TURN
    return found


def _dice_faults(state):
    """Checks the dice against the phase, and the kept sums against the dice: before the first throw no die lies, before
    the second one some, later all."""
    n_lying = 0
    for die in range(N_DICE):
        if state.dice[die] < 0 or state.dice[die] > 6:
            return Fault.BAD_DICE
        if state.dice[die] > 0:
            n_lying += 1
    for color in range(N_COLORS):
        if state.sums[color] != (0 if state.phase == Phase.ROLL else sum_of(state, color)):
            return Fault.BAD_COUNTS
    if state.phase != Phase.ROLL:
        return 0 if n_lying == N_DICE else Fault.BAD_DICE
    most = N_DICE - 1 if state.again == 1 else 0
    return 0 if n_lying <= most else Fault.BAD_DICE


def _miss_faults(state, seat):
    """Checks the misses of a seat: only the active one can have taken the fifth, without a pick. [Qwantum 7, 9]"""
    if state.misses[seat] < 0 or state.misses[seat] > MISSES_TO_END:
        return Fault.BAD_MISSES
    if state.misses[seat] == MISSES_TO_END and (seat != state.active or state.picked != 0):
        return Fault.BAD_MISSES
    return 0


def _row_faults(sheets, state, seat, row):
    """Checks the order of a row, and its kept counter against its numbers. [Qwantum 1, 2]"""
    found = 0
    if state.next_cell[seat, row] != count_marks(sheets, state, seat, row):
        found |= Fault.BAD_COUNTS
    for cell in range(sheets.n_cells[seat, row]):
        number = state.written[seat, row, cell]
        last = state.written[seat, row, cell - 1] if cell > 0 else 0
        if number < 0 or number > HIGHEST:
            found |= Fault.BAD_NUMBER
        if number != 0 and cell > 0 and (last == 0 or not follows(cell, last, number)):
            found |= Fault.MARK_OUT_OF_ORDER
    return found


def _pick_faults(sheets, state):
    """Checks that the picked color stands last in its row with the sum that lies. [Qwantum 5]"""
    if state.picked < 0 or state.picked > N_COLORS or state.phase < Phase.SHARE:
        return Fault.BAD_PICK
    row = sheets.row_of[state.active, state.picked - 1] - 1
    if row < 0 or last_number(state, state.active, row) != state.sums[state.picked - 1]:
        return Fault.BAD_PICK
    return 0


# Doing


def apply_roll(sheets, state, faces):
    """Lays the wanted dice; after the first throw the active seat may throw some again. [Qwantum 3]"""
    for die in range(N_DICE):
        if state.dice[die] == 0:
            state.dice[die] = faces[die]
    for color in range(N_COLORS):
        state.sums[color] = sum_of(state, color)
    state.phase = Phase.PICK if state.again == 1 else Phase.REROLL
    state.again = 0


def apply_moves(sheets, state, moves):
    """Applies the moves of all acting seats at once, each legal at the start of the phase. [C1]"""
    move = moves[state.active]
    if state.phase == Phase.REROLL:
        lift_dice(state, move)
    elif state.phase == Phase.PICK:
        write_sum(sheets, state, state.active, move)
        state.picked = move
        # A full sheet ends the match at once, without a share. [Qwantum 9]
        state.phase = Phase.SHARE if end_reason(sheets, state) == End.NONE else Phase.OVER
    else:
        for seat in range(state.n_seats):
            write_sum(sheets, state, seat, moves[seat])
        end_turn(sheets, state, state.picked != PASS or move != PASS)


def lift_dice(state, dice):
    """Takes up the dice of a bit mask for the second throw; with none the first throw stands. [Qwantum 3]"""
    if dice == KEEP:
        state.phase = Phase.PICK
        return
    for die in range(N_DICE):
        if has_bit(dice, die):
            state.dice[die] = 0
    state.sums[:] = 0
    state.again = 1
    state.phase = Phase.ROLL


def write_sum(sheets, state, seat, move):
    """Writes the sum of the move's color in the next cell of its row; a pass writes nothing."""
    if move == PASS:
        return
    row = sheets.row_of[seat, move - 1] - 1
    state.written[seat, row, state.next_cell[seat, row]] = state.sums[move - 1]
    state.next_cell[seat, row] += 1


def end_turn(sheets, state, wrote):
    """Gives the active seat a miss if it wrote neither in pick nor in share, then passes the dice on.
    [Qwantum 7, 9, W-A4, W-A6]"""
    if not wrote:
        state.misses[state.active] += 1
    if end_reason(sheets, state) != End.NONE:
        state.phase = Phase.OVER
        return
    state.turn += 1
    state.active = (state.active + 1) % state.n_seats
    state.picked = 0
    state.dice[:] = 0
    state.sums[:] = 0
    state.phase = Phase.ROLL
