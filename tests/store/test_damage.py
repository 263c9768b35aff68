"""Corrupted bytes in a database are detected when they are read, and no other match is affected."""

import contextlib
import sqlite3
from pathlib import Path

import pytest

from paperdice.server.live.storage import load_table
from paperdice.store.backup import read_backup, write_backup
from paperdice.store.entries import DamagedMatchError, MatchEntry, TableEntry
from paperdice.store.memory import MemoryStore
from paperdice.store.sqlite import SqliteStore
from paperdice.store.store import Store
from tests.postgres import patient_store

LONG = "x" * 700
OPENED = (
    '{"type":"opened","at":1,"table_id":"t","code":"KXRM","game":"qwixx","rules":1,"sheets":["classic"],'
    '"first":0,"dice":"typed"}'
)


async def two_matches(store: Store) -> None:
    """Store two matches of forty long events each, so that they are on separate pages."""
    for number in (1, 2):
        table = TableEntry(f"t{number}", f"KXR{number}", f"m{number}", 0)
        match = MatchEntry(f"m{number}", table.id, "qwixx", None, 0, 0, 0)
        await store.create(table, match, [f"event {number}.{i} {LONG}" for i in range(40)])


@pytest.fixture
async def path(tmp_path: Path) -> Path:
    """Return the path of a closed file with two matches."""
    store = SqliteStore(tmp_path / "matches.sqlite")
    await store.open()
    await two_matches(store)
    await store.close()
    return tmp_path / "matches.sqlite"


def change_bytes(path: Path, old: bytes, new: bytes) -> None:
    """Replace bytes of a file in place."""
    data = path.read_bytes()
    assert data.count(old) == 1
    path.write_bytes(data.replace(old, new))


async def assert_damaged(store: Store, words: str) -> None:
    """Check that only the first match is refused, with these words."""
    with pytest.raises(DamagedMatchError, match=f"match 'm1' is damaged in the database: {words}") as refused:
        await store.load("m1")
    assert refused.value.reason.id == "damaged_match"
    assert len(await store.load("m2")) == 40
    await store.append("m2", 40, ["more"], now=1)


@pytest.mark.parametrize("rotted", [b"event 1.17 y", b"event 1.17 \xff", b"event 1.17 \xc3", b"Event 1.17 x"])
async def test_changed_bytes_are_noticed_and_named(path: Path, rotted: bytes) -> None:
    change_bytes(path, b"event 1.17 x", rotted)
    store = SqliteStore(path)
    await store.open()
    await assert_damaged(store, "event 18 does not match its checksum")
    assert len(await store.load("m1", since=18)) == 22
    await store.close()


def empty_page(path: Path, text: bytes) -> None:
    """Fill the page of a file that contains this text with zeros."""
    data = bytearray(path.read_bytes())
    size = int.from_bytes(data[16:18], "big")
    first = data.index(text) // size * size
    data[first : first + size] = bytes(size)
    path.write_bytes(data)


async def test_a_page_that_cannot_be_read_is_noticed_and_the_rest_goes_on(path: Path) -> None:
    empty_page(path, b"event 1.17 x")
    store = SqliteStore(path)
    await store.open()
    await assert_damaged(store, "a page of the file is unreadable")
    await store.close()


async def test_a_match_that_cannot_be_deleted_keeps_no_other_from_being_swept(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    empty_page(path, b"event 1.17 x")
    store = SqliteStore(path)
    await store.open()
    assert await store.sweep(finished_before=0, idle_before=10) == 1
    assert await store.find_match("m1") is not None and await store.find_match("m2") is None
    assert "an old match lies on a damaged page and cannot be deleted" in caplog.text
    await store.close()


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("delete from events where match_id = 'm1' and sequence = 7", "event 7 is missing"),
        ("delete from events where match_id = 'm1' and sequence > 38", "38 of 40 events are left"),
        ("update matches set length = 39 where id = 'm1'", "40 of 39 events are left"),
        (
            """update events set
            event = (select event from events where match_id = 'm1' and sequence = 4),
            checksum = (select checksum from events where match_id = 'm1' and sequence = 4)
            where match_id = 'm1' and sequence = 3""",
            "event 3 does not match its checksum",
        ),
    ],
)
async def test_lost_and_misplaced_events_are_noticed(path: Path, statement: str, words: str) -> None:
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement)
    store = SqliteStore(path)
    await store.open()
    await assert_damaged(store, words)
    await store.close()


async def test_postgres_notices_it_too(postgres_url: str) -> None:
    store = patient_store(postgres_url)
    await store.open()
    await two_matches(store)
    async with store._connection() as connection:
        await connection.execute("update events set event = 'other' where match_id = 'm1' and sequence = 5")
    await assert_damaged(store, "event 5 does not match its checksum")
    await store.close()


@pytest.mark.parametrize(
    ("events", "words"),
    [
        (["{"], "event 1 cannot be read"),
        (['{"type":"planet","at":1}'], "event 1 cannot be read"),
        (['{"type":"sat","at":1,"seat":0,"name":"Ann"}'], "does not begin at its beginning"),
        ([OPENED, '{"type":"sealed","at":1,"seat":5,"move":"r5"}'], "its events do not fit together"),
    ],
)
async def test_a_log_that_tells_no_table_gets_its_sentence(events: list[str], words: str) -> None:
    store = MemoryStore()
    await store.create(TableEntry("t1", "KXRM", "m1", 0), MatchEntry("m1", "t1", "qwixx", None, 0, 0, 0), events)
    with pytest.raises(Exception, match=words) as refused:
        await load_table(store, "m1")
    assert "StoreError" in {kind.__name__ for kind in type(refused.value).__mro__}


async def test_a_backup_names_damaged_matches_and_carries_what_is_left(path: Path, tmp_path: Path) -> None:
    change_bytes(path, b"event 1.17 x", b"event 1.17 \xff")
    store = SqliteStore(path)
    await store.open()
    written = await write_backup(store, tmp_path / "backup.jsonl")
    await store.close()
    assert (written.n_rows, written.damaged) == (84, {"m1"})
    restored = MemoryStore()
    await restored.restore(read_backup(tmp_path / "backup.jsonl"))
    await assert_damaged(restored, "event 18 does not match its checksum")


async def test_a_backup_goes_round_a_page_that_cannot_be_read(path: Path, tmp_path: Path) -> None:
    data = bytearray(path.read_bytes())
    size = int.from_bytes(data[16:18], "big")
    first = data.index(b"event 1.17 x") // size * size
    data[first : first + size] = bytes(size)
    path.write_bytes(data)
    store = SqliteStore(path)
    await store.open()
    written = await write_backup(store, tmp_path / "backup.jsonl")
    await store.close()
    assert written.damaged == {"m1"}
    restored = SqliteStore(tmp_path / "other.sqlite")
    await restored.open()
    await restored.restore(read_backup(tmp_path / "backup.jsonl"))
    await assert_damaged(restored, "event 1 is missing|0 of 40 events are left")
    await restored.close()


async def test_a_whole_store_has_nothing_damaged(path: Path, tmp_path: Path) -> None:
    store = SqliteStore(path)
    await store.open()
    assert (await write_backup(store, tmp_path / "backup.jsonl")).damaged == set()
    await store.close()
