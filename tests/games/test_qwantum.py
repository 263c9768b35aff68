"""Qwantum: the examples of the rulebook and our rulings."""

from itertools import permutations

import pytest

import paperdice
from paperdice import IllegalMoveError, Match, MatchOverError, read_position
from tests.games.deeds import answer, refuse
from tests.games.qwantum_rolls import EMPTY, LINUS, ROW, SARAH, roll

QWANTUM = paperdice.find_game("qwantum")
ALMOST_FULL = f"classic {ROW}/{ROW}/{ROW}/5,8,12,16,15"  # only one yellow cell, below 15, is left


def start(*seats: str, head: str = "60 roll 0") -> Match:
    """Return a match in which each seat has such a sheet and the dice are wanted."""
    return read_position(" | ".join([f"qwantum {head}", *seats]))


def purple(white: int) -> str:
    """Return a roll with purple 10, red 17 and nothing else with this white die."""
    return f"w{white} p6 p4 r3 r5 r3 r6"


# Dice and sheet


def test_the_dice_are_the_real_ones() -> None:
    """Every number stands on six faces, every color on nine. [rules.md 3.1]"""
    faces = [face for die in QWANTUM.dice[1:] for face in die.faces]
    assert {color: sum(face[0] == color for face in faces) for color in "rybp"} == dict.fromkeys("rybp", 9)
    assert {pips: sum(face[1:] == pips for face in faces) for pips in "123456"} == dict.fromkeys("123456", 6)
    assert [die.name for die in QWANTUM.dice] == ["w", "1", "2", "3", "4", "5", "6"]
    assert [" ".join(die.faces) for die in QWANTUM.dice] == [
        "w1 w2 w3 w4 w5 w6",
        "r1 r4 y5 b5 b1 p6",
        "r6 r2 y1 y3 b5 p4",
        "r3 r1 y4 y2 b4 p3",
        "r5 y6 b2 b4 p1 p3",
        "r3 y4 b2 b6 p2 p5",
        "r6 y1 y5 b3 p6 p2",
    ]


@pytest.mark.parametrize(
    ("dice", "text"),
    [
        ("w6 r4 r6 r3 r5 r3 r6", "r33"),
        ("w6 y5 y3 y4 y6 y4 y5", "y33"),
        ("w6 b5 b5 b4 b4 b6 b3", "b33"),
        ("w6 p6 p4 p3 p3 p5 p6", "p33"),
    ],
)
def test_the_highest_sum_of_each_color_is_33(dice: str, text: str) -> None:
    """White 6 and the best face of one color on all six dice. [Qwantum 4, QW-6]"""
    assert text in roll(Match(QWANTUM, seats=1), dice).choices(0)


def test_the_sheet_has_four_rows_of_six_empty_cells() -> None:
    """Purple, blue, red, yellow from top to bottom, nothing printed. [Qwantum 1]"""
    rows = QWANTUM.sheets["classic"].rows
    assert [row.colors for row in rows] == [("p",) * 6, ("b",) * 6, ("r",) * 6, ("y",) * 6]
    assert [row.numbers for row in rows] == [()] * 4


# Throwing


def test_any_dice_may_be_thrown_again_once() -> None:
    """Throw the white die and dice 2 and 5 again and keep the others; then the pick. [Qwantum 3]"""
    match = Match(QWANTUM, seats=2, first=1)
    assert match.phase == "roll" and match.dice_wanted == ("w", "1", "2", "3", "4", "5", "6")
    match.throw(SARAH)
    assert match.phase == "reroll" and match.acting == (1,) and match.dice_wanted == ()
    match.play(1, "reroll w25")
    assert match.phase == "roll" and match.dice_wanted == ("w", "2", "5") and match.acting == ()
    assert match.roll == "r1 b4 p3 y5"
    match.throw("w6 p4 p5")
    assert match.phase == "pick" and match.roll == "w6 r1 p4 b4 p3 p5 y5" and match.acting == (1,)
    assert match.choices(1) == ("-", "r7", "y11", "b10", "p18")


