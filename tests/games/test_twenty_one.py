"""Twenty One: the examples of the rulebook and our rulings."""

import numpy as np
import pytest

import paperdice
from paperdice import IllegalMoveError, Match, MatchOverError, NotationError, WrongSeatError
from paperdice.games.twenty_one import display, rules
from paperdice.sheet import Row, Sheet
from tests.games.deeds import answer, refuse
from tests.games.twenty_one_positions import PERFECT, start

TWENTY_ONE = paperdice.find_game("twenty_one")
LAST_ROW = "654321/544331/653221/544221/44332"  # on sheet A only green 1 is missing
SARAHS_ROLL = "w4 k1 r1 y4 g2 b3"


def filling(*seats: str, turn: int, roll: str) -> Match:
    """Return a match in which all seats are to fill, with this roll."""
    return start(*seats, head=f"{turn} fill 0 {roll}")


def new_match(roll: str, seats: int = 1) -> Match:
    """Return a match whose first roll is kept."""
    match = Match(TWENTY_ONE, seats=seats)
    match.throw(roll)
    match.play(0, "keep")
    return match


def test_seats_get_different_sheets() -> None:
    """The default deal gives each seat its own sheet, in the order of the letters. [Twenty One 1]"""
    match = Match(TWENTY_ONE, seats=6)
    assert [sheet.name for sheet in match.sheets] == ["A", "B", "C", "D", "E", "F"]
    assert list(TWENTY_ONE.seats) == [1, 2, 3, 4, 5, 6]


def test_the_six_sheets_form_latin_squares() -> None:
    """All sheets print the same numbers, and in each place the six sheets show six colors. [Twenty One 1]"""
    sheets = list(TWENTY_ONE.sheets.values())
    printed = ((6, 5, 4, 3, 2, 1), (5, 4, 4, 3, 3, 1), (6, 5, 3, 2, 2, 1), (5, 4, 4, 2, 2, 1), (4, 4, 3, 3, 2, 1))
    assert [tuple(row.numbers for row in sheet.rows) for sheet in sheets] == [printed] * 6
    assert all(sorted(row.colors) == sorted("wkrygb") for sheet in sheets for row in sheet.rows)
    for row in range(5):
        for cell in range(6):
            assert {sheet.rows[row].colors[cell] for sheet in sheets} == set("wkrygb")
    first_cells = {sheet.name: "".join(row.colors[0] for row in sheet.rows) for sheet in sheets}
    assert first_cells == {"A": "rybbb", "B": "bkwgk", "C": "wbryw", "D": "grkky", "E": "ywgwr", "F": "kgyrg"}


def test_a_color_stands_once_in_a_row() -> None:
    """A sheet with a color twice in a row is refused. [Twenty One 5]"""
    twice = Sheet("twenty_one", "twice", (Row(("r", "r"), (2, 1)),))
    with pytest.raises(paperdice.SheetError, match=r"\$\.rows\[0\]\.cells\[1\]"):
        Match(TWENTY_ONE, seats=1, sheets=twice)


def test_a_second_throw_keeps_the_ones() -> None:
    """Exactly the four dice without a 1 are thrown again, and both ones stay. [Twenty One 3, TW-1]"""
    match = Match(TWENTY_ONE, seats=2)
    assert match.dice_wanted == ("w", "k", "r", "y", "g", "b") and match.phase == "roll"
    match.throw("w6 k4 r3 y3 g1 b1")
    assert match.phase == "reroll" and match.acting == (0,) and match.choices(1) == ()
    assert match.choices(0) == ("keep", "reroll")
    match.play(0, "reroll")
    assert match.phase == "roll" and match.acting == () and match.roll == "g1 b1"
    assert match.dice_wanted == ("w", "k", "r", "y")
    with pytest.raises(IllegalMoveError):
        match.throw("w6 k4 r3 y3 g1 b1")
    match.throw("w2 k1 r5 y6")
    assert match.roll == "w2 k1 r5 y6 g1 b1"


