"""Two bots against each other: every seat in turn, the same dice for every seating.

With more than two seats one A meets Bs. A group is one roll of the dice played once for each seat that A can have;
shares are judged by groups, since the matches of a group belong together.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from paperdice.arena.blocks import block_size
from paperdice.arena.setup import Setup
from paperdice.arena.simulate import Engine, Threads
from paperdice.arena.summary import Z95, win_shares
from paperdice.errors import SetupError

Progress = Callable[[int, int], None]

# A sequential test looks again and again, so it wants more than the usual 1.96 errors before it believes.
STOP_AT = 3.3
STOP_NOT_BEFORE = 50


@dataclass(frozen=True)
class Duel:
    """Who meets whom at what."""

    bots: tuple[str, str]
    game: str
    seats: int = 2
    seed: int = 0
    sheets: tuple[str, ...] = ()
    budget_ms: float = 100
    playouts: int | None = None

    def __post_init__(self) -> None:
        if self.seats < 2:
            raise SetupError(f"a duel needs at least two seats, not {self.seats}")
        self.seating(0)

    def seating(self, seat: int) -> Setup:
        """Gives the run in which A has this seat and B all others."""
        bots = tuple(self.bots[0] if other == seat else self.bots[1] for other in range(self.seats))
        return Setup(self.game, self.seats, bots, self.seed, self.sheets, -1, self.budget_ms, self.playouts)


@dataclass
class Standing:
    """How a duel stands: matches counted, wins, and what groups came to."""

    duel: Duel
    matches: int = 0
    wins: list[int] = field(default_factory=lambda: [0, 0])
    ties: int = 0
    share_sum: float = 0.0
    margin_sum: float = 0.0
    score_sums: list[float] = field(default_factory=lambda: [0.0, 0.0])
    n_groups: int = 0
    group_sum: float = 0.0
    group_squares: float = 0.0

    def add(self, group: list[np.void]) -> None:
        """Counts the matches of one group; the one at place s has A in seat s."""
        shares = [self._add_match(seat, result) for seat, result in enumerate(group)]
        mean = sum(shares) / len(shares)
        self.n_groups += 1
        self.group_sum += mean
        self.group_squares += mean * mean

    def _add_match(self, seat: int, result: np.void) -> float:
        """Counts one match and gives what A has of it: a win, half of one if A is level at the top, or nothing."""
        scores = result["scores"][: self.duel.seats]
        part = win_shares(scores[None], result["breaks"][None, : self.duel.seats])[0, seat]
        share = 0.5 if 0.0 < part < 1.0 else float(part)
        others = np.delete(scores, seat)
        self.matches += 1
        self.wins[0] += share == 1.0
        self.wins[1] += share == 0.0
        self.ties += 0.0 < share < 1.0
        self.share_sum += share
        self.margin_sum += float(scores[seat] - others.max())
        self.score_sums[0] += float(scores[seat])
        self.score_sums[1] += float(others.mean())
        return share

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
        fair = 1 / self.duel.seats
        return self.n_groups >= STOP_NOT_BEFORE and abs(self.share - fair) > STOP_AT * self.error

    def told(self) -> dict[str, Any]:
        """Gives the standing as plain values."""
        n = max(self.matches, 1)
        low, high = self.share - Z95 * self.error, self.share + Z95 * self.error
        return {
            "game": self.duel.game,
            "seats": self.duel.seats,
            "bots": list(self.duel.bots),
            "matches": self.matches,
            "seed": self.duel.seed,
            "wins": list(self.wins),
            "ties": self.ties,
            "share": self.share,
            "error": self.error,
            "interval": [max(low, 0.0), min(high, 1.0)],
            "fair_share": 1 / self.duel.seats,
            "mean_margin": self.margin_sum / n,
            "mean_scores": [total / n for total in self.score_sums],
        }


def play_duel(
    duel: Duel,
    matches: int,
    *,
    engine: Engine | None = None,
    progress: Progress | None = None,
    stop_early: bool = False,
) -> Standing:
    """Plays exactly this many matches, or fewer if `stop_early` finds the duel decided."""
    if matches < 1:
        raise SetupError(f"a duel has at least one match, not {matches}")
    standing = Standing(duel)
    for group in _groups(duel, matches, engine or Threads()):
        standing.add(group)
        if progress is not None:
            progress(standing.matches, matches)
        if stop_early and standing.is_decided:
            break
    return standing


def _groups(duel: Duel, matches: int, engine: Engine) -> Iterator[list[np.void]]:
    """Yields the results of each group, in order; the last one may be incomplete."""
    seatings = [duel.seating(seat) for seat in range(duel.seats)]
    size = min(block_size(seatings[0]), 256)
    n_groups = -(-matches // duel.seats)
    for start in range(0, n_groups, size * 4):
        stop = min(start + size * 4, n_groups)
        columns: list[np.ndarray] = []
        for seat, setup in enumerate(seatings):
            last = min(stop, (matches - seat + duel.seats - 1) // duel.seats)
            blocks = [(at, min(size, last - at)) for at in range(start, last, size)]
            columns.append(np.concatenate(list(engine.play(setup, blocks))) if blocks else np.zeros(0))
        for index in range(stop - start):
            yield [column[index] for column in columns if index < len(column)]
