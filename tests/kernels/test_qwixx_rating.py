"""How Qwixx bots rate moves, each part against a sum done by hand."""

import math

import numpy as np
import pytest

from paperdice.bots.qwixx.closed_form import CLOSED_FORM, mark_worth
from paperdice.bots.qwixx.evolved import EvolvedWeights, rate_evolved, read_weights, row_worth
from paperdice.bots.qwixx.features import Inputs
from paperdice.bots.qwixx.moves import ALONE, FIRST_LOCK, SURE, color_of, find_cell, lead_of, number_of, verdict
from paperdice.bots.qwixx.network import Network, add_row, run_network, tabulate, win_chance
from paperdice.bots.qwixx.policy import UNKNOWN, WORK, rate_by_value, reply_by_table, table_move, turn_chance
from paperdice.bots.qwixx.steady import (
    CLOCK,
    SteadyWeights,
    choose_by_table,
    find_horizon,
    is_valued,
    make_steady,
    make_table_policy,
    rate_by_sheet,
    value_by_network,
)
from paperdice.bots.qwixx.tables import (
    Clock,
    Tables,
    choice_of,
    find_between,
    find_hazard,
    is_classic,
    rate_by_table,
    read_rows,
)
from paperdice.fast.compile import Floats, Ints, Record, kernel
from paperdice.games.qwixx import rules
from paperdice.solve.qwixx.states import CLASSIC, make_row_states
from tests.bots.records import code_of, moves_of, records_of

EMPTY = "classic -/-/-/- 0"

pytestmark = pytest.mark.usefixtures("_solved_for_two")


@kernel
def apply_moves(sheets: Record, state: Record, moves: Ints) -> None:
    """Return the rule as compiled code."""
    rules.apply_moves(sheets, state, moves)


def test_a_move_is_taken_apart_into_color_number_and_cell() -> None:
    """On the classic sheet red and yellow rise from 2, green and blue fall from 12."""
    sheets, _ = records_of(f"qwixx 1 roll 0 | {EMPTY}")
    for text, color, number, cell in (("r2", 0, 2, 0), ("y7", 1, 7, 5), ("g12", 2, 12, 0), ("b3", 3, 3, 9)):
        move = code_of(f"qwixx 1 roll 0 | {EMPTY}", text)
        assert (color_of(move), number_of(move), find_cell(sheets, 0, move)) == (color, number, (color, cell))


def test_a_cell_of_a_mixed_sheet_is_found_where_it_is_printed() -> None:
    """On the sheet mixx-b the sixth cell of yellow shows a 2."""
    text = "qwixx 1 roll 0 | mixx-b -/-/-/- 0"
    assert find_cell(records_of(text).sheets, 0, code_of(text, "y2")) == (1, 5)


def test_the_lead_is_the_one_over_the_best_other_seat() -> None:
    """Points are 3, 10 and 6; alone the lead is always enough."""
    sheets, state = records_of("qwixx 9 roll 0 | classic 11/-/-/- 0 | classic 1111/-/-/- 0 | classic 111/-/-/- 0")
    assert [lead_of(sheets, state, seat) for seat in range(3)] == [3 - 10, 10 - 6, 6 - 10]
    assert lead_of(*records_of(f"qwixx 1 roll 0 | {EMPTY}"), 0) == ALONE


LAST_MISS = "qwixx 24 color 1 w6 w5 r6 y6 g1 b1 | classic 111/1/-/- 1 | classic 11/-/-/- 3"


@pytest.mark.parametrize(
    ("position", "move", "lead", "certain"),
    [
        # A fourth miss costs 5 points and ends the match: that wins with 6 points more, not with 5.
        (LAST_MISS, "-", 6, SURE),
        (LAST_MISS, "-", 5, -SURE),
        # Not after a mark with the white sum, not with two misses, not in the white phase.
        (LAST_MISS.replace("b1", "b1 wrote=1"), "-", 6, 0.0),
        (LAST_MISS.replace("- 3", "- 2"), "-", 6, 0.0),
        (LAST_MISS.replace("color", "white"), "-", 6, 0.0),
        # Any mark but the last of a row decides nothing.
        (LAST_MISS, "g6", 6, 0.0),
        (LAST_MISS, "r11", 6, 0.0),
        # A first lock goes on; the second one ends the match after 2 · 5 + 3 points.
        (LAST_MISS.replace("11/-/-/- 3", "11111/-/-/- 3"), "r12", -99, FIRST_LOCK),
        ("qwixx 24 color 1 w6 w5 r6 . g1 b1 | classic -/11111.....1/-/- 1 | classic 11111/-/-/- 3", "r12", -12, SURE),
        ("qwixx 24 color 1 w6 w5 r6 . g1 b1 | classic -/11111.....1/-/- 1 | classic 11111/-/-/- 3", "r12", -13, 0.0),
        ("qwixx 24 color 1 w6 w5 r6 . g1 b1 | classic -/11111.....1/-/- 1 | classic 11111/-/-/- 3", "r12", -14, -SURE),
    ],
)
def test_a_move_is_certain_to_win_or_lose_where_it_ends_the_match(
    position: str, move: str, lead: int, certain: float
) -> None:
    assert verdict(*records_of(position), 1, code_of(position, move), lead) == certain


