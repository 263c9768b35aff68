"""The operations of a store, implemented in SQL that both SQLite and PostgreSQL understand.

An operation is a generator that yields statements with their arguments and receives the resulting rows. It runs in one
transaction. The decorators `reads` and `writes` turn it into a coroutine function, so subclasses only have to run the
generator. Placeholders are `$1`, `$2`, … in both databases.
"""

from __future__ import annotations

import asyncio
import logging
import time
from abc import ABC, abstractmethod
from collections.abc import (
    AsyncIterator,
    Awaitable,
    Callable,
    Collection,
    Coroutine,
    Generator,
    Iterable,
    Iterator,
    Sequence,
)
from contextlib import AbstractAsyncContextManager
from dataclasses import astuple, replace
from functools import wraps
from importlib.resources import files
from itertools import groupby, islice
from operator import itemgetter
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeAlias, TypeVar

from paperdice.errors import StoreError
from paperdice.store.entries import (
    ChallengeEntry,
    DamagedFileError,
    DeletedMatchError,
    DumpedRow,
    Ending,
    MatchEntry,
    Notice,
    Presence,
    ReviewEntry,
    Row,
    Subscription,
    TableEntry,
    stale,
)
from paperdice.store.soundness import COLUMNS, check_log, check_text, checksum_of

P = ParamSpec("P")
S = TypeVar("S", bound="Store")
T = TypeVar("T")
Script: TypeAlias = Generator[tuple[str, Row], list[Row], T]
# A coroutine function that adds rows to a table.
Add = Callable[[str, list[Row]], Awaitable[None]]

# Until the first release, every change to schema.sql increments this number, and there are no migrations.
SCHEMA_VERSION = 8
_MATCH = ", ".join(COLUMNS["matches"])
# The list of open tables is cached by this time, so it must increase with every change.
LATER = "case when touched < {now} then {now} else touched + 1 end"
_GROW = f"update matches set length = $1, touched = {LATER.format(now='$2')} where id = $3 and length = $4 returning 1"
_INSERT_EVENT = "insert into events (match_id, sequence, event, checksum) values ($1, $2, $3, $4)"
_SET_ENDING = "update matches set finished = $1, ending = $2, record = $3, rank_score = $4 where id = $5"
_FORGET_REVIEW = "delete from reviews where match_id = $1"
# Stores nothing if the match was deleted or its record has changed.
_SAVE_REVIEW = """
insert into reviews (match_id, kind, body) select id, $2, $3 from matches where id = $1 and record = $4
on conflict (match_id) do update set kind = excluded.kind, body = excluded.body
"""
# Returns at least one row if the match exists, which distinguishes an empty log from a missing match.
_LOAD = """
select m.length, e.sequence, e.event, e.checksum
from matches m left join events e on e.match_id = m.id and e.sequence > $2 where m.id = $1 order by e.sequence
"""
_RESULTS = "from matches where challenge = $1 and rank_score is not null"
_BETTER = "and (rank_score > $2 or (rank_score = $2 and (finished < $3 or (finished = $3 and id < $4))))"
_LIST_TABLES = """
select t.id, t.code, t.match_id, m.touched from matches m join tables t on t.match_id = m.id
where m.is_open = 1 and m.finished is null order by m.touched desc, t.code limit $1
"""
# A table releases its code to a new one some time after its match is finished; an id is never a valid code.
_FREE_CODE = """
update tables set code = id
where code = $1 and id <> $2 and match_id in (select id from matches where finished is not null and touched < $3)
"""
_OLD = """
select id from matches where (finished < $1 or (finished is null and touched < $2))
and not exists (select 1 from presence where presence.match_id = matches.id and presence.until > $2)
and not exists (select 1 from wakes where wakes.match_id = matches.id and wakes.at > $2)
"""
# Transactions that delete are short, a few milliseconds, since they block all other writes.
_SWEEP_MATCHES = 2
# A sweep pauses for this multiple of the time it has worked.
_REST = 9
_OLD_CHALLENGES = """
delete from challenges where created < $1
and not exists (select 1 from matches where matches.challenge = challenges.id)
"""
_SUBSCRIPTION = ", ".join(COLUMNS["subscriptions"])
# Stores nothing if the table does not exist. A renewed subscription keeps the last notification, which is not repeated.
_SUBSCRIBE = f"""
insert into subscriptions ({_SUBSCRIPTION}) select $1, $2, $3, $4, $5, $6, $7, $8 from tables where id = $1
on conflict (table_id, endpoint) do update set holder = excluded.holder, p256dh = excluded.p256dh,
auth = excluded.auth, lang = excluded.lang, created = excluded.created returning 1
"""
_OLD_TABLES = """
delete from subscriptions where endpoint = $1 and table_id in (
select table_id from subscriptions where endpoint = $1 order by created desc, table_id limit 1000 offset $2)
"""
_OLD_DEVICES = """
delete from subscriptions where table_id = $1 and endpoint in (
select endpoint from subscriptions where table_id = $1 and holder = $2
order by created desc, endpoint limit 1000 offset $3)
"""
_CLAIM = "update subscriptions set told = $1 where table_id = $2 and endpoint = $3 and told <> $1 returning 1"
_WAKE = """
insert into wakes (match_id, at) select id, $2 from matches where id = $1
on conflict (match_id) do update set at = excluded.at
"""
_PING = """
insert into presence (match_id, process, seats, n_watchers, guests, until) values ('', 'ping', '', 0, '', 0)
on conflict (match_id, process) do update set n_watchers = 1 - presence.n_watchers
"""
# The length announced for a deleted match, larger than that of any log.
_DELETED = 999_999_999
_BATCH_ROWS = 1000
logger = logging.getLogger("paperdice.store")


