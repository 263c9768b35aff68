"""The Qwixx family: the test cases of its specification, each named after its subject, and our rulings."""

import numpy as np
import pytest

import paperdice
from paperdice import Match, Reason, read_position, view_of
from paperdice.games.qwixx.family import marks
from paperdice.sheet import Extras
from tests.games.deeds import answer, refuse

QWIXX = paperdice.find_game("qwixx")
EMPTY = {
    "bonus-a": "bonus-a -/-/-/- 0 strip=-",
    "big-points": "big-points -/-/-/- 0 ry=- gb=-",
    "x-change": "x-change -/-/-/- 0 swap=-",
}
STEPS = [f"steps-{letter}" for letter in "abcde"]
CHAINS = [f"chain-{letter}" for letter in "abcde"]


def solo(seat: str, roll: str = "", head: str = "3 roll 0") -> Match:
    """Return a one-seat match on such a sheet after throwing these dice."""
    match = read_position(f"qwixx {head} | {seat}")
    if roll:
        match.throw(roll)
    return match


def whites(total: int) -> str:
    """Return a full roll whose white dice have this sum, and whose color dice show ones."""
    first = min(6, total - 1)
    return f"w{first} w{total - first} r1 y1 g1 b1"


def offered(match: Match, color: str, seat: int = 0) -> tuple[str, ...]:
    """Return the choices of a seat that begin with a color."""
    return tuple(choice for choice in match.choices(seat) if choice.startswith(color))


def extras_of(name: str) -> Extras:
    """Return everything on a sheet besides its rows."""
    extras = QWIXX.sheets[name].extras
    assert extras is not None
    return extras


def rows(match: Match, seat: int = 0) -> str:
    """Return the rows of a seat as written in a position."""
    return match.position().split(" | ")[1 + seat].split(" ")[1]


# Double A


def test_the_last_number_takes_a_second_mark() -> None:
    """It does not move the row's place. [Double A 3, 4, VX-DA1]"""
    match = solo("double-a 111/-/-/- 0", whites(4))
    assert offered(match, "r") == ("r4",)
    match.play(0, "r4")
    assert rows(match) == "112/-/-/-" and match.tally(0)["r"] == 10
    match.play(0, "-")
    match.throw(whites(5))
    assert offered(match, "r") == ("r5",)


def test_boxes_left_of_the_last_mark_are_lost() -> None:
    """[Double A 4, V-DA1, VX-DA2]"""
    match = solo("double-a .11/-/-/- 0", whites(3))
    assert offered(match, "r") == ()
    assert refuse(match, 0, "r3") == Reason("marked", {"color": "r", "number": 3}, "Double A 4")


def test_a_number_takes_two_marks_at_most() -> None:
    """[Double A 3, V-DA4, VX-DA3]"""
    match = solo("double-a ..2/-/-/- 0", whites(4))
    assert offered(match, "r") == ()
    assert refuse(match, 0, "r4") == Reason("marked", {"color": "r", "number": 4}, "Double A 1")


def test_double_sheets_want_seven_marks_before_the_goal() -> None:
    """[Double A 5, VX-DA4]"""
    match = solo("double-a 222/-/-/- 0", whites(12))
    assert offered(match, "r") == ()
    wanted: dict[str, str | int] = {"color": "r", "number": 12, "needs": 7, "has": 6}
    assert refuse(match, 0, "r12") == Reason("needs_marks", wanted, "Double A 5")
    match = solo("double-a 2221/-/-/- 0", whites(12))
    match.play(0, "r12")
    assert match.tally(0)["r"] == 45


def test_the_goal_has_no_second_box() -> None:
    """A row with everything has 22 marks, of which 16 count. [Double A 1, 6, 7, VX-DA5]"""
    match = solo("double-a 22222222221/-/-/- 0", "w6 w6 y1 g1 b1")
    assert offered(match, "r") == () and match.tally(0)["r"] == 136
    assert (refuse(match, 0, "r11").rule, refuse(match, 0, "r12").rule) == ("Double A 1", "Qwixx 2")


def test_a_locked_row_takes_no_second_mark() -> None:
    """[Double A 7]"""
    match = read_position("qwixx 3 roll 0 | double-a 1/-/-/- 0 | double-a 2221......1/-/-/- 0")
    match.throw("w1 w1 y1 g1 b1")
    assert refuse(match, 0, "r2") == Reason("marked", {"color": "r", "number": 2}, "Double A 7")


