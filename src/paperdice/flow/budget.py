"""How often each seat may do what a match does not need, so that no guest fills the log for everyone.

Budgets belong to seats: a device could draw another token at any time. Seats are given up as often as they are taken,
and claimed as often as they are offered.
"""

from __future__ import annotations

from collections.abc import Mapping

from paperdice.flow import events


def spending_of(event: events.Event, author: str = "") -> tuple[str, str]:
    """Return the seat that an event is charged to and the kind of the event."""
    return event.spender(author), events.tag_of(event)


def is_spent(spent: Mapping[tuple[str, str], int], event: events.Event, author: str = "") -> bool:
    """Whether a seat has caused as many events of this kind as it may; `author` is the seat that asks for it."""
    return event.budget is not None and spent.get(spending_of(event, author), 0) >= event.budget