class Added(NamedTuple):
    """Events to append to a log, which must have `expected_length` events."""

    match_id: str
    expected_length: int
    events: Sequence[str]
    now: int
    ending: Ending | None


def reads(
    verb: Callable[Concatenate[S, P], Script[T]],
) -> Callable[Concatenate[S, P], Coroutine[Any, Any, T]]:
    """Turn a read-only operation into a coroutine function."""

    @wraps(verb)
    async def run(self: S, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._read(verb(self, *args, **kwargs))

    return run


def writes(
    verb: Callable[Concatenate[S, P], Script[T]],
) -> Callable[Concatenate[S, P], Coroutine[Any, Any, T]]:
    """Turn a write operation into a coroutine function."""

    @wraps(verb)
    async def run(self: S, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._do(verb(self, *args, **kwargs))

    return run


class Store(ABC):
    """Stores matches with their event logs. When a write returns, its data is on disk.

    If the database cannot be reached or written, operations raise `StoreError` and change nothing. The exception is
    `LostAnswerError`, after which only the log shows whether the write was stored. Operations raise `DamagedMatchError`
    for missing or damaged events, and `NotationError` for ids that cannot be stored.
    """

    # Implemented by each database

    @abstractmethod
    async def open(self, *, serves: bool = False) -> None:
        """Connect to the database, and create the schema if the database is new.

        Args:
            serves: Whether this process is a server; only one server can use an SQLite file.

        Raises:
            StoreError: The database cannot be used, or another server is using the file.
        """

    @abstractmethod
    async def close(self) -> None:
        """Finish pending work and disconnect from the database."""

    @abstractmethod
    async def _do(self, script: Script[T]) -> T:
        """Run a script in one transaction, which is rolled back if it fails."""

    async def _read(self, script: Script[T]) -> T:
        """Run a read-only script."""
        return await self._do(script)

    def _notify(self, match_id: str, length: int) -> Script[None]:
        """Notify other processes that a match has changed, if they can share the database."""
        yield from ()

    @abstractmethod
    async def now(self) -> int:
        """Return the Unix time in milliseconds by the clock shared by all processes of this store."""

    @abstractmethod
    async def set_presence(self, match_id: str, presence: Presence, seconds: float) -> None:
        """Publish the presence of one process at a match to all processes. It expires after `seconds`."""

    @abstractmethod
    async def list_presence(self, match_id: str) -> list[Presence]:
        """Return the presence of each process at a match, excluding entries that have expired."""

    @abstractmethod
    async def listen(self, notice: Notice) -> None:
        """Call `notice(match_id, length)` whenever another process may have changed a match.

        `length` is the length of the log, 0 if only the presence has changed, or a number larger than any log length if
        the match was deleted. `notice("", 0)` means that notifications may have been lost.
        """

    @abstractmethod
    def dump(self) -> AsyncIterator[DumpedRow]:
        """Yield every row of every table from one snapshot."""

    @abstractmethod
    def _filling(self) -> AbstractAsyncContextManager[Add]:
        """Begin a transaction on an empty database, and yield a function that adds rows.

        If not all rows are added, the transaction is rolled back.
        """

    # Matches

    @writes
    def ping(self) -> Script[None]:
        """Check that the database is writable, without any visible change.

        Raises:
            StoreError: The database is not writable.
        """
        yield _PING, ()

    @writes
    def create(
        self, table: TableEntry, match: MatchEntry, events: Sequence[str], released_before: int = 0
    ) -> Script[None]:
        """Store a new match and make it the current match of its table.

        If the code belongs to another table whose match is finished and was last changed before `released_before`, the
        new table takes over the code.

        Raises:
            StaleMatchError: The id of the match, or the code of a new table, is already taken.
        """
        head = (match.id, match.table_id, match.game, match.challenge, len(events), match.created, match.touched)
        end = (match.finished, match.ending, match.record, match.rank_score)
        if not (yield _insert("matches"), (*head, *end, int(match.is_open))):
            raise stale(match.id)
        yield _FREE_CODE, (table.code, table.id, released_before)
        values = (table.id, table.code, table.match_id, table.touched)
        rows = yield _insert("tables"), values
        if not rows:
            rows = yield (
                "update tables set match_id = $1, touched = $2 where id = $3 and code = $4 returning 1",
                (table.match_id, table.touched, table.id, table.code),
            )
        if not rows:
            raise stale(match.id)
        yield from _insert_events(match.id, 1, events)
        yield from self._notify(match.id, len(events))

    async def append(
        self, match_id: str, expected_length: int, events: Sequence[str], now: int, ending: Ending | None = None
    ) -> None:
        """Append events to the log of a match.

        Args:
            match_id: The match.
            expected_length: The current length of the log, as known to the caller.
            events: The new events.
            now: The current time by the store's clock.
            ending: The new ending, if the events finish or reopen the match.

        Raises:
            StaleMatchError: The log has a different length.
        """
        await self._append(Added(match_id, expected_length, events, now, ending))

    async def _append(self, added: Added) -> None:
        await self._do(self._appending(added))

    def _appending(self, added: Added) -> Script[None]:
        match_id, expected, events, now, ending = added
        if not (yield _GROW, (expected + len(events), now, match_id, expected)):
            raise stale(match_id)
        yield from _insert_events(match_id, expected + 1, events)
        if ending is not None:
            yield _SET_ENDING, (ending.finished, ending.ending, ending.record, ending.rank_score, match_id)
            yield _FORGET_REVIEW, (match_id,)
        yield from self._notify(match_id, expected + len(events))

    @writes
    def rewrite(
        self, match_id: str, expected_length: int, events: Sequence[str], now: int, ending: Ending
    ) -> Script[None]:
        """Replace the events of a log, which must have the expected length, and append any additional events.

        Raises:
            StaleMatchError: The log has a different length, or `events` is shorter than the log.
        """
        rows = yield _GROW, (len(events), now, match_id, expected_length)
        if not rows or len(events) < expected_length:
            raise stale(match_id)
        yield _SET_ENDING, (ending.finished, ending.ending, ending.record, ending.rank_score, match_id)
        yield _FORGET_REVIEW, (match_id,)
        # Update only the changed events: thousands of updates over a network would exceed the timeout of the database.
        known = set((yield "select sequence, event from events where match_id = $1", (match_id,)))
        for sequence, event in enumerate(events[:expected_length], 1):
            if (sequence, event) not in known:
                yield (
                    "update events set event = $1, checksum = $2 where match_id = $3 and sequence = $4",
                    (event, checksum_of(match_id, sequence, event), match_id, sequence),
                )
        yield from _insert_events(match_id, expected_length + 1, events[expected_length:])
        yield from self._notify(match_id, len(events))

    @reads
    def load(self, match_id: str, since: int = 0) -> Script[list[str]]:
        """Return the events of a log after event number `since`, oldest first.

        If the match does not exist and `since` is 0, the list is empty.

        Raises:
            DeletedMatchError: The match does not exist, and `since` is not 0.
            DamagedMatchError: An event is missing or changed.
        """
        check_text(match_id)
        rows = yield _LOAD, (match_id, since)
        if not rows and since:
            raise DeletedMatchError(match_id)
        found = [row[1:] for row in rows if row[1] is not None]
        return check_log(match_id, rows[0][0], since, found) if rows else []

    @reads
    def find_match(self, match_id: str) -> Script[MatchEntry | None]:
        """Return a match, or None if it does not exist."""
        check_text(match_id)
        rows = yield f"select {_MATCH} from matches where id = $1", (match_id,)
        return _match(rows[0]) if rows else None

    @reads
    def find_table(self, code: str) -> Script[TableEntry | None]:
        """Return the table with this code, or None if there is none."""
        check_text(code)
        rows = yield "select id, code, match_id, touched from tables where code = $1", (code,)
        return TableEntry(*rows[0]) if rows else None

    @reads
    def list_tables(self, limit: int) -> Script[list[TableEntry]]:
        """Return at most `limit` tables that anyone may join, most recently changed first.

        Tables whose match is finished are omitted.
        """
        rows = yield _LIST_TABLES, (limit,)
        return [TableEntry(*row) for row in rows]

    @reads
    def list_finished(self, match_ids: Sequence[str]) -> Script[list[MatchEntry]]:
        """Return those of the given matches that are finished, most recently finished first."""
        check_text(*match_ids)
        if not match_ids:
            return []
        wanted = f"id in ({_marks(1, len(match_ids))}) and finished is not null"
        rows = yield f"select {_MATCH} from matches where {wanted} order by finished desc, id", tuple(match_ids)
        return [_match(row) for row in rows]

    @reads
    def list_later(self, match: MatchEntry) -> Script[list[MatchEntry]]:
        """Return the matches that followed a match at its table, oldest first."""
        rows = yield (
            f"select {_MATCH} from matches where table_id = $1 and created >= $2 and id <> $3 order by created, id",
            (match.table_id, match.created, match.id),
        )
        return [_match(row) for row in rows]

    @writes
    def delete(self, match_id: str) -> Script[None]:
        """Delete a match with its log, and also its table if this is the table's current match."""
        yield from _delete(match_id)
        yield from self._notify(match_id, _DELETED)

    @reads
    def newest(self) -> Script[int | None]:
        """Return the time of the last change to any match, or None if there are no matches."""
        rows = yield "select max(touched) from matches", ()
        found: int | None = rows[0][0]
        return found

    # Challenges

    @reads
    def list_results(self, challenge: str, limit: int, offset: int = 0) -> Script[list[MatchEntry]]:
        """Return at most `limit` finished matches of a challenge, best first, starting at `offset`.

        Among equal results, the earlier one comes first.
        """
        check_text(challenge)
        rows = yield (
            f"select {_MATCH} {_RESULTS} order by rank_score desc, finished, id limit $2 offset $3",
            (challenge, limit, offset),
        )
        return [_match(row) for row in rows]

    @reads
    def count_results(self, challenge: str, better_than: MatchEntry | None = None) -> Script[int]:
        """Return the number of finished matches of a challenge, or only of those that rank above `better_than`."""
        check_text(challenge)
        if better_than is None:
            rows = yield f"select count(*) {_RESULTS}", (challenge,)
        else:
            place = (better_than.rank_score, better_than.finished, better_than.id)
            rows = yield f"select count(*) {_RESULTS} {_BETTER}", (challenge, *place)
        return int(rows[0][0])

    @writes
    def add_challenge(self, challenge: ChallengeEntry) -> Script[None]:
        """Store a challenge, unless one with this id already exists."""
        yield _insert("challenges"), (challenge.id, challenge.game, challenge.body, challenge.created)

    @reads
    def find_challenge(self, challenge: str) -> Script[ChallengeEntry | None]:
        """Return a challenge, or None if it does not exist."""
        check_text(challenge)
        rows = yield "select id, game, body, created from challenges where id = $1", (challenge,)
        return ChallengeEntry(*rows[0]) if rows else None

    # Reviews

    @writes
    def save_review(self, review: ReviewEntry, record: str) -> Script[None]:
        """Store the review of a match, replacing an earlier one, unless the record of the match has changed.

        A review is deleted when the ending of its match changes.
        """
        yield _SAVE_REVIEW, (review.match_id, review.kind, review.body, record)

    @reads
    def find_review(self, match_id: str) -> Script[ReviewEntry | None]:
        """Return the review of a match, or None if there is none."""
        check_text(match_id)
        rows = yield "select match_id, kind, body from reviews where match_id = $1", (match_id,)
        return ReviewEntry(*rows[0]) if rows else None

    # Push subscriptions

    @writes
    def subscribe(self, subscription: Subscription, most_tables: int, most_devices: int) -> Script[None]:
        """Add or renew a subscription, and delete the oldest subscriptions beyond the limits.

        Args:
            subscription: The subscription.
            most_tables: The maximum number of tables per device.
            most_devices: The maximum number of devices per table and holder.

        Raises:
            StaleMatchError: The table does not exist.
        """
        values = astuple(subscription)
        check_text(*(value for value in values if isinstance(value, str)))
        if not (yield _SUBSCRIBE, values):
            raise stale(subscription.table_id)
        yield _OLD_TABLES, (subscription.endpoint, most_tables)
        yield _OLD_DEVICES, (subscription.table_id, subscription.holder, most_devices)

    @writes
    def unsubscribe(self, endpoint: str, table_id: str | None = None) -> Script[None]:
        """Delete a device's subscription to a table, or to all tables if `table_id` is None."""
        check_text(endpoint)
        if table_id is None:
            yield "delete from subscriptions where endpoint = $1", (endpoint,)
        else:
            yield "delete from subscriptions where endpoint = $1 and table_id = $2", (endpoint, table_id)

    @reads
    def list_subscriptions(self, table_id: str) -> Script[list[Subscription]]:
        """Return the subscriptions to a table, oldest first."""
        order = "order by created, endpoint"
        rows = yield f"select {_SUBSCRIPTION} from subscriptions where table_id = $1 {order}", (table_id,)
        return [Subscription(*row) for row in rows]

    @writes
    def claim_notification(self, table_id: str, endpoint: str, told: str) -> Script[bool]:
        """Record that a device is being notified of `told`.

        Returns:
            False if any process has already recorded this, so that the device is not notified twice.
        """
        rows = yield _CLAIM, (told, table_id, endpoint)
        return bool(rows)

    # Wakes

    @writes
    def wake_at(self, match_id: str, at: int | None) -> Script[None]:
        """Schedule a check of a match, which happens even if nobody is connected; None cancels the check."""
        if at is None:
            yield "delete from wakes where match_id = $1", (match_id,)
        else:
            yield _WAKE, (match_id, at)

    @reads
    def list_wakes(self, before: int, limit: int) -> Script[list[str]]:
        """Return at most `limit` matches whose scheduled check is due by `before`, earliest first."""
        rows = yield "select match_id from wakes where at <= $1 order by at, match_id limit $2", (before, limit)
        return [match_id for (match_id,) in rows]

    # Old matches

    async def sweep(self, finished_before: int, idle_before: int, in_use: Collection[str] = ()) -> int:
        """Delete old matches with their tables, and old challenges without matches.

        Only a few matches are deleted per transaction, with pauses in between. Matches with connected players or a
        scheduled check are kept.

        Args:
            finished_before: Matches that finished before this time are deleted.
            idle_before: Unfinished matches last changed before this time are deleted.
            in_use: Matches to keep; the collection may change during the sweep.

        Returns:
            The number of deleted matches.
        """
        old = await self._list_old(finished_before, idle_before)
        n_gone = 0
        for first in range(0, len(old), _SWEEP_MATCHES):
            began = time.monotonic()
            batch = [match_id for match_id in old[first : first + _SWEEP_MATCHES] if match_id not in in_use]
            if batch:
                n_gone += await self._sweep_few(batch, finished_before, idle_before)
                await asyncio.sleep(_REST * (time.monotonic() - began))
        await self._sweep_challenges(idle_before)
        return n_gone

    async def _sweep_few(self, match_ids: Sequence[str], finished_before: int, idle_before: int) -> int:
        """Delete a few old matches in one transaction, and return their number.

        If a page of the file is damaged, each match is deleted in its own transaction.
        """
        try:
            return await self._delete_old(match_ids, finished_before, idle_before)
        except DamagedFileError:
            if len(match_ids) == 1:
                logger.warning("an old match lies on a damaged page and cannot be deleted")
                return 0
        return sum([await self._sweep_few([match_id], finished_before, idle_before) for match_id in match_ids])

    @reads
    def _list_old(self, finished_before: int, idle_before: int) -> Script[list[str]]:
        rows = yield _OLD, (finished_before, idle_before)
        return sorted(match_id for (match_id,) in rows)

    @writes
    def _delete_old(self, match_ids: Sequence[str], finished_before: int, idle_before: int) -> Script[int]:
        """Delete those matches in the list that are still old, and return their number."""
        statement = f"{_OLD} and id in ({_marks(3, len(match_ids))}) order by id"
        rows = yield statement, (finished_before, idle_before, *match_ids)
        for (match_id,) in rows:
            yield from _delete(match_id)
        return len(rows)

    @writes
    def _sweep_challenges(self, idle_before: int) -> Script[None]:
        """Delete old challenges without matches, and presence entries that expired long ago."""
        yield _OLD_CHALLENGES, (idle_before,)
        yield "delete from presence where until < $1", (idle_before,)

    # Backups

    async def restore(self, rows: Iterable[DumpedRow], progress: Callable[[int], None] = lambda _: None) -> None:
        """Fill an empty store with the rows of a backup: all of them, or none if an error occurs.

        Args:
            rows: The rows, as yielded by `dump`.
            progress: A callback that is called repeatedly with the number of rows restored so far.

        Raises:
            StoreError: The store is not empty, or the rows are inconsistent.
        """
        n_done = 0
        async with self._filling() as add:
            for name, batch in _in_batches(rows):
                await add(name, batch)
                n_done += len(batch)
                progress(n_done)


def prepare() -> Script[None]:
    """Create the schema if the database is new.

    Raises:
        StoreError: The database has a different schema version.
    """
    yield "create table if not exists schema_version (version integer primary key)", ()
    rows = yield "select max(version) from schema_version", ()
    found = rows[0][0]
    if found is None:
        for statement in _schema():
            yield statement, ()
        yield "insert into schema_version (version) values ($1)", (SCHEMA_VERSION,)
    elif found != SCHEMA_VERSION:
        raise StoreError(f"the database has schema {found}, and this version of Paperdice reads only {SCHEMA_VERSION}")


def _schema() -> list[str]:
    text = (files("paperdice.store") / "schema.sql").read_text("utf-8")
    return [statement for part in text.split(";\n") if (statement := part.strip())]


def check_empty() -> Script[None]:
    """Raise `StoreError` if the database contains any rows."""
    for name in COLUMNS:
        if (yield f"select 1 from {name} limit 1", ()):
            raise StoreError(f"the database already holds {name}: restore only into an empty one")


def _insert(name: str) -> str:
    columns = COLUMNS[name]
    into = f"{name} ({', '.join(columns)})"
    return f"insert into {into} values ({_marks(1, len(columns))}) on conflict do nothing returning 1"


def _marks(first: int, n: int) -> str:
    return ", ".join(f"${number}" for number in range(first, first + n))


def _insert_events(match_id: str, first: int, events: Sequence[str]) -> Script[None]:
    for sequence, event in enumerate(events, first):
        yield _INSERT_EVENT, (match_id, sequence, event, checksum_of(match_id, sequence, event))


def _delete(match_id: str) -> Script[None]:
    yield "delete from tables where match_id = $1", (match_id,)
    yield "delete from matches where id = $1", (match_id,)


def _match(row: Row) -> MatchEntry:
    found = MatchEntry(*row)
    return replace(found, is_open=bool(found.is_open))


def _in_batches(rows: Iterable[DumpedRow]) -> Iterator[tuple[str, list[Row]]]:
    """Yield the rows in batches. All rows of a batch belong to the same table."""
    for name, together in groupby(rows, key=itemgetter(0)):
        rest = (row for _, row in together)
        while batch := list(islice(rest, _BATCH_ROWS)):
            yield name, batch
