"""Features specific to SQLite: durability with a single file."""

import asyncio
import contextlib
import functools
import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from inspect import unwrap
from pathlib import Path

import pytest

from paperdice.errors import StoreError
from paperdice.store.entries import DamagedMatchError, MatchEntry, TableEntry
from paperdice.store.sqlite import SqliteStore
from paperdice.store.store import SCHEMA_VERSION, Store
from tests.patience import patience
from tests.sampling import budget

TABLE = TableEntry("t1", "KXRM", "m1", 0)
MATCH = MatchEntry("m1", "t1", "qwixx", None, 0, 0, 0)

WRITER = """
import asyncio, sys
from paperdice.store.sqlite import SqliteStore

async def write(store, number):
    length = len(await store.load(f"m{number}"))
    while True:
        await store.append(f"m{number}", length, [f"e{length}"], now=0)
        length += 1
        print(number, length, flush=True)

async def main():
    store = SqliteStore(sys.argv[1])
    await store.open()
    await asyncio.gather(*(write(store, number) for number in range(4)))

asyncio.run(main())
"""


async def _open(path: Path) -> SqliteStore:
    store = SqliteStore(path)
    await store.open()
    return store


@pytest.mark.sampled
async def test_what_was_acknowledged_survives_kill_9(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite"
    store = await _open(path)
    for number in range(4):
        table = TableEntry(f"t{number}", f"AAA{number}", f"m{number}", 0)
        await store.create(table, MatchEntry(f"m{number}", table.id, "qwixx", None, 0, 0, 0), [])
    await store.close()
    rng = random.Random(5)
    for _ in range(budget(3, 30)):
        acknowledged = await asyncio.to_thread(_write_and_kill, path, rng.randrange(1, 200))
        store = await _open(path)
        for number, length in acknowledged.items():
            assert len(await store.load(f"m{number}")) >= length
        await store.close()


def _write_and_kill(path: Path, n_lines: int) -> dict[int, int]:
    """Kill the writer after this many reports; return the lengths that it has reported."""
    with subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(n_lines)]
        os.kill(process.pid, signal.SIGKILL)
        lines += process.stdout.readlines()
    reported = [line.split() for line in lines if line.endswith("\n")]
    return {int(number): int(length) for number, length in reported}


async def test_a_full_disk_is_an_error_and_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite"
    store = await _open(path)
    await store.create(TABLE, MATCH, ["a"])
    await store.close()
    store = SqliteStore(path)
    await store.open()
    await _limit_pages(store, 2)
    with pytest.raises(StoreError, match="full"):
        await store.append("m1", 1, ["x" * 100_000], now=1)
    await _limit_pages(store, 1_000_000)
    assert await store.load("m1") == ["a"]
    await store.append("m1", 1, ["b"], now=2)
    assert await store.load("m1") == ["a", "b"]
    await store.close()


async def _limit_pages(store: SqliteStore, more: int) -> None:
    """Limit the growth of the file to this many pages, as on a disk that is almost full."""

    def script():  # type: ignore[no-untyped-def]
        count = (yield "pragma page_count", ())[0][0]
        yield f"pragma max_page_count = {count + more}", ()

    await store._do(script())


async def test_a_cancelled_caller_does_not_stop_the_others(tmp_path: Path) -> None:
    store = await _open(tmp_path / "matches.sqlite")
    await store.create(TABLE, MATCH, [])
    task = asyncio.create_task(store.append("m1", 0, ["a"], now=1))
    await asyncio.sleep(0)
    task.cancel()
    await store.ping()
    assert await store.load("m1") in ([], ["a"])
    await store.close()


async def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Sir or Madam, " * 100)
    store = SqliteStore(path)
    with pytest.raises(StoreError, match="not a database"):
        await store.open()


async def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot open"):
        await SqliteStore(tmp_path / "nowhere" / "matches.sqlite").open()


async def test_a_database_with_a_newer_schema_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite"
    await (await _open(path)).close()
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("update schema_version set version = 999")
    store = SqliteStore(path)
    with pytest.raises(StoreError) as caught:
        await store.open()
    told = f"the database has schema 999, and this version of Paperdice reads only {SCHEMA_VERSION}"
    assert str(caught.value) == told
    await store.close()


async def test_a_closed_store_says_so(tmp_path: Path) -> None:
    store = await _open(tmp_path / "matches.sqlite")
    await store.close()
    with pytest.raises(StoreError, match="not open"):
        await store.ping()


def _count_commits(path: Path) -> int:
    """Count the commits in the log of a database file: frames that contain the size of the file after them."""
    log = path.with_name(f"{path.name}-wal").read_bytes()
    size = 24 + int.from_bytes(log[8:12], "big")
    return sum(log[at + 4 : at + 8] != bytes(4) for at in range(32, len(log) - size + 1, size))


