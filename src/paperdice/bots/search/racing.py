"""Race candidate moves: rollouts refine the estimate of each move, and inferior moves drop out.

Each estimate combines the move's prior (the policy's rating) with the outcomes of its rollouts, weighted by their
variances.
"""

from __future__ import annotations

import numpy as np

from paperdice.bots.horizon import Horizon

MOST_TRIED = 8
GIVE_UP = 3.0
NO_ERROR = 1e-9


class Race:
    """The moves that remain in the race, with their priors and the outcomes of all rollouts so far."""

    def __init__(self, moves: np.ndarray, ratings: np.ndarray, horizon: Horizon) -> None:
        chances = ratings * horizon.point
        first = np.sort(np.argsort(-chances, kind="stable")[:MOST_TRIED])
        near = first[chances[first] >= chances.max() - horizon.width]
        self.moves = np.ascontiguousarray(moves[near])
        self._priors = chances[near]
        self._prior_variance = horizon.prior_error**2
        self._shown: list[np.ndarray] = []

    def add(self, outcomes: np.ndarray) -> None:
        """Add the outcomes of one chunk of rollouts, one column per move, and drop inferior moves."""
        self._shown.append(outcomes)
        gaps, errors = self._gaps(self._lead())
        self._keep(gaps >= -GIVE_UP * errors)

    def _keep(self, kept: np.ndarray) -> None:
        self.moves = np.ascontiguousarray(self.moves[kept])
        self._priors = self._priors[kept]
        self._shown = [chunk[:, kept] for chunk in self._shown]

    def _gaps(self, lead: int) -> tuple[np.ndarray, np.ndarray]:
        """Estimate how much better each move is than the move with index `lead`.

        Returns the estimated differences and their standard errors.
        """
        shown = np.concatenate(self._shown)
        apart = shown - shown[:, [lead]]
        squared = apart.var(axis=0) / len(apart) + NO_ERROR
        trust = self._prior_variance / (self._prior_variance + squared)
        gaps = trust * apart.mean(axis=0) + (1 - trust) * (self._priors - self._priors[lead])
        return gaps, np.sqrt(trust * squared)

    def _lead(self) -> int:
        """Return the index of the leading move.

        Before the first rollouts, this is the move with the best prior. Afterward, all moves are compared with the one
        that has the highest mean outcome, and the move with the largest estimated advantage leads.
        """
        lead = int(np.argmax(np.concatenate(self._shown).mean(axis=0) if self._shown else self._priors))
        return int(np.argmax(self._gaps(lead)[0])) if self._shown else lead

    @property
    def is_tried(self) -> bool:
        return bool(self._shown)

    @property
    def best(self) -> int:
        return int(self.moves[self._lead()])
