"""Limits per seat on optional events, so that no guest can fill the log.

Budgets belong to seats, since a device can draw a new token at any time. Seats are given up as often as they are taken,
and claimed as often as they are offered.
"""

from __future__ import annotations

from collections.abc import Mapping

from paperdice.flow import events


def spending_of(event: events.Event, sender: str = "") -> tuple[str, str]:
    """Return the seat that an event is charged to and the kind of the event."""
    return event.spender(sender), events.tag_of(event)


def is_spent(spent: Mapping[tuple[str, str], int], event: events.Event, sender: str = "") -> bool:
    """Whether a seat has used up its budget for this kind of event; `sender` is the seat of the command."""
    return event.budget is not None and spent.get(spending_of(event, sender), 0) >= event.budget
