"""The rules of Qwantum: players write sums in four rows whose numbers must rise before the ridge and fall after it, and
each column scores its second lowest number. The active seat first writes the sum of one color; then all seats may write
the sum of another color. The numbered rules and rulings cited here are in RULES.md.
"""

from enum import IntEnum

from paperdice.rulekit import CellState, has_bit, triangle

RULES_VERSION = 1
MAX_SEATS = 4
MAX_ROWS = 4
MAX_CELLS = 6
MAX_MOVES = 128  # any subset of the seven dice may be rerolled
# In each of its turns, a seat fills at least one of its 24 cells or takes one of its 5 misses. The match continues
# after 23 cells and 4 misses, so each of four seats can have 27 turns, and one of them a last one.
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

# Colors in notation order, followed by the six mixed dice, face by face.
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
    """The phases of a turn in order, plus `OVER` for a finished match."""

    ROLL = 0
    REROLL = 1
    PICK = 2
    SHARE = 3
    OVER = 4


class End(IntEnum):
    """The reason why a match ended, or `NONE` while it is in progress."""

    NONE = 0
    FULL = 1
    MISSES = 2


class Refusal(IntEnum):
    """The reason why a cell cannot be marked in the current phase, or `NONE` if it can."""

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
    """Flags for the faults that make a state unreachable."""

    BAD_COUNTS = 1
    MARK_OUT_OF_ORDER = 2
    BAD_NUMBER = 4
    BAD_MISSES = 8
    BAD_DICE = 16
    BAD_TURN = 32
    BAD_PICK = 64


# Sheets: colors are 0 to 3 for r y b p. `row_of` is the row of a color, counted from 1, or 0 if there is none.
SHEETS = (
    ("n_rows", (MAX_SEATS,)),
    ("n_cells", (MAX_SEATS, MAX_ROWS)),
    ("colors", (MAX_SEATS, MAX_ROWS, MAX_CELLS)),
    ("row_of", (MAX_SEATS, N_COLORS)),
)

# State: `dice` has the faces of the white die and the mixed dice 1 to 6, 0 if not thrown; `again` is 1 while a reroll
# is pending; `picked` is 1 + the color that the active seat has written in the pick phase, or 0; `sums` is what the
# dice add up to in each color once all are thrown.
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

# The fields that the text of a position includes in addition to seats, dice and written cells.
EXTRAS = ("again", "picked")

# The fields that a learning agent observes: its own seat first, then the others clockwise.
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
    """Fill in the lookup table `sheets.row_of`, which maps each color to its row."""
    for seat in range(n_seats):
        for row in range(sheets.n_rows[seat]):
            sheets.row_of[seat, sheets.colors[seat, row, 0]] = row + 1


def start(state, n_seats, first):
    """Initialize the state of a new match in which seat `first` takes the first turn."""
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
    """Recompute the sums from the dice, and the position of the next empty cell in each row from the written cells."""
    for color in range(N_COLORS):
        state.sums[color] = 0 if state.phase == Phase.ROLL else sum_of(state, color)
    for seat in range(state.n_seats):
        for row in range(sheets.n_rows[seat]):
            state.next_cell[seat, row] = count_marks(sheets, state, seat, row)


# Queries


def dice_wanted(state):
    """Return a bit mask of the dice to throw: all dice that are not on the table. [Qwantum 3]"""
    if state.phase != Phase.ROLL:
        return 0
    wanted = 0
    for die in range(N_DICE):
        if state.dice[die] == 0:
            wanted |= 1 << die
    return wanted


def throw_number(state):
    """Return 1 for the first throw of a turn or 2 for the reroll. [Qwantum 3]"""
    return 1 + state.again


def acts(state, seat):
    """Return whether a seat has to move: only the active seat in the reroll and pick phases, but every seat in the
    share phase, in which all players may use the roll. [Qwantum 3, 5, 6]
    """
    if state.phase == Phase.SHARE:
        return seat < state.n_seats
    return (state.phase == Phase.REROLL or state.phase == Phase.PICK) and seat == state.active