def test_a_second_mark_spares_the_miss() -> None:
    """[V-2, V-DA3, VX-DA6]"""
    match = solo("double-a 1/-/-/- 0", whites(2))
    answer(match, "r2")
    answer(match, "-")
    assert match.tally(0) == {"r": 3, "y": 0, "g": 0, "b": 0, "misses": 0}


def test_a_number_may_be_marked_twice_in_one_turn() -> None:
    """By the white sum, and again by a white and the color die. [V-DA2]"""
    match = Match(QWIXX, 1, "double-a")
    match.throw("w3 w4 r4 y1 g1 b1")
    match.play(0, "r7")
    assert "r7" in match.choices(0)
    match.play(0, "r7")
    assert rows(match) == ".....2/-/-/-"


# Double B


def test_a_cell_with_two_marks_is_one_marked_cell() -> None:
    """Count what statistics use: marked cells, locks, misses and strikes."""
    _, _, laid, state = solo("double-a 2221/1/-/- 2").raw
    counted = np.zeros(4, np.int64)
    QWIXX.on([QWIXX.sheets["double-a"]]).rules.count_events(laid, state, 0, counted)
    assert counted.tolist() == [5, 0, 2, 0]


def test_double_cells_count_twice() -> None:
    """[Double B 1, 2, V-DB1, V-DB2, VX-DB1]"""
    assert solo("double-b .1/-/-/- 0").tally(0)["r"] == 3
    assert solo("double-b -/-/.1/- 0").tally(0)["g"] == 1
    assert solo("double-b -/-/..1/- 0").tally(0)["g"] == 3
    assert [cell for cell in extras_of("double-b").weights if cell[0] == "b"] == ["b10", "b8", "b6", "b4"]


def test_double_cells_count_twice_towards_the_goal() -> None:
    """[Double B 3, VX-DB2]"""
    match = solo("double-b .1.1...1/-/-/- 0", whites(12))
    assert offered(match, "r") == () and refuse(match, 0, "r12").rule == "Double B 3"
    match = solo("double-b .1.1...11/-/-/- 0", whites(12))
    match.play(0, "r12")
    assert match.tally(0)["r"] == 45


def test_a_whole_row_of_double_b_is_worth_136() -> None:
    """[Double B 3, VX-DB3]"""
    assert solo("double-b -/11111111111/-/- 0").tally(0)["y"] == 136


# Bonus A


def test_a_framed_cell_marks_the_next_cell_of_the_strips_color() -> None:
    """[Bonus A 2, VX-BA1]"""
    match = solo(EMPTY["bonus-a"], whites(3))
    match.play(0, "r3")
    assert match.position().endswith("bonus-a .11/-/-/- 0 strip=1")


def test_a_framed_cell_reached_by_the_strip_goes_on() -> None:
    """[Bonus A 3, V-7, VX-BA2]"""
    match = solo("bonus-a ...1/-/-/- 0 strip=-", whites(8))
    view = paperdice.view_of(match, 0)
    assert view["sheets"][0]["rows"][1]["cells"][6]["also"] == ["r6", "y9"]
    match.play(0, "y8")
    assert match.position().endswith("bonus-a ...11/......11/-/- 0 strip=11")


def test_a_strip_mark_that_cannot_be_made_lapses() -> None:
    """The field stays used. [V-BA2, VX-BA3]"""
    match = solo("bonus-a .....11..1/-/-/- 0 strip=-", whites(5))
    match.play(0, "y5")
    assert match.position().endswith("bonus-a .....11..1/...1/-/- 0 strip=1")


def test_a_strip_mark_may_lock_a_row() -> None:
    """All red fields of every strip are then crossed out. [Bonus A 4, 5, V-BA3, V-BA4, VX-BA4]"""
    match = read_position(f"qwixx 3 roll 0 | bonus-a ..11.11..1/-/-/- 0 strip=- | {EMPTY['bonus-a']}")
    match.throw(whites(5))
    answer(match, "y5", "g5")
    assert rows(match) == "..11.11..11/...1/-/-" and match.tally(0)["r"] == 28
    assert match.phase == "color" and match.roll == "w4 w1 y1 g1 b1"
    for sheet in paperdice.view_of(match, None)["sheets"]:
        strip = sheet["lines"][0]["cells"]
        assert [strip[field]["state"] for field in (5, 8)] == ["locked", "locked"]


