"""What a table does by itself: throws, passes and starts that are due, bots that owe a move, and when to look again."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from random import Random

from paperdice import fair
from paperdice.server.protocol import events
from paperdice.server.table.decide import start_events, throw_dice
from paperdice.server.table.facts import Attendance, Moment
from paperdice.server.table.table import Table

SHARES_SECONDS = 10


@dataclass(frozen=True, slots=True)
class Due:
    """What a table wants next: events, due at once; if there are none, moves of bots, and a look at a later tick."""

    events: list[events.Event] = field(default_factory=list)
    bots: list[int] = field(default_factory=list)
    look_at: int | None = None


def find_due(table: Table, attendance: Attendance, now: Moment, rng: Random) -> Due:
    """What is due at this moment, one kind at a time; ask again after applying the events."""
    if attendance.is_parked:
        return Due()
    if any(entry.stand_in for entry in table.seats) and (returned := return_events(table, attendance.seats, now.at)):
        return Due(returned)
    match table.status:
        case "lobby":
            return _due_start(table, attendance, now)
        case "shares":
            return _due_shares(table, attendance, now, rng)
        case "playing":
            clock = table.setup.clock
            late_at = None if clock is None else attendance.since + clock * 1000
            return _due_throw(table, late_at, now) if table.match.dice_wanted else _due_moves(table, late_at, now)
        case "over":
            return Due()


def return_events(table: Table, seats: Collection[int], now: int) -> list[events.Event]:
    """Sends away the bots that stand in for people who are there again."""
    return [events.Returned(at=now, seat=seat) for seat in sorted(seats) if table.seats[seat].stand_in is not None]


def _all_bound(table: Table, attendance: Attendance) -> bool:
    """Tells whether every person who is there has committed, so that nobody need be waited for."""
    agreement = table.agreement
    if agreement is None:
        return bool(attendance.seats)
    asked = [seat for seat in table.persons if seat in attendance.seats and seat not in agreement.without]
    return bool(attendance.seats) and all(seat in agreement.commitments for seat in asked)


def _due_start(table: Table, attendance: Attendance, now: Moment) -> Due:
    """A rematch starts by itself when all who are there have committed, or after a while; bots alone start at once."""
    if table.open_seats:
        return Due()
    if not table.persons:
        return Due(start_events(table, now.at))
    if table.setup.previous is None:
        return Due()
    start_at = attendance.since + SHARES_SECONDS * 1000
    if now.ticks >= start_at or _all_bound(table, attendance):
        return Due(start_events(table, now.at))
    return Due(look_at=start_at)


def _due_shares(table: Table, attendance: Attendance, now: Moment, rng: Random) -> Due:
    agreement = table.agreement
    assert agreement is not None
    until = attendance.since + SHARES_SECONDS * 1000
    if agreement.stage == "commit" and (now.ticks >= until or _all_bound(table, attendance)):
        return Due([events.SharesClosed(at=now.at)])
    if agreement.stage == "reveal" and now.ticks >= until:
        return Due([events.SharesRestarted(at=now.at, without=list(agreement.awaited), seed=fair.draw_secret(rng))])
    return Due(look_at=until)


def _due_throw(table: Table, late_at: int | None, now: Moment) -> Due:
    if table.setup.dice == "typed":
        return Due()
    if table.seats[table.match.active].player is not None:
        return Due([throw_dice(table, now.at, "bot")])
    if table.setup.auto_throw:
        return Due([throw_dice(table, now.at, "auto")])
    if late_at is not None and now.ticks >= late_at:
        return Due([throw_dice(table, now.at, "clock")])
    return Due(look_at=late_at)


def _due_moves(table: Table, late_at: int | None, now: Moment) -> Due:
    """Plays the only choice of a seat where that is wished, and the quiet move of whoever is out of time."""
    found: list[events.Event] = []
    acting, is_late = table.match.acting, late_at is not None and now.ticks >= late_at
    for seat in acting if is_late or table.setup.auto_pass else ():
        choices = table.match.choices(seat)
        if table.setup.auto_pass and len(choices) == 1:
            found.append(events.Sealed(at=now.at, seat=seat, move=choices[0], by="auto"))
        elif is_late:
            found.append(events.Sealed(at=now.at, seat=seat, move=choices[0], by="clock"))
    if found:
        return Due(found)
    bots = [seat for seat in acting if table.seats[seat].bot or table.seats[seat].stand_in]
    return Due(bots=bots, look_at=late_at)
