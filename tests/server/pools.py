"""Pools of processes for bots, and pools without any."""

from paperdice.server.bots import BotPool
from paperdice.workers.pool import Worker


class NoWorker(Worker):
    """A worker that never comes up: bots that need nothing compiled play without one, and all others play simply."""

    async def start(self, patience: float = 0.0) -> bool:
        """Start nothing."""
        return False


class LastingPool(BotPool):
    """A pool that outlives the servers that use it."""

    async def close(self) -> None:
        """End nothing."""

    async def end(self) -> None:
        """End the processes."""
        await super().close()
