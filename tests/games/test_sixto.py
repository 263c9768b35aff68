"""Sixto: the examples of the rulebook, our rulings, and the sheets that a program makes."""

import numpy as np
import pytest

import paperdice
from paperdice import IllegalMoveError, Match, NotationError, Reason, WrongSeatError, read_position
from paperdice.games.sixto import display, notation, rules
from paperdice.sheet import Row, Sheet, format_rows
from paperdice.texts import say
from tests.games.deeds import answer, refuse

SIXTO = paperdice.find_game("sixto")


def print_rows(name: str, *rows: str) -> Sheet:
    """Return a custom sheet with these numbers."""
    colored = zip(notation.COLORS, rows, strict=False)
    return Sheet("sixto", name, tuple(Row((color,) * len(row), tuple(map(int, row))) for color, row in colored))


# Each row runs twice from 1 to 6, so that its goals are 4, 5 and 6.
COUNTING = print_rows("counting", *["123456123456"] * 6)
# Each row begins as in SX-4.
MIXED = print_rows("mixed", *["416345136251"] * 6)

FOUR = "1111"
LOCKED = "1111.....11"
ONE_GOAL = "1111.....1"
AT_END = "111111.....1"
SHUT = "..1.....1"


def seat(sheet: Sheet = COUNTING, /, **rows: str) -> str:
    """Return the part of a position for a seat with these rows."""
    written = "/".join(rows.get(color, "-") for color in notation.COLORS[: len(sheet.rows)])
    return f"{sheet.name}={format_rows(sheet)} {written}"


def start(*seats: str, head: str = "30 roll 0") -> Match:
    """Return a match in which each seat has such a sheet; by default, dice are wanted."""
    return read_position(" | ".join([f"sixto {head}", *seats]))


def throw(match: Match, dice: str) -> None:
    """Throw and keep."""
    match.throw(dice)
    match.play(match.active, "keep")


def play_turn(match: Match, dice: str, *moves: str) -> None:
    """Play a whole turn without a reroll."""
    throw(match, dice)
    answer(match, *moves)


def written(match: Match, place: int, row: int) -> list[int]:
    """Return the cells that a seat has marked in a row, counted from 1."""
    return (np.flatnonzero(match.raw.state.written[place, row]) + 1).tolist()


# Marking


def test_skipped_cells_are_lost() -> None:
    """A row is marked from left to right. [Sixto 1]"""
    match = start(seat(r="..1"))
    throw(match, "r2 o1 y1 g1 b1 p1")
    match.play(0, "r2")
    assert written(match, 0, 0) == [3, 8]


def test_a_die_marks_the_leftmost_cell_with_its_number() -> None:
    """In 4 1 6 3 4 5 … with nothing marked a 4 goes to cell 1. [Sixto 2, S-A1, SX-4]"""
    match = start(seat(MIXED), head="1 roll 0")
    throw(match, "r4 o1 y1 g1 b1 p1")
    assert match.why_not(0, 0, 0) is None
    assert match.why_not(0, 0, 4) == ("not_leftmost", {"color": "r", "number": 4}, "Sixto 2")
    match.play(0, "r4")
    assert written(match, 0, 0) == [1]


def test_the_next_cell_with_the_number_follows() -> None:
    """In the same row with cell 1 marked, a 4 goes to cell 5. [Sixto 2, SX-5]"""
    match = start(seat(MIXED, r="1"))
    play_turn(match, "r4 o1 y1 g1 b1 p1", "r4")
    assert written(match, 0, 0) == [1, 5]


def test_goals_want_four_marks() -> None:
    """Three marks and the leftmost match in cell 10: refused; four marks: accepted. [Sixto 3, S-A2, SX-6]"""
    match = start(seat(), seat(r="11...1", o="11..11"))
    throw(match, "r4 o4 y1 g1 b1 p1")
    expected = Reason("needs_marks", {"color": "r", "number": 4, "needs": 4, "has": 3}, "Sixto 3")
    assert match.why_not(1, 0, 9) == expected
    with pytest.raises(IllegalMoveError, match="needs marks") as caught:
        match.play(1, "r4 o4")
    assert caught.value.reason == expected
    assert "r4" not in match.choices(1) and "o4" in match.choices(1)
    answer(match, "-", "o4")
    assert written(match, 1, 1) == [1, 2, 5, 6, 10]


