"""Find the two strongest opponents of a seat."""

from __future__ import annotations

from typing import NamedTuple

from paperdice.fast.compile import kernel

NOBODY = -1


class Rivals(NamedTuple):
    """The two opponents of a seat with the best prospects, for example the most expected points.

    `first` and `second` are their seats, or NOBODY if there is no such opponent; `best` and `next_best` are their
    prospects. The fields are scalars instead of arrays because they are computed for every position that a network
    evaluates.
    """

    first: int
    second: int
    best: float
    next_best: float


@kernel
def no_rivals() -> Rivals:
    """Return an empty `Rivals`, to which `with_seat` adds opponents one by one."""
    return Rivals(NOBODY, NOBODY, 0.0, 0.0)


@kernel
def with_seat(rivals: Rivals, seat: int, prospects: float) -> Rivals:
    """Return the rivals after considering one more opponent, which displaces a rival with worse prospects.

    In a tie, the opponent that was considered first ranks higher.
    """
    if rivals.first == NOBODY or prospects > rivals.best:
        return Rivals(seat, rivals.first, prospects, rivals.best)
    if rivals.second == NOBODY or prospects > rivals.next_best:
        return Rivals(rivals.first, seat, rivals.best, prospects)
    return rivals
