"""What Sixto's network sees and says, computed by hand."""

from __future__ import annotations

import numpy as np
import pytest

from paperdice.bots.sixto import features, network
from paperdice.bots.sixto.features import FEATURES, MatchInputs, NearInputs, Side
from paperdice.fast.compile import Record, as_record
from paperdice.games.sixto.rules import Phase
from tests.bots.records import records_of
from tests.bots.sixto_positions import (
    EARLY,
    INPUTS,
    LATE,
    NO_MARKS,
    OWN_COLUMNS,
    RIVAL_COLUMNS,
    ROWS,
    empty_network,
)


def features_of(text: str, seat: int) -> Record:
    """What a seat sees of a position."""
    out = np.zeros(1, FEATURES)
    features.write_features(*records_of(text), seat, out[0])
    return out[0]


def test_inputs_of_the_match_late() -> None:
    # Lead 132 − 182, tie-break 30 − 35 marks, turn 17, seat 0 throws again.
    own = [-50 / 30, 1.32, 1.82, 0, 1, 1, 0, 1.7, -1, 0, 1, 0]
    assert features_of(LATE, 0)["inputs"].tolist() == pytest.approx(own, abs=1e-6)
    other = [50 / 30, 1.82, 1.32, 0, 1, 0, 0.5, 1.7, 1, 0, 0, 1]
    assert features_of(LATE, 1)["inputs"].tolist() == pytest.approx(other, abs=1e-6)


def test_inputs_of_the_match_early() -> None:
    # Seat 0: rows 5 + 5, columns 0 + 0 − 5 − 5; seat 1: rows −5 + 0, columns −5 − 5 − 5.
    own = [20 / 30, 0, -0.2, 0, 0, 0, 0.5, 0.9, 3 / 5, 0, 0, 0]
    assert features_of(EARLY, 0)["inputs"].tolist() == pytest.approx(own, abs=1e-6)


def test_inputs_with_three_seats_and_one_lock() -> None:
    # Green is locked by seat 1, with goals that are in no column.
    text = f"sixto 9 roll 2 | A {NO_MARKS} | B -/-/-/..1..11.1.11/-/- | C 1/-/-/-/-/-"
    inputs = features_of(text, 0)["inputs"]
    # Seat 1: 21 for six marks in green less 5 for each of its four columns; seat 2: −5 for the row and for the column.
    assert inputs[MatchInputs.LEAD] == pytest.approx((0 - 1) / 30)
    assert inputs[MatchInputs.SECOND_LEAD] == pytest.approx((0 + 10) / 30)
    assert inputs[MatchInputs.ONE_LOCK] == 1
    assert inputs[MatchInputs.TWO_LOCKS] == 0
    assert inputs[MatchInputs.WAIT] == pytest.approx(1 / 3)
    assert inputs[MatchInputs.TIE_BREAK_LEAD] == pytest.approx(-6 / 5)


def test_standings_are_cells_left_and_marks() -> None:
    # Cells left · 12 + marks: red 1 and 6, orange 2 and 5, yellow 2 and 5, blue 4 and 4.
    late = features_of(LATE, 0)
    assert late["standings"][Side.OWN].tolist() == [18, 29, 29, -1, 52, -1]
    assert late["standings"][Side.RIVAL, [0, 1, 2, 4]].tolist() == [3 * 12 + 5, 12 + 5, 2 * 12 + 6, 2 * 12 + 7]


def test_columns_are_marks_and_rows_that_reach_them() -> None:
    # Marks · 7 + rows: only seat 0's blue row, at cell 8, can still mark a column.
    late = features_of(LATE, 0)
    assert late["columns"][Side.OWN].tolist() == [7, 14, 21, 35, 21, 14, 21, 35, 15]
    assert late["columns"][Side.RIVAL].tolist() == [0, 7, 42, 14, 28, 28, 35, 14, 28]
    # Red stands at cell 4 and yellow at cell 5; the other four rows reach everything.
    assert features_of(EARLY, 0)["columns"][Side.OWN].tolist() == [18, 4, 18, 11, 7 + 5, 6, 6, 6, 6]


def test_near_marks_count_by_the_cells_they_skip() -> None:
    late = features_of(LATE, 0)
    # Blue shows 3, 1, 2 and 4 next: (1 + 1/2 + 1/4 + 1/8) / 6 and (1 + 0.8 + 0.64 + 0.512) / 6; seat 1's has two left.
    assert late["near"][4].tolist() == pytest.approx([0.3125, 0.492, 0.25, 0.3], abs=1e-6)
    assert late["near"][0].tolist() == pytest.approx([1 / 6, 1 / 6, 1.75 / 6, 2.44 / 6], abs=1e-6)
    # Three marks are too few for goals: of red only 6, 5, 4, 3 and 1 count, one after the other.
    early = features_of(EARLY, 0)["near"][0]
    assert early[NearInputs.OWN_SHORT] == pytest.approx(1.9375 / 6, abs=1e-6)
    assert early[NearInputs.OWN_LONG] == pytest.approx(3.3616 / 6, abs=1e-6)
    # Untouched green shows 2, 1, 4, 6, 5 and 3 first in its cells 1, 2, 3, 5, 6 and 9.
    untouched = (1 + 1 / 2 + 1 / 4 + 1 / 16 + 1 / 32 + 1 / 256) / 6
    assert features_of(EARLY, 0)["near"][3, NearInputs.OWN_SHORT] == pytest.approx(untouched, abs=1e-6)


