"""A pool of worker processes that answer requests from a fair queue, one at a time.

The pool also starts the warm-ups that the workers need: compiling bots and solving tables.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import shutil
from collections import OrderedDict, deque
from collections.abc import Collection, Hashable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from paperdice.fast.cache import cache_root, link_readonly, write_error
from paperdice.workers.child import Child, module_command
from paperdice.workers.readiness import Warmers, WarmUp, read_warm_up

T = TypeVar("T")
WorkerRequest: TypeAlias = Mapping[str, object]
WorkerAnswer: TypeAlias = Mapping[str, Any]

# How long a process may take to start, which is slow at low priority on a busy machine.
START_SECONDS = 120.0
# The priority of workers is lower than that of the server and higher than that of warm-ups.
NICENESS = 16
# A worker is replaced after this many requests, or when it uses this much memory.
MAX_REQUESTS = 5000
MAX_BYTES = 350_000_000
# Extra time for a worker's first answer of a kind, since it loads code and tables from the cache.
LOAD_SECONDS = 30.0
# How often a request is tried. Retrying is safe, since every worker returns the same answer.
MAX_TRIES = 3
# The pause before another attempt to start a worker.
RESTART_SECONDS = 1.0
# Typical times to compile a bot, and to load it in a worker.
USUAL_SECONDS = 20.0
USUAL_LOAD_SECONDS = 3.0
_log = logging.getLogger(__name__)
_PAGE = os.sysconf("SC_PAGE_SIZE")


class FairQueue(Generic[T]):
    """A queue that serves clients in turn, and each client's tables in turn."""

    def __init__(self) -> None:
        self._clients: OrderedDict[str, OrderedDict[str, deque[T]]] = OrderedDict()
        self._lengths: dict[str, int] = {}
        self._news = asyncio.Semaphore(0)

    def __len__(self) -> int:
        return sum(self._lengths.values())

    def put(self, entry: T, clients: Collection[str], table: str) -> None:
        """Add an entry for a table.

        Of the clients at the table, the one with the fewest entries in the queue is charged.
        """
        client = min(clients, key=lambda each: (self._lengths.get(each, 0), each), default="")
        self._clients.setdefault(client, OrderedDict()).setdefault(table, deque()).append(entry)
        self._lengths[client] = self._lengths.get(client, 0) + 1
        self._news.release()

    async def get(self) -> T:
        """Remove and return the next entry; if the queue is empty, wait for one."""
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
    """Raised if a worker process has died or does not answer."""


