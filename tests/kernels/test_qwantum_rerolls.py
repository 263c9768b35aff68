"""Sets of dice to throw again in Qwantum, with gains that are known by heart."""

from __future__ import annotations

import numpy as np
import pytest

from paperdice.bots.qwantum.rerolls import (
    Samples,
    TurnGains,
    best_turn,
    climb,
    look_closer,
    make_point_weights,
    make_sums,
    rate_throws,
    sample_rolls,
    tabulate_rolls,
    throw_value,
)
from paperdice.fast.compile import Record
from tests.bots.records import records_of

R, Y, B, P = range(4)
NEVER = -1000.0
# White 3; red 6, yellow 4 + 1, blue 5 + 2, purple 5: sums 9, 8, 10 and 8.
DICE = "w3 b5 r6 y4 b2 p5 y1"
LAID = f"qwantum 3 reroll 0 {DICE} | classic -/-/-/- 0"


def gains_of(own: dict[int, float], rival: dict[int, float] | None = None, miss: float = -9.0) -> TurnGains:
    """Gains by color alone, whatever the number; nothing else may be written, and the rival takes nothing else."""
    mine, theirs = np.full((4, 34), NEVER), np.zeros((4, 34))
    for color, gain in own.items():
        mine[color] = gain
    for color, loss in (rival or {}).items():
        theirs[color] = loss
    return TurnGains(mine, theirs, miss)


SUMS = (12, 7, 10, 8)


@pytest.mark.parametrize(
    ("own", "rival", "best"),
    [
        # The two best of three gains.
        ({R: 5.0, Y: 3.0, P: 1.0}, {}, 5.0 + 3.0),
        ({R: 1.0, Y: 3.0, P: 5.0}, {}, 5.0 + 3.0),
        # Two equal gains are two colors.
        ({R: 5.0, Y: 5.0}, {}, 10.0),
        # A share that costs something is left out; a pick may cost something, if a miss costs more.
        ({R: 5.0, Y: -1.0}, {}, 5.0),
        ({R: -2.0}, {}, -2.0),
        # Nothing can be written, or nothing that is better than a miss.
        ({}, {}, -9.0),
        ({R: -10.0}, {}, -9.0),
        # The rival takes what costs most, of the colors that are not picked.
        ({R: 5.0}, {Y: -4.0, B: -1.0}, 5.0 - 4.0),
        ({R: 5.0}, {R: -4.0, B: -1.0}, 5.0 - 1.0),
        ({R: 5.0}, {R: -1.0, B: -4.0}, 5.0 - 4.0),
        ({}, {R: -4.0, B: -1.0}, -9.0 - 4.0),
        # Picking yellow first takes it from the rival and still leaves red.
        ({R: 5.0, Y: 4.0}, {Y: -3.0, B: -1.0, P: -2.0}, 4.0 + 5.0 - 2.0),
    ],
)
def test_the_best_turn_is_a_pick_and_a_share_less_what_the_rival_takes(
    own: dict[int, float], rival: dict[int, float], best: float
) -> None:
    assert best_turn(gains_of(own, rival), *SUMS) == best


def test_gains_are_looked_up_by_the_sum_of_each_color() -> None:
    gains = gains_of({})
    for color, number in enumerate(SUMS):
        gains.own[color, number] = 10.0**color
        gains.rival[color, number] = -0.1 * color
    # Blue 100 and purple 1000; purple is picked, so that the rival takes blue: −0.2.
    assert best_turn(gains, *SUMS) == pytest.approx(1100 - 0.2)


def counting(color: int) -> TurnGains:
    """A turn gains the sum of one color."""
    gains = gains_of({})
    gains.own[color] = np.arange(34)
    return gains


def faces(*rolls: str) -> Samples:
    """Sample rolls by the numbers of faces, the white die first."""
    return tabulate_rolls(np.array([[int(face) for face in roll] for roll in rolls]))


def value_of(gains: TurnGains, state: Record, mask: int, rolls: Samples) -> float:
    """The mean gain of throwing the dice of a mask again."""
    return throw_value(gains, state, mask, rolls, make_sums(rolls))


@pytest.mark.parametrize(("color", "total"), [(R, 9), (Y, 8), (B, 10), (P, 8)])
def test_a_throw_that_stands_makes_the_sums_that_lie(color: int, total: int) -> None:
    """White 3 and red 6, yellow 4 + 1, blue 5 + 2, purple 5."""
    assert value_of(counting(color), records_of(LAID).state, 0, faces("1111111")) == total


def test_thrown_dice_count_by_the_samples_and_kept_ones_as_they_lie() -> None:
    """Die 1 shows red 1, then red 4, then purple 6 in place of blue 5: 9 + 1, 9 + 4 and 9, in the mean 32 / 3."""
    state = records_of(LAID).state
    rolls = faces("6166666", "6266666", "6666666")
    assert value_of(counting(R), state, 0b0000010, rolls) == pytest.approx(32 / 3)
    assert value_of(counting(B), state, 0b0000010, rolls) == 10 - 5
    assert value_of(counting(P), state, 0b0000010, rolls) == pytest.approx((8 + 8 + 14) / 3)


