"""Positions as the records that compiled code reads."""

from typing import NamedTuple

import numpy as np

from paperdice.fast.compile import Ints, Record, pack
from paperdice.position import Position, parse_position


class Records(NamedTuple):
    """Return the sheets and the state of a position, for kernels."""

    sheets: Record
    state: Record


def records_of(text: str) -> Records:
    """The records of a position."""
    position = parse_position(text)
    rules = position.game.rules
    return Records(pack(position.laid, rules.SHEETS)[0], pack(position.state, rules.STATE)[0])


def moves_of(text: str, seat: int) -> tuple[Position, Ints]:
    """Return a position and the legal moves of a seat in it, by their codes."""
    position = parse_position(text)
    moves = np.zeros(position.game.rules.MAX_MOVES, np.int64)
    return position, moves[: position.game.rules.legal_moves(position.laid, position.state, seat, moves)]


def code_of(text: str, move: str) -> int:
    """Return the code of a move in a position."""
    position = parse_position(text)
    return int(position.game.notation.parse_move(position.state, move))
