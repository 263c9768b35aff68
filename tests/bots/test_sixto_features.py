"""What Sixto's network sees, computed by hand, and the kernels that stand on it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from paperdice.bots.features import Features
from paperdice.bots.sixto import features, network, rows
from paperdice.bots.sixto.features import FEATURES, MatchInputs, NearInputs, Side
from paperdice.fast.compile import pack
from paperdice.game import make_twin
from paperdice.games.sixto import SIXTO
from paperdice.position import parse_position

rules = SIXTO.rules
DOCS = Path(__file__).parents[2] / "docs" / "bots.md"
NO_MARKS = "-/-/-/-/-/-"

# Green and purple are locked, and seat 0 is about to throw again. Seat 0 has 6, 5, 5, 4, 4 and 6 marks in its rows and
# 1, 2, 3, 5, 3, 2, 3, 5 and 2 in its columns: 92 + 40 points; seat 1 has 5, 5, 6, 6, 7 and 6, and 0, 1, 6, 2, 4, 4, 5,
# 2 and 4: 121 + 61 points.
LATE = (
    "sixto 17 roll 0 reroll=1 "
    "| A 1..1.11.1.1/..1.11.1.1/.1.11..1.1/..11..11/.1.11..1/..11..1111 "
    "| B ..1.1.111/..1.1.1.1.1/..11.1.111/..1..11.1.11/.111111..1/..1.111..1.1"
)
# Seat 0 has three marks in red and in yellow; seat 1, which rolls, one in red and two in orange.
EARLY = "sixto 9 roll 1 | A 1.11/-/1.1.1/-/-/- | B .1/1.1/-/-/-/-"


def read(text: str) -> tuple[Any, Any]:
    """Sheets and state as records that plain Python reads too."""
    position = parse_position(text)
    sheets, state = pack(position.laid, rules.SHEETS), pack(position.state, rules.STATE)
    return sheets.view(np.recarray)[0], state.view(np.recarray)[0]


def seen(text: str, seat: int) -> Any:
    out = np.zeros(1, FEATURES)
    features.write_features(*read(text), seat, out[0])
    return out[0]


def test_inputs_of_the_match_late() -> None:
    # Lead 132 − 182, tie-break 30 − 35 marks, turn 17, seat 0 throws again.
    own = [-50 / 30, 1.32, 1.82, 0, 1, 1, 0, 1.7, -1, 0, 1, 0]
    assert seen(LATE, 0)["inputs"].tolist() == pytest.approx(own, abs=1e-6)
    other = [50 / 30, 1.82, 1.32, 0, 1, 0, 0.5, 1.7, 1, 0, 0, 1]
    assert seen(LATE, 1)["inputs"].tolist() == pytest.approx(other, abs=1e-6)


def test_inputs_of_the_match_early() -> None:
    # Seat 0: rows 5 + 5, columns 0 + 0 − 5 − 5; seat 1: rows −5 + 0, columns −5 − 5 − 5.
    own = [20 / 30, 0, -0.2, 0, 0, 0, 0.5, 0.9, 3 / 5, 0, 0, 0]
    assert seen(EARLY, 0)["inputs"].tolist() == pytest.approx(own, abs=1e-6)


def test_inputs_with_three_seats_and_one_lock() -> None:
    # Green is locked by seat 1, with goals that are in no column.
    text = f"sixto 9 roll 2 | A {NO_MARKS} | B -/-/-/..1..11.1.11/-/- | C 1/-/-/-/-/-"
    inputs = seen(text, 0)["inputs"]
    # Seat 1: 21 for six marks in green less 5 for each of its four columns; seat 2: −5 for the row and for the column.
    assert inputs[MatchInputs.LEAD] == pytest.approx((0 - 1) / 30)
    assert inputs[MatchInputs.SECOND_LEAD] == pytest.approx((0 + 10) / 30)
    assert inputs[MatchInputs.ONE_LOCK] == 1
    assert inputs[MatchInputs.TWO_LOCKS] == 0
    assert inputs[MatchInputs.WAIT] == pytest.approx(1 / 3)
    assert inputs[MatchInputs.TIE_BREAK_LEAD] == pytest.approx(-6 / 5)


def test_standings_are_cells_left_and_marks() -> None:
    # Cells left · 12 + marks: red 1 and 6, orange 2 and 5, yellow 2 and 5, blue 4 and 4.
    late = seen(LATE, 0)
    assert late["standings"][Side.OWN].tolist() == [18, 29, 29, -1, 52, -1]
    assert late["standings"][Side.RIVAL, [0, 1, 2, 4]].tolist() == [3 * 12 + 5, 12 + 5, 2 * 12 + 6, 2 * 12 + 7]


def test_columns_are_marks_and_rows_that_reach_them() -> None:
    # Marks · 7 + rows: only seat 0's blue row, at cell 8, can still mark a column.
    late = seen(LATE, 0)
    assert late["columns"][Side.OWN].tolist() == [7, 14, 21, 35, 21, 14, 21, 35, 15]
    assert late["columns"][Side.RIVAL].tolist() == [0, 7, 42, 14, 28, 28, 35, 14, 28]
    # Red stands at cell 4 and yellow at cell 5; the other four rows reach everything.
    assert seen(EARLY, 0)["columns"][Side.OWN].tolist() == [18, 4, 18, 11, 7 + 5, 6, 6, 6, 6]


def test_near_marks_count_by_the_cells_they_skip() -> None:
    late = seen(LATE, 0)
    # Blue shows 3, 1, 2 and 4 next: (1 + 1/2 + 1/4 + 1/8) / 6 and (1 + 0.8 + 0.64 + 0.512) / 6; seat 1's has two left.
    assert late["near"][4].tolist() == pytest.approx([0.3125, 0.492, 0.25, 0.3], abs=1e-6)
    assert late["near"][0].tolist() == pytest.approx([1 / 6, 1 / 6, 1.75 / 6, 2.44 / 6], abs=1e-6)
    # Three marks are too few for goals: of red only 6, 5, 4, 3 and 1 count, one after the other.
    early = seen(EARLY, 0)["near"][0]
    assert early[NearInputs.OWN_SHORT] == pytest.approx(1.9375 / 6, abs=1e-6)
    assert early[NearInputs.OWN_LONG] == pytest.approx(3.3616 / 6, abs=1e-6)
    # Untouched green shows 2, 1, 4, 6, 5 and 3 first in its cells 1, 2, 3, 5, 6 and 9.
    untouched = (1 + 1 / 2 + 1 / 4 + 1 / 16 + 1 / 32 + 1 / 256) / 6
    assert seen(EARLY, 0)["near"][3, NearInputs.OWN_SHORT] == pytest.approx(untouched, abs=1e-6)


def four_seats() -> Any:
    state = make_twin(rules.STATE)
    rules.start(state, 4, 0)
    return pack(state, rules.STATE).view(np.recarray)[0]


def test_rivals_are_found_by_points_then_marks() -> None:
    sheets, state = read(EARLY)[0], four_seats()
    # Among equals the first.
    assert features.find_rivals(sheets, state, 0) == (1, 2)
    # Points of one row: two marks 0, three 5, four 10. Seats 1 and 3 both have 10, seat 3 with more marks.
    state.n_marks[0, 0] = 6
    state.n_marks[1, 0] = 4
    state.n_marks[2, 0] = 3
    state.n_marks[3, :2] = 4, 2
    assert features.find_rivals(sheets, state, 0) == (3, 1)
    assert features.find_rivals(sheets, state, 3) == (0, 1)
    assert features.find_rivals(sheets, state, 1) == (0, 3)


def test_the_nearest_rival_is_the_first_that_is_furthest() -> None:
    state = four_seats()
    state.next_cell[:4, 2] = 9, 3, 7, 7
    assert [features.nearest_rival(state, seat, 2) for seat in range(4)] == [2, 0, 0, 0]


def tiny_network() -> network.Network:
    """One unit for rows and one for columns of each side, whose numbers can be told apart."""
    own, rival = np.zeros((156, 1), np.float32), np.zeros((156, 1), np.float32)
    own[[18, 29, 52], 0] = 1, 2, 4
    rival[[41, 17, 30, 31], 0] = -0.5, -10, 0.5, 0.25
    columns = np.zeros((2, 49, 1), np.float32)
    columns[0, [7, 15], 0] = 1, 10
    columns[1, 42, 0] = 5
    near = np.array([[8], [0], [0], [0]], np.float32)
    hidden = np.zeros((15, 2), np.float32)
    hidden[:3] = [[1, 0], [10, -1], [100, 0]]
    hidden[3 + MatchInputs.TURN] = [1000, 0]
    last = np.array([0.001, 1], np.float32)
    bias = np.array([0.5], np.float32)
    return network.Network(
        own, rival, near, bias, columns, hidden, np.zeros(2, np.float32), last, np.array([-1], np.float32)
    )


def test_the_network_adds_rows_and_columns_up() -> None:
    late, net = seen(LATE, 0), tiny_network()
    out = np.empty(15, np.float32)
    network.write_seen(net, late, out)
    # Rows: red 0.5 + 1 − 0.5 + 8/6, yellow 0.5 + 2 + 0.5 + 2, blue 0.5 + 4 + 0.25 + 2.5; orange falls below 0.
    assert out[0] == pytest.approx(1 + 8 / 6 + 5 + 7.25, abs=1e-5)
    assert out[1:3].tolist() == [1 + 10, 5]
    assert out[3:].tolist() == late["inputs"].tolist()
    # The second hidden unit is −11, so below 0.
    logit = (out[0] + 10 * 11 + 100 * 5 + 1000 * 1.7) * 0.001 - 1
    assert network.run_network(net, late) == pytest.approx(1 / (1 + np.exp(-logit)), abs=1e-6)


# Rows alone


def test_waiting_takes_the_best_faces() -> None:
    gains = np.array([0.0, 12, 0, 6, 0, 0])
    # Both faces: 18 / (6 − 4 · 0.5) = 4.5; the better alone: 12 / (6 − 5 · 0.5) = 3.43.
    assert rows.best_wait(gains, 0.5) == 4.5
    # With time, only the better one: 12 / (6 − 5 · 0.95) = 9.6.
    assert rows.best_wait(gains, 0.95) == pytest.approx(9.6)


def test_a_lock_is_as_far_as_the_end_of_the_row() -> None:
    sheets, state = read(LATE)
    # Red: seat 0 has one cell left and one goal to mark; blue: seat 1 two cells and one goal, seat 0 four and two.
    assert [rows.lock_distance(sheets, state, row) for row in (0, 1, 2, 4)] == [1, 1, 2, 2]
    # An empty row of twelve cells.
    sheets, state = read(EARLY)
    assert rows.lock_distance(sheets, state, 3) == 12


def test_rows_stay_open_by_the_turns_that_are_left() -> None:
    sheets, state = read(LATE)
    stays = np.zeros(6)
    rows.write_stays(sheets, state, stays)
    # One more lock ends the match: 1.5 + 1.35 · 1 turns, which is less than 3 + 1.8 · distance of any row.
    assert stays[[0, 4]].tolist() == pytest.approx([1 - 1 / 2.85] * 2)
    sheets, state = read(EARLY)
    rows.write_stays(sheets, state, stays)
    # Yellow has 7 cells left, red 8 and orange 9: the third lock comes after 1.5 + 1.35 · 9 = 13.65 turns.
    assert stays[[0, 3]].tolist() == pytest.approx([1 - 1 / 13.65] * 2)
    state.next_cell[0, 2], state.n_marks[0, 2], state.n_goals[0, 2] = 11, 5, 1
    rows.write_stays(sheets, state, stays)
    # Yellow is now one cell from its lock: 3 + 1.8 · 1 = 4.8 turns.
    assert stays[2] == pytest.approx(1 - 1 / 4.8)


def test_a_mark_counts_in_its_column() -> None:
    sheets, state = read(EARLY)
    # Column 3 has a mark; column 1 has none and four more rows of seat 0 can reach it; goals are in no column.
    assert rows.column_bonus(sheets, state, 0, 1, 3) == 5
    assert rows.column_bonus(sheets, state, 0, 1, 1) == pytest.approx(5 - 10 * 0.6**3)
    assert rows.column_bonus(sheets, state, 0, 1, 9) == 0
    state.n_column_marks[0, 3] = 5
    assert rows.column_bonus(sheets, state, 0, 1, 3) == 6


# The docs


@pytest.mark.parametrize("layout", [MatchInputs, NearInputs])
def test_the_docs_show_every_input(layout: type[Features]) -> None:
    page = DOCS.read_text("utf-8")
    for one in layout:
        assert f"| {int(one)} | `{one.name}` | {one.scale:g} | {one.meaning} |" in page