def test_every_set_of_dice_may_be_thrown_again() -> None:
    """None, or any of the 127 others. [Qwantum 3]"""
    match = Match(QWANTUM, seats=2)
    match.throw(SARAH)
    choices = match.choices(0)
    assert len(choices) == len(set(choices)) == 128
    assert choices[:5] == ("keep", "reroll w", "reroll 1", "reroll w1", "reroll 2")
    assert choices[-1] == "reroll w123456"
    assert match.choices(1) == ()


def test_no_dice_again_is_no_second_throw() -> None:
    """Keeping leads to the pick with the dice as they lie. [Qwantum 3, QW-13]"""
    match = Match(QWANTUM, seats=2)
    match.throw(SARAH)
    match.play(0, "keep")
    assert match.phase == "pick" and match.roll == SARAH and match.dice_wanted == ()


def test_a_third_throw_is_refused() -> None:
    """After the second throw neither dice nor rerolls are accepted. [Qwantum 3, QW-13]"""
    match = Match(QWANTUM, seats=2)
    match.throw(SARAH)
    match.play(0, "reroll w123456")
    assert match.dice_wanted == ("w", "1", "2", "3", "4", "5", "6") and match.roll == ""
    match.throw(LINUS)
    assert match.phase == "pick"
    with pytest.raises(IllegalMoveError):
        match.throw("w1")
    for text in ("keep", "reroll w", "reroll w123456"):
        assert refuse(match, 0, text) == ("other_phase", {"phase": "pick"}, "Qwantum 3")
    assert refuse(match, 0, "r9") == ("other_sums", {"sums": "r3 y8 b19 p3"}, "Qwantum 4")
    assert match.phase == "pick" and match.roll == LINUS


def test_the_second_throw_has_faces_of_its_own() -> None:
    """A source is asked for throw 1, then for throw 2. [Qwantum 3]"""

    class Source:
        def __init__(self) -> None:
            self.asked: list[tuple[int, int, str]] = []

        def throw(self, turn: int, throw: int, dice: object) -> str:
            names = "".join(die.name for die in dice)  # type: ignore[attr-defined]
            self.asked.append((turn, throw, names))
            return SARAH if throw == 1 else "y1"

    source, match = Source(), Match(QWANTUM, seats=1)
    match.throw(source)
    match.play(0, "reroll 6")
    match.throw(source)
    assert source.asked == [(1, 1, "w123456"), (1, 2, "6")]
    answer(match, "-")
    answer(match, "r6")
    match.throw(source)
    assert source.asked[2] == (2, 1, "w123456")


# Pick and share


def test_the_picked_color_is_closed_in_the_share() -> None:
    """Sarah picks purple 6; then red, yellow and blue are open, to her and to all. [Qwantum 4, 5, 6, W-A3, QW-1]"""
    match = roll(Match(QWANTUM, seats=4), SARAH)
    assert match.acting == (0,) and match.choices(0) == ("-", "r6", "y8", "b13", "p6")
    match.play(0, "p6")
    assert match.phase == "share" and match.acting == (0, 1, 2, 3)
    assert [match.choices(seat) for seat in range(4)] == [("-", "r6", "y8", "b13")] * 4
    assert refuse(match, 0, "p6") == ("picked", {"color": "p", "cell": 2}, "Qwantum 6")
    assert refuse(match, 1, "p6") == ("picked", {"color": "p", "cell": 1}, "Qwantum 6")
    answer(match, "y8", "r6", "r6", "b13")
    assert (match.turn, match.active, match.phase) == (2, 1, "roll")
    assert match.position() == (
        "qwantum 2 roll 1 | classic 6/-/-/8 0 | classic -/-/6/- 0 | classic -/-/6/- 0 | classic -/13/-/- 0"
    )


def test_a_missing_color_counts_as_the_white_die() -> None:
    """Linus picks purple 3, which no die shows; red 3, yellow 8 and blue 19 stay. [Qwantum 4, QW-2]"""
    match = roll(Match(QWANTUM, seats=2), LINUS)
    assert match.choices(0) == ("-", "r3", "y8", "b19", "p3")
    match.play(0, "p3")
    assert match.choices(1) == ("-", "r3", "y8", "b19")


