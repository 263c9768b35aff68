"""Duels are played in groups: every seat in turn, the same dice for every seating."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
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
from paperdice.errors import StoreError
from paperdice.fast.cache import cache_root
from paperdice.fast.progress import Progress

LARGEST_BLOCK = 256
SAVE_SECONDS = 10


def play_duel(
    duel: Duel,
    matches: int,
    *,
    engine: Engine | None = None,
    progress: ShowProgress = False,
    stop_early: bool = False,
    resume: bool = False,
    keep: bool = False,
) -> DuelResult:
    """Plays exactly this many matches, or fewer if `stop_early` finds the duel decided.

    What is done when it is stopped stays in the cache, and `resume` goes on from there; with `keep` the end stays too.
    Ctrl-C raises `Stopped`.
    """
    check_matches("duel", matches)
    kept = KeptDuel(duel, matches)
    standing = kept.load() if resume else Standing(duel)
    with open_watch(progress) as watch:
        get_ready(duel.seating(0), watch)
        tell = watch.follow(" against ".join(duel.bots))
        try:
            tell(standing.matches, matches)
            _play_on(standing, matches, engine or Threads(), tell, kept, stop_early)
        except KeyboardInterrupt:
            kept.save()
            raise Stopped(DuelResult.of(kept.noted), kept.can_resume) from None
        except BaseException:
            kept.save()
            raise
    if keep:
        kept.save()
    else:
        kept.drop()
    return DuelResult.of(standing)


def _play_on(
    standing: Standing, matches: int, engine: Engine, tell: Progress, kept: KeptDuel, stop_early: bool
) -> None:
    """Goes on from where a duel stands until it is done."""
    started = saved = time.perf_counter() - standing.seconds
    for batch in _batches(standing, matches, engine):
        for group in batch:
            standing.add(group)
            if stop_early and standing.is_decided:
                break
        if standing.hopeless is not None:
            standing.give_up(standing.hopeless, matches)
        now = time.perf_counter()
        standing.seconds = now - started
        kept.note(standing)
        tell(standing.matches, matches)
        if standing.matches >= matches or (stop_early and standing.is_decided):
            return
        if now - saved > SAVE_SECONDS:
            kept.save()
            saved = now


def _batches(standing: Standing, matches: int, engine: Engine) -> Iterator[list[list[Outcome]]]:
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
    results = engine.play(blocks)
    for _ in starts:
        columns = [outcomes_of(next(results), seat, len(seats)) for seat in seats]
        yield [[column[index] for column in columns if index < len(column)] for index in range(len(columns[0]))]


class KeptDuel:
    """What a stopped duel leaves in the user's cache."""

    def __init__(self, duel: Duel, matches: int) -> None:
        self._duel = duel
        self.noted = Standing(duel)
        self.can_resume = not duel.seating(0).has_guests
        self._file = cache_root() / "duels" / f"{duel.name(matches)}.json"

    def load(self) -> Standing:
        """Gives what was done; nothing if there is nothing."""
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
        self.note(standing)
        return standing

    def note(self, standing: Standing) -> None:
        """Remembers how a duel stands between two groups, when all of its sums agree."""
        self.noted = standing.copy()

    def save(self) -> None:
        """Keeps what was noted last; never half a file under the final name."""
        if not self.noted.matches or not self.can_resume:
            return
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(f"cannot keep the duel in {self._file.parent}: {error.strerror}") from error
        sums = {name: getattr(self.noted, name) for name in _sums()}
        write_whole(self._file, lambda file: file.write(json.dumps(sums).encode()))

    def drop(self) -> None:
        """Forgets what was kept."""
        if self._file.exists():
            self._file.unlink(missing_ok=True)


def _sums() -> list[str]:
    return [part.name for part in fields(Standing) if part.name != "duel"]
