"""Bots that decide at once, by rating every move with a compiled policy."""

from __future__ import annotations

from functools import cache

import numpy as np

from paperdice.bots.casual import make_casual
from paperdice.bots.steady import make_steady
from paperdice.fast import streams
from paperdice.fast.compile import pack
from paperdice.fast.playout import RANDOM, Policy
from paperdice.game import Game
from paperdice.position import parse_position
from paperdice.view import Plain


@cache
def _fixed_policy(name: str, game: Game) -> Policy:
    """Gives a policy that is the same for any number of seats."""
    if name == "casual":
        return make_casual(game)
    if name == "closed_form":
        from paperdice.bots.qwixx.closed_form import CLOSED_FORM

        return CLOSED_FORM
    from paperdice.bots.qwixx.evolved import make_evolved

    return make_evolved()


def find_policy(name: str, game: Game, seats: int, patient: bool = True) -> Policy:
    """Gives the policy of a bot that decides at once; an impatient caller does not wait for tables to be built."""
    if name == "random":
        return RANDOM
    if name == "steady":
        return make_steady(game, seats, patient)
    return _fixed_policy(name, game)


class InstantBot:
    """Picks the move that its policy rates best."""

    def __init__(self, name: str, game: Game, seed: int, patient: bool) -> None:
        self._name = name
        self._game = game
        self._patient = patient
        self._stream = np.array([streams.bot_key(seed, 0, 0), 0], np.int64)

    def choose(self, view: Plain) -> str:
        """Gives one of the choices of a view."""
        if len(view["choices"]) == 1:
            return str(view["choices"][0])
        policy = find_policy(self._name, self._game, view["seats"], self._patient)
        desk = Desk(self._game, view)
        if policy.rate is None:
            return desk.text(desk.moves[streams.draw(self._stream, desk.n)])
        return desk.text(desk.moves[int(np.argmax(desk.rate(policy)))])


class Desk:
    """What a compiled bot works on: the state of a view as records, and the legal moves of its seat."""

    def __init__(self, game: Game, view: Plain) -> None:
        position = parse_position(view["position"])
        rules = game.rules
        assert view["seat"] is not None, "a spectator has nothing to decide"
        self.seat = view["seat"]
        self._game = game
        self._state = position.state
        self.sheets = pack(position.laid, rules.SHEETS)[0]
        self.state = pack(position.state, rules.STATE)[0]
        buffer = np.zeros(rules.MAX_MOVES, np.int64)
        self.n = int(rules.legal_moves(position.laid, position.state, self.seat, buffer))
        self.moves = buffer[: self.n]

    def rate(self, policy: Policy) -> np.ndarray:
        """Gives the value of each legal move."""
        values = np.zeros(self.n)
        policy.rate(policy.weights, self.sheets, self.state, self.seat, self.moves, self.n, values)
        return values

    def text(self, move: int) -> str:
        """Gives a move as text."""
        return str(self._game.notation.format_move(self._state, int(move)))
