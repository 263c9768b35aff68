"""The learned tables of Qwantum: places by hand, and what a sheet is worth with a few numbers in them."""

from __future__ import annotations

import numpy as np
import pytest

from paperdice.bots.qwantum import tables
from paperdice.bots.qwantum.marks import (
    Column,
    Marks,
    column_points,
    copy_marks,
    erase,
    fits,
    last_number,
    read_column,
    view_marks,
    with_number,
    write,
)
from paperdice.fast.compile import Floats
from paperdice.games.qwantum import rules
from tests.bots.records import records_of

# Purple 6 9 12, blue 6 10, red 7 9 11 13, yellow 6 7: eleven cells filled, the first two columns full.
WRITTEN = ((6, 9, 12, 0, 0, 0), (6, 10, 0, 0, 0, 0), (7, 9, 11, 13, 0, 0), (6, 7, 0, 0, 0, 0))
P_ROW, B_ROW, R_ROW, Y_ROW = range(4)


def make_marks() -> Marks:
    """The sheet above."""
    return Marks(np.array(WRITTEN), np.array([3, 2, 4, 2]))


def learned_with(**entries: float) -> Floats:
    """A learned vector of zeros but for a few places, each named as in `at_67048`."""
    learned = np.zeros(tables.SIZE)
    for name, value in entries.items():
        learned[int(name.removeprefix("at_"))] = value
    return learned


# What a seat has written


def test_marks_of_a_state_are_seen_or_copied() -> None:
    state = records_of("qwantum 11 roll 0 | classic -/-/-/- 0 | classic 3,8/3,12,13/7,11/7,8 1").state
    encoded, copied = view_marks(state, 1), copy_marks(state, 1)
    assert copied.written.tolist()[B_ROW] == [3, 12, 13, 0, 0, 0]
    assert copied.next_cell.tolist() == [2, 3, 2, 2]
    write(encoded, P_ROW, 9)
    assert state["written"][1, P_ROW].tolist() == [3, 8, 9, 0, 0, 0]
    assert copied.written.tolist()[P_ROW] == [3, 8, 0, 0, 0, 0]


def test_a_number_is_written_behind_the_last_and_taken_back() -> None:
    marks = make_marks()
    write(marks, B_ROW, 14)
    assert marks.written.tolist()[B_ROW] == [6, 10, 14, 0, 0, 0]
    assert marks.next_cell.tolist() == [3, 3, 4, 2]
    assert last_number(marks, B_ROW) == 14
    erase(marks, B_ROW)
    assert marks.written.tolist() == [list(row) for row in WRITTEN]
    assert marks.next_cell.tolist() == [3, 2, 4, 2]


def test_a_row_takes_what_rises_to_the_ridge_and_falls_behind_it() -> None:
    """Purple 6 9 12 wants more than 12; red 7 9 11 13 is at the ridge and wants less; a full row nothing."""
    marks = make_marks()
    assert [number for number in (12, 13) if fits(marks, P_ROW, number)] == [13]
    assert [number for number in (12, 13) if fits(marks, R_ROW, number)] == [12]
    write(marks, R_ROW, 5)
    write(marks, R_ROW, 4)
    assert not fits(marks, R_ROW, 3)


def test_an_empty_row_takes_any_number() -> None:
    marks = Marks(np.zeros((4, 6), np.int64), np.zeros(4, np.int64))
    assert last_number(marks, P_ROW) == 0
    assert fits(marks, P_ROW, 1)
    assert fits(marks, P_ROW, 33)
    write(marks, P_ROW, 9)
    assert last_number(marks, P_ROW) == 9


@pytest.mark.parametrize(
    ("cell", "column"), [(0, (4, 6, 7)), (1, (4, 7, 9)), (2, (2, 11, 12)), (3, (1, 13, 0)), (4, (0, 0, 0))]
)
def test_a_column_stands_by_its_two_lowest_numbers(cell: int, column: tuple[int, int, int]) -> None:
    """6 6 7 6; 9 10 9 7; 12 and 11; 13; nothing."""
    assert tuple(read_column(make_marks(), cell)) == column


