"""Which two of the other seats matter most."""

from __future__ import annotations

from typing import NamedTuple

from paperdice.fast.compile import kernel

NOBODY = -1


class Rivals(NamedTuple):
    """The seat with the best prospects so far and the next one, NOBODY where there is none, and the prospects of both.

    Numbers, not an array of prospects: this is asked for each position that a network sees.
    """

    first: int
    second: int
    best: float
    next_best: float


@kernel
def no_rivals() -> Rivals:
    """Those before any other seat has been looked at."""
    return Rivals(NOBODY, NOBODY, 0.0, 0.0)


@kernel
def with_seat(rivals: Rivals, seat: int, prospects: float) -> Rivals:
    """The rivals when another seat is looked at; it comes behind its equals."""
    if rivals.first == NOBODY or prospects > rivals.best:
        return Rivals(seat, rivals.first, prospects, rivals.best)
    if rivals.second == NOBODY or prospects > rivals.next_best:
        return Rivals(rivals.first, seat, rivals.best, prospects)
    return rivals
