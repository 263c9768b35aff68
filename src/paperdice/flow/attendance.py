"""The people connected to a table, and the clocks that depend on them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from paperdice.flow import events
from paperdice.flow.table import Table


class Moment(NamedTuple):
    """A point in time on two clocks, in milliseconds.

    `at` is the system time, which is stored in logs and may jump; all waiting times are measured by `monotonic_ms`.
    """

    at: int
    monotonic_ms: int


@dataclass(frozen=True, slots=True)
class Attendance:
    """The seats and spectators connected to a table, counted over all server processes, and the state of its clocks.

    The clocks of a table that nobody is connected to are stopped: it is parked (`is_parked`). All times are monotonic,
    in milliseconds. `since` is the time from which the clock of the current step counts: the beginning of the step, or
    the first return of a player to a parked table if that is later. `awaited` maps each seat without a connection to
    the time until which no bot may stand in for its player. `held` maps seats to the time at which their sealed move
    was put on hold (it can still be taken back), and `paused` is the time at which the clock stopped because of it.
    `ready_at` maps each seat whose bot has to move in this step, but is still being compiled, to the estimated time at
    which the bot will be ready.
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
        """Whether both attendances have the same connected seats and number of spectators; clocks are ignored."""
        return self.seats == other.seats and self.n_watchers == other.n_watchers


def goes_on_alone(table: Table) -> bool:
    """Whether a table continues while nobody is connected.

    That is a slow table (played over days) whose match has been started.
    """
    return table.setup.slow and table.status in ("shares", "playing")


def first_attendance(table: Table, now: Moment) -> Attendance:
    """Return the attendance of a table that has just been loaded, before anyone connects.

    The table is parked, unless it goes on without connected players (`goes_on_alone`): then its clock has been running
    since the current step began.
    """
    if not goes_on_alone(table):
        return Attendance(is_parked=True)
    return Attendance(since=now.monotonic_ms - max(0, now.at - table.step_at))


def attend(
    table: Table, before: Attendance, seats: frozenset[int], n_watchers: int, monotonic_ms: int, patience_ms: int = 0
) -> Attendance:
    """Return the attendance after a player or spectator has connected or disconnected.

    Without a connected player the table is parked: its bots and its clock stop. Slow tables that have begun continue,
    and a table with bots in all seats continues while a spectator is connected.

    Args:
        table: The table.
        before: The attendance before the change.
        seats: The seats that are connected after the change.
        n_watchers: The number of connected spectators after the change.
        monotonic_ms: The current monotonic time.
        patience_ms: How long no bot may stand in for a player who has just disconnected.
    """
    is_watched = bool(seats) if table.persons or table.open_seats else n_watchers > 0
    is_parked = not is_watched and not goes_on_alone(table)
    since = monotonic_ms if before.is_parked and not is_parked else before.since
    absent = [seat for seat in range(len(table.seats)) if seat not in seats]
    awaited = {seat: before.awaited.get(seat, monotonic_ms + patience_ms) for seat in absent}
    return replace(before, seats=seats, n_watchers=n_watchers, since=since, is_parked=is_parked, awaited=awaited)


def keep_time(before: Attendance, step: int, table: Table, monotonic_ms: int) -> Attendance:
    """Return the attendance with its clocks updated after events have been applied to a table.

    A new step restarts the clock, a move on hold stops it, and it continues when that move has been taken back.

    Args:
        before: The attendance before the events.
        step: The table's step before the events.
        table: The table after the events.
        monotonic_ms: The current monotonic time.
    """
    if table.step != step:
        return Attendance(before.seats, before.n_watchers, monotonic_ms, before.is_parked, before.awaited)
    if not table.on_hold and not before.held and before.paused is None:
        return before
    held = {seat: before.held.get(seat, monotonic_ms) for seat in table.on_hold}
    if table.is_held:
        return replace(before, held=held, paused=monotonic_ms if before.paused is None else before.paused)
    stood_still = 0 if before.paused is None else monotonic_ms - before.paused
    return replace(before, held=held, paused=None, since=before.since + stood_still)


def follow_seats(before: Attendance, event: events.Arranged) -> Attendance:
    """Return the attendance after the seats have been rearranged.

    Waiting times follow the players: `awaited` is renumbered.
    """
    moved = {old: new for new, old in enumerate(event.seats) if old is not None}
    awaited = {moved[old]: until for old, until in before.awaited.items() if old in moved}
    return replace(before, awaited=awaited)