def test_a_goal_cannot_be_chosen_before_an_earlier_cell() -> None:
    """With four marks a 5 still goes to cell 5, not to the goal in cell 11. [S-A3]"""
    match = start(seat(r=FOUR))
    throw(match, "r5 o1 y1 g1 b1 p1")
    assert match.why_not(0, 0, 10) == ("not_leftmost", {"color": "r", "number": 5}, "Sixto 2")
    match.play(0, "r5")
    assert written(match, 0, 0) == [1, 2, 3, 4, 5]


def test_the_first_four_marks_never_are_goals() -> None:
    """A position with a goal among the first four marks cannot arise. [S-A4]"""
    assert start(seat(r=ONE_GOAL)).tally(0)["r"] == 15
    with pytest.raises(paperdice.RecordError, match="goal without marks"):
        start(seat(r="1.11.....1"))


def test_each_die_is_used_once() -> None:
    """One mark per row and turn: a die is named once, and the number is used up. [Sixto 4]"""
    match = start(seat(), head="1 roll 0")
    throw(match, "r1 o1 y1 g1 b1 p1")
    assert len(match.choices(0)) == rules.MAX_MOVES == 64
    with pytest.raises(NotationError):
        match.play(0, "r1 r1")
    match.play(0, "r1 o1 y1 g1 b1 p1")
    assert all(written(match, 0, row) == [1] for row in range(6))


def test_marking_is_never_compulsory() -> None:
    """A seat that marks nothing pays nothing, and nothing changes. [Sixto 6, SX-11]"""
    match = start(seat(r="11"), seat())
    throw(match, "r3 o1 y1 g1 b1 p1")
    assert paperdice.view_of(match, 1)["pass"] is None
    answer(match, "r3 p1", "-")
    assert match.scores[1] == 0 and not match.raw.state.written[1].any()
    assert match.scores[0] == 5 - 5 + 0 - 5 - 5


# The reroll


def test_the_active_seat_may_throw_all_dice_again_once() -> None:
    """A reroll takes all dice; a subset or a second reroll is refused. [Sixto 5, SX-9]"""
    match = Match(SIXTO, seats=2, first=1)
    match.throw("r1 o1 y1 g1 b1 p1")
    assert match.phase == "reroll" and match.acting == (1,) and match.choices(1) == ("keep", "reroll")
    with pytest.raises(NotationError):
        match.play(1, "reroll ro")
    with pytest.raises(WrongSeatError):
        match.play(0, "reroll")
    match.play(1, "reroll")
    assert match.roll == "" and match.dice_wanted == tuple("roygbp")
    match.throw("r2 o2 y2 g2 b2 p2")
    assert match.phase == "tick" and match.acting == (0, 1)
    with pytest.raises(IllegalMoveError, match="other phase") as caught:
        match.play(1, "reroll")
    assert caught.value.reason == Reason("other_phase", {"phase": "tick"}, "Sixto 5")


def test_a_reroll_is_the_second_throw_of_the_turn() -> None:
    """A dice source is called for throw 2, and for throw 1 again in the next turn. [Sixto 5]"""
    asked = []

    class Asked:
        def throw(self, turn: int, throw: int, dice: object) -> str:
            asked.append((turn, throw))
            return "r1 o1 y1 g1 b1 p1"

    match = Match(SIXTO, seats=1)
    match.throw(Asked())
    match.play(0, "reroll")
    assert match.position().startswith("sixto 1 roll 0 reroll=1 |")
    assert read_position(match.position()).position() == match.position()
    match.throw(Asked())
    match.play(0, "-")
    match.throw(Asked())
    match.play(0, "keep")
    assert asked == [(1, 1), (1, 2), (2, 1)] and match.phase == "tick"


