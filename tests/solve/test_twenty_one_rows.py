"""The solver's kernels for rows of Twenty One, on small tables and computed by hand."""

from __future__ import annotations

import numpy as np
import pytest

from paperdice.solve.twenty_one import kernels
from paperdice.solve.twenty_one.kernels import FULL, Pace

LAST_ROW = np.array([4, 4, 3, 3, 2, 1])


def test_points_count_with_their_bonus_at_once() -> None:
    faces = np.array([4, 1, 3, 6, 2, 1])
    # 4 + 3 points and two more hits: a bonus of 3 for two, or of 6 − 1 for the second and third.
    assert kernels.gained(LAST_ROW, 0, faces, 0b000101) == (7 + 3, 2)
    assert kernels.gained(LAST_ROW, 1, faces, 0b000101) == (7 + 5, 3)
    assert kernels.left_empty(0b110100, 0b010000) == 0b100100
    assert kernels.left_empty(0b110100, kernels.STRIKE) == 0b110000
    assert [kernels.most_hits(empty) for empty in (FULL, 0b11, 0)] == [0, 4, 6]


def test_rolls_above_the_printed_number_are_one() -> None:
    assert kernels.count_rolls(LAST_ROW) == 5 * 5 * 4 * 4 * 3 * 2
    faces = np.ones(6, np.int64)
    # The cells of 2 and 1: three faces and two that differ.
    rolls = [(1, 1)]
    while kernels.next_roll(LAST_ROW, 0b110000, faces):
        rolls.append((int(faces[4]), int(faces[5])))
    assert rolls == [(1, 1), (2, 1), (3, 1), (1, 2), (2, 2), (3, 2)]
    faces[4:] = 3, 2
    assert kernels.roll_chance(LAST_ROW, 0b110000, faces) == pytest.approx(4 / 6 * 5 / 6)
    assert kernels.ones(0b110001, np.array([1, 1, 1, 1, 2, 1])) == 0b100001


def solved(cells: int, seats: int = 1, cost: float = 0.0, keep: float = 1.0) -> kernels.RowTable:
    """The last row, where all but the lowest of these cells print 1: quick enough without compiling."""
    shape = (seats, 64, 7)
    table = kernels.RowTable(np.zeros(shape), np.zeros((*shape, 64)), np.zeros((*shape, 7)), np.zeros((*shape, 7)))
    kernels.solve_row(np.ones(6, np.int64) * cells, np.zeros(seats), keep, cost, table)
    return table


@pytest.fixture(scope="module")
def ones_alone() -> kernels.RowTable:
    return solved(1)


def test_one_cell_of_one(ones_alone: kernels.RowTable) -> None:
    # A one is worth 1 and its bonus 1; with no one, throw again: 1/6 · 2 + 5/6 · 1/6 · 2 = 11/18.
    assert ones_alone.values[0, 1, 0] == pytest.approx(11 / 18)
    assert ones_alone.again[0, 1, 0, [0, 1]].tolist() == pytest.approx([2 / 6, 2])
    # After one turn the row is full, with 11/18 points.
    assert ones_alone.gains[0, 1, 0].tolist() == pytest.approx([0] + [11 / 18] * 6)
    assert ones_alone.ends[0, 1, 0].tolist() == [0, 1, 0, 0, 0, 0, 0]
    # With two hits before, the bonus of a third is 3: 4 points in 11 of 36 cases.
    assert ones_alone.values[0, 1, 2] == pytest.approx(44 / 36)


def test_two_cells_of_one(ones_alone: kernels.RowTable) -> None:
    # Two ones are worth 2 + 3. One is worth 2 and leaves a cell with one hit, which brings 3 in 11 of 36 cases:
    # 2 + 33/36. None strikes a cell: 11/18. Thrown again with one one: 1/6 · 5 + 5/6 · (2 + 33/36); from nothing:
    # 1/36 · 5 + 10/36 · (2 + 33/36) + 25/36 · 11/18.
    one = 2 + 33 / 36
    again_one, again_none = 5 / 6 + 5 / 6 * one, 5 / 36 + 10 / 36 * one + 25 / 36 * 11 / 18
    value = 5 / 36 + 10 / 36 * again_one + 25 / 36 * again_none
    assert ones_alone.again[0, 3, 0, [0, 1, 2, 3]].tolist() == pytest.approx([again_none, again_one, again_one, 5])
    assert ones_alone.values[0, 3, 0] == pytest.approx(value)


