"""A store in one SQLite file. One thread writes, with many writes per commit, and another one reads."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sqlite3
import threading
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from paperdice.errors import StoreError
from paperdice.store.entries import (
    DamagedFileError,
    DamagedMatchError,
    DumpedRow,
    Notice,
    Presence,
    Row,
    misfit,
    stale,
)
from paperdice.store.files import keep_own, make_lock, open_own, take_lock
from paperdice.store.soundness import COLUMNS, checksum_of
from paperdice.store.store import LATER, Add, Added, Script, Store, check_empty, prepare

T = TypeVar("T")
_BATCH = 256
# The minimum time between commits, so that writes of several tables share one.
_GATHER_SECONDS = 0.02
_DUMP_ROWS = 1000
_DUMP_MATCHES = 50
# Statements that append the events of many tables, passed as one JSON array of rows.
_LENGTHS = "select id, length from matches where id in (select value from json_each(?))"
_TOUCH = f"""
update matches set length = json_extract(new.value, '$[1]'),
touched = {LATER.format(now="json_extract(new.value, '$[2]')")}
from json_each(?) as new where matches.id = json_extract(new.value, '$[0]')
"""
_INSERT = """
insert into events (match_id, sequence, event, checksum)
select json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'),
json_extract(value, '$[3]') from json_each(?) order by key
"""
logger = logging.getLogger("paperdice.store")


@dataclass(slots=True)
class _Job:
    script: Script[Any]
    future: asyncio.Future[Any]
    added: Added | None = None
    result: Any = None
    error: Exception | None = None

    @property
    def loop(self) -> asyncio.AbstractEventLoop:
        """The event loop that awaits the result."""
        return self.future.get_loop()


def _make_own(path: Path) -> None:
    """Create the database file if it does not exist, and restrict it and its companion files to their owner.

    An existing file is not opened: closing it would release the locks that SQLite holds on it in this process, and the
    next program to close it would delete the write-ahead log of a running server.
    """
    with suppress(FileExistsError):
        os.close(open_own(path, os.O_RDWR | os.O_EXCL))
    # SQLite creates the files beside it with the mode of this file; files left over from a crash keep their mode.
    for each in (path.with_name(path.name + end) for end in ("", "-wal", "-shm")):
        if each.is_file():
            keep_own(each)
    if path.is_file() and path.stat().st_nlink > 1:
        message = f"the database file {str(path)!r} has a second name (a hard link), under which SQLite would not find "
        raise StoreError(f"{message}its log: remove one of the names")


def _place_of(path: Path) -> tuple[int, int]:
    """Return the device and inode numbers of a file, which change if another file takes its place."""
    status = path.stat()
    return status.st_dev, status.st_ino


def connect(path: Path | str) -> sqlite3.Connection:
    """Open a database with the settings that every connection needs, such as write-ahead logging."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=5)
    connection.text_factory = _decode
    try:
        for pragma in ("journal_mode = wal", "synchronous = full", "foreign_keys = on"):
            connection.execute(f"pragma {pragma}")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _decode(text: bytes) -> str:
    """Decode stored text, preserving invalid bytes so that the checksum detects them."""
    return text.decode("utf-8", "surrogateescape")


def _as_store_error(error: sqlite3.Error) -> StoreError:
    if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_CORRUPT:
        return DamagedFileError("a page of the database file is damaged: restore the newest backup into another file")
    return StoreError(f"the database file cannot be used: {error}")


class LocalStore(Store):
    """A store used by a single process. It tracks presence in memory and uses the local clock."""

    def __init__(self) -> None:
        # By match, then by process, so that a query for one match does not scan all of them.
        self._present: dict[str, dict[str, tuple[Presence, float]]] = {}

    async def now(self) -> int:
        """Return the Unix time in milliseconds by this machine's clock."""
        return time.time_ns() // 1_000_000

    async def set_presence(self, match_id: str, presence: Presence, seconds: float) -> None:
        """Store the presence of a process in memory."""
        there = self._present.setdefault(match_id, {})
        if presence.seats or presence.n_watchers:
            there[presence.process] = (presence, time.monotonic() + seconds)
        else:
            there.pop(presence.process, None)
        if not there:
            del self._present[match_id]

    async def list_presence(self, match_id: str) -> list[Presence]:
        found = sorted(self._present.get(match_id, {}).items())
        return [presence for _, (presence, until) in found if until > time.monotonic()]

    async def listen(self, notice: Notice) -> None:
        """Do nothing: there are no other processes."""


