"""Sixto's rows as stopping problems, solved by hand near the ends of rows."""

from __future__ import annotations

import numpy as np
import pytest

from paperdice.bots.sixto import rows
from paperdice.fast.compile import Floats, Record
from paperdice.games.sixto.rules import KEEP, REROLL, Phase
from tests.bots.records import records_of
from tests.bots.sixto_positions import BLUE, EARLY, GREEN, LATE, ORANGE, PURPLE, RED, YELLOW, stand


def test_waiting_takes_the_best_faces() -> None:
    gains = np.array([0.0, 12, 0, 6, 0, 0])
    # Both faces: 18 / (6 − 4 · 0.5) = 4.5; the better alone: 12 / (6 − 5 · 0.5) = 3.43.
    assert rows.best_wait(gains, 0.5) == 4.5
    # With time, only the better one: 12 / (6 − 5 · 0.95) = 9.6.
    assert rows.best_wait(gains, 0.95) == pytest.approx(9.6)
    # All of six equal ones; nothing where nothing brings points.
    assert rows.best_wait(np.full(6, 7.0), 0.5) == 7.0
    assert rows.best_wait(np.array([0.0, -3, 0, 0, 0, 0]), 0.5) == 0.0


def test_a_lock_is_as_far_as_the_end_of_the_row() -> None:
    sheets, state = records_of(LATE)
    # Red: seat 0 has one cell left and one goal to mark; blue: seat 1 two cells and one goal, seat 0 four and two.
    assert [rows.lock_distance(sheets, state, row) for row in (0, 1, 2, 4)] == [1, 1, 2, 2]
    # An empty row of twelve cells.
    sheets, state = records_of(EARLY)
    assert rows.lock_distance(sheets, state, GREEN) == 12


def test_a_lock_wants_four_marks_and_two_goals() -> None:
    sheets, state = records_of(EARLY)
    stand(state, 1, RED, 12, 6, 1)
    # Three cells left suffice for one more mark and two goals, not for two more marks.
    stand(state, 0, RED, 9, 3, 0)
    assert rows.lock_distance(sheets, state, RED) == 3
    stand(state, 0, RED, 9, 2, 0)
    assert rows.lock_distance(sheets, state, RED) == 100
    # The last cell is one goal; with enough marks it still wants the other.
    stand(state, 0, RED, 11, 6, 0)
    assert rows.lock_distance(sheets, state, RED) == 100


def test_rows_stay_open_by_the_turns_that_are_left() -> None:
    sheets, state = records_of(LATE)
    stays = np.zeros(6)
    rows.write_stays(sheets, state, stays)
    # One more lock ends the match: 1.5 + 1.35 · 1 turns, which is less than 3 + 1.8 · distance of any row.
    assert stays[[0, 4]].tolist() == pytest.approx([1 - 1 / 2.85] * 2)
    sheets, state = records_of(EARLY)
    rows.write_stays(sheets, state, stays)
    # Yellow has 7 cells left, red 8 and orange 9: the third lock comes after 1.5 + 1.35 · 9 = 13.65 turns.
    assert stays[[0, 3]].tolist() == pytest.approx([1 - 1 / 13.65] * 2)
    stand(state, 0, YELLOW, 11, 5, 1)
    rows.write_stays(sheets, state, stays)
    # Yellow is now one cell from its lock: 3 + 1.8 · 1 = 4.8 turns.
    assert stays[2] == pytest.approx(1 - 1 / 4.8)


def test_a_mark_counts_in_its_column() -> None:
    sheets, state = records_of(EARLY)
    # Column 3 has a mark; column 1 has none and four more rows of seat 0 can reach it; goals are in no column.
    assert rows.column_bonus(sheets, state, 0, 1, 3) == 5
    assert rows.column_bonus(sheets, state, 0, 1, 1) == pytest.approx(5 - 10 * 0.6**3)
    assert rows.column_bonus(sheets, state, 0, 1, 9) == 0
    # Red stands at cell 4 and can mark it, so five rows reach that column.
    assert rows.column_bonus(sheets, state, 0, 1, 5) == pytest.approx(5 - 10 * 0.6**5)
    state["next_cell"][0, RED] = 6
    assert rows.column_bonus(sheets, state, 0, 1, 5) == pytest.approx(5 - 10 * 0.6**4)
    state["next_cell"][0, RED] = 5
    assert rows.column_bonus(sheets, state, 0, 1, 5) == pytest.approx(5 - 10 * 0.6**5)
    state["n_column_marks"][0, 3] = 5
    assert rows.column_bonus(sheets, state, 0, 1, 3) == 6