class Worker:
    """A process that answers one request at a time, and is killed if an answer takes too long.

    Args:
        program: The module that the process runs; it must call `serve`.
        cache: The cache folder shared with other processes.
    """

    def __init__(self, program: str, cache: Path) -> None:
        self._program, self._cache = program, cache
        self._child: Child | None = None
        self._n_requests = 0
        self._answered: set[Hashable] = set()
        self.is_up = False

    @property
    def pid(self) -> int | None:
        """The process id, or None if there is no process."""
        return None if self._child is None else self._child.pid

    async def start(self) -> None:
        """Start the process if it is not running, and wait until it has loaded its code.

        Raises:
            OSError: The process cannot be started.
            WorkerLostError: The process died, or was not ready within `START_SECONDS`.
        """
        if self.is_up:
            return
        self._n_requests = 0
        self._answered.clear()
        self._child = Child(module_command(self._program), NICENESS, self._cache)
        if await self._exchange(b"", START_SECONDS) != b"\n":
            self.stop()
            raise WorkerLostError("it has died")
        self.is_up = True

    async def ask(self, request: WorkerRequest, seconds: float, kind: Hashable = None) -> WorkerAnswer:
        """Send a request and return the answer. If there is none in time, kill the process.

        Args:
            request: The request, an object that can be encoded as JSON.
            seconds: The timeout.
            kind: A key for the code and tables that the request needs; the first request of each kind may take
                `LOAD_SECONDS` longer.

        Raises:
            WorkerLostError: The process is not running, has died, or did not answer in time.
        """
        if self._child is None or not self.is_up:
            raise WorkerLostError("it does not run")
        self._n_requests += 1
        most = seconds if kind in self._answered else seconds + LOAD_SECONDS
        line = await self._exchange(json.dumps(request).encode() + b"\n", most)
        try:
            answer: WorkerAnswer = json.loads(line)
        except ValueError as error:
            self.stop()
            raise WorkerLostError("it has died") from error
        if not answer.keys() & {"missing", "error"}:
            self._answered.add(kind)
        return answer

    async def _exchange(self, line: bytes, seconds: float) -> bytes:
        assert self._child is not None
        try:
            return await self._child.exchange_async(line, seconds)
        except TimeoutError as error:
            self.stop()
            raise WorkerLostError("it does not answer") from error
        except asyncio.CancelledError:
            self.stop()  # the next request would get this answer
            raise

    def is_worn(self) -> bool:
        """Whether the process should be replaced, because it has answered many requests or uses much memory."""
        return self._n_requests >= MAX_REQUESTS or self.own_bytes() > MAX_BYTES

    def own_bytes(self) -> int:
        """Return the size of the process's private memory in bytes, or 0 if the system does not report it."""
        with suppress(OSError):
            _, resident, shared, *_ = Path(f"/proc/{self.pid}/statm").read_text().split()
            return (int(resident) - int(shared)) * _PAGE
        return 0

    def stop(self) -> None:
        """Kill the process, if there is one."""
        child, self._child, self.is_up = self._child, None, False
        if child is not None:
            child.end()


class _Job(NamedTuple):
    request: WorkerRequest
    seconds: float
    kind: Hashable
    answer: asyncio.Future[WorkerAnswer]


