"""Dice as data, and the dice sources that throw them."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Protocol, runtime_checkable

from paperdice.errors import IllegalMoveError, NotationError, Reason, SetupError

N_FACES = 6
# Separates the random numbers of bots from the dice of the same seed.
BOT_SALT = 0x626F7473
_MASK = (1 << 64) - 1


@dataclass(frozen=True, slots=True)
class Die:
    """A die: its name, as used in `dice_wanted`, and the texts of its faces."""

    index: int
    name: str
    faces: tuple[str, ...] = field(hash=False)


def plain_dice(names: str, n_faces: int = N_FACES) -> tuple[Die, ...]:
    """Return one single-color die per letter of `names`, in that order. Longo passes 8 as `n_faces`.

    >>> plain_dice("wr")[1].faces
    ('r1', 'r2', 'r3', 'r4', 'r5', 'r6')
    """
    return tuple(
        Die(index, name, tuple(f"{name}{pips}" for pips in range(1, n_faces + 1))) for index, name in enumerate(names)
    )


@runtime_checkable
class DiceSource(Protocol):
    """The protocol of dice sources, which throw the dice of a match."""

    def throw(self, turn: int, throw: int, dice: Sequence[Die]) -> str:
        """Throw these dice and return their faces in the same order, separated by spaces, as in `w4 w1 r2`.

        Args:
            turn: The number of the turn, counted from 1.
            throw: The number of the throw in the turn: 1, or 2 for a reroll.
            dice: The dice to throw.
        """


class SystemDice:
    """Dice from the operating system's random number generator."""

    def throw(self, turn: int, throw: int, dice: Sequence[Die]) -> str:
        """Return a random face of each die, separated by spaces."""
        import secrets  # only needed once dice are thrown

        return " ".join(secrets.choice(die.faces) for die in dice)


def mix(value: int) -> int:
    """Return a hash of a 64-bit integer: one step of the SplitMix64 generator."""
    value = (value + 0x9E3779B97F4A7C15) & _MASK
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & _MASK
    return value ^ (value >> 31)


def fold_seed(seed: int) -> int:
    """Reduce a seed of any size to 64 bits; a seed below 2⁶⁴ is returned unchanged.

    Raises:
        SetupError: The seed is negative or not an integer.
    """
    try:
        seed = operator.index(seed)
    except TypeError:
        raise SetupError(f"a seed is a number from 0 up, not {seed!r}") from None
    if seed < 0:
        raise SetupError(f"a seed is a number from 0 up, not {seed}")
    folded = seed & _MASK
    while seed := seed >> 64:
        folded = mix(folded) ^ (seed & _MASK)
    return folded


def stream_key(seed: int, match: int) -> int:
    """Return the key of a match's dice, a pseudorandom function of the seed and the match number."""
    return mix(mix(fold_seed(seed)) ^ mix(match ^ 0x6D61746368))


def stream_face(key: int, turn: int, throw: int, die: int, n_faces: int = N_FACES) -> int:
    """Return the number of the face that a die shows, counted from 1; it depends only on these arguments."""
    bits = mix(key ^ _mix_place((turn << 8) | (throw << 4) | die))
    return 1 + (((bits >> 32) * n_faces) >> 32)


# All matches throw the same sets of dice.
_mix_place = lru_cache(maxsize=4096)(mix)


class SeededDice:
    """The dice of match number `match` in a run with this seed, identical to those of the simulator."""

    def __init__(self, seed: int, match: int = 0) -> None:
        self.seed = seed
        self.match = match
        self._key = stream_key(seed, match)

    def face(self, turn: int, throw: int, die: int, n_faces: int = N_FACES) -> int:
        """Return the number of the face, counted from 1, that the die with index `die` in the game's order shows in a
        throw.
        """
        return stream_face(self._key, turn, throw, die, n_faces)

    def throw(self, turn: int, throw: int, dice: Sequence[Die]) -> str:
        """Return the faces of these dice, separated by spaces. They do not depend on earlier throws."""
        key = self._key
        return " ".join([die.faces[stream_face(key, turn, throw, die.index, len(die.faces)) - 1] for die in dice])


class ScriptedDice:
    """A dice source that returns a given list of rolls, one after the other."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._texts = list(texts)
        self._next = 0

    def throw(self, turn: int, throw: int, dice: Sequence[Die]) -> str:
        """Return the next roll of the list; if its faces do not fit the dice, the next call returns it again.

        Raises:
            IllegalMoveError: All rolls have been used.
        """
        if self._next >= len(self._texts):
            reason = Reason("script_empty", {"given": len(self._texts)})
            raise IllegalMoveError(f"the script of {len(self._texts)} rolls is used up", reason)
        text = self._texts[self._next]
        self._next += show_faces(str(text).split(" "), dice)  # an unsuitable roll is returned again
        return text


def ask_source(source: object, turn: int, throw: int, dice: Sequence[Die]) -> str:
    """Throw the dice with a source and return the roll; if `source` is a text, return it unchanged.

    Raises:
        NotationError: `source` is neither a dice source nor a text, or the source has returned something else than
            text.
    """
    roll = source.throw(turn, throw, list(dice)) if isinstance(source, DiceSource) else source
    if not isinstance(roll, str):
        reason = Reason("unreadable_die", {"text": repr(roll)})
        raise NotationError(f"cannot read the roll {roll!r}: it is neither a text nor a dice source", reason)
    return roll


def show_faces(faces: Sequence[str], dice: Sequence[Die]) -> bool:
    """Return whether `faces` has exactly one face of each die, in the order of `dice`."""
    return len(faces) == len(dice) and all(face in die.faces for face, die in zip(faces, dice, strict=True))