def test_without_a_pick_all_colors_are_open() -> None:
    """Nothing picked: all four colors are shared. [Qwantum 6]"""
    match = roll(Match(QWANTUM, seats=2), SARAH)
    match.play(0, "-")
    assert match.choices(0) == match.choices(1) == ("-", "r6", "y8", "b13", "p6")
    answer(match, "p6", "p6")
    assert match.position() == "qwantum 2 roll 1 | classic 6/-/-/- 0 | classic 6/-/-/- 0"


@pytest.mark.parametrize(("color", "text"), [(1, "r6"), (2, "y8"), (3, "b13"), (4, "p6")])
def test_the_pick_is_part_of_the_position(color: int, text: str) -> None:
    """A position in the share names the closed color, and reads back. [Qwantum 6]"""
    match = roll(Match(QWANTUM, seats=2), SARAH)
    match.play(0, text)
    assert f" {SARAH} picked={color} | " in match.position()
    again = read_position(match.position())
    assert again.choices(1) == match.choices(1)
    assert text not in again.choices(1) and len(again.choices(1)) == 4


def test_the_pick_is_open_again_in_the_next_turn() -> None:
    """A pick of one turn does not count in the next. [Qwantum 6]"""
    match = roll(Match(QWANTUM, seats=2), SARAH)
    match.play(0, "p6")
    answer(match, "-", "-")
    roll(match, SARAH)
    assert match.active == 1 and match.choices(1) == ("-", "r6", "y8", "b13", "p6")


def test_the_order_of_the_seats_does_not_matter() -> None:
    """The order in which the seats seal their moves does not change the share. [C1]"""
    moves = {0: "y8", 1: "r6", 2: "r6", 3: "-"}
    ends = set()
    for order in permutations(moves):
        match = roll(Match(QWANTUM, seats=4), SARAH)
        match.play(0, "p6")
        for seat in order:
            match.play(seat, moves[seat])
        ends.add(match.record())
    assert len(ends) == 1


# Rows


def test_rows_are_filled_without_gaps() -> None:
    """Only the leftmost empty cell of a row can be marked. [Qwantum 1]"""
    match = roll(start("classic 5,8/-/-/- 0", EMPTY), purple(3))
    assert [match.why_not(0, 0, cell) for cell in (2,)] == [None]
    assert match.why_not(0, 0, 1) == ("marked", {"color": "p", "cell": 2}, "Qwantum 1")
    assert match.why_not(0, 0, 3) == ("gap", {"color": "p", "cell": 4}, "Qwantum 1")
    assert match.why_not(0, 2, 0) is None
    match.play(0, "p13")
    assert match.position().split(" | ")[1] == "classic 5,8,13/-/-/- 0"


def test_equal_numbers_are_refused() -> None:
    """After 5 and 8 an 8 is refused, a 9 accepted. [Qwantum 2, W-A1, QW-8]"""
    rows = ("classic 5,8/-/-/- 0", EMPTY)
    match = roll(start(*rows), "w2 p6 r2 r1 y6 y4 y1")
    assert match.choices(0) == ("-", "r5", "y13", "b2")
    assert refuse(match, 0, "p8") == ("not_rising", {"color": "p", "cell": 3, "number": 8, "last": 8}, "Qwantum 2")
    match = roll(start(*rows), "w1 p6 r2 r1 y6 y4 y1")
    assert refuse(match, 0, "p7").id == "not_rising"
    assert "p9" in roll(start(*rows), "w3 p6 r2 r1 y6 y4 y1").choices(0)


def test_numbers_rise_up_to_the_ridge() -> None:
    """The fourth cell must still be above the third. [Qwantum 2]"""
    assert "p12" not in roll(start("classic 5,8,12/-/-/- 0"), purple(2)).choices(0)
    assert "p13" in roll(start("classic 5,8,12/-/-/- 0"), purple(3)).choices(0)
    assert "p12" in roll(start("classic 11/-/-/- 0"), purple(2)).choices(0)
    assert "p11" not in roll(start("classic 11/-/-/- 0"), purple(1)).choices(0)


