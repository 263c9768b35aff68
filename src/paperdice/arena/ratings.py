"""Ratings from shares: the Bradley–Terry model by maximum likelihood, in Elo points, with standard errors.

A difference of 400 points means ten wins for one loss. Ties are half a win each, and every pairing counts one tie more
than was played, so that a bot that wins all its matches has a rating too.
"""

from __future__ import annotations

import math

import numpy as np

ELO = 400 / math.log(10)
ITERATIONS = 100
SMALLEST_STEP = 1e-10
PRIOR_TIE_VARIANCE = 0.25


def fit_ratings(
    shares: np.ndarray, errors: np.ndarray, matches: np.ndarray, anchor: int
) -> tuple[np.ndarray, np.ndarray]:
    """Gives the rating of each bot and its standard error, the anchor's being 0.

    `shares[i, j]` is what i takes from j in `matches[i, j]` matches, with the standard error `errors[i, j]`. Where no
    matches were played, shares and errors do not count.
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
    """Gives the wins expected from strengths, and how fast they change with them."""
    chances = 1 / (1 + np.exp(strengths[None] - strengths[:, None]))
    slopes = weights * chances * (1 - chances)
    return weights * chances, np.diag(slopes.sum(axis=1)) - slopes


def _errors(curvature: np.ndarray, variances: np.ndarray, played: np.ndarray, free: np.ndarray) -> np.ndarray:
    """Gives standard errors from the spread of the wins that was seen, not the one that the model believes in."""
    variances = np.where(played, variances, 0.0)
    spread = np.diag(variances.sum(axis=1)) - variances
    inverse = np.linalg.inv(curvature[np.ix_(free, free)])
    errors = np.zeros(len(free))
    errors[free] = np.sqrt(np.diag(inverse @ spread[np.ix_(free, free)] @ inverse))
    return errors