def test_a_reroll_leaves_retired_dice_out() -> None:
    """All dice that are still in are thrown again. [Sixto 5, 7]"""
    match = start(seat(o=LOCKED), seat())
    match.throw("r1 y1 g1 b1 p1")
    match.play(0, "reroll")
    assert match.dice_wanted == ("r", "y", "g", "b", "p")
    match.throw("r2 y1 g1 b1 p1")
    assert match.roll == "r2 y1 g1 b1 p1"


def test_the_dice_go_round_clockwise() -> None:
    """After each turn the dice are picked up and the next seat is active. [C3]"""
    match = Match(SIXTO, seats=3, first=1)
    for active in (1, 2, 0, 1):
        assert match.active == active and match.roll == "" and match.phase == "roll"
        assert rules.faults(match.raw.laid, match.raw.state) == 0
        play_turn(match, "r1 o1 y1 g1 b1 p1", "-", "-", "-")


# Locks


def test_two_goals_lock_the_row_for_all_after_the_turn() -> None:
    """Other seats' marks of that turn count; then the row is refused and its die is gone. [Sixto 7, 8, SX-7]"""
    match = start(seat(r=ONE_GOAL), seat(r=FOUR), seat())
    play_turn(match, "r5 o1 y1 g1 b1 p1", "r5", "r5", "r5")
    assert [written(match, place, 0)[-1] for place in range(3)] == [11, 5, 5]
    assert match.dice_wanted == ("o", "y", "g", "b", "p")
    assert match.why_not(1, 0, 6) == ("locked", {"color": "r", "number": 1}, "Sixto 7")
    throw(match, "o1 y1 g1 b1 p1")
    assert match.choices(1)[:3] == ("-", "o1", "y1")
    with pytest.raises(IllegalMoveError, match="not rolled"):
        match.play(1, "r5")


def test_one_goal_does_not_lock() -> None:
    """The row stays open after its first goal. [Sixto 7]"""
    match = start(seat(r=FOUR), seat())
    play_turn(match, "r4 o1 y1 g1 b1 p1", "r4", "-")
    assert len(match.dice_wanted) == 6


def test_goals_of_different_rows_or_seats_do_not_add_up() -> None:
    """Two goals count in one row of one seat. [Sixto 7]"""
    match = start(seat(r=FOUR, o=FOUR), seat(r=FOUR))
    play_turn(match, "r4 o4 y1 g1 b1 p1", "r4 o4", "r4")
    assert len(match.dice_wanted) == 6


def test_no_row_has_three_goals() -> None:
    """A row is locked at two, and a turn brings it one mark. [S-A5]"""
    with pytest.raises(paperdice.RecordError, match="too many goals"):
        start(seat(r="1111.....111"))


def test_several_seats_lock_one_row_together() -> None:
    """All marks count, and one die leaves. [S-A6]"""
    match = start(seat(r=ONE_GOAL), seat(r=ONE_GOAL), seat())
    play_turn(match, "r5 o1 y1 g1 b1 p1", "r5", "r5", "-")
    assert match.tally(0)["r"] == match.tally(1)["r"] == 21
    assert match.dice_wanted == ("o", "y", "g", "b", "p")
    row = paperdice.view_of(match, 2)["sheets"][2]["rows"][0]
    assert row["locked"] and row["locked_by"] == [0, 1]


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_the_order_of_answers_does_not_matter(order: tuple[int, ...]) -> None:
    """Moves are checked against the start of the phase and applied together. [C1, Sixto 8]"""
    match = start(seat(r=ONE_GOAL), seat(r=FOUR), seat())
    throw(match, "r5 o1 y1 g1 b1 p1")
    for place in order:
        match.play(place, "r5")
    assert match.tally(0)["r"] == 21 and match.tally(1)["r"] == 15 and match.tally(2)["r"] == -5


def test_a_lock_is_not_announced() -> None:
    """While a move that locks is sealed, the other seats do not see it. [S-A10]"""
    match = start(seat(r=ONE_GOAL), seat())
    throw(match, "r5 o1 y1 g1 b1 p1")
    other = match.copy()
    match.play(0, "r5")
    other.play(0, "-")
    assert paperdice.view_of(match, 1) == paperdice.view_of(other, 1)


