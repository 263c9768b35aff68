"""What Qwixx's network sees with five seats, whose tables take a minute to solve."""

import numpy as np
import pytest

from paperdice.bots.qwixx.features import N_INPUTS, N_ROW_INPUTS, Inputs, write_features
from paperdice.bots.qwixx.steady import make_tables
from tests.bots.records import records_of
from tests.bots.test_qwixx_features import empty


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