def test_the_strip_skips_the_colors_of_locked_rows() -> None:
    """[Bonus A 5, VX-BA5]"""
    match = read_position(f"qwixx 3 roll 0 | {EMPTY['bonus-a']} | bonus-a 1.11.11...1/-/-/- 0 strip=-")
    match.throw("w4 w1 y1 g1 b1")
    answer(match, "y5", "-")
    assert match.position().split(" | ")[1] == "bonus-a -/...11/-/- 0 strip=.1"


def test_a_lock_by_a_strip_mark_can_end_the_match() -> None:
    """There is no color phase then. [V-3, VX-BA6]"""
    match = read_position("qwixx 3 roll 0 | bonus-a ..11.11..1/-/-/- 0 strip=- | bonus-a -/-/1.111.1...1/- 0 strip=-")
    match.throw("w4 w1 r1 y1 b1")
    answer(match, "y5", "-")
    assert match.over and match.end_reason == "locks"


def test_a_strip_that_has_run_out_gives_nothing() -> None:
    """Its fields are used by hand. [V-BA5]"""
    match = solo(EMPTY["bonus-a"], whites(3))
    match.raw.state.used[0, :] = 1
    match.play(0, "r3")
    assert rows(match) == ".1/-/-/-"


# Bonus B


def test_the_notched_square_marks_every_row() -> None:
    """[Bonus B 2, V-BB5, VX-BB1]"""
    match = solo("bonus-b -/.....1/-/- 0", whites(7))
    match.play(0, "b7")
    assert rows(match) == "1/.....11/1/.....11"


def test_the_circle_marks_twice_in_the_weakest_row_of_the_players_choice() -> None:
    """[Bonus B 2, V-BB1, V-BB2, V-BB7, VX-BB2]"""
    match = solo("bonus-b 111/111......1/1/11 0", whites(9))
    assert match.choices(0) == ("-", "r9", "g9>g", "g9>b", "b9")
    circle = next(cell for cell in view_of(match, 0)["sheets"][0]["rows"][2]["cells"] if cell["number"] == 9)
    assert (circle["also"], circle["targets"]) == (["g8", "g7"], {"g": ["g8", "g7"], "b": ["b10", "b9"]})
    assert refuse(match, 0, "g9").id == "target_wanted"
    assert refuse(match, 0, "g9>r").id == refuse(match, 0, "b9>g").id == "no_such_target"
    match.play(0, "g9>b")
    assert rows(match) == "111/111......1/1..1/1111"


def test_rewards_at_the_end_count_from_the_moment_they_are_won() -> None:
    """[V-9, V-10, V-BB6, VX-BB3]"""
    match = solo("bonus-b ....1.1/.1/....1.11/..111...1 2")
    parts = {"r": 3, "y": 1, "g": 6, "b": 10, "misses": 0, "square": 1, "octagon": 13}
    assert match.tally(0) == parts and match.scores == (34,)
    assert solo("bonus-b -/-/-/- 2").tally(0) == {"r": 0, "y": 0, "g": 0, "b": 0, "misses": -10}


def test_with_the_star_misses_cost_nothing_but_still_end_the_match() -> None:
    """[Bonus B 4, VX-BB4]"""
    match = solo("bonus-b -/.1/.......1/- 3", whites(2))
    assert paperdice.view_of(match, 0)["pass"] == {"cost": 0, "nth": 4, "of": 4, "now": False}
    answer(match, "-")
    answer(match, "-")
    assert match.end_reason == "misses" and match.tally(0)["misses"] == 0


def test_marks_of_a_reward_win_further_rewards() -> None:
    """The circle sends marks to red 6 and 7, and with blue 4 the octagon is won. [V-BB4, V-BB8, VX-BB5]"""
    match = solo("bonus-b ..11/111......1/11/11......1 0", whites(9))
    match.play(0, "g9")
    assert rows(match).split("/")[0] == "..1111" and match.tally(0)["octagon"] == 13