@pytest.mark.parametrize(
    ("before", "number", "after"),
    [
        ((0, 0, 0), 9, (1, 9, 0)),
        ((1, 9, 0), 9, (2, 9, 0)),
        ((1, 9, 0), 12, (2, 9, 12)),
        ((1, 9, 0), 5, (2, 5, 9)),
        ((2, 5, 9), 7, (3, 5, 7)),
        ((2, 5, 9), 9, (3, 5, 9)),
        ((2, 5, 9), 11, (3, 5, 9)),
        ((2, 5, 9), 5, (3, 5, 9)),
        ((2, 5, 9), 4, (3, 4, 5)),
    ],
)
def test_one_number_more_may_be_a_new_lowest_or_second(
    before: tuple[int, int, int], number: int, after: tuple[int, int, int]
) -> None:
    assert tuple(with_number(Column(*before), number)) == after


def test_a_full_column_scores_its_second_lowest_or_the_only_number() -> None:
    """[Qwantum 8, W-A5]"""
    assert column_points(Column(4, 6, 7)) == 7
    assert column_points(Column(4, 6, 0)) == 6


# Places in the vector


def test_the_tables_stand_one_behind_the_other() -> None:
    """Rows 4 · 7 · 34, columns 24 · (34 + 2 · 34²) = 56,304, ahead 6 · 34 · 4 · 12 = 9,792, misses 6, pace 2 · 25²."""
    assert (tables.ROWS_AT, tables.COLUMNS_AT, tables.AHEAD_AT) == (0, 952, 952 + 56_304)
    assert (tables.MISSES_AT, tables.PACE_AT, tables.SIZE) == (67_048, 67_054, 68_304)
    assert tables.load_learned().shape == tables.load_learned("alone").shape == (68_304,)


def test_the_parts_of_a_sheet_stand_side_by_side() -> None:
    """Six columns, four rows with what is ahead of each, misses and pace."""
    assert (tables.COLUMN_PART, tables.ROW_PART, tables.AHEAD_PART) == (0, 6, 7)
    assert (tables.MISSES_PART, tables.PACE_PART, tables.N_PARTS) == (14, 15, 16)


@pytest.mark.parametrize(("others", "stage"), [(24, 0), (21, 0), (20, 1), (17, 1), (16, 2), (12, 2), (11, 3), (0, 3)])
def test_the_stage_is_known_by_the_cells_that_the_fullest_other_has_left(others: int, stage: int) -> None:
    """At most 3, 7, 12, more."""
    assert tables.stage_of(others) == stage


def test_the_place_of_a_row() -> None:
    """34 numbers a cell, 7 cells a stage."""
    assert tables.row_place(0, 0, 5) == 5
    assert tables.row_place(2, 3, 12) == (2 * 7 + 3) * 34 + 12


def test_the_place_of_a_column() -> None:
    """With one number by that; with two and three by the lowest and the second, behind each other."""
    start = 952 + (1 * 6 + 2) * 2346
    assert tables.column_place(1, 2, Column(1, 11, 0)) == start + 11
    assert tables.column_place(1, 2, Column(2, 11, 12)) == start + 34 + 11 * 34 + 12
    assert tables.column_place(1, 2, Column(3, 11, 0)) == start + 34 + 34 * 34 + 11 * 34


def test_the_place_of_what_is_ahead() -> None:
    """By the cell, the last number, the cells filled in its column, and its lowest number in steps of three."""
    assert tables.ahead_place(2, 10, Column(3, 11, 12)) == 57_256 + 2 * 1632 + (10 * 4 + 3) * 12 + 3
    assert tables.ahead_place(5, 33, Column(3, 33, 0)) == 67_048 - 1


def test_the_place_of_the_pace() -> None:
    assert tables.pace_place(11, 9, False) == 67_054 + 11 * 25 + 9
    assert tables.pace_place(24, 24, True) == 68_304 - 1


def test_a_sheet_reads_its_columns_rows_misses_and_pace() -> None:
    """The first two columns are full (7 and 9 points), three misses cost 6; another has filled 13 cells: stage 2."""
    marks, found = make_marks(), np.zeros(tables.N_PARTS, np.int64)
    assert tables.find_places(marks, 3, 13, True, found) == 7 + 9 - 6
    of_stage = 952 + 2 * 6 * 2346
    third, fourth = of_stage + 2 * 2346, of_stage + 3 * 2346
    assert found[:6].tolist() == [-1, -1, third + 34 + 11 * 34 + 12, fourth + 13, -1, -1]
    assert found[6:14:2].tolist() == [(14 + cell) * 34 + last for cell, last in ((3, 12), (2, 10), (4, 13), (2, 7))]
    before_fourth, before_third, before_fifth = (57_256 + cell * 1632 for cell in (3, 2, 4))
    assert found[7:15:2].tolist() == [
        before_fourth + (12 * 4 + 1) * 12 + 13 // 3,
        before_third + (10 * 4 + 2) * 12 + 11 // 3,
        before_fifth + (13 * 4 + 0) * 12 + 0,
        before_third + (7 * 4 + 2) * 12 + 11 // 3,
    ]
    assert found[14:].tolist() == [67_048 + 3, 67_054 + (25 + 11) * 25 + 13]


