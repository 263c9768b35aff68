"""Worker processes that answer one request at a time, and the queue in which requests wait for them."""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections import OrderedDict, deque
from collections.abc import Collection, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Generic, TypeVar

from paperdice.workers.child import Child, module_command

T = TypeVar("T")

# How long a process may take to start; on a busy machine those of low priority are slow.
START_SECONDS = 120.0
# Lower than the server, higher than what is only got ready.
NICENESS = 16
# A worker that has answered this often or has grown to this size is replaced.
MAX_REQUESTS = 5000
MAX_BYTES = 350_000_000
_PAGE = os.sysconf("SC_PAGE_SIZE")


class FairQueue(Generic[T]):
    """A queue in which clients take turns, and the tables of a client among themselves."""

    def __init__(self) -> None:
        self._clients: OrderedDict[str, OrderedDict[str, deque[T]]] = OrderedDict()
        self._lengths: dict[str, int] = {}
        self._news = asyncio.Semaphore(0)

    def __len__(self) -> int:
        return sum(self._lengths.values())

    def put(self, entry: T, clients: Collection[str], table: str) -> None:
        """Add an entry of a table; of all clients there, it counts for the one that waits for least."""
        client = min(clients, key=lambda each: (self._lengths.get(each, 0), each), default="")
        self._clients.setdefault(client, OrderedDict()).setdefault(table, deque()).append(entry)
        self._lengths[client] = self._lengths.get(client, 0) + 1
        self._news.release()

    async def get(self) -> T:
        """Take the next entry, as soon as there is one."""
        await self._news.acquire()
        client, tables = self._clients.popitem(last=False)
        table, entries = tables.popitem(last=False)
        entry = entries.popleft()
        if entries:
            tables[table] = entries
        if tables:
            self._clients[client] = tables
        self._lengths[client] -= 1
        if not self._lengths[client]:
            del self._lengths[client]
        return entry


class WorkerLostError(Exception):
    """The process has died or does not answer."""


class Worker:
    """A process that answers one request at a time; it is ended when it does not answer in time.

    Args:
        program: The module that it runs, which calls `serve`.
        cache: The cache that it shares.
    """

    def __init__(self, program: str, cache: Path) -> None:
        self._program, self._cache = program, cache
        self._child: Child | None = None
        self._started = 0.0
        self._n_requests = 0
        self.is_up = False

    @property
    def pid(self) -> int | None:
        """The process id, None while there is no process."""
        return None if self._child is None else self._child.pid

    async def start(self, patience: float = START_SECONDS) -> bool:
        """Start the process unless it runs, and return whether it is up within this time.

        One that is not up yet goes on starting.

        Raises:
            OSError: It cannot be started.
            WorkerLostError: It has died, or was not up within `START_SECONDS`.
        """
        if self.is_up:
            return True
        if self._child is None:
            self._n_requests, self._started = 0, time.monotonic()
            self._child = Child(module_command(self._program), NICENESS, self._cache)
        try:
            answer = await self._child.exchange_async(b"", patience)
        except TimeoutError as error:
            if time.monotonic() - self._started < START_SECONDS:
                return False
            self.stop()
            raise WorkerLostError("it does not come up") from error
        if answer != b"\n":
            self.stop()
            raise WorkerLostError("it has died")
        self.is_up = True
        return True

    async def ask(self, request: Mapping[str, object], seconds: float) -> Mapping[str, object]:
        """Return the answer to a request; a process that takes longer, also to read it, is ended.

        Raises:
            WorkerLostError: There is no answer.
        """
        if self._child is None or not self.is_up:
            raise WorkerLostError("it does not run")
        self._n_requests += 1
        try:
            line = await self._child.exchange_async(json.dumps(request).encode() + b"\n", seconds)
            answer: Mapping[str, object] = json.loads(line)
        except TimeoutError as error:
            self.stop()
            raise WorkerLostError("it does not answer") from error
        except ValueError as error:
            self.stop()
            raise WorkerLostError("it has died") from error
        except asyncio.CancelledError:
            self.stop()  # whoever asks next would get this answer
            raise
        return answer

    def is_worn(self) -> bool:
        """Whether the process has answered so often or grown so much that a new one should take its place."""
        return self._n_requests >= MAX_REQUESTS or self.own_bytes() > MAX_BYTES

    def own_bytes(self) -> int:
        """Return the memory that is the process's own, without mapped files; 0 where the system does not say."""
        with suppress(OSError):
            _, resident, shared, *_ = Path(f"/proc/{self.pid}/statm").read_text().split()
            return (int(resident) - int(shared)) * _PAGE
        return 0

    def stop(self) -> None:
        """End the process."""
        child, self._child, self.is_up = self._child, None, False
        if child is not None:
            child.end()