def sum_of(state, color):
    """Return the sum of the white die and all dice that show this color. [Qwantum 4]"""
    total = state.dice[WHITE_DIE]
    for die in range(1, N_DICE):
        face = state.dice[die] - 1
        if face >= 0 and FACE_COLORS[die - 1][face] == color:
            total += FACE_PIPS[die - 1][face]
    return total


def count_marks(sheets, state, seat, row):
    """Count the written cells in a row."""
    n = 0
    for cell in range(sheets.n_cells[seat, row]):
        if state.written[seat, row, cell] != 0:
            n += 1
    return n


def follows(cell, last, number):
    """Return whether a number may be written in this cell when the previous number in the row is `last`: it must be
    higher before the ridge (the thick line of a row) and lower after it. [Qwantum 2, W-A1, W-A2]
    """
    if cell == 0:
        return True
    return number > last if cell < RIDGE else number < last


def last_number(state, seat, row):
    """Return the last number written in a row, or 0 if the row is empty."""
    cell = state.next_cell[seat, row]
    return state.written[seat, row, cell - 1] if cell > 0 else 0


def can_write(sheets, state, seat, color):
    """Return whether a seat may write the sum for this color in the next cell of its row: the color must not be the one
    that the active seat has picked, the row must not be full, and the number must keep the row ascending before the
    ridge (the thick line of a row) and descending after it. [Qwantum 1, 2, 6, W-A3]
    """
    row = sheets.row_of[seat, color] - 1
    if row < 0 or state.picked == color + 1:
        return False
    cell = state.next_cell[seat, row]
    return cell < sheets.n_cells[seat, row] and follows(cell, last_number(state, seat, row), state.sums[color])


def legal_moves(sheets, state, seat, out):
    """Write the codes of a seat's legal moves to `out` in ascending order and return how many there are. It is always
    legal to keep the roll in the reroll phase, and to pass in the pick and share phases. [Qwantum 3, 5, 6]
    """
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
    """Return whether a seat may play the move with code `move`."""
    if not acts(state, seat) or move < PASS:
        return False
    if state.phase == Phase.REROLL:
        return move < 1 << N_DICE
    return move == PASS or (move <= N_COLORS and can_write(sheets, state, seat, move - 1))


def refusal(sheets, state, seat, row, cell):
    """Return the `Refusal` that applies to a cell, or 0 if the seat can mark it in the current phase."""
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
    """Return the state of a cell: marked, free (the next cell of its row) or far (any later cell)."""
    if cell < state.next_cell[seat, row]:
        return CellState.MARKED
    return CellState.FREE if cell == state.next_cell[seat, row] else CellState.FAR


def count_empty(sheets, state, seat):
    """Count the empty cells on a seat's sheet."""
    n = 0
    for row in range(sheets.n_rows[seat]):
        n += sheets.n_cells[seat, row] - state.next_cell[seat, row]
    return n


def end_reason(sheets, state):
    """Return why the match ended, or 0 while it is in progress. A full sheet takes precedence over a fifth miss.
    [Qwantum 9]
    """
    for seat in range(state.n_seats):
        if count_empty(sheets, state, seat) == 0:
            return End.FULL
    for seat in range(state.n_seats):
        if state.misses[seat] >= MISSES_TO_END:
            return End.MISSES
    return End.NONE


def column_score(sheets, state, seat, column):
    """Return the points of a column: its second lowest distinct number, or the common number if all are equal. Return 0
    while any of its cells is empty. [Qwantum 8, W-A5]
    """
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
    """Write the points of each column to `out`, followed by the negative points for misses. [Qwantum 8, 10]"""
    for column in range(MAX_CELLS):
        out[column] = column_score(sheets, state, seat, column)
    out[MAX_CELLS] = -triangle(state.misses[seat])


def score(sheets, state, seat):
    """Return the score of a seat, which can be negative. [Qwantum 10, W-A8]"""
    points = -triangle(state.misses[seat])
    for column in range(MAX_CELLS):
        points += column_score(sheets, state, seat, column)
    return points


def count_events(sheets, state, seat, out):
    """Count a seat's marks, locks, misses and strikes, and write the counts to `out` in this order."""
    out[:] = 0
    for row in range(sheets.n_rows[seat]):
        out[0] += state.next_cell[seat, row]
    out[2] = state.misses[seat]


