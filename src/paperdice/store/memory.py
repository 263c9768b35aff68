"""A store that forgets everything at the end of the process, for tests and for trying things out."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import astuple, replace

from paperdice.errors import StoreError
from paperdice.store.scripts import COLUMNS, stale
from paperdice.store.store import ChallengeEntry, DumpedRow, Ending, MatchEntry, Notice, Presence, TableEntry


class LocalPresence:
    """Who is connected, where only one process serves a database."""

    def __init__(self) -> None:
        self._present: dict[tuple[str, str], tuple[Presence, int]] = {}

    async def set_presence(self, match_id: str, presence: Presence, until: int) -> None:
        """Says who is connected through one process."""
        if presence.seats or presence.n_watchers:
            self._present[match_id, presence.process] = (presence, until)
        else:
            self._present.pop((match_id, presence.process), None)

    async def list_presence(self, match_id: str, now: int) -> list[Presence]:
        """Gives who is connected."""
        found = [value for key, value in sorted(self._present.items()) if key[0] == match_id]
        return [presence for presence, until in found if until > now]

    async def listen(self, notice: Notice) -> None:
        """Hears nothing: there is no other process."""


class MemoryStore(LocalPresence):
    """Keeps matches in dictionaries."""

    def __init__(self) -> None:
        super().__init__()
        self._matches: dict[str, MatchEntry] = {}
        self._events: dict[str, list[str]] = {}
        self._tables: dict[str, TableEntry] = {}
        self._challenges: dict[str, ChallengeEntry] = {}

    async def open(self) -> None:
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
        self._events[match.id] = list(events)
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
            match = replace(match, finished=ending.finished, ending=ending.ending, record=ending.record)
        self._matches[match_id] = match
        self._events[match_id].extend(events)

    async def rewrite(self, match_id: str, expected_length: int, events: Sequence[str], ending: Ending) -> None:
        """Replaces the words of a finished log."""
        match = self._matches.get(match_id)
        if match is None or not match.length == expected_length == len(events):
            raise stale(match_id)
        self._matches[match_id] = replace(match, finished=ending.finished, ending=ending.ending, record=ending.record)
        self._events[match_id] = list(events)

    async def load(self, match_id: str, since: int = 0) -> list[str]:
        """Gives the end of a log."""
        return self._events.get(match_id, [])[since:]

    async def find_match(self, match_id: str) -> MatchEntry | None:
        """Gives one match."""
        return self._matches.get(match_id)

    async def find_table(self, code: str) -> TableEntry | None:
        """Gives one table."""
        return next((table for table in self._tables.values() if table.code == code), None)

    async def list_tables(self, limit: int) -> list[TableEntry]:
        """Gives the open tables whose match is not finished."""
        found = [
            replace(table, touched=self._matches[table.match_id].touched)
            for table in self._tables.values()
            if table.is_open and self._matches[table.match_id].finished is None
        ]
        return sorted(found, key=lambda table: (-table.touched, table.code))[:limit]

    async def list_finished(self, match_ids: Sequence[str]) -> list[MatchEntry]:
        """Gives the finished ones among some matches."""
        found = [self._matches[match_id] for match_id in set(match_ids) if match_id in self._matches]
        done = [match for match in found if match.finished is not None]
        return sorted(done, key=lambda match: (-(match.finished or 0), match.id))

    async def list_results(self, challenge: str, limit: int) -> list[MatchEntry]:
        """Gives the finished matches of a challenge."""
        done = [m for m in self._matches.values() if m.challenge == challenge and m.finished is not None]
        return sorted(done, key=lambda match: (match.finished or 0, match.id))[:limit]

    async def add_challenge(self, challenge: ChallengeEntry) -> None:
        """Adds a challenge."""
        self._challenges.setdefault(challenge.id, challenge)

    async def find_challenge(self, challenge: str) -> ChallengeEntry | None:
        """Gives one challenge."""
        return self._challenges.get(challenge)

    async def delete(self, match_id: str) -> None:
        """Forgets a match."""
        self._matches.pop(match_id, None)
        self._events.pop(match_id, None)
        self._tables = {key: table for key, table in self._tables.items() if table.match_id != match_id}

    async def sweep(self, finished_before: int, idle_before: int) -> int:
        """Deletes old matches."""
        old = [
            match.id
            for match in self._matches.values()
            if (match.touched < idle_before if match.finished is None else match.finished < finished_before)
        ]
        for match_id in old:
            await self.delete(match_id)
        return len(old)

    async def dump(self) -> AsyncIterator[DumpedRow]:
        """Gives every row."""
        for match in list(self._matches.values()):
            yield "matches", astuple(match)
        for match_id, events in list(self._events.items()):
            for sequence, event in enumerate(events, 1):
                yield "events", (match_id, sequence, event)
        for table in list(self._tables.values()):
            yield "tables", (table.id, table.code, table.match_id, int(table.is_open), table.touched)
        for challenge in list(self._challenges.values()):
            yield "challenges", astuple(challenge)

    async def restore(self, rows: Iterable[DumpedRow]) -> None:
        """Fills an empty store."""
        if self._matches:
            raise StoreError("the store already holds matches: restore only into an empty one")
        fresh = MemoryStore()
        for name, row in rows:
            if name not in COLUMNS or len(row) != len(COLUMNS[name]):
                raise StoreError(f"a backup of this version has no row like {name} with {len(row)} columns")
            fresh._take(name, row)
        self._matches, self._events = fresh._matches, fresh._events
        self._tables, self._challenges = fresh._tables, fresh._challenges

    def _take(self, name: str, row: tuple[object, ...]) -> None:
        values = dict(zip(COLUMNS[name], row, strict=True))
        if name == "matches":
            match = MatchEntry(**values)  # type: ignore[arg-type]  # a dumped row has the columns of its table
            self._matches[match.id] = match
            self._events[match.id] = []
        elif name == "events":
            self._events[str(values["match_id"])].append(str(values["event"]))
        elif name == "tables":
            table = TableEntry(**{**values, "is_open": bool(values["is_open"])})  # type: ignore[arg-type]  # as above
            self._tables[table.id] = table
        else:
            challenge = ChallengeEntry(**values)  # type: ignore[arg-type]  # as above
            self._challenges[challenge.id] = challenge
