"""The inputs of Twenty One's network, computed by hand, and the kernels of rows on small tables."""

from __future__ import annotations

import numpy as np
import pytest

from paperdice.bots.twenty_one import features
from paperdice.bots.twenty_one.features import PaceInputs
from paperdice.fast.compile import Floats
from paperdice.solve.twenty_one import kernels
from paperdice.solve.twenty_one.kernels import FULL, Pace
from paperdice.solve.twenty_one.rows import RowTables
from tests.bots.records import records_of

LAST_ROW = np.array([4, 4, 3, 3, 2, 1])

# Seat 0 fills row 2 of sheet A (y5 g4 w4 k3 r3 b1): yellow 5 and white 4 are hits, and green is struck.
# Seat 1 fills row 1 of sheet B (b6 k5 w4 y3 r2 g1): black 2 is written, blue and white are struck.
TWO = "twenty_one 4 fill 1 w2 k3 r1 y6 g1 b2 | A 654321/5#4/-/-/- | B #2#/-/-/-/-"

# Rows


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


# Features


def test_where_a_seat_stands() -> None:
    # The other seat rolls, row 3, cells 2 and 5 are empty, three hits.
    inputs = features.write_rows()[1, 2, 0b010010, 3]
    assert inputs.tolist() == [1, *(0, 0, 1, 0, 0), *(0, 1, 0, 0, 1, 0), 2, 3, 6, 9]


@pytest.fixture(scope="module")
def pace() -> Floats:
    """Values of a plan by hand: from one state of row 4, with two seats, the row is full after one turn or two.

    The rows below it take 0 to 3 turns if this seat rolls first, at 1 point each, and 3 to 7 if the other does, at 10.
    """
    paces = Pace(np.zeros((5, 2, 64, 7, 7)), np.zeros((5, 2, 64, 7, 7)))
    paces.gains[3, 1, 0b000001, 2] = 0, 2, 5, 5, 5, 5, 5
    paces.ends[3, 1, 0b000001, 2, [1, 2]] = 0.5
    starts = Pace(np.zeros((6, 2, 31)), np.zeros((6, 2, 31)))
    starts.gains[4] = np.arange(31) * np.array([[1], [10]])
    starts.ends[4, 0, [0, 1, 2, 3]] = 0.25
    starts.ends[4, 1, [3, 4, 5, 6, 7]] = 0.2
    paces.ends[2, 1, 0b000001, 2, 1] = 1
    starts.ends[3, 0, 1] = 1 + 1e-12
    nothing = np.zeros(0)
    tables = RowTables(2, 0.0, 0.0, np.zeros(0, np.int64), nothing, nothing, paces, starts, 0, 0.0)
    return features.write_pace(tables)


def test_the_pace_of_a_state(pace: Floats) -> None:
    inputs = pace[1, 3, 0b000001, 2]
    # Full after 1 to 4 turns (1/8 each) or 5 to 9 (1/10 each): mean 10/8 + 35/10 = 4.75, mean square 30/8 + 255/10 =
    # 29.25, and 29.25 − 4.75² = 6.6875 is the square of 2.586020.
    assert inputs[[PaceInputs.TURNS, PaceInputs.TURNS_SPREAD]].tolist() == pytest.approx([4.75, 2.586020], abs=1e-6)
    # Of t turns t − 1 follow a first one that filled the row, and t − 2 a second one: 2 points after one turn, then
    # 5 + 1/2 (t − 1) + 5 (t − 2) for t = 2, 4, 7 and 30.
    assert inputs[PaceInputs.POINTS_IN_1 : PaceInputs.FULL_IN_1].tolist() == [2, 5.5, 16.5, 33, 159.5]
    assert inputs[PaceInputs.FULL_IN_1 :].tolist() == pytest.approx([0.125, 0.25, 0.375, 0.5, 0.7, 0.9])


def test_a_spread_is_never_the_root_of_less_than_nothing(pace: Floats) -> None:
    """In row 3 it is certain that two turns are left; rounding makes the chance a little more than 1."""
    assert pace[1, 2, 0b000001, 2, [PaceInputs.TURNS, PaceInputs.TURNS_SPREAD]].tolist() == pytest.approx([2, 0])


def test_a_state_has_its_place() -> None:
    assert features.state_code(1, 2, 0b010010, 2) == ((1 * 5 + 2) * 64 + 18) * 7 + 2
    # A full row makes way for the next one, with all cells and no hits.
    assert features.state_code(0, 2, 0, 5) == (3 * 64 + 63) * 7
    assert features.state_code(1, 2, 0, 5) == ((1 * 5 + 3) * 64 + 63) * 7
    sheets, state = records_of(TWO)
    # Seat 1 rolls. Seat 0 waits in row 2 with cells 4, 5 and 6 empty and two hits.
    assert features.seat_code(sheets, state, 0) == ((1 * 5 + 1) * 64 + 0b111000) * 7 + 2
    assert features.seat_code(sheets, state, 1) == (0 * 64 + 0b111000) * 7


def test_the_network_was_trained_on_these_plans() -> None:
    """Thirteen inputs for each of three turn costs, and sixteen."""
    assert features.TURN_COSTS == (2.0, 5.0, 9.0)
    assert features.N_INPUTS == 55


def test_inputs_have_mean_0_and_spread_1_over_states_that_can_be() -> None:
    inputs = np.zeros((2 * 5 * 64 * 7, 1))
    codes = np.indices((2, 5, 64, 7))
    inputs[:, 0] = (10 + 4 * codes[0]).ravel()
    standard = features.standardize_inputs(inputs).reshape(2, 5, 64, 7)
    # Half of the states have 10, half 14.
    assert standard[:, 0, FULL, 0].tolist() == pytest.approx([-1, 1], abs=1e-5)
    # No empty cell, or a hit in a row without any mark, cannot be; six hits of six filled cells leave none empty.
    assert standard[0, 0, 0, 0] == standard[0, 0, FULL, 1] == standard[0, 0, 1, 6] == 0
    assert standard[0, 0, 1, 5] != 0


def test_what_hardly_differs_is_not_blown_up() -> None:
    """A spread of 0.000001 counts as twice that."""
    inputs = (1e-6 * (2 * np.indices((2, 5, 64, 7))[0] - 1)).reshape(-1, 1)
    standard = features.standardize_inputs(inputs).reshape(2, 5, 64, 7)
    assert standard[:, 0, FULL, 0].tolist() == pytest.approx([-0.5, 0.5], abs=1e-5)