# The end


def test_the_third_die_ends_the_match() -> None:
    """After the turn in which the third die leaves the match is over; two are not enough. [Sixto 9, SX-8]"""
    match = start(seat(r=ONE_GOAL), seat(o=LOCKED))
    play_turn(match, "r5 y1 g1 b1 p1", "r5", "-")
    assert not match.over and match.dice_wanted == ("y", "g", "b", "p")
    match = start(seat(r=LOCKED, y=ONE_GOAL), seat(o=LOCKED))
    play_turn(match, "y5 g1 b1 p1", "y5", "-")
    assert match.over and match.end_reason == "dice" and match.turn == 30 and match.active == 0
    assert match.acting == () and match.dice_wanted == () and match.choices(0) == ()
    assert match.roll == "y5 g1 b1 p1"
    assert match.why_not(0, 3, 0) == ("over", {"color": "g", "number": 1}, "Sixto 9")
    assert read_position(match.position()).end_reason == "dice"


def test_alone_the_second_die_ends_the_match() -> None:
    """Solo: two dice, not one. [Sixto 12, SX-8]"""
    match = start(seat(r=ONE_GOAL, o=ONE_GOAL))
    play_turn(match, "r5 o1 y1 g1 b1 p1", "r5")
    assert not match.over
    play_turn(match, "o5 y1 g1 b1 p1", "o5")
    assert match.over and match.end_reason == "dice" and match.winners == (0,)


def test_more_dice_than_three_may_leave_at_once() -> None:
    """Four rows locked in one turn end the match once. [S-A7]"""
    match = start(seat(r=ONE_GOAL, o=ONE_GOAL, y=ONE_GOAL), seat(g=ONE_GOAL))
    play_turn(match, "r5 o5 y5 g5 b1 p1", "r5 o5 y5", "g5")
    assert match.over and match.end_reason == "dice" and match.scores[0] > match.scores[1]


def test_a_full_sheet_ends_the_match() -> None:
    """A seat that has marked the last cell of every row ends the match after the turn. [Sixto 9]"""
    rows = dict.fromkeys("oygbp", AT_END)
    match = start(seat(), seat(r="111111", **rows))
    play_turn(match, "r6 o1 y1 g1 b1 p1", "o1", "r6")
    assert match.over and match.end_reason == "full"


def test_locked_rows_do_not_matter_for_a_full_sheet() -> None:
    """Only open rows need a mark in their last cell. [S-A8]"""
    rows = dict.fromkeys("ygbp", AT_END)
    match = start(seat(o=LOCKED), seat(r="111111", **rows))
    play_turn(match, "r6 y1 g1 b1 p1", "-", "r6")
    assert match.over and match.end_reason == "full"
    match = start(seat(), seat(r="111111", **rows))
    play_turn(match, "r6 o1 y1 g1 b1 p1", "-", "r6")
    assert not match.over


def test_a_match_ends_when_no_seat_can_mark_again() -> None:
    """Each row is at its end, or before goals that it cannot reach: over although dice are left. [S-A9]"""
    shut = dict.fromkeys("oygbp", SHUT)
    match = start(seat(r="..1", **shut), seat(r=SHUT, **shut))
    play_turn(match, "r3 o1 y1 g1 b1 p1", "r3", "-")
    assert match.over and match.end_reason == "stall"


def test_rows_at_their_end_and_shut_rows_stall_together() -> None:
    """A sheet may hold both kinds of rows, and locked ones. [S-A9]"""
    rows = {"o": AT_END, "y": LOCKED} | dict.fromkeys("gbp", SHUT)
    match = start(seat(r="..1", **rows))
    play_turn(match, "r3 o1 g1 b1 p1", "r3")
    assert match.over and match.end_reason == "stall"


