"""The Qwantum test cases of the specification, on the oracle."""

import pytest

from .qwantum import DICE, Oracle, column_score

WHOLE_ROW = [1, 2, 3, 6, 5, 4]


def make(seats: int = 4) -> Oracle:
    return Oracle(seats, ["classic"] * seats)


def lay(oracle: Oracle, text: str) -> None:
    """Throw the dice and keep them."""
    oracle.throw(text)
    oracle.resolve({oracle.active: "keep"})


def fill(oracle: Oracle, seat: int, but: str) -> None:
    """Fill all rows except the last cell of one."""
    oracle.written[seat] = {color: list(WHOLE_ROW) for color in "pbry"}
    oracle.written[seat][but].pop()


def test_the_active_seat_picks_then_all_share_the_other_colors() -> None:
    """[QW-1, W-A3]"""
    oracle = make(4)
    lay(oracle, "w3 r1 r2 b4 p3 b6 y5")
    assert oracle.acting == (0,)
    assert oracle.choices(0) == {"r6", "y8", "p6", "b13", "-"}
    oracle.resolve({0: "p6"})
    assert all(oracle.choices(seat) == {"r6", "y8", "b13", "-"} for seat in range(4))
    with pytest.raises(ValueError, match="may not play"):
        oracle.resolve({0: "p6", 1: "-", 2: "-", 3: "-"})
    oracle.resolve({0: "y8", 1: "r6", 2: "r6", 3: "b13"})
    assert oracle.written[0] == {"p": [6], "b": [], "r": [], "y": [8]}
    assert (oracle.phase, oracle.active, oracle.misses) == ("roll", 1, [0, 0, 0, 0])


def test_a_color_that_does_not_show_counts_as_white_alone() -> None:
    """[QW-2]"""
    oracle = make(2)
    lay(oracle, "w3 y5 b5 b4 b2 b2 b3")
    assert oracle.choices(0) == {"r3", "y8", "p3", "b19", "-"}
    oracle.resolve({0: "p3"})
    assert oracle.choices(1) == {"r3", "y8", "b19", "-"}


def test_a_column_scores_its_second_lowest_value() -> None:
    """[QW-3, QW-4, W-A5]"""
    assert column_score([3, 4, 9, 7]) == 4
    assert column_score([10, 2, 2, 30]) == 10
    assert column_score([4, 4, 7, 9]) == 7
    assert column_score([5, 5, 5, 9]) == 9
    assert column_score([6, 6, 6, 6]) == 6


def test_the_total_is_columns_less_misses() -> None:
    """[QW-5]"""
    oracle = make(1)
    low, high = [5, 7, 11, 15, 10, 3], [6, 8, 12, 16, 11, 4]
    oracle.written[0] = {"p": low, "b": high, "r": high, "y": high}
    oracle.misses = [3]
    assert sorted(oracle.tally(0).values()) == sorted([6, 8, 12, 16, 11, 4, -6])
    assert oracle.scores == (51,)


def test_the_highest_sum_is_33_in_each_color() -> None:
    """[QW-6]"""
    for color in "rybp":
        oracle = make(1)
        best = [max(face for face in DICE[die].split() if face[0] == color) for die in "123456"]
        lay(oracle, " ".join(["w6", *best]))
        assert oracle.sums()[color] == 33


def test_cells_after_the_ridge_fall() -> None:
    """[QW-7, W-A1, W-A2]"""
    oracle = make(1)
    oracle.written[0]["r"] = [5, 8, 12, 16]
    assert not oracle.can_write(0, "r", 16)
    assert oracle.can_write(0, "r", 15)
    oracle.written[0]["r"].append(15)
    assert not oracle.can_write(0, "r", 15)
    assert oracle.can_write(0, "r", 14)


def test_cells_before_the_ridge_rise() -> None:
    """[QW-8, W-A1]"""
    oracle = make(1)
    oracle.written[0]["r"] = [5, 8]
    assert not oracle.can_write(0, "r", 8)
    assert oracle.can_write(0, "r", 9)