class SqliteStore(LocalStore):
    """Stores matches in one file. Completed writes survive a crash or a power failure."""

    def __init__(self, path: Path | str) -> None:
        super().__init__()
        self._path = Path(path)
        self._places: dict[Path, tuple[int, int]] = {}
        self._lock = make_lock(self._path)
        # None in a queue stops its thread.
        self._writes: SimpleQueue[_Job | None] = SimpleQueue()
        self._reads: SimpleQueue[_Job | None] = SimpleQueue()
        self._threads: list[tuple[SimpleQueue[_Job | None], threading.Thread]] = []

    async def open(self, *, serves: bool = False) -> None:
        """Open the file, or create it with its schema, and start the reader and writer threads."""
        # Resolve links, so that all paths to the file share one lock.
        self._path = Path(os.path.realpath(self._path))
        self._lock = make_lock(self._path)
        try:
            if serves:
                take_lock(self._lock)
            _make_own(self._path)
            writer = await asyncio.to_thread(connect, self._path)
            reader = await asyncio.to_thread(connect, self._path)
        except (sqlite3.Error, OSError) as error:
            self._lock.release()
            raise StoreError(f"cannot open the database file {str(self._path)!r}: {error}") from error
        except StoreError:
            self._lock.release()
            raise
        self._places = {self._path: _place_of(self._path)}
        reader.execute("pragma query_only = on")
        for queue, work, connection in (
            (self._reads, self._answer_reads, reader),
            (self._writes, self._write, writer),
        ):
            thread = threading.Thread(target=work, args=(connection,), name="paperdice-sqlite", daemon=True)
            thread.start()
            self._threads.append((queue, thread))
        await self._do(prepare())
        log = self._path.with_name(self._path.name + "-wal")
        self._places |= {log: _place_of(log)} if log.exists() else {}

    async def close(self) -> None:
        """Finish pending work, stop the threads and close the file."""
        threads, self._threads = self._threads, []
        # The writer closes last and alone: if two connections close at the same time, neither empties the log.
        for queue, thread in threads:
            queue.put(None)
            await asyncio.to_thread(thread.join)
        self._lock.release()

    async def _do(self, script: Script[T]) -> T:
        """Run a script in the writer thread."""
        result: T = await self._hand_over(self._writes, script)
        return result

    async def _read(self, script: Script[T]) -> T:
        """Run a script in the reader thread, which does not wait for commits but sees all completed writes."""
        result: T = await self._hand_over(self._reads, script)
        return result

    async def _append(self, added: Added) -> None:
        """Queue the events, so that the events of many matches are written together."""
        await self._hand_over(self._writes, self._appending(added), added if added.ending is None else None)

    async def _hand_over(self, queue: SimpleQueue[_Job | None], script: Script[Any], added: Added | None = None) -> Any:
        if not self._threads:
            raise StoreError("the store is not open")
        job = _Job(script, asyncio.get_running_loop().create_future(), added)
        # A queued script runs even if its caller is cancelled.
        queue.put(job)
        return await job.future

    def _write(self, connection: sqlite3.Connection) -> None:
        """Run the queued jobs, many per commit, until the store is closed."""
        with closing(connection):
            began = -_GATHER_SECONDS
            while (job := self._writes.get()) is not None:
                time.sleep(max(0.0, began + _GATHER_SECONDS - time.monotonic()))
                began = time.monotonic()
                batch = [job, *_take_more(self._writes)]
                self._commit(connection, batch)
                _answer_all(batch)

    def _answer_reads(self, connection: sqlite3.Connection) -> None:
        """Run the queued reads, many per transaction, until the store is closed."""
        with closing(connection):
            while (job := self._reads.get()) is not None:
                batch = [job, *_take_more(self._reads)]
                connection.execute("begin")
                for each in batch:
                    _run_read(connection, each)
                if connection.in_transaction:
                    connection.execute("rollback")
                _answer_all(batch)

    def _commit(self, connection: sqlite3.Connection, batch: list[_Job]) -> None:
        """Run jobs in one transaction. Afterwards, each job either has its changes on disk or has its error set."""
        try:
            connection.execute("begin immediate")
            for only_adds, together in groupby(batch, key=lambda job: job.added is not None):
                jobs = list(together)
                if not only_adds or not _append_all(connection, jobs):
                    for job in jobs:
                        self._run_job(connection, job)
            self._check_place()
            connection.execute("commit")
        except (sqlite3.Error, StoreError) as error:
            if connection.in_transaction:
                connection.execute("rollback")
            for job in batch:
                job.error = job.error or (_as_store_error(error) if isinstance(error, sqlite3.Error) else error)

    def _check_place(self) -> None:
        """Raise `StoreError` if the database file or its log was removed or replaced.

        Everything written to a removed file would be lost when the process ends.
        """
        try:
            is_there = all(_place_of(path) == place for path, place in self._places.items())
        except OSError:
            is_there = False
        if not is_there:
            message = f"the database file {str(self._path)!r} or its log was removed or replaced: put it back"
            raise StoreError(message)

    def _run_job(self, connection: sqlite3.Connection, job: _Job) -> None:
        """Run a job in a savepoint, which is rolled back if the job fails."""
        connection.execute("savepoint job")
        try:
            job.result = _run_script(connection, job.script)
        except Exception as error:
            # A failing script must not end the thread.
            if not connection.in_transaction:
                raise
            connection.execute("rollback to job")
            job.error = _as_store_error(error) if isinstance(error, sqlite3.Error) else error
        connection.execute("release job")

    async def load(self, match_id: str, since: int = 0) -> list[str]:
        """Return the events of a log after event number `since`.

        Raises:
            DamagedMatchError: An event, or the page of the file that contains it, is damaged.
        """
        try:
            return await super().load(match_id, since)
        except DamagedFileError as error:
            raise DamagedMatchError(match_id, "a page of the file is unreadable") from error

    async def dump(self) -> AsyncIterator[DumpedRow]:
        """Yield every row of a snapshot while other connections write. Logs on damaged pages are skipped."""
        # Do not connect in another thread: if the caller were cancelled meanwhile, the connection would stay open.
        with closing(connect(self._path)) as connection:
            async for row in dump_all(connection):
                yield row

    @asynccontextmanager
    async def _filling(self) -> AsyncIterator[Add]:
        """Fill the database over a separate connection, so that a cancelled restore is rolled back."""
        with closing(connect(self._path)) as connection:
            async with fill(connection) as add:
                yield add


