"""The Qwixx test cases of the specification, on the oracle."""

from itertools import permutations

import pytest

from .qwixx import Oracle


def make(seats: int = 4, sheet: str = "classic", active: int = 0) -> Oracle:
    """Return a new match in which all seats have the same sheet."""
    return Oracle(seats, [sheet] * seats, active)


def hold(oracle: Oracle, seat: int, text: str) -> None:
    """Mark the named cells directly, as if in earlier turns."""
    for word in text.split():
        oracle.mark(seat, word)
    oracle.lock_rows()


def only(seat: int, text: str, seats: int) -> dict[int, str]:
    """Play this move for one seat and a pass for the others."""
    return {other: text if other == seat else "-" for other in range(seats)}


def test_marks_go_from_left_to_right() -> None:
    """[QX-1]"""
    oracle = make(1)
    hold(oracle, 0, "r5 r7 y10 g6 b10")
    legal = {
        cells[position]
        for row, cells in enumerate(oracle.sheets[0])
        for position in range(len(cells))
        if oracle.can_mark(0, row, position)
    }
    assert {number for color, number in legal if color == "r"} == {8, 9, 10, 11}
    assert {number for color, number in legal if color == "y"} == {11}
    assert {number for color, number in legal if color == "g"} == {5, 4, 3}
    assert {number for color, number in legal if color == "b"} == {9, 8, 7, 6, 5, 4, 3}


def test_every_seat_may_mark_the_white_sum_then_the_active_one_a_color_sum() -> None:
    """[QX-2, QX-3]"""
    oracle = make(4)
    oracle.throw("w4 w1 r2 y6 g3 b6")
    assert oracle.acting == (0, 1, 2, 3)
    assert oracle.choices(2) == {"-", "r5", "y5", "g5", "b5"}
    oracle.resolve({0: "r5", 1: "y5", 2: "-", 3: "-"})
    assert oracle.phase == "color"
    assert [seat for seat in range(4) if oracle.choices(seat)] == [0]
    assert oracle.choices(0) == {"-", "r6", "y10", "y7", "g7", "g4", "b10", "b7"}
    oracle.resolve({0: "b10"})
    assert oracle.misses == [0, 0, 0, 0]
    assert oracle.scores == (2, 1, 0, 0)
    assert (oracle.phase, oracle.active) == ("roll", 1)


def test_only_the_active_seat_takes_a_miss() -> None:
    """[QX-4, Q-A10]"""
    oracle = make(2)
    oracle.throw("w4 w1 r2 y6 g3 b6")
    oracle.resolve({0: "-", 1: "-"})
    oracle.resolve({0: "-"})
    assert oracle.misses == [1, 0]
    assert oracle.scores == (-5, 0)


def test_a_mark_in_either_phase_saves_from_a_miss() -> None:
    """[Qwixx 7, Q-A11]"""
    for white, color in (("r5", "-"), ("-", "b10")):
        oracle = make(2)
        oracle.throw("w4 w1 r2 y6 g3 b6")
        oracle.resolve({0: white, 1: "-"})
        oracle.resolve({0: color})
        assert oracle.misses == [0, 0]


def test_the_last_cell_locks_the_row_for_all() -> None:
    """[QX-5]"""
    oracle = make(3)
    hold(oracle, 2, "g12 g11 g10 g9 g8")
    oracle.throw("w1 w1 r2 y6 g3 b6")
    oracle.resolve(only(2, "g2", 3))
    assert oracle.tally(2)["g"] == 28
    assert not any(text.startswith("g") for text in oracle.choices(0))
    oracle.resolve({0: "-"})
    assert oracle.dice_wanted == ("w", "w", "r", "y", "b")


def test_four_marks_do_not_allow_the_last_cell() -> None:
    """[QX-6, Q-A6, Q-A7]"""
    oracle = make(2)
    hold(oracle, 0, "g12 g11 g10 g9 g8")
    hold(oracle, 1, "g12 g11 g10 g9")
    oracle.throw("w1 w1 r2 y6 g3 b6")
    assert "g2" in oracle.choices(0)
    assert "g2" not in oracle.choices(1)
    with pytest.raises(ValueError, match="may not play"):
        oracle.resolve({0: "g2", 1: "g2"})


def test_a_third_row_can_lock_together_with_the_second() -> None:
    """[QX-7]"""
    oracle = make(4, active=1)
    hold(oracle, 3, "g12 g11 g10 g9 g8 g2")
    hold(oracle, 0, "r2 r3 r4 r5 r6")
    hold(oracle, 2, "y2 y3 y4 y5 y6")
    oracle.throw("w6 w6 r1 y1 b1")
    oracle.resolve({0: "r12", 1: "-", 2: "y12", 3: "-"})
    assert oracle.locked == {"r", "y", "g"}
    assert (oracle.phase, oracle.end_reason, oracle.active) == ("over", "locks", 1)
    assert oracle.misses == [0, 0, 0, 0]
    assert oracle.scores == (28, 0, 28, 28)
    assert oracle.winners == (0, 2, 3)


def test_the_score_adds_rows_and_misses() -> None:
    """[QX-8]"""
    oracle = make(1)
    hold(oracle, 0, "r2 r3 r4 r5 y2 y3 y4 g12 g11 g10 g9 g8 g7 g6 b12 b11 b10 b9 b8 b7 b6 b5")
    oracle.misses = [2]
    assert oracle.tally(0) == {"r": 10, "y": 6, "g": 28, "b": 36, "misses": -10}
    assert oracle.scores == (70,)


