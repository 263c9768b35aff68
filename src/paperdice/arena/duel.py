"""Duels are played in groups: every seat in turn, the same dice for every seating."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Generator
from contextlib import closing
from dataclasses import fields

from paperdice.arena.blocks import Block, block_size
from paperdice.arena.engines import Engine, Threads
from paperdice.arena.kept import check_resumable
from paperdice.arena.progress import ShowProgress, open_watch
from paperdice.arena.results import DuelResult, Stopped
from paperdice.arena.rows import write_whole
from paperdice.arena.run import get_ready
from paperdice.arena.setup import check_matches
from paperdice.arena.standing import Duel, Outcome, Standing, outcomes_of
from paperdice.errors import SetupError, StoreError
from paperdice.fast.cache import cache_folder, cache_root
from paperdice.fast.progress import Progress

LARGEST_BLOCK = 256
SAVE_SECONDS = 10

_log = logging.getLogger(__name__)


def play_duel(
    duel: Duel,
    matches: int,
    *,
    engine: Engine | None = None,
    progress: ShowProgress = False,
    stop_early: bool = False,
    resume: bool = False,
) -> DuelResult:
    """Plays exactly this many matches, or fewer if `stop_early` finds the duel decided.

    What is done stays in the cache, and `resume` goes on from there, to more matches too. Ctrl-C raises `Stopped`.
    """
    check_matches("duel", matches)
    kept = KeptDuel(duel)
    standing = kept.load(matches) if resume else Standing(duel)
    with open_watch(progress) as watch:
        try:
            get_ready(duel.seating(0), watch)
            tell = watch.follow(" against ".join(duel.bots))
            tell(standing.matches, matches)
            _play_on(standing, matches, engine or Threads(), tell, kept, stop_early)
        except KeyboardInterrupt:
            kept.save()
            raise Stopped(DuelResult.of(kept.noted), kept.can_resume) from None
        finally:
            kept.save()
    return DuelResult.of(standing)


def _play_on(
    standing: Standing, matches: int, engine: Engine, tell: Progress, kept: KeptDuel, stop_early: bool
) -> None:
    """Goes on from where a duel stands until it is done."""
    started = saved = time.perf_counter() - standing.seconds
    with closing(_batches(standing, matches, engine)) as batches:
        for batch in batches:
            _add(standing, batch, kept, stop_early)
            _give_up_on_hopeless(standing, matches)
            now = time.perf_counter()
            standing.seconds = now - started
            kept.note(standing)
            tell(standing.matches, matches)
            if standing.matches >= matches or (stop_early and standing.is_decided):
                return
            if now - saved > SAVE_SECONDS:
                kept.save()
                saved = now


def _give_up_on_hopeless(standing: Standing, matches: int) -> None:
    """Lets a bot that has only forfeited so far forfeit the rest, and says so."""
    loser, left = standing.hopeless, matches - standing.matches
    if loser is None or left <= 0:
        return
    played, name = standing.matches, standing.duel.bots[loser]
    _log.warning(
        "the bot %r forfeited all of %d matches, so the other %s count as forfeited", name, played, f"{left:,}"
    )
    standing.give_up(loser, matches)


def _add(standing: Standing, batch: list[list[Outcome]], kept: KeptDuel, stop_early: bool) -> None:
    """Counts groups, up to the one that decides the duel if one wants to stop there."""
    for group in batch:
        if len(group) < standing.duel.seats:
            kept.note(standing)  # more matches can follow on whole groups only
        standing.add(group)
        if stop_early and standing.is_decided:
            return


def _batches(standing: Standing, matches: int, engine: Engine) -> Generator[list[list[Outcome]], None, None]:
    """Yields the groups still to play, in order and by blocks; the last group may be incomplete."""
    seats = range(standing.duel.seats)
    seatings = [standing.duel.seating(seat) for seat in seats]
    size = min(block_size(seatings[0]), LARGEST_BLOCK)
    lasts = [-(-(matches - seat) // len(seats)) for seat in seats]
    starts = range(standing.n_groups, lasts[0], size)
    blocks = (
        Block(setup, start, max(min(size, last - start), 0))
        for start in starts
        for setup, last in zip(seatings, lasts, strict=True)
    )
    with closing(engine.play(blocks)) as results:
        for _ in starts:
            columns = [outcomes_of(next(results), seat, len(seats)) for seat in seats]
            yield [[column[index] for column in columns if index < len(column)] for index in range(len(columns[0]))]


class KeptDuel:
    """What a duel leaves in the user's cache; where that cannot be written nothing is kept."""

    def __init__(self, duel: Duel) -> None:
        self._duel = duel
        self.noted = self._whole = Standing(duel)
        self.can_resume = not duel.seating(0).has_guests
        self._file = cache_root() / "duels" / f"{duel.name}.json"

    def load(self, matches: int) -> Standing:
        """Gives what was done, which must not be more than is wanted; nothing if there is nothing."""
        check_resumable(self._duel.seating(0))
        standing = Standing(self._duel)
        if not self._file.exists():
            return standing
        try:
            kept = json.loads(self._file.read_text("utf-8"))
            for name in _sums():
                given, known = kept[name], getattr(standing, name)
                if type(given) is not type(known):
                    raise ValueError(f"{name} is {given!r}")
                setattr(standing, name, given)
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise StoreError(
                f"cannot resume from {self._file}: {error}; run without --resume to start again"
            ) from error
        if standing.matches > matches:
            raise SetupError(f"the duel has played {standing.matches} matches already, more than {matches}")
        self.note(standing)
        return standing

    def note(self, standing: Standing) -> None:
        """Remembers how a duel stands between two groups, when all of its sums agree."""
        self.noted = standing.copy()
        if standing.matches % self._duel.seats == 0:
            self._whole = self.noted

    def save(self) -> None:
        """Keeps the whole groups of what was noted, from which more can follow; never half a file."""
        if not self._whole.matches or not self.can_resume:
            return
        sums = {name: getattr(self._whole, name) for name in _sums()}
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self._file, lambda file: file.write(json.dumps(sums).encode()))
        except (OSError, StoreError) as error:
            self.can_resume = False
            if cache_folder() is not None:  # else this has been told already
                _log.warning("the duel is not kept in %s: %s", self._file.parent, error)


def _sums() -> list[str]:
    return [part.name for part in fields(Standing) if part.name != "duel"]
