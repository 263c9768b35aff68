"""Warm-ups: the code and tables that bots and studies need, created once and kept in the cache.

A marker file in the cache records that a warm-up is done.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import math
import time
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from paperdice.fast.cache import cache_root, machine_hash, source_hash
from paperdice.fast.cores import count_cores
from paperdice.workers.child import LOWEST_PRIORITY, Child, module_command

# How often a warm-up is tried if its process dies, which may have been killed for using too much memory.
MAX_TRIES = 3
# How long the warm-up is refused after that: longer than clients wait between two requests for a study.
REFUSED_SECONDS = 5.0
_log = logging.getLogger(__name__)


class WarmUp(NamedTuple):
    """A warm-up job: a bot to prepare for one game, number of seats and choice of sheets."""

    game: str
    bot: str
    seats: int
    sheets: tuple[str, ...] = ()

    def mark(self, root: Path) -> Path:
        """Return the path of this warm-up's marker file in a cache, for the current sources and this machine."""
        sheets = hashlib.sha256("/".join(self.sheets).encode()).hexdigest()[:8] if self.sheets else "default"
        name = f"{self.game}-{self.bot}-{self.seats}-{sheets}"
        return root / f"kernels-{source_hash()}" / f"warm-{machine_hash()}" / name

    def is_done(self, root: Path) -> bool:
        """Whether the cache contains everything that the bot needs."""
        return self.mark(root).exists()


def read_warm_up(fields: Sequence[Any]) -> WarmUp:
    """Return the warm-up described by fields that were decoded from JSON."""
    game, bot, seats, sheets = fields
    return WarmUp(game, bot, seats, tuple(sheets))


def warm_up(wanted: WarmUp, rehearsal: Callable[[WarmUp], None]) -> bool:
    """Warm up a bot. If another process is already doing so, wait for it.

    Args:
        wanted: The warm-up.
        rehearsal: A function that makes the bot decide once, which compiles and caches everything that it needs.

    Returns:
        Whether this process did the warm-up.
    """
    from filelock import FileLock  # building the page imports this module without filelock

    root = cache_root()
    if wanted.is_done(root):
        return False
    mark = wanted.mark(root)
    mark.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(mark.with_suffix(".lock")):
        if wanted.is_done(root):
            return False
        rehearsal(wanted)
        mark.touch()
    return True


class _Failure(NamedTuple):
    why: str
    until: float  # by the monotonic clock