def test_the_best_fill_weighs_points_hits_and_what_follows() -> None:
    after = np.zeros((64, 7))
    after[0b000010, 4] = 5
    # Cells 1, 2, 4 and 5 are empty and one hit is there. All four are 4 + 1 + 3 + 2 points, and 10 − 1 for hits two to
    # four; without cell 2 that is one point less, and 5 follow.
    faces = np.array([4, 1, 5, 3, 2, 6])
    fills = kernels.make_fills()
    assert kernels.best_fill(LAST_ROW, after, 0b011011, 1, faces, fills) == (0b011001, 9 + 9 + 5)
    after[0b000010, 4] = 0.5
    assert kernels.best_fill(LAST_ROW, after, 0b011011, 1, faces, fills) == (0b011011, 10 + 9)
    # A die above the printed number fits nowhere.
    assert kernels.best_fill(LAST_ROW, after, 0b011011, 1, np.array([5, 5, 5, 4, 2, 6]), fills) == (0b010000, 2 + 2)


def test_dice_thrown_again_come_back_as_other_rolls() -> None:
    thrown, chances = np.zeros(64), np.array([0.0, 0, 0, 0.3])
    thrown[[0, 0b01]] = 0.5, 0.2
    kernels.spread_thrown(np.ones(6, np.int64), 0b11, thrown, chances)
    # Two cells of one, in the order (1, 1), (2, 1), (1, 2), (2, 2): where the first one stayed, the second die is a one
    # in 1 of 6 cases; where nothing stayed, the four come in 1, 5, 5 and 25 of 36.
    expected = [0.2 / 6 + 0.5 / 36, 2.5 / 36, 0.2 * 5 / 6 + 2.5 / 36, 0.3 + 12.5 / 36]
    assert chances.tolist() == pytest.approx(expected)


def test_a_row_is_played_by_its_table(ones_alone: kernels.RowTable) -> None:
    def play(table: kernels.RowTable, wait: int, *rolls: str) -> tuple[int, int, int]:
        dice = np.array([[int(face) for face in roll] for roll in rolls])
        return kernels.play_row(np.ones(6, np.int64), table.values, table.again, wait, dice, 0)

    # Five ones stay and the sixth comes: 6 points and 21; the table throws again, since a sixth is worth 7 more.
    assert play(ones_alone, 0, "111116", "666661") == (27, 0, 2)
    # It comes in the next turn, or never.
    assert play(ones_alone, 0, "111116", "666666", "666666", "666661") == (27, 0, 4)
    assert play(ones_alone, 0, "111116", "666666", "666666", "666666") == (20, 0, 4)


def test_in_the_turn_of_another_nothing_is_thrown_again() -> None:
    two = solved(1, seats=2)
    dice = np.array([[1, 1, 1, 1, 1, 6], [1] * 6, [6] * 6, [1] * 6])
    # Five ones, then in the seat's own turn the sixth, by a second throw: 5 + 15 and 1 + 6; then the other is on.
    assert kernels.play_row(np.ones(6, np.int64), two.values, two.again, 1, dice, 0) == (27, 1, 4)
    dice[3] = 6
    assert kernels.play_row(np.ones(6, np.int64), two.values, two.again, 1, dice, 0) == (20, 1, 4)


def test_turns_of_others_cost_and_hazard() -> None:
    table = solved(1, seats=2, cost=0.25, keep=0.5)
    # Another's turn is not thrown again: 2/6 − 0.25; before it a strike of two cells is worth half of that.
    assert table.values[1, 1, 0] == pytest.approx(2 / 6 - 0.25)
    assert table.values[0, 1, 0] == pytest.approx(11 / 18 - 0.25)
    first = np.array([6, 6, 1, 1, 1, 1])
    after = 0.5 * table.values[1]
    fill, value = kernels.best_fill(np.ones(6, np.int64), after, 0b11, 0, first, kernels.make_fills())
    assert (fill, value) == (kernels.STRIKE, pytest.approx(0.5 * (2 / 6 - 0.25)))


def test_paces_of_rows_follow_each_other() -> None:
    row = Pace(np.array([0, 1.0, 2, 2, 2, 2, 2]), np.array([0, 0.25, 0.75, 0, 0, 0, 0]))
    below = Pace(np.array([[0, 10.0, 10, 10], [0, 20.0, 20, 20]]), np.array([[0, 1.0, 0, 0], [0, 0, 1.0, 0]]))
    out = Pace(np.zeros(4), np.zeros(4))
    kernels.follow_rows(row, below, 0, out)
    # After one turn the other seat is on, after two this one: 2 + 0.25 · 20, then + 0.75 · 10.
    assert out.gains.tolist() == [0, 1, 2 + 5, 2 + 5 + 7.5]
    assert out.ends.tolist() == [0, 0, 0, 0.25 * 1 + 0.75 * 1]
