"""A store that forgets everything at the end of the process, for tests and for trying things out."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Sequence
from dataclasses import astuple, replace
from typing import Any

from paperdice.errors import StoreError
from paperdice.store.database import misfit
from paperdice.store.scripts import stale
from paperdice.store.soundness import COLUMNS, check_log, check_text, checksum_of
from paperdice.store.store import (
    ChallengeEntry,
    DeletedMatchError,
    DumpedRow,
    Ending,
    MatchEntry,
    Notice,
    Presence,
    ReviewEntry,
    Subscription,
    TableEntry,
)


class LocalPresence:
    """Who is connected and what time it is, where only one process serves a database."""

    def __init__(self) -> None:
        # By match, then by process, so that a look at one table does not go through all.
        self._present: dict[str, dict[str, tuple[Presence, float]]] = {}

    async def now(self) -> int:
        """The time by the clock of this machine."""
        return time.time_ns() // 1_000_000

    async def set_presence(self, match_id: str, presence: Presence, seconds: float) -> None:
        """Says who is connected through one process."""
        there = self._present.setdefault(match_id, {})
        if presence.seats or presence.n_watchers:
            there[presence.process] = (presence, time.monotonic() + seconds)
        else:
            there.pop(presence.process, None)
        if not there:
            del self._present[match_id]

    async def list_presence(self, match_id: str) -> list[Presence]:
        """Gives who is connected."""
        found = sorted(self._present.get(match_id, {}).items())
        return [presence for _, (presence, until) in found if until > time.monotonic()]

    async def listen(self, notice: Notice) -> None:
        """Hears nothing: there is no other process."""


class MemoryStore(LocalPresence):
    """Keeps matches in dictionaries."""

    def __init__(self) -> None:
        super().__init__()
        self._matches: dict[str, MatchEntry] = {}
        self._events: dict[str, list[tuple[int, str, int]]] = {}
        self._tables: dict[str, TableEntry] = {}
        self._challenges: dict[str, ChallengeEntry] = {}
        self._reviews: dict[str, ReviewEntry] = {}
        self._subscriptions: dict[tuple[str, str], Subscription] = {}
        self._wakes: dict[str, int] = {}

    async def open(self, *, serves: bool = False) -> None:
        """Has nothing to open."""

    async def close(self) -> None:
        """Has nothing to close."""

    async def ping(self) -> None:
        """Always answers."""

    async def create(self, table: TableEntry, match: MatchEntry, events: Sequence[str]) -> None:
        """Adds a match and its first events; a table whose match is finished gives its code away."""
        others = [other for other in self._tables.values() if other.code == table.code and other.id != table.id]
        if match.id in self._matches or any(self._matches[other.match_id].finished is None for other in others):
            raise stale(match.id)
        self._tables |= {other.id: replace(other, code=other.id) for other in others}
        self._matches[match.id] = replace(match, length=len(events))
        self._events[match.id] = _rows(match.id, 1, events)
        self._tables[table.id] = table

    async def append(
        self, match_id: str, expected_length: int, events: Sequence[str], now: int, ending: Ending | None = None
    ) -> None:
        """Adds events at the end of a log."""
        match = self._matches.get(match_id)
        if match is None or match.length != expected_length:
            raise stale(match_id)
        match = replace(match, length=match.length + len(events), touched=now)
        if ending is not None:
            match = _ended(match, ending)
            self._reviews.pop(match_id, None)
        self._matches[match_id] = match
        self._events[match_id] += _rows(match_id, expected_length + 1, events)

    async def rewrite(
        self, match_id: str, expected_length: int, events: Sequence[str], now: int, ending: Ending
    ) -> None:
        """Replace the events of a log, and append those that are new."""
        match = self._matches.get(match_id)
        if match is None or match.length != expected_length or len(events) < expected_length:
            raise stale(match_id)
        touched = max(now, match.touched + 1)
        self._matches[match_id] = replace(_ended(match, ending), length=len(events), touched=touched)
        self._reviews.pop(match_id, None)
        self._events[match_id] = _rows(match_id, 1, events)

    async def load(self, match_id: str, since: int = 0) -> list[str]:
        """Gives the end of a log."""
        check_text(match_id)
        if match_id not in self._matches:
            if since:
                raise DeletedMatchError(match_id)
            return []
        return check_log(match_id, self._matches[match_id].length, since, self._events[match_id][since:])

    async def find_match(self, match_id: str) -> MatchEntry | None:
        """Gives one match."""
        check_text(match_id)
        return self._matches.get(match_id)

    async def find_table(self, code: str) -> TableEntry | None:
        """Gives one table."""
        check_text(code)
        return next((table for table in self._tables.values() if table.code == code), None)

    async def list_tables(self, limit: int) -> list[TableEntry]:
        """Gives the open tables whose match is not finished."""
        found = [
            replace(table, touched=self._matches[table.match_id].touched)
            for table in self._tables.values()
            if (match := self._matches[table.match_id]).is_open and match.finished is None
        ]
        return sorted(found, key=lambda table: (-table.touched, table.code))[:limit]

    async def list_finished(self, match_ids: Sequence[str]) -> list[MatchEntry]:
        """Gives the finished ones among some matches."""
        check_text(*match_ids)
        found = [self._matches[match_id] for match_id in set(match_ids) if match_id in self._matches]
        done = [match for match in found if match.finished is not None]
        return sorted(done, key=lambda match: (-(match.finished or 0), match.id))

    async def list_results(self, challenge: str, limit: int, offset: int = 0) -> list[MatchEntry]:
        """Gives the finished matches of a challenge, best first."""
        return self._results(challenge)[offset : offset + limit]

    async def count_results(self, challenge: str, better_than: MatchEntry | None = None) -> int:
        """Gives how many matches of a challenge are finished, or are listed before one of them."""
        found = self._results(challenge)
        return len(found) if better_than is None else sum(_place(match) < _place(better_than) for match in found)

    def _results(self, challenge: str) -> list[MatchEntry]:
        check_text(challenge)
        found = [m for m in self._matches.values() if m.challenge == challenge and m.merit is not None]
        return sorted(found, key=_place)

    async def add_challenge(self, challenge: ChallengeEntry) -> None:
        """Adds a challenge."""
        self._challenges.setdefault(challenge.id, challenge)

    async def find_challenge(self, challenge: str) -> ChallengeEntry | None:
        """Gives one challenge."""
        check_text(challenge)
        return self._challenges.get(challenge)

    async def save_review(self, review: ReviewEntry, record: str) -> None:
        """Keeps the review of a match whose record is still the same."""
        match = self._matches.get(review.match_id)
        if match is not None and match.record == record:
            self._reviews[review.match_id] = review

    async def find_review(self, match_id: str) -> ReviewEntry | None:
        """Gives the review of a match."""
        check_text(match_id)
        return self._reviews.get(match_id)

    async def delete(self, match_id: str) -> None:
        """Forgets a match."""
        self._matches.pop(match_id, None)
        self._events.pop(match_id, None)
        self._reviews.pop(match_id, None)
        self._wakes.pop(match_id, None)
        self._tables = {key: table for key, table in self._tables.items() if table.match_id != match_id}
        self._subscriptions = {key: each for key, each in self._subscriptions.items() if key[0] in self._tables}

    async def sweep(self, finished_before: int, idle_before: int, in_use: Collection[str] = ()) -> int:
        """Deletes old matches."""
        old = [
            match.id
            for match in self._matches.values()
            if (match.touched < idle_before if match.finished is None else match.finished < finished_before)
            and match.id not in in_use
            and self._wakes.get(match.id, 0) <= idle_before
        ]
        for match_id in old:
            await self.delete(match_id)
        taken = {match.challenge for match in self._matches.values()}
        for challenge in [c.id for c in self._challenges.values() if c.created < idle_before and c.id not in taken]:
            del self._challenges[challenge]
        return len(old)

    async def newest(self) -> int | None:
        """Return when a match was last touched."""
        return max((match.touched for match in self._matches.values()), default=None)

    async def subscribe(self, subscription: Subscription, most_tables: int, most_devices: int) -> None:
        """Adds or renews a subscription, and lets the oldest go."""
        key = (subscription.table_id, subscription.endpoint)
        check_text(subscription.endpoint, subscription.p256dh, subscription.auth)
        if subscription.table_id not in self._tables:
            raise stale(subscription.table_id)
        before = self._subscriptions.get(key, subscription)
        self._subscriptions[key] = replace(subscription, told=before.told)
        newest = sorted(self._subscriptions.values(), key=lambda each: (-each.created, each.table_id, each.endpoint))
        of_device = [each for each in newest if each.endpoint == subscription.endpoint]
        of_holder = [each for each in newest if (each.table_id, each.holder) == (key[0], subscription.holder)]
        for old in (*of_device[most_tables:], *of_holder[most_devices:]):
            self._subscriptions.pop((old.table_id, old.endpoint), None)

    async def unsubscribe(self, endpoint: str, table_id: str | None = None) -> None:
        """Forgets a subscription."""
        for key in [key for key in self._subscriptions if key[1] == endpoint and table_id in (None, key[0])]:
            del self._subscriptions[key]

    async def list_subscriptions(self, table_id: str) -> list[Subscription]:
        """Gives who wants to be told of a table."""
        found = [each for each in self._subscriptions.values() if each.table_id == table_id]
        return sorted(found, key=lambda each: (each.created, each.endpoint))

    async def claim_telling(self, table_id: str, endpoint: str, told: str) -> bool:
        """Notes what a device is told of."""
        found = self._subscriptions.get((table_id, endpoint))
        if found is None or found.told == told:
            return False
        self._subscriptions[table_id, endpoint] = replace(found, told=told)
        return True

    async def wake_at(self, match_id: str, at: int | None) -> None:
        """Notes when a match wants to be looked at."""
        self._wakes.pop(match_id, None)
        if at is not None and match_id in self._matches:
            self._wakes[match_id] = at

    async def list_wakes(self, before: int, limit: int) -> list[str]:
        """Gives matches that wanted to be looked at."""
        found = sorted((at, match_id) for match_id, at in self._wakes.items() if at <= before)
        return [match_id for _, match_id in found[:limit]]

    async def dump(self) -> AsyncIterator[DumpedRow]:
        """Gives every row."""
        for match in list(self._matches.values()):
            yield "matches", (*astuple(match)[:-1], int(match.is_open))
        for match_id, rows in list(self._events.items()):
            for row in rows:
                yield "events", (match_id, *row)
        for table in list(self._tables.values()):
            yield "tables", (table.id, table.code, table.match_id, table.touched)
        for challenge in list(self._challenges.values()):
            yield "challenges", astuple(challenge)
        for review in list(self._reviews.values()):
            yield "reviews", astuple(review)
        for subscription in list(self._subscriptions.values()):
            yield "subscriptions", astuple(subscription)
        for wake in list(self._wakes.items()):
            yield "wakes", wake

    async def restore(self, rows: Iterable[DumpedRow], progress: Callable[[int], None] = lambda _: None) -> None:
        """Fills an empty store."""
        if self._matches or self._challenges:
            raise StoreError("the store already holds matches: restore only into an empty one")
        fresh = MemoryStore()
        keys: set[tuple[object, ...]] = set()
        for number, (name, row) in enumerate(rows, 1):
            key = (name, *row[: 2 if name in ("events", "subscriptions") else 1])
            codes = {("codes", row[1])} if name == "tables" else set()
            if (name == "events" and row[0] not in fresh._matches) or {key, *codes} & keys:
                raise misfit(name)
            keys |= {key, *codes}
            fresh._take(name, row)
            progress(number)
        self._matches, self._events = fresh._matches, fresh._events
        self._tables, self._challenges, self._reviews = fresh._tables, fresh._challenges, fresh._reviews
        self._subscriptions, self._wakes = fresh._subscriptions, fresh._wakes

    def _take(self, name: str, row: tuple[Any, ...]) -> None:
        values: dict[str, Any] = dict(zip(COLUMNS[name], row, strict=True))
        if name == "matches":
            match = MatchEntry(**{**values, "is_open": bool(values["is_open"])})
            self._matches[match.id] = match
            self._events[match.id] = []
        elif name == "events":
            self._events[row[0]].append(row[1:])
        elif name == "tables":
            table = TableEntry(**values)
            self._tables[table.id] = table
        elif name == "challenges":
            challenge = ChallengeEntry(**values)
            self._challenges[challenge.id] = challenge
        elif name == "reviews":
            self._reviews[row[0]] = ReviewEntry(**values)
        elif name == "subscriptions":
            subscription = Subscription(**values)
            self._subscriptions[subscription.table_id, subscription.endpoint] = subscription
        else:
            self._wakes[values["match_id"]] = values["at"]


def _rows(match_id: str, first: int, events: Sequence[str]) -> list[tuple[int, str, int]]:
    """Events with their numbers and checksums."""
    return [(number, event, checksum_of(match_id, number, event)) for number, event in enumerate(events, first)]


def _ended(match: MatchEntry, ending: Ending) -> MatchEntry:
    return replace(match, finished=ending.finished, ending=ending.ending, record=ending.record, merit=ending.merit)


def _place(match: MatchEntry) -> tuple[int, int, str]:
    """What the results of a challenge are ordered by."""
    return -(match.merit or 0), match.finished or 0, match.id
