"""Files that only their owner can access, and that only one server can use at a time."""

import asyncio
import os
import signal
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from paperdice.errors import StoreError
from paperdice.store.backup import write_backup
from paperdice.store.entries import MatchEntry, TableEntry
from paperdice.store.sqlite import SqliteStore

TABLE = TableEntry("t1", "KXRM", "m1", 0)
MATCH = MatchEntry("m1", "t1", "qwixx", None, 0, 0, 0)

SERVER = """
import asyncio, sys
from paperdice.store.sqlite import SqliteStore

async def main():
    store = SqliteStore(sys.argv[1])
    await store.open(serves=True)
    print("serving", flush=True)
    await asyncio.to_thread(sys.stdin.read)

asyncio.run(main())
"""


@pytest.fixture(params=[0o000, 0o022, 0o277])
def umask(request: pytest.FixtureRequest) -> Iterator[int]:
    """Set an unusual umask."""
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


def modes(folder: Path) -> dict[str, str]:
    """Return the permissions of every file in a folder."""
    return {path.name: stat.filemode(path.stat().st_mode) for path in sorted(folder.iterdir())}


async def test_data_files_and_backups_are_their_owners_alone(tmp_path: Path, umask: int) -> None:
    tmp_path.chmod(0o755)
    store = SqliteStore(tmp_path / "matches.sqlite")
    await store.open(serves=True)
    await store.create(TABLE, MATCH, ["a"])
    await write_backup(store, tmp_path / "backup.jsonl")
    found = modes(tmp_path)
    await store.close()
    names = ("backup.jsonl", "matches.sqlite", "matches.sqlite-shm", "matches.sqlite-wal", "matches.sqlite.lock")
    assert found == dict.fromkeys(names, "-rw-------")


async def test_files_that_others_could_read_are_closed_to_them(tmp_path: Path) -> None:
    for name in ("matches.sqlite", "matches.sqlite-wal", "matches.sqlite-shm"):
        (tmp_path / name).touch()
        (tmp_path / name).chmod(0o644)
    store = SqliteStore(tmp_path / "matches.sqlite")
    await store.open()
    await store.create(TABLE, MATCH, ["a"])
    assert set(modes(tmp_path).values()) == {"-rw-------"}
    await store.close()


async def test_a_second_server_on_the_same_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite"
    first, second = SqliteStore(path), SqliteStore(path)
    await first.open(serves=True)
    words = f"another server \\(process {os.getpid()}\\) already serves '{path}': stop it, or name another file"
    with pytest.raises(StoreError, match=words):
        await second.open(serves=True)
    await first.create(TABLE, MATCH, ["a"])
    await first.close()
    await second.open(serves=True)
    assert await second.load("m1") == ["a"]
    await second.close()


async def test_a_missing_folder_is_refused_and_not_created(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot open the database file"):
        await SqliteStore(tmp_path / "typo" / "matches.sqlite").open(serves=True)
    assert not (tmp_path / "typo").exists()


async def test_a_file_is_read_and_backed_up_while_it_is_served(tmp_path: Path) -> None:
    server, reader = SqliteStore(tmp_path / "matches.sqlite"), SqliteStore(tmp_path / "matches.sqlite")
    await server.open(serves=True)
    await server.create(TABLE, MATCH, ["a"])
    await reader.open()
    assert (await write_backup(reader, tmp_path / "backup.jsonl")).n_rows == 3
    await reader.close()
    await server.close()


@pytest.mark.parametrize("link", [os.symlink, os.link])
async def test_a_link_to_a_served_file_starts_no_second_server(
    tmp_path: Path, link: Callable[[Path, Path], None]
) -> None:
    first, second = SqliteStore(tmp_path / "matches.sqlite"), SqliteStore(tmp_path / "other.sqlite")
    await first.open(serves=True)
    link(tmp_path / "matches.sqlite", tmp_path / "other.sqlite")
    with pytest.raises(StoreError, match=r"already serves|hard link"):
        await second.open(serves=True)
    await first.create(TABLE, MATCH, ["a"])
    await first.close()


@pytest.mark.parametrize("end", ["", "-wal"])
async def test_a_file_that_was_removed_keeps_nothing_and_says_so(tmp_path: Path, end: str) -> None:
    path = tmp_path / f"matches.sqlite{end}"
    store = SqliteStore(tmp_path / "matches.sqlite")
    await store.open(serves=True)
    await store.create(TABLE, MATCH, ["a"])
    path.rename(tmp_path / "aside")
    for _ in range(2):
        with pytest.raises(StoreError, match="was removed or replaced"):
            await store.append("m1", 1, ["b"], now=1)
        with pytest.raises(StoreError, match="was removed or replaced"):
            await store.ping()
        path.touch()
    (tmp_path / "aside").rename(path)
    await store.ping()
    await store.append("m1", 1, ["c"], now=1)
    assert await store.load("m1") == ["a", "c"]
    await store.close()


# Opens and closes a file, as a curious user would: the last connection to close a file deletes its log.
VISITOR = "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute('select * from matches'); c.close()"


async def test_a_visitor_does_not_take_the_log_away_from_a_server(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite"
    store = SqliteStore(path)
    await store.open(serves=True)
    await store.create(TABLE, MATCH, ["a"])
    await write_backup(store, tmp_path / "backup.jsonl")
    log = path.with_name("matches.sqlite-wal").stat().st_ino
    await asyncio.to_thread(subprocess.run, [sys.executable, "-c", VISITOR, str(path)], check=True)
    assert path.with_name("matches.sqlite-wal").stat().st_ino == log
    await store.close()


async def test_a_backup_does_not_write_through_a_link(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "matches.sqlite")
    await store.open()
    victim = tmp_path / "victim"
    victim.write_text("mine")
    (tmp_path / "backup.jsonl.part").symlink_to(victim)
    await write_backup(store, tmp_path / "backup.jsonl")
    await store.close()
    assert victim.read_text() == "mine"
    assert (tmp_path / "backup.jsonl").is_file() and not (tmp_path / "backup.jsonl").is_symlink()


async def test_a_lock_ends_with_its_process(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite"
    command = [sys.executable, "-c", SERVER, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "serving\n"
        store = SqliteStore(path)
        with pytest.raises(StoreError, match=f"process {process.pid}"):
            await store.open(serves=True)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    await store.open(serves=True)
    await store.close()
