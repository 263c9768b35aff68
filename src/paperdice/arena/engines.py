"""Where blocks of matches are played: on the threads of this machine, or on a cluster."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Protocol

import numpy as np

from paperdice.arena.blocks import Block, play_block
from paperdice.errors import SetupError
from paperdice.fast.cores import count_cores


class Engine(Protocol):
    """Plays blocks somewhere and gives their results in order."""

    def play(self, blocks: Iterable[Block]) -> Iterator[np.ndarray]:
        """Yields the results of each block, in the order of the blocks."""


class Threads:
    """Plays blocks on the threads of this machine; compiled matches run side by side."""

    def __init__(self, n_threads: int = 0) -> None:
        if n_threads < 0:
            raise SetupError(f"threads are counted from 1, not {n_threads}")
        self.n_threads = n_threads or count_cores()

    def play(self, blocks: Iterable[Block]) -> Iterator[np.ndarray]:
        """Yields the results of each block, in the order of the blocks."""
        waiting: deque[Future[np.ndarray]] = deque()
        with ThreadPoolExecutor(self.n_threads) as pool:
            try:
                for block in blocks:
                    waiting.append(pool.submit(play_block, *block))
                    if len(waiting) > 2 * self.n_threads:
                        yield waiting.popleft().result()
                while waiting:
                    yield waiting.popleft().result()
            finally:
                for future in waiting:
                    future.cancel()