@pytest.mark.parametrize(("pick", "shared", "misses"), [("-", "-", 1), ("-", "r6", 0), ("r6", "-", 0)])
def test_a_miss_needs_two_passes_of_the_active_seat(pick: str, shared: str, misses: int) -> None:
    """[QW-9, W-A4]"""
    oracle = make(2)
    lay(oracle, "w3 r1 r2 b4 p3 b6 y5")
    oracle.resolve({0: pick})
    if pick == "-":
        assert oracle.choices(1) == {"r6", "y8", "p6", "b13", "-"}
    oracle.resolve({0: shared, 1: "-"})
    assert oracle.misses == [misses, 0]
    assert oracle.scores == (-misses, 0)


def test_a_sheet_filled_by_the_pick_ends_the_match_at_once() -> None:
    """[QW-10]"""
    oracle = make(2)
    fill(oracle, 0, "r")
    lay(oracle, "w1 r1 y1 b4 y6 y4 y1")
    oracle.resolve({0: "r2"})
    assert (oracle.phase, oracle.end_reason, oracle.acting) == ("over", "full", ())
    assert oracle.winners == (0,)


def test_full_goes_before_misses() -> None:
    """[QW-11, W-A6]"""
    oracle = make(2)
    fill(oracle, 1, "r")
    oracle.misses = [4, 0]
    lay(oracle, "w1 r1 y1 b4 y6 y4 y1")
    oracle.resolve({0: "-"})
    oracle.resolve({0: "-", 1: "r2"})
    assert (oracle.end_reason, oracle.misses) == ("full", [5, 0])
    assert oracle.scores == (-15, 1 + 2 + 3 + 6 + 5 + 4)


def test_five_misses_cost_15_and_end_the_match() -> None:
    """[QW-12, W-A8]"""
    oracle = make(1)
    for _ in range(5):
        assert not oracle.over
        lay(oracle, "w3 r1 r2 b4 p3 b6 y5")
        oracle.resolve({0: "-"})
        oracle.resolve({0: "-"})
    assert (oracle.end_reason, oracle.scores, oracle.winners) == ("misses", (-15,), (0,))


def test_any_dice_are_thrown_again_once() -> None:
    """[QW-13]"""
    oracle = make(1)
    oracle.throw("w3 r1 r2 b4 p3 b6 y5")
    assert len(oracle.choices(0)) == 128
    assert {"keep", "reroll w", "reroll 2", "reroll w25", "reroll w123456"} <= oracle.choices(0)
    assert "reroll " not in oracle.choices(0)
    oracle.resolve({0: "reroll w25"})
    assert oracle.dice_wanted == ("w", "2", "5")
    with pytest.raises(ValueError, match="has no face"):
        oracle.throw("w3 b6 b5")
    oracle.throw("w1 b5 y4")
    assert oracle.faces == {"w": "w1", "1": "r1", "2": "b5", "3": "b4", "4": "p3", "5": "y4", "6": "y5"}
    assert oracle.phase == "pick"
    with pytest.raises(ValueError, match="wanted"):
        oracle.throw("w1")


def test_a_stuck_row_is_legal() -> None:
    """[W-A9]"""
    oracle = make(1)
    oracle.written[0]["r"] = [5, 8, 33]
    assert not any(oracle.can_write(0, "r", number) for number in range(1, 34))


def test_equal_totals_share_the_win() -> None:
    """[W-A7]"""
    oracle = make(3)
    oracle.misses = [4, 0, 0]
    lay(oracle, "w3 r1 r2 b4 p3 b6 y5")
    oracle.resolve({0: "-"})
    oracle.resolve({0: "-", 1: "-", 2: "r6"})
    assert oracle.winners == (1, 2)


def test_the_dice_are_balanced() -> None:
    """[Qwantum 3.1]"""
    faces = [face for die in "123456" for face in DICE[die].split()]
    assert {color: sum(face[0] == color for face in faces) for color in "rybp"} == dict.fromkeys("rybp", 9)
    assert {pips: sum(face[1] == pips for face in faces) for pips in "123456"} == dict.fromkeys("123456", 6)
