"""Moves of Qwantum rated by points, with tables that hold a few numbers known by heart."""

from __future__ import annotations

import numpy as np
import pytest

from paperdice.bots.qwantum import points, tables
from paperdice.bots.qwantum.marks import copy_marks
from paperdice.bots.qwantum.rerolls import make_point_weights, tabulate_rolls
from paperdice.fast.compile import Floats
from tests.bots.records import Records, records_of

R, Y, B, P = range(4)
PASS = 0
NEVER = -1000.0
# White 3; red 6, yellow 4 + 1, blue 5 + 2, purple 5: sums 9, 8, 10 and 8.
DICE = "w3 b5 r6 y4 b2 p5 y1"
FULL = "5,6,7,8,4,3"
# Purple, blue and red are full, and 5 6 7 8 4 of yellow: it waits for less than 4, which 8 is not.
STUCK = f"{FULL}/{FULL}/{FULL}/5,6,7,8,4"
# The same with yellow at 10, where 8 fits; it scores 5 + 6 + 7 + 8 + 4 (4 4 4 10: the second lowest is 10) = 36.
OPEN = f"{FULL}/{FULL}/{FULL}/5,6,7,11,10"


def learned_with(places: dict[int, float]) -> Floats:
    """A learned vector of zeros but for a few places."""
    learned = np.zeros(tables.SIZE)
    for place, value in places.items():
        learned[place] = value
    return learned


def rated(laid: Records, learned: Floats, seat: int, moves: list[int], phase: str) -> list[float]:
    """The ratings of these moves."""
    codes, values = np.array(moves), np.zeros(len(moves))
    rate = points.rate_pick if phase == "pick" else points.rate_share
    rate(learned, laid.sheets, laid.state, seat, codes, len(moves), values)
    return values.tolist()


@pytest.mark.parametrize(
    ("phase", "sheet", "most"),
    [
        ("share", "-/-/-/-", 1),
        ("share", "5,6/5/5/5", 6),
        ("share", STUCK, 23),
        ("share", f"{FULL}/{FULL}/{FULL}/5,6,7,8", 23),
        ("share", OPEN, 24),
        ("reroll", OPEN, 23),
        ("reroll", "5,6/5/5/5", 6),
    ],
)
def test_another_fills_one_cell_more_its_last_only_if_it_fits(phase: str, sheet: str, most: int) -> None:
    laid = records_of(f"qwantum 20 {phase} 0 {DICE} | classic -/-/-/- 0 | classic {sheet} 0")
    assert points.fullest_after(*laid, 0) == most


def test_the_fullest_of_all_others_counts() -> None:
    laid = records_of(f"qwantum 20 share 0 {DICE} | classic {FULL}/-/-/- 0 | classic 5,6/-/-/- 0 | classic 5/-/-/- 0")
    assert points.fullest_after(*laid, 0) == 3
    assert points.fullest_after(*laid, 1) == 7
    assert points.fullest_after(*records_of(f"qwantum 20 share 0 {DICE} | classic 5/-/-/- 0"), 0) == 0


def test_sums_can_be_shared_once_they_lie_for_good() -> None:
    """Only yellow 8 behind 10 fits; a picked yellow does not, and before the reroll nothing is sure."""
    text = f"qwantum 20 PHASE 1 {DICE} PICKED | classic {OPEN} 0 | classic -/-/-/8 0"
    assert points.can_share(*records_of(text.replace("PHASE", "pick").replace("PICKED ", "")), 0)
    assert not points.can_share(*records_of(text.replace("PHASE", "share").replace("PICKED", "picked=2")), 0)
    assert not points.can_share(*records_of(text.replace("PHASE", "reroll").replace("PICKED ", "")), 0)


@pytest.mark.parametrize(("active", "seats"), [(0, [False, True, False]), (2, [True, False, False])])
def test_the_next_turn_goes_round(active: int, seats: list[bool]) -> None:
    laid = records_of(f"qwantum 20 share {active} {DICE} | " + " | ".join(["classic -/-/-/- 0"] * 3))
    assert [points.has_next_turn(laid.state, seat) for seat in range(3)] == seats


def test_only_the_active_seat_without_a_pick_takes_a_miss() -> None:
    """[Qwantum 7]"""
    state = records_of(f"qwantum 20 share 0 {DICE} | classic -/-/-/- 2 | classic -/-/-/- 1").state
    assert points.misses_after(state, 0, PASS) == 3
    assert points.misses_after(state, 0, 1 + R) == 2
    assert points.misses_after(state, 1, PASS) == 1


