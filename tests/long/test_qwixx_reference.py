"""Qwixx's `steady` with three to five seats, whose tables take up to a minute each to solve, by the plain reference."""

import pytest

from paperdice.bots.qwixx.steady import make_steady
from paperdice.match import Match
from tests.kernels.test_qwixx_reference import TURNS, Plain, misses_of, rate, rows_of

FOUR = (
    "qwixx 23 roll 2 | classic 1.11/11111/.1/- 3 | classic ....11/1/11.111/1.1 1 "
    "| classic -/11.1/-/111111 0 | classic 11111.....1/..1/1/- 3"
)


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_moves_by_the_solved_tables(seats: int) -> None:
    policy = make_steady(seats)
    plain = Plain(policy.weights.tables.values, is_real=True)
    for text, seat in TURNS[seats]:
        expected = plain.rate(Match.from_position(text), seat)
        assert rate(policy, text, seat) == pytest.approx(expected, rel=1e-9, abs=2e-5), text


# From `paperdice solve qwixx --seats 4 --hazard H` for both hazards.
@pytest.mark.parametrize(
    ("hazard", "points"),
    [(0, [38.067753, 40.850822, 45.940979, 33.474888]), (1, [21.721830, 22.034143, 29.712868, 18.273214])],
)
def test_the_reference_reads_the_solved_tables(hazard: int, points: list[float]) -> None:
    match, plain = Match.from_position(FOUR), Plain(make_steady(4).weights.tables.values, is_real=True)
    for seat, expected in enumerate(points):
        found = plain.to_come(rows_of(match, seat), misses_of(match)[seat], (seat - 2) % 4, hazard)
        assert found == pytest.approx(expected, abs=2e-6)
