"""How often each seat may do what a match does not need, so that no guest fills the log for everyone.

Budgets belong to seats: a device could draw another token at any time. Seats are given up as often as they are taken,
and claimed as often as they are offered.
"""

from __future__ import annotations

from collections.abc import Mapping

from paperdice.flow import events


def spending_of(event: events.Event, sender: str = "") -> tuple[str, str]:
    """Return the seat that an event is charged to and the kind of the event."""
    return event.spender(sender), events.tag_of(event)


def is_spent(spent: Mapping[tuple[str, str], int], event: events.Event, sender: str = "") -> bool:
    """Whether a seat has caused as many events of this kind as it may; `sender` is the seat that asks for it."""
    return event.budget is not None and spent.get(spending_of(event, sender), 0) >= event.budget
