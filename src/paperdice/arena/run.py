"""Play a run of many matches in blocks, on threads or on a cluster."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack, closing

from paperdice.arena.blocks import Block, block_size, prepare
from paperdice.arena.engines import Engine, Threads
from paperdice.arena.progress import ShowProgress, Watch, open_watch
from paperdice.arena.results import Rest, SimulationResult, Stopped
from paperdice.arena.setup import Setup, check_matches
from paperdice.arena.spool import RowSpool, WantedRows
from paperdice.arena.summary import Summary
from paperdice.fast.compile import on_compilation


def play_run(
    setup: Setup,
    matches: int,
    *,
    start: int = 0,
    engine: Engine | None = None,
    progress: ShowProgress = False,
    rows: WantedRows = False,
) -> SimulationResult:
    """Play matches `start` to `start + matches - 1` of a run and return the result.

    Raises:
        SetupError: The matches are out of range.
        Stopped: The run was interrupted by Ctrl-C; the exception contains the result and rows of the finished matches.
    """
    check_matches("run", matches, start)
    with closing(RowSpool(setup, rows)) as spool, open_watch(progress) as watch:
        summary, started = Summary.empty(setup), time.perf_counter()
        try:
            prepare_run(setup, watch)
            tell, started = watch.follow(setup.game), time.perf_counter()
            tell(0, matches)
            with closing((engine or Threads()).play(_blocks(setup, start, matches))) as played:
                for results in played:
                    spool.add(results)
                    summary = summary.plus(results)
                    tell(summary.matches, matches)
        except KeyboardInterrupt:
            seconds, done = time.perf_counter() - started, summary.matches
            kept = spool.finish(done) if done else None
            result = SimulationResult.of(summary, seconds, start, kept) if done else None
            raise Stopped(result, Rest(start + done, matches - done)) from None
        return SimulationResult.of(summary, time.perf_counter() - started, start, spool.finish(matches))


def _blocks(setup: Setup, start: int, matches: int) -> Iterator[Block]:
    size, end = block_size(setup), start + matches
    return (Block(setup, first, min(size, end - first)) for first in range(start, end, size))


def prepare_run(setup: Setup, watch: Watch) -> None:
    """Compile everything that a run needs, and show a message if anything was not already in the cache."""
    with ExitStack() as shown, on_compilation(lambda: shown.enter_context(watch.compiling())):
        prepare(setup)
