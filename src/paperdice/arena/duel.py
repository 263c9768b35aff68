"""Play duels in groups of matches, in which A plays in each seat in turn with the same dice for every seating."""

from __future__ import annotations

import logging
import time
from collections.abc import Generator
from contextlib import closing

from paperdice.arena.blocks import Block, block_size
from paperdice.arena.engines import Engine, Threads
from paperdice.arena.progress import ShowProgress, open_watch
from paperdice.arena.results import DuelResult, Rest, Stopped
from paperdice.arena.run import prepare_run
from paperdice.arena.setup import check_matches
from paperdice.arena.standing import Duel, DuelStanding, Outcome, outcomes_of
from paperdice.errors import SetupError

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
    """Yield the standing of a duel after each block of groups, until the duel is finished."""
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
    """Return a copy of a standing with the groups of a batch added.

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
