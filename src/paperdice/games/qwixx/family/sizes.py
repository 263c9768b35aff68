"""Sizes and array layouts of the Qwixx family: the limits for printed extras, and the fields of sheets and states."""

from enum import IntEnum

from paperdice.games.qwixx.rules import FRAME, LOWEST, MAX_ROWS, MAX_SEATS, N_COLORS, PASS
from paperdice.games.qwixx.rules import N_OBSERVED as OBSERVED_FRAME
from paperdice.games.qwixx.rules import OBSERVED as CLASSIC_OBSERVED

MAX_CELLS = 15
MAX_MOVES = 33
MAX_TURNS = 436
MAX_STRIP = 12
MAX_SWAPS = 9
MAX_BONUS_ROWS = 2
MAX_LUCKY = 2
N_FACES = 8
N_NUMBERS = 17
N_SPAN = 15
HIGHEST = 16
N_SYMBOLS = 6

# Move codes: plain marks, each with the row that a circle applies to or 0; then bonus cells, swaps and lucky marks.
N_TARGETS = 1 + MAX_ROWS
FIRST_PLAIN = 1
FIRST_BONUS = FIRST_PLAIN + N_COLORS * N_SPAN * N_TARGETS
FIRST_SWAP = FIRST_BONUS + MAX_BONUS_ROWS * N_SPAN
FIRST_LUCKY = FIRST_SWAP + MAX_SWAPS * N_COLORS * N_SPAN
N_CODES = FIRST_LUCKY + N_COLORS * N_SPAN

OCTAGON_POINTS = 13


class Symbol(IntEnum):
    """A symbol printed on two cells of a sheet; marking both cells wins its reward. [Bonus B 2]"""

    NONE = 0
    CIRCLE = 1
    NOTCHED = 2
    SQUARE = 3
    OCTAGON = 4
    STAR = 5


class Fault(IntEnum):
    """Flags for the faults that make a state unreachable."""

    BAD_COUNTS = 1
    LOCK_WITHOUT_MARKS = 2
    LOCK_MISMATCH = 4
    BAD_MISSES = 8
    BAD_DICE = 16
    BAD_TURN = 32
    BAD_SECOND_MARK = 64
    BAD_PAIR = 128
    BAD_STRIP = 256
    BAD_BONUS = 512
    BAD_SWAP = 1024
    BAD_REWARD = 2048


class TallyPart(IntEnum):
    """The indices of the tally parts that follow the points of the rows."""

    MISSES = MAX_ROWS
    STEPS = MAX_ROWS + 1
    SQUARE = MAX_ROWS + 2
    OCTAGON = MAX_ROWS + 3


N_TALLY = MAX_ROWS + 4

# Sheets: as for the classic sheet, plus the printed extras. Places number the cells of all rows from 1; 0 stands for
# none. `partner` is the other cell of a pair, `symbol_places` the two cells of a symbol, and `strip` lists row indices;
# `bonus_colors` are the colors of the rows beside a bonus row, and `bonus_place` is its cell with a number, from 1.
SHEETS = (
    ("n_rows", (MAX_SEATS,)),
    ("n_cells", (MAX_SEATS, MAX_ROWS)),
    ("colors", (MAX_SEATS, MAX_ROWS, MAX_CELLS)),
    ("numbers", (MAX_SEATS, MAX_ROWS, MAX_CELLS)),
    ("lock_colors", (MAX_SEATS, MAX_ROWS)),
    ("place", (MAX_SEATS, N_COLORS, N_NUMBERS)),
    ("marks_to_lock", (MAX_SEATS,)),
    ("most_marks", (MAX_SEATS,)),
    ("n_goals", (MAX_SEATS,)),
    ("weights", (MAX_SEATS, MAX_ROWS, MAX_CELLS)),
    ("boxes", (MAX_SEATS, MAX_ROWS, MAX_CELLS)),
    ("n_steps", (MAX_SEATS,)),
    ("steps", (MAX_SEATS, MAX_ROWS, MAX_CELLS)),
    ("partner", (MAX_SEATS, MAX_ROWS, MAX_CELLS)),
    ("framed", (MAX_SEATS, MAX_ROWS, MAX_CELLS)),
    ("n_strip", (MAX_SEATS,)),
    ("strip", (MAX_SEATS, MAX_STRIP)),
    ("has_symbols", (MAX_SEATS,)),
    ("symbols", (MAX_SEATS, MAX_ROWS, MAX_CELLS)),
    ("symbol_places", (MAX_SEATS, N_SYMBOLS, 2)),
    ("n_bonus_rows", (MAX_SEATS,)),
    ("bonus_colors", (MAX_SEATS, MAX_BONUS_ROWS, 2)),
    ("bonus_place", (MAX_SEATS, MAX_BONUS_ROWS, N_NUMBERS)),
    ("n_swaps", (MAX_SEATS,)),
    ("swaps", (MAX_SEATS, MAX_SWAPS, 2)),
    ("n_lucky", (MAX_SEATS,)),
    ("lucky", (MAX_SEATS, MAX_LUCKY)),
)

# State: as for the classic sheet; `written` is 2 if the second box is marked too, and `n_marks` counts the marks in a
# row without its lock, a double cell as two. `used` marks the strip fields that have been used, with or without effect;
# `swap` is the last swap field used, from 1; `bonus` has the marks in bonus rows.
STATE = (
    *FRAME,
    ("swap", (MAX_SEATS,)),
    ("n_bonus", (MAX_SEATS, MAX_BONUS_ROWS)),
    ("next_bonus", (MAX_SEATS, MAX_BONUS_ROWS)),
    ("used", (MAX_SEATS, MAX_STRIP)),
    ("bonus", (MAX_SEATS, MAX_BONUS_ROWS, MAX_CELLS)),
    ("written", (MAX_SEATS, MAX_ROWS, MAX_CELLS)),
)

# The fields that a learning agent observes: its own seat first, then the others clockwise.
OBSERVED = (
    *CLASSIC_OBSERVED,
    ("swap", MAX_SEATS),
    ("used", MAX_SEATS * MAX_STRIP),
    ("bonus", MAX_SEATS * MAX_BONUS_ROWS * MAX_CELLS),
    ("written", MAX_SEATS * MAX_ROWS * MAX_CELLS),
)
OBSERVED_SEAT = 1 + MAX_STRIP + MAX_BONUS_ROWS * MAX_CELLS + MAX_ROWS * MAX_CELLS
N_OBSERVED = OBSERVED_FRAME + MAX_SEATS * OBSERVED_SEAT
