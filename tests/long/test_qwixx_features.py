"""Inputs of Qwixx's network with three to five seats, whose tables take up to a minute each to solve."""

import numpy as np
import pytest

from paperdice.bots.qwixx.features import N_INPUTS, N_ROW_INPUTS, Inputs, write_features, write_future
from paperdice.bots.qwixx.steady import make_tables
from tests.bots.records import records_of
from tests.kernels.test_qwixx_features import FOUR, almost, by_name, empty

# Points still to come from the solver: `paperdice solve qwixx --seats N --hazard H` for the hazards of
# `steady`, read at the row states, misses and wait of each seat.
MATCHES = {
    3: (
        "qwixx 20 roll 1 | classic 1.11/11111/.1/- 1 | classic ....11/1/11.111/1.1 1 | classic -/11.1/-/111111 0",
        ([56.955280, 56.294422, 58.480373], [28.921949, 34.284050, 32.569870]),
    ),
    4: (FOUR, ([38.067753, 40.850822, 45.940979, 33.474888], [21.721830, 22.034143, 29.712868, 18.273214])),
}


@pytest.mark.parametrize("seats", MATCHES)
def test_points_to_come_are_those_of_the_solved_tables(seats: int) -> None:
    """At a far end and at a near one."""
    text, (far, near) = MATCHES[seats]
    state, tables = records_of(text).state, make_tables(seats)
    found_far, found_near = np.zeros(seats), np.zeros(seats)
    for seat in range(seats):
        write_future(tables, state, seat, found_far, found_near)
    assert found_far.tolist() == pytest.approx(far, abs=2e-6)
    assert found_near.tolist() == pytest.approx(near, abs=2e-6)


def test_a_match_of_four_is_seen_from_its_last_seat() -> None:
    """Prospects of 0 to 2: 7 + 29.9, 17 + 31.4, 27 + 37.8; so seat 2 is the rival and seat 1 the second."""
    sheets, state = records_of(FOUR)
    inputs, rows = empty(N_INPUTS), np.full((4, N_ROW_INPUTS), np.nan, np.float32)
    write_features(make_tables(4), sheets, state, 3, inputs, rows)
    assert by_name(Inputs, inputs) == almost(
        OWN_SCORE=15 / 40,
        OWN_FAR=33.474888 / 40,
        OWN_NEAR=18.273214 / 40,
        OWN_MISSES=3 / 2,
        OWN_LAST_MISS=1,
        RIVAL_SCORE=27 / 40,
        RIVAL_FAR=45.940979 / 40,
        RIVAL_NEAR=29.712868 / 40,
        RIVAL_MISSES=0,
        RIVAL_LAST_MISS=0,
        LEAD=(15 - 27) / 20,
        LEAD_FAR=(15 + 33.474888 - 27 - 45.940979) / 20,
        LEAD_NEAR=(15 + 18.273214 - 27 - 29.712868) / 20,
        LOCKS=1,
        IS_ACTIVE=0,
        RIVAL_IS_ACTIVE=1,
        WAIT=1 / 4,
        ROUND=5.75 / 10,
        LEAD_SECOND=(15 - 17) / 20,
        LEAD_SECOND_NEAR=(15 + 18.273214 - 17 - 22.034143) / 20,
        OTHERS_LAST_MISS=1,
        OTHERS_AHEAD=(17 + 40.850822 - 15 - 33.474888) / 20,
    )
    assert rows[0].tolist() == pytest.approx([11 / 5, 6 / 4, 36 / 25, 1, 0, 0, 0, 0, 0, 3 / 4])
    assert rows[1].tolist() == pytest.approx([3 / 5, 1 / 4, 1 / 25, 0, 4 / 5, 3 / 4, 9 / 25, 0, 1, 5 / 4])
    assert rows[2].tolist() == pytest.approx([1 / 5, 1 / 4, 1 / 25, 0, 0, 0, 0, 0, 1, 5 / 4])
    assert rows[3].tolist() == pytest.approx([0, 0, 0, 0, 6 / 5, 6 / 4, 36 / 25, 1, 0, 2 / 4])


def test_the_rival_has_the_best_prospects_not_the_most_points() -> None:
    """From seat 2 of five: seat 1 has 17 points and half of 57.8 and 32.5 to come, so 62.1; seat 4 has 3 and half of
    68.2 and 38.6, so 56.4; seat 0 has 7 and half of 60.9 and 35.3, so 55.1, and is third in spite of its points.
    """
    sheets, state = records_of(
        "qwixx 31 roll 4 | classic 1.11/11111/.1/- 3 | classic ....11/1/11.111/1.1 1 | classic -/11.1/-/111111 0 "
        "| classic 1111/..1/1/- 3 | classic 11.1/11/1/1.1 2"
    )
    inputs, rows = empty(N_INPUTS), np.full((4, N_ROW_INPUTS), np.nan, np.float32)
    write_features(make_tables(5), sheets, state, 2, inputs, rows)
    assert inputs[Inputs.LEAD] == pytest.approx((27 - 17) / 20)
    assert inputs[Inputs.LEAD_SECOND] == pytest.approx((27 - 3) / 20)
    # Seats 4, 0 and 1 roll before it.
    assert inputs[Inputs.WAIT] == pytest.approx(3 / 5)
