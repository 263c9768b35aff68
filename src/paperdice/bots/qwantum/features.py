"""Input features of the Qwantum network: the match from one seat's perspective, and the rows and columns of two sheets.

The sheets are those of the seat and of its rival, the opponent with the highest expected final score. Features of the
rival's sheet are named `THEIR_...`.
"""

from __future__ import annotations

import numpy as np

from paperdice.bots.network import AS_IS, Features
from paperdice.bots.qwantum.marks import Marks, last_number
from paperdice.bots.qwantum.tables import Standing, expected_points
from paperdice.fast.compile import Floats, Record, Records, Singles, kernel, register
from paperdice.games.qwantum import rules

# A sheet with fewer empty cells than this counts as near its end.
NEAR = 4
# The influence of a third seat decays exponentially, to 1/e for each of these points it is behind the rival.
THIRD_SPAN = 10.0

register(rules)


class Inputs(Features):
    """Input features for the match, from the perspective of one seat."""

    OWN_END = 20.0, "expected final score of the seat's sheet, by the tables"
    THEIR_END = 20.0, "expected final score of the rival's sheet, by the tables"
    END_LEAD = 10.0, "difference of the expected final scores"
    OWN_SCORE = 20.0, "current points of the seat"
    THEIR_SCORE = 20.0, "current points of the rival"
    SCORE_LEAD = 10.0, "difference of the current points"
    OWN_EMPTY = 12.0, "empty cells of the seat's sheet"
    THEIR_EMPTY = 12.0, "empty cells of the rival's sheet"
    OWN_NEAR = 3.0, "4 minus the empty cells of the seat's sheet, at least 0"
    THEIR_NEAR = 3.0, "4 minus the empty cells of the rival's sheet, at least 0"
    OWN_MISSES = 2.0, "misses of the seat"
    THEIR_MISSES = 2.0, "misses of the rival"
    OWN_LAST_MISS = AS_IS, "1 if the seat's next miss ends the match"
    THEIR_LAST_MISS = AS_IS, "1 if the rival's next miss ends the match"
    IS_NEXT = AS_IS, "1 if the seat rolls next"
    IS_RIVAL_NEXT = AS_IS, "1 if the rival rolls next"
    THIRDS = AS_IS, "sum over third seats of exp(−d / 10), where d is the expected final deficit to the rival in points"
    THIRD_NEAR = 3.0, "4 minus the empty cells of the fullest third sheet, at least 0"


class RowInputs(Features):
    """Input features for a row that is not full."""

    NEXT_1 = AS_IS, "1 if the next cell is the first"
    NEXT_2 = AS_IS, "1 if the next cell is the second"
    NEXT_3 = AS_IS, "1 if the next cell is the third"
    NEXT_4 = AS_IS, "1 if the next cell is the fourth"
    NEXT_5 = AS_IS, "1 if the next cell is the fifth"
    NEXT_6 = AS_IS, "1 if the next cell is the sixth"
    LAST_1 = 15.0, "0, because no number precedes the first cell"
    LAST_2 = 15.0, "the last number if the next cell is the second, else 0"
    LAST_3 = 15.0, "the last number if the next cell is the third, else 0"
    LAST_4 = 15.0, "the last number if the next cell is the fourth, else 0"
    LAST_5 = 15.0, "the last number if the next cell is the fifth, else 0"
    LAST_6 = 15.0, "the last number if the next cell is the sixth, else 0"
    AHEAD_FILLED = 3.0, "cells filled in the column of the next cell"
    AHEAD_BEGUN = AS_IS, "1 if that column has any marks"
    AHEAD_LOWEST = 15.0, "its lowest number, 0 if it is empty"
    AHEAD_RISE = 15.0, "its lowest number minus the last number of the row, 0 if it is empty"
    AHEAD_SECOND = 15.0, "its second lowest number, 0 if there is none"