def test_a_reward_that_marks_both_cells_of_a_circle_wins_it_once() -> None:
    """The notched square marks yellow 11 and green 9; the circle then marks green 8 and 7. [V-BB4, V-BB5]"""
    match = solo("bonus-b 1.11/.1.1.11.1/.11/.1.11 0", whites(7))
    match.play(0, "b7")
    assert rows(match) == "1.111/.1.1.11.11/.11111/.1.1111"


def test_a_circle_won_by_another_reward_asks_too() -> None:
    """Blue 7 completes the notched square, which marks green 9. [V-BB9]"""
    match = solo("bonus-b 1/.....1...1/..1/- 0", whites(7))
    assert match.choices(0) == ("-", "r7", "g7", "b7>r", "b7>y", "b7>g", "b7>b")
    match.play(0, "b7>r")
    assert rows(match) == "1111/.....1...1/..11/.....11"


def test_a_circle_can_win_the_notched_square() -> None:
    """Its marks reach blue 7 after yellow 7. [V-BB4]"""
    match = solo("bonus-b 111/111..1...1/11/...1 0", whites(9))
    match.play(0, "g9")
    assert rows(match) == "1111/111..1...11/11.11/...1111"


def test_a_blocked_row_competes_and_lets_its_marks_lapse() -> None:
    """Red has reached 11 with three marks, too few for the goal. [V-BB3, V-BB7, V-BB8]"""
    match = solo("bonus-b .......1.1/111......1/11/111 0", whites(9))
    assert offered(match, "g") == ("g9",)
    match.play(0, "g9")
    assert rows(match).split("/")[0] == ".......1.1"


def test_a_circle_without_an_open_row_gives_nothing() -> None:
    """Such a position cannot be played on to, so the rows are locked by hand. [V-BB9]"""
    match = solo("bonus-b -/111......1/11/- 0", whites(9))
    match.raw.state.locked[[0, 1, 3]] = 1
    match.raw.state.written[0, 2, 10] = 1
    laid, state = match.raw.laid, match.raw.state
    before = state.written.copy()
    marks.mark_fewest(laid, state, 0, 0)
    assert (state.written == before).all()


# Connected A


@pytest.mark.parametrize("name", STEPS)
def test_every_steps_sheet_has_one_step_a_column_a_row_apart(name: str) -> None:
    """[Connected A 3, VX-CA1]"""
    sheet = QWIXX.sheets[name]
    places = {
        cell: row
        for row, printed in enumerate(sheet.rows)
        for cell, number in enumerate(printed.numbers)
        if f"{printed.colors[cell]}{number}" in extras_of(name).steps
    }
    assert sorted(places) == list(range(11)) and len(extras_of(name).steps) == 11
    assert {abs(places[cell] - places[cell + 1]) for cell in range(10)} == {1}
    assert not sheet.checked and sheet.source


def test_steps_are_a_fifth_line() -> None:
    """[Connected A 2, V-10, VX-CA2]"""
    match = solo("steps-e 1..1..1/.1.....1/..1/- 0")
    assert match.tally(0) == {"r": 6, "y": 3, "g": 1, "b": 0, "misses": 0, "steps": 15} and match.scores == (25,)


def test_the_lock_is_no_step() -> None:
    """[Connected A 2, VX-CA3]"""
    match = solo("steps-a -/.11111....1/-/- 0")
    assert match.tally(0)["steps"] == 3 and match.tally(0)["y"] == 28


def test_eleven_steps_are_worth_66() -> None:
    """[Connected A 2, VX-CA4]"""
    match = solo("steps-a .....1/1...1.1/.1.1...1.1/..1.....1 0")
    assert match.tally(0)["steps"] == 55
    assert solo("steps-a .....1/1...1.111.1/.1.1...1.1/..1.....1 0").tally(0)["steps"] == 66


# Connected B


def test_the_partner_of_a_paired_cell_is_marked_with_it() -> None:
    """Skipped cells are lost. [Connected B 2, V-CB1, VX-CB1]"""
    match = solo("chain-a -/-/-/- 0", whites(6))
    match.play(0, "r6")
    assert rows(match) == "....1/....1/-/-"
    match.play(0, "-")
    match.throw(whites(5))
    assert offered(match, "y") == ()


