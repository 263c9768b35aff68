"""One process in which bots think and studies are made, as the server sees it; it is ended when it does not answer."""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from paperdice.bots.child import Child

# So long a process may take to start; on a busy machine those of low priority are slow.
START_SECONDS = 120.0
# Behind the server, and before what is only got ready.
NICENESS = 16
MAX_DECISIONS = 5000
MAX_BYTES = 350_000_000
_PAGE = os.sysconf("SC_PAGE_SIZE")


class WorkerLostError(Exception):
    """The process has died or does not answer."""


class Worker:
    """A process that answers one request at a time."""

    def __init__(self, cache: Path) -> None:
        self._cache = cache
        self._child: Child | None = None
        self._started = 0.0
        self._n_decisions = 0
        self.is_up = False

    @property
    def pid(self) -> int | None:
        """The number of the process, None while there is none."""
        return None if self._child is None else self._child.pid

    async def start(self, patience: float = START_SECONDS) -> bool:
        """Starts the process unless it runs, and tells whether it can answer within so many seconds; one that is slow
        goes on starting."""
        if self.is_up:
            return True
        if self._child is None:
            self._n_decisions, self._started = 0, time.monotonic()
            self._child = Child("paperdice.study.worker", self._cache, NICENESS)
        try:
            async with asyncio.timeout(patience):
                await self._read(self._child)
        except TimeoutError as error:
            if time.monotonic() - self._started < START_SECONDS:
                return False
            self.stop()
            raise WorkerLostError("it does not come up") from error
        self.is_up = True
        return True

    async def ask(self, request: Mapping[str, object], seconds: float) -> Mapping[str, object]:
        """The answer to a request; a process that takes longer, also to read it, is ended."""
        child = self._child
        if child is None or not self.is_up:
            raise WorkerLostError("it does not run")
        self._n_decisions += 1
        try:
            async with asyncio.timeout(seconds):
                await child.write(json.dumps(request).encode() + b"\n")
                return await self._read(child)
        except TimeoutError as error:
            self.stop()
            raise WorkerLostError("it does not answer") from error
        except OSError as error:
            self.stop()
            raise WorkerLostError("it has died") from error

    async def _read(self, child: Child) -> Mapping[str, object]:
        try:
            answer: Mapping[str, object] = json.loads(await child.read())
        except ValueError as error:
            self.stop()
            raise WorkerLostError("it has died") from error
        return answer

    def is_worn(self) -> bool:
        """Tells whether the process has thought or grown so much that a new one should take its place."""
        return self._n_decisions >= MAX_DECISIONS or self.own_bytes() > MAX_BYTES

    def own_bytes(self) -> int:
        """The memory that is the process's own, mapped files apart; 0 where the system does not tell."""
        with suppress(OSError):
            _, resident, shared, *_ = Path(f"/proc/{self.pid}/statm").read_text().split()
            return (int(resident) - int(shared)) * _PAGE
        return 0

    def stop(self) -> None:
        """Ends the process."""
        child, self._child, self.is_up = self._child, None, False
        if child is not None:
            child.end()
