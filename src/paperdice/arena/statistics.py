"""Statistics of runs and duels: counts of their matches, and 95 % confidence intervals for shares of wins.

All counts are integers, so that a result does not depend on the order in which blocks of matches are added.

Intervals remain valid for few matches and for shares of 0 and 1. For few matches, these are Agresti–Coull intervals;
for many matches, they are the slightly narrower Wilson intervals. Matches with the same dice are correlated, so the
formulas use an effective number of independent matches, which is derived from the variance between groups of such
matches. With few groups, this variance is unreliable, so it is averaged with a prior.

In a duel with more than two seats, A plays in one seat and B in all others. A group consists of matches with the same
dice, one for each seat of A. A bot that fails forfeits its match.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, NamedTuple

import numpy as np

from paperdice.arena.setup import Setup, check_whole
from paperdice.bots import DEFAULT_BUDGET_MS, Bot
from paperdice.errors import SetupError
from paperdice.fast.playout import EVENTS
from paperdice.game import Rules

Z95 = 1.959964
# The prior variance of a group's mean, relative to p (1 - p), and its weight as a number of groups. Measurements in
# duels with 2 to 5 seats were between 0.2 and 0.56; for two independent matches the variance is 0.5.
PRIOR_VARIANCE = 0.55
PRIOR_GROUPS = 4
# With at least this many independent matches, Wilson intervals are valid and Agresti–Coull intervals are too wide.
MANY = 350

Interval = tuple[float, float]


def share_interval(share: float, n: float) -> Interval:
    """Return the 95 % confidence interval of a share observed in `n` independent matches.

    >>> share_interval(1.0, 4)
    (0.45..., 1.0)
    """
    weight = n + Z95**2
    center = (share * n + Z95**2 / 2) / weight
    variance = center * (1 - center) if n < MANY else (share * (1 - share) * n + Z95**2 / 4) / weight
    reach = Z95 * math.sqrt(variance / weight)
    return max(center - reach, 0.0), min(center + reach, 1.0)


def group_interval(share: float, variance: float, n_groups: int) -> Interval:
    """Return the 95 % confidence interval of a share observed in groups of correlated matches.

    Args:
        share: The observed share.
        variance: The variance of the group means; it is ignored for a single group.
        n_groups: The number of groups.
    """
    return share_interval(share, n_groups / variance_ratio(share, variance, n_groups - 1))


def variance_ratio(share: float, variance: float, freedom: int) -> float:
    """Return the variance of a group mean relative to p (1 - p), averaged with the prior.

    For shares of 0 and 1, where p (1 - p) is 0, the prior is returned.

    Args:
        share: The observed share p.
        variance: The variance of the group means.
        freedom: The number of degrees of freedom of this variance.
    """
    most = share * (1 - share)
    if freedom <= 0 or most <= 0:
        return PRIOR_VARIANCE
    return (PRIOR_GROUPS * PRIOR_VARIANCE + freedom * variance / most) / (PRIOR_GROUPS + freedom)


LOWEST, HIGHEST = -100, 899
LONGEST = 8191
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
FORFEIT = 10**9
# The value of a win, which can be split into equal integers among up to six seats.
WIN = 60


@dataclass(frozen=True)
class Summary:
    """The counts of a run; all of them are integers, so that the result does not depend on the order of additions.

    Attributes:
        setup: The setup of the run.
        scores: The number of matches by seat and score, excluding forfeited matches.
        turns: The number of matches by number of turns.
        wins: The wins of each seat in units of 1/60, with ties divided.
        outright: The wins of each seat, excluding ties.
        ends: The number of matches by end reason.
        events: The number of events by seat and kind.
        forfeits: The number of matches that each seat forfeited.
    """

    setup: Setup
    scores: np.ndarray
    turns: np.ndarray
    wins: np.ndarray
    outright: np.ndarray
    ends: np.ndarray
    events: np.ndarray
    forfeits: np.ndarray

    @classmethod
    def empty(cls, setup: Setup) -> Summary:
        n_seats, n_ends = setup.seats, len(setup.played_game.rules.End)
        return cls(
            setup,
            scores=np.zeros((n_seats, HIGHEST - LOWEST + 1), np.int64),
            turns=np.zeros(LONGEST + 1, np.int64),
            wins=np.zeros(n_seats, np.int64),
            outright=np.zeros(n_seats, np.int64),
            ends=np.zeros(n_ends, np.int64),
            events=np.zeros((n_seats, len(EVENTS)), np.int64),
            forfeits=np.zeros(n_seats, np.int64),
        )

    @property
    def matches(self) -> int:
        return int(self.ends.sum())

    @property
    def whole_matches(self) -> int:
        """The number of matches without a forfeit, which are the only ones whose scores are counted."""
        return int(self.scores[0].sum())

    def plus(self, results: np.ndarray) -> Summary:
        """Return a new summary with a block of matches added.

        This summary is not modified, so that an interruption leaves it consistent.
        """
        n_seats = self.setup.seats
        shares = win_shares(results, n_seats)
        is_whole = ~results["forfeits"][:, :n_seats].any(axis=1)
        places = np.clip(results["scores"][is_whole, :n_seats], LOWEST, HIGHEST) - LOWEST
        counted = [np.bincount(places[:, seat], minlength=self.scores.shape[1]) for seat in range(n_seats)]
        return Summary(
            self.setup,
            scores=self.scores + counted,
            turns=self.turns + np.bincount(np.minimum(results["turns"], LONGEST), minlength=len(self.turns)),
            wins=self.wins + np.rint(WIN * shares).astype(np.int64).sum(axis=0),
            outright=self.outright + (shares == 1.0).sum(axis=0),
            ends=self.ends + np.bincount(results["end"], minlength=len(self.ends)),
            events=self.events + results["events"][:, :n_seats].sum(axis=0),
            forfeits=self.forfeits + results["forfeits"][:, :n_seats].sum(axis=0),
        )

    def __add__(self, other: Summary) -> Summary:
        """Return the sum of two summaries of the same setup."""
        theirs = other.arrays()
        return Summary(self.setup, **{name: array + theirs[name] for name, array in self.arrays().items()})

    def arrays(self) -> dict[str, np.ndarray]:
        """Return all counts by name."""
        names = ("scores", "turns", "wins", "outright", "ends", "events", "forfeits")
        return {name: getattr(self, name) for name in names}


def win_shares(results: np.ndarray, n_seats: int) -> np.ndarray:
    """Return each seat's share of the win in each match: 1 for a win, an equal part for a tie, otherwise 0.

    A seat that forfeits loses, regardless of its score.
    """
    stays = results["forfeits"][:, :n_seats] == 0
    ranks = np.where(stays, results["scores"][:, :n_seats] * 1000 + results["breaks"][:, :n_seats], -FORFEIT)
    best = (ranks == ranks.max(axis=1, keepdims=True)) & stays
    shares: np.ndarray = best / np.maximum(best.sum(axis=1, keepdims=True), 1)
    return shares


def end_names(rules: Rules) -> list[str]:
    """Return the name of each possible end reason; a match that was stopped early is called `forfeit`."""
    return ["forfeit" if not end else end.name.lower() for end in rules.End]


def quantiles(counts: np.ndarray, lowest: int) -> dict[str, int]:
    """Return the quantiles of a histogram, keyed by fractions such as `0.05`.

    Args:
        counts: The histogram.
        lowest: The value that the first entry of `counts` belongs to.
    """
    cumulated = np.cumsum(counts)
    total = max(int(cumulated[-1]), 1)
    return {f"{share:g}": lowest + int(np.searchsorted(cumulated, share * total)) for share in QUANTILES}


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
        best_other: The highest score among the other seats.
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
        """Return the combined statistics of two parts of the same duel."""
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