def test_behind_the_ridge_numbers_fall() -> None:
    """After 5, 8, 12 and 16 a 16 is refused and a 15 accepted; then 15 is refused and 14 accepted. [W-A2, QW-7]"""
    rows = "classic 5,8,12,16/-/-/- 0"
    match = roll(start(rows), purple(6))
    assert refuse(match, 0, "p16") == ("not_falling", {"color": "p", "cell": 5, "number": 16, "last": 16}, "Qwantum 2")
    match = roll(start(rows), purple(5))
    match.play(0, "p15")
    match.play(0, "-")
    roll(match, purple(5))
    assert refuse(match, 0, "p15") == ("not_falling", {"color": "p", "cell": 6, "number": 15, "last": 15}, "Qwantum 2")
    match.play(0, "-")
    match.play(0, "-")
    roll(match, purple(4))
    match.play(0, "p14")
    assert match.position().split(" | ")[1] == f"classic {ROW}/-/-/- 1"


def test_a_full_row_takes_no_more() -> None:
    """A seventh number has no cell. [Qwantum 1]"""
    match = roll(start(f"classic {ROW}/-/-/- 0"), purple(1))
    assert match.choices(0) == ("-", "r18", "y1", "b1")
    assert refuse(match, 0, "p11") == ("row_full", {"color": "p"}, "Qwantum 1")


def test_a_row_may_get_stuck() -> None:
    """33 in the third cell is legal, and nothing can follow it. [W-A9]"""
    match = roll(start("classic 5,8/-/-/- 0"), "w6 p6 p4 p3 p3 p5 p6")
    match.play(0, "p33")
    match.play(0, "-")
    roll(match, "w6 p6 p4 p3 p3 p5 p6")
    assert match.choices(0) == ("-", "r6", "y6", "b6")
    assert match.tally(0)["misses"] == 0


# Misses


def test_writing_nothing_costs_the_active_seat_a_miss() -> None:
    """Nothing in pick and share: a miss; a passive seat that passes has none. [Qwantum 7, QW-9]"""
    match = roll(Match(QWANTUM, seats=2), SARAH)
    match.play(0, "-")
    answer(match, "-", "-")
    assert match.position() == "qwantum 2 roll 1 | classic -/-/-/- 1 | classic -/-/-/- 0"
    assert match.scores == (-1, 0)


def test_a_share_saves_from_the_miss() -> None:
    """Nothing in the pick, but a number in the share: no miss. [Qwantum 7, W-A4, QW-9]"""
    match = roll(Match(QWANTUM, seats=2), SARAH)
    match.play(0, "-")
    answer(match, "r6", "-")
    assert match.scores == (0, 0)


def test_a_pick_saves_from_the_miss() -> None:
    """A number in the pick and none in the share: no miss. [Qwantum 7]"""
    match = roll(Match(QWANTUM, seats=2), SARAH)
    match.play(0, "r6")
    answer(match, "-", "-")
    assert match.scores == (0, 0)


@pytest.mark.parametrize(("misses", "cost"), [(0, 0), (1, 1), (2, 3), (3, 6), (4, 10)])
def test_each_miss_costs_one_more(misses: int, cost: int) -> None:
    """The costs add up to 1, 3, 6 and 10. [Qwantum 7, 10]"""
    match = start(f"classic -/-/-/- {misses}")
    assert match.scores == (-cost,)
    assert match.tally(0) == {"1": 0, "2": 0, "3": 0, "4": 0, "5": 0, "6": 0, "misses": -cost}


def test_a_score_may_be_below_zero() -> None:
    """The fifth miss ends the match, and all five cost 15. [Qwantum 9, W-A8, QW-12]"""
    match = roll(start("classic -/-/-/- 4", EMPTY), SARAH)
    match.play(0, "-")
    answer(match, "-", "r6")
    assert match.over and match.end_reason == "misses"
    assert match.scores == (-15, 0) and match.winners == (1,)
    assert match.active == 0 and match.roll == SARAH