# One lock, three misses at most, and of the open rows three are ready to lock; the furthest next cell is 6.
FOUR = (
    "qwixx 23 roll 2 | classic 1.11/11111/.1/- 3 | classic ....11/1/11.111/1.1 1 "
    "| classic -/11.1/-/111111 0 | classic 11111.....1/..1/1/- 3"
)


def test_the_hazard_grows_with_locks_ready_rows_and_the_furthest_cell() -> None:
    """With the clock of two seats: −2.382 − 0.025 · 23 / 4 + 0.919 − 0.036 · 3 + 0.104 · 3 + 0.054 · 6 = −1.07875."""
    assert CLOCK == Clock(-2.382, -0.025, 0.919, -0.036, 0.104, 0.054)
    assert math.log(find_hazard(CLOCK, records_of(FOUR).state)) == pytest.approx(-1.07875, abs=1e-12)


def test_each_sign_of_the_end_has_its_weight() -> None:
    """Alone, each weight of a hundredth adds as many hundredths as there are rounds, locks, misses, rows and cells."""
    state = records_of(FOUR).state
    for name, number in (("rounds", 5.75), ("locks", 1), ("most_misses", 3), ("ready_rows", 3), ("nearest_cell", 6)):
        clock = Clock(-2.0, 0.0, 0.0, 0.0, 0.0, 0.0)._replace(**{name: 0.01})
        assert math.log(find_hazard(clock, state)) == pytest.approx(-2 + number / 100, abs=1e-12)


def test_an_empty_match_shows_no_sign_of_its_end() -> None:
    """Turn 1 of two seats is half a round; nothing else counts."""
    state = records_of(f"qwixx 1 roll 0 | {EMPTY} | {EMPTY}").state
    clock = Clock(-2.0, rounds=0.1, locks=1.0, most_misses=1.0, ready_rows=1.0, nearest_cell=1.0)
    assert math.log(find_hazard(clock, state)) == pytest.approx(-1.95, abs=1e-12)


def test_no_more_than_four_ready_rows_count_and_the_hazard_has_bounds() -> None:
    """Here six rows are ready; the bounds are e to the power of −4 and of −0.7."""
    state = records_of("qwixx 9 roll 0 | classic 11111/11111/11111/- 0 | classic 11111/11111/11111/- 0").state
    ready = Clock(-2.0, 0.0, 0.0, 0.0, 0.1, 0.0)
    assert math.log(find_hazard(ready, state)) == pytest.approx(-1.6, abs=1e-12)
    assert find_hazard(ready._replace(constant=-9.0), state) == pytest.approx(0.0183156389, abs=1e-9)
    assert find_hazard(ready._replace(constant=9.0), state) == pytest.approx(0.4965853038, abs=1e-9)


@pytest.mark.parametrize(
    ("hazards", "hazard", "between"),
    [
        ([0.1, 0.2], 0.05, (1, 0.0)),
        ([0.1, 0.2], 0.125, (1, 0.25)),
        ([0.1, 0.2], 0.3, (1, 1.0)),
        ([0.1, 0.2, 0.4], 0.15, (1, 0.5)),
        ([0.1, 0.2, 0.4], 0.2, (1, 1.0)),
        ([0.1, 0.2, 0.4], 0.35, (2, 0.75)),
        ([0.1, 0.2, 0.4], 0.5, (2, 1.0)),
        ([0.0, 0.0], 0.1, (1, 0.0)),
    ],
)
def test_a_hazard_lies_between_two_tables(hazards: list[float], hazard: float, between: tuple[int, float]) -> None:
    """The upper one and its part; two equal tables are one."""
    assert find_between(np.array(hazards), hazard) == pytest.approx(between)


