"""Bots that decide at once, by rating every move with a compiled policy."""

from __future__ import annotations

from functools import cache

import numpy as np

from paperdice.bots.casual import make_casual
from paperdice.fast import streams
from paperdice.fast.compile import pack
from paperdice.fast.playout import RANDOM, Policy, make_kernels, pad
from paperdice.game import Game
from paperdice.position import parse_position
from paperdice.view import Plain


@cache
def find_policy(name: str, game: Game) -> Policy:
    """Gives the policy of a bot that decides at once."""
    if name == "random":
        return RANDOM
    if name == "casual":
        return make_casual(game)
    from paperdice.bots.steady import make_steady  # its tables are read when it is asked for

    return make_steady(name, game)


class InstantBot:
    """Picks the move that its policy rates best."""

    def __init__(self, name: str, game: Game, seed: int) -> None:
        self._game = game
        self._policy = find_policy(name, game)
        policies = () if self._policy.rate is None else (self._policy,)
        self._pick, _, _ = make_kernels(game, policies)
        self._weights = tuple(policy.weights for policy in pad(policies))
        self._stream = np.array([streams.bot_key(seed, 0, 0), 0], np.int64)

    def choose(self, view: Plain) -> str:
        """Gives one of the choices of a view."""
        if len(view["choices"]) == 1:
            return str(view["choices"][0])
        position = parse_position(view["position"])
        rules = self._game.rules
        sheets, state = pack(position.laid, rules.SHEETS), pack(position.state, rules.STATE)
        moves = np.zeros(rules.MAX_MOVES, np.int64)
        n = rules.legal_moves(position.laid, position.state, view["seat"], moves)
        code = -1 if self._policy.rate is None else 0
        values = np.zeros(rules.MAX_MOVES)
        seat = view["seat"]
        move = self._pick(code, self._weights, sheets[0], state[0], seat, moves, n, self._stream, values)
        return str(self._game.notation.format_move(position.state, int(move)))