def test_a_goal_counts_from_the_fourth_mark_on() -> None:
    # Yellow stands at cell 7: 6, 4 and then the goals 1, 5 and 3.
    few = features_of("sixto 9 roll 1 | A -/-/1.1...1/-/-/- | B -/-/-/-/-/-", 0)["near"][2]
    assert few[:2].tolist() == pytest.approx([(1 + 1 / 2) / 6, (1 + 0.8) / 6], abs=1e-6)
    enough = features_of("sixto 9 roll 1 | A -/-/1.11..1/-/-/- | B -/-/-/-/-/-", 0)["near"][2]
    all_five = [(1 + 1 / 2 + 1 / 4 + 1 / 8 + 1 / 16) / 6, (1 + 0.8 + 0.64 + 0.512 + 0.4096) / 6]
    assert enough[:2].tolist() == pytest.approx(all_five, abs=1e-6)


def test_a_sheet_may_have_fewer_rows() -> None:
    sheets, state = records_of(EARLY)
    sheets["n_rows"][0] = 5
    out = np.zeros(1, FEATURES)
    features.write_features(sheets, state, 0, out[0])
    # Red 8 cells left and 3 marks, yellow 7 and 3, the others 12 and none.
    assert out[0]["standings"][Side.OWN].tolist() == [8 * 12 + 3, 144, 7 * 12 + 3, 144, 144, -1]


def test_tables_have_a_place_for_every_standing() -> None:
    # 0 to 12 cells left with 0 to 11 marks; 0 to 6 marks in a column with 0 to 6 rows that reach it.
    assert (features.N_STANDINGS, features.N_COLUMN_STATES) == (13 * 12, 7 * 7)
    # The shipped tables of columns have the own side first.
    assert list(Side) == [0, 1]


FOUR_SEATS = "sixto 1 roll 0" + "".join(f" | {sheet} {NO_MARKS}" for sheet in "ABCD")


def test_rivals_are_found_by_points_then_marks() -> None:
    sheets, state = records_of(FOUR_SEATS)
    # Among equals the first.
    assert features.find_rivals(sheets, state, 0) == (1, 2)
    # Points of one row: two marks 0, three 5, four 10. Seats 1 and 3 both have 10, seat 3 with more marks.
    state["n_marks"][0, 0] = 6
    state["n_marks"][1, 0] = 4
    state["n_marks"][2, 0] = 3
    state["n_marks"][3, :2] = 4, 2
    assert features.find_rivals(sheets, state, 0) == (3, 1)
    assert features.find_rivals(sheets, state, 3) == (0, 1)
    assert features.find_rivals(sheets, state, 1) == (0, 3)
    assert features.find_rivals(*records_of(EARLY), 1) == (0, -1)


def test_the_nearest_rival_is_the_first_that_is_furthest() -> None:
    state = records_of(FOUR_SEATS).state
    state["next_cell"][:4, 2] = 9, 3, 7, 7
    assert [features.nearest_rival(state, seat, 2) for seat in range(4)] == [2, 0, 0, 0]


def tiny_network() -> Record:
    """One unit for rows and two for columns of each side, whose numbers can be told apart; the others say nothing."""
    made = empty_network()
    made.own[[18, 29, 52], 0] = 1, 2, 4
    made.rival[[41, 17, 30, 31], 0] = -0.5, -10, 0.5, 0.25
    made.columns[0, [7, 15], 0] = 1, 10
    made.columns[0, 14, 1] = 3
    made.columns[1, 42, 0] = 5
    made.near[0, 0] = 8
    made.row_bias[0] = 0.5
    made.hidden[[ROWS, OWN_COLUMNS, RIVAL_COLUMNS], 0] = 1, 10, 100
    made.hidden[OWN_COLUMNS, 1] = -1
    made.hidden[INPUTS + MatchInputs.TURN, 0] = 1000
    made.last[:2] = 0.001, 1
    made.last_bias[0] = -1
    return as_record(**made._asdict())


def test_the_network_adds_rows_and_columns_up() -> None:
    late, net = features_of(LATE, 0), tiny_network()
    out = np.full(44, 9.0, np.float32)
    network.write_hidden_inputs(net, late, out)
    # Rows: red 0.5 + 1 − 0.5 + 8/6, yellow 0.5 + 2 + 0.5 + 2, blue 0.5 + 4 + 0.25 + 2.5; orange falls below 0.
    assert out[0] == pytest.approx(1 + 8 / 6 + 5 + 7.25, abs=1e-5)
    # Own columns with 1 mark and with 2 and a row that reaches it, then two with 2 marks; the rival's one with 6.
    assert out[OWN_COLUMNS : OWN_COLUMNS + 2].tolist() == [1 + 10, 3 + 3]
    assert out[RIVAL_COLUMNS : RIVAL_COLUMNS + 2].tolist() == [5, 0]
    assert out[INPUTS:].tolist() == late["inputs"].tolist()
    # The second hidden unit is −11, so below 0.
    logit = (out[0] + 10 * 11 + 100 * 5 + 1000 * 1.7) * 0.001 - 1
    assert network.run_network(net, late) == pytest.approx(1 / (1 + np.exp(-logit)), abs=1e-6)
    assert network.win_chance(net, *records_of(LATE), 0) == network.run_network(net, late)


def test_a_match_that_is_over_is_won_by_points() -> None:
    sheets, state = records_of(LATE)
    state["phase"] = Phase.OVER
    # 132 against 182 points, then against 61 for columns alone.
    assert [network.win_chance(tiny_network(), sheets, state, seat) for seat in (0, 1)] == [0.0, 1.0]
    state["n_marks"][1, :] = 0
    assert [network.win_chance(tiny_network(), sheets, state, seat) for seat in (0, 1)] == [1.0, 0.0]