class ColumnInputs(Features):
    """Input features for a column that has marks and is not full."""

    COLUMN_1 = AS_IS, "1 if it is the first"
    COLUMN_2 = AS_IS, "1 if it is the second"
    COLUMN_3 = AS_IS, "1 if it is the third"
    COLUMN_4 = AS_IS, "1 if it is the fourth"
    COLUMN_5 = AS_IS, "1 if it is the fifth"
    COLUMN_6 = AS_IS, "1 if it is the sixth"
    FILLED_1 = AS_IS, "1 if one cell is filled"
    FILLED_2 = AS_IS, "1 if two cells are filled"
    FILLED_3 = AS_IS, "1 if three cells are filled"
    LOWEST = 15.0, "its lowest number"
    SECOND = 15.0, "its second lowest number, 0 if there is none"
    GAP = 15.0, "difference of the two, 0 if there is only one"
    LOWEST_OF_THREE = 15.0, "its lowest number if one cell is missing, else 0"
    CELLS_AWAY = 6.0, "cells that all rows together must fill to pass it"
    MOST_AWAY = 6.0, "cells that the row furthest behind must fill to pass it"


# Sizes and scales in the form kernels read them.
N_INPUTS = len(Inputs)
N_ROW_INPUTS = len(RowInputs)
N_COLUMN_INPUTS = len(ColumnInputs)
SCALES = Inputs.scales()
ROW_SCALES = RowInputs.scales()
COLUMN_SCALES = ColumnInputs.scales()


@kernel
def write_row(marks: Marks, columns: Records, row: int, out: Singles) -> None:
    """Write the input features for a row that is not full to `out`."""
    out[:] = 0.0
    cell = marks.next_cell[row]
    last = last_number(marks, row) / ROW_SCALES[RowInputs.LAST_1 + cell]
    ahead = columns[cell]
    out[RowInputs.NEXT_1 + cell] = 1.0
    out[RowInputs.LAST_1 + cell] = last
    out[RowInputs.AHEAD_FILLED] = ahead.n_filled / ROW_SCALES[RowInputs.AHEAD_FILLED]
    if ahead.n_filled > 0:
        out[RowInputs.AHEAD_BEGUN] = 1.0
        out[RowInputs.AHEAD_LOWEST] = ahead.lowest / ROW_SCALES[RowInputs.AHEAD_LOWEST]
        # The last number is already scaled; this matches the training exactly.
        out[RowInputs.AHEAD_RISE] = ahead.lowest / ROW_SCALES[RowInputs.AHEAD_RISE] - last
        out[RowInputs.AHEAD_SECOND] = ahead.second / ROW_SCALES[RowInputs.AHEAD_SECOND]


@kernel
def write_column(marks: Marks, columns: Records, cell: int, out: Singles) -> None:
    """Write the input features for a column that has marks and is not full to `out`."""
    out[:] = 0.0
    column = columns[cell]
    out[ColumnInputs.COLUMN_1 + cell] = 1.0
    out[ColumnInputs.FILLED_1 + column.n_filled - 1] = 1.0
    out[ColumnInputs.LOWEST] = column.lowest / COLUMN_SCALES[ColumnInputs.LOWEST]
    out[ColumnInputs.SECOND] = column.second / COLUMN_SCALES[ColumnInputs.SECOND]
    if column.second > 0:
        out[ColumnInputs.GAP] = (column.second - column.lowest) / COLUMN_SCALES[ColumnInputs.GAP]
    if column.n_filled == rules.MAX_ROWS - 1:
        out[ColumnInputs.LOWEST_OF_THREE] = column.lowest / COLUMN_SCALES[ColumnInputs.LOWEST_OF_THREE]
    for row in range(rules.MAX_ROWS):
        away = cell + 1 - marks.next_cell[row]
        if away > 0:
            out[ColumnInputs.CELLS_AWAY] += away / COLUMN_SCALES[ColumnInputs.CELLS_AWAY]
            out[ColumnInputs.MOST_AWAY] = max(out[ColumnInputs.MOST_AWAY], away / COLUMN_SCALES[ColumnInputs.MOST_AWAY])


