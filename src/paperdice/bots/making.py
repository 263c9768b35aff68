"""Create built-in bots by name; the compiler is imported only for bots that need it."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

import numpy as np

from paperdice.bots.casual import CasualBot
from paperdice.bots.levels import model_of
from paperdice.bots.reading import read_view
from paperdice.dice import BOT_SALT, mix, stream_key
from paperdice.position import Position
from paperdice.view import View

# Bots that need nothing compiled.
INSTANT = ("random", "casual")


class Bot(Protocol):
    """Anything that can choose a move for a seat."""

    def choose(self, view: View) -> str:
        """Choose one of the legal moves listed in a view."""


@runtime_checkable
class PositionBot(Bot, Protocol):
    """A bot that can also decide based on a position instead of a view, as all built-in bots can."""

    def decide(self, position: Position, seat: int) -> str:
        """Choose one of a seat's legal moves in a position, which does not reveal the sealed moves of other seats."""


class RandomBot:
    """A bot that plays random moves, identical to those of the compiled random policy with the same seed."""

    def __init__(self, seed: int) -> None:
        self._key = mix(stream_key(seed, 0) ^ mix(BOT_SALT))
        self._n_drawn = 0

    def choose(self, view: View) -> str:
        """Choose one of the legal moves listed in a view."""
        return self.decide(*read_view(view))

    def decide(self, position: Position, seat: int) -> str:
        """Choose one of a seat's legal moves in a position."""
        game, _, laid, state = position
        moves = np.zeros(game.rules.MAX_MOVES, np.int64)
        n = game.rules.legal_moves(laid, state, seat, moves)
        index = 0
        if n > 1:
            bits = mix(self._key ^ mix(self._n_drawn))
            self._n_drawn += 1
            index = ((bits >> 32) * n) >> 32
        return game.notation.format_move(state, int(moves[index]))


def make_own_bot(name: str, seed: int, budget_ms: float, playouts: int | None = None) -> PositionBot:
    """Create a built-in bot by name; the name must be valid.

    `budget_ms` and `playouts` limit the search of `expert`; other bots ignore them.
    """
    if name == "random":
        return RandomBot(seed)
    if name == "casual":
        return CasualBot()
    from paperdice.bots.policy_bot import PolicyBot  # compiled like those below, so imported only when needed
    from paperdice.bots.registry import find_policy
    from paperdice.bots.search.expert import ExpertBot

    if model_of(name) == "expert":
        return ExpertBot(find_policy, seed, budget_ms, playouts)
    return PolicyBot(name, find_policy, seed)
