"""Elo ratings with standard errors, fitted to shares of wins by maximum likelihood with the Bradley–Terry model.

A difference of 400 points means ten wins per loss. A tie counts as half a win for each bot. One extra tie is added to
every pairing, so that a bot that wins all its matches has a finite rating.
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
    """Return the expected wins of bot i against bot j, and the negated Hessian of the log likelihood."""
    chances = 1 / (1 + np.exp(strengths[None] - strengths[:, None]))
    slopes = weights * chances * (1 - chances)
    return weights * chances, np.diag(slopes.sum(axis=1)) - slopes


def _errors(curvature: np.ndarray, variances: np.ndarray, played: np.ndarray, free: np.ndarray) -> np.ndarray:
    """Return the standard errors of the strengths, using the sandwich estimator.

    It is based on the observed variance of wins instead of the variance that the model implies.
    """
    variances = np.where(played, variances, 0.0)
    spread = np.diag(variances.sum(axis=1)) - variances
    inverse = np.linalg.inv(curvature[np.ix_(free, free)])
    errors = np.zeros(len(free))
    errors[free] = np.sqrt(np.diag(inverse @ spread[np.ix_(free, free)] @ inverse))
    return errors