def test_a_partner_left_of_the_last_mark_is_marked_too() -> None:
    """[Connected B 2, V-CB5, VX-CB2]"""
    match = solo("chain-a -/.......1/-/- 0", whites(6))
    match.play(0, "r6")
    assert rows(match) == "....1/....1..1/-/-" and match.tally(0)["y"] == 3
    assert match.raw.state.next_cell[0, 1] == 8


def test_a_partner_in_a_locked_row_counts_without_a_lock() -> None:
    """[V-CB6, V-CB7, VX-CB3]"""
    match = read_position("qwixx 3 roll 0 | chain-a -/-/-/- 0 | chain-a -/1.11.1.1..1/-/- 0")
    match.throw("w3 w3 r1 g1 b1")
    answer(match, "r6", "-")
    assert match.tally(0)["y"] == 1


def test_a_pair_that_is_marked_gives_nothing_more() -> None:
    """[V-CB4, VX-CB4]"""
    assert offered(solo("chain-a ....1/....1/-/- 0", whites(6)), "y") == ()


def test_a_partner_counts_towards_the_goal() -> None:
    """[V-CB2, VX-CB5]"""
    match = solo("chain-a -/-/1.1.11/- 0", whites(8))
    match.play(0, "y8")
    match.play(0, "-")
    match.throw(whites(2))
    assert offered(match, "g") == ("g2",)


@pytest.mark.parametrize("name", CHAINS)
def test_every_chain_sheet_pairs_twelve_cells_between_the_ends(name: str) -> None:
    """[Connected B 1, V-CB3, VX-CB6]"""
    sheet = QWIXX.sheets[name]
    cells = [cell for pair in extras_of(name).pairs for cell in pair]
    assert len(cells) == len(set(cells)) == 12
    ends = {f"{row.colors[cell]}{row.numbers[cell]}" for row in sheet.rows for cell in (0, 10)}
    assert not ends & set(cells)


# Big Points


def test_a_bonus_cell_wants_a_marked_neighbor() -> None:
    """[Big Points 2, V-4, V-BP3, V-12, VX-BP1]"""
    match = solo("big-points ...1/-/-/- 0 ry=- gb=-", whites(5))
    assert match.choices(0) == ("-", "y5", "g5", "b5", "ry5")
    assert refuse(match, 0, "gb5").id == "no_neighbor"


def why(match: Match, row: int, cell: int) -> str | None:
    """Return why a cell cannot be marked; lines are numbered after the last row."""
    reason = match.why_not(0, row, cell)
    return None if reason is None else reason.id


def test_cells_outside_of_the_rows_tell_why_they_cannot_be_marked() -> None:
    match = solo("big-points 1..1/-/-/- 0 ry=1 gb=-")
    assert [why(match, 4, cell) for cell in range(3)] == ["marked", "no_roll", "no_roll"]
    match.throw(whites(5))
    assert [why(match, 4, cell) for cell in (0, 3, 4)] == ["marked", None, "other_sum"]
    assert why(match, 5, 7) == "no_neighbor" and match.ways(0, 4, 3) == []
    match.play(0, "ry5")
    assert why(match, 4, 1) == "skipped" and why(match, 4, 4) == "no_neighbor"
    with pytest.raises(paperdice.IllegalMoveError):
        match.why_not(0, 6, 0)
    ended = solo("big-points -/-/-/- 3 ry=- gb=-", whites(5))
    answer(ended, "-")
    answer(ended, "-")
    assert why(ended, 4, 0) == "over"
    assert why(solo(EMPTY["bonus-a"]), 4, 0) == "strip_field"


def test_swap_fields_tell_why_they_cannot_be_used() -> None:
    """[X-Change 2, 3, 4]"""
    match = solo("x-change .1/-/-/- 2 swap=3")
    assert [why(match, 4, field) for field in (0, 2, 3)] == ["swap_lost", "swap_lost", "swap_field"]
    match.throw(whites(8))
    assert [why(match, 4, field) for field in (0, 3, 5)] == ["swap_lost", "other_field", "swap_field"]
    answer(match, "-")
    assert [why(match, 4, field) for field in (0, 3)] == ["swap_lost", "swap_in_color"]
    answer(match, "-")
    match.throw(whites(8))
    answer(match, "-")
    answer(match, "-")
    assert match.over and why(match, 4, 3) == "over"


