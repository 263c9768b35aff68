"""Decisions of `steady` in Qwantum with one to four seats, its inputs, and the reasons."""

from __future__ import annotations

import numpy as np
import pytest

from paperdice.bots.qwantum.features import Inputs, write_inputs
from paperdice.bots.qwantum.marks import copy_marks, write
from paperdice.bots.qwantum.steady import make_steady, pass_on
from paperdice.bots.qwantum.tables import N_PARTS, find_places, load_learned
from tests.bots.records import moves_of, records_of

PASS, RED, YELLOW, BLUE, PURPLE = range(5)
P_ROW, B_ROW, R_ROW, Y_ROW = range(4)
# White 3; red 6, yellow 4 + 1, blue 5 + 2, purple 5: sums 9, 8, 10 and 8.
DICE = "w3 b5 r6 y4 b2 p5 y1"
# Columns of fives, sixes, sevens, 31s and 30s are full: 79 points. Only yellow's last cell is empty, below 30, and the
# last column is 29 3 3 and that number, which is its second lowest: it scores what is written there.
WAITING = "5,6,7,31,30,29/5,6,7,31,30,3/5,6,7,31,30,3/5,6,7,31,30"
# Four full columns, 20 + 21 + 22 + 23 = 86 points or 21 + 22 + 23 + 24 = 90, and two that are empty.
WITH_86 = "20,21,22,23/20,21,22,23/20,21,22,23/20,21,22,23"
WITH_90 = "21,22,23,24/21,22,23,24/21,22,23,24/21,22,23,24"
# 10 + 11 + 12 + 13 = 46 points less 3 for two misses.
WITH_43 = "10,11,12,13/10,11,12,13/10,11,12,13/10,11,12,13 2"
BEGUN = "5/-/-/- 0"

END_86 = {
    1: f"qwantum 60 share 0 {DICE} | classic {WAITING} 0",
    2: f"qwantum 60 share 1 {DICE} | classic {WAITING} 0 | classic {WITH_86} 0",
    3: f"qwantum 60 share 1 {DICE} | classic {WAITING} 0 | classic {BEGUN} | classic {WITH_86} 0",
    4: f"qwantum 60 share 1 {DICE} | classic {WAITING} 0 | classic {BEGUN} | classic {WITH_86} 0 | classic {WITH_43}",
}
END_90 = {seats: text.replace(WITH_86, WITH_90) for seats, text in END_86.items() if seats > 1}
RIVALS = {2: 1, 3: 2, 4: 2}


def decide(text: str, seat: int = 0) -> int:
    """Return the move that `steady` plays."""
    laid, (_, moves) = records_of(text), moves_of(text, seat)
    policy = make_steady(int(laid.state["n_seats"]))
    values = np.zeros(len(moves))
    policy.rate(policy.weights, *laid, seat, moves, len(moves), values)
    return int(moves[np.argmax(values)])


def seen(text: str, rival: int) -> dict[str, float]:
    """The inputs of the network from seat 0 if all pass, except for the learned tables; only non-zero inputs."""
    laid, out = records_of(text), np.zeros(len(Inputs), np.float32)
    pass_on(laid.state)
    write_inputs(load_learned(), *laid, 0, rival, out)
    learned = {Inputs.OWN_END, Inputs.THEIR_END, Inputs.END_LEAD, Inputs.THIRDS}
    return {one.name: float(out[one]) for one in Inputs if out[one] != 0.0 and one not in learned}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_last_cell_is_filled_when_that_wins(seats: int) -> None:
    """Yellow 8 makes 79 + 8 = 87 points against 86 at most, and a full sheet ends the match: a win."""
    text = END_86[seats]
    expected = {
        "OWN_SCORE": 79 / 20,
        "THEIR_SCORE": 86 / 20,
        "SCORE_LEAD": (79 - 86) / 10,
        "OWN_EMPTY": 1 / 12,
        "THEIR_EMPTY": 8 / 12,
        "OWN_NEAR": (4 - 1) / 3,
    }
    # Seat 1 was active: of two seats seat 0 is next, of more seat 2, the rival.
    expected |= {"IS_NEXT": 1.0} if seats == 2 else {"IS_RIVAL_NEXT": 1.0}
    assert seen(text, RIVALS[seats]) == pytest.approx(expected, abs=1e-6)
    assert decide(text) == YELLOW


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_last_cell_is_left_open_when_filling_it_loses(seats: int) -> None:
    """Yellow 8 would end the match with 87 points against 90; with 12 or more, later, seat 0 wins."""
    text = END_90[seats]
    assert seen(text, RIVALS[seats])["SCORE_LEAD"] == pytest.approx((79 - 90) / 10)
    assert decide(text) == PASS


def test_who_loses_by_ending_does_not_pick_the_last_cell_either() -> None:
    """The active seat takes a miss rather than ending with 87 points against 90; with 87 against 86 it ends."""
    assert decide(f"qwantum 60 pick 0 {DICE} | classic {WAITING} 0 | classic {WITH_90} 0") == PASS
    assert decide(f"qwantum 60 share 0 {DICE} | classic {WAITING} 0 | classic {WITH_90} 0") == PASS
    assert decide(f"qwantum 60 share 0 {DICE} | classic {WAITING} 0 | classic {WITH_86} 0") == YELLOW


def test_dice_are_thrown_for_the_number_that_wins() -> None:
    """Against 90 points yellow needs 12 to 29 and has 8: keep white 3 and die 3 (yellow 4), throw the others."""
    assert decide(f"qwantum 60 reroll 0 {DICE} | classic {WAITING} 0 | classic {WITH_90} 0") == 0b1110110


def test_alone_the_last_cell_is_worth_its_points() -> None:
    """8 points more, and no other seat to wait for; a pass would be a miss."""
    assert decide(END_86[1]) == YELLOW


def test_alone_a_column_is_filled_rather_than_another_begun() -> None:
    """Purple 8 completes 8 9 10 9: 9 points are sure. Blue 10 behind 9 begins a column, and a pass is a miss.

    Red 9 and yellow 8 do not fit behind 10 and 9.
    """
    text = f"qwantum 9 share 0 {DICE} | classic -/9/10/9 0"
    found = np.zeros(N_PARTS, np.int64)
    sure = {}
    for move, row, number in ((PURPLE, P_ROW, 8), (BLUE, B_ROW, 10)):
        marks = copy_marks(records_of(text).state, 0)
        write(marks, row, number)
        sure[move] = find_places(marks, 0, 0, True, found)
    assert sure == {PURPLE: 9, BLUE: 0}
    assert decide(text) == PURPLE


def test_at_the_start_the_lowest_fitting_numbers_are_picked() -> None:
    """On empty sheets yellow 8 or purple 8 leaves more room above it than red 9 or blue 10."""
    assert decide(f"qwantum 1 pick 0 {DICE} | classic -/-/-/- 0 | classic -/-/-/- 0") in (YELLOW, PURPLE)
