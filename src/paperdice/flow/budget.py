"""Per-seat limits on optional events, so that no player can fill the log.

Budgets are per seat rather than per device, since a device can create a new token at any time. Leaving a seat and
claiming one need no budgets of their own: they are limited by the budgets for taking a seat and for offering a transfer
code.
"""

from __future__ import annotations

from collections.abc import Mapping

from paperdice.flow import events


def spending_of(event: events.Event, sender: str = "") -> tuple[str, str]:
    """Return the budget key of an event: the seat that it is charged to, and the kind of event.

    `sender` is the seat that sent the command; it is charged for events that do not name a seat.
    """
    return event.spender(sender), events.tag_of(event)


def is_spent(spent: Mapping[tuple[str, str], int], event: events.Event, sender: str = "") -> bool:
    """Whether a seat has used up its budget for events of this kind.

    Args:
        spent: The number of events so far, keyed as in `spending_of`.
        event: The event to check.
        sender: The seat that sent the command, for events that do not name a seat.
    """
    return event.budget is not None and spent.get(spending_of(event, sender), 0) >= event.budget
