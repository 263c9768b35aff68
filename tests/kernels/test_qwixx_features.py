"""The inputs of Qwixx's network, each computed by hand."""

import numpy as np
import pytest

from paperdice.bots.network import Features
from paperdice.bots.qwixx.features import (
    N_INPUTS,
    N_ROW_INPUTS,
    Inputs,
    RowInputs,
    find_rivals,
    write_features,
    write_future,
    write_match,
    write_others,
    write_row,
    write_sheets,
)
from paperdice.bots.qwixx.steady import make_tables
from paperdice.bots.rivals import NOBODY
from paperdice.fast.compile import Singles
from tests.bots.records import records_of

# Red is locked by seat 3. Points by rows and misses:
# seat 0: 6 + 15 + 1 + 0 − 15 = 7; seat 1: 3 + 1 + 15 + 3 − 5 = 17; seat 2: 0 + 6 + 0 + 21 − 0 = 27;
# seat 3: 28 (six marks and the lock) + 1 + 1 + 0 − 15 = 15.
FOUR = (
    "qwixx 23 roll 2 | classic 1.11/11111/.1/- 3 | classic ....11/1/11.111/1.1 1 "
    "| classic -/11.1/-/111111 0 | classic 11111.....1/..1/1/- 3"
)
SCORES = np.array([7.0, 17.0, 27.0, 15.0])
# Points still to come by seat, round numbers in place of those from tables.
TO_COME_FAR = np.array([38.0, 41.0, 46.0, 33.0])
TO_COME_NEAR = np.array([22.0, 25.0, 30.0, 18.0])


def by_name(layout: type[Features], out: Singles) -> dict[str, float]:
    """Return the inputs about written cells, by name."""
    return {feature.name: float(value) for feature, value in zip(layout, out, strict=True) if not np.isnan(value)}


def empty(n: int) -> Singles:
    return np.full(n, np.nan, np.float32)


def almost(**inputs: float) -> object:
    """Compare inputs in single precision."""
    return pytest.approx(inputs, rel=1e-6)


def test_both_sheets_are_seen_with_their_points_what_is_to_come_and_misses() -> None:
    """From seat 0, which misses for the last time, and with seat 2 as its rival."""
    out = empty(N_INPUTS)
    write_sheets(records_of(FOUR).state, 0, 2, SCORES, TO_COME_FAR, TO_COME_NEAR, out)
    assert by_name(Inputs, out) == almost(
        OWN_SCORE=7 / 40,
        OWN_FAR=38 / 40,
        OWN_NEAR=22 / 40,
        OWN_MISSES=3 / 2,
        OWN_LAST_MISS=1,
        RIVAL_SCORE=27 / 40,
        RIVAL_FAR=46 / 40,
        RIVAL_NEAR=30 / 40,
        RIVAL_MISSES=0,
        RIVAL_LAST_MISS=0,
    )


def test_the_sheet_of_a_rival_is_seen_like_the_own_one() -> None:
    """From seat 1 with one miss, and with seat 3 as its rival, which misses for the last time."""
    out = empty(N_INPUTS)
    write_sheets(records_of(FOUR).state, 1, 3, SCORES, TO_COME_FAR, TO_COME_NEAR, out)
    assert by_name(Inputs, out) == almost(
        OWN_SCORE=17 / 40,
        OWN_FAR=41 / 40,
        OWN_NEAR=25 / 40,
        OWN_MISSES=1 / 2,
        OWN_LAST_MISS=0,
        RIVAL_SCORE=15 / 40,
        RIVAL_FAR=33 / 40,
        RIVAL_NEAR=18 / 40,
        RIVAL_MISSES=3 / 2,
        RIVAL_LAST_MISS=1,
    )


def test_the_lead_is_seen_now_and_at_a_far_and_a_near_end() -> None:
    """From seat 0 against seat 2, which rolls next; turn 23 of four seats is in round 5.75."""
    out = empty(N_INPUTS)
    write_match(records_of(FOUR).state, 0, 2, SCORES, TO_COME_FAR, TO_COME_NEAR, out)
    assert by_name(Inputs, out) == almost(
        LEAD=(7 - 27) / 20,
        LEAD_FAR=(7 + 38 - 27 - 46) / 20,
        LEAD_NEAR=(7 + 22 - 27 - 30) / 20,
        LOCKS=1,
        IS_ACTIVE=0,
        RIVAL_IS_ACTIVE=1,
        WAIT=2 / 4,
        ROUND=5.75 / 10,
    )


