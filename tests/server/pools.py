"""Pools of worker processes for bots, and pools without processes."""

from paperdice.server.bots import BotPool
from paperdice.workers.pool import Worker


class NoWorker(Worker):
    """A worker that never starts: bots that need no compiled code play without one, all others use simple play."""

    async def start(self, patience: float = 0.0) -> bool:
        return False


class LastingPool(BotPool):
    """A pool that outlives the servers that use it."""

    async def close(self) -> None:
        """Do nothing."""

    async def end(self) -> None:
        """Stop the processes."""
        await super().close()
