"""The verbs of a store as SQL that SQLite and PostgreSQL both understand, free of any driver.

Each verb is a generator that yields a statement with its arguments and is sent the rows; a store file runs it in
one transaction. Placeholders are `$1`, `$2`, … in both databases.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from importlib.resources import files
from typing import Any, TypeVar

from paperdice.errors import Reason, StaleMatchError, StoreError
from paperdice.store.store import ChallengeEntry, DumpedRow, Ending, MatchEntry, Presence, TableEntry

T = TypeVar("T")
Row = tuple[Any, ...]
Script = Generator[tuple[str, Row], list[Row], T]

COLUMNS = {
    "matches": ("id", "table_id", "game", "challenge", "length", "created", "touched", "finished", "ending", "record"),
    "events": ("match_id", "sequence", "event"),
    "tables": ("id", "code", "match_id", "is_open", "touched"),
    "challenges": ("id", "game", "body", "created"),
}
_MATCH = ", ".join(COLUMNS["matches"])
_INSERT_EVENT = "insert into events (match_id, sequence, event) values ($1, $2, $3)"
_LIST_TABLES = """
select t.id, t.code, t.match_id, t.is_open, m.touched from tables t join matches m on m.id = t.match_id
where t.is_open = 1 and m.finished is null order by m.touched desc, t.code limit $1
"""
# A table whose match is finished gives its code to a new one; an id is never read as a code.
_FREE_CODE = """
update tables set code = id
where code = $1 and id <> $2 and match_id in (select id from matches where finished is not null)
"""
_SET_PRESENCE = """
insert into presence (match_id, process, seats, n_watchers, until) values ($1, $2, $3, $4, $5)
on conflict (match_id, process) do update
set seats = excluded.seats, n_watchers = excluded.n_watchers, until = excluded.until
"""


def stale(match_id: str) -> StaleMatchError:
    """Gives the error for a match that somebody else changed first."""
    return StaleMatchError(f"match {match_id!r} has moved on: somebody else was first", Reason("stale_match", {}))


def _insert(name: str) -> str:
    columns = COLUMNS[name]
    marks = ", ".join(f"${i}" for i in range(1, len(columns) + 1))
    return f"insert into {name} ({', '.join(columns)}) values ({marks}) on conflict do nothing returning 1"


def migrations() -> list[tuple[int, list[str]]]:
    """Gives the numbered migrations in order, each as a list of statements."""
    folder = files("paperdice.store") / "migrations"
    found = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".sql"))
    texts = [(int(name[:3]), (folder / name).read_text("utf-8")) for name in found]
    return [(number, [part.strip() for part in text.split(";\n") if part.strip()]) for number, text in texts]


def migrate() -> Script[None]:
    """Brings the schema up to the newest number."""
    yield "create table if not exists schema_version (version integer primary key)", ()
    rows = yield "select coalesce(max(version), 0) from schema_version", ()
    known = migrations()
    if rows[0][0] > known[-1][0]:
        raise StoreError(f"the database has schema {rows[0][0]}, this program knows only {known[-1][0]}: update it")
    for number, statements in known:
        if number <= rows[0][0]:
            continue
        for statement in statements:
            yield statement, ()
        yield "insert into schema_version (version) values ($1)", (number,)


def create(table: TableEntry, match: MatchEntry, events: Sequence[str]) -> Script[None]:
    """Adds a match and its first events."""
    head = (match.id, match.table_id, match.game, match.challenge, len(events), match.created, match.touched)
    if not (yield _insert("matches"), (*head, match.finished, match.ending, match.record)):
        raise stale(match.id)
    yield _FREE_CODE, (table.code, table.id)
    values = (table.id, table.code, table.match_id, int(table.is_open), table.touched)
    rows = yield _insert("tables"), values
    if not rows:
        rows = yield (
            "update tables set match_id = $1, is_open = $2, touched = $3 where id = $4 and code = $5 returning 1",
            (table.match_id, int(table.is_open), table.touched, table.id, table.code),
        )
    if not rows:
        raise stale(match.id)
    for sequence, event in enumerate(events, 1):
        yield _INSERT_EVENT, (match.id, sequence, event)


def append(match_id: str, expected: int, events: Sequence[str], now: int, ending: Ending | None) -> Script[None]:
    """Adds events at the end of a log."""
    rows = yield (
        "update matches set length = $1, touched = $2 where id = $3 and length = $4 returning 1",
        (expected + len(events), now, match_id, expected),
    )
    if not rows:
        raise stale(match_id)
    for sequence, event in enumerate(events, expected + 1):
        yield _INSERT_EVENT, (match_id, sequence, event)
    if ending is not None:
        yield (
            "update matches set finished = $1, ending = $2, record = $3 where id = $4",
            (ending.finished, ending.ending, ending.record, match_id),
        )


def rewrite(match_id: str, expected: int, events: Sequence[str], ending: Ending) -> Script[None]:
    """Replaces the words of a finished log."""
    rows = yield (
        "update matches set finished = $1, ending = $2, record = $3 where id = $4 and length = $5 returning 1",
        (ending.finished, ending.ending, ending.record, match_id, expected),
    )
    if not rows or len(events) != expected:
        raise stale(match_id)
    for sequence, event in enumerate(events, 1):
        yield "update events set event = $1 where match_id = $2 and sequence = $3", (event, match_id, sequence)


def load(match_id: str, since: int) -> Script[list[str]]:
    """Gives the end of a log."""
    rows = yield "select event from events where match_id = $1 and sequence > $2 order by sequence", (match_id, since)
    return [row[0] for row in rows]


def find_match(match_id: str) -> Script[MatchEntry | None]:
    """Gives one match."""
    rows = yield f"select {_MATCH} from matches where id = $1", (match_id,)
    return MatchEntry(*rows[0]) if rows else None


def _table(row: Row) -> TableEntry:
    return TableEntry(row[0], row[1], row[2], bool(row[3]), row[4])


def find_table(code: str) -> Script[TableEntry | None]:
    """Gives one table."""
    rows = yield "select id, code, match_id, is_open, touched from tables where code = $1", (code,)
    return _table(rows[0]) if rows else None


def list_tables(limit: int) -> Script[list[TableEntry]]:
    """Gives the open tables whose match is not finished."""
    rows = yield _LIST_TABLES, (limit,)
    return [_table(row) for row in rows]


def list_finished(match_ids: Sequence[str]) -> Script[list[MatchEntry]]:
    """Gives the finished ones among some matches."""
    if not match_ids:
        return []
    marks = ", ".join(f"${i}" for i in range(1, len(match_ids) + 1))
    rows = yield (
        f"select {_MATCH} from matches where id in ({marks}) and finished is not null order by finished desc, id",
        tuple(match_ids),
    )
    return [MatchEntry(*row) for row in rows]


def list_results(challenge: str, limit: int) -> Script[list[MatchEntry]]:
    """Gives the finished matches of a challenge."""
    rows = yield (
        f"select {_MATCH} from matches where challenge = $1 and finished is not null order by finished, id limit $2",
        (challenge, limit),
    )
    return [MatchEntry(*row) for row in rows]


def add_challenge(challenge: ChallengeEntry) -> Script[None]:
    """Adds a challenge."""
    yield _insert("challenges"), (challenge.id, challenge.game, challenge.body, challenge.created)


def find_challenge(challenge: str) -> Script[ChallengeEntry | None]:
    """Gives one challenge."""
    rows = yield "select id, game, body, created from challenges where id = $1", (challenge,)
    return ChallengeEntry(*rows[0]) if rows else None


def delete(match_id: str) -> Script[None]:
    """Forgets a match."""
    yield "delete from tables where match_id = $1", (match_id,)
    yield "delete from matches where id = $1", (match_id,)


def sweep(finished_before: int, idle_before: int) -> Script[int]:
    """Deletes old matches."""
    rows = yield (
        "delete from matches where finished < $1 or (finished is null and touched < $2) returning id",
        (finished_before, idle_before),
    )
    if rows:
        yield "delete from tables where match_id not in (select id from matches)", ()
    yield "delete from presence where until < $1", (idle_before,)
    return len(rows)


def set_presence(match_id: str, presence: Presence, until: int) -> Script[None]:
    """Says who is connected through one process."""
    if not presence.seats and not presence.n_watchers:
        yield "delete from presence where match_id = $1 and process = $2", (match_id, presence.process)
        return
    seats = " ".join(map(str, presence.seats))
    yield _SET_PRESENCE, (match_id, presence.process, seats, presence.n_watchers, until)


def list_presence(match_id: str, now: int) -> Script[list[Presence]]:
    """Gives who is connected."""
    rows = yield (
        "select process, seats, n_watchers from presence where match_id = $1 and until > $2 order by process",
        (match_id, now),
    )
    return [Presence(row[0], tuple(map(int, row[1].split())), row[2]) for row in rows]


def restore(rows: Iterable[DumpedRow]) -> Script[None]:
    """Fills an empty database."""
    found = yield "select count(*) from matches", ()
    if found[0][0]:
        raise StoreError("the database already holds matches: restore only into an empty one")
    for name, row in rows:
        if name not in COLUMNS or len(row) != len(COLUMNS[name]):
            raise StoreError(f"a backup of this version has no row like {name} with {len(row)} columns")
        yield _insert(name), row
