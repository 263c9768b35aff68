"""What the network of Qwantum sees, input by input, computed by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from paperdice.bots.features import Features
from paperdice.bots.qwantum import tables
from paperdice.bots.qwantum.features import ColumnInputs, Inputs, RowInputs, write_column, write_inputs, write_row
from paperdice.bots.qwantum.marks import COLUMNS, copy_marks, read_columns
from paperdice.fast.compile import Floats
from tests.bots.records import records_of

P_ROW, B_ROW, R_ROW, Y_ROW = range(4)

# Purple 6 9 12, blue 5 10, red 7 9 11 13 6, yellow nothing; columns 6 5 7 –, 9 10 9 –, 12 – 11 –, 13, 6, nothing.
SHEET = "qwantum 8 roll 0 | classic 6,9,12/5,10/7,9,11,13,6/- 0"


def named(layout: type[Features], values: list[float]) -> dict[str, float]:
    """The inputs that are not 0, by name."""
    return {feature.name: value for feature, value in zip(layout, values, strict=True) if value != 0.0}


def row_inputs(row: int, text: str = SHEET) -> dict[str, float]:
    """What the network sees of a row of the sheet above, or of another."""
    marks = copy_marks(records_of(text).state, 0)
    columns, out = np.zeros(6, COLUMNS), np.full(len(RowInputs), 9.0, np.float32)
    read_columns(marks, columns)
    write_row(marks, columns, row, out)
    return named(RowInputs, out.tolist())


def column_inputs(cell: int) -> dict[str, float]:
    """What the network sees of a column of the sheet above."""
    marks = copy_marks(records_of(SHEET).state, 0)
    columns, out = np.zeros(6, COLUMNS), np.full(len(ColumnInputs), 9.0, np.float32)
    read_columns(marks, columns)
    write_column(marks, columns, cell, out)
    return named(ColumnInputs, out.tolist())


def close(values: dict[str, float]) -> object:
    """Equal up to single precision."""
    return pytest.approx(values, abs=1e-6)


def test_columns_are_read_once_for_all() -> None:
    columns = np.zeros(6, COLUMNS)
    read_columns(copy_marks(records_of(SHEET).state, 0), columns)
    assert columns.tolist() == [(3, 5, 6), (3, 9, 10), (2, 11, 12), (1, 13, 0), (1, 6, 0), (0, 0, 0)]


def test_a_row_sees_its_next_cell_its_last_number_and_the_column_ahead() -> None:
    """Purple stands at 12 before the fourth column, where only red's 13 is written: 13 − 12 = 1 above."""
    expected = {
        "NEXT_4": 1.0,
        "LAST_4": 12 / 15,
        "AHEAD_FILLED": 1 / 3,
        "AHEAD_BEGUN": 1.0,
        "AHEAD_LOWEST": 13 / 15,
        "AHEAD_RISE": (13 - 12) / 15,
    }
    assert row_inputs(P_ROW) == close(expected)


def test_a_row_sees_the_second_lowest_number_ahead() -> None:
    """Blue stands at 10 before the third column, where 12 and 11 are written."""
    expected = {
        "NEXT_3": 1.0,
        "LAST_3": 10 / 15,
        "AHEAD_FILLED": 2 / 3,
        "AHEAD_BEGUN": 1.0,
        "AHEAD_LOWEST": 11 / 15,
        "AHEAD_RISE": (11 - 10) / 15,
        "AHEAD_SECOND": 12 / 15,
    }
    assert row_inputs(B_ROW) == close(expected)


def test_a_row_before_an_empty_column_sees_nothing_ahead() -> None:
    """Red stands at 6, behind the ridge; nobody has written in the sixth column."""
    assert row_inputs(R_ROW) == close({"NEXT_6": 1.0, "LAST_6": 6 / 15})


def test_an_empty_row_has_no_last_number() -> None:
    """Yellow stands before the first column, where 6 5 7 are written."""
    expected = {
        "NEXT_1": 1.0,
        "AHEAD_FILLED": 3 / 3,
        "AHEAD_BEGUN": 1.0,
        "AHEAD_LOWEST": 5 / 15,
        "AHEAD_RISE": (5 - 0) / 15,
        "AHEAD_SECOND": 6 / 15,
    }
    assert row_inputs(Y_ROW) == close(expected)


