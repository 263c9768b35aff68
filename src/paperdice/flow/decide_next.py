"""Handlers of commands between two matches of a table."""

from __future__ import annotations

from random import Random

from paperdice.flow import commands, events
from paperdice.flow.attendance import Attendance
from paperdice.flow.checks import CommandResult, Who, check_seated
from paperdice.flow.codes import draw_id, draw_seed
from paperdice.flow.refusals import refuse
from paperdice.flow.registry import decides
from paperdice.flow.table import Table


def next_first(table: Table) -> int:
    """Return the seat that begins a rematch: the one with the lowest score.

    Ties are broken by seating order, counting from the seat after the one that began this match.
    """
    scores = table.match.scores
    n_seats, low = len(scores), min(scores)
    after = [(table.setup.first + 1 + i) % n_seats for i in range(n_seats)]
    lowest = [seat for seat in after if scores[seat] == low]
    return lowest[0]


@decides(commands.Rematch)
def _rematch(table: Table, command: commands.Rematch, who: Who) -> CommandResult:
    check_seated(table, who)
    if table.status == "lobby" and table.starts_itself:
        return CommandResult([])
    if table.status != "over":
        raise refuse("not_over")
    if table.next_match is not None:
        return CommandResult([])
    if table.setup.challenge is not None:
        raise refuse("challenge_once")
    asked = table.rematch_asked | who.held
    if command.ask and set(readers(table, who.attendance, who.now.monotonic_ms)) - asked:
        if asked == table.rematch_asked:
            return CommandResult([])
        return CommandResult([events.RematchAsked(at=who.now.at, command=command.id, seats=sorted(who.held))])
    return CommandResult([rematch_event(table, who.now.at, who.rng, command.id)])


def readers(table: Table, attendance: Attendance, monotonic_ms: int) -> list[int]:
    """Return the seats of players who are present or have only just lost their connection.

    At a slow table (played over days), every player who has not left counts as present.
    """
    return [
        seat
        for seat in table.persons
        if not table.seats[seat].left
        and (table.setup.slow or seat in attendance.seats or attendance.awaited.get(seat, 0) > monotonic_ms)
    ]


def rematch_event(table: Table, now: int, rng: Random, command: str = "") -> events.Rematched:
    """Return the event that opens a rematch, in which the seat with the lowest score begins."""
    return events.Rematched(
        at=now,
        command=command,
        next_match=draw_id(rng),
        seed=draw_seed(rng, table.setup.dice),
        first=next_first(table),
    )
