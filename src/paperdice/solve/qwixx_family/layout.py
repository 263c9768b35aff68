"""A sheet of the Qwixx family as tables: row states, transitions by marks, and an index for every position.

A row state consists of the last marked cell and the number of marks. All rows share one counter: the number of marked
steps on Connected A, or the next field of the strip on Bonus A. Each pair of row states allows only some values of the
counter, and only these have an index in the table.
"""

from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from paperdice.errors import SetupError
from paperdice.fast.compile import Record, named_fields
from paperdice.rulekit import triangle
from paperdice.sheet import Sheet
from paperdice.solve.qwixx.states import (
    DICE_FIELDS,
    MAX_CELLS,
    MISS_COST,
    N_RISING,
    N_ROWS,
    NO_STATE,
    Sizes,
    fill_dice,
)

Cells = tuple[tuple[int, ...], ...]

N_SIDES = N_ROWS // N_RISING
LOCKED = 0
LOWEST = 2
MAX_STATES = 73
MAX_PAIRS = 57 * 57
MAX_STRIP = 12

# The problem record for compiled code. `one` is the row state after marking a cell, `gain` the points gained; `pair`
# numbers the pairs of states of the two rows of a side. `serves` is whether a white sum may be used for a number, both
# counted from the lowest: every sum for itself, and with free swaps also for others. `low` is the lowest counter of a
# pair; `start`, `span` and `before` determine the index of a position. Dice fields are those of the classic solver.
PROBLEM = np.dtype(
    [
        ("n_cells", "i8"),
        ("n_strip", "i8"),
        ("has_swaps", "i8"),
        ("miss_gain", "f8"),
        ("one", "u1", (N_ROWS, MAX_STATES, MAX_CELLS)),
        ("gain", "i2", (N_ROWS, MAX_STATES, MAX_CELLS)),
        ("next_cell", "u1", (N_ROWS, MAX_STATES)),
        ("steps", "u1", (N_ROWS, MAX_CELLS)),
        ("framed", "u1", (N_ROWS, MAX_CELLS)),
        ("serves", "u1", (MAX_CELLS, MAX_CELLS)),
        ("strip", "u1", MAX_STRIP),
        ("pair", "u2", (N_SIDES, MAX_STATES, MAX_STATES)),
        ("pair_rows", "u1", (N_SIDES, MAX_PAIRS, N_RISING)),
        ("low", "i8", (N_SIDES, MAX_PAIRS)),
        ("span", "i8", (N_SIDES, MAX_PAIRS)),
        ("start", "i8", MAX_PAIRS),
        ("before", "i8", MAX_PAIRS),
        *DICE_FIELDS,
    ],
    align=True,
)


@dataclass(frozen=True)
class SheetFeatures:
    """The features of a sheet that affect a solo match.

    The strip lists the rows in which framed cells force extra marks. It has one field per framed cell, so it can only
    run out if rows are locked. [V-BA5]

    Args:
        sizes: The size of sheets and dice.
        weights: The number of marks that each cell counts as.
        steps: 1 for each cell that is a step, otherwise 0.
        framed: 1 for each framed cell, otherwise 0.
        strip: The row of each field of the strip.
        most_marks: The number of marks beyond which a row gains no points.
        swaps: Pairs of numbers that can be swapped in every turn without limit. No sheet allows this; it yields an
            upper bound for sheets with swap fields.
    """

    sizes: Sizes
    weights: Cells
    steps: Cells
    framed: Cells
    strip: tuple[int, ...] = ()
    most_marks: int = 12
    swaps: tuple[tuple[int, int], ...] = ()

    def counted(self, row: int, cell: int) -> int:
        """Return how much the counter increases when a cell is marked.

        The counter is the number of marked steps, or the index of the next field of the strip. The result ignores
        fields of the strip that are skipped because their rows are locked.
        """
        return self.steps[row][cell] + (self.framed[row][cell] if self.strip else 0)