def _run_script(connection: sqlite3.Connection, script: Script[T]) -> T:
    try:
        statement, values = next(script)
        while True:
            named = {str(i): value for i, value in enumerate(values, 1)}
            statement, values = script.send(connection.execute(statement, named).fetchall())
    except StopIteration as done:
        return done.value  # type: ignore[no-any-return]  # the generator's return type is T


def run_alone(connection: sqlite3.Connection, script: Script[T]) -> T:
    """Run a script in its own transaction, and return its result.

    The transaction is rolled back if the script fails.
    """
    connection.execute("begin")
    try:
        result = _run_script(connection, script)
        connection.execute("commit")
    except sqlite3.Error as error:
        raise _as_store_error(error) from error
    finally:
        if connection.in_transaction:
            connection.execute("rollback")
    return result


def _run_read(connection: sqlite3.Connection, job: _Job) -> None:
    try:
        job.result = _run_script(connection, job.script)
    except sqlite3.Error as error:
        job.error = _as_store_error(error)
    except Exception as error:  # noqa: BLE001
        # A failing script must not end the thread.
        job.error = error


def _append_all(connection: sqlite3.Connection, jobs: list[_Job]) -> bool:
    """Write the events of many jobs with a few statements.

    The transaction must hold the write lock, so that the lengths of the logs cannot change in the meantime.

    Returns:
        False if a statement fails, in which case nothing is written.
    """
    connection.execute("savepoint jobs")
    is_written = True
    try:
        _write_added(connection, jobs)
    except Exception as error:
        # A failing job must not end the thread.
        if not connection.in_transaction:
            raise
        # Each job is then run separately, so that only the failing one gets an error.
        logger.warning("writing a batch failed, writing its jobs one by one: %s", type(error).__name__)
        connection.execute("rollback to jobs")
        is_written = False
        for job in jobs:
            job.error = None
    connection.execute("release jobs")
    return is_written


