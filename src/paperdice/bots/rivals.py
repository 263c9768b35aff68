"""Find the two strongest opponents of a seat."""

from __future__ import annotations

from typing import NamedTuple

from paperdice.fast.compile import kernel

NOBODY = -1


class Rivals(NamedTuple):
    """The two opponents of a seat that have the best prospects, such as the most expected points.

    `first` and `second` are their seats, or NOBODY if there is no such opponent; `best` and `next_best` are their
    prospects. These are scalars instead of an array because they are computed for every position that a network
    evaluates.
    """

    first: int
    second: int
    best: float
    next_best: float


@kernel
def no_rivals() -> Rivals:
    """Return a `Rivals` without opponents, to which `with_seat` adds them one by one."""
    return Rivals(NOBODY, NOBODY, 0.0, 0.0)


@kernel
def with_seat(rivals: Rivals, seat: int, prospects: float) -> Rivals:
    """Return the rivals after considering one more opponent, which replaces a rival whose prospects are worse.

    In a tie, the opponent considered earlier comes first.
    """
    if rivals.first == NOBODY or prospects > rivals.best:
        return Rivals(seat, rivals.first, prospects, rivals.best)
    if rivals.second == NOBODY or prospects > rivals.next_best:
        return Rivals(rivals.first, seat, rivals.best, prospects)
    return rivals
