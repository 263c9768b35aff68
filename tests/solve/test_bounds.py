"""Bounds of games that are too large for a table."""

import numpy as np
import pytest

from paperdice.dice import SeededDice
from paperdice.fast.playout import Playout
from paperdice.games import find_game
from paperdice.match import Match
from paperdice.solve.bounds import bound_sixto, mean_locks, mean_of_highest, reach_chances
from paperdice.solve.sixto import PATIENT, play_alone

SIXTO = find_game("sixto")


def test_a_certain_total_is_reached_in_every_turn() -> None:
    assert mean_of_highest(np.array([1.0, 1.0, 1.0, 0.0]), n_turns=4, n_highest=3).tolist() == [2.0, 2.0, 2.0]


def test_the_highest_of_two_coins_is_known_by_hand() -> None:
    """Two throws of a coin with 0 and 1: the higher one is 1 in three cases of four, the lower one in one."""
    assert mean_of_highest(np.array([1.0, 0.5]), n_turns=2, n_highest=2).tolist() == [0.75, 0.25]


def test_the_highest_sum_of_a_color_needs_every_die() -> None:
    """33 is reached by one roll of seven dice; with one reroll each die has two tries at its best face [Qwantum 4]."""
    chances = reach_chances(("r",))
    assert chances[0] == pytest.approx(1.0)
    assert chances[33] == pytest.approx((11 / 36) ** 7)
    assert chances[34] == 0.0


def test_locks_of_a_single_throw_are_known_by_hand() -> None:
    """One throw at six rows, each with a chance of 1/3: two on average."""
    assert mean_locks(1) == pytest.approx(2.0)
    assert 5.0 < mean_locks(396) < 6.0


def test_patient_play_of_sixto_is_near_its_bound() -> None:
    scores = play_alone(4000)
    assert 533 < scores.mean() < 537
    assert scores.mean() < bound_sixto().upper


def test_patient_play_is_the_same_by_the_plain_rules() -> None:
    playout = Playout(SIXTO, [SIXTO.sheets["A"]], [PATIENT], first=0)
    for number in range(3):
        match, dice = Match(SIXTO, seats=1), SeededDice(2, number)
        codes = iter(playout.trace(2, number))
        while not match.over:
            if match.dice_wanted:
                match.throw(dice)
            else:
                match.play(0, SIXTO.notation.format_move(match.raw.state, next(codes)[0]))
        assert match.scores[0] == playout.play(2, number, 1)["scores"][0, 0]
