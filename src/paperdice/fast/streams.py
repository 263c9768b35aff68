"""Counter-based random streams, as plain functions and as compiled versions that use unsigned integers.

A stream is an int64 array that begins with a key and a counter. Every match of a run has its own streams, so that
results depend neither on the number of threads nor on the block size.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numba import extending

from paperdice.dice import BOT_SALT, fold_seed, mix, stream_face, stream_key
from paperdice.fast.compile import Ints, Kernel, Record

_MASK = (1 << 64) - 1
# Compiled bodies return values whose types exist only in numba.
overload: Callable[[Kernel], Callable[[Kernel], Kernel]] = extending.overload
scramble: Kernel = mix
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_MATCH = np.uint64(0x6D61746368)
_BOTS = np.uint64(BOT_SALT)
_S27, _S30, _S31, _S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)


def match_key(seed: int, match: int) -> int:
    """Return the key of the random stream for a match's dice, as a signed integer."""
    return signed(stream_key(int(seed), int(match)))


def bot_key(seed: int, match: int, seat: int) -> int:
    """Return the key of a bot's random stream, as a signed integer; it depends on the seed, the match and the seat."""
    return signed(mix(stream_key(int(seed), int(match)) ^ mix(BOT_SALT + int(seat))))


def face(key: int, turn: int, throw: int, die: int, n_faces: int) -> int:
    """Return the face that a die shows, numbered from 1; `SeededDice` gives the same face for the same key."""
    return stream_face(int(key) & _MASK, int(turn), int(throw), int(die), n_faces)


def draw(stream: Ints, n: int) -> int:
    """Return a random integer from 0 to n - 1 and advance the stream."""
    bits = mix((int(stream[0]) & _MASK) ^ mix(int(stream[1])))
    stream[1] += 1
    return ((bits >> 32) * n) >> 32


def signed(value: int) -> int:
    """Reinterpret an unsigned 64-bit integer as a signed one with the same bits."""
    return value - (1 << 64) if value >> 63 else value


def seed_word(seed: int) -> int:
    """Reduce a seed of any size to a signed 64-bit integer for compiled code."""
    return signed(fold_seed(seed))


@overload(scramble)
def _mix(value: Record) -> Kernel:
    def body(value: Record) -> Record:
        bits = np.uint64(value) + _GOLDEN
        bits = (bits ^ (bits >> _S30)) * _FIRST
        bits = (bits ^ (bits >> _S27)) * _SECOND
        return bits ^ (bits >> _S31)

    return body


@overload(match_key)
def _match_key(seed: Record, match: Record) -> Kernel:
    def body(seed: Record, match: Record) -> Record:  # the seed comes from seed_word
        return np.int64(scramble(scramble(seed) ^ scramble(np.uint64(match) ^ _MATCH)))

    return body


@overload(bot_key)
def _bot_key(seed: Record, match: Record, seat: Record) -> Kernel:
    def body(seed: Record, match: Record, seat: Record) -> Record:
        return np.int64(scramble(np.uint64(match_key(seed, match)) ^ scramble(_BOTS + np.uint64(seat))))

    return body


@overload(face)
def _face(key: Record, turn: Record, throw: Record, die: Record, n_faces: Record) -> Kernel:
    def body(key: Record, turn: Record, throw: Record, die: Record, n_faces: Record) -> Record:
        place = (np.int64(turn) << 8) | (np.int64(throw) << 4) | np.int64(die)
        bits = scramble(np.uint64(key) ^ scramble(place))
        return 1 + np.int64(((bits >> _S32) * np.uint64(n_faces)) >> _S32)

    return body


@overload(draw)
def _draw(stream: Record, n: Record) -> Kernel:
    def body(stream: Record, n: Record) -> Record:
        bits = scramble(np.uint64(stream[0]) ^ scramble(stream[1]))
        stream[1] += 1
        return np.int64(((bits >> _S32) * np.uint64(n)) >> _S32)

    return body
