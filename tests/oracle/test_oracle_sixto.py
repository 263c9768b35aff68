"""The Sixto test cases of the specification, on the oracle."""

import pytest

from .sixto import COLORS, SCORES, NumberRows, Oracle

ROW = (4, 1, 6, 3, 4, 5, 1, 3, 6, 2, 5, 2)
SHEET: NumberRows = (ROW,) * 6
EXAMPLE = (
    (1, 2, 3, 4, 6),
    (1, 2, 4),
    (1, 4, 7, 8, 9, 10, 11),
    (1, 4, 7, 8, 10),
    (1, 4, 8, 9, 10, 11),
    (4, 7, 8, 9, 10, 11),
)


def make(seats: int = 2) -> Oracle:
    """Return a new match in which every row of every sheet reads 4 1 6 3 4 5 1 3 6 2 5 2."""
    return Oracle(seats, [SHEET] * seats)


def hold(oracle: Oracle, seat: int, color: str, fields: tuple[int, ...]) -> None:
    """Mark fields, counted from 1, as if in earlier turns."""
    oracle.marked[seat][color] |= {field - 1 for field in fields}


def lay(oracle: Oracle, pips: int) -> None:
    """Throw the same pips with all dice and keep them."""
    oracle.throw(" ".join(f"{die}{pips}" for die in oracle.dice_wanted))
    oracle.resolve({oracle.active: "keep"})


def test_the_score_table() -> None:
    """[SX-1, S-A11]"""
    assert list(SCORES.values()) == [0, -5, 0, 5, 10, 15, 21, 28, 36, 45, 55, 66]


def test_the_rebuilt_example_scores_151() -> None:
    """[SX-2]"""
    oracle = make(1)
    for color, fields in zip(COLORS, EXAMPLE, strict=True):
        hold(oracle, 0, color, fields)
    tally = list(oracle.tally(0).values())
    assert tally[:6] == [15, 5, 28, 15, 21, 21]
    assert tally[6:] == [15, 0, -5, 21, 0, -5, 5, 10, 5]
    assert oracle.scores == (151,)


def test_goal_columns_never_score() -> None:
    """[SX-3]"""
    oracle = make(1)
    hold(oracle, 0, "r", (1, 2, 3, 4, 12))
    hold(oracle, 0, "o", (1, 2))
    columns = list(oracle.tally(0).values())[6:]
    assert columns == [0, 0, -5, -5, 0, 0, 0, 0, 0]


def test_a_die_marks_the_leftmost_match() -> None:
    """[SX-4, SX-5, S-A1]"""
    oracle = make(1)
    lay(oracle, 4)
    assert oracle.cell_for(0, "r") == 0
    oracle.resolve({0: "r4"})
    lay(oracle, 4)
    assert oracle.cell_for(0, "r") == 4
    oracle.resolve({0: "r4"})
    lay(oracle, 4)
    assert "r4" not in oracle.choices(0)


def test_a_goal_wants_four_marks() -> None:
    """[SX-6, S-A2, S-A4]"""
    oracle = make(2)
    hold(oracle, 0, "r", (1, 2, 3))
    hold(oracle, 1, "r", (1, 2, 3, 4))
    lay(oracle, 2)
    assert oracle.choices(0) == {"-"}
    assert oracle.choices(1) == {"-", "r2"}
    assert oracle.cell_for(1, "r") == 9


def test_a_match_before_the_goals_comes_first() -> None:
    """[S-A3]"""
    oracle = make(1)
    hold(oracle, 0, "r", (1, 2, 3, 4, 5))
    lay(oracle, 5)
    assert oracle.cell_for(0, "r") == 5


def test_the_second_goal_locks_the_row_after_the_turn() -> None:
    """[SX-7, S-A5, S-A6, S-A10]"""
    oracle = make(3)
    hold(oracle, 0, "r", (1, 2, 3, 6, 10))
    hold(oracle, 1, "r", (1, 2, 3, 6, 10))
    lay(oracle, 5)
    oracle.resolve({0: "r5", 1: "r5", 2: "r5"})
    assert oracle.locked == {"r"}
    assert [oracle.marks(seat)[0][10] for seat in range(3)] == [1, 1, 0]
    assert oracle.marks(2)[0][5] == 1
    assert oracle.dice_wanted == ("o", "y", "g", "b", "p")
    lay(oracle, 6)
    assert not any("r" in text for text in oracle.choices(2))