def layout_of(sheet: Sheet) -> SheetFeatures:
    """Return the features of a printed sheet.

    Raises:
        SetupError: The solver does not support the features of this sheet.
    """
    extras = sheet.extras
    if extras is None or not is_solvable(sheet):
        raise SetupError(f"there is no solver for the sheet {sheet.name}")
    names = [[f"{color}{number}" for color, number in zip(row.colors, row.numbers, strict=True)] for row in sheet.rows]
    rows = [row.colors[-1] for row in sheet.rows]

    def flags(cells: tuple[str, ...], off: int) -> Cells:
        return tuple(tuple(off + (name in cells) for name in row) for row in names)

    return SheetFeatures(
        sizes=Sizes(marks_to_lock=extras.marks_to_lock),
        weights=flags(extras.weights, 1),
        steps=flags(extras.steps, 0),
        framed=flags(extras.framed, 0),
        strip=tuple(rows.index(color) for color in extras.strip),
        most_marks=extras.most_marks,
    )


def free_swaps(sheet: Sheet) -> SheetFeatures:
    """Return the features of a sheet with swap fields, treating swaps as unlimited.

    Raises:
        SetupError: The sheet has no swap fields, or has other features that the solver does not support.
    """
    extras = sheet.extras
    if extras is None or not extras.swaps:
        raise SetupError(f"the sheet {sheet.name} has no swap fields")
    plain = replace(extras, swaps=())
    return replace(layout_of(replace(sheet, extras=plain)), swaps=extras.swaps)


def is_solvable(sheet: Sheet) -> bool:
    """Return whether the solver supports the features of a sheet.

    Features are supported if the resulting table fits into the memory of an ordinary machine.
    """
    extras = sheet.extras
    if extras is None or extras.goals > 1:
        return False
    return not (extras.second or extras.pairs or extras.symbols or extras.bonus or extras.swaps or extras.lucky)


@dataclass(frozen=True)
class SheetRowStates:
    """The possible states of a row, from locked to empty, each with its lowest and highest counter value."""

    last_and_marks: tuple[tuple[int, int], ...]
    lowest: tuple[int, ...]
    highest: tuple[int, ...]


def list_row_states(layout: SheetFeatures, row: int) -> SheetRowStates:
    """List all states that a row can reach from the empty one."""
    lock_cell = layout.sizes.cells - 1
    spans = {(-1, 0): (0, 0)}
    for cell in range(lock_cell + 1):
        for (last, marks), span in list(spans.items()):
            if last >= cell or (cell == lock_cell and marks < layout.sizes.marks_to_lock):
                continue
            state = (cell, 0 if cell == lock_cell else marks + layout.weights[row][cell])
            low, high = (bound + layout.counted(row, cell) for bound in span)
            known = spans.get(state, (low, high))
            spans[state] = min(low, known[0]), max(high, known[1])
    low, high = spans.get((lock_cell, 0), (0, 0))
    # The strip skips the fields of a locked row.
    spans[lock_cell, 0] = low, high + layout.strip.count(row)
    states = sorted(spans, reverse=True)
    return SheetRowStates(tuple(states), *zip(*(spans[state] for state in states), strict=True))


def fill_row(problem: Record, layout: SheetFeatures, row: int, states: SheetRowStates) -> None:
    """Write the transitions of a row to the problem record: the state after each mark, and the points gained."""
    lock_cell, codes = layout.sizes.cells - 1, {state: code for code, state in enumerate(states.last_and_marks)}
    for (last, marks), code in codes.items():
        problem["next_cell"][row, code] = min(last + 1, lock_cell)
        for cell in range(last + 1, lock_cell + 1):
            total = marks + layout.weights[row][cell]
            if cell == lock_cell and marks < layout.sizes.marks_to_lock:
                continue
            # The lock counts as a mark too. [Qwixx 8]
            after = (cell, 0) if cell == lock_cell else (cell, total)
            counted = min(total + (cell == lock_cell), layout.most_marks)
            problem["one"][row, code, cell] = codes[after]
            problem["gain"][row, code, cell] = triangle(counted) - triangle(min(marks, layout.most_marks))


