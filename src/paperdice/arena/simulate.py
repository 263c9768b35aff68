"""Runs of many matches on threads or a cluster, in blocks; what is done is kept and a stopped run can go on."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from paperdice.arena.blocks import COMPILED_BLOCK, Block, block_size, check_matches, play_block
from paperdice.arena.rows import check_row_file, write_rows, write_whole
from paperdice.arena.setup import Setup
from paperdice.arena.summary import Summary
from paperdice.errors import StoreError
from paperdice.fast.compile import cache_root
from paperdice.fast.playout import result_type

Progress = Callable[[int, int], None]


class Engine(Protocol):
    """Plays blocks somewhere and gives their results in order."""

    def play(self, blocks: Iterable[Block]) -> Iterator[np.ndarray]:
        """Yields the results of each block, in the order of the blocks."""


class Threads:
    """Plays blocks on the threads of this machine; compiled matches run side by side."""

    def __init__(self, n_threads: int = 0) -> None:
        self.n_threads = n_threads or len(os.sched_getaffinity(0))

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


def simulate(
    setup: Setup,
    matches: int,
    *,
    engine: Engine | None = None,
    progress: Progress | None = None,
    rows: Path | None = None,
    resume: bool = False,
) -> Summary:
    """Plays a run and gives its summary; what is done when it is stopped is kept, and `resume` goes on from there.

    `rows` is a .csv or .parquet file that gets one row a match when the run is complete.
    """
    check_matches(matches)
    if rows is not None:
        check_row_file(rows)
    kept = Kept(setup, has_rows=rows is not None)
    summary = kept.load() if resume else kept.start()
    size = block_size(setup)
    blocks = [Block(setup, start, min(size, matches - start)) for start in range(summary.matches, matches, size)]
    try:
        for results in (engine or Threads()).play(blocks):
            kept.add_rows(results)
            summary.add(results)
            if progress is not None:
                progress(summary.matches, matches)
    except BaseException:
        kept.save(summary)
        raise
    if rows is not None:
        write_rows(rows, setup, kept.read_rows())
    kept.drop()
    return summary


class Kept:
    """What a stopped run leaves in the user's cache: its summary, and its rows if they are wanted."""

    def __init__(self, setup: Setup, has_rows: bool) -> None:
        self._setup = setup
        self._has_rows = has_rows
        self._file = cache_root() / "runs" / f"{setup.name}.npz"
        self._rows = self._file.with_suffix(".rows")

    def start(self) -> Summary:
        """Forgets an earlier run and gives the summary of nothing."""
        self.drop()
        return Summary.empty(self._setup)

    def load(self) -> Summary:
        """Gives what was done; nothing if there is nothing."""
        summary = Summary.empty(self._setup)
        if not self._file.exists():
            return self.start()
        try:
            with np.load(self._file) as kept:
                for name, array in summary.arrays().items():
                    array[...] = kept[name]
        except (OSError, ValueError, KeyError, EOFError) as error:
            raise StoreError(
                f"cannot resume from {self._file}: {error}; run without --resume to start again"
            ) from error
        if self._has_rows:
            self._cut_rows(summary.matches)
        return summary

    def _cut_rows(self, matches: int) -> None:
        """Leaves exactly the rows of the matches that were counted."""
        wanted = matches * result_type(self._setup.rules_of).itemsize
        there = self._rows.stat().st_size if self._rows.exists() else 0
        if there < wanted:
            raise StoreError("the stopped run has not kept its rows; run without --resume to start again")
        with self._rows.open("r+b") as file:
            file.truncate(wanted)

    def add_rows(self, results: np.ndarray) -> None:
        """Keeps the rows of a block if rows are wanted."""
        if not self._has_rows:
            return
        try:
            self._rows.parent.mkdir(parents=True, exist_ok=True)
            with self._rows.open("ab") as file:
                file.write(results.tobytes())
        except OSError as error:
            raise StoreError(f"cannot keep rows in {self._rows}: {error.strerror}") from error

    def read_rows(self) -> Iterator[np.ndarray]:
        """Yields the kept rows in blocks."""
        kind = result_type(self._setup.rules_of)
        with self._rows.open("rb") as file:
            while block := file.read(kind.itemsize * COMPILED_BLOCK):
                yield np.frombuffer(block, kind)

    def save(self, summary: Summary) -> None:
        """Keeps the summary; never half a file under the final name."""
        if not summary.matches:
            return
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(f"cannot keep the stopped run in {self._file.parent}: {error.strerror}") from error
        arrays: dict[str, Any] = dict(summary.arrays())
        write_whole(self._file, lambda file: np.savez(file, **arrays))

    def drop(self) -> None:
        """Forgets what was kept."""
        self._file.unlink(missing_ok=True)
        self._rows.unlink(missing_ok=True)