def test_there_is_one_second_throw() -> None:
    """Afterwards all seats fill; a third throw is not offered. [Twenty One 3, T-A1]"""
    match = Match(TWENTY_ONE, seats=2)
    match.throw("w6 k4 r3 y3 g2 b5")
    match.play(0, "reroll")
    assert match.dice_wanted == ("w", "k", "r", "y", "g", "b")
    assert match.position().startswith("twenty_one 1 roll 0 rerolled=1 |")
    match.throw("w6 k4 r3 y3 g2 b5")
    assert match.phase == "fill" and match.acting == (0, 1) and match.dice_wanted == ()
    assert refuse(match, 0, "reroll") == ("other_phase", {"phase": "fill"}, "Twenty One 3")


def test_a_kept_roll_is_filled_at_once() -> None:
    """The active seat may skip the second throw. [Twenty One 3]"""
    match = Match(TWENTY_ONE, seats=2, first=1)
    match.throw("w6 k4 r3 y3 g1 b1")
    match.play(1, "keep")
    assert match.phase == "fill" and match.acting == (0, 1) and match.roll == "w6 k4 r3 y3 g1 b1"


def test_ones_alone_are_not_thrown_again() -> None:
    """When every die shows 1 the only choice is to keep them. [T-A2]"""
    match = Match(TWENTY_ONE, seats=1)
    match.throw("w1 k1 r1 y1 g1 b1")
    assert match.choices(0) == ("keep",)
    assert refuse(match, 0, "reroll") == ("all_ones", {}, "T-A2")
    match.play(0, "keep")
    assert match.phase == "fill"


@pytest.mark.parametrize("roll", ["w2 k1 r1 y1 g1 b1", "w1 k1 r1 y1 g1 b6"])
def test_a_single_die_may_be_thrown_again(roll: str) -> None:
    """One die without a 1 is enough for a second throw. [Twenty One 3]"""
    match = Match(TWENTY_ONE, seats=1)
    match.throw(roll)
    assert match.choices(0) == ("keep", "reroll")
    match.play(0, "reroll")
    assert len(match.dice_wanted) == 1


def test_both_throws_come_from_the_source() -> None:
    """A source is called for throw 1 and then for throw 2 of the same turn. [Twenty One 3]"""
    dice = paperdice.SeededDice(4)
    match = Match(TWENTY_ONE, seats=1)
    match.throw(dice)
    assert match.raw.state.dice.tolist() == [dice.face(1, 1, die) for die in range(6)] == [1, 4, 1, 5, 1, 5]
    match.play(0, "reroll")
    match.throw(dice)
    assert match.raw.state.dice[[1, 3, 5]].tolist() == [dice.face(1, 2, die) for die in (1, 3, 5)]
    assert match.raw.state.dice[[0, 2, 4]].tolist() == [1, 1, 1]


def test_dice_up_to_the_printed_number_may_be_written() -> None:
    """Sarah may write all dice but the white 4, and writes three with two hits. [Twenty One 5, 6, 7, TW-2]"""
    match = new_match(SARAHS_ROLL)
    choices = match.choices(0)
    assert len(choices) == 32 and choices[:4] == ("x", "k1", "r1", "k1 r1") and choices[-1] == "k1 r1 y4 g2 b3"
    assert refuse(match, 0, "w4") == ("too_high", {"color": "w", "number": 2, "die": 4}, "Twenty One 5")
    assert refuse(match, 0, "w4 k1").id == "too_high"
    match.play(0, "k1 y4 b3")
    assert match.position() == "twenty_one 2 roll 0 | A .4.3.1/-/-/-/-"
    hits = [cell["hit"] for cell in paperdice.view_of(match, 0)["sheets"][0]["rows"][0]["cells"]]
    assert hits == [False, False, False, True, False, True]
    assert match.tally(0) == {"1": 11, "2": 0, "3": 0, "4": 0, "5": 0}


def test_any_set_of_usable_dice_is_a_move() -> None:
    """Hits are not compulsory, and each set of usable dice can be written. [Twenty One 7]"""
    match = new_match("w6 k1 r5 y6 g4 b6")
    assert match.choices(0) == ("x", "k1", "r5", "k1 r5", "g4", "k1 g4", "r5 g4", "k1 r5 g4")
    match.play(0, "r5")
    assert match.scores == (5,)


def test_a_cell_without_a_fitting_die_is_struck_from_the_left() -> None:
    """Emma can write neither green 5 nor white 6, and strikes white, not green. [Twenty One 8, TW-3]"""
    match = filling("E 5.42.1/-/-/-/-", turn=3, roll="w6 k1 r1 y1 g5 b1")
    assert match.choices(0) == ("x",)
    assert match.why_not(0, 0, 4) == ("too_high", {"color": "g", "number": 2, "die": 5}, "Twenty One 5")
    match.play(0, "x")
    assert match.position() == "twenty_one 4 roll 0 | E 5#42.1/-/-/-/-"


