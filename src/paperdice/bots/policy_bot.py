"""A bot that decides without a search: it rates every move with a compiled policy."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from paperdice.bots.decision import Decisions
from paperdice.bots.reading import read_view
from paperdice.fast import streams
from paperdice.fast.playout import Policy
from paperdice.fast.slips import SLIP, slip
from paperdice.game import Game
from paperdice.position import Position
from paperdice.view import View

# A function that returns the policy of a bot, given its name, the game and the number of seats.
FindPolicy = Callable[[str, Game, int], Policy]


class PolicyBot:
    """A bot that plays the move its policy rates highest or, if it slips, one that is rated almost as high."""

    def __init__(self, name: str, find_policy: FindPolicy, seed: int) -> None:
        self._name = name
        self._find_policy = find_policy
        self._decisions = Decisions()
        self._stream = np.array([streams.bot_key(seed, 0, 0), 0, 0], np.int64)

    def choose(self, view: View) -> str:
        if len(view["choices"]) == 1:
            return str(view["choices"][0])
        return self.decide(*read_view(view))

    def decide(self, position: Position, seat: int) -> str:
        decision = self._decisions.of(position, seat)
        if decision.n == 1:
            return decision.text(decision.moves[0])
        policy = self._find_policy(self._name, position.game, position.state.n_seats)
        if policy.rate is None:
            return decision.text(decision.moves[streams.draw(self._stream, decision.n)])
        values = decision.rate(policy)
        best = int(np.argmax(values))
        if policy.slip:
            self._stream[SLIP] = policy.slip
            best = int(slip(values, decision.n, best, self._stream))
        return decision.text(decision.moves[best])