@pytest.mark.parametrize(
    ("phase", "move", "choice"),
    [
        ("white", "-", 0),
        ("white", "r5", 1),
        ("white", "b5", 4),
        ("color", "-", 0),
        # Red shows 2: with the first white die it makes 6, with the second 3.
        ("color", "r6", 1),
        ("color", "r3", 2),
        ("color", "y10", 3),
        ("color", "b7", 8),
    ],
)
def test_a_move_has_its_place_among_the_choices_of_a_table(phase: str, move: str, choice: int) -> None:
    position = f"qwixx 1 {phase} 0 w4 w1 r2 y6 g3 b6 | {EMPTY}"
    assert choice_of(records_of(position).state, code_of(position, move)) == choice


def test_rows_are_read_as_row_states() -> None:
    """Row states are numbered from the most advanced one: 0 is locked, 56 empty, 55 the first cell marked."""
    rows = np.full(4, -1, np.int64)
    problem = make_steady(2).weights.tables.known["problems"][0]
    read_rows(problem, records_of(f"qwixx 2 roll 0 | classic 11111.....1/1/-/.1 0 | {EMPTY}").state, 0, rows)
    assert rows.tolist() == [0, 55, 56, 53]
    read_rows(problem, records_of(f"qwixx 2 roll 0 | classic 11111.....1/1/-/.1 0 | {EMPTY}").state, 1, rows)
    assert rows.tolist() == [0, 56, 56, 56]


@pytest.mark.parametrize(("sheet", "is_it"), [("classic", True), ("mixx-a", False), ("mixx-b", False)])
def test_only_the_classic_sheet_is_known_to_the_tables(sheet: str, is_it: bool) -> None:
    sheets, state = records_of(f"qwixx 1 roll 0 | {EMPTY} | {sheet} -/-/-/- 0")
    assert is_classic(sheets, 0)
    assert is_classic(sheets, 1) == is_it
    assert is_valued(sheets, state) == is_it


def test_a_sheet_with_one_cell_that_differs_is_not_the_classic_one() -> None:
    """In its number, its color, the length of a row or the number of rows."""
    for name, place, wrong in (
        ("numbers", (0, 3, 10), 3),
        ("colors", (0, 2, 4), 1),
        ("n_cells", (0, 1), 10),
        ("n_rows", 0, 3),
    ):
        sheets, _ = records_of(f"qwixx 1 roll 0 | {EMPTY}")
        sheets[name][place] = wrong
        assert not is_classic(sheets, 0)


def test_alone_the_network_is_not_asked() -> None:
    assert not is_valued(*records_of(f"qwixx 1 roll 0 | {EMPTY}"))


def scratch() -> Record:
    """Allocate the arrays for one decision."""
    return np.zeros(1, WORK)[0]


def rate_tables(tables: Tables, sheets: Record, state: Record, seat: int, moves: Ints, n: int, values: Floats) -> None:
    """Rate moves by the tables alone."""
    work = scratch()
    rate_by_table(tables, sheets, state, seat, moves, n, values, work, work["own_choices"])


def rate_all(position: str, seat: int, weights: SteadyWeights) -> dict[str, float]:
    """Rate all moves of a seat by the tables alone."""
    read, moves = moves_of(position, seat)
    values = np.zeros(len(moves))
    rate_tables(weights.tables, *records_of(position), seat, moves, len(moves), values)
    texts = [read.game.notation.format_move(read.state, int(move)) for move in moves]
    return dict(zip(texts, values.tolist(), strict=True))


OTHERS_TURN = "qwixx 12 white 1 w5 w3 r6 y1 g4 b5 | classic 1.11/11111/.1/- 3 | classic ....11/1/11.111/1.1 1"


def test_a_move_is_rated_between_the_tables_of_a_far_and_a_near_end() -> None:
    """The hazard is e to the power of −2.382 − 0.025 · 6 − 0.108 + 0.208 + 0.324 = −2.108, so 0.121480685, and the
    table of the near end, 0.25, counts (0.121480685 − 0.1) / 0.15 = 0.143204567 beside that of the far one, 0.1.

    After a pass 60.945942 or 37.906178 points are still to come, if the match goes on: with 0.9 or 0.75.
    After y8, the sixth mark of its row, 6 points are made and 54.459381 or 34.908375 may come.
    """
    rated = rate_all(OTHERS_TURN, 0, make_steady(2).weights)
    passed = 0.856795433 * 0.9 * 60.945942 + 0.143204567 * 0.75 * 37.906178
    marked = 6 + 0.856795433 * 0.9 * 54.459381 + 0.143204567 * 0.75 * 34.908375
    assert (rated["-"], rated["y8"]) == pytest.approx((passed, marked), abs=1e-5)


