"""Play blocks of matches in other processes and on other machines, using Dask.

Blocks assigned to a worker that is lost are retried.
"""

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
# The maximum number of blocks in flight per worker thread, and the seconds between two counts of these threads.
AHEAD = 4
LOOK_SECONDS = 1


def check_address(address: str) -> None:
    """Validate the address of a cluster.

    Raises:
        SetupError: The address is neither a number of workers nor a host and a port.
    """
    if address.isdecimal() and int(address) > 0:
        return
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal() or not 0 < int(port) < 1 << 16:
        raise SetupError(
            f"a cluster is a number of workers from 1, or an address like tcp://host:8786, not {address!r}"
        )


class Cluster:
    """An engine that plays blocks on a Dask cluster: an existing one, or one started here with local workers.

    Raises:
        SetupError: The address is invalid, or no cluster can be reached there.
        MissingExtraError: Dask is not installed.
    """

    def __init__(self, address: str) -> None:
        check_address(address)
        with needs("a cluster", "paperdice[cluster]"):
            from distributed import Client, LocalCluster
        logging.getLogger("distributed").setLevel(logging.ERROR)
        self._own: LocalCluster | None = None
        if address.isdecimal():
            # Even without a dashboard, Dask listens on a fixed port of all interfaces by default.
            options = {"dashboard_address": "127.0.0.1:0", "preload": ["paperdice.arena.ignore_interrupts"]}
            self._own = LocalCluster(n_workers=int(address), threads_per_worker=1, **options)
        try:
            self.client: Client = Client(self._own or address, timeout=CONNECT_SECONDS, set_as_default=False)
        except (OSError, ValueError) as error:
            raise SetupError(f"there is no cluster at {address}: {error}") from None

    def play(self, blocks: Iterable[Block]) -> Generator[np.ndarray, None, None]:
        """Yield the results of each block, in order.

        Raises:
            StoreError: The cluster lost a block.
        """
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
        """Return the maximum number of blocks in flight, proportional to the threads of the current workers."""
        n_threads: int = sum(self.client.nthreads().values())
        return AHEAD * max(n_threads, 1)

    def _is_done(self, future: Future) -> bool:
        """Wait for a block for up to `LOOK_SECONDS`, and return whether it is done."""
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
        """Disconnect from the cluster, and shut it down if this engine started it."""
        self.client.close()
        if self._own is not None:
            self._own.close()
