"""The plain rows that a store takes and returns, and its errors."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from paperdice.errors import Reason, StaleMatchError, StoreError

Row = tuple[Any, ...]
DumpedRow = tuple[str, Row]
Notice = Callable[[str, int], None]
_WIN = 1_000_000


class LostAnswerError(StoreError):
    """The database was asked to keep something and did not answer: it may be kept or not."""


class DeletedMatchError(StoreError):
    """The match was deleted while its table was in use."""

    def __init__(self, match_id: str) -> None:
        super().__init__(f"match {match_id!r} was deleted", Reason("unknown_match", {}))


class DamagedFileError(StoreError):
    """A page of the database file cannot be read."""


class DamagedMatchError(StoreError):
    """What is kept of a match has been garbled or lost; all other matches can be played on."""

    def __init__(self, match_id: str, what: str) -> None:
        message = f"match {match_id!r} is damaged in the database: {what}; a backup may have it whole"
        super().__init__(message, Reason("damaged_match", {"match": match_id}))


def stale(match_id: str) -> StaleMatchError:
    """Return the error for a match that somebody else changed first."""
    return StaleMatchError(f"match {match_id!r} has moved on: somebody else was first", Reason("stale_match", {}))


def misfit(error: object) -> StoreError:
    """Return the error for rows that the schema refuses: a key twice, or a reference to nothing."""
    return StoreError(f"the rows of the backup do not fit together: {error}")


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
