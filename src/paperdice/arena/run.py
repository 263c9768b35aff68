"""Runs of many matches on threads or a cluster, in blocks; what is done is kept and a stopped run can go on."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from paperdice.arena.blocks import Block, block_size, check_matches
from paperdice.arena.engines import Engine, Threads
from paperdice.arena.kept import Kept
from paperdice.arena.rows import check_row_file, write_rows
from paperdice.arena.setup import Setup
from paperdice.arena.summary import Summary
from paperdice.errors import SetupError
from paperdice.fast.progress import Progress

KEEP_SECONDS = 10


class Stopped(KeyboardInterrupt):
    """A run was stopped from outside; `summary` tells what is done, `is_kept` whether the run can go on from there."""

    def __init__(self, summary: Summary, is_kept: bool) -> None:
        super().__init__()
        self.summary = summary
        self.is_kept = is_kept


def play_run(
    setup: Setup,
    matches: int,
    *,
    engine: Engine | None = None,
    progress: Progress | None = None,
    rows: Path | None = None,
    resume: bool = False,
) -> Summary:
    """Plays a run and gives its summary; what is done when it is stopped is kept, and `resume` goes on from there.

    `rows` is a .csv or .parquet file that gets one row a match when the run is complete. Ctrl-C raises `Stopped`.
    """
    check_matches(matches)
    if rows is not None:
        check_row_file(rows)
    kept = Kept(setup, has_rows=rows is not None)
    summary = begun = kept.load() if resume else kept.start()
    if summary.matches > matches:
        raise SetupError(f"the stopped run has played {summary.matches} matches already, more than {matches}")
    size = block_size(setup)
    starts = range(summary.matches, matches, size)
    blocks = (Block(setup, start, min(size, matches - start)) for start in starts)
    if progress is not None:
        progress(summary.matches, matches)
    try:
        for summary in _summaries(kept, begun, (engine or Threads()).play(blocks)):
            if progress is not None:
                progress(summary.matches, matches)
        if rows is not None:
            write_rows(rows, setup, kept.read_rows())
    except KeyboardInterrupt:
        kept.save(summary)
        raise Stopped(summary, kept.is_usable) from None
    except BaseException:
        kept.save(summary)
        raise
    kept.drop()
    return summary


def _summaries(kept: Kept, summary: Summary, played: Iterator[np.ndarray]) -> Iterator[Summary]:
    """Yields the summary after each block, and keeps it now and then."""
    saved = time.monotonic()
    for results in played:
        kept.add_rows(results)
        summary = summary.plus(results)
        yield summary
        if time.monotonic() - saved > KEEP_SECONDS:
            kept.save(summary)
            saved = time.monotonic()
