"""Compiled random streams return the same numbers as the plain functions."""

import numpy as np
import pytest

from paperdice.dice import SeededDice, mix
from paperdice.fast import streams
from paperdice.fast.compile import kernel


@kernel
def compiled_face(key: int, turn: int, throw: int, die: int) -> int:
    return streams.face(key, turn, throw, die, 6)


@kernel
def compiled_keys(seed: int, match: int, seat: int) -> tuple[int, int]:
    return streams.match_key(seed, match), streams.bot_key(seed, match, seat)


@kernel
def compiled_draw(stream: np.ndarray, n: int) -> int:
    return streams.draw(stream, n)


@kernel
def compiled_mix(value: int) -> int:
    return mix(value)


@pytest.mark.parametrize("seed", [0, 1, 2**63, 2**64 - 1, 2**70 + 5])
def test_keys_and_faces_agree(seed: int) -> None:
    """Plain and compiled code throw the same dice as `SeededDice`, for seeds of any size."""
    word = streams.seed_word(seed)
    for match in (0, 1, 10**12):
        key = streams.match_key(seed, match)
        assert compiled_keys(word, match, 3) == (key, streams.bot_key(seed, match, 3))
        dice = SeededDice(seed, match)
        for turn, throw, die in [(1, 1, 0), (7, 2, 5), (400, 1, 6)]:
            assert (
                compiled_face(key, turn, throw, die)
                == streams.face(key, turn, throw, die, 6)
                == dice.face(turn, throw, die)
            )


def test_draws_agree_and_advance_the_stream() -> None:
    plain = np.array([streams.bot_key(5, 6, 1), 0], np.int64)
    compiled = plain.copy()
    assert [streams.draw(plain, 7) for _ in range(50)] == [compiled_draw(compiled, 7) for _ in range(50)]
    assert plain[1] == compiled[1] == 50


def test_mix_agrees() -> None:
    """Integers overflow in the same way."""
    assert [compiled_mix(value) for value in (0, 1, -1)] == [mix(0), mix(1), mix(2**64 - 1)]