def fill_pairs(problem: Record, layout: SheetFeatures, side: int, rows: list[SheetRowStates]) -> int:
    """Number the pairs of row states of one side in the problem record, and return how many there are.

    A side consists of two rows. If both rows have the same printed cells, pairs are unordered.
    """
    first, second = side * N_RISING, side * N_RISING + 1
    printed = (layout.weights, layout.steps, layout.framed)
    is_same = not layout.strip and all(cells[first] == cells[second] for cells in printed)
    n_pairs = 0
    for high, low in product(range(len(rows[first].lowest)), range(len(rows[second].lowest))):
        if is_same and low > high:
            continue
        problem["pair"][side, high, low] = n_pairs
        if is_same:
            problem["pair"][side, low, high] = n_pairs
        problem["pair_rows"][side, n_pairs] = high, low
        lowest = rows[first].lowest[high] + rows[second].lowest[low]
        problem["low"][side, n_pairs] = lowest
        problem["span"][side, n_pairs] = rows[first].highest[high] + rows[second].highest[low] - lowest + 1
        n_pairs += 1
    return n_pairs


def fill_swaps(problem: Record, layout: SheetFeatures) -> None:
    """Record in the problem which numbers each white sum can mark: the sum itself and, with swaps, others."""
    for number in range(layout.sizes.cells):
        problem["serves"][number, number] = 1
    problem["has_swaps"] = len(layout.swaps) > 0
    for one, other in layout.swaps:
        problem["serves"][one - LOWEST, other - LOWEST] = 1
        problem["serves"][other - LOWEST, one - LOWEST] = 1


@dataclass(frozen=True)
class SheetProblem:
    """A sheet as a record for compiled code, with its row states, the number of pairs per side, and the table size."""

    record: Record
    rows: tuple[SheetRowStates, ...]
    n_pairs: tuple[int, ...]
    size: int


def make_problem(layout: SheetFeatures) -> SheetProblem:
    """Convert the features of a sheet to tables for compiled code.

    Each combination of one pair of row states per side with one of its possible counter values has its own index.
    """
    record = np.zeros(1, named_fields(PROBLEM))[0]
    fill_dice(record, layout.sizes)
    record["n_cells"], record["miss_gain"] = layout.sizes.cells, -MISS_COST
    record["one"] = NO_STATE
    record["n_strip"] = len(layout.strip)
    record["strip"][: len(layout.strip)] = layout.strip
    fill_swaps(record, layout)
    rows = [list_row_states(layout, row) for row in range(N_ROWS)]
    for row, states in enumerate(rows):
        fill_row(record, layout, row, states)
        record["steps"][row, : layout.sizes.cells] = layout.steps[row]
        record["framed"][row, : layout.sizes.cells] = layout.framed[row]
    n_pairs = tuple(fill_pairs(record, layout, side, rows) for side in range(N_SIDES))
    first, second = (np.asarray(record["span"][side, : n_pairs[side]]) for side in range(N_SIDES))
    sizes = n_pairs[1] * (first - 1) + second.sum()
    record["start"][: n_pairs[0]] = np.cumsum(sizes) - sizes
    record["before"][: n_pairs[1]] = np.cumsum(second) - second
    return SheetProblem(record, tuple(rows), n_pairs, int(sizes.sum()))


@dataclass(frozen=True)
class SideProgress:
    """The pairs of row states on one side of a sheet, grouped by progress, with the number of locked rows in each."""

    by_progress: dict[int, list[int]]
    locks: tuple[int, ...]


def list_side(problem: SheetProblem, side: int) -> SideProgress:
    """Group the pairs of row states of one side by progress, which increases with every mark."""
    by_progress: dict[int, list[int]] = {}
    locks = []
    for pair in range(problem.n_pairs[side]):
        states = [int(state) for state in problem.record["pair_rows"][side, pair]]
        rows = problem.rows[side * N_RISING : (side + 1) * N_RISING]
        progress = sum(row.last_and_marks[state][0] + 1 for row, state in zip(rows, states, strict=True))
        by_progress.setdefault(progress, []).append(pair)
        locks.append(states.count(LOCKED))
    return SideProgress(by_progress, tuple(locks))