class Warmers:
    """Runs queued warm-ups in processes of the lowest priority, at most one process per core.

    The processes exit when the queue is empty, since the compiler never frees its memory. A warm-up whose process dies
    is retried a few times, and can be requested again after `REFUSED_SECONDS`. A warm-up that raises an exception is
    not retried, since the exception would recur.

    Args:
        root: The cache folder.
        program: The module that the processes run; it must answer requests with `warm_up`.
        on_ready: A callback that is called for each bot that becomes ready, with the number of seconds taken.
    """

    def __init__(self, root: Path, program: str, on_ready: Callable[[WarmUp, float], None] | None = None) -> None:
        self._root, self._program, self._on_ready = root, program, on_ready
        self._waiting: list[WarmUp] = []
        self._urgent: set[WarmUp] = set()
        self._started: dict[WarmUp, float] = {}
        # How often the process of a warm-up has died since it was requested.
        self._n_deaths: dict[WarmUp, int] = {}
        self._failures: dict[WarmUp, _Failure] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def ask(self, wanted: WarmUp, *, urgent: bool = False) -> None:
        """Queue a warm-up, at the front if it is urgent.

        Nothing is queued if the warm-up is done, running, or refused after a failure.
        """
        if wanted in self._started or wanted.is_done(self._root):
            return
        failure = self._failures.get(wanted)
        if failure is not None and time.monotonic() < failure.until:
            return
        self._failures.pop(wanted, None)
        if urgent:
            self._urgent.add(wanted)
        if wanted in self._waiting:
            if not urgent:
                return
            self._waiting.remove(wanted)
        self._waiting.insert(0 if urgent else len(self._waiting), wanted)
        if len(self._tasks) < count_cores():
            task = asyncio.get_running_loop().create_task(self._run())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def seconds_so_far(self, wanted: WarmUp) -> float | None:
        """Return how long a warm-up has been running, or None if it is not running."""
        started = self._started.get(wanted)
        return None if started is None else time.monotonic() - started

    def failure(self, wanted: WarmUp) -> str | None:
        """Return why a warm-up failed, or None if it is done or has not failed since it was last queued."""
        failure = self._failures.get(wanted)
        return None if failure is None or wanted.is_done(self._root) else failure.why

    async def finish(self) -> None:
        """Wait until every queued warm-up is done or has failed."""
        while self._tasks:
            await asyncio.wait(set(self._tasks))

    async def close(self) -> None:
        """Cancel all warm-ups."""
        self._waiting.clear()
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _run(self) -> None:
        """Run queued warm-ups in one child process, which is replaced after a failure."""
        child, known = None, set[str]()
        try:
            while self._waiting:
                wanted = self._take(known)
                has_died = False
                try:
                    child = child or Child(module_command(self._program), LOWEST_PRIORITY, self._root)
                    known.add(wanted.game)
                    why = await self._ask(child, wanted)
                except OSError as error:  # it cannot be started, or has died
                    why, has_died = str(error), True
                if not self._note(wanted, why, has_died=has_died) and child is not None:
                    child.end()
                    child, known = None, set()
        finally:
            if child is not None:
                child.end()

    def _take(self, known: Collection[str]) -> WarmUp:
        """Remove the next warm-up from the queue and return it.

        If the first one is not urgent, prefer a warm-up of the same bot in a game that the process has already loaded,
        since the bots of a game share much of their compiled code.
        """
        first = self._waiting[0]
        alike = [each for each in self._waiting if each.bot == first.bot and each.game in known]
        wanted = alike[0] if alike and first not in self._urgent else first
        self._waiting.remove(wanted)
        self._started[wanted] = time.monotonic()
        return wanted

    async def _ask(self, child: Child, wanted: WarmUp) -> str:
        """Run a warm-up in a child process, and return the error message, or an empty string if it succeeded.

        Raises:
            ConnectionResetError: The process has died.
        """
        request = json.dumps({"warm_up": wanted}).encode() + b"\n"
        answer = await child.exchange_async(request)
        while answer == b"\n":  # the line that signals that the process has started
            answer = await child.exchange_async(b"")
        if not answer.endswith(b"\n"):
            raise ConnectionResetError("its process has died")
        return str(json.loads(answer).get("error", ""))

    def _note(self, wanted: WarmUp, why: str, *, has_died: bool) -> bool:
        """Record the result of a warm-up, and queue it again if its process has died.

        Returns:
            Whether the warm-up succeeded.
        """
        seconds = time.monotonic() - self._started.pop(wanted)
        n_deaths = self._n_deaths.pop(wanted, 0) + has_died
        is_done = wanted.is_done(self._root)
        if not is_done and has_died and n_deaths < MAX_TRIES:
            _log.warning("%s of %s for %d seats is compiled again: %s", wanted.bot, wanted.game, wanted.seats, why)
            self._n_deaths[wanted] = n_deaths
            self._waiting.insert(0 if wanted in self._urgent else len(self._waiting), wanted)
            return False
        self._urgent.discard(wanted)
        if is_done:
            if self._on_ready is not None:
                self._on_ready(wanted, seconds)
            return True
        self._failures[wanted] = _Failure(why, time.monotonic() + REFUSED_SECONDS if has_died else math.inf)
        _log.warning("%s of %s cannot be compiled for %d seats: %s", wanted.bot, wanted.game, wanted.seats, why)
        return False