def test_what_is_certain_is_added_to_the_tables() -> None:
    """Seat 1 wins at once by a fourth miss: the 5 points that it costs, and 1000."""
    position = "qwixx 24 color 1 w6 w5 r6 y6 g1 b1 | classic 111/1/-/- 1 | classic 1111111111/11111/11/- 3"
    assert rate_all(position, 1, make_steady(2).weights)["-"] == -5 + SURE


def test_a_seat_with_a_mixed_sheet_is_rated_by_evolved_and_one_with_the_classic_sheet_by_tables() -> None:
    position = "qwixx 5 white 0 w4 w1 r1 y4 g4 b4 | classic 1.1/-/-/- 0 | mixx-a 1.1/-/-/- 0"
    weights, (sheets, state) = make_steady(2).weights, records_of(position)
    for seat, rate, part in ((0, rate_tables, weights.tables), (1, rate_evolved, weights.evolved)):
        _, moves = moves_of(position, seat)
        rated, expected = np.zeros(len(moves)), np.zeros(len(moves))
        rate_by_sheet(weights, sheets, state, seat, moves, len(moves), rated)
        rate(part, sheets, state, seat, moves, len(moves), expected)
        assert rated.tolist() == expected.tolist()
        assert len(set(rated)) > 1


# Distinct weights for the features of `evolved`.
APART = EvolvedWeights(
    marks=1.0, squares=10.0, next_chance=100.0, reach=1e3, ready=1e4, goal_chance=1e5, lost=1e6, misses=7.0
)


@pytest.mark.parametrize(
    ("next_cell", "n_marks", "worth"),
    [
        # An empty row: 2 to 11 are left before the last in 1 + 2 + 3 + 29 = 35 ways, and 2 comes next, in 1 way.
        (0, 0, 1 * 1 / 6 * 100 + 35 * 2 / 36 * 1e3),
        (1, 1, 1 * 1 + 1 * 10 + 2 * 2 / 6 * 100 + 34 * 3 / 36 * 1e3),
        # Cells with 5 to 11 are left before the last: 4 + 5 + 6 + 5 + 4 + 3 + 2 = 29 ways; 5 comes next, in 4 ways.
        (3, 2, 2 * 1 + 4 * 10 + 4 * 3 / 6 * 100 + 29 * 4 / 36 * 1e3),
        # Five marks are ready to lock; 10 and 11 are left in 3 + 2 ways, the goal 12 has 1.
        (8, 5, 5 * 1 + 25 * 10 + 3 * 6 / 6 * 100 + 5 * 7 / 36 * 1e3 + 1e4 + 1 * 5 / 6 * 1e5),
        # One mark and two more cells are not enough: lost. Two and three are.
        (8, 1, 1 * 1 + 1 * 10 + 3 * 2 / 6 * 100 + 5 * 3 / 36 * 1e3 - 1e6),
        (7, 2, 2 * 1 + 4 * 10 + 4 * 3 / 6 * 100 + 9 * 4 / 36 * 1e3),
        (7, 1, 1 * 1 + 1 * 10 + 4 * 2 / 6 * 100 + 9 * 3 / 36 * 1e3 - 1e6),
        # Nothing but the goal is left.
        (10, 6, 6 * 1 + 36 * 10 + 1e4 + 1 * 6 / 6 * 1e5),
        (10, 4, 4 * 1 + 16 * 10 - 1e6),
        # Locked: one mark more.
        (11, 6, 7 * 1 + 49 * 10),
    ],
)
def test_a_row_is_worth_its_features(next_cell: int, n_marks: int, worth: float) -> None:
    """On the red row, which shows 2 to 12."""
    sheets, _ = records_of(f"qwixx 1 roll 0 | {EMPTY}")
    assert row_worth(APART, sheets, 0, 0, next_cell, n_marks) == pytest.approx(worth, rel=1e-12)


def test_a_row_of_a_mixed_sheet_is_worth_by_its_printed_numbers() -> None:
    """Row blue of mixx-b ends b10, b2, b6 and the goal b4: 1 + 5 ways are left behind b10, and 3 for the goal."""
    sheets, _ = records_of("qwixx 1 roll 0 | mixx-b -/-/-/- 0")
    worth = 6 * 1 + 36 * 10 + 1 * 7 / 6 * 100 + 6 * 8 / 36 * 1e3 + 1e4 + 3 * 6 / 6 * 1e5
    assert row_worth(APART, sheets, 0, 3, 8, 6) == pytest.approx(worth, rel=1e-12)


