"""Find the two most important opponents of a seat."""

from __future__ import annotations

from typing import NamedTuple

from paperdice.fast.compile import kernel

NOBODY = -1


class Rivals(NamedTuple):
    """The opponents with the best and second-best prospects, NOBODY if there is none, and the prospects of both.

    These are scalars instead of an array because they are computed for every position that a network evaluates.
    """

    first: int
    second: int
    best: float
    next_best: float


@kernel
def no_rivals() -> Rivals:
    """Return empty rivals, to which opponents can be added."""
    return Rivals(NOBODY, NOBODY, 0.0, 0.0)


@kernel
def with_seat(rivals: Rivals, seat: int, prospects: float) -> Rivals:
    """Return the rivals with another opponent added; in a tie, earlier ones come first."""
    if rivals.first == NOBODY or prospects > rivals.best:
        return Rivals(seat, rivals.first, prospects, rivals.best)
    if rivals.second == NOBODY or prospects > rivals.next_best:
        return Rivals(rivals.first, seat, rivals.best, prospects)
    return rivals
