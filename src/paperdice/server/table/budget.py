"""How often each seat may do what a match does not need, so that no guest fills the log for everyone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from paperdice.server.protocol import events


class Spending(NamedTuple):
    """A seat and the kind of event that it has caused."""

    seat: str
    kind: type[events.Event]


# Budgets belong to seats: a device could draw another token at any time. Seats are given up as often as they are
# taken, and claimed as often as they are offered. Arranging a table begins another log.
BUDGETS: Mapping[type[events.Event], int] = {
    events.Sat: 100,
    events.Renamed: 20,
    events.PaceSet: 20,
    events.HintsSet: 20,
    events.TransferOffered: 20,
    events.Committed: 20,
    events.TakenBack: 100,
    events.Corrected: 50,
    events.Left: 20,
    events.StoodIn: 50,
    events.Returned: 50,
}


def spending_of(event: events.Event, author: str = "") -> Spending:
    """Return what an event is charged to: the seat that offers a transfer, the event's own seat, or its author's."""
    match event:
        case events.TransferOffered():
            seat = str(event.seat if event.by is None else event.by)
        case (
            events.Sat()
            | events.Renamed()
            | events.HintsSet()
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
    most = BUDGETS.get(type(event))
    return most is not None and spent.get(spending_of(event, author), 0) >= most
