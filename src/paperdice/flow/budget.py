"""Limits per seat on optional events, so that no player can fill the log.

Budgets belong to seats and not to devices, since a device can create a new token at any time. Leaving a seat and
claiming one need no budgets of their own: they are bounded by the budgets for taking a seat and for offering a transfer
code.
"""

from __future__ import annotations

from collections.abc import Mapping

from paperdice.flow import events


def spending_of(event: events.Event, sender: str = "") -> tuple[str, str]:
    """Return the key under which an event counts against a budget: the seat that pays for it, and the kind of event.

    `sender` is the seat of the command, for events that name no seat themselves.
    """
    return event.spender(sender), events.tag_of(event)


def is_spent(spent: Mapping[tuple[str, str], int], event: events.Event, sender: str = "") -> bool:
    """Whether a seat has used up its budget for events of this kind.

    Args:
        spent: The number of events so far, by the keys of `spending_of`.
        event: The event to check.
        sender: The seat of the command that leads to the event.
    """
    return event.budget is not None and spent.get(spending_of(event, sender), 0) >= event.budget
