"""The plain rows of a store, and its errors."""

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
    """The database did not confirm a commit: the changes may be stored or not."""


class DeletedMatchError(StoreError):
    """The match was deleted while its table was in use."""

    def __init__(self, match_id: str) -> None:
        super().__init__(f"match {match_id!r} was deleted", Reason("unknown_match", {}))


class DamagedFileError(StoreError):
    """A page of the database file cannot be read."""


class DamagedMatchError(StoreError):
    """Events of a match are missing or garbled; all other matches can continue."""

    def __init__(self, match_id: str, what: str) -> None:
        message = f"match {match_id!r} is damaged in the database: {what}; a backup may have it intact"
        super().__init__(message, Reason("damaged_match", {"match": match_id}))


def stale(match_id: str) -> StaleMatchError:
    """Return the error for a match that another writer changed first."""
    return StaleMatchError(f"match {match_id!r} has changed: another writer was first", Reason("stale_match", {}))


def misfit(error: object) -> StoreError:
    """Return the error for rows that violate the schema: a duplicate key, or a reference to a missing row."""
    return StoreError(f"the rows of the backup are inconsistent: {error}")


def rank_score_of(score: int, *, won: bool) -> int:
    """Return the sort key of a challenge result: any win ranks above any loss, then the score decides."""
    return score + won * _WIN


@dataclass(frozen=True, slots=True)
class MatchEntry:
    """One match: its log has `length` events; `ending` (JSON) and `record` are empty until it is finished.

    `rank_score` orders the results of a challenge. While a match `is_open` and not finished, everyone
    sees it in the list of tables.
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
    """One table: its code and its current match."""

    id: str
    code: str
    match_id: str
    touched: int


@dataclass(frozen=True, slots=True)
class ChallengeEntry:
    """One challenge; `body` is JSON for the server."""

    id: str
    game: str
    body: str
    created: int


@dataclass(frozen=True, slots=True)
class ReviewEntry:
    """The review of a match; `kind` names the version and samples of the evaluator, `body` is JSON."""

    match_id: str
    kind: str
    body: str


@dataclass(frozen=True, slots=True)
class Presence:
    """The seats and the number of spectators that are connected to a match through one server process."""

    process: str
    seats: tuple[int, ...]
    n_watchers: int


@dataclass(frozen=True, slots=True)
class Subscription:
    """A device that is notified when its seat at a table has to act: its address at the push service, its encryption
    keys, the holder of the seat (a hash of the token), and the last notification.
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
    """The result of a finished match; all fields are empty if a corrected roll has reopened the match."""

    finished: int | None
    ending: str
    record: str
    rank_score: int | None = None
