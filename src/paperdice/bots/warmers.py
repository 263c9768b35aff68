"""Processes that get bots ready at the lowest priority, a few at a time, in the order in which they are asked for."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from pathlib import Path

from paperdice.bots.child import Child
from paperdice.bots.warming import WarmUp
from paperdice.fast.cores import count_cores

BOTS_PROGRAM = "paperdice.bots.warming_process"
_log = logging.getLogger(__name__)


class Warmers:
    """Gets bots ready in a cache beside everything else; `tell` hears of each one that is, and after what seconds.

    `program` is the module that gets one ready in a process of its own.
    """

    def __init__(
        self, root: Path, tell: Callable[[WarmUp, float], None] | None = None, program: str = BOTS_PROGRAM
    ) -> None:
        self._root, self._program = root, program
        self._tell = tell
        self._n_processes = count_cores()
        self._waiting: list[WarmUp] = []
        self._running: dict[WarmUp, asyncio.Task[None]] = {}
        self._failed: set[WarmUp] = set()
        self._started: dict[WarmUp, float] = {}

    def ask(self, wanted: WarmUp, *, urgent: bool = False) -> None:
        """Has a bot got ready, before all others if it is urgent; one that is ready or under way is left alone."""
        if wanted in self._running or wanted in self._failed or wanted.is_done(self._root):
            return
        if wanted in self._waiting:
            if not urgent:
                return
            self._waiting.remove(wanted)
        self._waiting.insert(0 if urgent else len(self._waiting), wanted)
        self._fill()

    def seconds_so_far(self, wanted: WarmUp) -> float | None:
        """For how long a bot has been compiling, None if it has not begun."""
        started = self._started.get(wanted)
        return None if started is None else time.monotonic() - started

    def has_failed(self, wanted: WarmUp) -> bool:
        """Tells whether a bot could not be got ready."""
        return wanted in self._failed

    async def finish(self) -> None:
        """Waits until everything that was asked for is ready."""
        while self._running:
            await asyncio.wait(set(self._running.values()))

    async def close(self) -> None:
        """Ends what is under way."""
        self._waiting.clear()
        running = list(self._running.values())
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    def _fill(self) -> None:
        while self._waiting and len(self._running) < self._n_processes:
            wanted = self._waiting.pop(0)
            self._running[wanted] = asyncio.get_running_loop().create_task(self._run(wanted))

    async def _run(self, wanted: WarmUp) -> None:
        self._started[wanted] = started = time.monotonic()
        try:
            if await self._run_process(wanted):
                if self._tell is not None:
                    self._tell(wanted, time.monotonic() - started)
            else:
                self._failed.add(wanted)
                _log.warning("%s of %s cannot be got ready for %d seats", wanted.bot, wanted.game, wanted.seats)
        finally:
            del self._running[wanted], self._started[wanted]
            self._fill()

    async def _run_process(self, wanted: WarmUp) -> bool:
        """Runs one process to its end, and tells whether it went well."""
        words = [wanted.game, wanted.bot, str(wanted.seats), *wanted.sheets]
        child = Child(self._program, words, self._root)
        try:
            while await child.read():
                pass
        finally:
            child.end()
        return wanted.is_done(self._root)