@pytest.mark.parametrize(("phase", "passed"), [("white 0", 0.0), ("color 0", -7.0), ("color 0 wrote=1", 0.0)])
def test_evolved_rates_a_move_by_what_it_makes_of_its_row(phase: str, passed: float) -> None:
    """Passing costs a miss if nothing was marked; the rest is the value of the row after the mark less that before."""
    word, *rest = phase.split(" ", 2)
    position = " ".join([f"qwixx 5 {word} 0 w4 w1 r1 y4 g4 b4", *rest[1:]]) + " | classic 1.1/-/-/- 0"
    sheets, state = records_of(position)
    moves = np.array([rules.PASS, code_of(position, "r5")])
    values = np.zeros(2)
    rate_evolved(APART, sheets, state, 0, moves, 2, values)
    # From two marks with 5 to come to three with 6 to come.
    before = 2 * 1 + 4 * 10 + 4 * 3 / 6 * 100 + 29 * 4 / 36 * 1e3
    after = 3 * 1 + 9 * 10 + 5 * 4 / 6 * 100 + 25 * 5 / 36 * 1e3
    assert values.tolist() == pytest.approx([passed, after - before], rel=1e-12)


def test_evolved_takes_what_is_certain() -> None:
    """A first lock: from six marks with 8 to 11 to come to seven and the lock, and 500 more."""
    position = "qwixx 5 white 0 w6 w6 r1 y4 g4 b4 | classic 111111/-/-/- 0"
    moves, values = np.array([code_of(position, "r12")]), np.zeros(1)
    rate_evolved(APART, *records_of(position), 0, moves, 1, values)
    before = 6 * 1 + 36 * 10 + 5 * 7 / 6 * 100 + 14 * 8 / 36 * 1e3 + 1e4 + 1 * 6 / 6 * 1e5
    assert values[0] == pytest.approx(8 * 1 + 64 * 10 - before + FIRST_LOCK, rel=1e-12)


def test_the_weights_of_evolved_are_the_shipped_ones() -> None:
    assert read_weights() == (0.310699, 1.408379, 0.069193, 8.545505, 0.378199, 0.328955, 2.149336, 8.486926)


# The formula's value of a skipped cell, less for each step away from the most frequent sum.
SKIP = 0.49005
NEAR = 0.823284 * 0.921692


@pytest.mark.parametrize(
    ("row", "number", "worth"),
    [
        # Nothing skipped: 1 mark, 9 cells left before the last and one for the lock, each 0.71407 · 0.5.
        ("-", 2, 1 + 0.357035 * 10),
        # 2 and 3 skipped, with 12 and 11 cells from there, five and four steps away; 4 itself is three away.
        ("-", 4, 1 + 0.357035 * 8 - 0.949905**3 * SKIP * (12 * NEAR**5 + 11 * NEAR**4)),
        # With two marks, 5 to 7 skipped; the author counts 8 as one step nearer than 7.
        ("1.1", 8, 3 + 0.357035 * 4 - 0.949905**-1 * SKIP * (9 * NEAR**2 + 8 * NEAR + 7)),
        # With one mark on 5 and 6 to 9 skipped: from 10 on the row cannot be locked, and could not from 9 on.
        ("...1", 10, 2 + 0.357035 * 1 - 0.949905 * SKIP * (8 * NEAR + 7 + 6 / NEAR + 4)),
        # The last cell locks.
        ("1.1.1..11", 12, 1000),
        # 10 skipped, with two marks that are not enough in any case, with three that were, with four that still are.
        ("....1..1", 11, 3 - 0.949905**2 * SKIP * 3 * NEAR),
        (".1..1..1", 11, 4 - 0.949905**2 * SKIP * 4 * NEAR),
        ("11..1..1", 11, 5 + 0.357035 * 1 - 0.949905**2 * SKIP * 4 * NEAR),
    ],
)
def test_closed_form_is_the_published_formula(row: str, number: int, worth: float) -> None:
    position = f"qwixx 5 roll 0 | classic {row}/-/-/- 0"
    rated = mark_worth(*records_of(position), 0, code_of(position, f"r{number}"))
    assert rated == pytest.approx(worth, rel=1e-12)


