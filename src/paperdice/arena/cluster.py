"""The same blocks on other processes and machines, handed out by Dask; a lost worker's blocks are played again."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Generator, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING

import numpy as np

from paperdice.arena.blocks import Block, play_block
from paperdice.errors import SetupError, StoreError, needs

if TYPE_CHECKING:
    from distributed import Client, Future, LocalCluster

CONNECT_SECONDS = 10
# Blocks in flight for each thread of a worker, and how long to wait for one before workers are counted again.
AHEAD = 4
LOOK_SECONDS = 1


def check_address(address: str) -> None:
    """Raises unless this is a number of workers, or a host and a port."""
    if address.isdecimal() and int(address) > 0:
        return
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal() or not 0 < int(port) < 1 << 16:
        raise SetupError(
            f"a cluster is a number of workers from 1, or an address like tcp://host:8786, not {address!r}"
        )


class Cluster:
    """Plays blocks on a Dask cluster: one that runs somewhere, or worker processes started here."""

    def __init__(self, address: str) -> None:
        check_address(address)
        with needs("a cluster", "paperdice[cluster]"):
            from distributed import Client, LocalCluster
        logging.getLogger("distributed").setLevel(logging.ERROR)
        self._own: LocalCluster | None = None
        if address.isdecimal():
            # Dask listens even without a dashboard, by itself on a fixed port of all interfaces.
            options = {"dashboard_address": "127.0.0.1:0", "preload": ["paperdice.arena.undisturbed"]}
            self._own = LocalCluster(n_workers=int(address), threads_per_worker=1, **options)
        try:
            self.client: Client = Client(self._own or address, timeout=CONNECT_SECONDS, set_as_default=False)
        except (OSError, ValueError) as error:
            raise SetupError(f"there is no cluster at {address}: {error}") from None

    def play(self, blocks: Iterable[Block]) -> Generator[np.ndarray, None, None]:
        """Yields the results of each block, in the order of the blocks."""
        waiting: deque[Future] = deque()
        todo = iter(blocks)
        try:
            while True:
                ahead = self._count_ahead()
                while len(waiting) < ahead and (block := next(todo, None)) is not None:
                    waiting.append(self.client.submit(play_block, *block, pure=False, retries=3))
                if not waiting:
                    return
                if self._is_done(waiting[0]):
                    yield self._result(waiting.popleft())
        finally:
            for future in waiting:
                future.cancel()

    def _count_ahead(self) -> int:
        """Return how many blocks may be in flight: some for each thread of the workers that are there now."""
        n_threads: int = sum(self.client.nthreads().values())
        return AHEAD * max(n_threads, 1)

    def _is_done(self, future: Future) -> bool:
        """Wait for a block, but not longer than until the workers are counted again."""
        with suppress(TimeoutError):
            future.exception(timeout=LOOK_SECONDS)
        return bool(future.done())

    def _result(self, future: Future) -> np.ndarray:
        from distributed import CancelledError
        from distributed.scheduler import KilledWorker

        try:
            results: np.ndarray = future.result()
        except (KilledWorker, CancelledError, OSError) as error:
            why = str(error).partition("\n")[0]
            raise StoreError(f"the cluster lost a block of matches: {why}") from error
        return results

    def close(self) -> None:
        """Leaves the cluster, and ends it if it was started here."""
        self.client.close()
        if self._own is not None:
            self._own.close()