def test_lucky_numbers_tell_why_they_bring_nothing() -> None:
    """[Longo 3, V-LO10]"""
    match = read_position("longo 3 roll 0 | longo-1 -/-/-/- 3")
    assert why(match, 4, 0) == "lucky_number"
    for roll, told in (("w4 w4 r1 y1 g1 b1", "not_lucky"), ("w6 w6 r1 y1 g1 b1", "lucky_number")):
        thrown = match.copy()
        thrown.throw(roll)
        assert why(thrown, 4, 1) == told
    answer(thrown, "-")
    assert why(thrown, 4, 1) == "lucky_in_color"
    answer(thrown, "-")
    assert why(thrown, 4, 1) == "over"


def test_a_cell_that_a_swap_field_marks_is_not_refused() -> None:
    """It shows the move; the plain mark of it is still refused by the dice. [X-Change 2]"""
    match = solo("x-change .1/-/-/- 0 swap=-", whites(8))
    cells = paperdice.view_of(match, 0)["sheets"][0]["rows"][0]["cells"]
    red_five, red_six, red_four = cells[3], cells[4], cells[2]
    assert match.why_not(0, 0, 3) is None and match.why_not(0, 0, 4) is None
    assert (red_five["mark"], red_five["state"], red_five["why"]) == ("x1:r5", "markable", None)
    assert (red_six["mark"], red_six["number_now"], red_six["ways"]) == ("x6:r6", 6, [])
    assert red_four["mark"] is None and why(match, 0, 2) == "other_sum" and why(match, 0, 0) == "skipped"
    assert refuse(match, 0, "r5").id == "other_sum"
    match.play(0, "x1:r5")
    assert match.position().endswith("x-change .1.1/-/-/- 0 swap=1")
    assert why(match, 0, 4) == "other_color_sum"


def test_a_cell_that_luck_marks_is_not_refused() -> None:
    """[Longo 3]"""
    match = read_position("longo 3 roll 0 | longo-1 1..1/..1/1/111 0 | longo-2 -/-/-/- 0")
    match.throw("w6 w6 r1 y1 g1 b1")
    cells = paperdice.view_of(match, 0)["sheets"][0]["rows"][1]["cells"]
    assert match.why_not(0, 1, 3) is None and (cells[3]["mark"], cells[3]["state"]) == ("*y5", "markable")
    assert why(match, 1, 4) == "other_sum" and why(match, 0, 4) == "other_sum"
    assert match.why_not(1, 1, 0) is not None and refuse(match, 0, "y5").id == "other_sum"
    match.play(0, "*y5")
    sealed = paperdice.view_of(match, 0)["sheets"][0]["rows"][1]["cells"][3]
    assert (sealed["state"], sealed["mark"]) == ("sealed", "*y5")


def test_another_seats_turn_closes_bonus_cells() -> None:
    seat = "big-points ...1/-/-/- 0 ry=- gb=-"
    match = read_position(f"qwixx 3 roll 1 | {seat} | {seat}")
    match.throw(whites(5))
    match.play(0, "-")
    assert match.why_not(0, 4, 3) == paperdice.errors.Reason("sealed", {"move": "-"})
    match.play(1, "-")
    assert why(match, 4, 3) == "not_acting"


def test_a_color_die_wants_the_neighbor_of_its_own_color() -> None:
    """[Big Points 2, V-BP1, VX-BP2]"""
    match = solo("big-points -/.1/-/- 0 ry=- gb=-", "w1 w6 r2 y1 g6 b6")
    match.play(0, "-")
    assert "r3" in match.choices(0) and "ry3" not in match.choices(0)
    match = solo("big-points -/.1/-/- 0 ry=- gb=-", "w1 w6 r1 y2 g6 b6")
    match.play(0, "-")
    assert "ry3" in match.choices(0)


def test_bonus_rows_go_from_left_to_right() -> None:
    """[Big Points 3, VX-BP3]"""
    match = solo("big-points 1111/-/-/- 0 ry=...1 gb=-", whites(4))
    assert offered(match, "ry") == () and refuse(match, 0, "ry4").id == "skipped"
    match = solo("big-points 1111/-/-/- 0 ry=...1 gb=-", whites(5))
    assert refuse(match, 0, "ry5").id == "marked"