def tie_break(sheets, state, seat):
    """Return 0: there is no tiebreaker, so seats with equal scores share the win. [W-A7]"""
    return 0


def observe(sheets, state, seat, out):
    """Write the observation for a learning agent in this seat to `out`, in the order given by `OBSERVED`."""
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
    """Return the `Fault` flags of a state, or 0 if the state is reachable."""
    found = _turn_faults(sheets, state) | _dice_faults(state)
    for seat in range(state.n_seats):
        found |= _miss_faults(state, seat)
        for row in range(sheets.n_rows[seat]):
            found |= _row_faults(sheets, state, seat, row)
    if found == 0 and state.picked != 0:
        found = _pick_faults(sheets, state)
    return found


def _turn_faults(sheets, state):
    """Check that the active seat, the turn and the phase are within range and consistent."""
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
    """Check that the sums match the dice, and that the right dice are on the table: none before the first throw, not
    all of them before a reroll, and all of them after a throw.
    """
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
    """Check the number of misses of a seat. Only the active seat can have a fifth miss, and only if it has not picked a
    color in this turn. [Qwantum 7, 9]
    """
    if state.misses[seat] < 0 or state.misses[seat] > MISSES_TO_END:
        return Fault.BAD_MISSES
    if state.misses[seat] == MISSES_TO_END and (seat != state.active or state.picked != 0):
        return Fault.BAD_MISSES
    return 0


def _row_faults(sheets, state, seat, row):
    """Check that the numbers in a row are in valid order without gaps, and that its counter matches them.
    [Qwantum 1, 2]
    """
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
    """Check that the last number in the active seat's row of the color it has picked is the sum for that color.
    [Qwantum 5]
    """
    if state.picked < 0 or state.picked > N_COLORS or state.phase < Phase.SHARE:
        return Fault.BAD_PICK
    row = sheets.row_of[state.active, state.picked - 1] - 1
    if row < 0 or last_number(state, state.active, row) != state.sums[state.picked - 1]:
        return Fault.BAD_PICK
    return 0


# Changes


def apply_roll(sheets, state, faces):
    """Put the thrown dice on the table and compute the sums. After the first throw of a turn, the active seat may
    reroll some of the dice. [Qwantum 3]
    """
    for die in range(N_DICE):
        if state.dice[die] == 0:
            state.dice[die] = faces[die]
    for color in range(N_COLORS):
        state.sums[color] = sum_of(state, color)
    state.phase = Phase.PICK if state.again == 1 else Phase.REROLL
    state.again = 0


def apply_moves(sheets, state, moves):
    """Resolve a phase by applying the moves of all acting seats at once. All moves must be legal at the start of the
    phase. [C1]
    """
    move = moves[state.active]
    if state.phase == Phase.REROLL:
        lift_dice(state, move)
    elif state.phase == Phase.PICK:
        write_sum(sheets, state, state.active, move)
        state.picked = move
        # A full sheet ends the match at once, without a share phase. [Qwantum 9]
        state.phase = Phase.SHARE if end_reason(sheets, state) == End.NONE else Phase.OVER
    else:
        for seat in range(state.n_seats):
            write_sum(sheets, state, seat, moves[seat])
        end_turn(sheets, state, state.picked != PASS or move != PASS)


def lift_dice(state, dice):
    """Apply the active seat's decision on a reroll: pick up the dice in the bit mask `dice`, or keep the roll if the
    mask is empty. [Qwantum 3]
    """
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
    """Write the sum of a move's color in the next cell of that color's row. A pass writes nothing."""
    if move == PASS:
        return
    row = sheets.row_of[seat, move - 1] - 1
    state.written[seat, row, state.next_cell[seat, row]] = state.sums[move - 1]
    state.next_cell[seat, row] += 1


def end_turn(sheets, state, wrote):
    """Give the active seat a miss if it has written nothing in the pick and share phases, then end the match or start
    the next turn. [Qwantum 7, 9, W-A4, W-A6]
    """
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
