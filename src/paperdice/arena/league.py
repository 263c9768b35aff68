"""Leagues: a duel between each pair of bots, all with the same dice, and Elo ratings fitted to the results.

Ratings and their standard errors are fitted to shares of wins by maximum likelihood with the Bradley–Terry model. A
difference of 400 points means ten wins per loss. A tie counts as half a win for each bot. One extra tie is added to
every pairing, so that a bot that wins all its matches has a finite rating.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np

from paperdice.arena.engines import Engine
from paperdice.arena.progress import ShowProgress, open_watch
from paperdice.arena.results import DuelResult, LeagueResult, Stopped
from paperdice.arena.run import play_duel
from paperdice.arena.setup import check_matches
from paperdice.arena.statistics import Duel
from paperdice.bots import DEFAULT_BUDGET_MS, Bot
from paperdice.errors import SetupError
from paperdice.fast.progress import Progress

ANCHOR = "casual"
ANCHOR_RATING = 1000


@dataclass(frozen=True)
class League:
    """The bots and settings of a league; matches always have two seats, since ratings compare pairs of bots.

    Raises:
        SetupError: There are fewer than two bots, a bot is named twice, or the game cannot be played with these
            settings.
    """

    bots: tuple[str, ...]
    game: str
    seed: int = 0
    sheets: tuple[str, ...] = ()
    budget_ms: float = DEFAULT_BUDGET_MS
    playouts: int | None = None
    guests: tuple[Bot | None, ...] = field(default=(), hash=False, repr=False)

    def __post_init__(self) -> None:
        if len(self.bots) < 2:
            raise SetupError(f"a league needs at least two bots, not {len(self.bots)}")
        twice = [name for name in self.bots if self.bots.count(name) > 1]
        if twice:
            raise SetupError(f"the bot {twice[0]!r} is named twice")
        self.pairings()

    def pairings(self) -> list[Duel]:
        """Return one duel for each pair of bots."""
        fixed = (self.game, 2, self.seed, self.sheets, self.budget_ms, self.playouts)
        seated = zip(self.bots, self.guests or (None,) * len(self.bots), strict=True)
        return [Duel((a, b), *fixed, (one, other)) for (a, one), (b, other) in combinations(seated, 2)]


def play_league(
    league: League,
    matches: int,
    *,
    engine: Engine | None = None,
    progress: ShowProgress = False,
) -> LeagueResult:
    """Play `matches` matches between each pair of bots, and rate the bots.

    Raises:
        SetupError: The number of matches is out of range.
        Stopped: The league was interrupted by Ctrl-C; the exception contains the result of the unfinished duel.
    """
    check_matches("league", matches)
    pairings, duels = league.pairings(), []
    with open_watch(progress) as watch:
        tell = watch.follow(league.game)
        for number, duel in enumerate(pairings):
            watch.rename(" against ".join(duel.bots))
            told = _Part(tell, number * matches, len(pairings) * matches)
            try:
                duels.append(play_duel(duel, matches, engine=engine, progress=told))
            except Stopped as stopped:
                raise Stopped(stopped.result) from None
    return rate(league, duels)


class _Part:
    """A progress callback for one part of a task, which reports the progress of the whole task."""

    def __init__(self, tell: Progress, before: int, total: int) -> None:
        self._tell, self._before, self._total = tell, before, total

    def __call__(self, done: int, _total: int) -> None:
        self._tell(self._before + done, self._total)


def rate(league: League, duels: Sequence[DuelResult]) -> LeagueResult:
    """Return the result of a league, with ratings fitted to its duels."""
    shares, errors, matches, forfeits = _arrays(league.bots, duels)
    names = league.bots
    anchor = names.index(ANCHOR) if ANCHOR in names else 0
    ratings, rating_errors = fit_ratings(shares, errors, matches, anchor)
    order = np.argsort(-ratings, kind="stable").tolist()
    played = matches.sum(axis=1)
    return LeagueResult(
        game=league.game,
        seats=2,
        seed=league.seed,
        bots=tuple(names[i] for i in order),
        ratings=tuple(float(ratings[i]) + ANCHOR_RATING for i in order),
        errors=tuple(float(rating_errors[i]) for i in order),
        anchor=names[anchor],
        matches=tuple(int(played[i]) for i in order),
        shares=tuple(float((shares[i] * matches[i]).sum() / played[i]) for i in order),
        forfeits=tuple(int(forfeits[i].sum()) for i in order),
        table=tuple(tuple(None if i == j else float(shares[i, j]) for j in order) for i in order),
        pairings=tuple(duels),
        seconds=sum(duel.seconds for duel in duels),
    )


def _arrays(names: Sequence[str], duels: Sequence[DuelResult]) -> np.ndarray:
    """Return four square arrays, indexed by bot and opponent: win shares, standard errors, matches and forfeits."""
    shares, errors, matches, forfeits = arrays = np.zeros((4, len(names), len(names)))
    for duel in duels:
        a, b = (names.index(name) for name in duel.bots)
        shares[a, b], shares[b, a] = duel.share, 1 - duel.share
        errors[a, b] = errors[b, a] = duel.error
        matches[a, b] = matches[b, a] = duel.matches
        forfeits[a, b], forfeits[b, a] = duel.forfeits
    return arrays


ELO = 400 / math.log(10)
ITERATIONS = 100
SMALLEST_STEP = 1e-10
PRIOR_TIE_VARIANCE = 0.25


def fit_ratings(
    shares: np.ndarray, errors: np.ndarray, matches: np.ndarray, anchor: int
) -> tuple[np.ndarray, np.ndarray]:
    """Return the rating of each bot relative to the anchor, and the standard errors of the ratings.

    Args:
        shares: The share of the wins of bot i against bot j.
        errors: The standard errors of the shares.
        matches: The number of matches between bots i and j; pairs without matches are ignored.
        anchor: The index of the bot whose rating is 0.
    """
    weights = matches + (matches > 0)
    wins = shares * matches + 0.5 * (matches > 0)
    free = np.arange(len(shares)) != anchor
    strengths = np.zeros(len(shares))
    for _ in range(ITERATIONS):
        expected, curvature = _likelihood(strengths, weights)
        steps = np.linalg.solve(curvature[np.ix_(free, free)], (wins - expected).sum(axis=1)[free])
        strengths[free] += np.clip(steps, -1, 1)
        if np.abs(steps).max() < SMALLEST_STEP:
            break
    _, curvature = _likelihood(strengths, weights)
    return ELO * strengths, ELO * _errors(curvature, (matches * errors) ** 2 + PRIOR_TIE_VARIANCE, matches > 0, free)


def _likelihood(strengths: np.ndarray, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the expected wins of each bot against each other bot, and the negated Hessian of the log likelihood."""
    chances = 1 / (1 + np.exp(strengths[None] - strengths[:, None]))
    slopes = weights * chances * (1 - chances)
    return weights * chances, np.diag(slopes.sum(axis=1)) - slopes


def _errors(curvature: np.ndarray, variances: np.ndarray, played: np.ndarray, free: np.ndarray) -> np.ndarray:
    """Return the standard errors of the strengths, using the sandwich estimator.

    The estimator uses the observed variance of wins instead of the variance that the model implies.
    """
    variances = np.where(played, variances, 0.0)
    spread = np.diag(variances.sum(axis=1)) - variances
    inverse = np.linalg.inv(curvature[np.ix_(free, free)])
    errors = np.zeros(len(free))
    errors[free] = np.sqrt(np.diag(inverse @ spread[np.ix_(free, free)] @ inverse))
    return errors
