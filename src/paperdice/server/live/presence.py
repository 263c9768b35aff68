"""The attendance of a table: connections to this process and to others."""

from __future__ import annotations

import time
from dataclasses import replace

from paperdice.flow.attendance import Attendance, Moment, attend
from paperdice.flow.table import Table
from paperdice.server.live.member import Member
from paperdice.server.settings import Settings
from paperdice.store.entries import Presence as PresenceEntry
from paperdice.store.store import Store


class TablePresence:
    """The members of a table in this process, and the connections reported by other processes.

    `attendance` combines both.
    """

    def __init__(self, store: Store, process: str, settings: Settings) -> None:
        self.members: set[Member] = set()
        self.attendance = Attendance(is_parked=True)
        self.empty_since = time.monotonic()
        self._store, self._process, self._seconds = store, process, settings.presence_seconds
        self._patience_ms = int(settings.stand_in_seconds * 1000)
        self._elsewhere: list[PresenceEntry] = []
        self._has_looked = False

    @property
    def _here(self) -> PresenceEntry:
        seats = {seat for member in self.members if not member.is_silent for seat in member.held}
        n_watchers = sum(not member.held for member in self.members)
        guests = {guest for member in self.members if not member.is_silent for guest in member.guests}
        return PresenceEntry(self._process, tuple(sorted(seats)), n_watchers, tuple(sorted(guests)))

    def update(self, table: Table, monotonic_ms: int) -> None:
        """Recompute the attendance after a member has joined or left, or a seat has changed hands."""
        entries = [self._here, *self._elsewhere]
        seats = frozenset(seat for entry in entries for seat in entry.seats)
        elsewhere = seats.difference(self._here.seats)
        guests = frozenset(guest for entry in entries for guest in entry.guests)
        n_watchers = sum(entry.n_watchers for entry in entries)
        there = (seats, n_watchers, monotonic_ms, self._patience_ms, guests, elsewhere)
        self.attendance = attend(table, self.attendance, *there)

    def expect_back(self, seat: int, monotonic_ms: int) -> None:
        """Restart the wait before a bot may replace a player, because the player has reconnected to another process."""
        if seat not in self.attendance.seats:
            awaited = {**self.attendance.awaited, seat: monotonic_ms + self._patience_ms}
            self.attendance = replace(self.attendance, awaited=awaited)

    def expect_member(self) -> None:
        """Restart the idle timeout of an empty session, since a member is about to join."""
        self.empty_since = time.monotonic()

    def leave(self, member: Member) -> None:
        """Remove a member, and restart the idle timeout of the session."""
        self.members.discard(member)
        self.empty_since = time.monotonic()

    def forget_others(self) -> None:
        """Discard the reports of other processes, which do not apply to a new match or seating order."""
        self._elsewhere = []

    async def share(self, match_id: str) -> None:
        """Store which seats and spectators are connected to this process, so that other processes can see them."""
        await self._store.set_presence(match_id, self._here, self._seconds)

    async def look_around(self, table: Table, now: Moment) -> bool:
        """Fetch the connections of other processes, and return whether they have changed.

        Players found by the first call were connected before this process loaded the table, so their clocks keep
        running.
        """
        found = await self._store.list_presence(table.match_id)
        elsewhere = [entry for entry in found if entry.process != self._process]
        is_first, self._has_looked = not self._has_looked, True
        if elsewhere == self._elsewhere:
            return False
        self._elsewhere = elsewhere
        self.update(table, now.monotonic_ms)
        if is_first:
            held = {seat: now.monotonic_ms - max(0, now.at - at) for seat, at in table.on_hold.items()}
            since = now.monotonic_ms - max(0, now.at - table.step_at)
            self.attendance = replace(self.attendance, since=since, held=held)
        return True