def test_one_shut_sheet_does_not_end_the_match() -> None:
    """Another seat can still mark. [S-A9]"""
    shut = dict.fromkeys("oygbp", SHUT)
    match = start(seat(r="..1", **shut), seat(r="1"))
    play_turn(match, "r3 o1 y1 g1 b1 p1", "r3", "-")
    assert not match.over


def test_a_row_with_four_marks_before_its_goals_is_open() -> None:
    """Its goals can still be marked. [S-A9]"""
    shut = dict.fromkeys("oygbp", SHUT)
    match = start(seat(r="..1..1.1", **shut))
    play_turn(match, "r3 o1 y1 g1 b1 p1", "r3")
    assert written(match, 0, 0) == [3, 6, 8, 9] and not match.over


def test_three_idle_rounds_end_the_match() -> None:
    """Three times as many turns as seats without any mark, not one fewer; a mark restarts the count. [S-A9]"""
    match = Match(SIXTO, seats=2)
    for turn in range(1, 7):
        assert not match.over and match.raw.state.idle == turn - 1
        play_turn(match, "r1 o1 y1 g1 b1 p1", "-", "-")
    assert match.over and match.end_reason == "stall" and match.turn == 6 and match.winners == (0, 1)
    match = start(seat(r="1"), seat(), head="7 roll 0 idle=5")
    play_turn(match, "r2 o1 y1 g1 b1 p1", "-", "r2")
    assert not match.over and match.raw.state.idle == 0


def test_dice_go_before_full_before_stall() -> None:
    """Of two reasons, the first in this order is reported."""
    rows = {"r": LOCKED, "o": LOCKED} | dict.fromkeys("gbp", AT_END)
    match = start(seat(y=ONE_GOAL, **rows), seat())
    play_turn(match, "y5 g1 b1 p1", "y5", "-")
    assert match.end_reason == "dice"
    match = start(seat(r="111111", **dict.fromkeys("oygbp", AT_END)))
    play_turn(match, "r6 o1 y1 g1 b1 p1", "r6")
    assert match.end_reason == "full"


def test_the_longest_match_has_a_bound() -> None:
    """Ten marks in each row of each seat and three that lock, each after 17 idle turns. [Sixto 4, S-A5, S-A9]"""
    assert rules.MAX_TURNS == (6 * 6 * 10 + 3) * 18


# The score


@pytest.mark.parametrize(
    ("n_marks", "points"),
    [(0, 0), (1, -5), (2, 0), (3, 5), (4, 10), (5, 15), (6, 21), (7, 28), (8, 36), (9, 45), (10, 55), (11, 66)],
)
def test_the_score_table(n_marks: int, points: int) -> None:
    """One table for rows and columns; a row with one mark costs five. [Sixto 10, S-A11, SX-1]"""
    match = start(seat(r="1" * n_marks or "-"), seat(p="1"))
    assert match.tally(0)["r"] == points
    if n_marks <= 6:
        match = start(seat(**dict.fromkeys(notation.COLORS[:n_marks], "1")), seat(p="1"))
        assert match.tally(0)["1"] == points


def test_rulebook_score() -> None:
    """The rebuilt example: rows 105, columns 46, together 151. [Sixto 10, 11, SX-2]"""
    marks = [
        [1, 2, 3, 4, 6],
        [1, 2, 4],
        [1, 4, 7, 8, 9, 10, 11],
        [1, 4, 7, 8, 10],
        [1, 4, 8, 9, 10, 11],
        [4, 7, 8, 9, 10, 11],
    ]
    match = Match(SIXTO, seats=1)
    for row, cells in enumerate(marks):
        match.raw.state.written[0, row, np.array(cells) - 1] = 1
    rules.recount(match.raw.laid, match.raw.state)
    points = list(match.tally(0).values())
    assert points[:6] == [15, 5, 28, 15, 21, 21] and points[6:] == [15, 0, -5, 21, 0, -5, 5, 10, 5]
    assert match.scores == (151,)
    assert rules.tie_break(match.raw.laid, match.raw.state, 0) == 32


