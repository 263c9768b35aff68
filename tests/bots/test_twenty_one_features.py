"""What Twenty One's network sees, computed by hand, and the kernels of rows, plan and policy on small tables."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from paperdice.bots.features import Features
from paperdice.bots.twenty_one import features, network, plan, policy
from paperdice.bots.twenty_one.features import MatchInputs, PaceInputs, RowInputs
from paperdice.fast.compile import pack
from paperdice.games.twenty_one import TWENTY_ONE
from paperdice.position import parse_position
from paperdice.solve.twenty_one import kernels
from paperdice.solve.twenty_one.kernels import FULL, Pace

rules = TWENTY_ONE.rules
DOCS = Path(__file__).parents[2] / "docs" / "bots.md"
LAST_ROW = np.array([4, 4, 3, 3, 2, 1])

# Seat 0 fills row 2 of sheet A (y5 g4 w4 k3 r3 b1): yellow 5 and white 4 are hits, and green is struck.
# Seat 1 fills row 1 of sheet B (b6 k5 w4 y3 r2 g1): black 2 is written, blue and white are struck.
TWO = "twenty_one 4 fill 1 w2 k3 r1 y6 g1 b2 | A 654321/5#4/-/-/- | B #2#/-/-/-/-"


def read(text: str) -> tuple[Any, Any]:
    """Sheets and state as records that plain Python reads too."""
    position = parse_position(text)
    sheets, state = pack(position.laid, rules.SHEETS), pack(position.state, rules.STATE)
    return sheets.view(np.recarray)[0], state.view(np.recarray)[0]


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
    # A one is worth 1 and its bonus 1; whoever has none throws again: 1/6 · 2 + 5/6 · 1/6 · 2 = 11/18.
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
    # The other seat rolls, row 3, cells 2 and 5 are empty, two hits.
    inputs = features.write_rows()[1, 2, 0b010010, 2]
    assert inputs.tolist() == [1, *(0, 0, 1, 0, 0), *(0, 1, 0, 0, 1, 0), 2, 2, 4, 4]


def test_a_state_has_its_place() -> None:
    assert features.state_code(1, 2, 0b010010, 2) == ((1 * 5 + 2) * 64 + 18) * 7 + 2
    # A full row makes way for the next one, with all cells and no hits.
    assert features.state_code(0, 2, 0, 5) == (3 * 64 + 63) * 7
    sheets, state = read(TWO)
    # Seat 1 rolls. Seat 0 waits in row 2 with cells 4, 5 and 6 empty and two hits.
    assert features.seat_code(sheets, state, 0) == ((1 * 5 + 1) * 64 + 0b111000) * 7 + 2
    assert features.seat_code(sheets, state, 1) == (0 * 64 + 0b111000) * 7


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


# Plan and policy


def test_cells_faces_and_moves() -> None:
    sheets, state = read(TWO)
    assert plan.empty_cells(sheets, state, 0) == 0b111000
    faces = np.zeros(6, np.int64)
    plan.write_faces(sheets, state, 0, faces)
    # y5 g4 w4 k3 r3 b1 with w2 k3 r1 y6 g1 b2.
    assert faces.tolist() == [6, 1, 2, 3, 1, 2]
    # Dice are w k r y g b: black and red are cells 4 and 5.
    assert plan.fill_of(sheets, state, 0, 0b000110) == 0b011000
    assert plan.move_of(sheets, state, 0, 0b011000) == 0b000110
    assert [plan.wait_of(state, seat) for seat in (0, 1)] == [1, 0]


def flat_plan() -> plan.Plan:
    """Nothing to come but 10 points where cell 6 of row 2 is still empty, in the own turn."""
    values, again = np.zeros((5, 2, 64, 7)), np.zeros((5, 2, 64, 7, 64))
    values[1, 0, 0b100000, :] = 10
    again[1, 1, 0b111000, 2, 0b010000] = 30
    again[0, 0, 0b111000, 0, 0b110000] = 7
    return plan.Plan(values, again)


def test_the_plan_takes_what_it_values() -> None:
    sheets, state = read(TWO)
    # Seat 0: black 3 hits (3 + the third hit's 3), red 1: 7 points, and cell 6 stays empty: 10 more.
    faces = np.zeros(6, np.int64)
    told = plan.plan_fill(flat_plan(), sheets, state, 0, faces, kernels.make_fills())
    assert told == (0b011000, 17.0, 30.0)
    moves = np.zeros(rules.MAX_MOVES, np.int64)
    n = rules.legal_moves(sheets, state, 0, moves)
    values = np.zeros(n)
    plan.rate_by_plan(flat_plan(), sheets, state, 0, moves, n, values)
    # Strike, black, red, both: 0, 3 + 3, 1, 17.
    assert values.tolist() == [0, 6, 1, 17]
    # Seat 1 has yellow 3, red 2 and green 1 left, yellow lies too high: red 1, and green 1 with a hit, are 3 points.
    # Throwing again, at 7, gains it 4, and seat 0 gains 30 − 17.
    assert plan.gain_of_throw(flat_plan(), sheets, state, 1) == 4 - 13
    assert plan.gain_of_throw(flat_plan(), sheets, state, 0) == 13 - 4
    assert plan.choose_by_plan(flat_plan(), sheets, state, 0, moves, values) == 0b000110


def lead_tables() -> network.Tables:
    """A network that sees little but the lead: one unit in each layer."""
    own, other = np.zeros((4480, 1), np.float32), np.zeros((4480, 1), np.float32)
    own[features.state_code(0, 1, 0b100000, 3), 0] = 2
    other[features.state_code(1, 0, 0b001000, 1), 0] = -7
    one = np.ones(1, np.float32)
    return network.Tables(own, other, 3 * one, np.array([[0.5]], np.float32), 0 * one, 2 * one, -one)


def test_the_chance_grows_with_the_lead() -> None:
    tables = lead_tables()
    units = network.make_units(tables)
    # First 3 · 20 / 20 = 3, hidden 1.5, logit 2 · 1.5 − 1 = 2; behind, the unit is 0 and the logit −1.
    assert network.win_chance(tables, 0, 0, 20, units) == pytest.approx(1 / (1 + np.exp(-2)))
    assert network.win_chance(tables, 0, 0, -20, units) == pytest.approx(1 / (1 + np.exp(1)))


def test_the_end_is_counted_and_not_judged() -> None:
    tables = lead_tables()
    units = network.make_units(tables)
    full, other = policy.RowState(4, 0, 2), policy.RowState(1, 5, 0)
    assert [policy.chance_after(tables, 0, full, other, lead, units) for lead in (3, 0, -3)] == [1, 0.5, 0]
    assert policy.chance_after(tables, 0, other, full, 3, units) == 1
    # A full row that is not the last one ends nothing: the unit sees the lead of 20 alone.
    half = policy.RowState(3, 0, 2)
    assert policy.chance_after(tables, 0, half, other, 20, units) == pytest.approx(1 / (1 + np.exp(-2)))


def test_moves_are_rated_by_chance_and_plan() -> None:
    sheets, state = read(TWO)
    weights = policy.Weights(flat_plan(), lead_tables())
    # Seat 1 takes red and green by the plan: 3 points, yellow stays empty, one hit.
    won, after = policy.expect_other(weights.plan, sheets, state, 1)
    assert (won, tuple(after)) == (3, (0, 0b001000, 1))
    moves = np.zeros(rules.MAX_MOVES, np.int64)
    n = rules.legal_moves(sheets, state, 0, moves)
    values = np.zeros(n)
    policy.rate_by_chance(weights, sheets, state, 0, moves, n, values)
    # Seat 0 has 21 + 21 and 9 + 3 points, seat 1 has 2 and wins 3: a lead of 49, and 0, 6, 1 and 7 more.
    for value, won, planned, seen in zip(values, (0, 6, 1, 7), (0, 6, 1, 17), (0, 0, 0, 2), strict=True):
        chance = 1 / (1 + np.exp(-((49 + won) / 20 * 3 + seen - 7 - 1)))
        worth = 0.06 * max(chance * (1 - chance), 1e-4)
        assert value == pytest.approx(0.5 * chance + 0.5 * worth * (planned - 17), abs=1e-6)


# The docs


@pytest.mark.parametrize("layout", [PaceInputs, RowInputs, MatchInputs])
def test_the_docs_show_every_input(layout: type[Features]) -> None:
    page = DOCS.read_text("utf-8")
    for one in layout:
        assert f"| {int(one)} | `{one.name}` | {one.scale:g} | {one.meaning} |" in page