def test_the_price_of_a_pass_is_told() -> None:
    """Later in the pick, now in the share, nothing for others and after a pick. [Qwantum 7]"""
    match = start("classic -/-/-/- 2", EMPTY)
    assert paperdice.view_of(match, 0)["pass"] is None
    match.throw(SARAH)
    assert paperdice.view_of(match, 0)["pass"] is None
    match.play(0, "keep")
    assert paperdice.view_of(match, 0)["pass"] == {"cost": 3, "nth": 3, "of": 5, "now": False}
    assert paperdice.view_of(match, 1)["pass"] is None
    picked = match.copy()
    match.play(0, "-")
    assert paperdice.view_of(match, 0)["pass"] == {"cost": 3, "nth": 3, "of": 5, "now": True}
    picked.play(0, "r6")
    assert paperdice.view_of(picked, 0)["pass"] is None


# Score


@pytest.mark.parametrize(
    ("column", "points"),
    [
        ((3, 4, 5, 7), 4),
        ((12, 11, 9, 10), 10),
        ((9, 7, 4, 8), 7),
        ((9, 4, 7, 8), 7),
        ((4, 9, 8, 7), 7),
        ((33, 1, 32, 31), 31),
    ],
)
def test_a_column_scores_its_second_lowest_number(column: tuple[int, ...], points: int) -> None:
    """Whatever the order of the rows. [Qwantum 8, QW-3]"""
    match = start("classic " + "/".join(map(str, column)) + " 0")
    assert match.tally(0)["1"] == points and match.scores == (points,)


def test_two_complete_columns_score_both() -> None:
    """Tim has 4 and 10 points; incomplete columns have none. [Qwantum 8, 10, QW-3]"""
    match = start("classic 3,9,11/4,10,12/5,11,14/7,12 0")
    assert match.tally(0) == {"1": 4, "2": 10, "3": 0, "4": 0, "5": 0, "6": 0, "misses": 0}
    columns = paperdice.view_of(match, 0)["sheets"][0]["columns"]
    assert columns == [{"score": 4}, {"score": 10}, *[{"score": None}] * 4]


@pytest.mark.parametrize("column", sorted(set(permutations((4, 4, 7, 9)))))
def test_equal_lowest_numbers_count_once(column: tuple[int, ...]) -> None:
    """4, 4, 7 and 9 score 7 in any order. [W-A5]"""
    assert start("classic " + "/".join(map(str, column)) + " 0").scores == (7,)


@pytest.mark.parametrize("column", sorted(set(permutations((5, 5, 5, 9))) | set(permutations((5, 9, 9, 9)))))
def test_three_equal_numbers_count_once(column: tuple[int, ...]) -> None:
    """5, 5, 5 and 9 score 9, and so do 5, 9, 9 and 9. [W-A5]"""
    assert start("classic " + "/".join(map(str, column)) + " 0").scores == (9,)


def test_four_equal_numbers_score_that_number() -> None:
    """6, 6, 6 and 6 score 6. [Qwantum 8, QW-4]"""
    assert start("classic 6/6/6/6 0").scores == (6,)


@pytest.mark.parametrize("rows", ["-/6/6/6", "6/-/6/6", "6/6/-/6", "6/6/6/-"])
def test_an_incomplete_column_scores_nothing(rows: str) -> None:
    """Three of four cells are not enough. [Qwantum 10]"""
    assert start(f"classic {rows} 0").scores == (0,)


def test_columns_and_misses_add_up() -> None:
    """Emma: 6, 8, 12, 16, 11 and 4 points, three misses: 51. [Qwantum 10, QW-5]"""
    rows = "6,8,12,16,11,4/5,7,11,15,10,3/7,9,13,17,12,5/8,10,14,18,13,6"
    match = start(f"classic {rows} 3", EMPTY, head=f"40 over 0 {SARAH}")
    assert match.over and match.end_reason == "full"
    assert match.tally(0) == {"1": 6, "2": 8, "3": 12, "4": 16, "5": 11, "6": 4, "misses": -6}
    assert match.scores == (51, 0) and match.winners == (0,)