@pytest.mark.parametrize(("phase", "passed"), [("white", 0.0), ("color", -5.0)])
def test_closed_form_rates_a_pass_by_its_cost(phase: str, passed: float) -> None:
    """Yellow 2 skips nothing and leaves 9 cells and the lock."""
    position = f"qwixx 1 {phase} 0 w1 w1 r3 y1 g3 b3 | {EMPTY}"
    moves, values = np.array([rules.PASS, code_of(position, "y2")]), np.zeros(2)
    CLOSED_FORM.rate(CLOSED_FORM.weights, *records_of(position), 0, moves, 2, values)
    assert values.tolist() == pytest.approx([passed, 4.57035])
    _, state = records_of(position)
    state["wrote"] = 1
    CLOSED_FORM.rate(CLOSED_FORM.weights, records_of(position).sheets, state, 0, moves, 2, values)
    assert values.tolist() == pytest.approx([0.0, 4.57035])


def empty_network() -> Network:
    """Return a network whose weights are 0."""
    shapes = [(10, 24), (24,), (46, 48), (48,), (48,), (1,)]
    return Network(*(np.zeros(shape, np.float32) for shape in shapes))


def test_a_network_sees_inputs_and_units_of_rows() -> None:
    """Unit 0: 2 · 3 + 1 · (−2) + 1 = 5. Unit 1: −4 + 10 = 6. Logit: 5 + 0.5 · 6 − 4 = 4."""
    network = empty_network()
    network.weights[[0, 21], 0] = 2, 1
    network.weights[22, 1] = -1
    network.bias[:2] = 1, 10
    network.last_weights[:2] = 1, 0.5
    network.last_bias[0] = -4
    inputs, rows = np.zeros(22, np.float32), np.zeros(24, np.float32)
    inputs[0], inputs[21], rows[0] = 3, -2, 4
    found = run_network(tabulate(network), inputs, rows, np.zeros(48, np.float32))
    assert found == pytest.approx(1 / (1 + math.exp(-4)), abs=1e-7)


def test_units_of_rows_are_looked_up_by_the_states_of_both_rows() -> None:
    """Row states 55, the first cell marked, and 53, the second one: cells gone / 5, marks / 4, marks² / 25.

    Unit 0: own 1/5 · 1 + 1/4 · 10 + 1/25 · 100, rival's 2/5 · 1000 and 0.5. Unit 1: 5 − 7 is less than nothing. Of
    further seats one is ready with 6 marks: unit 2 is 1 + 6/4 · 10.
    """
    network = empty_network()
    network.row_weights[:3, 0] = 1, 10, 100
    network.row_weights[4, 0] = 1000
    network.row_bias[:2] = 0.5, -2
    network.row_weights[8:, 2] = 1, 10
    text = "qwixx 9 roll 0 | classic 1/-/-/- 0 | classic .1/-/-/- 0 | classic 111111/-/-/- 0"
    out = np.ones(24, np.float32)
    add_row(tabulate(network), records_of(text).state, 0, 1, 0, 55, 53, out)
    assert out[:4].tolist() == pytest.approx([1 + 0.2 + 2.5 + 4 + 400 + 0.5, 1, 1 + 1 + 15, 1])


def test_rows_that_are_ready_are_seen() -> None:
    """Five marks in the first five cells; 56 is an empty row."""
    network = empty_network()
    network.row_weights[3, 0], network.row_weights[7, 0] = 1, 10
    rows = tabulate(network)["rows"][..., 0]
    states = make_row_states(CLASSIC, count_locked=False)
    ready = states.code(4, 5)
    assert (rows[ready, 56], rows[56, ready], rows[ready, ready], rows[56, 56]) == (1, 10, 11, 0)


@pytest.mark.parametrize(
    ("rows", "share"), [(("111", "11"), 1.0), (("11", "11"), 0.5), (("1", "11"), 0.0), (("11", "1"), 1.0)]
)
def test_a_match_that_is_over_is_won_lost_or_shared(rows: tuple[str, str], share: float) -> None:
    """Both seats have missed four times; tables and network are not used."""
    position = " | ".join(["qwixx 20 over 0 w1 w1 r1 y1 g1 b1", *(f"classic {row}/-/-/- 4" for row in rows)])
    weights = make_steady(2).weights
    assert win_chance(weights.tables, weights.network, *records_of(position), 0, scratch()) == share


def test_a_seat_plays_what_the_tables_rate_best() -> None:
    """In the turn of another seat 8 is marked in yellow, also as the only mark; with nothing to mark it passes."""
    tables = make_steady(2).weights.tables
    assert table_move(tables, *records_of(OTHERS_TURN), 0, scratch()) == code_of(OTHERS_TURN, "y8")
    only = "qwixx 12 white 1 w5 w3 r6 y1 g4 b5 | classic .........1/11111/.........1/.........1 3 | classic -/-/-/- 1"
    assert table_move(tables, *records_of(only), 0, scratch()) == code_of(only, "y8")
    stuck = "qwixx 12 white 1 w1 w1 r6 y1 g4 b5 | classic 1.11/11111/.........1/.........1 3 | classic -/-/-/- 1"
    assert table_move(tables, *records_of(stuck), 0, scratch()) == rules.PASS


