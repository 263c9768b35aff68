"""Racing of candidate moves: rollouts refine their estimates, and inferior moves drop out.

Estimates combine the prior, which is the policy's rating, with the rollouts' results, weighted by their variance.
"""

from __future__ import annotations

import numpy as np

from paperdice.bots.horizon import Horizon

MOST_TRIED = 8
GIVE_UP = 3.0
NO_ERROR = 1e-9


class Race:
    """The remaining moves, their priors and the results of rollouts so far."""

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
        """Return the estimated difference of each move from the leading one, and its standard error."""
        shown = np.concatenate(self._shown)
        apart = shown - shown[:, [lead]]
        squared = apart.var(axis=0) / len(apart) + NO_ERROR
        trust = self._prior_variance / (self._prior_variance + squared)
        gaps = trust * apart.mean(axis=0) + (1 - trust) * (self._priors - self._priors[lead])
        return gaps, np.sqrt(trust * squared)

    def _lead(self) -> int:
        """Return the index of the leading move: the one with the highest estimated difference from that of the
        highest mean.
        """
        lead = int(np.argmax(np.concatenate(self._shown).mean(axis=0) if self._shown else self._priors))
        return int(np.argmax(self._gaps(lead)[0])) if self._shown else lead

    @property
    def is_tried(self) -> bool:
        return bool(self._shown)

    @property
    def best(self) -> int:
        return int(self.moves[self._lead()])