class WorkerPool:
    """Workers that share a queue and a cache, and the processes that fill the cache.

    Args:
        program: The module that all processes run. Its answers contain `missing`, with the required warm-up, if the
            cache lacks code or tables, and `error` if the request failed.
        n_workers: The number of processes that answer requests.
    """

    def __init__(self, program: str, n_workers: int) -> None:
        self._program, self._n_workers = program, n_workers
        self._cache = cache_root()
        self._queue: FairQueue[_Job] = FairQueue()
        self._serving: list[asyncio.Task[None]] = []
        self._warmers: Warmers | None = None
        # Kinds of requests that have failed in a process and have not succeeded since.
        self._failing: set[Hashable] = set()
        # The longest time that it took to compile a bot, by the bot's name.
        self._seconds: dict[str, float] = {}
        self.workers: list[Worker] = []

    def open(self) -> Warmers:
        """Start the workers if necessary, and return the processes that do warm-ups."""
        if self._warmers is None:
            self._cache = _usable_cache()
            self._warmers = Warmers(self._cache, self._program, self.note_ready)
            self.workers = [Worker(self._program, self._cache) for _ in range(self._n_workers)]
            loop = asyncio.get_running_loop()
            self._serving = [loop.create_task(self._serve(worker)) for worker in self.workers]
        return self._warmers

    async def close(self) -> None:
        """Stop all processes."""
        for task in self._serving:
            task.cancel()
        await asyncio.gather(*self._serving, return_exceptions=True)
        for worker in self.workers:
            worker.stop()
        if self._warmers is not None:
            await self._warmers.close()
        if self._cache != cache_root():
            shutil.rmtree(self._cache, ignore_errors=True)

    # Readiness

    def is_ready(self, wanted: WarmUp) -> bool:
        """Whether the workers can load a bot without compiling it."""
        return wanted.is_done(self._cache)

    def prepare(self, wanted: Iterable[WarmUp], *, urgent: bool = True) -> None:
        """Queue the warm-ups of bots that are not ready, at the front of the queue if they are urgent."""
        for each in wanted:
            if not self.is_ready(each):
                self.open().ask(each, urgent=urgent)

    def failure(self, wanted: WarmUp) -> str | None:
        """Return an error message if a bot could not be compiled, otherwise None."""
        why = None if self._warmers is None else self._warmers.failure(wanted)
        return None if why is None else f"{wanted.bot} of {wanted.game} cannot be compiled: {why}"

    def seconds_left(self, wanted: WarmUp) -> float:
        """Return the estimated seconds until a bot can answer, based on how long bots of this name took to compile."""
        so_far = (self._warmers and self._warmers.seconds_so_far(wanted)) or 0.0
        return max(USUAL_LOAD_SECONDS, self._seconds.get(wanted.bot, USUAL_SECONDS) - so_far)

    def note_ready(self, wanted: WarmUp, seconds: float) -> None:
        """Record how long it took to compile a bot."""
        self._seconds[wanted.bot] = max(seconds, self._seconds.get(wanted.bot, 0.0))

    # Requests

    async def ask(
        self, request: WorkerRequest, seconds: float, kind: Hashable, clients: Collection[str], table: str
    ) -> WorkerAnswer:
        """Send a request to a worker and return the answer, retrying if the process dies or the request fails.

        Args:
            request: The request, an object that can be encoded as JSON.
            seconds: The timeout in a worker that has answered a request of this kind before.
            kind: A key for the code and tables that the request needs.
            clients: The clients at the table; the request is charged to one of them.
            table: The id of the match or study.

        Returns:
            The answer. It contains `missing` if a warm-up is needed and has been queued, or `error` if the last try or
            the warm-up has failed.
        """
        self.open()
        found: WorkerAnswer = {}
        for _ in range(MAX_TRIES):
            answer: asyncio.Future[WorkerAnswer] = asyncio.get_running_loop().create_future()
            self._queue.put(_Job(request, seconds, kind, answer), clients, table)
            found = await answer
            if "missing" in found:
                wanted = read_warm_up(found["missing"])
                self.prepare([wanted])
                failure = self.failure(wanted)
                if failure is not None:
                    return {"error": failure}
            if "error" not in found:
                break
        return found

    async def _serve(self, worker: Worker) -> None:
        """Answer queued requests with one worker, replacing its process when it dies or has been used for too long."""
        while True:
            try:
                await worker.start()
            except (OSError, WorkerLostError) as error:
                _log.warning("a worker does not start: %s", error)
                await asyncio.sleep(RESTART_SECONDS)
                if not len(self._queue) or any(each.is_up for each in self.workers):
                    continue
            job = await self._queue.get()
            if job.answer.done():
                continue
            found = await self._answer(worker, job)
            if not job.answer.done():  # the caller may have been cancelled
                job.answer.set_result(found)
            if worker.is_worn():
                worker.stop()

    async def _answer(self, worker: Worker, job: _Job) -> WorkerAnswer:
        try:
            found = await worker.ask(job.request, job.seconds, job.kind)
        except WorkerLostError as error:
            _log.warning("a worker is lost: %s", error)
            return {"error": f"a worker is lost: {error}"}
        if "error" in found:
            _log.error("a worker failed: %s", found["error"])
        if "missing" not in found:  # a missing warm-up is not a fault of the process
            self._note(worker, job.kind, went_well="error" not in found)
        return found

    def _note(self, worker: Worker, kind: Hashable, *, went_well: bool) -> None:
        """Record whether a request succeeded. After a failure, stop the process, which may be out of memory.

        If a request of the same kind has already failed in another process, keep this one, since a new process would
        not help.
        """
        if went_well:
            self._failing.discard(kind)
        elif kind not in self._failing:
            self._failing.add(kind)
            worker.stop()


def _usable_cache() -> Path:
    """Return the cache folder for all processes, or a temporary one if the cache folder is not writable."""
    root = cache_root()
    why = write_error(root)
    if why is None:
        return root
    _log.warning("the cache is not writable, so compiled bots are lost when the server ends: %s", why)
    return link_readonly(root)
