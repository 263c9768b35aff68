"""All bots against each other: a duel for every pair, the same dice for all, and ratings of what comes out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np

from paperdice.arena.duel import play_duel
from paperdice.arena.engines import Engine
from paperdice.arena.ratings import fit_ratings
from paperdice.arena.reports import LeagueReport
from paperdice.arena.standing import Duel, Standing
from paperdice.bots import DEFAULT_BUDGET_MS
from paperdice.errors import SetupError

ANCHOR = "casual"
ANCHOR_RATING = 1000

# Called with the duel that is played and the number of matches done in all duels.
LeagueProgress = Callable[[Duel, int], None]


@dataclass(frozen=True)
class League:
    """Who meets whom at what; two seats, since a rating tells who beats whom."""

    bots: tuple[str, ...]
    game: str
    seed: int = 0
    sheets: tuple[str, ...] = ()
    budget_ms: float = DEFAULT_BUDGET_MS
    playouts: int | None = None

    def __post_init__(self) -> None:
        if len(self.bots) < 2:
            raise SetupError(f"a league needs at least two bots, not {len(self.bots)}")
        twice = [name for name in self.bots if self.bots.count(name) > 1]
        if twice:
            raise SetupError(f"the bot {twice[0]!r} is named twice")
        self.pairings()

    def pairings(self) -> list[Duel]:
        """Gives a duel for every two bots."""
        fixed = (self.game, 2, self.seed, self.sheets, self.budget_ms, self.playouts)
        return [Duel(pair, *fixed) for pair in combinations(self.bots, 2)]


@dataclass
class Tables:
    """What a league came to, in arrays with a row and a column for each bot."""

    league: League
    standings: list[Standing] = field(default_factory=list)

    def report(self) -> LeagueReport:
        """Bots with ratings and errors, the best first, and what each took from each, as plain values."""
        shares, errors, matches = self._arrays()
        names = self.league.bots
        anchor = names.index(ANCHOR) if ANCHOR in names else 0
        ratings, rating_errors = fit_ratings(shares, errors, matches, anchor)
        order = np.argsort(-ratings, kind="stable")
        played = matches.sum(axis=1)
        return {
            "game": self.league.game,
            "seats": 2,
            "seed": self.league.seed,
            "bots": [names[i] for i in order],
            "ratings": [float(ratings[i]) + ANCHOR_RATING for i in order],
            "errors": [float(rating_errors[i]) for i in order],
            "anchor": names[anchor],
            "matches": [int(played[i]) for i in order],
            "shares": [float((shares[i] * matches[i]).sum() / played[i]) for i in order],
            "forfeits": [self._forfeits(names[i]) for i in order],
            "table": [[None if i == j else float(shares[i, j]) for j in order] for i in order],
            "pairings": [standing.report() for standing in self.standings],
            "seconds": sum(standing.seconds for standing in self.standings),
        }

    def _arrays(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        n_bots = len(self.league.bots)
        shares, errors, matches = np.zeros((3, n_bots, n_bots))
        for standing in self.standings:
            a, b = (self.league.bots.index(name) for name in standing.duel.bots)
            shares[a, b], shares[b, a] = standing.share, 1 - standing.share
            errors[a, b] = errors[b, a] = standing.error
            matches[a, b] = matches[b, a] = standing.matches
        return shares, errors, matches

    def _forfeits(self, name: str) -> int:
        return sum(
            standing.forfeits[standing.duel.bots.index(name)]
            for standing in self.standings
            if name in standing.duel.bots
        )


def play_league(
    league: League,
    matches: int,
    *,
    engine: Engine | None = None,
    progress: LeagueProgress | None = None,
    resume: bool = False,
) -> Tables:
    """Plays this many matches for every pair of bots.

    Every pairing stays in the cache; `resume` takes those that are there, whole or in part, and plays the rest.
    """
    tables = Tables(league)
    for number, duel in enumerate(league.pairings()):
        before = number * matches

        def tell(done: int, _: int, duel: Duel = duel, before: int = before) -> None:
            if progress is not None:
                progress(duel, before + done)

        tell(0, matches)
        tables.standings.append(play_duel(duel, matches, engine=engine, progress=tell, resume=resume, keep=True))
    return tables