async def test_matches_that_go_on_together_share_a_commit(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "matches.sqlite"
    store = await _open(path)
    for number in range(20):
        table = TableEntry(f"t{number}", f"AAA{number}", f"m{number}", 0)
        await store.create(table, MatchEntry(f"m{number}", table.id, "qwixx", None, 0, 0, 0), [])
    before = _count_commits(path)
    events = ['{"name":"Zoë 🎲 \\u0000"}', "a\nb", "'quoted' \"twice\""]
    await asyncio.gather(*(store.append(f"m{number}", 0, events, now=1) for number in range(20)))
    assert 1 <= _count_commits(path) - before <= 2
    assert [await store.load(f"m{number}") for number in range(20)] == [events] * 20
    assert "one by one" not in caplog.text
    await store.close()


async def test_reads_do_not_wait_for_writes(tmp_path: Path) -> None:
    store = await _open(tmp_path / "matches.sqlite")
    await store.create(TABLE, MATCH, ["a"])
    is_writing, may_end = threading.Event(), threading.Event()

    def script():  # type: ignore[no-untyped-def]
        yield "delete from events", ()
        is_writing.set()
        may_end.wait(patience())

    writing = asyncio.create_task(store._do(script()))
    await asyncio.to_thread(is_writing.wait)
    assert await store.load("m1") == ["a"]
    assert await store.find_table("KXRM") == TABLE
    assert (await store.list_tables(10), await store.list_finished(["m1"])) == ([], [])
    assert not writing.done()
    may_end.set()
    await writing
    with pytest.raises(DamagedMatchError):
        await store.load("m1")
    await store.close()


async def test_a_read_that_fails_in_any_way_stops_no_other(tmp_path: Path) -> None:
    store = await _open(tmp_path / "matches.sqlite")
    await store.create(TABLE, MATCH, ["a"])

    def script():  # type: ignore[no-untyped-def]
        yield "select 1", ()
        raise AssertionError("a mistake of ours")

    with pytest.raises(AssertionError, match="ours"):
        await store._read(script())
    async with asyncio.timeout(patience()):
        assert await store.load("m1") == ["a"]
    await store.close()


async def test_a_read_sees_what_was_answered_before(tmp_path: Path) -> None:
    store = await _open(tmp_path / "matches.sqlite")
    await store.create(TABLE, MATCH, [])
    for number in range(20):
        await store.append("m1", number, ["a"], now=1)
        assert len(await store.load("m1")) == number + 1
    await store.close()


async def test_open_tables_and_old_matches_are_found_by_an_index(tmp_path: Path) -> None:
    store = await _open(tmp_path / "matches.sqlite")
    await store.close()
    with contextlib.closing(sqlite3.connect(tmp_path / "matches.sqlite")) as connection:
        plans = []
        for statement, values in (
            next(unwrap(Store.list_tables)(store, 10)),
            next(unwrap(Store._list_old)(store, 1, 1)),
        ):
            named = {str(number): value for number, value in enumerate(values, 1)}
            plans.append([row[3] for row in connection.execute(f"explain query plan {statement}", named)])
    assert not [step for plan in plans for step in plan if step.startswith("SCAN")], plans
    assert plans[0][0] == "SEARCH m USING INDEX matches_to_join (is_open=?)"


async def test_a_sweep_deletes_at_most_fifty_matches_per_commit(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite"
    store = await _open(path)
    await store.restore(("matches", (f"m{n}", "t", "qwixx", None, 0, 1, 1, None, "", "", None, 0)) for n in range(120))
    before = _count_commits(path)
    assert await store.sweep(finished_before=0, idle_before=10) == 120
    assert _count_commits(path) - before >= 3
    await store.close()


async def test_what_is_added_together_fails_each_for_itself(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    store = await _open(tmp_path / "matches.sqlite")
    for number in range(3):
        table = TableEntry(f"t{number}", f"AAA{number}", f"m{number}", 0)
        await store.create(table, MatchEntry(f"m{number}", table.id, "qwixx", None, 0, 0, 0), [])
    adding = (
        store.append("m0", 0, ["a"], now=1),
        store.append("m0", 1, ["b", "c"], now=2),
        store.append("m0", 1, ["late"], now=3),
        store.append("m1", 0, ["half a pair: \ud800"], now=4),
        store.append("m2", 0, ["d"], now=5),
        store.append("nowhere", 0, ["e"], now=6),
        store.append("m2", 1, ["a sign of \0 nothing"], now=7),
    )
    found = await asyncio.gather(*adding, return_exceptions=True)
    assert [type(each).__name__ for each in found] == [
        "NoneType",
        "NoneType",
        "StaleMatchError",
        "UnicodeEncodeError",
        "NoneType",
        "StaleMatchError",
        "NoneType",
    ]
    assert await store.load("m0") == ["a", "b", "c"] and await store.load("m1") == []
    assert await store.load("m2") == ["d", "a sign of \0 nothing"]
    # The log must help the server's owner without revealing a move.
    assert "writing its jobs one by one: UnicodeEncodeError" in caplog.text and "pair" not in caplog.text
    await store.close()


async def test_connections_close_one_after_the_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If two connections closed at the same time, neither would empty the log, and a copy of the file alone would lack
    the last moves.
    """
    events: list[str] = []

    class SlowConnection(sqlite3.Connection):
        def close(self) -> None:
            events.append("begin")
            time.sleep(0.05)
            super().close()
            events.append("end")

    monkeypatch.setattr(sqlite3, "connect", functools.partial(sqlite3.connect, factory=SlowConnection))
    store = await _open(tmp_path / "matches.sqlite")
    await store.create(TABLE, MATCH, ["first"])
    await store.close()
    assert events == ["begin", "end"] * 2
    assert not (tmp_path / "matches.sqlite-wal").exists()
