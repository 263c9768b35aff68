"""Engines, which play blocks of matches on local threads or on a cluster."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from itertools import chain
from typing import Protocol

import numpy as np

from paperdice.arena.blocks import Block, Programs, has_programs, play_block
from paperdice.arena.cluster import Cluster
from paperdice.arena.setup import check_whole
from paperdice.errors import SetupError
from paperdice.fast.cores import count_cores

# A generator of the results of blocks. Closing it cancels the remaining blocks.
Played = Generator[np.ndarray, None, None]


class Engine(Protocol):
    """Interface for engines, which play blocks and return their results in order."""

    def play(self, blocks: Iterable[Block]) -> Played:
        """Yield the results of each block, in order."""


class Threads:
    """An engine that plays blocks on local threads; compiled matches run in parallel.

    Matches with external programs use one thread by default, so that each program is started only once.

    Raises:
        SetupError: The number of threads is negative.
    """

    def __init__(self, n_threads: int = 0) -> None:
        if n_threads < 0:
            raise SetupError(f"threads are counted from 1, not {n_threads}")
        self._n_threads = n_threads

    def play(self, blocks: Iterable[Block]) -> Played:
        """Yield the results of each block, in order."""
        waiting: deque[Future[np.ndarray]] = deque()
        todo = iter(blocks)
        first = next(todo, None)
        if first is None:
            return
        n_threads = self._n_threads or (1 if has_programs(first.setup) else count_cores())
        with closing(Programs()) as programs, ThreadPoolExecutor(n_threads) as pool:
            try:
                for block in chain([first], todo):
                    waiting.append(pool.submit(play_block, *block, programs))
                    if len(waiting) > 2 * n_threads:
                        yield waiting.popleft().result()
                while waiting:
                    yield waiting.popleft().result()
            except BaseException:
                programs.stop()
                raise
            finally:
                for future in waiting:
                    future.cancel()


@contextmanager
def open_engine(threads: int = 0, cluster: str | int | None = None, *, has_guests: bool = False) -> Iterator[Engine]:
    """Open an engine as a context manager, on local threads or on a cluster.

    Bots given as objects run on a single thread.

    Args:
        threads: The number of threads; 0 uses all cores.
        cluster: The address of a Dask scheduler, a number of local worker processes, or None for threads.
        has_guests: Whether any bot is given as an object.

    Raises:
        SetupError: The arguments are invalid, the cluster cannot be reached, or a cluster is requested for bots given
            as objects.
    """
    check_whole("threads", threads)
    if cluster is None:
        yield Threads(1 if has_guests else threads)
        return
    if has_guests:
        raise SetupError("a cluster plays bots that have names, not your own objects")
    with closing(Cluster(str(cluster))) as engine:
        yield engine
