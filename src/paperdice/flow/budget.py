"""How often each seat may do what a match does not need, so that no guest fills the log for everyone.

Budgets belong to seats: a device could draw another token at any time. Seats are given up as often as they are taken,
and claimed as often as they are offered.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from paperdice.flow import events


class Spending(NamedTuple):
    """A seat and the kind of event that it has caused."""

    seat: str
    kind: type[events.Event]


def spending_of(event: events.Event, author: str = "") -> Spending:
    """Return what an event is charged to: the seat that it names as its cause, its own seat, or its author's."""
    match event:
        case events.TransferOffered():
            seat = str(event.seat if event.by is None else event.by)
        case events.Arranged():
            seat = str(event.by)
        case (
            events.Sat()
            | events.Renamed()
            | events.HintsSet()
            | events.ShareOffered()
            | events.Committed()
            | events.TakenBack()
            | events.Corrected()
            | events.Left()
            | events.StoodIn()
            | events.Returned()
        ):
            seat = str(event.seat)
        case _:
            seat = author or event.author.rpartition(".")[2]
    return Spending(seat, type(event))


def is_spent(spent: Mapping[Spending, int], event: events.Event, author: str = "") -> bool:
    """Whether a seat has caused as many events of this kind as it may; `author` is the seat that asks for it."""
    return event.budget is not None and spent.get(spending_of(event, author), 0) >= event.budget