def gains_of(cell: int, n_marks: int) -> list[float]:
    """What each face brings in seat 0's red row, with numbers that can be told apart: worth[c, m] = 10 c + m."""
    bonus = np.zeros(12)
    bonus[[0, 7, 8]] = 3, 5, -3
    worth: Floats = np.add.outer(np.arange(0.0, 140.0, 10.0), np.arange(14.0))
    gains = np.full(6, 99.0)
    rows.face_gains(records_of(EARLY).sheets, 0, RED, cell, n_marks, bonus, 0.5, worth, gains)
    return gains.tolist()


def test_a_face_brings_its_mark_and_what_the_row_is_worth_then() -> None:
    # Cell 7 with 6 marks, 28 − 21 points for the next: 1 marks cell 8, 7 − 3 + 97 / 2; 2 marks 11, 7 + 127 / 2;
    # 3 marks 7, 7 + 5 + 87 / 2; 6 marks 9, 7 + 107 / 2; 4 and 5 come no more.
    assert gains_of(7, 6) == [52.5, 70.5, 55.5, 0, 0, 60.5]
    # The fourth mark may not be a goal, the fifth may.
    assert gains_of(7, 3) == [5 - 3 + 94 / 2, 0, 5 + 5 + 84 / 2, 0, 0, 0]
    assert gains_of(9, 4) == [0, 5 + 125 / 2, 5 + 115 / 2, 0, 0, 5 + 105 / 2]
    assert gains_of(9, 3) == [0] * 6
    # The second goal ends the row.
    assert gains_of(10, 6) == [0, 7, 7, 0, 0, 0]
    # The first mark costs 5: 4 marks cell 0, 1 cell 1, 2 cell 2, 5 cell 3, 6 cell 4 and 3 cell 7.
    assert gains_of(0, 0) == [-5 + 21 / 2, -5 + 31 / 2, -5 + 5 + 81 / 2, -5 + 3 + 11 / 2, -5 + 41 / 2, -5 + 51 / 2]


def weigh_red(next_cell: int, n_marks: int, n_goals: int) -> tuple[float, Floats]:
    """The value of waiting in seat 0's red row with an even chance that it stays open, and the gains of the faces."""
    sheets, state = records_of(EARLY)
    stand(state, 0, RED, next_cell, n_marks, n_goals)
    state["n_column_marks"][0, 8] = 2
    gains = np.full(6, 99.0)
    return rows.weigh_row(sheets, state, 0, RED, 0.5, gains), gains


def test_a_row_at_its_second_goal_is_one_throw() -> None:
    wait, gains = weigh_red(10, 5, 1)
    # 3 and 2 bring 21 − 15 each: 12 / (6 − 4 / 2) before a throw, half of that before the next.
    assert gains.tolist() == [0, 6, 6, 0, 0, 0]
    assert wait == 1.5


def test_a_row_is_solved_from_its_end() -> None:
    wait, gains = weigh_red(8, 5, 0)
    # At cell 10: two faces of 7 with 6 marks, 14 / 4; of 8 with 7 marks, 16 / 4. At cell 11: one, 7 / 3.5 and 8 / 3.5.
    # At cell 9 with 6 marks: 6 brings 7 + 4 / 2, 3 brings 7 + 8 / 7, 2 brings 7; all three, 169 / 7 / 4.5 = 338 / 63.
    # At cell 8 with 5 marks and two in the column: 1 brings 6 + 5 + 169 / 63, 6 brings 6 + 3.5 / 2, 3 brings 6 + 2 / 2,
    # 2 brings 6; all four, divided by 6 − 2 / 2.
    assert gains.tolist() == pytest.approx([11 + 169 / 63, 6, 7, 0, 0, 7.75])
    assert wait == pytest.approx((11 + 169 / 63 + 6 + 7 + 7.75) / 5 / 2)


def test_a_full_row_has_eleven_marks() -> None:
    wait, gains = weigh_red(9, 9, 0)
    # The tenth mark brings 55 − 45, the eleventh 66 − 55: at cell 10 two faces, 22 / 4, at cell 11 one, 11 / 3.5.
    assert gains.tolist() == pytest.approx([0, 10, 10 + 11 / 7, 0, 0, 12.75])
    assert wait == pytest.approx((10 + 10 + 11 / 7 + 12.75) / 4.5 / 2)