@kernel
def write_inputs(learned: Floats, sheets: Record, state: Record, seat: int, rival: int, out: Singles) -> None:
    """Write the input features for a match to `out`; the match must be between turns."""
    end = expected_points(learned, sheets, state, seat)
    own = Standing(end, rules.score(sheets, state, seat), rules.count_empty(sheets, state, seat))
    end = expected_points(learned, sheets, state, rival)
    theirs = Standing(end, rules.score(sheets, state, rival), rules.count_empty(sheets, state, rival))
    write_standings(state, seat, rival, own, theirs, out)
    write_thirds(learned, sheets, state, seat, rival, theirs.end, out)


@kernel
def write_standings(state: Record, seat: int, rival: int, own: Standing, theirs: Standing, out: Singles) -> None:
    """Write the input features for a seat and its rival to `out`, given a summary of each sheet."""
    last_miss = rules.MISSES_TO_END - 1
    out[Inputs.OWN_END] = own.end / SCALES[Inputs.OWN_END]
    out[Inputs.THEIR_END] = theirs.end / SCALES[Inputs.THEIR_END]
    out[Inputs.END_LEAD] = (own.end - theirs.end) / SCALES[Inputs.END_LEAD]
    out[Inputs.OWN_SCORE] = own.score / SCALES[Inputs.OWN_SCORE]
    out[Inputs.THEIR_SCORE] = theirs.score / SCALES[Inputs.THEIR_SCORE]
    out[Inputs.SCORE_LEAD] = (own.score - theirs.score) / SCALES[Inputs.SCORE_LEAD]
    out[Inputs.OWN_EMPTY] = own.n_empty / SCALES[Inputs.OWN_EMPTY]
    out[Inputs.THEIR_EMPTY] = theirs.n_empty / SCALES[Inputs.THEIR_EMPTY]
    out[Inputs.OWN_NEAR] = max(0, NEAR - own.n_empty) / SCALES[Inputs.OWN_NEAR]
    out[Inputs.THEIR_NEAR] = max(0, NEAR - theirs.n_empty) / SCALES[Inputs.THEIR_NEAR]
    out[Inputs.OWN_MISSES] = state.misses[seat] / SCALES[Inputs.OWN_MISSES]
    out[Inputs.THEIR_MISSES] = state.misses[rival] / SCALES[Inputs.THEIR_MISSES]
    out[Inputs.OWN_LAST_MISS] = 1.0 if state.misses[seat] == last_miss else 0.0
    out[Inputs.THEIR_LAST_MISS] = 1.0 if state.misses[rival] == last_miss else 0.0
    out[Inputs.IS_NEXT] = 1.0 if state.active == seat else 0.0
    out[Inputs.IS_RIVAL_NEXT] = 1.0 if state.active == rival else 0.0


@kernel
def write_thirds(
    learned: Floats, sheets: Record, state: Record, seat: int, rival: int, theirs: float, out: Singles
) -> None:
    """Write the input features for all seats other than this one and its rival to `out`.

    The first is Σ exp(min(0, end − rival's end) / THIRD_SPAN), where `end` is a seat's expected final score. The second
    is how close the fullest of their sheets is to being completed.
    """
    out[Inputs.THIRDS] = 0.0
    out[Inputs.THIRD_NEAR] = 0.0
    for other in range(state.n_seats):
        if other != seat and other != rival:
            ahead = (expected_points(learned, sheets, state, other) - theirs) / THIRD_SPAN
            out[Inputs.THIRDS] += np.exp(min(0.0, ahead))
            near = max(0, NEAR - rules.count_empty(sheets, state, other)) / SCALES[Inputs.THIRD_NEAR]
            out[Inputs.THIRD_NEAR] = max(out[Inputs.THIRD_NEAR], near)
