"""Upper bounds on scores in games that are too large to solve."""

import numpy as np
import pytest

from paperdice.dice import SeededDice
from paperdice.fast.playout import Playout
from paperdice.games import find_game
from paperdice.match import Match
from paperdice.solve.bounds import (
    DieKinds,
    best_chances,
    binomial,
    bound_qwantum,
    bound_sixto,
    find_best,
    find_kinds,
    mean_locks,
    mean_of_highest,
    reach_chances,
    reroll_tail,
    show_next,
)
from paperdice.solve.sixto import PATIENT, play_alone

SIXTO = find_game("sixto")


def test_a_certain_total_is_reached_in_every_turn() -> None:
    assert mean_of_highest(np.array([1.0, 1.0, 1.0, 0.0]), n_turns=4, n_highest=3).tolist() == [2.0, 2.0, 2.0]


def test_the_highest_of_two_coins_is_known_by_hand() -> None:
    """With two tosses of a coin with 0 and 1, the higher one is 1 in three of four cases, and the lower one in one."""
    assert mean_of_highest(np.array([1.0, 0.5]), n_turns=2, n_highest=2).tolist() == [0.75, 0.25]


def test_the_highest_sum_of_a_color_needs_every_die() -> None:
    """A sum of 33 needs one roll of seven dice; with one reroll, each die has two tries at its best face. [Qwantum
    4]
    """
    chances = reach_chances(("r",))
    assert chances[0] == pytest.approx(1.0)
    assert chances[33] == pytest.approx((11 / 36) ** 7)
    assert chances[34] == 0.0


def test_the_upper_bound_of_qwantum_is_known() -> None:
    assert bound_qwantum().upper == pytest.approx(116.09, abs=0.01)


def test_a_die_brings_the_pips_of_its_faces_in_a_color() -> None:
    """Die 1 has the faces red 1 and red 4 and no other red one; the white die counts for both colors of a pair."""
    red = find_kinds(("r",))
    assert red.n_kinds[1] == 3
    assert red.pips[1, :3].tolist() == [0, 1, 4]
    assert red.chances[1, :3].tolist() == pytest.approx([4 / 6, 1 / 6, 1 / 6])
    assert find_kinds(("r", "y")).pips[0].tolist() == [2, 4, 6, 8, 10, 12]
    assert reroll_tail(red, [1])[:6].tolist() == pytest.approx([1.0, 2 / 6, 1 / 6, 1 / 6, 1 / 6, 0.0])
    # Die 6 shows red 6 on one face: a total of 7 with die 1 needs it and red 1 or 4.
    assert reroll_tail(red, [1, 6])[7] == pytest.approx(1 / 6 * 2 / 6)


# Two coins that show 0 or 1, and 0 or 2.
COINS = DieKinds(np.array([[0, 1], [0, 2]]), np.array([[0.5, 0.5], [0.5, 0.5]]), np.array([2, 2]))


def coin_tails() -> np.ndarray:
    """Return the probabilities that the sum of no coin, the first, the second, and both coins is at least 0, 1, 2 and
    3.
    """
    tails = np.zeros((4, 50))
    tails[:, :4] = np.array([[1, 0, 0, 0], [1, 0.5, 0, 0], [1, 0.5, 0.5, 0], [1, 0.75, 0.5, 0.25]])
    return tails


def test_all_rolls_are_gone_through_once() -> None:
    shown = np.zeros(2, np.int64)
    rolls = [shown.tolist()]
    while show_next(COINS, shown):
        rolls.append(shown.tolist())
    assert rolls == [[0, 0], [1, 0], [0, 1], [1, 1]]
    assert shown.tolist() == [0, 0]


def test_the_best_coins_are_thrown_again_for_each_total() -> None:
    """The coins show 1 and 0, so 1 is reached; to reach 2 or 3, the second coin is tossed again."""
    best = np.zeros(50)
    find_best(COINS, coin_tails(), np.array([1, 0]), best)
    assert best[:5].tolist() == [1.0, 1.0, 0.5, 0.5, 0.0]


def test_every_first_roll_counts_by_its_chance() -> None:
    """The chances of reaching 3 are 1/4 keeping nothing, 1/2 keeping the first coin, 1/2 the second and 1 both, each in
    a quarter of all rolls.
    """
    reached = np.zeros(50)
    best_chances(COINS, coin_tails(), reached)
    assert reached[3] == pytest.approx((0.25 + 0.5 + 0.5 + 1) / 4)
    # For 1, both coins are tossed again if they show nothing.
    assert reached[1] == pytest.approx((0.75 + 1 + 1 + 1) / 4)
    assert reached[4] == 0.0


def test_two_of_three_coins() -> None:
    assert binomial(3, 2, 0.5) == 3 / 8


def test_locks_of_a_single_throw_are_known_by_hand() -> None:
    """With one throw for six rows, each with a probability of 1/3, there are two locks on average."""
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
