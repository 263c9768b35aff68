"""The bot that plays for others until they are compiled: plain Python that answers immediately.

It decides like `casual`: the most marks, then the fewest skipped cells, without lookahead.
"""

from __future__ import annotations

import numpy as np

from paperdice.bots.reading import read_view
from paperdice.dice import BOT_SALT, mix, stream_key
from paperdice.game import Game, Ints, Twin, copy_twin
from paperdice.position import Position
from paperdice.rulekit import CellState
from paperdice.view import View

MARK = 1000


class SimpleBot:
    """Plays every game without compiled code; under the name `random` it draws its moves."""

    def __init__(self, name: str = "casual", seed: int = 0) -> None:
        self._draws = name == "random"
        self._key = mix(stream_key(seed, 0) ^ mix(BOT_SALT))
        self._n_drawn = 0

    def choose(self, view: View) -> str:
        return self.decide(*read_view(view))

    def decide(self, position: Position, seat: int) -> str:
        game, _, laid, state = position
        moves = _legal_moves(game, laid, state, seat)
        if self._draws:
            move = self._draw(moves)
        elif state.phase == _reroll_phase(game):
            is_useful = len(_legal_moves(game, laid, _after(position, seat, moves[0]), seat)) > 1
            move = moves[0] if is_useful else moves[-1]
        else:
            move = max(moves, key=lambda move: _worth(game, laid, _after(position, seat, move), seat))
        return game.notation.format_move(state, int(move))

    def _draw(self, moves: Ints) -> int:
        """Draw a move, the same one as the compiled bot with this seed."""
        if len(moves) == 1:
            return int(moves[0])
        bits = mix(self._key ^ mix(self._n_drawn))
        self._n_drawn += 1
        return int(moves[((bits >> 32) * len(moves)) >> 32])


def _legal_moves(game: Game, laid: Twin, state: Twin, seat: int) -> Ints:
    moves = np.zeros(game.rules.MAX_MOVES, np.int64)
    return moves[: game.rules.legal_moves(laid, state, seat, moves)]


def _reroll_phase(game: Game) -> int:
    """Return the phase in which dice may be rerolled, -1 in a game without one."""
    phases = game.rules.Phase.__members__
    return int(phases["REROLL"]) if "REROLL" in phases else -1


def _after(position: Position, seat: int, move: int) -> Twin:
    """Return the state after this seat has moved and no one else."""
    rules, state = position.game.rules, copy_twin(position.state)
    chosen = np.zeros(rules.MAX_SEATS, np.int64)
    chosen[seat] = move
    rules.apply_moves(position.laid, state, chosen)
    return state


def _worth(game: Game, laid: Twin, state: Twin, seat: int) -> int:
    """Return a score that rewards marks and penalizes skipped cells."""
    standings = [
        game.rules.cell_state(laid, state, seat, row, cell)
        for row in range(laid.n_rows[seat])
        for cell in range(laid.n_cells[seat, row])
    ]
    n_marks = standings.count(CellState.MARKED)
    if game.printing is not None:  # in the Qwixx family, cells may count twice, and there are bonus rows
        n_marks = int(state.n_marks[seat].sum() + state.n_bonus[seat].sum())
    return MARK * n_marks - standings.count(CellState.SKIPPED)
