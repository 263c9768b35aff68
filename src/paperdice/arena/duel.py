"""Two bots against each other: every seat in turn, the same dice for every seating.

With more than two seats one A meets Bs. A group is one roll of the dice played once for each seat that A can have;
shares are judged by groups, since the matches of a group belong together. A bot that fails forfeits its match.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields
from hashlib import sha256
from typing import NamedTuple

import numpy as np

from paperdice.arena.blocks import Block, block_size
from paperdice.arena.reports import DuelReport
from paperdice.arena.rows import write_whole
from paperdice.arena.setup import Setup, bots_version
from paperdice.arena.simulate import Engine, Threads
from paperdice.arena.summary import Z95, win_shares
from paperdice.bots import DEFAULT_BUDGET_MS
from paperdice.errors import SetupError, StoreError
from paperdice.fast.cache import cache_root
from paperdice.fast.progress import Progress

LARGEST_BLOCK = 256
SAVE_SECONDS = 10
# A bot that has forfeited all of its first matches forfeits the rest of the duel, which nobody need wait for.
GIVE_UP_AFTER = 10
# Equal bots are told apart by mistake in at most this share of duels, however long they are.
FALSE_ALARMS = 0.04
STOP_NOT_BEFORE = 50


def stop_bound(n_groups: int) -> float:
    """Gives how many errors from fair a share must be after so many groups to be believed.

    A test that looks again and again is mistaken more often than one that looks once. This bound, Robbins' mixture of
    normal distributions, is crossed by mistake at most with the chosen probability at any time at all.
    """
    looks = n_groups / STOP_NOT_BEFORE
    return math.sqrt((1 + 1 / looks) * (math.log(1 + looks) - 2 * math.log(FALSE_ALARMS)))


@dataclass(frozen=True)
class Duel:
    """Who meets whom at what."""

    bots: tuple[str, str]
    game: str
    seats: int = 2
    seed: int = 0
    sheets: tuple[str, ...] = ()
    budget_ms: float = DEFAULT_BUDGET_MS
    playouts: int | None = None

    def __post_init__(self) -> None:
        if self.seats < 2:
            raise SetupError(f"a duel needs at least two seats, not {self.seats}")
        self.seating(0)

    def seating(self, seat: int) -> Setup:
        """Gives the run in which A has this seat and B all others."""
        bots = tuple(self.bots[0] if other == seat else self.bots[1] for other in range(self.seats))
        return Setup(self.game, self.seats, bots, self.seed, self.sheets, -1, self.budget_ms, self.playouts)

    def name(self, matches: int) -> str:
        """A short name that is different for every different duel, and for every version of our own bots."""
        facts = self.seating(0).facts() | {"matches": matches, "version": bots_version()}
        return f"{self.game}-{sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()[:16]}"


class Outcome(NamedTuple):
    """What a match is for A: its share, who has forfeited (1 for A, 2 for B), and the scores of A and the others."""

    share: float
    forfeit: int
    score: int
    best_other: int
    mean_other: float


def outcomes_of(results: np.ndarray, seat: int, n_seats: int) -> list[Outcome]:
    """Gives the outcome of each match for A in this seat; level at the top is half a win, with however many."""
    parts = win_shares(results, n_seats)[:, seat]
    shares = np.where((parts > 0) & (parts < 1), 0.5, parts)
    forfeits = results["forfeits"][:, :n_seats]
    whose = np.where(forfeits[:, seat] > 0, 1, np.where(forfeits.any(axis=1), 2, 0))
    scores = results["scores"][:, :n_seats]
    others = np.delete(scores, seat, axis=1)
    columns = (shares, whose, scores[:, seat], others.max(axis=1), others.mean(axis=1))
    return [Outcome(*values) for values in zip(*(column.tolist() for column in columns), strict=True)]


@dataclass
class Standing:
    """How a duel stands: matches counted, wins, and what groups came to."""

    duel: Duel
    matches: int = 0
    wins: list[int] = field(default_factory=lambda: [0, 0])
    ties: int = 0
    forfeits: list[int] = field(default_factory=lambda: [0, 0])
    share_sum: float = 0.0
    margin_sum: float = 0.0
    score_sums: list[float] = field(default_factory=lambda: [0.0, 0.0])
    n_groups: int = 0
    group_sum: float = 0.0
    group_squares: float = 0.0
    seconds: float = 0.0

    def add(self, group: Sequence[Outcome]) -> None:
        """Counts the matches of one group; the one at place s has A in seat s."""
        for outcome in group:
            self._add_share(outcome.share)
            if outcome.forfeit:
                self.forfeits[outcome.forfeit - 1] += 1
                continue
            self.margin_sum += outcome.score - outcome.best_other
            self.score_sums[0] += outcome.score
            self.score_sums[1] += outcome.mean_other
        self._add_group(sum(outcome.share for outcome in group) / len(group))

    def _add_group(self, mean: float) -> None:
        self.n_groups += 1
        self.group_sum += mean
        self.group_squares += mean * mean

    def _add_share(self, share: float) -> None:
        self.matches += 1
        self.wins[0] += share == 1.0
        self.wins[1] += share == 0.0
        self.ties += 0.0 < share < 1.0
        self.share_sum += share

    def give_up(self, loser: int, matches: int) -> None:
        """Counts all matches still to come as forfeited by A (0) or B (1)."""
        while self.matches < matches:
            self.forfeits[loser] += 1
            self._add_share(float(loser))
            if self.matches % self.duel.seats == 0:
                self._add_group(float(loser))

    @property
    def hopeless(self) -> int | None:
        """The bot that has forfeited every match so far, once there are enough of them."""
        if self.matches < GIVE_UP_AFTER or self.matches not in self.forfeits:
            return None
        return self.forfeits.index(self.matches)

    @property
    def share(self) -> float:
        """A's wins and half of its ties, over the matches."""
        return self.share_sum / max(self.matches, 1)

    @property
    def error(self) -> float:
        """The standard error of the share, from the spread between groups."""
        if self.n_groups < 2:
            return 0.5
        mean = self.group_sum / self.n_groups
        variance = max(self.group_squares / self.n_groups - mean * mean, 0.0) * self.n_groups / (self.n_groups - 1)
        return math.sqrt(variance / self.n_groups)

    @property
    def is_decided(self) -> bool:
        """Tells whether the share is so far from fair that more matches are not needed."""
        distance = abs(self.share - 1 / self.duel.seats)
        return self.n_groups >= STOP_NOT_BEFORE and distance > stop_bound(self.n_groups) * self.error

    def report(self) -> DuelReport:
        """The standing as plain values; margin and scores leave out forfeited matches."""
        n = max(self.matches - sum(self.forfeits), 1)
        low, high = self.share - Z95 * self.error, self.share + Z95 * self.error
        return {
            "game": self.duel.game,
            "seats": self.duel.seats,
            "bots": list(self.duel.bots),
            "matches": self.matches,
            "seed": self.duel.seed,
            "wins": list(self.wins),
            "ties": self.ties,
            "forfeits": list(self.forfeits),
            "share": self.share,
            "error": self.error,
            "interval": [max(low, 0.0), min(high, 1.0)],
            "fair_share": 1 / self.duel.seats,
            "mean_margin": self.margin_sum / n,
            "mean_scores": [total / n for total in self.score_sums],
            "seconds": self.seconds,
        }


