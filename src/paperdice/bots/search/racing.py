"""The moves of a decision in a contest: playouts add what they show, and moves that are beaten drop out.

What the policy thinks at once is not forgotten: a move that the playouts find better takes over only as far as their
error allows.
"""

from __future__ import annotations

import numpy as np

from paperdice.bots.search.horizon import Outlook

MOST_TRIED = 8
GIVE_UP = 3.0
NO_ERROR = 1e-9


class Contest:
    """The moves still in question, what the policy says of them and what playouts have shown so far."""

    def __init__(self, moves: np.ndarray, ratings: np.ndarray, outlook: Outlook) -> None:
        chances = ratings * outlook.point
        first = np.sort(np.argsort(-chances, kind="stable")[:MOST_TRIED])
        near = first[chances[first] >= chances.max() - outlook.width]
        self.moves = np.ascontiguousarray(moves[near])
        self._opinions = chances[near]
        self._doubt = outlook.doubt**2
        self._shown: list[np.ndarray] = []

    def add(self, outcomes: np.ndarray) -> None:
        """Takes the outcomes of one chunk of playouts, one column a move, and drops moves that are beaten."""
        self._shown.append(outcomes)
        gaps, errors = self._gaps(self._lead())
        self._keep(gaps >= -GIVE_UP * errors)

    def _keep(self, kept: np.ndarray) -> None:
        self.moves = np.ascontiguousarray(self.moves[kept])
        self._opinions = self._opinions[kept]
        self._shown = [chunk[:, kept] for chunk in self._shown]

    def _gaps(self, lead: int) -> tuple[np.ndarray, np.ndarray]:
        """Gives by how much each move is better than one of them, and the error of that."""
        shown = np.concatenate(self._shown)
        apart = shown - shown[:, [lead]]
        squared = apart.var(axis=0) / len(apart) + NO_ERROR
        trust = self._doubt / (self._doubt + squared)
        gaps = trust * apart.mean(axis=0) + (1 - trust) * (self._opinions - self._opinions[lead])
        return gaps, np.sqrt(trust * squared)

    def _lead(self) -> int:
        """Gives the place of the best move: the one that beats the one with the best mean, or that one."""
        lead = int(np.argmax(np.concatenate(self._shown).mean(axis=0) if self._shown else self._opinions))
        return int(np.argmax(self._gaps(lead)[0])) if self._shown else lead

    @property
    def is_tried(self) -> bool:
        """Whether any playout was added."""
        return bool(self._shown)

    @property
    def best(self) -> int:
        """The move that is best so far."""
        return int(self.moves[self._lead()])