def test_goals_count_in_rows_only() -> None:
    """There are nine columns; one mark in a column is -5, none or two are 0. [Sixto 10, SX-3]"""
    match = start(seat(r=ONE_GOAL, o="11"), seat())
    assert list(match.tally(0)) == [*"roygbp", *"123456789"]
    assert [match.tally(0)[str(column)] for column in range(1, 10)] == [0, 0, -5, -5, 0, 0, 0, 0, 0]
    columns = paperdice.view_of(match, 0)["sheets"][0]["columns"]
    assert [column["score"] for column in columns] == [0, 0, -5, -5, 0, 0, 0, 0, 0]


def test_more_marks_decide_between_equal_scores() -> None:
    """Of tied seats the one with more marks wins. [Sixto 11, SX-10]"""
    first, second = seat(r="11", o="11"), seat()
    match = start(first, second, head="9 over 0 r1 o1 y1 g1 b1 p1 idle=6")
    assert match.scores == (0, 0) and match.winners == (0,)


def test_equal_scores_and_marks_share_the_win() -> None:
    """Nothing else decides. [Sixto 11, C2]"""
    match = start(seat(r="11"), seat(o="11"), seat(r="1"), head="20 over 0 r1 o1 y1 g1 b1 p1 idle=9")
    assert match.scores == (-10, -10, -10) and match.winners == (0, 1)


# Texts


def test_reasons_name_the_rule() -> None:
    """Each forbidden cell has a reason with a sentence. [Sixto 1, 2, 5, 7]"""
    match = start(seat(r=".1", o=LOCKED), seat())
    cells = {"no_roll": (0, 2), "marked": (0, 1), "skipped": (0, 0), "locked": (1, 11)}
    found = {}
    for name, (row, cell) in cells.items():
        found[name] = match.why_not(0, row, cell)
    assert found["no_roll"] == ("no_roll", {"color": "r", "number": 3}, "Sixto 5")
    assert found["marked"] == ("marked", {"color": "r", "number": 2}, "Sixto 1")
    assert found["skipped"] == ("skipped", {"color": "r", "number": 1}, "Sixto 1")
    assert found["locked"] == ("locked", {"color": "o", "number": 6}, "Sixto 7")
    match.throw("r3 y1 g1 b1 p1")
    found["reroll"] = match.why_not(0, 0, 2)
    assert found["reroll"] == ("other_phase", {"color": "r", "number": 3, "phase": "reroll"}, "Sixto 5")
    match.play(0, "keep")
    found["other"] = match.why_not(0, 0, 3)
    assert found["other"] == ("other_number", {"color": "r", "number": 4, "die": 3}, "Sixto 2")
    assert match.why_not(0, 0, 2) is None and match.ways(0, 0, 2) == [["r3"]] and match.ways(0, 0, 3) == []
    assert display.ways(match.raw.laid, match.raw.state, 0, 0, 3) == []
    found["leftmost"] = match.why_not(0, 0, 8)
    assert all(reason is not None and say(reason) for reason in found.values())


def test_the_first_cell_can_be_the_one_that_refuses() -> None:
    """A toy sheet of goals alone needs four marks that nobody can have. [Sixto 3]"""
    match = Match(SIXTO, 1, print_rows("goals", *["123"] * 6))
    throw(match, "r1 o1 y1 g1 b1 p1")
    reason = Reason("needs_marks", {"color": "r", "number": 1, "needs": 4, "has": 0}, "Sixto 3")
    assert match.choices(0) == ("-",) and refuse(match, 0, "r1") == reason


