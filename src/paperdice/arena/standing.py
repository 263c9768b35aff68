"""Duels between two bots, A and B, and their running statistics.

With more than two seats, A plays in one seat and B in all others. A group consists of matches with the same dice, one
for each seat of A. These matches are correlated, so statistics are based on groups. A bot that fails forfeits its
match.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, NamedTuple

import numpy as np

from paperdice.arena.intervals import Interval, group_interval
from paperdice.arena.setup import Setup, check_whole
from paperdice.arena.summary import win_shares
from paperdice.bots import DEFAULT_BUDGET_MS, Bot
from paperdice.errors import SetupError

# A bot that has forfeited all of its first matches forfeits the rest of the duel, to save time.
FORFEIT_REST_AFTER = 10
# The maximum probability of declaring a winner between equal bots, at any length of the duel.
FALSE_ALARMS = 0.04
STOP_NOT_BEFORE = 50
# Group means are stored in units of 1/120, so that the means of half wins in up to six matches are integers.
GROUP_UNIT = 120


def stop_bound(n_groups: int) -> float:
    """Return the distance from a fair share, in standard errors, that decides a duel after `n_groups` groups.

    Repeated tests produce more false positives than a single test. This bound, based on Robbins' mixture of normal
    distributions, limits the probability of ever crossing it by chance.
    """
    looks = n_groups / STOP_NOT_BEFORE
    return math.sqrt((1 + 1 / looks) * (math.log(1 + looks) - 2 * math.log(FALSE_ALARMS)))


@dataclass(frozen=True)
class Duel:
    """The bots and settings of a duel.

    Raises:
        SetupError: There are fewer than two seats, or the game cannot be played with these settings.
    """

    bots: tuple[str, str]
    game: str
    seats: int = 2
    seed: int = 0
    sheets: tuple[str, ...] = ()
    budget_ms: float = DEFAULT_BUDGET_MS
    playouts: int | None = None
    guests: tuple[Bot | None, Bot | None] = field(default=(None, None), hash=False, repr=False)

    def __post_init__(self) -> None:
        check_whole("seats", self.seats)
        if self.seats < 2:
            raise SetupError(f"a duel needs at least two seats, not {self.seats}")
        self.seating(0)

    def seating(self, seat: int) -> Setup:
        """Return the setup in which A plays in this seat and B in all others."""
        who = [0 if other == seat else 1 for other in range(self.seats)]
        bots, guests = tuple(self.bots[place] for place in who), tuple(self.guests[place] for place in who)
        fixed = (self.seed, self.sheets, -1, self.budget_ms, self.playouts)
        return Setup(self.game, self.seats, bots, *fixed, guests)


class Outcome(NamedTuple):
    """The outcome of a match from A's point of view.

    Attributes:
        share: 1 if A wins, 0.5 for a tie for first place, otherwise 0.
        forfeit: The bot that forfeited the match: 1 for A, 2 for B, 0 for neither.
        score: A's score.
        best_other: The highest score of the other seats.
        sum_others: The sum of the scores of the other seats.
    """

    share: float
    forfeit: int
    score: int
    best_other: int
    sum_others: int


def outcomes_of(results: np.ndarray, seat: int, n_seats: int) -> list[Outcome]:
    """Return the outcome of each match for A in seat `seat`; any tie for first place counts as half a win."""
    parts = win_shares(results, n_seats)[:, seat]
    shares = np.where((parts > 0) & (parts < 1), 0.5, parts)
    forfeits = results["forfeits"][:, :n_seats]
    whose = np.where(forfeits[:, seat] > 0, 1, np.where(forfeits.any(axis=1), 2, 0))
    scores = results["scores"][:, :n_seats]
    others = np.delete(scores, seat, axis=1)
    columns = (shares, whose, scores[:, seat], others.max(axis=1), others.sum(axis=1))
    return [Outcome(*values) for values in zip(*(column.tolist() for column in columns), strict=True)]


@dataclass
class DuelStanding:
    """The running statistics of a duel: the numbers of matches and wins, and the sums of group means.

    All sums are integers, so that the result does not depend on the order of additions.
    """

    duel: Duel
    matches: int = 0
    wins: list[int] = field(default_factory=lambda: [0, 0])
    ties: int = 0
    forfeits: list[int] = field(default_factory=lambda: [0, 0])
    margin_sum: int = 0
    score_sums: list[int] = field(default_factory=lambda: [0, 0])
    n_groups: int = 0
    group_sum: int = 0
    group_squares: int = 0
    seconds: float = 0.0

    def copy(self) -> DuelStanding:
        wins, forfeits, sums = list(self.wins), list(self.forfeits), list(self.score_sums)
        return replace(self, wins=wins, forfeits=forfeits, score_sums=sums)

    def __add__(self, other: DuelStanding) -> DuelStanding:
        """Return the sum of two standings of the same duel."""
        sums: dict[str, Any] = {}
        for name in (entry.name for entry in fields(self) if entry.name != "duel"):
            mine, theirs = getattr(self, name), getattr(other, name)
            is_pair = isinstance(mine, list)
            sums[name] = [a + b for a, b in zip(mine, theirs, strict=True)] if is_pair else mine + theirs
        return DuelStanding(self.duel, **sums)

    def add(self, group: Sequence[Outcome]) -> None:
        """Add the matches of one group; in match i of the group, A plays in seat i."""
        for outcome in group:
            self._add_share(outcome.share)
            if outcome.forfeit:
                self.forfeits[outcome.forfeit - 1] += 1
                continue
            self.margin_sum += outcome.score - outcome.best_other
            self.score_sums[0] += outcome.score
            self.score_sums[1] += outcome.sum_others
        self._add_group(round(GROUP_UNIT * sum(outcome.share for outcome in group) / len(group)))

    def _add_group(self, mean: int) -> None:
        self.n_groups += 1
        self.group_sum += mean
        self.group_squares += mean * mean

    def _add_share(self, share: float) -> None:
        self.matches += 1
        self.wins[0] += share == 1.0
        self.wins[1] += share == 0.0
        self.ties += 0.0 < share < 1.0

    def forfeit_rest(self, loser: int, matches: int) -> None:
        """Count all remaining matches as forfeited by A (0) or B (1)."""
        while self.matches < matches:
            self.forfeits[loser] += 1
            self._add_share(float(loser))
            if self.matches % self.duel.seats == 0:
                self._add_group(GROUP_UNIT * loser)

    @property
    def always_forfeited_by(self) -> int | None:
        """The bot that has forfeited every match so far (0 for A, 1 for B), or None.

        It is also None until enough matches have been played.
        """
        if self.matches < FORFEIT_REST_AFTER or self.matches not in self.forfeits:
            return None
        return self.forfeits.index(self.matches)

    @property
    def share(self) -> float:
        """A's wins plus half of its ties, divided by the number of matches."""
        return (self.wins[0] + self.ties / 2) / max(self.matches, 1)

    @property
    def error(self) -> float:
        """The standard error of the share, derived from the variance between groups."""
        return math.sqrt(self.group_variance / self.n_groups) if self.n_groups > 1 else 0.5

    @property
    def group_variance(self) -> float:
        """The variance of the group means; 0 if there are fewer than two groups."""
        if self.n_groups < 2:
            return 0.0
        spread = self.n_groups * self.group_squares - self.group_sum**2
        return spread / (self.n_groups * (self.n_groups - 1) * GROUP_UNIT**2)

    @property
    def interval(self) -> Interval:
        return group_interval(self.share, self.group_variance, self.n_groups)

    @property
    def is_decided(self) -> bool:
        """Whether the share differs significantly from a fair share, so that no more matches are needed."""
        distance = abs(self.share - 1 / self.duel.seats)
        return self.n_groups >= STOP_NOT_BEFORE and distance > stop_bound(self.n_groups) * self.error