def play_duel(
    duel: Duel,
    matches: int,
    *,
    engine: Engine | None = None,
    progress: Progress | None = None,
    stop_early: bool = False,
    resume: bool = False,
    keep: bool = False,
) -> Standing:
    """Plays exactly this many matches, or fewer if `stop_early` finds the duel decided.

    What is done when it is stopped stays in the cache, and `resume` goes on from there; with `keep` the end stays too.
    """
    if matches < 1:
        raise SetupError(f"a duel has at least one match, not {matches}")
    kept = KeptDuel(duel, matches)
    standing = kept.load() if resume else Standing(duel)
    try:
        _play_on(standing, matches, engine or Threads(), progress, kept, stop_early)
    except BaseException:
        kept.save()
        raise
    if keep:
        kept.save()
    else:
        kept.drop()
    return standing


def _play_on(
    standing: Standing, matches: int, engine: Engine, progress: Progress | None, kept: KeptDuel, stop_early: bool
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
        if progress is not None:
            progress(standing.matches, matches)
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
        self._file = cache_root() / "duels" / f"{duel.name(matches)}.json"
        self._noted = ""

    def load(self) -> Standing:
        """Gives what was done; nothing if there is nothing."""
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
        return standing

    def note(self, standing: Standing) -> None:
        """Remembers how a duel stands between two groups, when all of its sums agree."""
        self._noted = json.dumps({name: getattr(standing, name) for name in _sums()})

    def save(self) -> None:
        """Keeps what was noted last; never half a file under the final name."""
        if not self._noted:
            return
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(f"cannot keep the duel in {self._file.parent}: {error.strerror}") from error
        write_whole(self._file, lambda file: file.write(self._noted.encode()))

    def drop(self) -> None:
        """Forgets what was kept."""
        if self._file.exists():
            self._file.unlink(missing_ok=True)


def _sums() -> list[str]:
    return [part.name for part in fields(Standing) if part.name != "duel"]
