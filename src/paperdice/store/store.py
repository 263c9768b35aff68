"""What a store must be able to do, in few verbs, and the plain rows that it takes and gives."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

Notice = Callable[[str, int], None]
DumpedRow = tuple[str, tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class MatchEntry:
    """One match: its log has `length` events; `ending` (JSON) and `record` are empty until it is finished."""

    id: str
    table_id: str
    game: str
    challenge: str | None
    length: int
    created: int
    touched: int
    finished: int | None = None
    ending: str = ""
    record: str = ""


@dataclass(frozen=True, slots=True)
class TableEntry:
    """One table: the code by which it is found and the match that is played at it now."""

    id: str
    code: str
    match_id: str
    is_open: bool
    touched: int


@dataclass(frozen=True, slots=True)
class ChallengeEntry:
    """One challenge; `body` is JSON that the server understands."""

    id: str
    game: str
    body: str
    created: int


@dataclass(frozen=True, slots=True)
class Presence:
    """Which seats and how many watchers one server process has connected for a match."""

    process: str
    seats: tuple[int, ...]
    n_watchers: int


@dataclass(frozen=True, slots=True)
class Ending:
    """What is kept of a finished match beside its log; all empty if a corrected roll has made it go on."""

    finished: int | None
    ending: str
    record: str


class Store(Protocol):
    """Keeps matches; a returned write is on disk, and an event log only ever grows at its end.

    Every verb raises StoreError when the database cannot be reached or written; nothing is then changed.
    """

    async def open(self) -> None:
        """Connects and brings the schema up to date."""

    async def close(self) -> None:
        """Finishes what is under way and lets go."""

    async def ping(self) -> None:
        """Changes nothing, but raises StoreError if the database cannot be written."""

    async def create(self, table: TableEntry, match: MatchEntry, events: Sequence[str]) -> None:
        """Adds a match as its table's current one; StaleMatchError if its id, or the code of a new table, is taken."""

    async def append(
        self, match_id: str, expected_length: int, events: Sequence[str], now: int, ending: Ending | None = None
    ) -> None:
        """Adds events to a log of exactly this length, StaleMatchError if somebody else was first."""

    async def rewrite(self, match_id: str, expected_length: int, events: Sequence[str], ending: Ending) -> None:
        """Puts other words into a finished log of the same length, for a person who wants to be forgotten."""

    async def load(self, match_id: str, since: int = 0) -> list[str]:
        """Gives the events after number `since`, oldest first."""

    async def find_match(self, match_id: str) -> MatchEntry | None:
        """Gives one match, None if there is none."""

    async def find_table(self, code: str) -> TableEntry | None:
        """Gives the table with this code, None if there is none."""

    async def list_tables(self, limit: int) -> list[TableEntry]:
        """Gives the tables that are open to everyone, latest first."""

    async def list_finished(self, match_ids: Sequence[str]) -> list[MatchEntry]:
        """Gives those of the matches that are finished, latest first."""

    async def list_results(self, challenge: str, limit: int) -> list[MatchEntry]:
        """Gives the finished matches of a challenge, earliest first."""

    async def add_challenge(self, challenge: ChallengeEntry) -> None:
        """Adds a challenge; one that exists stays as it is."""

    async def find_challenge(self, challenge: str) -> ChallengeEntry | None:
        """Gives one challenge, None if there is none."""

    async def delete(self, match_id: str) -> None:
        """Forgets a match with its log, and its table if that is its current match."""

    async def sweep(self, finished_before: int, idle_before: int) -> int:
        """Deletes matches finished or, unfinished, untouched before these times, with their tables; gives how many."""

    async def set_presence(self, match_id: str, presence: Presence, until: int) -> None:
        """Tells all processes who is connected through this one, until a time in milliseconds."""

    async def list_presence(self, match_id: str, now: int) -> list[Presence]:
        """Gives who is connected through which process."""

    async def listen(self, notice: Notice) -> None:
        """Calls `notice(match, length)` when another process may have changed a match, `notice("", 0)` after a gap."""

    def dump(self) -> AsyncIterator[DumpedRow]:
        """Gives every row of every table as it was at one moment."""

    async def restore(self, rows: Iterable[DumpedRow]) -> None:
        """Fills an empty store with dumped rows, all or none."""
