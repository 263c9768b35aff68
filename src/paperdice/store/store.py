"""What a store must be able to do, in few verbs, and the plain rows that it takes and gives."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from paperdice.errors import Reason, StoreError

Notice = Callable[[str, int], None]
DumpedRow = tuple[str, tuple[Any, ...]]
_WIN = 1_000_000


class LostAnswerError(StoreError):
    """The database was asked to keep something and did not answer: it may be kept or not."""


class DeletedMatchError(StoreError):
    """The match was deleted while its table was in use."""

    def __init__(self, match_id: str) -> None:
        super().__init__(f"match {match_id!r} was deleted", Reason("unknown_match", {}))


class DamagedMatchError(StoreError):
    """What is kept of a match has been garbled or lost; all other matches can be played on."""

    def __init__(self, match_id: str, what: str) -> None:
        message = f"match {match_id!r} is damaged in the database: {what}; a backup may have it whole"
        super().__init__(message, Reason("damaged_match", {"match": match_id}))


def merit_of(score: int, *, won: bool) -> int:
    """What orders the results of a challenge: any win before any loss, then the score."""
    return score + won * _WIN


@dataclass(frozen=True, slots=True)
class MatchEntry:
    """One match: its log has `length` events; `ending` (JSON) and `record` are empty until it is finished.

    `merit` is what its place among the results of a challenge follows from. A match that `is_open` is listed for
    everyone until it is finished.
    """

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
    merit: int | None = None
    is_open: bool = False


@dataclass(frozen=True, slots=True)
class TableEntry:
    """One table: the code by which it is found and the match that is played at it now."""

    id: str
    code: str
    match_id: str
    touched: int


@dataclass(frozen=True, slots=True)
class ChallengeEntry:
    """One challenge; `body` is JSON that the server understands."""

    id: str
    game: str
    body: str
    created: int


@dataclass(frozen=True, slots=True)
class ReviewEntry:
    """The review of a match; `kind` names the version and the budget of what made it, `body` is JSON."""

    match_id: str
    kind: str
    body: str


@dataclass(frozen=True, slots=True)
class Presence:
    """Which seats and how many watchers one server process has connected for a match."""

    process: str
    seats: tuple[int, ...]
    n_watchers: int


@dataclass(frozen=True, slots=True)
class Subscription:
    """Where a device wants to be told that a seat at a table is wanted: the address that its push service gave it,
    the keys to encrypt with, whose seat it is (the hash of its token), and what it was told of last."""

    table_id: str
    endpoint: str
    holder: str
    p256dh: str
    auth: str
    lang: str
    created: int
    told: str = ""


@dataclass(frozen=True, slots=True)
class Ending:
    """What is kept of a finished match beside its log; all empty if a corrected roll has made it go on."""

    finished: int | None
    ending: str
    record: str
    merit: int | None = None


class Store(Protocol):
    """Keeps matches; a returned write is on disk, and an event log only ever grows at its end.

    Every verb raises StoreError when the database cannot be reached or written; nothing is then changed. The exception
    is LostAnswerError: what was written may be there or not, and only the log tells. What a database has lost or
    garbled of a match is a DamagedMatchError; an id that no text can be is a NotationError.
    """

    async def open(self, *, serves: bool = False) -> None:
        """Connect, and create the schema in a new database; StoreError if another server has the file."""

    async def close(self) -> None:
        """Finishes what is under way and lets go."""

    async def ping(self) -> None:
        """Changes nothing, but raises StoreError if the database cannot be written."""

    async def now(self) -> int:
        """The time in milliseconds since 1970 by the one clock that all processes of this store go by."""

    async def create(self, table: TableEntry, match: MatchEntry, events: Sequence[str]) -> None:
        """Adds a match as its table's current one; StaleMatchError if its id, or the code of a new table, is taken."""

    async def append(
        self, match_id: str, expected_length: int, events: Sequence[str], now: int, ending: Ending | None = None
    ) -> None:
        """Adds events to a log of exactly this length, StaleMatchError if somebody else was first."""

    async def rewrite(
        self, match_id: str, expected_length: int, events: Sequence[str], now: int, ending: Ending
    ) -> None:
        """Replace the events of a log of this length, and append those beyond it; StaleMatchError if it has grown."""

    async def load(self, match_id: str, since: int = 0) -> list[str]:
        """Return the events after number `since`, oldest first.

        Without a match there are none from the start, and DeletedMatchError after any event.
        """

    async def find_match(self, match_id: str) -> MatchEntry | None:
        """Gives one match, None if there is none."""

    async def find_table(self, code: str) -> TableEntry | None:
        """Gives the table with this code, None if there is none."""

    async def list_tables(self, limit: int) -> list[TableEntry]:
        """Gives the tables that are open to everyone, latest first."""

    async def list_finished(self, match_ids: Sequence[str]) -> list[MatchEntry]:
        """Gives those of the matches that are finished, latest first."""

    async def list_results(self, challenge: str, limit: int, offset: int = 0) -> list[MatchEntry]:
        """Gives the finished matches of a challenge, best first and of equal ones the earlier, from a place on."""

    async def count_results(self, challenge: str, better_than: MatchEntry | None = None) -> int:
        """Gives how many matches of a challenge are finished, or how many of them are listed before one of them."""

    async def add_challenge(self, challenge: ChallengeEntry) -> None:
        """Adds a challenge; one that exists stays as it is."""

    async def find_challenge(self, challenge: str) -> ChallengeEntry | None:
        """Gives one challenge, None if there is none."""

    async def save_review(self, review: ReviewEntry, record: str) -> None:
        """Keeps the review of a match if its record is still this one, in place of an earlier review.

        When the ending of a match changes, its review is forgotten.
        """

    async def find_review(self, match_id: str) -> ReviewEntry | None:
        """Gives the review of a match, None if there is none."""

    async def delete(self, match_id: str) -> None:
        """Forgets a match with its log, and its table if that is its current match."""

    async def sweep(self, finished_before: int, idle_before: int, in_use: Collection[str] = ()) -> int:
        """Deletes matches finished or, unfinished, untouched before these times, with their tables; gives how many.

        Matches in use stay, here and wherever somebody is present, and so do those to be woken later; old challenges go
        when no match of them is left. Few matches go in one transaction, with pauses between them; `in_use` is
        looked at again each time.
        """

    async def newest(self) -> int | None:
        """Return when a match was last touched; None without a match."""

    async def subscribe(self, subscription: Subscription, most_tables: int, most_devices: int) -> None:
        """Adds or renews a subscription; of more tables for one device, or more devices for one holder, the oldest go.

        StaleMatchError if the table is gone.
        """

    async def unsubscribe(self, endpoint: str, table_id: str | None = None) -> None:
        """Forgets the subscription of a device for one table, or for all."""

    async def list_subscriptions(self, table_id: str) -> list[Subscription]:
        """Gives who wants to be told of a table, oldest first."""

    async def claim_telling(self, table_id: str, endpoint: str, told: str) -> bool:
        """Notes what a device is told of; False if it has been told that already, by whichever process."""

    async def wake_at(self, match_id: str, at: int | None) -> None:
        """Notes when a match wants to be looked at although nobody is there, or that it does not any more."""

    async def list_wakes(self, before: int, limit: int) -> list[str]:
        """Gives matches that wanted to be looked at before a time, the earliest first."""

    async def set_presence(self, match_id: str, presence: Presence, seconds: float) -> None:
        """Tells all processes who is connected through this one, for so long by the store's own clock."""

    async def list_presence(self, match_id: str) -> list[Presence]:
        """Gives who is connected through which process."""

    async def listen(self, notice: Notice) -> None:
        """Call `notice(match, length)` when another process may have changed a match, `notice("", 0)` after a gap.

        The length is 0 where only presence has changed, and larger than that of any log where the match was deleted.
        """

    def dump(self) -> AsyncIterator[DumpedRow]:
        """Gives every row of every table as it was at one moment."""

    async def restore(self, rows: Iterable[DumpedRow], progress: Callable[[int], None] = lambda _: None) -> None:
        """Fill an empty store with dumped rows, all or none; `progress` is told how many rows are done."""