@pytest.mark.parametrize(
    ("sheet", "name", "last"),
    [("4/-/-/-", "LAST_2", 4), ("5,6,9,12/-/-/-", "LAST_5", 12), ("5,6,9,12,8/-/-/-", "LAST_6", 8)],
)
def test_the_last_number_stands_by_the_next_cell(sheet: str, name: str, last: int) -> None:
    """In its own place for each cell, since what a number means depends on where it stands."""
    encoded = row_inputs(P_ROW, f"qwantum 8 roll 0 | classic {sheet} 0")
    assert encoded == close({name.replace("LAST", "NEXT"): 1.0, name: last / 15})


def test_a_column_sees_its_lowest_numbers_and_who_is_still_to_come() -> None:
    """The third column: 12 and 11; blue is one cell short of having passed it, yellow three."""
    expected = {
        "COLUMN_3": 1.0,
        "FILLED_2": 1.0,
        "LOWEST": 11 / 15,
        "SECOND": 12 / 15,
        "GAP": (12 - 11) / 15,
        "CELLS_AWAY": (1 + 3) / 6,
        "MOST_AWAY": 3 / 6,
    }
    assert column_inputs(2) == close(expected)


def test_a_column_that_misses_one_cell_shows_its_lowest_number_again() -> None:
    """The first column: 6 5 7; only yellow is to come."""
    expected = {
        "COLUMN_1": 1.0,
        "FILLED_3": 1.0,
        "LOWEST": 5 / 15,
        "SECOND": 6 / 15,
        "GAP": (6 - 5) / 15,
        "LOWEST_OF_THREE": 5 / 15,
        "CELLS_AWAY": 1 / 6,
        "MOST_AWAY": 1 / 6,
    }
    assert column_inputs(0) == close(expected)


def test_a_column_of_one_number_has_no_second_and_no_gap() -> None:
    """The fifth column: red's 6; purple is two cells short, blue three, yellow five."""
    expected = {
        "COLUMN_5": 1.0,
        "FILLED_1": 1.0,
        "LOWEST": 6 / 15,
        "CELLS_AWAY": (2 + 3 + 5) / 6,
        "MOST_AWAY": 5 / 6,
    }
    assert column_inputs(4) == close(expected)


# The match: tables that add 8, 4, 2 and 1 points to seats by their misses, so that points to come are known by heart.


def learned_by_misses() -> Floats:
    """0 misses add 8 points, 1 miss 4, 2 misses 2, 3 and 4 misses 1."""
    learned = np.zeros(tables.SIZE)
    learned[67_048:67_053] = [8.0, 4.0, 2.0, 1.0, 1.0]
    return learned


def match_inputs(text: str, seat: int, rival: int) -> dict[str, float]:
    """What the network sees of a match."""
    laid, out = records_of(text), np.full(len(Inputs), 9.0, np.float32)
    write_inputs(learned_by_misses(), laid.sheets, laid.state, seat, rival, out)
    return named(Inputs, out.tolist())


# One column full: 3 5 6 7 scores 5; one of 8 9 8 8 scores 9. 24 − 5 and 24 − 4 cells are empty.
TWO = "qwantum 10 roll 0 | classic 3,8/5/6/7 1 | classic 8/9/8/8 4"


def test_a_match_of_two_from_the_seat_that_rolls() -> None:
    """Seat 0: 5 − 1 points now and 4 more to come, 19 cells empty. Seat 1: 9 − 10 points and 1 more, 20 empty."""
    expected = {
        "OWN_END": (5 - 1 + 4) / 20,
        "END_LEAD": (8 - 0) / 10,
        "OWN_SCORE": (5 - 1) / 20,
        "THEIR_SCORE": (9 - 10) / 20,
        "SCORE_LEAD": (4 - -1) / 10,
        "OWN_EMPTY": 19 / 12,
        "THEIR_EMPTY": 20 / 12,
        "OWN_MISSES": 1 / 2,
        "THEIR_MISSES": 4 / 2,
        "THEIR_LAST_MISS": 1.0,
        "IS_NEXT": 1.0,
    }
    assert match_inputs(TWO, 0, 1) == close(expected)


