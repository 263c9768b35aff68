"""One process in which bots think and studies are made, as the server sees it; it is ended when it does not answer."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from paperdice.bots.child import Child

START_SECONDS = 20.0
# Behind the server, and before what is only got ready.
NICENESS = 16
MAX_DECISIONS = 5000
MAX_BYTES = 350_000_000
_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


class WorkerLostError(Exception):
    """The process has died or does not answer."""


class Worker:
    """A process that answers one request at a time."""

    def __init__(self, cache: Path) -> None:
        self._cache = cache
        self._child: Child | None = None
        self._n_decisions = 0

    @property
    def pid(self) -> int | None:
        """The number of the process, None while there is none."""
        return None if self._child is None else self._child.pid

    async def start(self) -> None:
        """Starts the process unless it runs, and waits until it can answer."""
        if self._child is None:
            self._n_decisions = 0
            self._child = Child("paperdice.study.worker", self._cache, NICENESS)
            await self._read(self._child, START_SECONDS)

    async def ask(self, request: Mapping[str, object], seconds: float) -> Mapping[str, object]:
        """The answer to a request; a process that takes longer is ended."""
        child = self._child
        if child is None:
            raise WorkerLostError("it does not run")
        self._n_decisions += 1
        try:
            await child.write(json.dumps(request).encode() + b"\n")
        except OSError as error:
            self.stop()
            raise WorkerLostError("it has died") from error
        return await self._read(child, seconds)

    async def _read(self, child: Child, seconds: float) -> Mapping[str, object]:
        try:
            answer: Mapping[str, object] = json.loads(await asyncio.wait_for(child.read(), seconds))
        except TimeoutError as error:
            self.stop()
            raise WorkerLostError("it does not answer") from error
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
        child, self._child = self._child, None
        if child is not None:
            child.end()