def test_bonus_marks_count_in_both_rows() -> None:
    """[Big Points 6, VX-BP4]"""
    match = solo("big-points 1111111/11111/-/- 0 ry=111 gb=-")
    assert (match.tally(0)["r"], match.tally(0)["y"]) == (55, 36)


def test_a_color_of_big_points_counts_fifteen_marks_at_most() -> None:
    """[Big Points 6, VX-BP5]"""
    assert solo("big-points 11111111111/-/-/- 0 ry=111111 gb=-").tally(0)["r"] == 120


def test_bonus_marks_do_not_help_to_lock() -> None:
    """[Big Points 4, VX-BP6]"""
    match = solo("big-points 1111/-/-/- 0 ry=111 gb=-", whites(12))
    assert (refuse(match, 0, "r12").id, refuse(match, 0, "r12").rule) == ("needs_marks", "Qwixx 8")


def test_bonus_cells_outlive_a_lock() -> None:
    """[Big Points 4, 5, V-2, V-BP4, V-BP5, VX-BP7]"""
    seat = "big-points -/-/-/.....1 0 ry=- gb=-"
    match = read_position(f"qwixx 3 roll 0 | {seat} | big-points -/-/11111.....1/- 0 ry=- gb=-")
    match.throw("w1 w1 r1 y1 b6")
    answer(match, "-", "-")
    answer(match, "gb7")
    assert match.tally(0) == {"r": 0, "y": 0, "g": 1, "b": 3, "misses": 0}


def test_a_neighbor_marked_in_the_white_phase_serves_in_the_color_phase() -> None:
    """[V-BP2]"""
    match = solo(EMPTY["big-points"], "w3 w4 r4 y1 g1 b1")
    match.play(0, "r7")
    assert "ry7" in match.choices(0)


# X-Change


def test_a_swap_field_changes_the_white_sum() -> None:
    """Fields left of it are lost. [X-Change 2, 3, V-XC1, VX-XC1]"""
    match = solo(EMPTY["x-change"], whites(11))
    plain = ("-", "r11", "y11", "g11", "b11")
    swaps = tuple(f"x{field}:{color}{number}" for field, number in ((3, 3), (8, 9)) for color in "rygb")
    assert match.choices(0) == plain + swaps
    match.play(0, "x3:r3")
    assert match.position().endswith("x-change .1/-/-/- 0 swap=3")


def test_a_swap_field_left_of_the_last_one_is_lost() -> None:
    """[X-Change 3, V-XC2, VX-XC2]"""
    match = solo("x-change .1/-/-/- 0 swap=3", whites(8))
    assert refuse(match, 0, "x1:r5").id == "swap_lost"
    assert offered(match, "x") == ("x6:r6", "x6:y6", "x6:g6", "x6:b6")


def test_swaps_go_both_ways() -> None:
    """[X-Change 2, V-XC4, VX-XC3]"""
    match = solo(EMPTY["x-change"], whites(3))
    assert offered(match, "x") == tuple(f"x{f}:{c}{n}" for f, n in ((3, 11), (5, 10)) for c in "rygb")
    assert refuse(match, 0, "x4:r4").id == "other_swap"


@pytest.mark.parametrize("total", [2, 12])
def test_no_swap_shows_the_ends(total: int) -> None:
    """[V-XC3, VX-XC4]"""
    assert offered(solo(EMPTY["x-change"], whites(total)), "x") == ()


def test_there_is_no_swap_in_the_color_phase() -> None:
    """[X-Change 4, V-XC4]"""
    match = solo(EMPTY["x-change"], whites(11))
    match.play(0, "-")
    assert offered(match, "x") == () and refuse(match, 0, "x3:r3").id == "swap_in_color"


def test_a_swap_marks_by_the_usual_rules() -> None:
    """[X-Change 2]"""
    match = solo("x-change .11/-/-/- 0 swap=-", whites(11))
    assert refuse(match, 0, "x3:r3").id == "marked"
    assert refuse(solo("x-change ..11/-/-/- 0 swap=-", whites(11)), 0, "x3:r3").id == "skipped"
    locked = read_position("qwixx 3 roll 0 | x-change -/-/-/- 0 swap=- | x-change 11111.....1/-/-/- 0 swap=-")
    locked.throw("w5 w6 y1 g1 b1")
    assert refuse(locked, 0, "x3:r3").id == "locked"