def test_nothing_is_ahead_of_a_full_row() -> None:
    written = np.array([[5, 6, 7, 8, 4, 3], [0] * 6, [0] * 6, [0] * 6])
    found = np.zeros(tables.N_PARTS, np.int64)
    assert tables.find_places(Marks(written, np.array([6, 0, 0, 0])), 0, 0, False, found) == 0
    assert found[6:8].tolist() == [(3 * 7 + 6) * 34 + 3, -1]


# Values


def test_a_sheet_is_worth_its_points_and_what_the_tables_add() -> None:
    """7 + 9 for two full columns, −1 for a miss; the tables add 2 for the miss, 5 for the pace, 0.25 for purple."""
    learned = learned_with(at_67049=2.0, at_67338=5.0, at_828=0.25)
    marks = make_marks()
    assert tables.pace_place(11, 9, False) == 67_338
    assert tables.row_place(3, 3, 12) == 828
    assert tables.sheet_value(learned, marks, 1, 9, False, False) == 7 + 9 - 1 + 2 + 5 + 0.25
    assert tables.sheet_value(learned, marks, 1, 9, False, True) == 15.0
    assert tables.sheet_value(learned + 1, marks, 5, 9, False, False) == 7 + 9 - 15


def test_a_full_sheet_is_worth_its_points_alone() -> None:
    rows = [[5, 6, 7, 8, 4, 3], [6, 7, 8, 9, 5, 4], [7, 8, 9, 10, 6, 5], [8, 9, 10, 11, 7, 6]]
    marks = Marks(np.array(rows), np.array([6, 6, 6, 6]))
    assert tables.sheet_value(np.ones(tables.SIZE), marks, 2, 9, False, False) == 6 + 7 + 8 + 9 + 5 + 4 - 3


def test_a_sheet_with_one_empty_cell_still_reads_the_tables() -> None:
    """5 + 6 + 7 + 8 + 4 points; the pace of 23 own cells and 9 of another adds 2."""
    rows = [[5, 6, 7, 8, 4, 3], [5, 6, 7, 8, 4, 3], [5, 6, 7, 8, 4, 3], [5, 6, 7, 8, 4, 0]]
    marks = Marks(np.array(rows), np.array([6, 6, 6, 5]))
    learned = np.zeros(tables.SIZE)
    learned[67_054 + 23 * 25 + 9] = 2.0
    assert tables.sheet_value(learned, marks, 0, 9, False, False) == 30 + 2


def test_the_first_place_of_all_counts_too() -> None:
    """Four empty rows while another is near its end: stage 0, cell 0, no number."""
    empty = Marks(np.zeros((4, 6), np.int64), np.zeros(4, np.int64))
    assert tables.sheet_value(learned_with(at_0=1.5), empty, 0, 22, False, False) == 4 * 1.5


def test_the_fullest_other_is_found_among_the_rest() -> None:
    laid = records_of(
        "qwantum 9 roll 0 | classic 5/-/-/- 0 | classic 5,6/-/-/- 0 | classic 5,6,7/-/-/- 0 | classic 5,6,7,8/-/-/- 0"
    )
    assert tables.fullest_except(*laid, 3, 3) == 3
    assert tables.fullest_except(*laid, 3, 2) == 2
    assert tables.fullest_except(*laid, 0, 1) == 4
    assert tables.fullest_except(*records_of("qwantum 9 roll 0 | classic 5/-/-/- 0"), 0, 0) == 0


def test_points_are_expected_by_who_has_the_next_turn() -> None:
    """Seat 1 has 3 cells, the fullest other 2; the pace adds 4 to who has the next turn and 3 else."""
    laid = records_of("qwantum 9 roll 1 | classic 5,6/-/-/- 0 | classic 5,6,7/-/-/- 2")
    learned = learned_with(at_67756=4.0, at_67106=3.0)
    assert tables.pace_place(3, 2, True) == 67_756
    assert tables.pace_place(2, 2, False) == 67_106
    assert tables.expected_points(learned, *laid, 1) == -3 + 4
    assert tables.expected_points(learned, *laid, 0) == 0.0


