"""The verbs of a store as SQL that SQLite and PostgreSQL both understand, free of any driver.

Each verb is a generator that yields a statement with its arguments and is sent the rows; a store file runs it in
one transaction. Placeholders are `$1`, `$2`, … in both databases.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import astuple, replace
from importlib.resources import files
from typing import Any, TypeVar

from paperdice.errors import Reason, StaleMatchError, StoreError
from paperdice.store.soundness import COLUMNS, check_log, check_text, checksum_of
from paperdice.store.store import (
    ChallengeEntry,
    DeletedMatchError,
    Ending,
    MatchEntry,
    Presence,
    ReviewEntry,
    Subscription,
    TableEntry,
)

T = TypeVar("T")
Row = tuple[Any, ...]
Script = Generator[tuple[str, Row], list[Row], T]

# Until the first release, a change of schema.sql raises this number and leaves no way from the number before.
SCHEMA_VERSION = 7
_MATCH = ", ".join(COLUMNS["matches"])
_INSERT_EVENT = "insert into events (match_id, sequence, event, checksum) values ($1, $2, $3, $4)"
_SET_ENDING = "update matches set finished = $1, ending = $2, record = $3, merit = $4 where id = $5"
_FORGET_REVIEW = "delete from reviews where match_id = $1"
# Nothing is kept of a match that has gone, or whose ending has changed meanwhile.
_SAVE_REVIEW = """
insert into reviews (match_id, kind, body) select id, $2, $3 from matches where id = $1 and record = $4
on conflict (match_id) do update set kind = excluded.kind, body = excluded.body
"""
# One row at least for a match that is there, so that an empty log and no match are told apart.
_LOAD = """
select m.length, e.sequence, e.event, e.checksum
from matches m left join events e on e.match_id = m.id and e.sequence > $2 where m.id = $1 order by e.sequence
"""
_RESULTS = "from matches where challenge = $1 and merit is not null"
_BETTER = "and (merit > $2 or (merit = $2 and (finished < $3 or (finished = $3 and id < $4))))"
_LIST_TABLES = """
select t.id, t.code, t.match_id, m.touched from matches m join tables t on t.match_id = m.id
where m.is_open = 1 and m.finished is null order by m.touched desc, t.code limit $1
"""
# A table whose match is finished gives its code to a new one; an id is never read as a code.
_FREE_CODE = """
update tables set code = id
where code = $1 and id <> $2 and match_id in (select id from matches where finished is not null)
"""
_OLD = """
select id from matches where (finished < $1 or (finished is null and touched < $2))
and not exists (select 1 from presence where presence.match_id = matches.id and presence.until > $2)
and not exists (select 1 from wakes where wakes.match_id = matches.id and wakes.at > $2)
"""
# Transactions that delete are short, a few milliseconds: everything else that is written waits for them.
SWEEP_MATCHES = 2
_OLD_CHALLENGES = """
delete from challenges where created < $1
and not exists (select 1 from matches where matches.challenge = challenges.id)
"""
_SUBSCRIPTION = ", ".join(COLUMNS["subscriptions"])
# Whatever the table of a subscription is, it must be there; who subscribes again is not told again.
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
insert into presence (match_id, process, seats, n_watchers, until) values ('', 'ping', '', 0, 0)
on conflict (match_id, process) do update set n_watchers = 1 - presence.n_watchers
"""
# Presence is kept in PostgreSQL only, and by its clock: those of two servers may differ by minutes.
_DATABASE_CLOCK = "(extract(epoch from clock_timestamp()) * 1000)::bigint"
_SET_PRESENCE = f"""
insert into presence (match_id, process, seats, n_watchers, until)
values ($1, $2, $3, $4, {_DATABASE_CLOCK} + $5)
on conflict (match_id, process) do update
set seats = excluded.seats, n_watchers = excluded.n_watchers, until = excluded.until
"""
_LIST_PRESENCE = f"""
select process, seats, n_watchers from presence where match_id = $1 and until > {_DATABASE_CLOCK} order by process
"""


