"""A sheet of the Qwixx family as tables: row states, what a mark does to them, and a number for every position.

A row is known by its last marked cell and its number of marks. What is the same for all rows is one counter: the marked
steps of Connected A, or the next field of the strip of Bonus A. Two row states leave only some numbers to the counter,
and only these have places in the table.
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

# What compiled code reads of a sheet. `one` is the row state after marking a cell, `gain` the points it brings; `pair`
# numbers the states of the two rows of a side. `serves` tells whether a white sum may be used for a number, both from
# the lowest one on: for itself, and where swaps are free for others. `low` is the lowest counter of a pair; `start`,
# `span` and `before` place a position in the table; dice are told as in the classic solver.
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
class Layout:
    """What a sheet prints that matters alone, cell by cell: weights, steps and framed cells; the strip names rows.

    A strip has a field for every framed cell, so that only locked rows bring it to its end. [V-BA5]
    `swaps` are free: each may be used in every turn, for ever, which no sheet allows and bounds one that prints them.
    """

    sizes: Sizes
    weights: Cells
    steps: Cells
    framed: Cells
    strip: tuple[int, ...] = ()
    most_marks: int = 12
    swaps: tuple[tuple[int, int], ...] = ()

    def counted(self, row: int, cell: int) -> int:
        """What marking a cell adds to the counter, unless a locked row makes the strip skip fields."""
        return self.steps[row][cell] + (self.framed[row][cell] if self.strip else 0)


def layout_of(sheet: Sheet) -> Layout:
    """The layout of a printed sheet, or raises `SetupError` where its rows are not known by last mark and marks."""
    extras = sheet.extras
    if extras is None or not is_solvable(sheet):
        raise SetupError(f"nothing is solved for the sheet {sheet.name}")
    names = [[f"{color}{number}" for color, number in zip(row.colors, row.numbers, strict=True)] for row in sheet.rows]
    rows = [row.colors[-1] for row in sheet.rows]

    def flags(cells: tuple[str, ...], off: int) -> Cells:
        return tuple(tuple(off + (name in cells) for name in row) for row in names)

    return Layout(
        sizes=Sizes(marks_to_lock=extras.marks_to_lock),
        weights=flags(extras.weights, 1),
        steps=flags(extras.steps, 0),
        framed=flags(extras.framed, 0),
        strip=tuple(rows.index(color) for color in extras.strip),
        most_marks=extras.most_marks,
    )


def free_swaps(sheet: Sheet) -> Layout:
    """The layout of a sheet whose swap fields, the only thing that it prints, could be used again and again."""
    extras = sheet.extras
    if extras is None or not extras.swaps:
        raise SetupError(f"the sheet {sheet.name} has no swap fields")
    plain = replace(extras, swaps=())
    return replace(layout_of(replace(sheet, extras=plain)), swaps=extras.swaps)


def is_solvable(sheet: Sheet) -> bool:
    """Tells whether a table for this sheet is of a size that a usual machine has memory for."""
    extras = sheet.extras
    if extras is None or extras.goals > 1:
        return False
    return not (extras.second or extras.pairs or extras.symbols or extras.bonus or extras.swaps or extras.lucky)


@dataclass(frozen=True)
class RowStates:
    """What a row can look like, the locked one first, the empty one last, with the counters each leaves possible."""

    last_and_marks: tuple[tuple[int, int], ...]
    lowest: tuple[int, ...]
    highest: tuple[int, ...]


def list_row_states(layout: Layout, row: int) -> RowStates:
    """Lists the states that marks can lead to, from the empty row on."""
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
    return RowStates(tuple(states), *zip(*(spans[state] for state in states), strict=True))


def fill_row(problem: Record, layout: Layout, row: int, states: RowStates) -> None:
    """Writes what a mark makes of every state of a row."""
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


def fill_pairs(problem: Record, layout: Layout, side: int, rows: list[RowStates]) -> int:
    """Numbers the pairs of row states of a side and gives how many there are; equal rows may be swapped."""
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


def fill_swaps(problem: Record, layout: Layout) -> None:
    """Writes which white sums may be used for which numbers: each for itself, and by swaps for others."""
    for number in range(layout.sizes.cells):
        problem["serves"][number, number] = 1
    problem["has_swaps"] = len(layout.swaps) > 0
    for one, other in layout.swaps:
        problem["serves"][one - LOWEST, other - LOWEST] = 1
        problem["serves"][other - LOWEST, one - LOWEST] = 1


@dataclass(frozen=True)
class Problem:
    """A sheet as one record for compiled code, its number of pairs by side, and the size of its table."""

    record: Record
    rows: tuple[RowStates, ...]
    n_pairs: tuple[int, ...]
    size: int


def make_problem(layout: Layout) -> Problem:
    """Writes a layout as tables; a pair of pairs has one place for every counter from the lowest to the highest."""
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
    return Problem(record, tuple(rows), n_pairs, int(sizes.sum()))


@dataclass(frozen=True)
class Side:
    """The pairs of one side by their progress, and how many of their rows are locked."""

    by_progress: dict[int, list[int]]
    locks: tuple[int, ...]


def list_side(problem: Problem, side: int) -> Side:
    """Sorts the pairs of a side by progress; every mark makes it grow."""
    by_progress: dict[int, list[int]] = {}
    locks = []
    for pair in range(problem.n_pairs[side]):
        states = [int(state) for state in problem.record["pair_rows"][side, pair]]
        rows = problem.rows[side * N_RISING : (side + 1) * N_RISING]
        progress = sum(row.last_and_marks[state][0] + 1 for row, state in zip(rows, states, strict=True))
        by_progress.setdefault(progress, []).append(pair)
        locks.append(states.count(LOCKED))
    return Side(by_progress, tuple(locks))
