"""Decisions of `steady` in Qwixx for two seats, and the reasons; `tests/long` has other numbers of seats.

The numbers are ratings: the chance to win with a small term for points, or in solo play the expected points.
A move that the tables rate more than six points below the best one is not rated further.
"""

from typing import NamedTuple

import numpy as np
import pytest

from paperdice.bots.qwixx.steady import make_steady
from tests.bots.records import moves_of, records_of

FAR_BEHIND = -100_000.0


class Golden(NamedTuple):
    """A position, the seat that decides, its move and the reason, and the ratings of its moves."""

    why: str
    position: str
    seat: int
    move: str
    ratings: dict[str, float]


GOLDEN = [
    Golden(
        "far ahead of one other it ends the match by a fourth miss",
        "qwixx 24 color 1 w6 w5 r6 y6 g1 b1 | classic 111/1/-/- 1 | classic 1111111111/11111/11/- 3",
        1,
        "-",
        {"-": 995.0, "r12": 560.080432, "g7": 43.472949},
    ),
    Golden(
        "far behind one other it must not miss for the fourth time, and green 7 skips fewest cells: three",
        "qwixx 24 color 1 w6 w5 r6 y6 g1 b1 | classic 11111111/111111/-/- 1 | classic 11/11/11/- 3",
        1,
        "g7",
        {"g6": 0.051456, "g7": 0.055444, "b6": 0.050935, "b7": 0.053192},
    ),
    Golden(
        "yellow 8 in the turn of the other brings six points and goes on towards the lock",
        "qwixx 12 white 1 w4 w4 r6 y1 g4 b5 | classic 1.11/11111/.1/- 3 | classic ....11/1/11.111/1.1 1",
        0,
        "y8",
        {"-": 0.332288, "r8": 0.302423, "y8": 0.379803, "g8": 0.377287, "b8": 0.333381},
    ),
]


@pytest.mark.parametrize("golden", GOLDEN, ids=[golden.why for golden in GOLDEN])
def test_steady_decides(golden: Golden) -> None:
    """Each rating to the sixth digit, so that an error in any input of the network is noticed."""
    check_decision(golden)


def check_decision(golden: Golden) -> None:
    """Assert the move, and the rating of every move."""
    position, moves = moves_of(golden.position, golden.seat)
    sheets, state = records_of(golden.position)
    policy = make_steady(int(state["n_seats"]))
    values = np.zeros(len(moves))
    policy.rate(policy.weights, sheets, state, golden.seat, moves, len(moves), values)
    texts = [position.game.notation.format_move(position.state, int(move)) for move in moves]
    assert texts[int(np.argmax(values))] == golden.move
    rated = {text: value for text, value in zip(texts, values.tolist(), strict=True) if text in golden.ratings}
    assert rated == pytest.approx(golden.ratings, abs=1e-6)
    if max(values) < 1.0:
        left_out = [value for text, value in zip(texts, values.tolist(), strict=True) if text not in golden.ratings]
        assert all(value < FAR_BEHIND for value in left_out)
