"""Seeded dice depend only on seed, match, turn, throw and die."""

from collections import Counter

import pytest

from paperdice.dice import SeededDice, fold_seed, mix, plain_dice, stream_face, stream_key
from tests.sampling import budget


def test_faces_are_pinned() -> None:
    """Records, daily challenges and simulations rely on the dice of a seed."""
    dice = SeededDice(42, 7)
    assert [dice.face(turn, throw, die) for turn in (1, 2) for throw in (1, 2) for die in range(6)] == [
        *[6, 1, 2, 6, 6, 1, 3, 6, 5, 5, 2, 2],
        *[4, 4, 3, 2, 1, 5, 1, 4, 2, 5, 1, 4],
    ]


def test_the_scrambler_is_the_published_one() -> None:
    """The first outputs of SplitMix64 from state 0, as its author published them."""
    assert mix(0) == 0xE220A8397B1DCDAF
    assert mix(0x9E3779B97F4A7C15) == 0x6E789E6AA1B965F4


@pytest.mark.sampled
def test_every_face_is_equally_likely() -> None:
    """Chi-square over 12,000 or 600,000 faces stays far below its 0.1 % bound of 20.5."""
    n_matches = budget(20, 1000)
    counts = Counter(
        SeededDice(5, match).face(turn, 1, die) for match in range(n_matches) for turn in range(100) for die in range(6)
    )
    assert sorted(counts) == [1, 2, 3, 4, 5, 6]
    expected = 100 * n_matches
    assert sum((n - expected) ** 2 / expected for n in counts.values()) < 20.5


def test_matches_throws_and_dice_differ() -> None:
    base = [stream_face(stream_key(1, 0), turn, 1, 0) for turn in range(40)]
    others = [
        [stream_face(stream_key(1, 1), turn, 1, 0) for turn in range(40)],
        [stream_face(stream_key(2, 0), turn, 1, 0) for turn in range(40)],
        [stream_face(stream_key(1, 0), turn, 2, 0) for turn in range(40)],
        [stream_face(stream_key(1, 0), turn, 1, 1) for turn in range(40)],
    ]
    assert all(other != base for other in others)


def test_seeds_of_any_size() -> None:
    """A large seed is reduced to 64 bits, and a negative one is refused."""
    assert fold_seed(5) == 5 and fold_seed(1 << 64) != fold_seed(0) and fold_seed(1 << 200) < 1 << 64
    with pytest.raises(ValueError, match="from 0 up"):
        SeededDice(-1)
    with pytest.raises(ValueError, match="from 0 up, not '7'"):
        SeededDice("7")  # type: ignore[arg-type]


def test_dice_are_data() -> None:
    red = plain_dice("wr")[1]
    assert (red.index, red.name, red.faces[5]) == (1, "r", "r6")