def test_the_seat_that_rolls_next_does_not_wait() -> None:
    """From seat 2 against seat 1."""
    out = empty(N_INPUTS)
    write_match(records_of(FOUR).state, 2, 1, SCORES, TO_COME_FAR, TO_COME_NEAR, out)
    assert by_name(Inputs, out) == almost(
        LEAD=(27 - 17) / 20,
        LEAD_FAR=(27 + 46 - 17 - 41) / 20,
        LEAD_NEAR=(27 + 30 - 17 - 25) / 20,
        LOCKS=1,
        IS_ACTIVE=1,
        RIVAL_IS_ACTIVE=0,
        WAIT=0,
        ROUND=5.75 / 10,
    )


def test_the_second_and_further_seats_are_seen() -> None:
    """From seat 0, with seat 2 as rival and seat 1 as second; further are 1, most ahead, and 3, on its last miss."""
    out = empty(N_INPUTS)
    write_others(records_of(FOUR).state, 0, 2, 1, SCORES, TO_COME_FAR, TO_COME_NEAR, out)
    assert by_name(Inputs, out) == almost(
        LEAD_SECOND=(7 - 17) / 20,
        LEAD_SECOND_NEAR=(7 + 22 - 17 - 25) / 20,
        OTHERS_LAST_MISS=1,
        OTHERS_AHEAD=(17 + 41 - 7 - 38) / 20,
    )


def test_further_seats_that_are_behind_are_not_ahead_by_less_than_nothing() -> None:
    """From seat 2, with seat 1 as rival; further are 0 and 3, both on their last miss."""
    out = empty(N_INPUTS)
    write_others(records_of(FOUR).state, 2, 1, 3, SCORES, TO_COME_FAR, TO_COME_NEAR, out)
    assert by_name(Inputs, out) == almost(
        LEAD_SECOND=(27 - 15) / 20, LEAD_SECOND_NEAR=(27 + 30 - 15 - 18) / 20, OTHERS_LAST_MISS=2, OTHERS_AHEAD=0
    )


def test_with_two_seats_there_are_no_others() -> None:
    out = empty(N_INPUTS)
    write_others(records_of(FOUR).state, 0, 2, NOBODY, SCORES, TO_COME_FAR, TO_COME_NEAR, out)
    assert by_name(Inputs, out) == almost(LEAD_SECOND=0, LEAD_SECOND_NEAR=0, OTHERS_LAST_MISS=0, OTHERS_AHEAD=0)


@pytest.mark.parametrize(
    ("row", "own", "rival", "others"),
    [
        # Own cells gone and marks, those of the rival, then of others how many are ready and the most marks.
        (0, (4, 3, 0), (0, 0, 0), (1, 6)),
        (1, (5, 5, 1), (4, 3, 0), (0, 1)),
        (2, (2, 1, 0), (0, 0, 0), (1, 5)),
        (3, (0, 0, 0), (6, 6, 1), (0, 2)),
    ],
)
def test_a_row_is_seen_from_its_marks(
    row: int, own: tuple[int, int, int], rival: tuple[int, int, int], others: tuple[int, int]
) -> None:
    """From seat 0 with seat 2 as rival; five marks are enough to lock."""
    out = empty(N_ROW_INPUTS)
    write_row(records_of(FOUR).state, 0, 2, row, out)
    assert by_name(RowInputs, out) == almost(
        OWN_NEXT=own[0] / 5,
        OWN_MARKS=own[1] / 4,
        OWN_SQUARE=own[1] ** 2 / 25,
        OWN_READY=own[2],
        RIVAL_NEXT=rival[0] / 5,
        RIVAL_MARKS=rival[1] / 4,
        RIVAL_SQUARE=rival[1] ** 2 / 25,
        RIVAL_READY=rival[2],
        OTHERS_READY=others[0],
        OTHERS_MARKS=others[1] / 4,
    )