def test_a_complete_row_scores_numbers_and_bonus() -> None:
    """Emma's row of 5, 0, 4, 2, 2, 1 with three hits makes 14 and 6. [Twenty One 6, 9, TW-4, T-A8]"""
    match = filling("E 5#42.1/-/-/-/-", turn=4, roll="w6 k1 r1 y1 g2 b1")
    assert match.choices(0) == ("x", "g2")
    match.play(0, "g2")
    assert match.tally(0)["1"] == 20
    assert [row["current"] for row in paperdice.view_of(match, 0)["sheets"][0]["rows"]] == [0, 1, 0, 0, 0]


def test_the_total_is_the_sum_of_the_rows() -> None:
    """Completing the last row ends the match, and the rows add up. [Twenty One 11, TW-5]"""
    match = filling(f"A {LAST_ROW}", "B 111111/111111/111111/111111/11111", turn=9, roll="w1 k1 r1 y2 g1 b1")
    answer(match, "g1", "x")
    assert match.over and match.end_reason == "rows"
    assert match.tally(0) == {"1": 42, "2": 41, "3": 40, "4": 39, "5": 38}
    assert match.tally(1) == {"1": 7, "2": 7, "3": 7, "4": 7, "5": 5}
    assert match.scores == (200, 33) and match.winners == (0,)


def test_a_photographed_row_scores_29() -> None:
    """6, 4, 4, 2, 2, 1 on the black-first sheet: 19 and four hits. [Twenty One 9, TW-6]"""
    match = start("F 644221/-/-/-/-", head="4 roll 0")
    assert match.tally(0)["1"] == 29


@pytest.mark.parametrize("text", ["k1 x", "x k1", "x x", "xx", "x2"])
def test_a_seat_writes_or_strikes_once(text: str) -> None:
    """Neither both in one turn nor two strikes. [Twenty One 8, TW-7]"""
    match = new_match(SARAHS_ROLL)
    with pytest.raises(NotationError):
        match.play(0, text)
    assert match.position() == f"twenty_one 1 fill 0 {SARAHS_ROLL} | A -/-/-/-/-"


def test_a_row_begins_in_the_next_turn() -> None:
    """Dice left over when a row becomes complete do not go to the next one. [Twenty One 2, 10, TW-8]"""
    match = filling("A 65432/-/-/-/-", turn=4, roll="w4 k1 r3 y5 g4 b1")
    assert match.choices(0) == ("x", "k1")
    assert refuse(match, 0, "k1 y5") == ("marked", {"color": "y", "number": 5}, "Twenty One 5")
    assert match.why_not(0, 1, 0) == (
        "later_row",
        {"color": "y", "number": 5, "row": 2, "current": 1},
        "Twenty One 2",
    )
    match.play(0, "k1")
    assert match.position() == "twenty_one 5 roll 0 | A 654321/-/-/-/-"
    match.throw("w4 k1 r3 y5 g4 b1")
    match.play(0, "keep")
    assert match.choices(0)[-1] == "w4 k1 r3 y5 g4 b1"


def test_a_row_in_progress_scores_with_its_bonus() -> None:
    """Another seat completes its last row: two hits of 5 and 3 make 11. [Twenty One 11, TW-9, T-A4]"""
    seat = "B 111111/111111/.53/-/-"
    match = start(f"A {PERFECT}", seat, head="8 over 0 w1 k1 r1 y1 g1 b1")
    assert match.tally(1)["3"] == 11 and match.scores[1] == 25


def test_a_row_not_begun_scores_nothing() -> None:
    """Rows that a seat never reached are worth 0. [T-A5]"""
    match = start(f"A {PERFECT}", "B 111111/111111/-/-/-", head="8 over 0 w1 k1 r1 y1 g1 b1")
    assert match.tally(1) == {"1": 7, "2": 7, "3": 0, "4": 0, "5": 0}


def test_a_perfect_sheet_makes_200() -> None:
    """Six hits make 21 and 21 in the first row, and all five rows 200. [Twenty One 9, TW-10]"""
    match = start(f"A {PERFECT}", head="5 over 0 w1 k1 r1 y1 g1 b1")
    assert match.tally(0)["1"] == 42 and match.scores == (200,)


