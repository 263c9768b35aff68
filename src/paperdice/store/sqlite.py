"""A store in one SQLite file: all work in one thread, many writes in one commit."""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from paperdice.errors import PaperdiceError, StoreError
from paperdice.store import scripts
from paperdice.store.database import DatabaseStore, Told
from paperdice.store.memory import LocalPresence
from paperdice.store.scripts import COLUMNS, Row, Script
from paperdice.store.store import DumpedRow

T = TypeVar("T")
_BATCH = 256
_DUMP_ROWS = 1000


@dataclass(slots=True)
class _Job:
    script: Script[Any]
    future: Future[Any]
    result: Any = None
    error: Exception | None = None


def _connect(path: str) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=5)
    for pragma in ("journal_mode = wal", "synchronous = full", "foreign_keys = on"):
        connection.execute(f"pragma {pragma}")
    return connection


def _as_store_error(error: sqlite3.Error) -> StoreError:
    return StoreError(f"the database file cannot be used: {error}")


class SqliteStore(DatabaseStore, LocalPresence):
    """Keeps matches in one file; what was answered is on disk, whatever happens to the process or the power."""

    def __init__(self, path: Path | str) -> None:
        super().__init__()
        self._path = str(path)
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None

    async def open(self) -> None:
        """Opens the file, making it if there is none, and brings its schema up to date."""
        try:
            connection = await asyncio.to_thread(_connect, self._path)
        except sqlite3.Error as error:
            raise StoreError(f"cannot open the database file {self._path!r}: {error}") from error
        self._thread = threading.Thread(target=self._work, args=(connection,), name="paperdice-sqlite", daemon=True)
        self._thread.start()
        await self._do(scripts.migrate())

    async def close(self) -> None:
        """Finishes the work that is waiting and closes the file."""
        if self._thread is not None:
            self._jobs.put(None)
            await asyncio.to_thread(self._thread.join)
            self._thread = None

    async def _do(self, script: Script[T], tell: Told | None = None) -> T:
        """Hands a script to the thread; there is no other process to tell."""
        if self._thread is None:
            raise StoreError("the store is not open")
        job = _Job(script, Future())
        # A script that is handed over is carried out, even if nobody waits for it any more.
        job.future.set_running_or_notify_cancel()
        self._jobs.put(job)
        result: T = await asyncio.wrap_future(job.future)
        return result

    def _work(self, connection: sqlite3.Connection) -> None:
        with closing(connection):
            going = True
            while going:
                batch, going = self._next_batch()
                if batch:
                    self._commit(connection, batch)
                    for job in batch:
                        if job.error is not None:
                            job.future.set_exception(job.error)
                        else:
                            job.future.set_result(job.result)

    def _next_batch(self) -> tuple[list[_Job], bool]:
        """Waits for a job and takes all others that are waiting too, so that they share one commit."""
        batch: list[_Job] = []
        job = self._jobs.get()
        while job is not None:
            batch.append(job)
            if len(batch) == _BATCH or self._jobs.empty():
                return batch, True
            job = self._jobs.get()
        return batch, False

    def _commit(self, connection: sqlite3.Connection, batch: list[_Job]) -> None:
        try:
            connection.execute("begin immediate")
            for job in batch:
                self._run_job(connection, job)
            connection.execute("commit")
        except sqlite3.Error as error:
            if connection.in_transaction:
                connection.execute("rollback")
            for job in batch:
                job.error = job.error or _as_store_error(error)

    def _run_job(self, connection: sqlite3.Connection, job: _Job) -> None:
        """Runs a script statement by statement; one that fails leaves nothing behind."""
        connection.execute("savepoint job")
        try:
            statement, values = next(job.script)
            while True:
                named = {str(i): value for i, value in enumerate(values, 1)}
                statement, values = job.script.send(connection.execute(statement, named).fetchall())
        except StopIteration as done:
            job.result = done.value
        except (PaperdiceError, sqlite3.Error) as error:
            if not connection.in_transaction:
                raise
            connection.execute("rollback to job")
            job.error = _as_store_error(error) if isinstance(error, sqlite3.Error) else error
        connection.execute("release job")

    async def dump(self) -> AsyncIterator[DumpedRow]:
        """Gives every row as it was at one moment, while others go on writing."""
        with closing(await asyncio.to_thread(_connect, self._path)) as connection:
            connection.execute("begin")
            for name, columns in COLUMNS.items():
                cursor = connection.execute(f"select {', '.join(columns)} from {name} order by 1, 2")
                fetch: Callable[[int], list[Row]] = cursor.fetchmany
                while rows := await asyncio.to_thread(fetch, _DUMP_ROWS):
                    for row in rows:
                        yield name, row