def _write_added(connection: sqlite3.Connection, jobs: list[_Job]) -> None:
    """Write the events of all jobs with one statement per table.

    Using few statements saves time, since the thread has to reacquire the GIL after each one.
    """
    added = [job.added for job in jobs if job.added is not None]
    names = sorted({each.match_id for each in added})
    lengths: dict[str, int] = dict(connection.execute(_LENGTHS, (_as_json(names),)).fetchall())
    touched: dict[str, tuple[str, int, int]] = {}
    rows: list[Row] = []
    for job, (match_id, expected, texts, now, _) in zip(jobs, added, strict=True):
        if lengths.get(match_id) != expected:
            job.error = stale(match_id)
            continue
        lengths[match_id] = expected + len(texts)
        touched[match_id] = (match_id, lengths[match_id], now)
        for number, text in enumerate(texts, expected + 1):
            if "\0" in text:
                raise ValueError("SQLite's JSON ends a text at a NUL")  # a separate statement writes it whole
            rows.append((match_id, number, text, checksum_of(match_id, number, text)))
    connection.execute(_TOUCH, (_as_json(list(touched.values())),))
    connection.execute(_INSERT, (_as_json(rows),))


def _as_json(rows: Sequence[object]) -> str:
    """Encode rows as JSON. Invalid UTF-8 makes the statement fail, as it would without JSON."""
    return json.dumps(rows, ensure_ascii=False)


def _take_more(queue: SimpleQueue[_Job | None]) -> list[_Job]:
    """Remove waiting jobs from a queue, up to a limit, and return them."""
    found: list[_Job] = []
    try:
        while len(found) < _BATCH and (job := queue.get_nowait()) is not None:
            found.append(job)
    except Empty:
        return found
    if len(found) < _BATCH:
        queue.put(None)
    return found


def _answer_all(batch: list[_Job]) -> None:
    """Deliver the results of jobs to the event loops that are waiting for them."""
    for loop, jobs in groupby(batch, key=lambda job: job.loop):
        # If the loop is closed, no caller waits for the result.
        if not loop.is_closed():
            loop.call_soon_threadsafe(_answer, list(jobs))


def _answer(jobs: list[_Job]) -> None:
    """Set the results of jobs on their futures."""
    for job in jobs:
        if job.future.cancelled():
            continue
        if job.error is not None:
            job.future.set_exception(job.error)
        else:
            job.future.set_result(job.result)


@asynccontextmanager
async def fill(connection: sqlite3.Connection) -> AsyncIterator[Add]:
    """Begin a transaction on an empty database, and yield a function that adds rows."""

    async def add(name: str, rows: list[Row]) -> None:
        columns = COLUMNS[name]
        marks = ", ".join("?" * len(columns))
        connection.executemany(f"insert into {name} ({', '.join(columns)}) values ({marks})", rows)
        await asyncio.sleep(0)

    try:
        connection.execute("begin immediate")
        _run_script(connection, check_empty())
        yield add
        connection.execute("commit")
    except sqlite3.IntegrityError as error:
        raise misfit(error) from error
    except sqlite3.Error as error:
        raise _as_store_error(error) from error


async def dump_all(connection: sqlite3.Connection) -> AsyncIterator[DumpedRow]:
    """Yield every row of a snapshot. Logs on damaged pages are skipped."""
    connection.execute("begin")
    for name in COLUMNS:
        async for row in _dump_events(connection) if name == "events" else _dump(connection, name):
            yield name, row


async def _dump(connection: sqlite3.Connection, name: str) -> AsyncIterator[Row]:
    try:
        cursor = connection.execute(f"select {', '.join(COLUMNS[name])} from {name} order by 1, 2")
        fetch: Callable[[int], list[Row]] = cursor.fetchmany
        while rows := await asyncio.to_thread(fetch, _DUMP_ROWS):
            for row in rows:
                yield row
    except sqlite3.Error as error:
        raise _as_store_error(error) from error


async def _dump_events(connection: sqlite3.Connection) -> AsyncIterator[Row]:
    """Yield all events, match by match, so that a damaged page affects only the matches stored on it."""
    matches = [match_id for (match_id,) in connection.execute("select id from matches order by id")]
    for first in range(0, len(matches), _DUMP_MATCHES):
        for row in await asyncio.to_thread(_fetch_events, connection, matches[first : first + _DUMP_MATCHES]):
            yield row


def _fetch_events(connection: sqlite3.Connection, matches: list[str]) -> list[Row]:
    found: list[Row] = []
    statement = f"select {', '.join(COLUMNS['events'])} from events where match_id = ? order by sequence"
    for match_id in matches:
        try:
            found += connection.execute(statement, (match_id,)).fetchall()
        except sqlite3.Error as error:
            if not isinstance(_as_store_error(error), DamagedFileError):
                raise _as_store_error(error) from error
    return found
