"""The summary of a run: counts of its matches in arrays of constant size, updated block by block."""

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
    """Return each seat's share of the win in each match: 1 for a win, an equal part for a tie for first place,
    otherwise 0.

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
