"""Runs of many matches on threads or a cluster, in blocks; what is done is kept and a stopped run can go on."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path

import numpy as np

from paperdice.arena.blocks import Block, block_size, prepare
from paperdice.arena.engines import Engine, Threads
from paperdice.arena.kept import Kept
from paperdice.arena.progress import ShowProgress, Watch, open_watch
from paperdice.arena.results import SimulationResult, Stopped
from paperdice.arena.rows import check_row_file, write_rows
from paperdice.arena.setup import Setup, check_matches
from paperdice.arena.summary import Summary
from paperdice.errors import SetupError
from paperdice.fast.compile import heard_compiling
from paperdice.fast.progress import Progress

KEEP_SECONDS = 10

# Whether rows are wanted: not at all, in the result, or in a .csv or .parquet file.
WantedRows = bool | str | os.PathLike[str]


def play_run(
    setup: Setup,
    matches: int,
    *,
    engine: Engine | None = None,
    progress: ShowProgress = False,
    rows: WantedRows = False,
    resume: bool = False,
) -> SimulationResult:
    """Plays a run and gives its result; what is done when it is stopped is kept, and `resume` goes on from there.

    Rows are there when the run is complete. Ctrl-C raises `Stopped`.
    """
    check_matches("run", matches)
    file = None if isinstance(rows, bool) else Path(rows)
    if file is not None:
        check_row_file(file)
    with closing(Kept(setup, has_rows=bool(rows))) as kept, open_watch(progress) as watch:
        begun = kept.load() if resume else kept.start()
        if begun.matches > matches:
            raise SetupError(f"the stopped run has played {begun.matches} matches already, more than {matches}")
        get_ready(setup, watch)
        result = _play(kept, begun, matches, engine or Threads(), watch.follow(setup.game), file)
        if rows is True:
            result = replace(result, rows=np.concatenate(list(kept.read_rows())))
        kept.drop()
    return result


def _play(
    kept: Kept, begun: Summary, matches: int, engine: Engine, tell: Progress, file: Path | None
) -> SimulationResult:
    """Plays what is missing, and keeps what is done if that is stopped or fails."""
    setup, summary, started = begun.setup, begun, time.perf_counter()
    size = block_size(setup)
    blocks = (Block(setup, start, min(size, matches - start)) for start in range(begun.matches, matches, size))
    try:
        tell(summary.matches, matches)
        with closing(engine.play(blocks)) as played:
            for summary in _summaries(kept, begun, played):
                tell(summary.matches, matches)
        if file is not None:
            write_rows(file, setup, kept.read_rows())
    except KeyboardInterrupt:
        kept.save(summary)
        done = SimulationResult.of(summary, time.perf_counter() - started, begun.matches)
        raise Stopped(done, kept.can_resume) from None
    except BaseException:
        kept.save(summary)
        raise
    return SimulationResult.of(summary, time.perf_counter() - started, begun.matches)


def get_ready(setup: Setup, watch: Watch) -> None:
    """Compiles what the matches need; where something is compiled, and not only loaded, it says so."""
    with ExitStack() as shown, heard_compiling(lambda: shown.enter_context(watch.compiling())):
        prepare(setup)


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