def test_the_others_are_worth_their_mean() -> None:
    """Seat 1 has −1 point and 2 to come by the pace (0 of its cells, 3 of another, next turn); seat 2 has −3 and 4.

    Seat 1 sees the most of the 2 cells that the own sheet would have and the 3 of seat 2; seat 2 sees 2 and 0.
    """
    laid = records_of(f"qwantum 20 share 0 {DICE} | classic 5/-/-/- 0 | classic -/-/-/- 1 | classic 5,6,7/-/-/- 2")
    learned = learned_with({67_054 + 25 * 25 + 3: 2.0, 67_054 + 3 * 25 + 2: 4.0})
    assert points.their_value(learned, *laid, 0, 2) == (-1 + 2 - 3 + 4) / 2
    assert points.their_value(learned, *laid, 0, 4) == (-1 - 3) / 2
    # A full own sheet ends the match: what the tables add counts no more.
    assert points.their_value(learned + 1, *laid, 0, 24) == (-1 - 3) / 2


def test_alone_there_are_no_others() -> None:
    assert (
        points.their_value(np.ones(tables.SIZE), *records_of(f"qwantum 20 share 0 {DICE} | classic 5/-/-/- 0"), 0, 2)
        == 0.0
    )


def pace(n_filled: int, others: int, is_next: bool) -> int:
    """The place of the pace by hand."""
    return 67_054 + ((25 if is_next else 0) + n_filled) * 25 + others


TWO = f"qwantum 20 PHASE 0 {DICE} | classic -/5/4/- 1 | classic 5/-/-/- 0"


def test_the_best_share_is_one_number_more_or_none() -> None:
    """The active seat has two cells of 24, the other will have two: yellow 8 and purple 8 fit on empty rows.

    With a third cell the pace adds 6, and the cell gains 0.5 by itself; purple's row counts 1 with 8 behind its first
    cell. Without one there is a second miss: −3 points, and the pace adds 3.
    """
    laid = records_of(TWO.replace("PHASE", "share"))
    learned = learned_with({pace(3, 2, False): 6.0, pace(2, 2, False): 3.0, (3 * 7 + 1) * 34 + 8: 1.0})
    marks = copy_marks(laid.state, 0)

    def best(picked: int, others: int, gain: float) -> float:
        return float(points.best_share(learned, *laid, 0, marks, picked, others, gain))

    assert best(PASS, 2, 0.5) == -1 + 6 + 1 + 0.5
    assert best(PASS, 2, -20.0) == -3 + 3
    # Whoever has picked takes no miss.
    assert best(1 + P, 2, -20.0) == -1 + 3
    # Where another has filled all cells only points count, and a miss.
    assert best(PASS, 24, 0.0) == -1
    assert marks.next_cell.tolist() == [0, 1, 1, 0]


def test_a_picked_color_is_not_shared_again() -> None:
    """Only purple 8 fits, behind 7, and adds 1; the first column, 7 20 20 20, makes 20 points."""
    laid = records_of(f"qwantum 20 share 0 {DICE} | classic 7/20/20/20 0 | classic 5/-/-/- 0")
    learned, marks = learned_with({(3 * 7 + 2) * 34 + 8: 1.0}), copy_marks(laid.state, 0)
    assert points.best_share(learned, *laid, 0, marks, PASS, 2, 0.0) == 20 + 1
    assert points.best_share(learned, *laid, 0, marks, 1 + P, 2, 0.0) == 20
    assert points.best_share(learned, *laid, 0, marks, 1 + Y, 2, 0.0) == 20 + 1


def test_a_share_is_rated_by_both_sheets() -> None:
    """Own sheet: 3 cells (6) or 2 (3 and a second miss); the other's pace is 10 if it meets 2 own cells, 7 if 3.

    Red 9 behind 4 adds 2 to its row, blue 10 behind 5 adds 1.
    """
    laid = records_of(TWO.replace("PHASE", "share"))
    learned = learned_with(
        {
            pace(3, 2, False): 6.0,
            pace(2, 2, False): 3.0,
            pace(1, 2, True): 10.0,
            pace(1, 3, True): 7.0,
            (3 * 7 + 2) * 34 + 9: 2.0,
            (3 * 7 + 2) * 34 + 10: 1.0,
        }
    )
    values = rated(laid, learned, 0, [PASS, 1 + R, 1 + Y, 1 + B, 1 + P], "share")
    assert values == [-3 + 3 - 10, -1 + 6 + 2 - 7, -1 + 6 - 7, -1 + 6 + 1 - 7, -1 + 6 - 7]


