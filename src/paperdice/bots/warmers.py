"""Processes that get bots ready at the lowest priority, a few at a time, in the order in which they are asked for."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Collection
from pathlib import Path

from paperdice.bots.child import LOWEST, Child
from paperdice.bots.warming import WarmUp, write_line
from paperdice.fast.cores import count_cores

BOTS_PROGRAM = "paperdice.bots.warming_process"
_log = logging.getLogger(__name__)


class Warmers:
    """Gets bots ready in a cache beside everything else; `tell` hears of each one that is, and after what seconds.

    `program` is the module that gets them ready, in processes of its own.
    """

    def __init__(
        self, root: Path, tell: Callable[[WarmUp, float], None] | None = None, program: str = BOTS_PROGRAM
    ) -> None:
        self._root, self._program = root, program
        self._tell = tell
        self._n_processes = count_cores()
        self._waiting: list[WarmUp] = []
        self._urgent: set[WarmUp] = set()
        self._started: dict[WarmUp, float] = {}
        self._failed: set[WarmUp] = set()
        self._processes: set[asyncio.Task[None]] = set()

    def ask(self, wanted: WarmUp, *, urgent: bool = False) -> None:
        """Has a bot got ready, before all others if it is urgent; one that is ready or under way is left alone."""
        if wanted in self._started or wanted in self._failed or wanted.is_done(self._root):
            return
        if urgent:
            self._urgent.add(wanted)
        if wanted in self._waiting:
            if not urgent:
                return
            self._waiting.remove(wanted)
        self._waiting.insert(0 if urgent else len(self._waiting), wanted)
        if len(self._processes) < self._n_processes:
            process = asyncio.get_running_loop().create_task(self._run())
            self._processes.add(process)
            process.add_done_callback(self._processes.discard)

    def seconds_so_far(self, wanted: WarmUp) -> float | None:
        """For how long a bot has been compiling, None if it has not begun."""
        started = self._started.get(wanted)
        return None if started is None else time.monotonic() - started

    def has_failed(self, wanted: WarmUp) -> bool:
        """Tells whether a bot could not be got ready."""
        return wanted in self._failed

    async def finish(self) -> None:
        """Waits until everything that was asked for is ready."""
        while self._processes:
            await asyncio.wait(set(self._processes))

    async def close(self) -> None:
        """Ends what is under way."""
        self._waiting.clear()
        processes = list(self._processes)
        for process in processes:
            process.cancel()
        await asyncio.gather(*processes, return_exceptions=True)

    async def _run(self) -> None:
        """Gets ready what waits, in one process as long as that lives."""
        child, known = None, set[str]()
        try:
            while self._waiting:
                wanted = self._take(known)
                child = child or Child(self._program, self._root, LOWEST)
                known.add(wanted.game)
                if not await self._get_ready(child, wanted):
                    child.end()
                    child, known = None, set()
        finally:
            if child is not None:
                child.end()

    def _take(self, known: Collection[str]) -> WarmUp:
        """What is next: for its level a game that the process knows already, unless something is urgent."""
        first = self._waiting[0]
        alike = [each for each in self._waiting if each.bot == first.bot and each.game in known]
        wanted = alike[0] if alike and first not in self._urgent else first
        self._waiting.remove(wanted)
        self._started[wanted] = time.monotonic()
        return wanted

    async def _get_ready(self, child: Child, wanted: WarmUp) -> bool:
        """Has one bot got ready, and tells whether it went well."""
        try:
            await self._ask_process(child, wanted)
            if wanted.is_done(self._root):
                if self._tell is not None:
                    self._tell(wanted, time.monotonic() - self._started[wanted])
                return True
            self._failed.add(wanted)
            _log.warning("%s of %s cannot be got ready for %d seats", wanted.bot, wanted.game, wanted.seats)
            return False
        finally:
            del self._started[wanted]
            self._urgent.discard(wanted)

    async def _ask_process(self, child: Child, wanted: WarmUp) -> None:
        """Sends a warm-up to a process, and waits until it is done or the process has ended."""
        with contextlib.suppress(OSError):  # a process that has ended is seen by what it left undone
            await child.write(write_line(wanted))
            await child.read()
