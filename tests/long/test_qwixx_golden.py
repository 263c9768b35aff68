"""Decisions of `steady` in Qwixx with five seats, whose tables take half a minute to solve, and why it takes them."""

import pytest

from tests.bots.test_qwixx_golden import Golden, check_decision

FIVE = (
    "classic 1.11/11111/.1/- 3 | classic ....11/1/11.111/1.1 1 | classic -/11.1/-/111111 0 "
    "| classic 1111/..1/1/- 3 | classic 11.1/11/1/1.1 2"
)

GOLDEN = [
    Golden(
        "among five red 6 skips nothing, and the color dice still offer blue 9",
        f"qwixx 31 white 4 w4 w2 r3 y4 g3 b5 | {FIVE}",
        4,
        "r6",
        {"-": 0.123393, "r6": 0.153705, "y6": 0.123293},
    ),
    Golden(
        "among five blue 9 goes on with its row without a skip",
        f"qwixx 31 color 4 w4 w2 r3 y4 g3 b5 | {FIVE}",
        4,
        "b9",
        {"r7": 0.129870, "y6": 0.119295, "b7": 0.119203, "b9": 0.143235},
    ),
    Golden(
        "among five red 6 is the next cell of its row, in the turn of another",
        f"qwixx 31 white 4 w4 w2 r3 y4 g3 b5 | {FIVE}",
        0,
        "r6",
        {"-": 0.131739, "r6": 0.171150, "g6": 0.120652},
    ),
]


@pytest.mark.parametrize("golden", GOLDEN, ids=[golden.why for golden in GOLDEN])
def test_steady_decides_among_five(golden: Golden) -> None:
    check_decision(golden)
