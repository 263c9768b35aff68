"""A single match played with the uncompiled rules, for environments in which every seat learns."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from paperdice.arena.setup import Setup
from paperdice.dice import SeededDice
from paperdice.game import Rules, copy_twin, make_twin
from paperdice.position import Position, format_position


class AutoMatch:
    """A match that throws its dice automatically, so that the next step is always a move until the match is over."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.laid = setup.played_game.lay_out(setup.dealt)
        self.state = make_twin(self.rules.STATE)

    @property
    def rules(self) -> Rules:
        """The rules of the game. They are looked up on each access, since modules can be neither copied nor pickled."""
        return self.setup.played_game.rules

    def start(self, seed: int, match: int) -> None:
        """Start match number `match` of a run with this seed."""
        first = self.setup.first if self.setup.first >= 0 else (seed + match) % self.setup.seats
        self.dice = SeededDice(seed, match)
        self.rules.start(self.state, self.setup.seats, first)
        self._throw()

    def copy(self) -> AutoMatch:
        """Return an independent copy in the same position, which shares the printed sheets with the original."""
        twin = AutoMatch.__new__(AutoMatch)
        twin.setup, twin.laid, twin.dice = self.setup, self.laid, self.dice
        twin.state = copy_twin(self.state)
        return twin

    @property
    def is_over(self) -> bool:
        return bool(self.state.phase == self.rules.Phase["OVER"])

    def acting(self) -> list[int]:
        return [seat for seat in range(self.setup.seats) if self.rules.acts(self.state, seat)]

    def mask(self, seat: int) -> np.ndarray:
        """Return a seat's mask of legal moves: an array with 1 at the code of each legal move and 0 elsewhere.

        For a seat that does not act, only move 0 is legal.
        """
        moves = np.zeros(self.rules.MAX_MOVES, np.int64)
        n = self.rules.legal_moves(self.laid, self.state, seat, moves)
        mask = np.zeros(self.rules.N_CODES, np.int8)
        mask[moves[: max(n, 1)]] = 1
        return mask

    def observe(self, seat: int) -> np.ndarray:
        """Return a seat's observation, which never reveals moves of an unresolved phase."""
        seen = np.zeros(self.rules.N_OBSERVED, np.int16)
        self.rules.observe(self.laid, self.state, seat, seen)
        return seen

    def resolve(self, moves: Mapping[int, int]) -> None:
        """Resolve a phase with these moves, which must be legal, and throw the dice needed next."""
        codes = np.zeros(self.rules.MAX_SEATS, np.int64)
        for seat, move in moves.items():
            codes[seat] = move
        self.rules.apply_moves(self.laid, self.state, codes)
        self._throw()

    def scores(self) -> list[int]:
        return [int(self.rules.score(self.laid, self.state, seat)) for seat in range(self.setup.seats)]

    def results(self) -> list[float]:
        """Return the result of each seat: 1 for a win, -1 for a loss, and a value in between for a shared win."""
        seats = range(self.setup.seats)
        points = list(zip(self.scores(), (self.rules.tie_break(self.laid, self.state, i) for i in seats), strict=True))
        n_level = points.count(max(points))
        return [2.0 / n_level - 1.0 if own == max(points) else -1.0 for own in points]

    def position(self) -> str:
        return format_position(Position(self.setup.played_game, self.setup.dealt, self.laid, self.state))

    def _throw(self) -> None:
        while wanted := self.rules.dice_wanted(self.state):
            throw = self.rules.throw_number(self.state)
            dice = range(self.rules.N_DICE)
            n_faces = len(self.setup.played_game.dice[0].faces)
            faces = [self.dice.face(self.state.turn, throw, die, n_faces) if wanted >> die & 1 else 0 for die in dice]
            self.rules.apply_roll(self.laid, self.state, np.array(faces, np.int64))