COLOR = "qwixx 12 color {} w5 w2 r5 y2 g4 b1 | classic 1.11/11111.1/.1/- 1 | classic ....11/1/11.111/1.1 1"


def test_the_rest_of_a_turn_is_the_own_best_move_or_the_tables_move_of_another() -> None:
    """In its own turn seat 0 marks g9, in the turn of seat 1 that one marks g6."""
    weights = make_steady(2).weights
    for active, mine, theirs in ((0, ".1.1", "11.111"), (1, ".1", "11.1111")):
        after = f"classic 1.11/11111.1/{mine}/- 1 | classic ....11/1/{theirs}/1.1 1"
        parts = weights.tables, weights.network
        expected = win_chance(*parts, *records_of(f"qwixx 13 roll {1 - active} | {after}"), 0, scratch())
        assert turn_chance(*parts, *records_of(COLOR.format(active)), 0, UNKNOWN, scratch()) == expected


def few_points() -> Record:
    """A network that prefers few points of its own: hidden = 10 − 4 · score / 40, logit = hidden − 7.5."""
    network = empty_network()
    network.weights[Inputs.OWN_SCORE, 0] = -4.0
    network.bias[0] = 10
    network.last_weights[0] = 1
    network.last_bias[0] = -7.5
    return tabulate(network)


def test_what_the_tables_find_much_worse_is_not_looked_at() -> None:
    """By the tables g9 is worth 51.5 points, r7 47.9 and all else less than 45.5, the pass with its miss too.

    Seat 0 has 23 points. Of the two g9 brings less, 2 points: hidden = 10 − 2.5, logit = 0; r7 brings 4, a miss −5.
    """
    tables = make_steady(2).weights.tables
    found = turn_chance(tables, few_points(), *records_of(COLOR.format(0)), 0, UNKNOWN, scratch())
    assert found == pytest.approx(0.5, abs=1e-6)


def rate_values(position: str, seat: int) -> dict[str, float]:
    """Rate all moves of a seat by a network that prefers few points, plus a hundredth per point of the tables."""
    read, moves = moves_of(position, seat)
    values = np.zeros(len(moves))
    tables = make_steady(2).weights.tables
    rate_by_value(tables, few_points(), 0.01, *records_of(position), seat, moves, len(moves), values, scratch())
    texts = [read.game.notation.format_move(read.state, int(move)) for move in moves]
    return dict(zip(texts, values.tolist(), strict=True))


def test_moves_near_the_best_are_rated_by_network_and_tables_and_all_others_stay_far_behind() -> None:
    """The tables say 51.527049 for g9 and 47.912668 for r7; with 25 and 27 points the chances are 0.5 and 0.450166."""
    rated = rate_values(COLOR.format(0), 0)
    assert (rated["g9"], rated["r7"]) == pytest.approx((0.51527049 + 0.5, 0.47912668 + 0.450166), abs=1e-6)
    far = {"-": 42.378600, "r10": 39.428835, "g6": 44.835401, "b3": 38.700209, "b6": 44.008921}
    assert {move: rated[move] + 1e6 for move in far} == pytest.approx(far, abs=1e-5)


def test_where_one_move_is_near_the_best_the_tables_decide_alone() -> None:
    """A fourth miss wins at once: −5 points and 1000, the others as the tables rate them."""
    position = "qwixx 24 color 1 w6 w5 r6 y6 g1 b1 | classic 111/1/-/- 1 | classic 1111111111/11111/11/- 3"
    rated = rate_values(position, 1)
    assert [rated[move] for move in ("-", "r12", "g7")] == pytest.approx([995, 560.080432, 43.472949], abs=1e-5)


def test_the_others_reply_by_the_tables() -> None:
    """To 8 seat 0 marks yellow, in the turn of seat 1, which marks red; in the color phase no seat replies to it."""
    tables = make_steady(2).weights.tables
    for position, seat, expected in (
        (OTHERS_TURN, 1, [code_of(OTHERS_TURN, "y8"), -1]),
        (OTHERS_TURN, 0, [-1, code_of(OTHERS_TURN, "r8")]),
        (OTHERS_TURN.replace("white", "color"), 1, [-1, -1]),
    ):
        replies = np.full(5, -1, np.int64)
        reply_by_table(tables, *records_of(position), seat, replies, scratch())
        assert replies.tolist() == [*expected, -1, -1, -1]


