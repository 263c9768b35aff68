"""The network of Qwantum and the moves it rates, with weights that make a logit which is done by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from paperdice.bots.qwantum import policy, tables
from paperdice.bots.qwantum.features import ColumnInputs, Inputs, RowInputs, write_column, write_row
from paperdice.bots.qwantum.marks import COLUMNS, copy_marks, read_columns
from paperdice.bots.qwantum.network import (
    ENCODED,
    Network,
    add_sheets,
    encode_number,
    encode_sheet,
    encode_sheets,
    encoded_rival,
    final_logit,
    load_network,
    logit_of,
    make_chance_weights,
    tabulate,
    win_chance,
    win_logit,
)
from paperdice.bots.qwantum.points import make_alone_policy, rate_by_points
from paperdice.bots.qwantum.rerolls import make_point_weights, tabulate_rolls
from paperdice.fast.compile import Floats, Record, Singles
from tests.bots.records import records_of

R, Y, B, P = range(4)
PASS, RED, YELLOW, BLUE, PURPLE = range(5)
N_INPUTS, N_UNITS = 18, 16
NEVER = -1000.0
# White 3; red 6, yellow 4 + 1, blue 5 + 2, purple 5: sums 9, 8, 10 and 8.
DICE = "w3 b5 r6 y4 b2 p5 y1"
# Seat 0 has blue 5 and red 4, 22 cells empty and a miss; seat 1 has purple 5 and 23 cells empty.
TWO = f"qwantum 20 PHASE 0 {DICE} | classic -/5/4/- 1 | classic 5/-/-/- 0"
FULL = "5,6,7,8,4,3"
# 5 + 6 + 7 + 11 + 10 points, and yellow 8 fits in the last cell and makes 8 more: 3 3 3 8.
NEARLY = f"{FULL}/{FULL}/{FULL}/5,6,7,11,10"


def empty_network() -> Network:
    """A network that says nothing."""
    shapes = [(17, 16), (16,), (15, 16), (16,), (82, 32), (32,), (32, 2), (2,)]
    return Network(*(np.zeros(shape, np.float32) for shape in shapes))


def make_network() -> Network:
    """A network whose logit is a sum of encoded features, for each seat and its rival.

    0.1 · (their cells empty − own) + 0.01 · (sum of own last numbers − theirs) + 0.2 · (their misses − own), where the
    last number of a full row counts no more. Tables add nothing, so that expected points are those that are sure.
    """
    network = empty_network()
    network.row_units[RowInputs.LAST_1 : RowInputs.LAST_6 + 1, 0] = 15.0
    network.hidden[Inputs.OWN_EMPTY, 0] = -0.1 * 12
    network.hidden[Inputs.THEIR_EMPTY, 0] = 0.1 * 12
    network.hidden[Inputs.OWN_MISSES, 0] = -0.2 * 2
    network.hidden[Inputs.THEIR_MISSES, 0] = 0.2 * 2
    network.hidden[N_INPUTS, 0] = 0.01
    network.hidden[N_INPUTS + 2 * N_UNITS, 0] = -0.01
    # Far enough from zero that the hidden unit is never cut off.
    network.hidden_bias[0] = 20.0
    network.output[0] = 1.0, 50.0
    network.output_bias[:] = -20.0, 9.0
    return network


NETWORK = make_network()
QUICK = tabulate_rolls(np.array([[3, 1, 1, 1, 1, 1, 1]]))


def make_weights(learned: Floats) -> Record:
    """The weights above with these tables."""
    return make_chance_weights(learned, NETWORK, QUICK, QUICK[..., :0])


WEIGHTS = make_weights(np.zeros(tables.SIZE))


def chance(logit: float) -> float:
    """The chance behind a logit."""
    return 1 / (1 + math.exp(-logit))


def close(expected: object) -> object:
    """Equal up to single precision."""
    return pytest.approx(expected, abs=2e-6)


def seen_of(state: Record, network: Network = NETWORK) -> Record:
    """Return all sheets, encoded."""
    encoded = np.zeros(1, ENCODED)[0]
    encode_sheets(tabulate(network), state, encoded)
    return encoded


def units_of(sheet: str, network: Network) -> Singles:
    """The units of one sheet."""
    units: Singles = seen_of(records_of(f"qwantum 8 roll 0 | classic {sheet} 0").state, network)["units"][0]
    return units


def copies_of(text: str) -> tuple[Record, Record, Record]:
    """The sheets, the state, and a copy of it in which the dice have been passed on."""
    laid, copies = records_of(text), np.zeros(1, policy.STATE)
    copies[0] = laid.state
    policy.pass_on(copies[0])
    return laid.sheets, laid.state, copies


# The network


def test_rows_and_columns_that_are_open_add_their_units() -> None:
    """Purple 6 9 12, blue 5 10, red 7 9 11 13 6 7 3 is full, yellow nothing.

    Unit 3 of rows shows the last number of rows before the fourth cell: 12. Unit 5 is 1 for each of three open rows,
    unit 7 is never above 0. Unit 2 of columns adds up the lowest numbers of 6 5 7, 9 10 9, 12 11, 13, 6 and 3; unit 4
    counts these six.
    """
    network = empty_network()
    network.row_units[RowInputs.LAST_4, 3] = 15.0
    network.row_bias[5] = 1.0
    network.row_units[RowInputs.NEXT_1, 7] = -1.0
    network.column_units[ColumnInputs.LOWEST, 2] = 15.0
    network.column_bias[4] = 1.0
    units = units_of("6,9,12/5,10/7,9,11,13,6,3/-", network)
    found = {place: number for place, number in enumerate(units.tolist()) if number != 0.0}
    assert found == close({3: 12.0, 5: 3.0, 16 + 2: 5 + 9 + 11 + 13 + 6 + 3, 16 + 4: 6.0})


def test_full_and_empty_columns_add_nothing() -> None:
    network = empty_network()
    network.column_bias[0] = 1.0
    assert units_of("5,6/5,6/5,6/5", network)[N_UNITS] == 1.0


def test_every_sheet_has_its_units() -> None:
    """The sums of last numbers: 5 + 4 and 5."""
    assert seen_of(records_of(TWO.replace("PHASE", "share")).state)["units"][:, 0].tolist() == close([9.0, 5.0, 0, 0])


SHEETS = ["-/-/-/-", "6,9,12/5,10/7,9,11,13,6/-", "5,6,7,8/5,6/5,6,9/5", f"{FULL}/{FULL}/5,6,7,8,4/4,5,6", NEARLY]


@pytest.mark.parametrize("sheet", SHEETS)
def test_tables_say_what_the_inputs_make_of_a_sheet(sheet: str) -> None:
    """The units of the shipped network by its tables and, done without them, by the inputs of rows and columns."""
    network, state = load_network(), records_of(f"qwantum 8 roll 0 | classic {sheet} 0").state
    marks, columns = copy_marks(state, 0), np.zeros(6, COLUMNS)
    read_columns(marks, columns)
    by_row, by_column = np.zeros(N_UNITS), np.zeros(N_UNITS)
    for row in [row for row in range(4) if marks.next_cell[row] < 6]:
        inputs = np.zeros(len(RowInputs), np.float32)
        write_row(marks, columns, row, inputs)
        by_row += np.maximum(inputs @ network.row_units + network.row_bias, 0)
    for cell in [cell for cell in range(6) if 0 < columns[cell]["n_filled"] < 4]:
        inputs = np.zeros(len(ColumnInputs), np.float32)
        write_column(marks, columns, cell, inputs)
        by_column += np.maximum(inputs @ network.column_units + network.column_bias, 0)
    assert units_of(sheet, network).tolist() == pytest.approx([*by_row, *by_column], abs=2e-5)


@pytest.mark.parametrize("sheet", [sheet for sheet in SHEETS if sheet != NEARLY])
@pytest.mark.parametrize("row", range(4))
def test_another_number_is_seen_as_if_all_were_looked_at_again(sheet: str, row: int) -> None:
    network, state = load_network(), records_of(f"qwantum 8 roll 0 | classic {sheet} 0").state
    tabulated, encoded = tabulate(network), seen_of(state, network)
    cell = int(state["next_cell"][0, row])
    if cell == 6:
        row, cell = 3, int(state["next_cell"][0, 3])
    state["next_cell"][0, row] += 1
    for number in (3, 2, 14):
        state["written"][0, row, cell] = number
        if number == 3:
            encode_sheet(tabulated, state, 0, encoded)
        encode_number(tabulated, state, 0, row, cell, encoded)
        assert encoded["units"][0].tolist() == seen_of(state, network)["units"][0].tolist()


def test_both_sheets_have_their_own_weights() -> None:
    """Together 1 + own[2] · 3 + theirs[31] · 5 = 1 + 30 + 500."""
    weights, out = np.zeros((82, 1), np.float32), np.ones(1, np.float32)
    weights[18 + 2, 0], weights[18 + 32 + 31, 0] = 3.0, 5.0
    own, theirs = np.zeros(32, np.float32), np.zeros(32, np.float32)
    own[2], theirs[31] = 10.0, 100.0
    add_sheets(own, theirs, weights, out)
    assert out.tolist() == [531.0]


@pytest.mark.parametrize(("factor", "logit"), [(1.0, 0.25 + 4 * 0.5), (10.0, 7.0), (-10.0, -7.0)])
def test_the_logit_is_the_first_output_within_bounds(factor: float, logit: float) -> None:
    """Unit 0 is 1 + 0.5 · 2 + 0.2 · 10 = 4, unit 1 is −1 and counts nothing; the margin is not looked at."""
    network = empty_network()
    network.hidden_bias[0] = 1.0
    network.hidden[Inputs.OWN_END, 0] = 2.0
    network.hidden[N_INPUTS + 3, 0] = 10.0
    network.hidden[N_INPUTS + 32 + 4, 1] = -1.0
    network.output[0] = factor * 0.5, 100.0
    network.output[1] = 3.0, 100.0
    network.output_bias[:] = factor * 0.25, 9.0
    inputs, own, theirs = (np.zeros(n, np.float32) for n in (18, 32, 32))
    inputs[Inputs.OWN_END], own[3], theirs[4] = 0.5, 0.2, 1.0
    assert logit_of(tabulate(network), inputs, own, theirs, np.zeros(32, np.float32)) == close(logit)


@pytest.mark.parametrize(
    ("misses", "logits"),
    [
        ((4, 5), [7.0, -7.0]),
        ((5, 4, 4), [-7.0, 0.0, 0.0]),
        ((5, 3, 3, 3), [-7.0, -math.log(2), -math.log(2), -math.log(2)]),
    ],
)
def test_a_match_that_is_over_is_won_lost_or_shared(misses: tuple[int, ...], logits: list[float]) -> None:
    """A win shared by two is even, by three one to two."""
    active = misses.index(5)
    text = f"qwantum 90 over {active} {DICE} | " + " | ".join(f"classic -/-/-/- {each}" for each in misses)
    laid = records_of(text)
    assert [final_logit(*laid, seat) for seat in range(len(misses))] == close(logits)
    assert win_logit(WEIGHTS, *laid, 0, 1, seen_of(laid.state)) == close(logits[0])


@pytest.mark.parametrize(("misses", "rivals"), [((2, 1, 1, 0), [3, 3, 3, 1]), ((0, 1, 1, 2), [1, 0, 0, 0])])
def test_the_rival_is_the_other_with_the_most_expected_points(misses: tuple[int, ...], rivals: list[int]) -> None:
    """Two misses cost 3 points, one costs 1; of equals the first is the rival."""
    laid = records_of("qwantum 9 roll 0 | " + " | ".join(f"classic -/-/-/- {each}" for each in misses))
    learned = np.zeros(tables.SIZE)
    encoded = seen_of(laid.state)
    assert [encoded_rival(learned, *laid, seat, encoded) for seat in range(4)] == rivals


def test_the_chance_to_win_before_a_throw() -> None:
    """Seat 0: 0.1 · (23 − 22) + 0.01 · (9 − 5) − 0.2 = −0.06; seat 1 the opposite."""
    laid = records_of("qwantum 20 roll 0 | classic -/5/4/- 1 | classic 5/-/-/- 0")
    assert win_chance(WEIGHTS, *laid, 0) == close(chance(-0.06))
    assert win_chance(WEIGHTS, *laid, 1) == close(chance(0.06))


def test_the_network_that_is_shipped_has_these_parts() -> None:
    shapes = {name: part.shape for name, part in load_network()._asdict().items()}
    assert shapes == {
        "row_units": (17, 16),
        "row_bias": (16,),
        "column_units": (15, 16),
        "column_bias": (16,),
        "hidden": (82, 32),
        "hidden_bias": (32,),
        "output": (32, 2),
        "output_bias": (2,),
    }


# Ratings


@pytest.mark.parametrize(("active", "following"), [(0, 1), (1, 2), (2, 0)])
def test_the_dice_go_to_the_next_seat(active: int, following: int) -> None:
    state = records_of(f"qwantum 20 share {active} {DICE} | " + " | ".join(["classic -/-/-/- 0"] * 3)).state
    policy.pass_on(state)
    assert (state["active"], state["phase"]) == (following, 0)
    assert state["sums"].tolist() == [9, 8, 10, 8]


def test_a_color_is_written_seen_and_taken_back() -> None:
    sheets, state = records_of(TWO.replace("PHASE", "share"))
    encoded = seen_of(state)
    policy.write_color(WEIGHTS["network"], sheets, state, 1, YELLOW, encoded)
    assert state["written"][1, 3].tolist() == [8, 0, 0, 0, 0, 0]
    assert encoded["units"][1, 0] == close(5.0 + 8.0)
    policy.erase_color(sheets, state, 1, YELLOW)
    policy.erase_color(sheets, state, 1, PASS)
    assert state["written"][1, 3].tolist() == [0] * 6
    assert state["next_cell"][1].tolist() == [1, 0, 0, 0]


def test_a_turn_ends_with_a_chance_and_a_little_for_the_lead() -> None:
    """Seat 0: −0.06, and one point behind."""
    sheets, state = records_of(TWO.replace("PHASE", "share"))
    assert policy.rate_end(WEIGHTS, sheets, state, 0, 1, seen_of(state)) == close(chance(-0.06) - 0.0005)
    # Tables that add 4 points to a seat with one miss: three points ahead.
    learned = np.zeros(tables.SIZE)
    learned[tables.MISSES_AT + 1] = 4.0
    weights = make_weights(learned)
    assert policy.rate_end(weights, sheets, state, 0, 1, seen_of(state)) == close(chance(-0.06) + 0.0005 * 3)


def test_a_match_that_ends_counts_its_score() -> None:
    """Four own misses cost 10, five of the other 15: won, five points ahead."""
    laid = records_of(f"qwantum 90 over 1 {DICE} | classic -/-/-/- 4 | classic -/-/-/- 5")
    rating = policy.rate_end(WEIGHTS, *laid, 0, 1, seen_of(laid.state))
    assert rating == close(chance(7.0) + 0.0005 * 5)
    # What tables would still add counts no more.
    weights = make_weights(np.ones(tables.SIZE))
    assert policy.rate_end(weights, *laid, 0, 1, seen_of(laid.state)) == rating


def test_replies_are_rated_color_by_color() -> None:
    """Seat 1: 0.1 · (22 − 23) + 0.01 · (5 − 9) + 0.2 = 0.06 if it passes, and one point ahead.

    One cell fewer brings 0.1, red 9, yellow 8 and blue 10 on empty rows 0.09, 0.08 and 0.1, purple 8 for 5 only 0.03.
    """
    sheets, state, copies = copies_of(TWO.replace("PHASE", "pick"))
    encoded, ratings = seen_of(state), np.zeros(5)
    before = encoded["units"].tolist()
    policy.rate_replies(WEIGHTS, sheets, state, copies[0], 1, encoded, ratings)
    expected = [chance(logit) + 0.0005 for logit in (0.06, 0.25, 0.24, 0.26, 0.19)]
    assert ratings.tolist() == close(expected)
    assert encoded["units"].tolist() == before
    assert copies[0]["next_cell"][1].tolist() == [1, 0, 0, 0]


def test_what_does_not_fit_is_no_reply() -> None:
    """Seat 0 stands at red 9 and blue 11: only yellow and purple fit."""
    text = f"qwantum 20 pick 1 {DICE} | classic -/11/9/- 1 | classic 5/-/-/- 0"
    sheets, state, copies = copies_of(text)
    ratings = np.zeros(5)
    policy.rate_replies(WEIGHTS, sheets, state, copies[0], 0, seen_of(state), ratings)
    assert [move for move in range(5) if ratings[move] == NEVER] == [RED, BLUE]


def test_the_best_reply_leaves_out_the_picked_color() -> None:
    ratings = np.array([0.2, 0.5, 0.6, 0.9, 0.9])
    assert policy.best_reply(ratings, PASS) == BLUE
    assert policy.best_reply(ratings, BLUE) == PURPLE
    assert policy.best_reply(np.array([0.2, NEVER, NEVER, 0.3, NEVER]), BLUE) == PASS


def test_all_others_write_their_replies_and_take_them_back() -> None:
    """Of three seats 0 and 2 share blue, but for the picked one: red."""
    text = f"qwantum 20 pick 1 {DICE} | " + " | ".join(["classic -/-/-/- 0"] * 3)
    sheets, _, copies = copies_of(text)
    later, ratings, replies = copies[0], np.tile([0.0, 0.8, 0.1, 0.9, 0.1], (4, 1)), np.zeros(4, np.int64)
    encoded = seen_of(later)
    later["picked"] = BLUE
    policy.write_replies(WEIGHTS["network"], sheets, later, 1, ratings, replies, encoded)
    assert replies.tolist() == [RED, 0, RED, 0]
    assert later["next_cell"][:3].tolist() == [[0, 0, 1, 0], [0, 0, 0, 0], [0, 0, 1, 0]]
    assert encoded["units"][:3, 0].tolist() == close([9.0, 0.0, 9.0])
    policy.erase_replies(sheets, later, 1, replies)
    assert not later["written"].any()


def rate(text: str, seat: int, moves: list[int]) -> list[float]:
    """The ratings of these moves by the chance to win."""
    laid, values = records_of(text), np.zeros(len(moves))
    policy.rate_by_chance(WEIGHTS, *laid, seat, np.array(moves), len(moves), values)
    return values.tolist()


def test_a_share_is_rated_after_the_best_share_of_the_others() -> None:
    """The other writes blue 10: 22 cells empty, last numbers 15. Seat 0 is one point behind, with a second miss three.

    Pass: 0.01 · (9 − 15) − 0.4; red 9 for 4 and blue 10 for 5: 0.1 + 0.01 · (14 − 15) − 0.2; yellow and purple 8:
    0.1 + 0.01 · (17 − 15) − 0.2.
    """
    values = rate(TWO.replace("PHASE", "share"), 0, [PASS, RED, YELLOW, BLUE, PURPLE])
    logits, leads = (-0.46, -0.11, -0.08, -0.11, -0.08), (-3, -1, -1, -1, -1)
    assert values == close([chance(logit) + 0.0005 * lead for logit, lead in zip(logits, leads, strict=True)])


def test_who_has_picked_or_is_not_active_takes_no_miss() -> None:
    """Seat 1 passes: the active seat writes yellow 8 (0.1 + 0.08): 0.06 − 0.18, one point ahead.

    Seat 0 has picked blue 5 with dice that make it 5: its pass costs nothing; the other writes what it likes.
    """
    (passed,) = rate(TWO.replace("PHASE", "share"), 1, [PASS])
    assert passed == close(chance(0.06 - 0.18) + 0.0005)
    # White 1; yellow 5 + 1 + 4 + 6 + 4 + 1, the others 1: seat 1 has nothing but yellow 22 to share, red and blue 1.
    picked = "qwantum 20 share 0 w1 y5 y1 y4 y6 y4 y1 picked=2 | classic -/5/4/22 1 | classic 5/2/2/2 0"
    (passed,) = rate(picked, 0, [PASS])
    # Neither writes: 0.1 · (20 − 21) + 0.01 · (31 − 11) − 0.2; column 5 2 2 2 makes 5 points: six behind.
    assert passed == close(chance(-0.1 + 0.2 - 0.2) + 0.0005 * -6)


def test_a_pick_is_rated_after_the_best_shares_of_all() -> None:
    """Yellow 8, then purple 8: 8 5 4 8 makes 5 points, 20 cells are empty, last numbers 25; the other writes blue.

    0.1 · (22 − 20) + 0.01 · (25 − 15) − 0.2, four points ahead. Blue 10 takes that from the other, which writes red 9:
    with yellow or purple 0.1 · 2 + 0.01 · (22 − 14) − 0.2, one behind. Who passes shares yellow: 0.1 + 0.02 − 0.2.
    """
    values = rate(TWO.replace("PHASE", "pick"), 0, [PASS, YELLOW, BLUE])
    expected = [chance(-0.08) - 0.0005, chance(0.1) + 0.0005 * 4, chance(0.08) - 0.0005]
    assert values == close(expected)


def test_a_pick_that_fills_the_sheet_is_won_or_lost_at_once() -> None:
    """Yellow 8 ends the match with 5 + 6 + 7 + 11 + 10 + 8 points against none: the other has no share any more."""
    (yellow,) = rate(f"qwantum 60 pick 0 {DICE} | classic {NEARLY} 0 | classic 5/-/-/- 0", 0, [YELLOW])
    assert yellow == close(chance(7.0) + 0.0005 * 47)


def test_a_share_may_not_repeat_the_picked_color() -> None:
    """Seat 0 has only yellow left: picked or shared, the last cell ends the match; who passes takes it as a share."""
    passed, yellow = rate(f"qwantum 60 pick 0 {DICE} | classic {NEARLY} 0 | classic 20/20/20/20 4", 0, [PASS, YELLOW])
    assert passed == yellow == close(chance(7.0) + 0.0005 * (47 - 10))


def turn_gains_of(text: str) -> tuple[Floats, Floats, float]:
    """What numbers and a miss add for seat 0."""
    sheets, _, copies = copies_of(text)
    later = copies[0]
    encoded = seen_of(later)
    now = win_logit(WEIGHTS, sheets, later, 0, 1, encoded)
    assert now == close(-0.06)
    own, rival, miss = policy.turn_gains(WEIGHTS, sheets, later, 0, 1, encoded, now)
    assert later["misses"].tolist()[:2] == [1, 0]
    assert later["next_cell"][:2].tolist() == [[0, 1, 1, 0], [1, 0, 0, 0]]
    assert encoded["units"].tolist() == seen_of(later)["units"].tolist()
    return own, rival, miss


def test_a_number_gains_what_it_adds_to_the_logit() -> None:
    """A cell adds 0.1 and a number 0.01 a point; blue stands at 5, red at 4. Above 25 all numbers count as that."""
    own, _, miss = turn_gains_of(TWO.replace("PHASE", "reroll"))
    assert own[Y, [1, 8, 25, 26, 33]].tolist() == close([0.11, 0.18, 0.35, 0.35, 0.35])
    assert own[B, [4, 5]].tolist() == [NEVER, NEVER]
    assert own[B, [6, 25, 33]].tolist() == close([0.11, 0.3, 0.3])
    assert own[R, [4, 5, 9]].tolist() == close([NEVER, 0.11, 0.15])
    assert own[:, 0].tolist() == [NEVER] * 4
    assert miss == close(-0.2)


def test_what_the_rival_writes_costs_something() -> None:
    """The same with the opposite sign; purple stands at 5, and what it cannot write costs nothing."""
    _, rival, _ = turn_gains_of(TWO.replace("PHASE", "reroll"))
    assert rival[R, [0, 1, 9, 30]].tolist() == close([0.0, -0.11, -0.19, -0.35])
    assert rival[P, [5, 6, 8]].tolist() == close([0.0, -0.11, -0.13])


def test_a_full_row_takes_no_number() -> None:
    sheets, _, copies = copies_of(f"qwantum 20 reroll 0 {DICE} | classic {FULL}/-/-/- 0 | classic -/-/-/- 0")
    gains = np.zeros((4, 34))
    policy.number_gains(WEIGHTS, sheets, copies[0], 0, 0, 1, seen_of(copies[0]), gains)
    assert set(gains[P].tolist()) == {NEVER}
    assert gains[Y, 8] > NEVER


def test_a_number_that_helps_nobody_is_no_loss() -> None:
    """What the rival writes may even help this seat: behind the ridge a low number makes its last numbers smaller.

    Purple 9 10 11 30 and then 1: 0.1 for the cell, 0.01 · (30 − 1) less: the rival loses 0.19, so that nothing is lost.
    """
    sheets, _, copies = copies_of(f"qwantum 20 reroll 0 {DICE} | classic -/-/-/- 0 | classic 9,10,11,30/-/-/- 0")
    later = copies[0]
    encoded = seen_of(later)
    now = win_logit(WEIGHTS, sheets, later, 0, 1, encoded)
    rival = policy.turn_gains(WEIGHTS, sheets, later, 0, 1, encoded, now).rival
    assert rival[P, [1, 25]].tolist() == close([0.0, -0.05])


def test_a_reroll_is_rated_by_the_chance_after_the_best_turn() -> None:
    """Kept: yellow 8 and purple 8 bring 0.18 each, and the rival takes blue 10 for 0.2: −0.06 + 0.16.

    A white 3 in place of 3 changes nothing; what was not tried stays far behind.
    """
    values = rate(TWO.replace("PHASE", "reroll"), 0, list(range(128)))
    assert values[0] == close(chance(0.1))
    assert values[1] == close(chance(0.1))
    assert min(values) == NEVER
    assert 0 < max(values) < 1


def test_quick_play_rerolls_by_points_and_writes_by_the_chance() -> None:
    learned = np.random.default_rng(5).normal(size=tables.SIZE)
    weights = make_weights(learned)
    laid, moves, values, others = (
        records_of(TWO.replace("PHASE", "reroll")),
        np.arange(128),
        np.zeros(128),
        np.zeros(128),
    )
    policy.rate_quickly(weights, *laid, 0, moves, 128, values)
    rate_by_points(make_point_weights(learned, QUICK, QUICK[..., :0]), *laid, 0, moves, 128, others)
    assert values.tolist() == others.tolist()
    laid = records_of(TWO.replace("PHASE", "pick"))
    policy.rate_quickly(weights, *laid, 0, moves, 3, values)
    policy.rate_by_chance(weights, *laid, 0, moves, 3, others)
    assert values[:3].tolist() == others[:3].tolist()
    assert 0 < values[0] < 1


def test_policies_differ_in_how_closely_they_look_at_rerolls() -> None:
    steady = policy.make_chance_policy(NETWORK)
    quick, alone = policy.make_quick_policy(steady), policy.make_quick_policy(make_alone_policy())
    shapes = (steady.weights["quick"].shape, steady.weights["samples"].shape)
    assert (shapes, steady.weights["looks_closer"]) == (((7, 4, 36), (7, 4, 240)), 1)
    assert [one.weights["looks_closer"] for one in (quick, alone)] == [0, 0]
    assert (steady.rate, quick.rate, alone.rate) == (policy.rate_by_chance, policy.rate_quickly, rate_by_points)
    assert (quick.name, alone.name) == ("qwantum_quick", "qwantum_alone_quick")