def test_a_match_that_is_over_counts_as_if_one_cell_were_left() -> None:
    """Seat 1 fills its last cell; the pace knows 23 cells of another at most."""
    full = "5,6,7,8,4,3"
    laid = records_of(f"qwantum 9 roll 0 | classic 5/-/-/- 0 | classic {full}/{full}/{full}/5,6,7,8,4 0")
    write(view_marks(laid.state, 1), Y_ROW, 3)
    learned = np.zeros(tables.SIZE)
    learned[67_054 + (25 + 1) * 25 + 23] = 1.0
    assert tables.expected_points(learned, *laid, 0) == 1.0


def test_a_column_counts_by_its_points_once_it_is_full() -> None:
    learned = learned_with(at_975=0.5)
    assert tables.column_place(0, 0, Column(1, 23, 0)) == 975
    assert tables.column_worth(learned, 0, 0, Column(1, 23, 0)) == 0.5
    assert tables.column_worth(learned + 1, 0, 0, Column(0, 0, 0)) == 0.0
    assert tables.column_worth(learned + 1, 0, 0, Column(4, 6, 7)) == 7.0


def test_rows_before_a_column_count_each_by_its_last_number() -> None:
    """Blue (10) and yellow (7) write in the third column next; the one that is left out does not count."""
    marks, column = make_marks(), Column(3, 4, 5)
    learned = np.zeros(tables.SIZE)
    learned[tables.ahead_place(2, 10, column)] = 1.0
    learned[tables.ahead_place(2, 7, column)] = 10.0
    assert tables.ahead_worth(learned, marks, 2, column, P_ROW) == 11.0
    assert tables.ahead_worth(learned, marks, 2, column, Y_ROW) == 1.0
    assert tables.ahead_worth(learned, marks, 2, column, B_ROW) == 10.0
    first = Column(1, 4, 0)
    learned[tables.ahead_place(0, 0, first)] = 3.0
    empty = Marks(np.zeros((4, 6), np.int64), np.zeros(4, np.int64))
    assert tables.ahead_worth(learned, empty, 0, first, P_ROW) == 9.0


def test_a_row_counts_with_the_column_ahead() -> None:
    """Purple stands before the fourth column, where 13 is written; a full row has nothing ahead."""
    marks, learned = make_marks(), np.zeros(tables.SIZE)
    learned[(3 * 7 + 3) * 34 + 12] = 2.0
    learned[57_256 + 3 * 1632 + (12 * 4 + 1) * 12 + 4] = 0.5
    assert tables.row_worth(learned, 3, marks, 3, 12) == 2.5
    learned[(3 * 7 + 6) * 34 + 12] = 7.0
    assert tables.row_worth(learned, 3, marks, 6, 12) == 7.0


def test_gains_of_a_number_are_those_of_the_whole_sheet() -> None:
    """With any tables: what a number adds, put together from what changes, is the difference of two sheets."""
    learned, marks = np.random.default_rng(1).normal(size=tables.SIZE), make_marks()
    n_filled, others = 11, 9
    now = tables.sheet_value(learned, marks, 0, others, False, False)
    pace = learned[tables.pace_place(n_filled + 1, others, False)] - learned[tables.pace_place(n_filled, others, False)]
    gains = np.zeros(tables.N_NUMBERS)
    for row in range(rules.MAX_ROWS):
        tables.row_gains(learned, marks, row, tables.stage_of(others), pace, gains)
        assert gains[0] == -1000.0
        for number in range(1, tables.N_NUMBERS):
            if fits(marks, row, number):
                write(marks, row, number)
                later = tables.sheet_value(learned, marks, 0, others, False, False)
                erase(marks, row)
                assert gains[number] == pytest.approx(later - now)
            else:
                assert gains[number] == -1000.0


def test_a_full_row_gains_nothing_any_more() -> None:
    marks = Marks(np.array([[5, 6, 7, 8, 4, 3], [0] * 6, [0] * 6, [0] * 6]), np.array([6, 0, 0, 0]))
    gains = np.zeros(tables.N_NUMBERS)
    tables.row_gains(np.zeros(tables.SIZE), marks, 0, 0, 0.0, gains)
    assert set(gains.tolist()) == {-1000.0}
