"""Decisions in compiled form, and bots that decide by rating every move with a policy, without a search."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import ModuleType

import numpy as np

from paperdice.bots.bot import read_view
from paperdice.fast import streams
from paperdice.fast.compile import PLACEHOLDER, Floats, Ints, Kernel, Record, pack, register, tailor
from paperdice.fast.playout import Policy, rate_equally
from paperdice.fast.slips import SLIP, slip
from paperdice.game import Game, Twin
from paperdice.position import Position
from paperdice.view import View

# A placeholder that `tailor` replaces for each game.
rules: ModuleType = PLACEHOLDER


def _legal_moves(sheets: Record, state: Record, seat: int, out: Ints) -> int:
    """Write a seat's legal moves to `out` and return their number."""
    return int(rules.legal_moves(sheets, state, seat, out))


@cache
def _make_legal_moves(game: Game) -> Kernel:
    register(game.rules)
    return tailor(_legal_moves, game.key, rules=game.rules)


class Decision:
    """The state of a match as a record, and the legal moves of one seat."""

    def __init__(self, position: Position, seat: int, sheets: Record) -> None:
        rules = position.game.rules
        self._position = position
        self.seat = seat
        self.sheets = sheets
        self.state: Record = pack(position.state, rules.STATE)[0]
        moves = np.zeros(rules.MAX_MOVES, np.int64)
        self.n = int(_make_legal_moves(position.game)(sheets, self.state, seat, moves))
        self.moves: Ints = moves[: self.n]

    def rate(self, policy: Policy) -> Floats:
        """Return the policy's rating of each legal move, in the order of `moves`."""
        values = np.zeros(self.n)
        (policy.rate or rate_equally)(policy.weights, self.sheets, self.state, self.seat, self.moves, self.n, values)
        return values

    def text(self, move: int) -> str:
        return str(self._position.game.notation.format_move(self._position.state, int(move)))


class Decisions:
    """A factory for one bot's `Decision` objects, which caches the packed sheets of the current match."""

    def __init__(self) -> None:
        self._laid: Twin | None = None
        self._sheets: Record = None

    def of(self, position: Position, seat: int) -> Decision:
        """Return the decision that a seat faces in a position."""
        if position.laid is not self._laid:
            self._sheets = pack(position.laid, position.game.rules.SHEETS)[0]
            self._laid = position.laid
        return Decision(position, seat, self._sheets)


# A function that returns the policy of a bot, given its name, the game and the number of seats.
FindPolicy = Callable[[str, Game, int], Policy]


class PolicyBot:
    """A bot that plays its policy's highest-rated move or, to play weaker, sometimes one rated almost as high."""

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