def test_a_match_of_two_from_the_other_seat() -> None:
    """The same from the perspective of seat 1."""
    expected = {
        "THEIR_END": (5 - 1 + 4) / 20,
        "END_LEAD": (0 - 8) / 10,
        "OWN_SCORE": (9 - 10) / 20,
        "THEIR_SCORE": (5 - 1) / 20,
        "SCORE_LEAD": (-1 - 4) / 10,
        "OWN_EMPTY": 20 / 12,
        "THEIR_EMPTY": 19 / 12,
        "OWN_MISSES": 4 / 2,
        "THEIR_MISSES": 1 / 2,
        "OWN_LAST_MISS": 1.0,
        "IS_RIVAL_NEXT": 1.0,
    }
    assert match_inputs(TWO, 1, 0) == close(expected)


FULL = "5,6,7,8,4,3"
NEAR = f"{FULL}/{FULL}/{FULL}/5,6,7"


def test_sheets_near_their_end_are_seen() -> None:
    """Seat 0 has 3 cells left: 4 − 3 = 1; seat 1 has 4: nothing yet.

    Columns of fives, sixes and sevens are full: 18 points for seat 0, 11 for seat 1; 8 are to come.
    """
    expected = {
        "OWN_END": (18 + 8) / 20,
        "THEIR_END": (11 + 8) / 20,
        "END_LEAD": (26 - 19) / 10,
        "OWN_SCORE": 18 / 20,
        "THEIR_SCORE": 11 / 20,
        "SCORE_LEAD": (18 - 11) / 10,
        "OWN_EMPTY": 3 / 12,
        "THEIR_EMPTY": 4 / 12,
        "OWN_NEAR": (4 - 3) / 3,
        "IS_RIVAL_NEXT": 1.0,
    }
    text = f"qwantum 30 roll 1 | classic {NEAR} 0 | classic {FULL}/{FULL}/{FULL}/5,6 0"
    assert match_inputs(text, 0, 1) == close(expected)
    assert match_inputs(text, 1, 0)["THEIR_NEAR"] == pytest.approx((4 - 3) / 3)
    assert "OWN_NEAR" not in match_inputs(text, 1, 0)


def test_third_seats_count_by_how_close_they_are_to_the_rival() -> None:
    """The rival will end with 8 points; seat 2 with 4 − 1 = 3, which is 5 behind; seat 3 with 18 + 8, ahead: 1.

    Seat 3 has 3 cells left: 4 − 3 = 1.
    """
    text = f"qwantum 30 roll 3 | classic -/-/-/- 3 | classic -/-/-/- 0 | classic -/-/-/- 1 | classic {NEAR} 0"
    encoded = match_inputs(text, 0, 1)
    assert encoded["THIRDS"] == pytest.approx(math.exp(-5 / 10) + 1, abs=1e-6)
    assert encoded["THIRD_NEAR"] == pytest.approx((4 - 3) / 3)
    encoded = match_inputs(text, 0, 3)
    assert encoded["THIRDS"] == pytest.approx(math.exp((8 - 26) / 10) + math.exp((3 - 26) / 10), abs=1e-6)
    assert "THIRD_NEAR" not in encoded


def test_the_fullest_third_sheet_counts_wherever_it_sits() -> None:
    """Seats 1 and 3 are third: seat 1 has 3 cells left, seat 3 has all of them."""
    text = f"qwantum 30 roll 3 | classic {NEAR} 0 | classic {NEAR} 0 | classic -/-/-/- 0 | classic -/-/-/- 1"
    encoded = match_inputs(text, 0, 2)
    assert encoded["THIRD_NEAR"] == pytest.approx((4 - 3) / 3)
    assert encoded["OWN_END"] == pytest.approx((18 + 8) / 20)