@pytest.mark.parametrize(
    ("prospects", "seat", "rivals"),
    [
        ([50.0, 40.0], 0, (1, NOBODY)),
        ([50.0, 40.0, 30.0], 0, (1, 2)),
        ([50.0, 30.0, 40.0], 0, (2, 1)),
        ([50.0, 40.0, 40.0], 0, (1, 2)),
        ([10.0, 90.0, 20.0, 30.0], 1, (3, 2)),
        ([10.0, 20.0, 90.0, 30.0, 20.0], 2, (3, 1)),
        ([40.0, 10.0, 0.0, 50.0, 30.0], 1, (3, 0)),
    ],
)
def test_rivals_are_the_seats_with_the_best_prospects(
    prospects: list[float], seat: int, rivals: tuple[int, int]
) -> None:
    """The first among equals, and never the seat itself; points count whole, expected points by half."""
    scores, far, near = (part * np.array(prospects) for part in (0.5, 0.75, 0.25))
    assert find_rivals(scores, far, near, seat) == rivals


# Points still to come from the solver: `paperdice solve qwixx --seats N --hazard H` for the hazards of
# `steady`, read at the row states, misses and wait of each seat; tests/long covers more seats.
TWO = "qwixx 12 roll 1 | classic 1.11/11111/.1/- 3 | classic ....11/1/11.111/1.1 1"


@pytest.mark.usefixtures("_solved_for_two")
def test_points_to_come_are_those_of_the_solved_tables() -> None:
    """At a far end and at a near one."""
    state, tables = records_of(TWO).state, make_tables(2)
    far, near = np.zeros(2), np.zeros(2)
    for seat in range(2):
        write_future(tables, state, seat, far, near)
    assert far.tolist() == pytest.approx([56.763176, 58.658890], abs=2e-6)
    assert near.tolist() == pytest.approx([31.191181, 36.447037], abs=2e-6)


@pytest.mark.usefixtures("_solved_for_two")
def test_a_match_of_two_is_seen_from_its_last_seat() -> None:
    """Seat 1 rolls next, in round 6; points are 7 and 17."""
    sheets, state = records_of(TWO)
    inputs, rows = empty(N_INPUTS), np.full((4, N_ROW_INPUTS), np.nan, np.float32)
    write_features(make_tables(2), sheets, state, 1, inputs, rows)
    assert by_name(Inputs, inputs) == almost(
        OWN_SCORE=17 / 40,
        OWN_FAR=58.658890 / 40,
        OWN_NEAR=36.447037 / 40,
        OWN_MISSES=1 / 2,
        OWN_LAST_MISS=0,
        RIVAL_SCORE=7 / 40,
        RIVAL_FAR=56.763176 / 40,
        RIVAL_NEAR=31.191181 / 40,
        RIVAL_MISSES=3 / 2,
        RIVAL_LAST_MISS=1,
        LEAD=(17 - 7) / 20,
        LEAD_FAR=(17 + 58.658890 - 7 - 56.763176) / 20,
        LEAD_NEAR=(17 + 36.447037 - 7 - 31.191181) / 20,
        LOCKS=0,
        IS_ACTIVE=1,
        RIVAL_IS_ACTIVE=0,
        WAIT=0,
        ROUND=6 / 10,
        LEAD_SECOND=0,
        LEAD_SECOND_NEAR=0,
        OTHERS_LAST_MISS=0,
        OTHERS_AHEAD=0,
    )
    assert rows[0].tolist() == pytest.approx([6 / 5, 2 / 4, 4 / 25, 0, 4 / 5, 3 / 4, 9 / 25, 0, 0, 0])
    assert rows[1].tolist() == pytest.approx([1 / 5, 1 / 4, 1 / 25, 0, 5 / 5, 5 / 4, 25 / 25, 1, 0, 0])
    assert rows[2].tolist() == pytest.approx([6 / 5, 5 / 4, 25 / 25, 1, 2 / 5, 1 / 4, 1 / 25, 0, 0, 0])
    assert rows[3].tolist() == pytest.approx([3 / 5, 2 / 4, 4 / 25, 0, 0, 0, 0, 0, 0, 0])


def test_where_there_are_no_further_seats_they_have_no_marks() -> None:
    out = empty(N_ROW_INPUTS)
    write_row(records_of("qwixx 2 roll 0 | classic -/-/-/- 0 | classic 1/-/-/- 0").state, 0, 1, 0, out)
    assert out.tolist() == pytest.approx([0, 0, 0, 0, 1 / 5, 1 / 4, 1 / 25, 0, 0, 0])