@pytest.mark.parametrize(("seats", "n_locks"), [(1, 2), (2, 3), (6, 3)])
def test_the_third_lock_ends_the_match_the_second_in_solo(seats: int, n_locks: int) -> None:
    """[SX-8, Sixto 12]"""
    oracle = make(seats)
    for color in COLORS[:n_locks]:
        hold(oracle, 0, color, (1, 2, 3, 4, 10))
    for color in COLORS[:n_locks]:
        assert not oracle.over
        lay(oracle, 2)
        oracle.resolve({seat: f"{color}2" if seat == 0 else "-" for seat in range(seats)})
    assert (oracle.phase, oracle.end_reason) == ("over", "dice")


def test_locks_may_pass_three_in_one_turn() -> None:
    """[S-A7]"""
    oracle = make(2)
    for color in COLORS[:4]:
        hold(oracle, 0, color, (1, 2, 3, 4, 10))
    lay(oracle, 2)
    oracle.resolve({0: "r2 o2 y2 g2", 1: "-"})
    assert (oracle.end_reason, len(oracle.locked)) == ("dice", 4)


def test_all_dice_are_thrown_again_or_none() -> None:
    """[SX-9]"""
    oracle = make(1)
    oracle.throw("r4 o1 y6 g2 b3 p5")
    assert oracle.choices(0) == {"keep", "reroll"}
    oracle.resolve({0: "reroll"})
    assert oracle.dice_wanted == tuple(COLORS)
    with pytest.raises(ValueError, match="wanted"):
        oracle.throw("r4 o1")
    oracle.throw("r1 o1 y1 g1 b1 p1")
    assert oracle.phase == "tick"


def test_more_marks_win_a_tie() -> None:
    """[SX-10]"""
    oracle = make(2)
    hold(oracle, 0, "r", (1, 2))
    hold(oracle, 0, "o", (1, 2))
    assert oracle.scores == (0, 0)
    oracle.end_reason = "stall"
    assert oracle.winners == (0,)


def test_a_pass_costs_nothing() -> None:
    """[SX-11]"""
    oracle = make(2)
    lay(oracle, 4)
    oracle.resolve({0: "-", 1: "-"})
    assert (oracle.scores, oracle.active, oracle.phase) == ((0, 0), 1, "roll")


def test_each_die_marks_at_most_once() -> None:
    """[Sixto 4, 6]"""
    oracle = make(1)
    lay(oracle, 4)
    choices = oracle.choices(0)
    assert len(choices) == 64
    assert {"-", "r4", "r4 y4", "r4 o4 y4 g4 b4 p4"} <= choices


def test_the_last_cell_of_each_open_row_ends_the_match() -> None:
    """[Sixto 9, S-A8]"""
    oracle = make(2)
    for color in "oygbp":
        hold(oracle, 1, color, (1, 2, 3, 4, 12))
    hold(oracle, 1, "r", (1, 2, 3, 4))
    hold(oracle, 0, "r", (1, 2, 3, 6, 10))
    lay(oracle, 5)
    oracle.resolve({0: "r5", 1: "-"})
    assert (oracle.locked, oracle.end_reason) == ({"r"}, "full")


def test_three_idle_rounds_stall_the_match() -> None:
    """[S-A9]"""
    oracle = make(2)
    lay(oracle, 4)
    oracle.resolve({0: "r4", 1: "-"})
    for _ in range(6):
        assert not oracle.over
        lay(oracle, 4)
        oracle.resolve({0: "-", 1: "-"})
    assert oracle.end_reason == "stall"


def test_the_match_stalls_when_nobody_can_ever_mark() -> None:
    """[S-A9]"""
    oracle = make(2)
    for color in COLORS:
        hold(oracle, 0, color, (1, 2, 9))
        hold(oracle, 1, color, (1, 2, 9) if color != "p" else (1, 2, 3))
    lay(oracle, 3)
    oracle.resolve({0: "-", 1: "p3"})
    assert not oracle.over
    lay(oracle, 6)
    oracle.marked[1]["p"] = {0, 2}
    oracle.resolve({0: "-", 1: "p6"})
    assert (oracle.end_reason, oracle.idle_turns) == ("stall", 0)
