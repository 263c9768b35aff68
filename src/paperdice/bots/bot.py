"""The interface of bots, a function that reads their views, and the simplest bot, which plays random moves."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

import numpy as np

from paperdice.dice import BOT_SALT, mix, stream_key
from paperdice.errors import Reason, WrongSeatError
from paperdice.position import Position, parse_position
from paperdice.view import View


class Bot(Protocol):
    """Anything that can choose a move for a seat."""

    def choose(self, view: View) -> str:
        """Choose one of the legal moves listed in a view."""


@runtime_checkable
class PositionBot(Bot, Protocol):
    """A bot that can also decide based on a position instead of a view, as all built-in bots can."""

    def decide(self, position: Position, seat: int) -> str:
        """Choose one of a seat's legal moves in a position.

        The position does not reveal the sealed (still secret) moves of other seats.
        """


def read_view(view: View) -> tuple[Position, int]:
    """Return the position in a view and the seat that the view belongs to.

    Raises:
        WrongSeatError: The view belongs to a spectator.
    """
    seat = view["seat"]
    if seat is None:
        raise WrongSeatError("a view without a seat has no choices", Reason("not_acting", {}))
    return parse_position(view["position"]), seat


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
