"""Play a run or a duel in blocks, on threads or on a cluster.

In a duel, A plays in each seat in turn with the same dice for every seating.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Generator, Iterator
from contextlib import ExitStack, closing

from paperdice.arena.blocks import Block, block_size, prepare
from paperdice.arena.engines import Engine, Threads
from paperdice.arena.progress import ShowProgress, Watch, open_watch
from paperdice.arena.results import DuelResult, Rest, SimulationResult, Stopped
from paperdice.arena.rows import RowSpool, WantedRows
from paperdice.arena.setup import Setup, check_matches
from paperdice.arena.statistics import Duel, DuelStanding, Outcome, Summary, outcomes_of
from paperdice.errors import SetupError
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


LARGEST_BLOCK = 256

_log = logging.getLogger(__name__)


def play_duel(
    duel: Duel,
    matches: int,
    *,
    start: int = 0,
    engine: Engine | None = None,
    progress: ShowProgress = False,
    stop_early: bool = False,
) -> DuelResult:
    """Play matches `start` to `start + matches - 1` of a duel and return the result.

    If `stop_early` is set, the duel ends as soon as it is decided.

    Raises:
        SetupError: The matches are out of range, or `start` is not a multiple of the number of seats.
        Stopped: The duel was interrupted by Ctrl-C; the exception contains the result so far.
    """
    check_matches("duel", matches, start)
    if start % duel.seats:
        raise SetupError(f"a duel starts with A in seat 0, at a multiple of {duel.seats}, not {start}")
    standing = DuelStanding(duel)
    with open_watch(progress) as watch:
        try:
            prepare_run(duel.seating(0), watch)
            tell = watch.follow(" against ".join(duel.bots))
            tell(0, matches)
            with closing(_standings(duel, start, matches, engine or Threads(), stop_early)) as standings:
                for standing in standings:
                    tell(standing.matches, matches)
        except KeyboardInterrupt:
            done = standing.matches
            result = DuelResult.of(standing, start) if done else None
            raise Stopped(result, Rest(start + done, matches - done)) from None
    return DuelResult.of(standing, start)


def _standings(
    duel: Duel, start: int, matches: int, engine: Engine, stop_early: bool
) -> Generator[DuelStanding, None, None]:
    """Yield the running statistics of a duel after each block of matches, until the duel is finished."""
    standing, started = DuelStanding(duel), time.perf_counter()
    with closing(_batches(duel, start, matches, engine)) as batches:
        for batch in batches:
            standing = _add(standing, batch, stop_early)
            _forfeit_rest(standing, matches)
            standing.seconds = time.perf_counter() - started
            yield standing
            if standing.matches >= matches or (stop_early and standing.is_decided):
                return


def _forfeit_rest(standing: DuelStanding, matches: int) -> None:
    """If a bot has forfeited all its matches so far, count its remaining matches as forfeited and log a warning."""
    loser, left = standing.always_forfeited_by, matches - standing.matches
    if loser is None or left <= 0:
        return
    played, name = standing.matches, standing.duel.bots[loser]
    _log.warning(
        "the bot %r forfeited all %d matches, so the remaining %s count as forfeited", name, played, f"{left:,}"
    )
    standing.forfeit_rest(loser, matches)


def _add(standing: DuelStanding, batch: list[list[Outcome]], stop_early: bool) -> DuelStanding:
    """Return a copy of the running statistics with the groups of matches in a batch added.

    With `stop_early`, groups after the one that decides the duel are not added.
    """
    standing = standing.copy()
    for group in batch:
        standing.add(group)
        if stop_early and standing.is_decided:
            break
    return standing


def _batches(duel: Duel, start: int, matches: int, engine: Engine) -> Generator[list[list[Outcome]], None, None]:
    """Play the groups of a duel in blocks and yield the outcomes of each block by group.

    The last group may be incomplete.
    """
    seats = range(duel.seats)
    seatings = [duel.seating(seat) for seat in seats]
    size = min(block_size(seatings[0]), LARGEST_BLOCK)
    lasts = [-(-(start + matches - seat) // len(seats)) for seat in seats]
    starts = range(start // duel.seats, lasts[0], size)
    blocks = (
        Block(setup, first, max(min(size, last - first), 0))
        for first in starts
        for setup, last in zip(seatings, lasts, strict=True)
    )
    with closing(engine.play(blocks)) as results:
        for _ in starts:
            columns = [outcomes_of(next(results), seat, len(seats)) for seat in seats]
            yield [[column[index] for column in columns if index < len(column)] for index in range(len(columns[0]))]
