"""Pools of worker processes for bots, and pools without processes."""

import asyncio
from collections.abc import Callable
from types import ModuleType

from paperdice.bots import INSTANT, make_own_bot
from paperdice.bots.bot import PositionBot
from paperdice.server import bots
from paperdice.server.bots import BotPool
from paperdice.workers.pool import Worker


class NoWorker(Worker):
    """A worker that never becomes ready."""

    async def start(self) -> None:
        """Start nothing."""
        await asyncio.Future[None]()


def make_instant_bot(name: str, seed: int, budget_ms: float) -> PositionBot:
    """Return a bot of any name that needs no compilation."""
    return make_own_bot(name if name in INSTANT else "casual", seed, budget_ms)


def play_like_casual(put: Callable[[ModuleType, str, object], None] = setattr) -> None:
    """Replace all bots of the server by ones that need no compilation; `put` sets an attribute of a module."""
    put(bots, "needs_warm_up", lambda _name: False)
    put(bots, "make_own_bot", make_instant_bot)


class LastingPool(BotPool):
    """A pool that outlives the servers that use it, so `start` and `close` do nothing."""

    async def close(self) -> None:
        """Do nothing."""

    async def end(self) -> None:
        """Stop the processes."""
        await super().close()
