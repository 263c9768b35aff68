"""Attendance at a table, and the clocks that depend on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from paperdice.flow import events
from paperdice.flow.table import Table


class Moment(NamedTuple):
    """A moment by two clocks, in milliseconds: `at` is the system time, which logs store and which may jump;
    `ticks` are monotonic and measure all waiting times."""

    at: int
    ticks: int


@dataclass(frozen=True, slots=True)
class Attendance:
    """The connected people, through any process; an empty table is parked.

    `since` is the tick from which clocks count: the beginning of the step, or the first return to a parked table if
    that is later. `awaited` has the absent seats, and the ticks until which no bot may stand in for them. `held` has
    the ticks at which moves were put on hold, and `paused` the tick at which the clocks stopped for that. `ready_at`
    has the bots that are to move in this step and are being compiled, and the estimated ticks when they are ready.
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
        """Whether the same people are connected, ignoring clocks."""
        return self.seats == other.seats and self.n_watchers == other.n_watchers


def goes_on_alone(table: Table) -> bool:
    """Whether a table does not wait for people to be connected: a slow table that has begun."""
    return table.setup.slow and table.status in ("shares", "playing")


def first_attendance(table: Table, now: Moment) -> Attendance:
    """Return the attendance when a table is loaded: empty; only the clock of a slow table has continued."""
    if not goes_on_alone(table):
        return Attendance(is_parked=True)
    return Attendance(since=now.ticks - max(0, now.at - table.step_at))


def attend(
    table: Table, before: Attendance, seats: frozenset[int], n_watchers: int, ticks: int, patience_ms: int = 0
) -> Attendance:
    """Return the attendance after a change; without a person bots and clock stop, except at a slow table.

    A table of bots alone continues while a spectator is connected.
    """
    is_watched = bool(seats) if table.persons or table.open_seats else n_watchers > 0
    is_parked = not is_watched and not goes_on_alone(table)
    since = ticks if before.is_parked and not is_parked else before.since
    absent = [seat for seat in range(len(table.seats)) if seat not in seats]
    awaited = {seat: before.awaited.get(seat, ticks + patience_ms) for seat in absent}
    return replace(before, seats=seats, n_watchers=n_watchers, since=since, is_parked=is_parked, awaited=awaited)


def keep_time(before: Attendance, step: int, table: Table, ticks: int) -> Attendance:
    """Return the clocks after events at a table that was at `step`: a new step starts them, a hold stops them, and
    after a move is taken back they continue."""
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
    """Return the awaited seats of a rearranged table: people keep their waiting time in their new seats."""
    moved = {old: new for new, old in enumerate(event.seats) if old is not None}
    awaited = {moved[old]: until for old, until in before.awaited.items() if old in moved}
    return replace(before, awaited=awaited)