def test_a_move_is_refused_with_the_reason_of_its_first_bad_die() -> None:
    """Dice that are not on the table, numbers that are not left, moves of another phase. [Sixto 2, 4, 5]"""
    match = start(seat(r="111111.1", o=LOCKED), seat())
    match.throw("r2 y1 g1 b1 p1")
    for text in ("r2", "-"):
        with pytest.raises(IllegalMoveError) as caught:
            match.play(0, text)
        assert caught.value.reason == Reason("other_phase", {"phase": "reroll"}, "Sixto 5")
        assert say(caught.value.reason)
    match.play(0, "keep")
    with pytest.raises(IllegalMoveError) as caught:
        match.play(0, "r2 y1")
    assert caught.value.reason == Reason("no_cell_left", {"color": "r", "number": 2}, "Sixto 2")
    assert say(caught.value.reason)
    for text in ("y1 g2", "o1"):
        with pytest.raises(IllegalMoveError) as caught:
            match.play(0, text)
        assert caught.value.reason == Reason("not_rolled", {"roll": "r2 y1 g1 b1 p1"}, "Sixto 4")
        assert say(caught.value.reason)


@pytest.mark.parametrize(
    "text", ["", " ", "r", "R4", "r0", "r7", "r44", "w4", "r4 ", " r4", "o1 r4", "r4  o1", "r4,o1", "x", "- -", "r4 -"]
)
def test_garbage_is_no_move(text: str) -> None:
    """A text that is no move of Sixto cannot be read."""
    match = Match(SIXTO, seats=2)
    throw(match, "r4 o1 y1 g1 b1 p1")
    with pytest.raises(NotationError, match="cannot read"):
        match.play(0, text)


def test_choices_are_all_sets_of_usable_dice() -> None:
    """Subsets of three dice of which one finds no cell: four moves, in ascending code. [Sixto 6]"""
    toy = print_rows("toy", "12345", "12345", "12345")
    match = Match(SIXTO, seats=1, sheets=toy)
    throw(match, "r1 o6 y2 g1 b1 p1")
    assert match.choices(0) == ("-", "r1", "y2", "r1 y2")
    laid, state = match.raw.laid, match.raw.state
    assert [move for move in range(-1, 130) if rules.is_legal(laid, state, 0, move)] == [0, 1, 4, 5]


def test_legal_moves_do_not_depend_on_the_buffer() -> None:
    """Old values in the buffer do not matter."""
    match = Match(SIXTO, seats=1)
    match.throw("r1 o6 y2 g1 b1 p1")
    out = np.full(rules.MAX_MOVES, 9, np.int64)
    n = rules.legal_moves(match.raw.laid, match.raw.state, 0, out)
    assert out[:n].tolist() == [rules.KEEP, rules.REROLL] == [0, 1]


def test_legality_wants_a_seat_that_acts() -> None:
    """No code is legal before the throw, for a seat that does not act, or beyond the reroll. [Sixto 5]"""
    match = Match(SIXTO, seats=2)
    laid, state = match.raw.laid, match.raw.state
    assert not rules.is_legal(laid, state, 0, 0)
    match.throw("r1 o6 y2 g1 b1 p1")
    assert [move for move in range(-1, 5) if rules.is_legal(laid, state, 0, move)] == [0, 1]
    assert not rules.is_legal(laid, state, 1, 0) and match.choices(1) == ()
    match.play(0, "keep")
    assert not rules.acts(state, 2) and rules.dice_wanted(state) == 0


def test_the_view_shows_how_cells_stand() -> None:
    """Goals are far before four marks; a markable cell names the text of its move."""
    match = start(seat(r=".111", o=".11", y=LOCKED), seat())
    throw(match, "r4 o4 g1 b1 p1")
    rows = paperdice.view_of(match, 0)["sheets"][0]["rows"]
    assert [cell["state"] for cell in rows[0]["cells"]] == ["skipped", *["marked"] * 3, *["free"] * 5, *["far"] * 3]
    assert [cell["state"] for cell in rows[1]["cells"]][2:5] == ["marked", "markable", "free"]
    assert [cell["state"] for cell in rows[2]["cells"]][9:] == ["marked", "marked", "locked"]
    assert rows[1]["cells"][3]["mark"] == "o4" and not rows[1]["cells"][3]["hit"]
    assert [cell["goal"] for cell in rows[3]["cells"]] == [*[False] * 9, *[True] * 3]
    assert [row["color"] for row in rows] == list("roygbp") and not any(row["current"] for row in rows)
    assert [row["score"] for row in rows] == [5, 0, 21, 0, 0, 0]