def test_equal_scores_share_the_win() -> None:
    """Two seats with the same score both win. [W-A7]"""
    match = start("classic 6/6/6/6 0", "classic 6/6/6/6 0", "classic 6/6/6/- 4", head="60 roll 2")
    roll(match, LINUS)
    match.play(2, "-")
    answer(match, "-", "-", "-")
    assert match.scores == (6, 6, -15) and match.winners == (0, 1)


# End


def test_a_sheet_filled_in_the_pick_ends_at_once() -> None:
    """The 24th number in the pick: nobody shares. [Qwantum 9, QW-10]"""
    match = roll(start(f"{ALMOST_FULL} 0", EMPTY), SARAH)
    match.play(0, "y8")
    assert match.over and match.end_reason == "full" and match.acting == () and match.active == 0
    assert match.scores == (5 + 8 + 12 + 16 + 15 + 14, 0) and match.roll == SARAH
    assert match.choices(1) == ()
    assert match.why_not(1, 0, 0) == ("over", {"color": "p", "cell": 1}, "Qwantum 9")
    assert read_position(match.position()).end_reason == "full"
    with pytest.raises(MatchOverError):
        match.play(1, "r6")


def test_23_numbers_do_not_end_the_match() -> None:
    """Any number but the last one lets the match continue. [Qwantum 9]"""
    match = roll(start(f"classic {ROW}/{ROW}/{ROW}/5,8,12,16 0", EMPTY), SARAH)
    match.play(0, "y8")
    assert match.phase == "share"
    answer(match, "-", "-")
    assert not match.over and match.active == 1


def test_a_sheet_filled_in_the_share_ends_after_the_miss() -> None:
    """A passive seat fills its sheet while the active one takes its fifth miss: both count. [Qwantum 9, W-A6, QW-11]"""
    match = roll(start("classic -/-/-/- 4", f"{ALMOST_FULL} 0", EMPTY), SARAH)
    match.play(0, "-")
    answer(match, "-", "y8", "b13")
    assert match.over and match.end_reason == "full" and match.turn == 60
    assert match.scores == (-15, 5 + 8 + 12 + 16 + 15 + 14, 0) and match.winners == (1,)
    assert match.position().split(" | ")[3] == "classic -/13/-/- 0"
    assert match.record().splitlines()[-1] == "* full -15 70 0"


def test_two_sheets_may_be_filled_in_one_share() -> None:
    """Both count; the match ends once. [W-A6]"""
    match = roll(start(EMPTY, f"{ALMOST_FULL} 0", f"{ALMOST_FULL} 1"), SARAH)
    match.play(0, "p6")
    answer(match, "-", "y8", "y8")
    assert match.over and match.scores == (0, 70, 69) and match.winners == (1,)


def test_one_seat_may_play_alone() -> None:
    """The one seat is active in every turn, picks and shares, and wins. [W-A10]"""
    match = roll(Match(QWANTUM, seats=1), SARAH)
    match.play(0, "p6")
    assert match.choices(0) == ("-", "r6", "y8", "b13")
    match.play(0, "b13")
    assert match.position() == "qwantum 2 roll 0 | classic 6/13/-/- 0"
    for _ in range(5):
        roll(match, SARAH)
        match.play(0, "-")
        match.play(0, "-")
    assert match.over and match.scores == (-15,) and match.winners == (0,)


def test_four_seats_may_play_and_no_more() -> None:
    """[W-A10]"""
    assert Match(QWANTUM, seats=4).seats == 4
    with pytest.raises(paperdice.SetupError):
        Match(QWANTUM, seats=5)


def test_no_match_is_longer_than_the_bound() -> None:
    """Four seats with 23 numbers and 4 misses each have had 27 turns; the next turn ends it. [C5]"""
    assert QWANTUM.rules.MAX_TURNS == 109
    match = start(*[f"{ALMOST_FULL} 4"] * 4, head="109 roll 0")
    roll(match, SARAH)
    match.play(0, "-")
    answer(match, "-", "-", "-", "-")
    assert match.over and match.end_reason == "misses"
