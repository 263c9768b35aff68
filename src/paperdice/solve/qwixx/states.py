"""A Qwixx sheet as tables: row states, transitions by marks, and an index for every position.

A row state consists of the last marked cell and the number of marks. Two rows are ascending and two descending. Since
mirroring every die swaps the two kinds, a position is an unordered pair of unordered pairs of row states.

The wait of a seat is the number of other seats' turns before its own; the values of all positions with the same wait
form a plane of the table.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from paperdice.fast.compile import Record

# The values for one wait, by position and misses; bots store them in single precision.
Plane: TypeAlias = NDArray[np.floating[Any]]

# Rows in the order red, yellow, green, blue: the two ascending rows form one pair, the two descending rows the other.
N_ROWS = 4
RED, YELLOW, GREEN, BLUE = range(N_ROWS)
N_RISING = 2
LOWEST_SUM = 2
OWN_TURN = 0
MAX_CELLS = 11
MAX_ROW_STATES = 62
MAX_PAIRS = MAX_ROW_STATES * (MAX_ROW_STATES + 1) // 2
MAX_FACES = 6
MAX_WHITE_PAIRS = 21
NO_STATE = 255
N_MISSES = 4
MISS_COST = 5
N_CLOCK = N_ROWS * MAX_CELLS + N_MISSES
# Tables that do not distinguish locked rows by their marks assume the minimum number of marks for the hazard.
LOCKED_MARKS = 7

# Dice fields of problem records, shared with the solver of the Qwixx family. `white_chance` is indexed by pair of white
# dice, sorted by sum; the pairs of each sum begin at `white_start`. `faces_for` contains the faces of a color die that
# reach a cell, as bits; `faces_left` the number of rolls of two color dice that show none of a set of faces.
DICE_FIELDS = [
    ("white_start", "u1", MAX_CELLS + 1),
    ("white_chance", "f8", MAX_WHITE_PAIRS),
    ("sum_chance", "f8", MAX_CELLS),
    ("faces_for", "u4", (MAX_WHITE_PAIRS, N_ROWS * MAX_CELLS)),
    ("faces_left", "u1", 1 << (2 * MAX_FACES)),
    ("n_color_rolls", "i8"),
]
# The problem record for compiled code. Small unsigned integers allow the compiler to omit checks for negative indices.
# `keep` is the probability that another turn does not end the match, by marks and misses. `row_code` is the row state
# by next cell and marks, `pair` the number of a pair of row states; `one` and `two` are the row states after marking a
# cell, as the only or the second mark of a turn, with the points gained.
PROBLEM = np.dtype(
    [
        ("n_cells", "i8"),
        ("n_seats", "i8"),
        ("n_locked_states", "i8"),
        ("has_target", "i8"),
        ("target", "f8"),
        ("miss_gain", "f8"),
        ("keep", "f8", N_CLOCK),
        ("row_code", "u1", (MAX_CELLS + 1, MAX_CELLS + 1)),
        ("row_points", "f8", MAX_ROW_STATES),
        ("row_marks", "u1", MAX_ROW_STATES),
        ("one", "u1", (MAX_ROW_STATES, MAX_CELLS)),
        ("one_gain", "f8", (MAX_ROW_STATES, MAX_CELLS)),
        ("one_points", "i8", (MAX_ROW_STATES, MAX_CELLS)),
        ("two", "u1", (MAX_ROW_STATES, MAX_CELLS)),
        ("two_gain", "f8", (MAX_ROW_STATES, MAX_CELLS)),
        ("pair", "u2", (MAX_ROW_STATES, MAX_ROW_STATES)),
        ("pair_rows", "u1", (MAX_PAIRS, 2)),
        *DICE_FIELDS,
    ],
    align=True,
)


class Sizes(NamedTuple):
    """The sizes of sheets and dice; smaller ones are useful for testing the solver."""

    faces: int = 6
    marks_to_lock: int = 5

    @property
    def cells(self) -> int:
        """The number of cells in a row: one for every sum of two dice."""
        return 2 * self.faces - 1


CLASSIC = Sizes()


@dataclass(frozen=True)
class RowStates:
    """All states of a row, each given by its last marked cell and number of marks.

    States are numbered from the most to the least advanced, so every mark results in a state with a smaller number.
    """

    sizes: Sizes
    last_cells: tuple[int, ...]
    marks: tuple[int, ...]
    n_locked: int

    def code(self, last_cell: int, marks: int) -> int:
        """Return the code of the state with this last marked cell (−1 for none) and this number of marks."""
        return list(zip(self.last_cells, self.marks, strict=True)).index((last_cell, marks))

    def after_mark(self, state: int, cell: int) -> tuple[int, int] | None:
        """Return the row state after marking a cell and the points gained, or None if the cell cannot be marked."""
        last, marks, lock_cell = self.last_cells[state], self.marks[state], self.sizes.cells - 1
        if last == lock_cell or cell <= last or (cell == lock_cell and marks < self.sizes.marks_to_lock):
            return None
        if cell < lock_cell:
            return self.code(cell, marks + 1), marks + 1
        # The lock counts as a mark too. [Qwixx 8]
        locked = self.code(cell, marks + 2) if self.n_locked > 1 else 0
        return locked, 2 * marks + 3


def make_row_states(sizes: Sizes, count_locked: bool) -> RowStates:
    """List all states of a row.

    If `count_locked` is True, locked rows with different numbers of marks are different states. This is necessary if
    the points already scored matter.
    """
    lock_cell = sizes.cells - 1
    most = lock_cell + 2
    locked = range(most, sizes.marks_to_lock + 1, -1) if count_locked else range(1)
    states = [(lock_cell, marks) for marks in locked]
    states += [(last, marks) for last in range(lock_cell - 1, -1, -1) for marks in range(1, last + 2)]
    states.append((-1, 0))
    last_cells, marks = zip(*states, strict=True)
    return RowStates(sizes, last_cells, marks, len(locked))


def fill_rows(problem: Record, states: RowStates) -> None:
    """Write the transitions of each row state to the problem record, for one mark and for two marks in one turn."""
    problem["n_cells"] = states.sizes.cells
    problem["n_locked_states"] = states.n_locked
    problem["one"] = problem["two"] = problem["row_code"] = NO_STATE
    for state, (last, marks) in enumerate(zip(states.last_cells, states.marks, strict=True)):
        problem["row_points"][state] = marks * (marks + 1) // 2
        problem["row_marks"][state] = marks if state >= states.n_locked else LOCKED_MARKS
        if state >= states.n_locked:
            problem["row_code"][last + 1, marks] = state
        for cell in range(states.sizes.cells):
            _fill_cell(problem, states, state, cell)


def _fill_cell(problem: Record, states: RowStates, state: int, cell: int) -> None:
    first = states.after_mark(state, cell)
    if first:
        problem["one"][state, cell], problem["one_gain"][state, cell] = first
        problem["one_points"][state, cell] = first[1]
    # After two marks in a row, it does not matter which cell was marked first.
    near = states.after_mark(state, states.last_cells[state] + 1)
    second = states.after_mark(near[0], cell) if near else None
    if near and second:
        problem["two"][state, cell], problem["two_gain"][state, cell] = second[0], near[1] + second[1]


def fill_pairs(problem: Record, states: RowStates) -> int:
    """Number the unordered pairs of row states in the problem record, and return how many there are."""
    n_pairs = 0
    for high in range(len(states.marks)):
        for low in range(high + 1):
            problem["pair"][high, low] = problem["pair"][low, high] = n_pairs
            problem["pair_rows"][n_pairs] = high, low
            n_pairs += 1
    return n_pairs


def fill_dice(problem: Record, sizes: Sizes) -> None:
    """Write the dice fields of a problem record.

    They contain the probabilities of the white dice, and the faces of each color die that add up to the number of a
    cell with either white die.
    """
    faces = range(1, sizes.faces + 1)
    pairs = sorted(((one, two) for one in faces for two in faces if one <= two), key=sum)
    for number, (one, two) in enumerate(pairs):
        chance = (1 if one == two else 2) / sizes.faces**2
        problem["white_chance"][number] = chance
        problem["sum_chance"][one + two - LOWEST_SUM] += chance
        problem["white_start"][one + two - LOWEST_SUM + 1 :] = number + 1
        for row in range(N_ROWS):
            for cell in range(sizes.cells):
                total = LOWEST_SUM + cell if row < N_RISING else 2 * sizes.faces - cell
                bits = sum(1 << (face - 1) for face in faces if total in (one + face, two + face))
                problem["faces_for"][number, row * MAX_CELLS + cell] = bits << (MAX_FACES * row)
    for covered in range(1 << (2 * MAX_FACES)):
        upper, lower = divmod(covered, 1 << MAX_FACES)
        left = (sizes.faces - upper.bit_count()) * (sizes.faces - lower.bit_count())
        problem["faces_left"][covered] = max(left, 0)
    problem["n_color_rolls"] = sizes.faces**N_ROWS


@dataclass(frozen=True)
class Positions:
    """All positions of an unfinished match, from the most to the least advanced.

    `first` and `second` contain the two pairs of row states of each position. Positions with equal progress form a
    block; `starts` contains the boundaries between blocks.
    """

    n_pairs: int
    size: int
    first: NDArray[np.uint16]
    second: NDArray[np.uint16]
    starts: tuple[int, ...]

    @property
    def count(self) -> int:
        """The number of positions, not counting different numbers of misses separately."""
        return len(self.first)


def list_positions(problem: Record, states: RowStates, n_pairs: int) -> Positions:
    """List the positions with fewer than two locks, grouped by progress.

    No move leads from one position to another with the same progress.
    """
    rows = np.asarray(problem["pair_rows"][:n_pairs])
    progress = (np.asarray(states.last_cells, np.int16) + 1)[rows].sum(axis=1)
    locks = (rows < states.n_locked).sum(axis=1).astype(np.int8)
    high, low = np.tril_indices(n_pairs)
    going = np.nonzero(locks[high] + locks[low] < 2)[0]
    level = (progress[high] + progress[low])[going]
    order = going[np.argsort(-level, kind="stable")]
    edges = np.cumsum(np.bincount(level)[::-1])
    starts = (0, *(int(edge) for edge in np.unique(edges) if edge))
    return Positions(n_pairs, len(high), high[order].astype(np.uint16), low[order].astype(np.uint16), starts)