@pytest.mark.parametrize(
    ("row", "points"),
    [
        ("######", 0),
        ("5#####", 5),
        ("54321#", 15),
        ("6#####", 6 + 1),
        ("65####", 11 + 3),
        ("654###", 15 + 6),
        ("6543##", 18 + 10),
        ("65432#", 20 + 15),
        ("654321", 21 + 21),
    ],
)
def test_each_hit_raises_the_bonus(row: str, points: int) -> None:
    """Bonus 0, 1, 3, 6, 10, 15, 21 for none to six hits. [Twenty One 6, 9]"""
    match = start(f"A {row}/-/-/-/-", head="7 roll 0")
    assert match.tally(0)["1"] == points


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_all_seats_act_on_the_last_roll(order: tuple[int, int]) -> None:
    """The match ends only after every seat has acted, in whatever order they answer. [C1, T-A3]"""
    match = filling(f"A {LAST_ROW}", "B 111111/11/-/-/-", turn=7, roll="w1 k1 r2 y3 g1 b6")
    moves = ("g1", "r2 y3")
    match.play(order[0], moves[order[0]])
    assert not match.over
    match.play(order[1], moves[order[1]])
    assert match.over and match.position().endswith("| B 111111/1123/-/-/-")
    assert match.roll == "w1 k1 r2 y3 g1 b6"


def test_finishing_first_gives_nothing() -> None:
    """Two seats complete their last rows together, a third is higher and wins. [T-A6]"""
    ones = "111111/111111/111111/111111/11111"
    match = filling(f"A {ones}", f"A {ones}", "C 654321/544331/-/-/-", turn=9, roll="w2 k1 r2 y3 g1 b6")
    answer(match, "g1", "g1", "x")
    assert match.over and match.scores == (35, 35, 83) and match.winners == (2,)


def test_a_seat_may_strike_although_it_could_write() -> None:
    """Striking is always allowed. [T-A7]"""
    match = new_match(SARAHS_ROLL)
    match.play(0, "x")
    assert match.position() == "twenty_one 2 roll 0 | A #/-/-/-/-"


def test_a_struck_cell_is_filled() -> None:
    """A struck cell takes no number, and a row full of numbers and strikes is complete. [T-A8]"""
    match = filling("A #5432/-/-/-/-", turn=4, roll="w6 k6 r1 y6 g6 b6")
    assert refuse(match, 0, "r1") == ("struck", {"color": "r", "number": 6}, "T-A8")
    match.play(0, "x")
    assert match.position() == "twenty_one 5 roll 0 | A #5432#/-/-/-/-"
    assert match.raw.state.current_row[0] == 1


def test_equal_scores_share_the_win() -> None:
    """There is no tie-break. [T-A9, C2]"""
    match = filling(f"A {LAST_ROW}", f"A {LAST_ROW}", "B 11111/-/-/-/-", turn=6, roll="w6 k6 r6 y6 g1 b6")
    answer(match, "g1", "g1", "x")
    assert match.scores[:2] == (200, 200) and match.winners == (0, 1)
    assert rules.tie_break(match.raw.laid, match.raw.state, 0) == 0


def test_alone_one_seat_is_active_every_turn() -> None:
    """Thirty strikes end a solo match after thirty turns, the longest there is, without a point. [T-A10, T-A8]"""
    match = Match(TWENTY_ONE, seats=1)
    for turn in range(1, 31):
        assert (match.turn, match.active) == (turn, 0)
        match.throw("w6 k6 r6 y6 g6 b6")
        match.play(0, "keep")
        match.play(0, "x")
    assert match.over and match.scores == (0,) and match.winners == (0,) and match.turn == rules.MAX_TURNS
    assert match.position().endswith("| A ######/######/######/######/######")


def test_the_dice_go_round() -> None:
    """The next seat is active in the next turn, with all dice. [Twenty One 3, C3]"""
    match = Match(TWENTY_ONE, seats=3, first=1)
    for active in (1, 2, 0, 1):
        assert match.active == active and len(match.dice_wanted) == 6
        match.throw("w6 k6 r1 y6 g6 b6")
        match.play(active, "reroll")
        match.throw("w6 k6 y6 g6 b6")
        answer(match, "x", "x", "x")
    assert match.position() == "twenty_one 5 roll 2 | A ####/-/-/-/- | B ####/-/-/-/- | C ####/-/-/-/-"


