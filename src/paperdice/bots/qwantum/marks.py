"""The numbers on a seat's Qwantum sheet, and the state of its columns."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from paperdice.fast.compile import Ints, Record, Records, kernel, named_fields, register
from paperdice.games.qwantum import rules

register(rules)


class Marks(NamedTuple):
    """The numbers written on a sheet, indexed by row and cell (0 if empty), and the next cell of each row."""

    written: Ints
    next_cell: Ints


class Column(NamedTuple):
    """The state of a column: the number of filled cells, the lowest number, and the next higher one (0 if none)."""

    n_filled: int
    lowest: int
    second: int


# One record per column, with the fields of `Column`.
COLUMNS = named_fields(np.dtype([(name, np.int64) for name in Column._fields]))


@kernel
def view_marks(state: Record, seat: int) -> Marks:
    """Return a view of a seat's marks instead of a copy: changing it changes the state."""
    return Marks(state.written[seat], state.next_cell[seat])


@kernel
def copy_marks(state: Record, seat: int) -> Marks:
    return Marks(state.written[seat].copy(), state.next_cell[seat].copy())


@kernel
def last_number(marks: Marks, row: int) -> int:
    """Return the last number written in a row, or 0 if the row is empty."""
    cell = marks.next_cell[row]
    return marks.written[row, cell - 1] if cell > 0 else 0


@kernel
def fits(marks: Marks, row: int, number: int) -> bool:
    """Return whether a number may be written in the next cell of a row. [Qwantum 1, 2]"""
    cell = marks.next_cell[row]
    return bool(cell < rules.MAX_CELLS and rules.follows(cell, last_number(marks, row), number))


@kernel
def write(marks: Marks, row: int, number: int) -> None:
    marks.written[row, marks.next_cell[row]] = number
    marks.next_cell[row] += 1


@kernel
def erase(marks: Marks, row: int) -> None:
    """Remove the last number from a row."""
    marks.next_cell[row] -= 1
    marks.written[row, marks.next_cell[row]] = 0


@kernel
def with_number(column: Column, number: int) -> Column:
    """Return the state of a column after another number is written in it."""
    n_filled = column.n_filled + 1
    if column.lowest == 0 or number < column.lowest:
        return Column(n_filled, number, column.lowest)
    if number > column.lowest and (column.second == 0 or number < column.second):
        return Column(n_filled, column.lowest, number)
    return Column(n_filled, column.lowest, column.second)


@kernel
def read_column(marks: Marks, cell: int) -> Column:
    """Return the state of the column with index `cell`."""
    column = Column(0, 0, 0)
    for row in range(rules.MAX_ROWS):
        if marks.written[row, cell] != 0:
            column = with_number(column, marks.written[row, cell])
    return column


@kernel
def put_column(marks: Marks, cell: int, columns: Records) -> None:
    """Write the state of the column with index `cell` to `columns`."""
    column = read_column(marks, cell)
    columns[cell].n_filled = column.n_filled
    columns[cell].lowest = column.lowest
    columns[cell].second = column.second


@kernel
def read_columns(marks: Marks, columns: Records) -> None:
    """Write the state of every column to `columns`."""
    for cell in range(rules.MAX_CELLS):
        put_column(marks, cell, columns)


@kernel
def column_at(columns: Records, cell: int) -> Column:
    """Return one of the columns that `read_columns` stored in an array."""
    return Column(columns[cell].n_filled, columns[cell].lowest, columns[cell].second)


@kernel
def column_points(column: Column) -> int:
    """Return the points of a full column: its second lowest number, or the only one if all are equal.

    [Qwantum 8, W-A5]
    """
    return column.second if column.second > 0 else column.lowest