def test_a_thrown_white_die_counts_for_every_color() -> None:
    """6 and 2 in place of 3."""
    rolls = faces("6111111", "2111111")
    assert value_of(counting(Y), records_of(LAID).state, 0b0000001, rolls) == (8 + 3 + 8 - 1) / 2


def test_all_dice_may_be_thrown() -> None:
    """White 2; die 1 red 1, die 2 red 6, die 3 red 3, die 4 red 5, die 5 red 3, die 6 red 6: 26; no other color."""
    roll = faces("2111111")
    assert value_of(counting(R), records_of(LAID).state, 0b1111111, roll) == 2 + 1 + 6 + 3 + 5 + 3 + 6
    assert value_of(counting(B), records_of(LAID).state, 0b1111111, roll) == 2


def test_climbing_goes_die_by_die_to_the_best_set() -> None:
    """Every die shows face 1: red 1, 6, 3, 5, 3 and 6, and white 1 in place of 3.

    Red gains 1, 0, 3, 5, 3 and 6 by the dice 1 to 6 and loses 2 by the white one, so that the climb goes by the dice 6,
    4, 3, 5 and 1. It tries no die, each alone, then each that was not tried: 6, 5, 5 and 5, and 5 more in vain.
    """
    values = np.zeros(128)
    climb(counting(R), records_of(LAID).state, faces("1111111", "1111111"), values)
    assert values.argmax() == 0b1111010
    assert values.max() == 9 + 1 + 3 + 5 + 3 + 6
    assert (values[0], values[0b0000001], values[0b1000000]) == (9.0, 7.0, 15.0)
    assert values[0b0000101] == NEVER
    assert len(np.flatnonzero(values > NEVER)) == 1 + 7 + 6 + 5 + 5 + 5 + 5


def test_a_closer_look_is_taken_at_the_most_promising_sets_alone() -> None:
    """Keeping stays as it is; the eight best places are rated anew, the others fall far behind."""
    values = np.full(128, NEVER)
    values[:12] = np.arange(100.0, 112.0)
    look_closer(counting(R), records_of(LAID).state, faces("1111111"), values)
    assert values[0] == 100.0
    # Red 9; the white die brings −2, die 1 brings 1, die 2 nothing, die 3 brings 3: the bits of 4, 5, … 11.
    assert values[4:12].tolist() == [9, 9 - 2, 9 + 1, 9 - 2 + 1, 9 + 3, 9 - 2 + 3, 9 + 1 + 3, 9 - 2 + 1 + 3]
    assert values[1:4].tolist() == [101.0 + NEVER, 102.0 + NEVER, 103.0 + NEVER]
    assert values[50] == 2 * NEVER


def test_a_set_that_was_not_tried_is_not_looked_at() -> None:
    values = np.full(128, NEVER)
    values[0] = 3.0
    look_closer(counting(R), records_of(LAID).state, faces("1111111"), values)
    assert values[0] == 3.0
    assert values.max() == 3.0
    assert set(values[1:].tolist()) == {NEVER, 2 * NEVER}


def test_few_samples_choose_what_many_look_at() -> None:
    """Without more samples the first look stands; with them the best sets are rated again, with white 6."""
    state, quick = records_of(LAID).state, faces("1111111")
    first, closer = np.zeros(128), np.zeros(128)
    learned = np.zeros(1)
    rate_throws(make_point_weights(learned, quick, quick[..., :0]), counting(R), state, first)
    rate_throws(make_point_weights(learned, quick, faces("6111111")), counting(R), state, closer)
    assert first.argmax() == 0b1111010
    assert first.max() == 27.0
    assert first[0b1111011] == 27 - 2
    assert closer[0b1111011] == 27 + 3
    assert closer.argmax() == 0b1111011


def test_sample_rolls_show_each_face_equally_often() -> None:
    rolls = sample_rolls(36, 1)
    assert rolls.shape == (7, 4, 36)
    assert np.bincount(rolls[0, R]).tolist() == [0, 6, 6, 6, 6, 6, 6]
    # Die 1 has red 1 and 4, yellow 5, blue 5 and 1, purple 6.
    assert [np.bincount(rolls[1, color]).nonzero()[0].tolist() for color in (R, Y, B, P)] == [
        [0, 1, 4],
        [0, 5],
        [0, 1, 5],
        [0, 6],
    ]
    assert np.bincount(rolls[1, B]).tolist() == [24, 6, 0, 0, 0, 6]
    assert sample_rolls(0, 2).shape == (7, 4, 0)
    # What `steady` decides depends on these very rolls, faces 1 1 6 4 3 2 6 and 1 5 1 1 1 3 2.
    assert np.array_equal(rolls[..., :2], faces("1164326", "1511132"))
    assert not np.array_equal(rolls, sample_rolls(36, 2))