# One more lock ends the match, and a row of a seat is one cell from it: 1.5 + 1.35 · 1 turns.
STAY = 1 - 1 / 2.85
# What waiting is worth in a row at its end: one face of 7 or 6 points, or two of 6.
ONE_OF_7 = STAY * 7 / (6 - 5 * STAY)
ONE_OF_6 = STAY * 6 / (6 - 5 * STAY)
TWO_OF_6 = STAY * 12 / (6 - 4 * STAY)


def three_at_the_end() -> tuple[Record, Record]:
    """Green and purple are locked; seat 0 waits for second goals in all other rows, seat 1 in orange, seat 2 in blue.

    Seat 0 wants red 2, orange 4 or 6, yellow 5 or 3, blue 2 or 4; seat 1 orange 4, seat 2 blue 6.
    """
    sheets, state = records_of(f"{EARLY} | C -/-/-/-/-/-")
    state["locked"][[GREEN, PURPLE]] = 1
    for seat in range(3):
        for row in range(6):
            stand(state, seat, row, 12, 6, 1)
    stand(state, 0, RED, 11, 6, 1)
    for row in (ORANGE, YELLOW, BLUE):
        stand(state, 0, row, 10, 5, 1)
    stand(state, 1, ORANGE, 11, 5, 1)
    stand(state, 2, BLUE, 11, 6, 1)
    state["dice"][:] = 2, 3, 3, 0, 1, 0
    return sheets, state


def test_open_rows_are_weighed() -> None:
    gains, waits = np.full((6, 6), 99.0), np.full(6, 99.0)
    rows.weigh_sheet(*three_at_the_end(), 0, gains, waits)
    assert waits.tolist() == pytest.approx([ONE_OF_7, TWO_OF_6, TWO_OF_6, 0, TWO_OF_6, 0])
    none = [0] * 6
    expected = [[0, 7, 0, 0, 0, 0], [0, 0, 0, 6, 0, 6], [0, 0, 6, 0, 6, 0], none, [0, 6, 0, 6, 0, 0], none]
    assert gains.tolist() == expected


def test_another_throw_gains_the_mean_of_the_faces_less_the_dice_that_lie() -> None:
    sheets, state = three_at_the_end()
    gains, waits = np.zeros((6, 6)), np.zeros(6)
    gains[RED] = 1, 12, 3, 0, 0, 0
    gains[YELLOW, 5] = 18
    gains[GREEN] = 50
    waits[:] = 2, 4, 0, 60, 0, 0
    # Red 2 lies: (2 + 12 + 3 + 2 + 2 + 2) / 6 − 12; orange 4 − 4; yellow 3 lies: 18 / 6 − 0; green is locked.
    assert rows.reroll_gain(sheets, state, 0, gains, waits) == pytest.approx(23 / 6 - 12 + 3)


def test_dice_are_rated_by_what_they_bring_over_waiting() -> None:
    sheets, state = three_at_the_end()
    state["phase"] = Phase.TICK
    moves, values = np.array([0, 1, 4, 5]), np.full(4, 99.0)
    rows.rate_rows(np.zeros(0), sheets, state, 0, moves, 4, values)
    # Red 2 marks the last cell, yellow 3 too.
    red, yellow = 7 - ONE_OF_7, 6 - TWO_OF_6
    assert values.tolist() == pytest.approx([0, red, yellow, red + yellow])


def test_another_throw_is_rated_against_what_it_brings_to_the_others() -> None:
    sheets, state = three_at_the_end()
    state["phase"] = Phase.REROLL
    values = np.full(2, 99.0)
    rows.rate_rows(np.zeros(0), sheets, state, 0, np.array([KEEP, REROLL]), 2, values)
    # Red 2 and yellow 3 lie, the other dice bring nothing: two of six faces are better than waiting.
    red = (7 + 5 * ONE_OF_7) / 6 - 7
    two = (12 + 4 * TWO_OF_6) / 6
    own = red + (two - TWO_OF_6) + (two - 6) + (two - TWO_OF_6)
    # Orange 4 for seat 1 and blue 6 for seat 2 are one face in six.
    others = (6 - ONE_OF_6) / 6, (7 - ONE_OF_7) / 6
    assert values.tolist() == pytest.approx([0, own - (others[0] + others[1]) / 2])
