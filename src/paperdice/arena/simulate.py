"""Runs of many matches on threads or a cluster, in blocks; what is done is kept and a stopped run can go on."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from paperdice.arena.blocks import block_size, check_matches, play_block
from paperdice.arena.setup import Setup
from paperdice.arena.summary import Summary
from paperdice.errors import StoreError
from paperdice.fast.compile import cache_root

Progress = Callable[[int, int], None]
Rows = Callable[[np.ndarray], None]


class Engine(Protocol):
    """Plays blocks somewhere and gives their results in order."""

    def play(self, setup: Setup, blocks: list[tuple[int, int]]) -> Iterator[np.ndarray]:
        """Yields the results of each block, in the order of the blocks."""


class Threads:
    """Plays blocks on the threads of this machine; compiled matches run side by side."""

    def __init__(self, n_threads: int = 0) -> None:
        self.n_threads = n_threads or len(os.sched_getaffinity(0))

    def play(self, setup: Setup, blocks: list[tuple[int, int]]) -> Iterator[np.ndarray]:
        """Yields the results of each block, in the order of the blocks."""
        waiting: deque[Future[np.ndarray]] = deque()
        with ThreadPoolExecutor(self.n_threads) as pool:
            try:
                for start, number in blocks:
                    waiting.append(pool.submit(play_block, setup, start, number))
                    if len(waiting) > 2 * self.n_threads:
                        yield waiting.popleft().result()
                while waiting:
                    yield waiting.popleft().result()
            finally:
                for future in waiting:
                    future.cancel()


def simulate(
    setup: Setup,
    matches: int,
    *,
    engine: Engine | None = None,
    progress: Progress | None = None,
    rows: Rows | None = None,
    resume: bool = False,
) -> Summary:
    """Plays a run and gives its summary; an interrupt leaves a checkpoint that `resume` goes on from."""
    check_matches(matches)
    checkpoint = Checkpoint(setup)
    summary = checkpoint.load() if resume else Summary.empty(setup)
    size = block_size(setup)
    blocks = [(start, min(size, matches - start)) for start in range(summary.matches, matches, size)]
    try:
        for results in (engine or Threads()).play(setup, blocks):
            if rows is not None:
                rows(results)
            summary.add(results)
            if progress is not None:
                progress(summary.matches, matches)
    except BaseException:
        checkpoint.save(summary)
        raise
    checkpoint.drop()
    return summary


class Checkpoint:
    """Where a stopped run is kept: one file in the user's cache, named after the run."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._file = cache_root() / "runs" / f"{setup.name}.npz"

    def load(self) -> Summary:
        """Gives what was done, nothing if there is no checkpoint."""
        summary = Summary.empty(self._setup)
        if not self._file.exists():
            return summary
        try:
            with np.load(self._file) as kept:
                for name, array in summary.arrays().items():
                    array[...] = kept[name]
        except (OSError, ValueError, KeyError) as error:
            raise StoreError(f"cannot resume from {self._file}: {error}; delete it to start again") from error
        return summary

    def save(self, summary: Summary) -> None:
        """Keeps what is done; never half a file under the final name."""
        if not summary.matches:
            return
        self._file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(self._file, lambda file: np.savez(file, **_plain(summary.arrays())))

    def drop(self) -> None:
        """Forgets the checkpoint of a finished run."""
        self._file.unlink(missing_ok=True)


def _plain(arrays: dict[str, np.ndarray]) -> dict[str, Any]:
    return dict(arrays)


def write_whole(path: Path, write: Callable[[Any], object]) -> None:
    """Writes a file beside its final name and moves it there when it is complete."""
    part = path.with_name(path.name + ".part")
    try:
        with part.open("wb") as file:
            write(file)
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise StoreError(f"cannot write {path}: {error.strerror}") from error
