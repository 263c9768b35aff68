"""What a run comes to, gathered block by block in arrays whose size does not depend on the number of matches."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from paperdice.arena.setup import Setup
from paperdice.fast.playout import EVENTS
from paperdice.game import Rules

LOWEST, HIGHEST = -100, 899
LONGEST = 8191
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
FORFEIT = 10**9
# A win counts this much, so that its equal parts among up to six seats are whole numbers, which add up exactly.
WIN = 60


@dataclass(frozen=True)
class Summary:
    """Counts of everything, all of them whole numbers: in whatever parts they are added, the sum is the same."""

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
        """Gives the summary of no matches."""
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
        """The number of matches counted."""
        return int(self.ends.sum())

    @property
    def whole_matches(self) -> int:
        """The number of matches that nobody has forfeited, whose scores count."""
        return int(self.scores[0].sum())

    def plus(self, results: np.ndarray) -> Summary:
        """Gives the summary with the matches of a block added; this one stays whole, should the work be stopped."""
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
        """Return the summary of the matches of both, which must be of one setup."""
        theirs = other.arrays()
        return Summary(self.setup, **{name: array + theirs[name] for name, array in self.arrays().items()})

    def arrays(self) -> dict[str, np.ndarray]:
        """Return everything that has been counted, by name."""
        names = ("scores", "turns", "wins", "outright", "ends", "events", "forfeits")
        return {name: getattr(self, name) for name in names}


def win_shares(results: np.ndarray, n_seats: int) -> np.ndarray:
    """Gives each seat's share of the win in each match: 1, or equal parts among those level at the top.

    A seat that has forfeited has lost, whatever the score.
    """
    stays = results["forfeits"][:, :n_seats] == 0
    ranks = np.where(stays, results["scores"][:, :n_seats] * 1000 + results["breaks"][:, :n_seats], -FORFEIT)
    best = (ranks == ranks.max(axis=1, keepdims=True)) & stays
    shares: np.ndarray = best / np.maximum(best.sum(axis=1, keepdims=True), 1)
    return shares


def end_names(rules: Rules) -> list[str]:
    """Gives the name of each way to end; a match that stops before any of them is forfeited."""
    return ["forfeit" if not end else end.name.lower() for end in rules.End]


def quantiles(counts: np.ndarray, lowest: int) -> dict[str, int]:
    """Gives the values below which these shares of the counted lie."""
    cumulated = np.cumsum(counts)
    total = max(int(cumulated[-1]), 1)
    return {f"{share:g}": lowest + int(np.searchsorted(cumulated, share * total)) for share in QUANTILES}
