"""The expected final score of a Qwantum sheet, estimated using tables learned by self-play.

The score is a sum of table entries: for each row (filled cells, last number, and the column of the next cell), for each
column (filled cells and the two lowest numbers), and for the progress of the sheet itself and of the opponents.
`train/qwantum_tables.py` learns the tables.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from paperdice.bots.network import read_vector
from paperdice.bots.qwantum.marks import (
    COLUMNS,
    Column,
    Marks,
    column_at,
    column_points,
    last_number,
    read_column,
    read_columns,
    view_marks,
    with_number,
)
from paperdice.fast.compile import Floats, Ints, Record, Records, kernel, register
from paperdice.games.qwantum import rules
from paperdice.rulekit import triangle

FILE = Path(__file__).parent / "tables.npz"

N_NUMBERS = rules.HIGHEST + 1
N_CELLS = rules.MAX_ROWS * rules.MAX_CELLS
# The opponents' progress in stages, by their number of empty cells.
STAGES = (3, 7, 12)
N_STAGES = len(STAGES) + 1
# The lowest number of the next column is grouped in steps of three.
BUCKET = 3
N_BUCKETS = rules.HIGHEST // BUCKET + 1

# The learned vector contains five consecutive tables, each in the order of its indices:
# - rows, by stage, next cell and last number;
# - columns, by stage and column: with one number by that number, then with two and with three by the two lowest;
# - the column ahead of a row, by the row's next cell and last number, and the column's filled cells and
#   lowest number // BUCKET;
# - misses, by their number;
# - the pace, by whose turn is next (0: an opponent's), the seat's filled cells, and those of the fullest other sheet.
COLUMN_SIZE = N_NUMBERS + 2 * N_NUMBERS * N_NUMBERS
AHEAD_SIZE = N_NUMBERS * rules.MAX_ROWS * N_BUCKETS
ROWS_AT = 0
COLUMNS_AT = ROWS_AT + N_STAGES * (rules.MAX_CELLS + 1) * N_NUMBERS
AHEAD_AT = COLUMNS_AT + N_STAGES * rules.MAX_CELLS * COLUMN_SIZE
MISSES_AT = AHEAD_AT + rules.MAX_CELLS * AHEAD_SIZE
PACE_AT = MISSES_AT + rules.MISSES_TO_END + 1
SIZE = PACE_AT + 2 * (N_CELLS + 1) * (N_CELLS + 1)

# The indices a sheet reads: one for each column, two for each row (itself and the column ahead), then the misses and
# the pace. NOWHERE stands for a column that is empty or full, and for the column ahead of a full row.
COLUMN_PART = 0
ROW_PART = COLUMN_PART + rules.MAX_CELLS
AHEAD_PART = ROW_PART + 1
ROW_STEP = 2
MISSES_PART = ROW_PART + ROW_STEP * rules.MAX_ROWS
PACE_PART = MISSES_PART + 1
N_PARTS = PACE_PART + 1
NOWHERE = -1

# The gain of a number that cannot be written; below all ratings of rerolls that were tried.
NEVER = -1000.0

register(rules)


class Standing(NamedTuple):
    """A summary of a sheet: its expected final score, its score so far, and its number of empty cells."""

    end: float
    score: int
    n_empty: int


@kernel
def stage_of(others: int) -> int:
    """Return the stage of the match, from 0 (an opponent's sheet is almost full) to `N_STAGES - 1`.

    `others` is the number of filled cells on the fullest other sheet.
    """
    left = N_CELLS - others
    for stage in range(N_STAGES - 1):
        if left <= STAGES[stage]:
            return stage
    return N_STAGES - 1


@kernel
def column_place(stage: int, cell: int, column: Column) -> int:
    """Return the index of a column's entry in the learned vector; the column must be neither empty nor full."""
    start = COLUMNS_AT + (stage * rules.MAX_CELLS + cell) * COLUMN_SIZE
    if column.n_filled == 1:
        return start + column.lowest
    return start + N_NUMBERS + ((column.n_filled - 2) * N_NUMBERS + column.lowest) * N_NUMBERS + column.second


@kernel
def row_place(stage: int, cell: int, last: int) -> int:
    """Return the index of a row's entry in the learned vector, given its next cell and last number."""
    return ROWS_AT + (stage * (rules.MAX_CELLS + 1) + cell) * N_NUMBERS + last


@kernel
def ahead_place(cell: int, last: int, column: Column) -> int:
    """Return the index of the entry for a row combined with the column of its next cell, in the learned vector."""
    return (
        AHEAD_AT + cell * AHEAD_SIZE + (last * rules.MAX_ROWS + column.n_filled) * N_BUCKETS + column.lowest // BUCKET
    )


@kernel
def pace_place(n_filled: int, others: int, is_next: bool) -> int:
    """Return the index of the entry for the pace of the match, given how many cells of two sheets are filled.

    `n_filled` is for this sheet and `others` for the fullest other sheet.
    """
    return PACE_AT + ((1 if is_next else 0) * (N_CELLS + 1) + n_filled) * (N_CELLS + 1) + others


@kernel
def write_places(marks: Marks, columns: Records, misses: int, others: int, is_next: bool, found: Ints) -> None:
    """Write to `found` the indices of all table entries that apply to a sheet with these columns."""
    stage = stage_of(others)
    n_filled = 0
    for cell in range(rules.MAX_CELLS):
        column = column_at(columns, cell)
        n_filled += column.n_filled
        is_open = 0 < column.n_filled < rules.MAX_ROWS
        found[COLUMN_PART + cell] = column_place(stage, cell, column) if is_open else NOWHERE
    for row in range(rules.MAX_ROWS):
        cell = marks.next_cell[row]
        last = last_number(marks, row)
        found[ROW_PART + ROW_STEP * row] = row_place(stage, cell, last)
        found[AHEAD_PART + ROW_STEP * row] = NOWHERE
        if cell < rules.MAX_CELLS:
            found[AHEAD_PART + ROW_STEP * row] = ahead_place(cell, last, column_at(columns, cell))
    found[MISSES_PART] = MISSES_AT + misses
    found[PACE_PART] = pace_place(n_filled, others, is_next)


@kernel
def sure_points(columns: Records, misses: int) -> int:
    """Return the score so far: the points of the full columns minus those of the misses. [Qwantum 8, 10]"""
    points = -triangle(misses)
    for cell in range(rules.MAX_CELLS):
        if columns[cell].n_filled == rules.MAX_ROWS:
            points += column_points(column_at(columns, cell))
    return int(points)


@kernel
def find_places(marks: Marks, misses: int, others: int, is_next: bool, found: Ints) -> int:
    """Write to `found` the indices of all table entries that apply to a sheet, and return the sheet's score so far."""
    columns = np.empty(rules.MAX_CELLS, COLUMNS)
    read_columns(marks, columns)
    write_places(marks, columns, misses, others, is_next, found)
    return sure_points(columns, misses)


@kernel
def count_left(marks: Marks) -> int:
    n_left = 0
    for row in range(rules.MAX_ROWS):
        n_left += rules.MAX_CELLS - marks.next_cell[row]
    return n_left


@kernel
def read_standing(
    learned: Floats, marks: Marks, columns: Records, found: Ints, misses: int, others: int, is_next: bool
) -> Standing:
    """Return the standing of a sheet, given its columns; `found` is a buffer.

    The expected final score is the score so far plus, if the sheet is unfinished, the sum of the table entries that
    apply.
    """
    points = sure_points(columns, misses)
    n_left = count_left(marks)
    value = float(points)
    if n_left > 0 and misses < rules.MISSES_TO_END:
        write_places(marks, columns, misses, others, is_next, found)
        for place in found:
            if place >= 0:
                value += learned[place]
    return Standing(value, points, n_left)


@kernel
def sheet_value(learned: Floats, marks: Marks, misses: int, others: int, is_next: bool, is_end: bool) -> float:
    """Return the expected final score of a sheet.

    This is the score so far plus, unless the match has ended, the sum of the table entries that apply.
    """
    columns = np.empty(rules.MAX_CELLS, COLUMNS)
    read_columns(marks, columns)
    if is_end:
        return float(sure_points(columns, misses))
    return read_standing(learned, marks, columns, np.empty(N_PARTS, np.int64), misses, others, is_next).end


@kernel
def fullest_except(sheets: Record, state: Record, seat: int, another: int) -> int:
    """Return the highest number of cells filled by any seat other than these two, or 0 if there is no other."""
    most = 0
    for other in range(state.n_seats):
        if other != seat and other != another:
            most = max(most, N_CELLS - rules.count_empty(sheets, state, other))
    return most


@kernel
def expected_points(learned: Floats, sheets: Record, state: Record, seat: int) -> float:
    """Return the expected final score of a seat; the match must be between turns."""
    columns = np.empty(rules.MAX_CELLS, COLUMNS)
    read_columns(view_marks(state, seat), columns)
    return stand(learned, sheets, state, seat, columns, np.empty(N_PARTS, np.int64)).end


@kernel
def stand(learned: Floats, sheets: Record, state: Record, seat: int, columns: Records, found: Ints) -> Standing:
    """Return the standing of a seat, given its columns; the match must be between turns, and `found` is a buffer."""
    others = min(fullest_except(sheets, state, seat, seat), N_CELLS - 1)
    is_next = state.active == seat
    return read_standing(learned, view_marks(state, seat), columns, found, state.misses[seat], others, is_next)


@kernel
def column_worth(learned: Floats, stage: int, cell: int, column: Column) -> float:
    """Return the contribution of a column to the expected final score; a full column contributes its points."""
    if column.n_filled == rules.MAX_ROWS:
        return float(column_points(column))
    return float(learned[column_place(stage, cell, column)]) if column.n_filled > 0 else 0.0


@kernel
def ahead_worth(learned: Floats, marks: Marks, cell: int, column: Column, but: int) -> float:
    """Return what the rows whose next cell is in this column, except `but`, add to the expected final score."""
    worth = 0.0
    for row in range(rules.MAX_ROWS):
        if row != but and marks.next_cell[row] == cell:
            worth += learned[ahead_place(cell, last_number(marks, row), column)]
    return worth


@kernel
def row_worth(learned: Floats, stage: int, marks: Marks, cell: int, last: int) -> float:
    """Return the contribution of a row to the expected final score, including that of the column of its next cell."""
    worth = float(learned[row_place(stage, cell, last)])
    if cell < rules.MAX_CELLS:
        worth += learned[ahead_place(cell, last, read_column(marks, cell))]
    return worth


@kernel
def row_gains(learned: Floats, marks: Marks, row: int, stage: int, pace: float, gains: Floats) -> None:
    """Write to `gains` how much each number in the next cell of a row would add to the expected final score.

    Illegal numbers are rated NEVER. A number changes only three terms: the row, the column of the cell, and the other
    rows whose next cell is in this column. The gain is the change in these terms plus `pace`, the value of filling
    another cell.
    """
    gains[:] = NEVER
    cell = marks.next_cell[row]
    if cell == rules.MAX_CELLS:
        return
    last = last_number(marks, row)
    column = read_column(marks, cell)
    before = row_worth(learned, stage, marks, cell, last) + column_worth(learned, stage, cell, column)
    before += ahead_worth(learned, marks, cell, column, row)
    for number in range(1, N_NUMBERS):
        if rules.follows(cell, last, number):
            after = with_number(column, number)
            worth = row_worth(learned, stage, marks, cell + 1, number) + column_worth(learned, stage, cell, after)
            if after.n_filled < rules.MAX_ROWS:
                worth += ahead_worth(learned, marks, cell, after, row)
            gains[number] = worth - before + pace


@cache
def load_learned(name: str = "learned") -> Floats:
    """Load the learned tables bundled with the package: `alone` is for solo matches, `learned` for all others."""
    return read_vector(FILE, name, SIZE).astype(np.float64)
