"""An in-memory store for tests and experiments, which runs queries in the calling thread."""

from __future__ import annotations

import threading
import weakref
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from typing import TypeVar

from paperdice.store.entries import DumpedRow
from paperdice.store.sqlite import LocalStore, connect, dump_all, fill, run_alone
from paperdice.store.store import Add, Script, check_empty, prepare

T = TypeVar("T")


class MemoryStore(LocalStore):
    """Stores matches in an in-memory database. It is always open, and several threads can use it."""

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.Lock()
        self._connection = connect(":memory:")
        weakref.finalize(self, self._connection.close)
        run_alone(self._connection, prepare())

    async def open(self, *, serves: bool = False) -> None:
        """Do nothing: the database is always open."""

    async def close(self) -> None:
        """Do nothing: the matches remain available until the object is deleted."""

    async def _do(self, script: Script[T]) -> T:
        with self._lock:
            return run_alone(self._connection, script)

    async def dump(self) -> AsyncIterator[DumpedRow]:
        """Yield every row of a snapshot of the database."""
        with closing(connect(":memory:")) as copy:
            with self._lock:
                self._connection.backup(copy)
            async for row in dump_all(copy):
                yield row

    @asynccontextmanager
    async def _filling(self) -> AsyncIterator[Add]:
        """Yield a function that adds rows to a copy, which replaces the database once it is complete."""
        with closing(connect(":memory:")) as copy:
            with self._lock:
                run_alone(self._connection, check_empty())
            run_alone(copy, prepare())
            async with fill(copy) as add:
                yield add
            with self._lock:
                run_alone(self._connection, check_empty())
                copy.backup(self._connection)
