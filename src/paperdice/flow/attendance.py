"""The connections to a table, and the clocks that depend on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from paperdice.flow import events
from paperdice.flow.table import Table


class Moment(NamedTuple):
    """The current time on two clocks, in milliseconds.

    `at` is the system time, which is written to logs but may jump; all timeouts are measured with `monotonic_ms`.
    """

    at: int
    monotonic_ms: int


@dataclass(frozen=True, slots=True)
class Attendance:
    """The connections to a table across all server processes, and the state of the table's clocks.

    All times are monotonic, in milliseconds.

    Attributes:
        seats: The connected seats.
        n_watchers: The number of connected devices without a seat.
        since: The time when the clock of the current step started: the beginning of the step, or the first return of a
            player to a parked table if that is later.
        is_parked: Whether the table's bots and clocks are stopped because nobody is connected.
        awaited: For each seat without a connection, the time until which no bot may stand in for its player.
        held: For each seat whose sealed move is on hold (it can still be taken back), the time when the hold began.
        paused: The time when a hold stopped the clock, or None.
        headstart: How long before `since` the pauses before bots' moves, automatic throws and automatic passes
            started. If the last move was on hold, these pauses start when that move was sealed.
        drafts: For seats at a table with a clock, the moves that are penciled in the current step. They are secret.
        elsewhere: The seats that are connected only through other processes, which may know their drafts.
        ready_at: For each seat whose bot has to move but is still being compiled, the estimated time when the bot will
            be ready.
        guests: The connected guests (people without a seat).
    """

    seats: frozenset[int] = frozenset()
    n_watchers: int = 0
    since: int = 0
    is_parked: bool = False
    awaited: Mapping[int, int] = field(default_factory=dict)
    held: Mapping[int, int] = field(default_factory=dict)
    paused: int | None = None
    headstart: int = 0
    drafts: Mapping[int, str] = field(default_factory=dict)
    elsewhere: frozenset[int] = frozenset()
    ready_at: Mapping[int, int] = field(default_factory=dict)
    guests: frozenset[int] = frozenset()

    def has_same_people(self, other: Attendance) -> bool:
        """Whether the same seats, guests and number of spectators are connected; clocks are ignored."""
        mine = (self.seats, self.guests, self.n_watchers)
        return mine == (other.seats, other.guests, other.n_watchers)


def goes_on_alone(table: Table) -> bool:
    """Whether a table continues while nobody is connected.

    Only a slow table (played over days) does, from the start of its match to the end.
    """
    return table.setup.slow and table.status in ("shares", "playing")


def first_attendance(table: Table, now: Moment) -> Attendance:
    """Return the attendance of a table that has just been loaded, before anyone connects.

    The table is parked unless it continues while nobody is connected (`goes_on_alone`). In that case, its clock has
    been running since the current step began.
    """
    if not goes_on_alone(table):
        return Attendance(is_parked=True)
    return Attendance(since=now.monotonic_ms - max(0, now.at - table.step_at))


def attend(
    table: Table,
    before: Attendance,
    seats: frozenset[int],
    n_watchers: int,
    monotonic_ms: int,
    patience_ms: int = 0,
    guests: frozenset[int] = frozenset(),
    elsewhere: Iterable[int] = (),
) -> Attendance:
    """Return the attendance after a player or spectator has connected or disconnected.

    If no player is connected, the table is parked: its bots and its clock stop. The exceptions are slow tables whose
    match has started, and tables with only bots, which continue while a spectator is connected. After a match, guests
    count as players.

    Args:
        table: The table.
        before: The attendance before the change.
        seats: The connected seats after the change.
        n_watchers: The number of connected spectators after the change.
        monotonic_ms: The current monotonic time.
        patience_ms: The time before a bot may stand in for a player who has just disconnected.
        guests: The connected guests after the change.
        elsewhere: The seats that are connected only through other processes.
    """
    is_watched = bool(seats) if table.persons or table.open_seats else n_watchers > 0
    is_watched = is_watched or (table.is_over and len(guests) > 0)
    is_parked = not is_watched and not goes_on_alone(table)
    since = monotonic_ms if before.is_parked and not is_parked else before.since
    absent = [seat for seat in range(len(table.seats)) if seat not in seats]
    awaited = {seat: before.awaited.get(seat, monotonic_ms + patience_ms) for seat in absent}
    there = replace(before, seats=seats, n_watchers=n_watchers, guests=guests, elsewhere=frozenset(elsewhere))
    return replace(there, since=since, is_parked=is_parked, awaited=awaited)


def keep_time(before: Attendance, step: int, table: Table, monotonic_ms: int) -> Attendance:
    """Return the attendance with its clocks updated for events that were applied to a table.

    A new step restarts the clock and discards the drafts. Putting a move on hold stops the clock, and taking the move
    back resumes it.

    Args:
        before: The attendance before the events.
        step: The table's step before the events.
        table: The table after the events.
        monotonic_ms: The current monotonic time.
    """
    if table.step != step:
        return Attendance(
            before.seats,
            before.n_watchers,
            monotonic_ms,
            before.is_parked,
            before.awaited,
            headstart=monotonic_ms - max(before.held.values()) if before.held else 0,
            elsewhere=before.elsewhere,
            guests=before.guests,
        )
    if not table.on_hold and not before.held and before.paused is None:
        return before
    held = {seat: before.held.get(seat, monotonic_ms) for seat in table.on_hold}
    if table.is_held:
        return replace(before, held=held, paused=monotonic_ms if before.paused is None else before.paused)
    stood_still = 0 if before.paused is None else monotonic_ms - before.paused
    return replace(before, held=held, paused=None, since=before.since + stood_still)


def with_draft(before: Attendance, seat: int, move: str | None) -> Attendance:
    """Return the attendance with `move` as the draft of a seat, or without a draft if `move` is None."""
    drafts = {other: text for other, text in before.drafts.items() if other != seat}
    return replace(before, drafts=drafts if move is None else {**drafts, seat: move})


def present_people(table: Table, attendance: Attendance, monotonic_ms: int) -> list[int]:
    """Return the seats of players who are present or have only just lost their connection.

    At a slow table (played over days), every player who has not left counts as present.
    """
    return [
        seat
        for seat in table.persons
        if not table.seats[seat].left
        and (table.setup.slow or seat in attendance.seats or attendance.awaited.get(seat, 0) > monotonic_ms)
    ]


def awaited_people(table: Table) -> list[int]:
    """Return the seats of the players that the match is waiting for.

    Seats whose throw or move is automatic are left out, and so are all seats of a pad (a table without dice), where
    anyone may mark at any time.
    """
    if table.status != "playing" or table.is_held or not table.match.has_dice:
        return []
    people = [seat for seat in table.persons if table.seats[seat].player is None and not table.seats[seat].left]
    return [seat for seat in people if seat in wanted_seats(table)]


def wanted_seats(table: Table) -> list[int]:
    """Return the seats that have to throw or move, except those whose throw or move is automatic."""
    match, setup = table.match, table.setup
    if match.dice_wanted:
        return [] if setup.auto_throw else [match.active]
    return [seat for seat in match.acting if not (setup.auto_pass and len(match.choices(seat)) == 1)]


def follow_seats(before: Attendance, event: events.Arranged) -> Attendance:
    """Return the attendance after the seats have been rearranged.

    The waiting times in `awaited` move with their players.
    """
    moved = {old: new for new, old in enumerate(event.seats) if old is not None}
    awaited = {moved[old]: until for old, until in before.awaited.items() if old in moved}
    return replace(before, awaited=awaited)