def test_seats_may_be_on_different_rows() -> None:
    """Each seat fills its own current row with the same roll. [Twenty One 2, 4]"""
    match = filling("A 654321/-/-/-/-", "A 1/-/-/-/-", turn=2, roll="w2 k3 r6 y5 g6 b6")
    assert match.choices(0) == ("x", "w2", "k3", "w2 k3", "y5", "w2 y5", "k3 y5", "w2 k3 y5")
    assert match.choices(1) == ("x", "w2", "y5", "w2 y5")


def test_reasons_name_the_rule() -> None:
    """Each forbidden cell has a reason. [Twenty One 2, 3, 5, 8]"""
    match = start("A #5/-/-/-/-", "B 11/-/-/-/-", head="3 roll 0")
    assert match.why_not(0, 0, 0) == ("struck", {"color": "r", "number": 6}, "T-A8")
    assert match.why_not(0, 0, 1) == ("marked", {"color": "y", "number": 5}, "Twenty One 5")
    assert match.why_not(1, 0, 1) == ("marked", {"color": "k", "number": 5}, "Twenty One 5")
    assert match.why_not(0, 0, 2) == ("no_roll", {"color": "g", "number": 4}, "Twenty One 3")
    assert display.ways(match.raw.laid, match.raw.state, 0, 0, 2) == []
    expected = {"color": "y", "number": 5, "row": 2, "current": 1}
    assert match.why_not(0, 1, 0) == ("later_row", expected, "Twenty One 2")
    match.throw("w3 k1 r1 y1 g4 b2")
    assert match.why_not(0, 0, 2) == ("other_phase", {"color": "g", "number": 4, "phase": "reroll"}, "Twenty One 3")
    match.play(0, "keep")
    assert match.why_not(0, 0, 2) is None and match.ways(0, 0, 2) == [["g4"]]
    assert match.why_not(0, 0, 4) == ("too_high", {"color": "w", "number": 2, "die": 3}, "Twenty One 5")
    assert match.ways(0, 0, 4) == [] and display.ways(match.raw.laid, match.raw.state, 0, 0, 4) == []
    assert match.ways(0, 0, 5) == [["k1"]]
    assert refuse(match, 0, "w3 y1") == ("too_high", {"color": "w", "number": 2, "die": 3}, "Twenty One 5")
    match.play(0, "g4")
    assert match.why_not(0, 0, 2) == ("sealed", {"move": "g4"}, "")


def test_cells_tell_how_they_stand() -> None:
    """Written cells are marked, struck cells struck, later rows far. [Twenty One 2, 8]"""
    match = start("A 654321/#1/-/-/-", head="4 roll 0")
    rows = paperdice.view_of(match, 0)["sheets"][0]["rows"]
    assert [cell["state"] for cell in rows[0]["cells"]] == ["marked"] * 6
    assert [cell["state"] for cell in rows[1]["cells"]] == ["struck", "marked", "free", "free", "free", "free"]
    assert [cell["state"] for cell in rows[2]["cells"]] == ["far"] * 6
    assert [cell["written"] for cell in rows[1]["cells"]] == [None, 1, None, None, None, None]


def test_the_view_shows_what_would_be_written() -> None:
    """A markable cell names its die; rows have no color, no lock and no price. [Twenty One 5]"""
    match = filling("A 654321/-/-/-/-", "B 1/-/-/-/-", turn=2, roll="w2 k3 r6 y5 g6 b6")
    view = paperdice.view_of(match, 0)
    row = view["sheets"][0]["rows"][1]
    assert (row["color"], row["locked"], row["current"], row["score"]) == (None, False, True, 0)
    assert [cell["mark"] for cell in row["cells"]] == ["y5", None, "w2", "k3", None, None]
    assert [cell["number_now"] for cell in row["cells"]] == [5, None, 2, 3, None, None]
    assert not any(cell["goal"] for cell in row["cells"])
    assert view["pass"] is None and view["sheets"][0]["columns"] == []
    match.play(0, "w2 y5")
    row = paperdice.view_of(match, 0)["sheets"][0]["rows"][1]
    assert [cell["state"] for cell in row["cells"]] == ["sealed", "free", "sealed", "free", "free", "free"]