def test_a_turn_that_is_over_leaves_the_chance_as_it_is() -> None:
    weights = make_steady(2).weights
    position = "qwixx 13 roll 1 | classic 1.11/11111.1/.1.1/- 1 | classic ....11/1/11.111/1.1 1"
    chance = win_chance(weights.tables, weights.network, *records_of(position), 0, scratch())
    assert 0.5 < chance < 0.8
    assert turn_chance(weights.tables, weights.network, *records_of(position), 0, UNKNOWN, scratch()) == chance


# Nobody locks; seat 1 locks yellow with 12, and seat 0 marks green or blue; yellow is locked; seat 0 locks one of two.
WHITE = (
    "qwixx 12 white {} w5 w3 r6 y1 g4 b5 | classic 1.11/11111/.1/- 1 | classic ....11/1/11.111/1.1 1",
    "qwixx 22 white {} w6 w6 r6 y1 g4 b5 | classic 1.11/11/-/- 1 | classic ....11/1.11111/11.111/1.1 1",
    "qwixx 24 white {} w5 w3 r6 . g4 b5 | classic 1.11/111111....1/.1/- 1 | classic ....11/1/11.111/1.1 1",
    "qwixx 22 white {} w6 w6 r6 y1 g4 b5 | classic 111111/111111/.1/- 1 | classic ....11/1/11.111/1.1 1",
)


@pytest.mark.parametrize("active", [0, 1])
@pytest.mark.parametrize("position", WHITE)
def test_what_is_known_of_the_color_choices_changes_nothing(position: str, active: int) -> None:
    """Each move is rated as if it were the only one and all were computed from scratch."""
    text, weights = position.format(active), make_steady(2).weights
    (sheets, state), (_, moves) = records_of(text), moves_of(text, 0)
    rated, by_table = np.zeros(len(moves)), np.zeros(len(moves))
    parts = weights.tables, weights.network
    rate_by_value(*parts, weights.point, sheets, state, 0, moves, len(moves), rated, scratch())
    rate_tables(weights.tables, sheets, state, 0, moves, len(moves), by_table)
    replies = np.zeros(5, np.int64)
    reply_by_table(weights.tables, sheets, state, 0, replies, scratch())
    near = np.flatnonzero(by_table >= by_table.max() - 6)
    assert len(near) > 1
    for index in near:
        later = records_of(text).state
        replies[0] = moves[index]
        apply_moves(sheets, later, replies)
        chance = turn_chance(*parts, sheets, later, 0, UNKNOWN, scratch())
        assert rated[index] == weights.point * by_table[index] + chance


def test_expert_looks_a_round_ahead_where_the_network_knows_the_match() -> None:
    """With the classic sheet at every seat, and not by the tables alone."""
    classic = records_of(f"qwixx 1 roll 0 | {EMPTY} | {EMPTY}")
    horizon = find_horizon(make_steady(2), *classic)
    assert horizon is not None
    assert (horizon.turns, horizon.prior_error) == (2, 0.03)
    assert (horizon.choose, horizon.value) == (choose_by_table, value_by_network)
    assert find_horizon(make_steady(2), *records_of(f"qwixx 1 roll 0 | {EMPTY} | mixx-a -/-/-/- 0")) is None
    assert find_horizon(make_table_policy(2), *classic) is None


def test_rollouts_play_by_the_tables_and_end_with_the_network() -> None:
    """In the turn of another seat 8 is marked in yellow; in the color phase that seat does not act."""
    weights = make_steady(2).weights
    moves, values = np.zeros(rules.MAX_MOVES, np.int64), np.zeros(rules.MAX_MOVES)
    assert choose_by_table(weights, *records_of(OTHERS_TURN), 0, moves, values) == code_of(OTHERS_TURN, "y8")
    assert choose_by_table(weights, *records_of(OTHERS_TURN.replace("white", "color")), 0, moves, values) == rules.PASS
    # Seat 0 has 6 + 15 + 1 points and misses for −15, the logit is 10 − 0.7 − 7.5; seat 1 has 3 + 1 + 15 + 3 − 5.
    between = OTHERS_TURN.replace("white 1 w5 w3 r6 y1 g4 b5", "roll 1")
    chances = [value_by_network(weights._replace(network=few_points()), *records_of(between), seat) for seat in (0, 1)]
    assert chances == pytest.approx([0.858149, 0.689974], abs=1e-6)
