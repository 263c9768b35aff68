"""Health checks of the store, with results cached for a few seconds."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

from paperdice.errors import Reason, StoreError

SECONDS = 2.0


class Health:
    """Checks whether the store is writable, at most once every few seconds."""

    def __init__(self, ping: Callable[[], Awaitable[None]], clock: Callable[[], float] = time.monotonic) -> None:
        self._ping, self._clock = ping, clock
        self._asking = asyncio.Lock()
        self._asked_at: float | None = None
        self._failure: StoreError | None = None

    async def check(self) -> None:
        """Raise `StoreError` if the store is not writable. The message does not reveal the cause to clients."""
        async with self._asking:
            if self._asked_at is None or self._clock() - self._asked_at > SECONDS:
                await self._ask()
        if self._failure is not None:
            raise StoreError("matches cannot be stored right now", Reason("store_failed", {})) from self._failure

    async def _ask(self) -> None:
        try:
            await self._ping()
            self._failure = None
        except StoreError as error:
            self._failure = error
        self._asked_at = self._clock()