def test_a_row_locked_in_the_white_phase_is_shut_in_the_color_phase() -> None:
    """[QX-9, Q-A1, Q-A2]"""
    oracle = make(2)
    hold(oracle, 1, "r2 r3 r4 r5 r6")
    oracle.throw("w6 w6 r2 y6 g3 b6")
    oracle.resolve({0: "-", 1: "r12"})
    assert oracle.choices(0) == {"-", "g9", "b12"}


def test_no_miss_when_the_match_ends_in_the_white_phase() -> None:
    """[QX-10, Q-A5, Q-A14]"""
    oracle = make(2)
    hold(oracle, 1, "r2 r3 r4 r5 r6 y2 y3 y4 y5 y6 y12")
    oracle.throw("w6 w6 r2 g3 b6")
    oracle.resolve({0: "-", 1: "r12"})
    assert (oracle.over, oracle.end_reason, oracle.misses) == (True, "locks", [0, 0])
    assert (oracle.acting, oracle.dice_wanted, oracle.choices(0)) == ((), (), set())


def test_both_marks_of_a_turn_may_stand_in_one_row() -> None:
    """[QX-11, Q-A9]"""
    oracle = make(1)
    hold(oracle, 0, "r7")
    oracle.throw("w4 w4 r5 y1 g1 b1")
    oracle.resolve({0: "r8"})
    assert "r9" in oracle.choices(0)
    oracle = make(1)
    hold(oracle, 0, "r7")
    oracle.throw("w4 w5 r4 y1 g1 b1")
    oracle.resolve({0: "r9"})
    assert "r8" not in oracle.choices(0)


def test_the_lock_counts_as_a_mark() -> None:
    """[QX-12]"""
    oracle = make(2)
    hold(oracle, 0, "r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12")
    hold(oracle, 1, "r2 r3 r4 r5 r6 r12")
    assert oracle.scores == (78, 28)


def test_seat_order_changes_nothing() -> None:
    """[QX-13, C1, Q-A3]"""
    for order in permutations(range(3)):
        oracle = make(3)
        hold(oracle, 0, "r2 r3 r4 r5 r6")
        hold(oracle, 1, "r2 r3 r4 r5 r6")
        oracle.throw("w6 w6 r2 y6 g3 b6")
        moves = {0: "r12", 1: "r12", 2: "b12"}
        oracle.resolve({seat: moves[seat] for seat in order})
        assert oracle.scores == (28, 28, 1)
        assert oracle.locked == {"r"}


def test_one_seat_can_lock_two_rows_in_a_turn() -> None:
    """[Q-A8]"""
    oracle = make(2)
    hold(oracle, 0, "y2 y3 y4 y5 y6 r2 r3 r4 r5 r6")
    oracle.throw("w6 w6 r6 y6 g3 b6")
    oracle.resolve({0: "r12", 1: "-"})
    oracle.resolve({0: "y12"})
    assert oracle.end_reason == "locks"


def test_marks_of_others_stand_before_the_fourth_miss() -> None:
    """[Q-A12]"""
    oracle = make(2)
    oracle.misses = [3, 0]
    oracle.throw("w4 w1 r2 y6 g3 b6")
    oracle.resolve({0: "-", 1: "r5"})
    oracle.resolve({0: "-"})
    assert (oracle.end_reason, oracle.scores, oracle.winners) == ("misses", (-20, 1), (1,))


def test_a_lock_on_mixx_a_retires_the_die_of_the_last_cell_only() -> None:
    """[Qwixx 1.5, Mixx A]"""
    oracle = Oracle(2, ["mixx-a", "mixx-a"])
    hold(oracle, 0, "y2 y3 y4 b5 b6 r12")
    assert oracle.locked == {"r"}
    assert oracle.dice_wanted == ("w", "w", "y", "g", "b")
    oracle.throw("w4 w5 y1 g1 b1")
    assert oracle.choices(1) == {"-", "b9", "y9", "r9"}
    oracle.resolve({0: "-", 1: "-"})
    assert oracle.choices(0) == {"-", "y5", "y6", "g5", "g6"}


def test_rows_of_different_sheets_correspond_by_their_lock() -> None:
    """[Qwixx 1.5, mixed deals]"""
    oracle = Oracle(3, ["classic", "mixx-a", "mixx-b"])
    hold(oracle, 0, "r2 r3 r4 r5 r6 r12")
    oracle.throw("w3 w5 y1 g1 b1")
    assert oracle.choices(0) == {"-", "y8", "g8", "b8"}
    assert oracle.choices(1) == {"-", "b8", "y8", "r8"}
    assert oracle.choices(2) == {"-", "y8", "g8", "b8"}


def test_mixx_b_goes_by_position() -> None:
    """[Qwixx 1.5, Mixx B]"""
    oracle = make(1, "mixx-b")
    hold(oracle, 0, "r10 r6 r2 r8 r3")
    oracle.throw("w5 w6 r1 y1 g1 b1")
    assert oracle.choices(0) == {"-", "r11", "y11", "g11", "b11"}


def test_a_throw_of_other_dice_is_refused() -> None:
    """[Qwixx 3]"""
    for text in ("w4 w1 r2 y6 g3", "w4 r1 r2 y6 g3 b6", "w7 w1 r2 y6 g3 b6"):
        with pytest.raises(ValueError, match=r"wanted|no such face"):
            make(2).throw(text)


def test_solo_goes_on_to_the_fourth_miss() -> None:
    """[Qwixx 1.4]"""
    oracle = make(1)
    for _ in range(4):
        oracle.throw("w4 w1 r2 y6 g3 b6")
        oracle.resolve({0: "-"})
        oracle.resolve({0: "-"})
    assert (oracle.end_reason, oracle.scores, oracle.winners) == ("misses", (-20,), (0,))