def test_a_share_of_another_seat_is_no_miss() -> None:
    """Seat 1 shares after seat 0: one cell or two, no miss; it has the next turn, seat 0 does not."""
    laid = records_of(TWO.replace("PHASE", "share"))
    learned = learned_with({pace(1, 3, True): 1.0, pace(2, 3, True): 5.0, pace(2, 2, False): 100.0})
    passed, yellow = rated(laid, learned, 1, [PASS, 1 + Y], "share")
    assert passed == 1 - (-1)
    assert yellow == 5 - (-1 + 100)


def test_a_share_that_ends_the_match_leaves_points_alone() -> None:
    """The other fills its last cell with yellow 8, so that nothing to come counts for this seat.

    The own sheet has −1; with one miss more −3. The other sees 3 own cells at most, so that the tables (1 a place, 9 or
    so) do count for it: they are the same for both moves.
    """
    laid = records_of(f"qwantum 60 share 0 {DICE} | classic -/5/4/- 1 | classic {OPEN} 0")
    passed, yellow = rated(laid, learned_with({pace(2, 24, False): 50.0}), 0, [PASS, 1 + Y], "share")
    assert yellow - passed == (-1) - (-3)


def test_others_share_what_a_pick_leaves_them() -> None:
    """Seat 1 has one number; with yellow, red, blue or purple it has two. Its pace with 3 own cells: 1 or 5."""
    laid = records_of(TWO.replace("PHASE", "pick"))
    learned = learned_with({pace(1, 4, True): 1.0, pace(2, 4, True): 5.0})
    assert points.others_share(learned, *laid, 0, 1 + Y, 3) == 5.0
    # A full own sheet ends the match at once, before the share; the only number of the other counts nothing.
    assert points.others_share(learned + 1, *laid, 0, 1 + Y, 24) == 0.0
    # With 23 own cells the other sees 23, not 24, which would be the end.
    learned = learned_with({pace(2, 23, True): 5.0})
    assert points.others_share(learned, *laid, 0, 1 + Y, 23) == 5.0


def test_others_share_in_the_mean() -> None:
    """Of two others one can write (0 → 1 cell: 6), the other has only the last cell of yellow left, which is picked."""
    laid = records_of(f"qwantum 60 pick 0 {DICE} | classic -/-/-/- 0 | classic -/-/-/- 0 | classic {OPEN} 1")
    learned = learned_with({pace(1, 23, True): 6.0, pace(23, 2, False): 4.0})
    # Seat 2: columns 5 5 5 5, 6 6 6 6, 7 7 7 7, 8 8 8 11 and 4 4 4 10 are full: 5 + 6 + 7 + 11 + 10 − 1.
    assert points.others_share(learned, *laid, 0, 1 + Y, 1) == (6 + (5 + 6 + 7 + 11 + 10 - 1) + 4) / 2


def test_a_pick_is_rated_by_the_best_share_and_what_others_can_share() -> None:
    """Picking yellow makes 3 own cells, the share of purple 4: 8 by the pace, and 8 5 4 8 makes 5 points.

    A cell more of the own sheet costs the other 2 − 1. It shares, too: 2 cells against 4 count 3 for it. Without a pick
    there are 3 own cells (5), no miss, since the share takes its place; that cell gives the other 2, and it has 2 cells
    against 3: 4.
    """
    laid = records_of(TWO.replace("PHASE", "pick"))
    learned = learned_with(
        {
            pace(4, 2, False): 8.0,
            pace(3, 2, False): 5.0,
            pace(1, 3, True): 2.0,
            pace(1, 4, True): 1.0,
            pace(2, 4, True): 3.0,
            pace(2, 3, True): 4.0,
        }
    )
    passed, yellow = rated(laid, learned, 0, [PASS, 1 + Y], "pick")
    assert yellow == (-1 + 5 + 8 + (2 - 1)) - 3
    assert passed == (-1 + 5 + (0 - 2)) - 4
    # What was tried is taken back: the order of the moves changes nothing.
    assert rated(laid, learned, 0, [1 + Y, PASS, 1 + Y], "pick") == [yellow, passed, yellow]


def test_a_pick_that_fills_the_sheet_ends_the_match() -> None:
    """Yellow 8 behind 10 is the last cell: 5 + 6 + 7 + 11 + 10 + 8 − 1 points (3 3 3 8), and the other has none."""
    laid = records_of(f"qwantum 60 pick 0 {DICE} | classic {OPEN} 1 | classic 5/-/-/- 0")
    (yellow,) = rated(laid, np.ones(tables.SIZE), 0, [1 + Y], "pick")
    assert yellow == 5 + 6 + 7 + 11 + 10 + 8 - 1


def test_a_miss_costs_one_point_more_than_the_last() -> None:
    """[Qwantum 7] The third miss costs 3; the tables say 5 with three misses and 1 with two."""
    assert points.miss_gain(learned_with({67_048 + 3: 5.0, 67_048 + 2: 1.0}), 2) == 5 - 1 - 2 - 1