def test_a_finished_match_refuses_everything() -> None:
    """Nothing can be thrown or played, and the reason of each cell says so. [Twenty One 11]"""
    match = start(f"A {PERFECT}", "B 11111/-/-/-/-", head="5 over 1 w1 k1 r1 y1 g1 b1")
    with pytest.raises(MatchOverError):
        match.play(1, "x")
    with pytest.raises(MatchOverError):
        match.throw("w1 k1 r1 y1 g1 b1")
    assert match.why_not(1, 0, 5) == ("over", {"color": "g", "number": 1}, "Twenty One 11")
    assert match.choices(1) == () and match.acting == () and match.dice_wanted == () and match.active == 1


def test_only_the_active_seat_decides_on_the_second_throw() -> None:
    """The other seats act when the roll is final. [Twenty One 3, 4]"""
    match = Match(TWENTY_ONE, seats=2)
    match.throw(SARAHS_ROLL)
    with pytest.raises(WrongSeatError):
        match.play(1, "keep")
    assert refuse(match, 0, "x") == ("other_phase", {"phase": "reroll"}, "Twenty One 3")
    assert refuse(match, 0, "k1").id == "other_phase"


def test_only_the_dice_that_lie_can_be_written() -> None:
    """A die with another face is not a legal move. [Twenty One 5]"""
    match = new_match(SARAHS_ROLL)
    assert refuse(match, 0, "k2") == ("not_rolled", {"roll": SARAHS_ROLL}, "Twenty One 5")
    assert refuse(match, 0, "k1 b4").id == "not_rolled"
    assert refuse(match, 0, "keep").id == "other_phase"


def test_legal_moves_fill_any_buffer() -> None:
    """The moves are at the front of a used buffer, which is just large enough for the maximum."""
    out = np.full(rules.MAX_MOVES, 99, np.int64)
    match = Match(TWENTY_ONE, seats=1)
    match.throw("w1 k1 r1 y1 g1 b1")
    assert rules.legal_moves(match.raw.laid, match.raw.state, 0, out) == 1 and out[:2].tolist() == [0, 99]
    match.play(0, "keep")
    assert rules.legal_moves(match.raw.laid, match.raw.state, 0, out) == 64 and out.tolist() == list(range(64))


def test_codes_that_no_move_has_are_illegal() -> None:
    """`is_legal` accepts any number. [Twenty One 3, 7]"""
    match = Match(TWENTY_ONE, seats=2)
    laid, state = match.raw.laid, match.raw.state
    assert not rules.is_legal(laid, state, 0, 0)
    match.throw(SARAHS_ROLL)
    assert [code for code in range(-2, 70) if rules.is_legal(laid, state, 0, code)] == [0, 1]
    match.play(0, "keep")
    assert [code for code in range(-2, 70) if rules.is_legal(laid, state, 0, code)] == list(range(0, 63, 2))
    assert not rules.acts(state, 2)


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "w", "4", "W4", "w0", "w7", "w04", "w4 ", " w4", "w4  k1", "k1 w4", "k1 k1", "k1 k2", "o4", "-"),
        *("k1,b3", "Keep", "reroll w", "w4\n", "w４"),
    ],
)
def test_garbage_is_no_move(text: str) -> None:
    """A text that is no move of Twenty One cannot be read."""
    match = new_match(SARAHS_ROLL)
    with pytest.raises(NotationError):
        match.play(0, text)


def test_smaller_sheets_can_be_played() -> None:
    """A toy sheet may lack a color, and the tally has only its rows."""
    toy = Sheet("twenty_one", "toy", (Row(("r", "k"), (6, 1)), Row(("b",), (2,))))
    match = Match(TWENTY_ONE, seats=1, sheets=toy)
    match.throw("w1 k1 r6 y1 g1 b1")
    match.play(0, "keep")
    assert match.choices(0) == ("x", "k1", "r6", "k1 r6")
    assert refuse(match, 0, "b1") == ("color_not_in_row", {"color": "b"}, "Twenty One 5")
    match.play(0, "k1 r6")
    assert match.tally(0) == {"1": 10, "2": 0} and not match.over
    match.throw("w1 k1 r6 y1 g1 b1")
    match.play(0, "keep")
    match.play(0, "b1")
    assert match.over and match.scores == (11,)