def stale(match_id: str) -> StaleMatchError:
    """Gives the error for a match that somebody else changed first."""
    return StaleMatchError(f"match {match_id!r} has moved on: somebody else was first", Reason("stale_match", {}))


def _insert(name: str) -> str:
    columns = COLUMNS[name]
    marks = ", ".join(f"${i}" for i in range(1, len(columns) + 1))
    return f"insert into {name} ({', '.join(columns)}) values ({marks}) on conflict do nothing returning 1"


def prepare() -> Script[None]:
    """Create the schema in a new database; refuse a database of another version."""
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
    """Return the statements of schema.sql."""
    text = (files("paperdice.store") / "schema.sql").read_text("utf-8")
    return [statement for part in text.split(";\n") if (statement := part.strip())]


def create(table: TableEntry, match: MatchEntry, events: Sequence[str]) -> Script[None]:
    """Adds a match and its first events."""
    head = (match.id, match.table_id, match.game, match.challenge, len(events), match.created, match.touched)
    end = (match.finished, match.ending, match.record, match.merit)
    if not (yield _insert("matches"), (*head, *end, int(match.is_open))):
        raise stale(match.id)
    yield _FREE_CODE, (table.code, table.id)
    values = (table.id, table.code, table.match_id, table.touched)
    rows = yield _insert("tables"), values
    if not rows:
        rows = yield (
            "update tables set match_id = $1, touched = $2 where id = $3 and code = $4 returning 1",
            (table.match_id, table.touched, table.id, table.code),
        )
    if not rows:
        raise stale(match.id)
    for sequence, event in enumerate(events, 1):
        yield _INSERT_EVENT, (match.id, sequence, event, checksum_of(match.id, sequence, event))


def append(match_id: str, expected: int, events: Sequence[str], now: int, ending: Ending | None) -> Script[None]:
    """Adds events at the end of a log."""
    # Lines of the list of open tables are cached until their match is touched, even within one millisecond.
    later = "case when touched < $2 then $2 else touched + 1 end"
    rows = yield (
        f"update matches set length = $1, touched = {later} where id = $3 and length = $4 returning 1",
        (expected + len(events), now, match_id, expected),
    )
    if not rows:
        raise stale(match_id)
    for sequence, event in enumerate(events, expected + 1):
        yield _INSERT_EVENT, (match_id, sequence, event, checksum_of(match_id, sequence, event))
    if ending is not None:
        yield _SET_ENDING, (ending.finished, ending.ending, ending.record, ending.merit, match_id)
        yield _FORGET_REVIEW, (match_id,)


def rewrite(match_id: str, expected: int, events: Sequence[str], now: int, ending: Ending) -> Script[None]:
    """Replace the events of a log that have changed, and append those that are new."""
    # Lines of the list of open tables are cached until their match is touched, even within one millisecond.
    later = "case when touched < $2 then $2 else touched + 1 end"
    rows = yield (
        f"update matches set length = $1, touched = {later} where id = $3 and length = $4 returning 1",
        (len(events), now, match_id, expected),
    )
    if not rows or len(events) < expected:
        raise stale(match_id)
    yield _SET_ENDING, (ending.finished, ending.ending, ending.record, ending.merit, match_id)
    yield _FORGET_REVIEW, (match_id,)
    # A statement for each of thousands of events would take longer than a database across a network is given.
    known = set((yield "select sequence, event from events where match_id = $1", (match_id,)))
    for sequence, event in enumerate(events, 1):
        if sequence > expected:
            yield _INSERT_EVENT, (match_id, sequence, event, checksum_of(match_id, sequence, event))
            continue
        if (sequence, event) in known:
            continue
        yield (
            "update events set event = $1, checksum = $2 where match_id = $3 and sequence = $4",
            (event, checksum_of(match_id, sequence, event), match_id, sequence),
        )


