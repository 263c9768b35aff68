"""Rerolls and fills of `steady` in Twenty One, for every number of seats, and the reasons.

With two seats the numbers are ratings by the chance to win and the plan, else points by the plan; throwing again is
rated by what it gains over keeping the dice.
"""

from typing import NamedTuple

import numpy as np
import pytest

from paperdice.bots.twenty_one.steady import make_steady
from tests.bots.records import moves_of, records_of

# Seat 0 has white 2 and black 1 left in its first row, seat 1 red 2 and green 1.
SHEETS = (
    "A 654#/-/-/-/-",
    "B #5#3/-/-/-/-",
    "C 6#4/-/-/-/-",
    "D #5#/-/-/-/-",
    "E 654/-/-/-/-",
    "F 6##/-/-/-/-",
)
NOTHING_FITS = "reroll 0 w6 k6 r4 y5 g5 b4"
GOOD_FOR_OTHERS = "reroll 0 w6 k6 r2 y3 g1 b3"
TWO_HITS = "reroll 0 w2 k1 r6 y6 g6 b6"
TO_FILL = "fill 0 w2 k1 r2 y3 g1 b3"


class Golden(NamedTuple):
    """A position without its sheets, the number of seats, the seat that decides, and the ratings of its moves."""

    why: str
    seats: int
    position: str
    seat: int
    ratings: dict[str, float]


GOLDEN = [
    Golden("nothing fits, and hardly more for the other", 2, NOTHING_FITS, 0, {"reroll": 0.002797, "keep": 0}),
    Golden("two hits lie", 2, TWO_HITS, 0, {"keep": 0, "reroll": -0.118180}),
    Golden(
        "both cells are hits",
        2,
        TO_FILL,
        0,
        {"w2 k1": 0.354968, "w2": 0.213384, "k1": 0.196918, "x": 0.108817},
    ),
    Golden(
        "both cells are hits, in the turn of another",
        2,
        TO_FILL,
        1,
        {"r2 g1": 0.138227, "r2": 0.041418, "g1": 0.035725, "x": 0.010825},
    ),
    Golden("nothing fits, but less for two others", 3, NOTHING_FITS, 0, {"keep": 0, "reroll": -1.045379}),
    Golden("two hits lie", 3, TWO_HITS, 0, {"keep": 0, "reroll": -10.828357}),
    Golden("both cells are hits", 3, TO_FILL, 0, {"w2 k1": 10.245087, "w2": 0.901990, "k1": 0.235323, "x": -5.264677}),
    Golden("nothing fits, but less for three others", 4, NOTHING_FITS, 0, {"keep": 0, "reroll": -1.277652}),
    Golden("nothing fits, and two hits lie for seat 1", 4, GOOD_FOR_OTHERS, 0, {"reroll": 2.375148, "keep": 0}),
    Golden("two hits lie", 4, TWO_HITS, 0, {"keep": 0, "reroll": -10.661458}),
    Golden(
        "both cells are hits, in the turn of another",
        4,
        TO_FILL,
        1,
        {"r2 g1": 7.596837, "r2": -2.287534, "g1": -2.870867, "x": -7.593090},
    ),
    Golden("nothing fits, but less for four others", 5, NOTHING_FITS, 0, {"keep": 0, "reroll": -1.552360}),
    Golden("two hits lie", 6, TWO_HITS, 0, {"keep": 0, "reroll": -11.125216}),
    Golden("both cells are hits", 6, TO_FILL, 0, {"w2 k1": 6.310526, "w2": -3.471715, "k1": -4.138382, "x": -9.638382}),
]


@pytest.mark.parametrize("golden", GOLDEN, ids=[f"{golden.seats} seats: {golden.why}" for golden in GOLDEN])
def test_steady_decides(golden: Golden) -> None:
    """Each rating to the sixth digit, so that an error in any input of the network is noticed; the best comes first."""
    text = " | ".join([f"twenty_one 4 {golden.position}", *SHEETS[: golden.seats]])
    position, moves = moves_of(text, golden.seat)
    policy = make_steady(golden.seats)
    values = np.zeros(len(moves))
    policy.rate(policy.weights, *records_of(text), golden.seat, moves, len(moves), values)
    texts = [position.game.notation.format_move(position.state, int(move)) for move in moves]
    assert texts[int(np.argmax(values))] == next(iter(golden.ratings))
    assert dict(zip(texts, values.tolist(), strict=True)) == pytest.approx(golden.ratings, abs=1e-6)