def test_a_number_gains_by_its_row_and_by_the_pace_of_both() -> None:
    """Before the reroll the other will have 2 cells, the own sheet has 2 of them and gains 6 − 3 by a third.

    The other meets 3 cells in place of 2 and loses 10 − 7; purple gains 1 more if 9 is written on the empty row.
    """
    laid = records_of(TWO.replace("PHASE", "reroll"))
    learned = learned_with(
        {
            pace(3, 2, False): 6.0,
            pace(2, 2, False): 3.0,
            pace(1, 2, True): 10.0,
            pace(1, 3, True): 7.0,
            (3 * 7 + 1) * 34 + 9: 1.0,
        }
    )
    gains = np.zeros((4, 34))
    points.number_gains(learned, *laid, 0, gains)
    assert gains[P, 8:10].tolist() == [3 + 3, 3 + 3 + 1]
    assert gains[Y, 9] == 3 + 3 + 1
    # Blue stands at 5: 5 does not fit, 6 does; red stands at 4.
    assert gains[B, 5:7].tolist() == [NEVER, 6.0]
    assert gains[R, 4:6].tolist() == [NEVER, 6.0]


def test_alone_the_own_seat_has_the_next_turn() -> None:
    laid = records_of(f"qwantum 20 reroll 0 {DICE} | classic -/-/-/- 0")
    gains = np.zeros((4, 34))
    points.number_gains(learned_with({pace(1, 0, True): 6.0, pace(0, 0, True): 2.0}), *laid, 0, gains)
    assert gains[P, 8] == 4.0


def test_the_last_cell_of_another_counts_as_still_open_before_the_reroll() -> None:
    """At most 23 cells of another: the pace has no place for a match that is over."""
    laid = records_of(f"qwantum 60 reroll 0 {DICE} | classic -/-/-/- 0 | classic {OPEN} 0")
    gains = np.zeros((4, 34))
    points.number_gains(learned_with({pace(1, 23, False): 6.0}), *laid, 0, gains)
    assert gains[P, 8] == 6.0


def test_a_reroll_is_rated_by_the_own_gains() -> None:
    """An 8 on an empty row adds 7, nothing else adds anything; purple 8 and yellow 8 lie, and both are written.

    The white die alone shows 3, as before, then 1, which makes 8 of blue 10 alone, then 5, which makes no 8.
    """
    laid = records_of(f"qwantum 20 reroll 0 {DICE} | classic -/-/-/- 0")
    learned = learned_with({(3 * 7 + 1) * 34 + 8: 7.0})
    quick = tabulate_rolls(np.array([[3] * 7, [1] * 7, [5] * 7]))
    weights = make_point_weights(learned, quick, quick[..., :0])
    values, moves = np.zeros(128), np.arange(128)
    points.rate_by_points(weights, *laid, 0, moves, 128, values)
    assert values[0] == 7 + 7
    assert values[1] == (14 + 7 + 0) / 3


@pytest.mark.parametrize("phase", ["pick", "share"])
def test_each_phase_is_rated_in_its_own_way(phase: str) -> None:
    laid = records_of(TWO.replace("PHASE", phase))
    learned = np.random.default_rng(3).normal(size=tables.SIZE)
    values, moves = np.zeros(3), np.array([PASS, 1 + Y, 1 + P])
    nothing = tabulate_rolls(np.zeros((0, 7), np.int64))
    weights = make_point_weights(learned, nothing, nothing)
    points.rate_by_points(weights, *laid, 0, moves, 3, values)
    assert values.tolist() == rated(laid, learned, 0, [PASS, 1 + Y, 1 + P], phase)


def test_alone_rerolls_are_looked_at_more_closely_than_in_quick_play() -> None:
    """The same rolls for a first look; what is decided depends on their seeds, 1 and 2."""
    quick, alone = points.make_table_policy().weights, points.make_alone_policy().weights
    first = tabulate_rolls(np.array([[1, 1, 6, 4, 3, 2, 6]]))[..., 0].tolist()
    assert quick["quick"][..., 0].tolist() == alone["quick"][..., 0].tolist() == first
    assert (quick["quick"].shape, quick["looks_closer"]) == ((7, 4, 36), 0)
    assert (alone["quick"].shape, alone["samples"].shape, alone["looks_closer"]) == ((7, 4, 36), (7, 4, 240), 1)
    assert alone["samples"][..., 0].tolist() == tabulate_rolls(np.array([[6, 6, 4, 6, 2, 3, 3]]))[..., 0].tolist()
