"""Dice, and the sources that throw them: system, seeded and scripted dice."""

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
    """A die used in a game.

    Attributes:
        index: The index of the die in the game's order.
        name: The name, as used in `dice_wanted`.
        faces: The faces as text, such as `r1`.
    """

    index: int
    name: str
    faces: tuple[str, ...] = field(hash=False)


def plain_dice(names: str, n_faces: int = N_FACES) -> tuple[Die, ...]:
    """Return one single-color die for each letter in `names`, each with `n_faces` faces.

    >>> plain_dice("wr")[1].faces
    ('r1', 'r2', 'r3', 'r4', 'r5', 'r6')
    """
    return tuple(
        Die(index, name, tuple(f"{name}{pips}" for pips in range(1, n_faces + 1))) for index, name in enumerate(names)
    )


@runtime_checkable
class DiceSource(Protocol):
    """The interface of a dice source, which throws the dice of a match."""

    def throw(self, turn: int, throw: int, dice: Sequence[Die]) -> str:
        """Throw the dice and return their faces in order, separated by spaces, as in `w4 w1 r2`.

        Args:
            turn: The number of the turn, counted from 1.
            throw: The number of the throw within the turn: 1, or 2 for a reroll.
            dice: The dice to throw.
        """


class SystemDice:
    """A dice source that uses the random number generator of the operating system."""

    def throw(self, turn: int, throw: int, dice: Sequence[Die]) -> str:
        """Return a random face of each die, separated by spaces."""
        import secrets  # only needed once dice are thrown

        return " ".join(secrets.choice(die.faces) for die in dice)


def mix(value: int) -> int:
    """Return a hash of a 64-bit integer, using one step of the SplitMix64 generator."""
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
    """Derive the key for the dice of one match from the seed and the number of the match."""
    return mix(mix(fold_seed(seed)) ^ mix(match ^ 0x6D61746368))


def stream_face(key: int, turn: int, throw: int, die: int, n_faces: int = N_FACES) -> int:
    """Return the face that a die shows in a throw, as a number counted from 1. It depends only on the arguments."""
    bits = mix(key ^ _mix_place((turn << 8) | (throw << 4) | die))
    return 1 + (((bits >> 32) * n_faces) >> 32)


# All matches use the same turns, throws and dice, so their hashes are cached.
_mix_place = lru_cache(maxsize=4096)(mix)


class SeededDice:
    """Reproducible dice for one match of a simulation run, identical to those of the simulator for the same seed.

    Args:
        seed: The seed of the run.
        match: The number of the match within the run.
    """

    def __init__(self, seed: int, match: int = 0) -> None:
        self.seed = seed
        self.match = match
        self._key = stream_key(seed, match)

    def face(self, turn: int, throw: int, die: int, n_faces: int = N_FACES) -> int:
        """Return the face that a die shows in a throw, as a number counted from 1.

        Args:
            turn: The number of the turn, counted from 1.
            throw: The number of the throw within the turn.
            die: The index of the die in the game's order.
            n_faces: The number of faces of the die.
        """
        return stream_face(self._key, turn, throw, die, n_faces)

    def throw(self, turn: int, throw: int, dice: Sequence[Die]) -> str:
        """Return the faces of the dice, separated by spaces. They do not depend on earlier throws."""
        key = self._key
        return " ".join([die.faces[stream_face(key, turn, throw, die.index, len(die.faces)) - 1] for die in dice])


class ScriptedDice:
    """A dice source that returns predefined rolls in order."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._texts = list(texts)
        self._next = 0

    def throw(self, turn: int, throw: int, dice: Sequence[Die]) -> str:
        """Return the next roll. A roll that does not fit the dice is not used up, so the next call returns it again.

        Raises:
            IllegalMoveError: All rolls have been used.
        """
        if self._next >= len(self._texts):
            reason = Reason("script_empty", {"given": len(self._texts)})
            raise IllegalMoveError(f"the script of {len(self._texts)} rolls is used up", reason)
        text = self._texts[self._next]
        self._next += show_faces(str(text).split(" "), dice)  # an unsuitable roll stays next in line
        return text


def ask_source(source: object, turn: int, throw: int, dice: Sequence[Die]) -> str:
    """Throw the dice using a dice source and return the roll; if `source` is already a string, return it unchanged.

    Raises:
        NotationError: `source` is neither a dice source nor a string, or the dice source did not return a string.
    """
    roll = source.throw(turn, throw, list(dice)) if isinstance(source, DiceSource) else source
    if not isinstance(roll, str):
        reason = Reason("unreadable_die", {"text": repr(roll)})
        raise NotationError(f"cannot read the roll {roll!r}: it is neither a text nor a dice source", reason)
    return roll


def show_faces(faces: Sequence[str], dice: Sequence[Die]) -> bool:
    """Return whether `faces` contains exactly one face of each die, in the order of `dice`."""
    return len(faces) == len(dice) and all(face in die.faces for face, die in zip(faces, dice, strict=True))