def load(match_id: str, since: int) -> Script[list[str]]:
    """Gives the end of a log, after a look at whether it is whole."""
    check_text(match_id)
    rows = yield _LOAD, (match_id, since)
    if not rows and since:
        raise DeletedMatchError(match_id)
    found = [row[1:] for row in rows if row[1] is not None]
    return check_log(match_id, rows[0][0], since, found) if rows else []


def find_match(match_id: str) -> Script[MatchEntry | None]:
    """Gives one match."""
    check_text(match_id)
    rows = yield f"select {_MATCH} from matches where id = $1", (match_id,)
    return _match(rows[0]) if rows else None


def _match(row: Row) -> MatchEntry:
    found = MatchEntry(*row)
    return replace(found, is_open=bool(found.is_open))


def find_table(code: str) -> Script[TableEntry | None]:
    """Gives one table."""
    check_text(code)
    rows = yield "select id, code, match_id, touched from tables where code = $1", (code,)
    return TableEntry(*rows[0]) if rows else None


def list_tables(limit: int) -> Script[list[TableEntry]]:
    """Gives the open tables whose match is not finished."""
    rows = yield _LIST_TABLES, (limit,)
    return [TableEntry(*row) for row in rows]


def list_finished(match_ids: Sequence[str]) -> Script[list[MatchEntry]]:
    """Gives the finished ones among some matches."""
    check_text(*match_ids)
    if not match_ids:
        return []
    marks = ", ".join(f"${i}" for i in range(1, len(match_ids) + 1))
    rows = yield (
        f"select {_MATCH} from matches where id in ({marks}) and finished is not null order by finished desc, id",
        tuple(match_ids),
    )
    return [_match(row) for row in rows]


def list_results(challenge: str, limit: int, offset: int) -> Script[list[MatchEntry]]:
    """Gives the finished matches of a challenge, best first."""
    check_text(challenge)
    rows = yield (
        f"select {_MATCH} {_RESULTS} order by merit desc, finished, id limit $2 offset $3",
        (challenge, limit, offset),
    )
    return [_match(row) for row in rows]


def count_results(challenge: str, better_than: MatchEntry | None) -> Script[int]:
    """Gives how many matches of a challenge are finished, or are listed before one of them."""
    check_text(challenge)
    if better_than is None:
        rows = yield f"select count(*) {_RESULTS}", (challenge,)
    else:
        place = (better_than.merit, better_than.finished, better_than.id)
        rows = yield f"select count(*) {_RESULTS} {_BETTER}", (challenge, *place)
    return int(rows[0][0])


def add_challenge(challenge: ChallengeEntry) -> Script[None]:
    """Adds a challenge."""
    yield _insert("challenges"), (challenge.id, challenge.game, challenge.body, challenge.created)


def find_challenge(challenge: str) -> Script[ChallengeEntry | None]:
    """Gives one challenge."""
    check_text(challenge)
    rows = yield "select id, game, body, created from challenges where id = $1", (challenge,)
    return ChallengeEntry(*rows[0]) if rows else None


def save_review(review: ReviewEntry, record: str) -> Script[None]:
    """Keeps the review of a match whose record is still the same."""
    yield _SAVE_REVIEW, (review.match_id, review.kind, review.body, record)


def find_review(match_id: str) -> Script[ReviewEntry | None]:
    """Gives the review of a match."""
    check_text(match_id)
    rows = yield "select match_id, kind, body from reviews where match_id = $1", (match_id,)
    return ReviewEntry(*rows[0]) if rows else None


def delete(match_id: str) -> Script[None]:
    """Forgets a match."""
    yield "delete from tables where match_id = $1", (match_id,)
    yield "delete from matches where id = $1", (match_id,)


def newest() -> Script[int | None]:
    """Return when a match was last touched."""
    rows = yield "select max(touched) from matches", ()
    found: int | None = rows[0][0]
    return found


