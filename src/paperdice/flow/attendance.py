"""Who is there, and the clocks that run while somebody is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from paperdice.flow import events
from paperdice.flow.table import Table


class Moment(NamedTuple):
    """A moment by two clocks, in milliseconds: `at` is the date that logs keep, which somebody may set anew at any
    time; `ticks` only ever go forward, and everything that is waited for is measured by them."""

    at: int
    ticks: int


@dataclass(frozen=True, slots=True)
class Attendance:
    """Who is connected now, through whichever process; while nobody is, the table is parked.

    `since` is the tick from which clocks count: the beginning of the step, or when somebody came back to a parked
    table, whichever is later. `awaited` has the seats with nobody there, and until when no bot may stand in for them.
    `held` tells since when moves are on hold, and `paused` since when the clocks stand still for that. `ready_at` has
    the bots that are being compiled and have to move in this step, and about when they will be ready.
    """

    seats: frozenset[int] = frozenset()
    n_watchers: int = 0
    since: int = 0
    is_parked: bool = False
    awaited: Mapping[int, int] = field(default_factory=dict)
    held: Mapping[int, int] = field(default_factory=dict)
    paused: int | None = None
    ready_at: Mapping[int, int] = field(default_factory=dict)

    def has_same_people(self, other: Attendance) -> bool:
        """Whether the same people are there, whatever their clocks say."""
        return self.seats == other.seats and self.n_watchers == other.n_watchers


def goes_on_alone(table: Table) -> bool:
    """Tells whether a table does not wait for anybody to be there: one that is played over days, once it has begun."""
    return table.setup.slow and table.status in ("shares", "playing")


def first_attendance(table: Table, now: Moment) -> Attendance:
    """Who is there when a table is taken into use: nobody, and only the clock of a slow one has gone on."""
    if not goes_on_alone(table):
        return Attendance(is_parked=True)
    return Attendance(since=now.ticks - max(0, now.at - table.step_at))


def attend(
    table: Table, before: Attendance, seats: frozenset[int], n_watchers: int, ticks: int, patience_ms: int = 0
) -> Attendance:
    """Who is there after a change; without a person neither bots nor the clock go on, but at a slow table.

    A table of bots alone goes on while somebody watches.
    """
    is_watched = bool(seats) if table.persons or table.open_seats else n_watchers > 0
    is_parked = not is_watched and not goes_on_alone(table)
    since = ticks if before.is_parked and not is_parked else before.since
    absent = [seat for seat in range(len(table.seats)) if seat not in seats]
    awaited = {seat: before.awaited.get(seat, ticks + patience_ms) for seat in absent}
    return replace(before, seats=seats, n_watchers=n_watchers, since=since, is_parked=is_parked, awaited=awaited)


def keep_time(before: Attendance, step: int, table: Table, ticks: int) -> Attendance:
    """The clocks after events at a table that was at `step`: a new step starts them, a hold stops them, and after a
    move taken back they go on from where they stood."""
    if table.step != step:
        return Attendance(before.seats, before.n_watchers, ticks, before.is_parked, before.awaited)
    if not table.on_hold and not before.held and before.paused is None:
        return before
    held = {seat: before.held.get(seat, ticks) for seat in table.on_hold}
    if table.is_held:
        return replace(before, held=held, paused=ticks if before.paused is None else before.paused)
    stood_still = 0 if before.paused is None else ticks - before.paused
    return replace(before, held=held, paused=None, since=before.since + stood_still)


def follow_seats(before: Attendance, event: events.Arranged) -> Attendance:
    """Who is awaited at a table that was arranged anew: wherever somebody sits there, for as long as before."""
    moved = {old: new for new, old in enumerate(event.seats) if old is not None}
    awaited = {moved[old]: until for old, until in before.awaited.items() if old in moved}
    return replace(before, awaited=awaited)
