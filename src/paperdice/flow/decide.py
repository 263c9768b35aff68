"""Commands: dispatch to their handlers, and the budgets of the events that result. Nothing changes the table here."""

from __future__ import annotations

from collections.abc import Sequence

from paperdice.flow import commands, decide_match, decide_moves, decide_next, decide_seats, events
from paperdice.flow.budget import is_spent
from paperdice.flow.checks import MOST_EVENTS, CommandResult, Who, log_full, too_often
from paperdice.flow.registry import DECISIONS
from paperdice.flow.table import Table

# Importing these modules registers their handlers.
HANDLERS = (decide_match, decide_moves, decide_next, decide_seats)


def decide(table: Table, command: commands.TableCommand, who: Who) -> CommandResult:
    """Handle a command: return the resulting events and the reply to its sender.

    Raises:
        PaperdiceError: The command is refused, usually with an `IllegalMoveError`.
    """
    if table.sequence >= MOST_EVENTS and not command.may_end:
        raise log_full()
    decision = DECISIONS[type(command)](table, command, who)
    _check_budgets(table, command, decision.events)
    return decision


def _check_budgets(table: Table, command: commands.TableCommand, new: Sequence[events.Event]) -> None:
    # Of all events with a budget, only a change of pace does not name a seat itself.
    seat = str(command.seat) if isinstance(command, commands.SetPace) else ""
    for event in new:
        _check_budget(table, event, seat)


def _check_budget(table: Table, event: events.Event, seat: str) -> None:
    """Refuse an event whose budget is used up.

    Some events are always allowed: a player's return, the first stand-in for an absent player, and a bot that takes an
    open seat of a running match (which it then keeps until the end).
    """
    if isinstance(event, events.Returned):
        return
    if isinstance(event, events.Sat) and event.bot is not None and table.status != "lobby":
        return
    if isinstance(event, events.StoodIn) and table.seats[event.seat].stand_in is None:
        return
    if is_spent(table.spent, event, seat):
        raise too_often()