def list_old(finished_before: int, idle_before: int) -> Script[list[str]]:
    """Return the matches that a sweep may delete."""
    rows = yield _OLD, (finished_before, idle_before)
    return sorted(match_id for (match_id,) in rows)


def sweep(match_ids: Sequence[str], finished_before: int, idle_before: int) -> Script[int]:
    """Delete those of some matches that are still old; return how many."""
    marks = ", ".join(f"${i}" for i in range(3, len(match_ids) + 3))
    rows = yield f"{_OLD} and id in ({marks}) order by id", (finished_before, idle_before, *match_ids)
    for (match_id,) in rows:
        yield from delete(match_id)
    return len(rows)


def sweep_challenges(idle_before: int) -> Script[None]:
    """Delete old challenges without a match, and what is left of processes that have ended."""
    yield _OLD_CHALLENGES, (idle_before,)
    yield "delete from presence where until < $1", (idle_before,)


def subscribe(subscription: Subscription, most_tables: int, most_devices: int) -> Script[None]:
    """Adds or renews a subscription, and lets the oldest go."""
    values = astuple(subscription)
    check_text(*(value for value in values if isinstance(value, str)))
    if not (yield _SUBSCRIBE, values):
        raise stale(subscription.table_id)
    yield _OLD_TABLES, (subscription.endpoint, most_tables)
    yield _OLD_DEVICES, (subscription.table_id, subscription.holder, most_devices)


def unsubscribe(endpoint: str, table_id: str | None) -> Script[None]:
    """Forgets the subscription of a device for one table, or for all."""
    check_text(endpoint)
    if table_id is None:
        yield "delete from subscriptions where endpoint = $1", (endpoint,)
    else:
        yield "delete from subscriptions where endpoint = $1 and table_id = $2", (endpoint, table_id)


def list_subscriptions(table_id: str) -> Script[list[Subscription]]:
    """Gives who wants to be told of a table."""
    order = "order by created, endpoint"
    rows = yield f"select {_SUBSCRIPTION} from subscriptions where table_id = $1 {order}", (table_id,)
    return [Subscription(*row) for row in rows]


def claim_telling(table_id: str, endpoint: str, told: str) -> Script[bool]:
    """Notes what a device is told of, unless it has been told."""
    rows = yield _CLAIM, (told, table_id, endpoint)
    return bool(rows)


def wake_at(match_id: str, at: int | None) -> Script[None]:
    """Notes when a match wants to be looked at."""
    if at is None:
        yield "delete from wakes where match_id = $1", (match_id,)
    else:
        yield _WAKE, (match_id, at)


def list_wakes(before: int, limit: int) -> Script[list[str]]:
    """Gives matches that wanted to be looked at before a time."""
    rows = yield "select match_id from wakes where at <= $1 order by at, match_id limit $2", (before, limit)
    return [match_id for (match_id,) in rows]


def ping() -> Script[None]:
    """Writes a row that nobody reads."""
    yield _PING, ()


def set_presence(match_id: str, presence: Presence, ms: int) -> Script[None]:
    """Says who is connected through one process."""
    if not presence.seats and not presence.n_watchers:
        yield "delete from presence where match_id = $1 and process = $2", (match_id, presence.process)
        return
    seats = " ".join(map(str, presence.seats))
    yield _SET_PRESENCE, (match_id, presence.process, seats, presence.n_watchers, ms)


def list_presence(match_id: str) -> Script[list[Presence]]:
    """Gives who is connected."""
    rows = yield _LIST_PRESENCE, (match_id,)
    return [Presence(row[0], tuple(map(int, row[1].split())), row[2]) for row in rows]


def read_clock() -> Script[int]:
    """Gives the time by the clock of the database."""
    rows = yield f"select {_DATABASE_CLOCK}", ()
    return int(rows[0][0])


def check_empty() -> Script[None]:
    """Refuse to restore into a database that holds anything."""
    for name in COLUMNS:
        if (yield f"select 1 from {name} limit 1", ()):
            raise StoreError(f"the database already holds {name}: restore only into an empty one")
