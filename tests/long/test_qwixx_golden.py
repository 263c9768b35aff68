"""Decisions of `steady` in Qwixx alone and with three to five seats, whose tables take up to a minute each to solve."""

import pytest

from tests.bots.test_qwixx_golden import Golden, check_decision

THREE = "classic 1.11/11111/.1/- 1 | classic ....11/1/11.111/1.1 1 | classic -/11.1/-/111111 0"
FOUR = (
    "classic 1.11/11111/.1/- 3 | classic ....11/1/11.111/1.1 1 | classic -/11.1/-/111111 0 "
    "| classic 11111.....1/..1/1/- 3"
)
FIVE = (
    "classic 1.11/11111/.1/- 3 | classic ....11/1/11.111/1.1 1 | classic -/11.1/-/111111 0 "
    "| classic 1111/..1/1/- 3 | classic 11.1/11/1/1.1 2"
)

GOLDEN = [
    Golden(
        "alone it waits for yellow 3, which skips nothing, and does not skip a cell for red 5",
        "qwixx 5 white 0 w3 w2 r6 y1 g4 b5 | classic 11/1/-/- 0",
        0,
        "-",
        {"-": 131.740768, "r5": 127.081284, "y5": 118.666351, "g5": 95.907051, "b5": 95.907051},
    ),
    Golden(
        "then it marks yellow 3",
        "qwixx 5 color 0 w3 w2 r6 y1 g4 b5 | classic 11/1/-/- 0",
        0,
        "y3",
        {"-": 118.635155, "y3": 131.740768, "y4": 125.829033, "b8": 112.167702},
    ),
    Golden(
        "a first lock is always worth it",
        "qwixx 30 white 0 w6 w6 r6 y1 g4 b5 | classic 111111/1/-/- 0",
        0,
        "r12",
        {"-": 118.738991, "r12": 585.013229, "b12": 127.384918},
    ),
    Golden(
        "among three a second lock ends the match, and it is ahead: 35 and 15 points against 29",
        "qwixx 30 white 2 w6 w6 . y3 g4 b5 | classic 11111.....1/1/-/- 0 | classic 111/11/1/- 1 "
        "| classic 1111/111111/11/1 0",
        2,
        "y12",
        {"-": 28.060390, "y12": 1015.0},
    ),
    Golden(
        "among three it does not lock a match away that it would lose by 43 points",
        "qwixx 30 white 2 w6 w6 . y3 g4 b5 | classic 11111.....1/11111111/-/- 0 | classic 111/11/1/- 1 "
        "| classic 11/11111/-/- 2",
        2,
        "b12",
        {"-": 0.043863, "g12": 0.050751, "b12": 0.051898},
    ),
    Golden(
        "among three yellow 5 skips two cells of a row that it has hardly begun, less than any other mark",
        f"qwixx 20 white 1 w3 w2 r3 y4 g3 b5 | {THREE}",
        1,
        "y5",
        {"-": 0.267501, "y5": 0.315176, "g5": 0.266427},
    ),
    Golden(
        "among three it passes in the turn of another rather than skip five cells or more",
        f"qwixx 20 white 1 w3 w2 r3 y4 g3 b5 | {THREE}",
        0,
        "-",
        {"-": 0.273185, "g5": 0.199988, "b5": 0.212536},
    ),
    Golden(
        "among four it passes, although green 6, which skips four, brings more points by the tables",
        f"qwixx 23 white 2 w4 w2 . y2 g3 b5 | {FOUR}",
        0,
        "-",
        {"-": 0.047093, "g6": 0.044455, "b6": 0.040705},
    ),
    Golden(
        "among four the leader takes the seventh mark of blue, which skips nothing",
        f"qwixx 23 white 2 w4 w2 . y2 g3 b5 | {FOUR}",
        2,
        "b6",
        {"-": 0.832728, "y6": 0.832728, "b6": 0.973232},
    ),
    Golden(
        "among four the leader marks the yellow cell that skips nothing, not the one that skips two",
        f"qwixx 23 color 2 w4 w2 . y4 g3 b5 | {FOUR}",
        2,
        "y6",
        {"y6": 0.944933, "y8": 0.849980},
    ),
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
def test_steady_decides(golden: Golden) -> None:
    check_decision(golden)
