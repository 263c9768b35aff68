"""Dataclasses for the rows of a store, and the exceptions that stores raise."""

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
    """The database did not confirm a commit, so it is unknown whether the changes were stored."""


class DeletedMatchError(StoreError):
    """The match was deleted while its table was in use."""

    def __init__(self, match_id: str) -> None:
        super().__init__(f"match {match_id!r} was deleted", Reason("unknown_match", {}))


class DamagedFileError(StoreError):
    """A page of the database file cannot be read."""


class DamagedMatchError(StoreError):
    """Events of a match are missing or damaged. Other matches are unaffected."""

    def __init__(self, match_id: str, what: str) -> None:
        message = f"match {match_id!r} is damaged in the database: {what}; a backup may have it intact"
        super().__init__(message, Reason("damaged_match", {"match": match_id}))


def stale(match_id: str) -> StaleMatchError:
    """Return the error for a write that failed because another writer had changed the match in the meantime."""
    return StaleMatchError(f"match {match_id!r} has changed: another writer was first", Reason("stale_match", {}))


def misfit(error: object) -> StoreError:
    """Return the error for backup rows that violate the schema, such as duplicate keys or dangling references."""
    return StoreError(f"the rows of the backup are inconsistent: {error}")


def rank_score_of(score: int, *, won: bool) -> int:
    """Return the sort key of a challenge result: any win ranks above any loss; otherwise, the score decides."""
    return score + won * _WIN


@dataclass(frozen=True, slots=True)
class MatchEntry:
    """A stored match.

    `length` is the number of events in its log. `ending` (JSON) and `record` are empty until the match is finished.
    `rank_score` is the sort key among the results of a challenge. While `is_open` is true and the match is not
    finished, its table is in the public list of open tables.
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
    rank_score: int | None = None
    is_open: bool = False


@dataclass(frozen=True, slots=True)
class TableEntry:
    """A stored table: its code and its current match."""

    id: str
    code: str
    match_id: str
    touched: int


@dataclass(frozen=True, slots=True)
class ChallengeEntry:
    """A stored challenge; `body` is JSON that the server interprets."""

    id: str
    game: str
    body: str
    created: int


@dataclass(frozen=True, slots=True)
class ReviewEntry:
    """The stored review of a match. `kind` identifies the evaluator's version and number of samples; `body` is JSON."""

    match_id: str
    kind: str
    body: str


@dataclass(frozen=True, slots=True)
class Presence:
    """The seats, guests and number of unseated devices that are connected to a match through one server process."""

    process: str
    seats: tuple[int, ...]
    n_watchers: int
    guests: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Subscription:
    """A device's subscription to push notifications, which are sent when its seat at a table has to decide.

    `endpoint` is the device's address at the push service, `p256dh` and `auth` are its encryption keys, `holder` is the
    hash of the seat's token, and `told` identifies the last notification.
    """

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
    """The result of a finished match. The fields are empty if a correction has reopened the match."""

    finished: int | None
    ending: str
    record: str
    rank_score: int | None = None
