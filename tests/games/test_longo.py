"""Longo: the test cases of its specification, each named after its subject, and our rulings."""

from itertools import combinations
from pathlib import Path

import pytest

import paperdice
from paperdice import Match, NotationError, Reason, RecordError, read_position
from paperdice.sheet import Sheet
from tests import own_sheets
from tests.games.deeds import answer, refuse

LONGO = paperdice.find_game("longo")


def solo(seat: str, roll: str = "", head: str = "3 roll 0") -> Match:
    """Return a one-seat match on such a sheet after throwing these dice."""
    match = read_position(f"longo {head} | {seat}")
    if roll:
        match.throw(roll)
    return match


def whites(total: int) -> str:
    """Return a full roll whose white dice have this sum, and whose color dice show ones."""
    first = min(8, total - 1)
    return f"w{first} w{total - first} r1 y1 g1 b1"


def rows(match: Match, seat: int = 0) -> str:
    """Return the rows of a seat as written in a position."""
    return match.position().split(" | ")[1 + seat].split(" ")[1]


def lucky(match: Match, seat: int = 0) -> list[str]:
    """Return the lucky marks among the choices of a seat."""
    return [choice for choice in match.choices(seat) if choice.startswith("*")]


def test_the_dice_have_eight_faces_and_rows_fifteen_cells() -> None:
    """[Longo 1]"""
    assert [len(die.faces) for die in LONGO.dice] == [8] * 6
    for sheet in LONGO.sheets.values():
        assert [row.numbers for row in sheet.rows] == [tuple(range(2, 17))] * 2 + [tuple(range(16, 1, -1))] * 2
    match = Match(LONGO, 1)
    match.throw("w8 w8 r8 y1 g8 b8")
    assert match.choices(0) == ("-", "g16", "b16")


def test_the_last_but_one_locks_the_row() -> None:
    """Seven marks and the lock; the other goal is gone. [Longo 2, V-LO1, VX-LO1]"""
    match = solo("longo-1 11111.......1/-/-/- 0", "w8 w7 r1 y1 g1 b1")
    assert "r15" in match.choices(0)
    match.play(0, "r15")
    assert match.tally(0)["r"] == 36 and match.roll == "w8 w7 y1 g1 b1"
    assert refuse(match, 0, "r16").id == "locked"
    match.play(0, "-")
    assert match.dice_wanted == ("w", "w", "y", "g", "b")


def test_the_last_cell_locks_the_row_too() -> None:
    """[Longo 2]"""
    match = solo("longo-1 -/-/111111/- 0", "w1 w1 r8 y8 g8 b8")
    match.play(0, "g2")
    assert match.tally(0)["g"] == 36
    assert paperdice.view_of(match, None)["sheets"][0]["rows"][2]["locked_by"] == [0]


@pytest.mark.parametrize(("total", "text"), [(15, "r15"), (16, "r16")])
def test_both_goals_want_six_marks(total: int, text: str) -> None:
    """[Longo 2, V-LO2, VX-LO2]"""
    match = solo("longo-1 11111/-/-/- 0", whites(total))
    assert text not in match.choices(0)
    wanted: dict[str, str | int] = {"color": "r", "number": total, "needs": 6, "has": 5}
    assert refuse(match, 0, text) == Reason("needs_marks", wanted, "Longo 2")


def test_both_goals_are_shown_as_goals() -> None:
    """[Longo 2]"""
    row = paperdice.view_of(Match(LONGO, 1), 0)["sheets"][0]["rows"][3]
    assert [cell["number"] for cell in row["cells"] if cell["goal"]] == [3, 2]
    assert [cell["state"] for cell in row["cells"]][-3:] == ["free", "far", "far"]


def test_a_position_with_both_goals_cannot_arise() -> None:
    """[V-LO1]"""
    with pytest.raises(RecordError, match="lock without marks"):
        solo("longo-1 111111.......11/-/-/- 0")
    with pytest.raises(RecordError, match="lock without marks"):
        solo("longo-1 11111........1/-/-/- 0")


def test_a_lucky_sum_may_mark_the_next_cell_of_a_weakest_row() -> None:
    """Yellow and green have one mark each. [Longo 3, V-LO4, V-12, VX-LO3]"""
    match = solo("longo-1 .1.1/..1/1/1.1.1 0", whites(12))
    assert match.choices(0) == ("-", "r12", "y12", "g12", "*y5", "*g15")
    assert refuse(match, 0, "*r6").id == "not_fewest"
    assert refuse(match, 0, "*y6").id == "not_next"
    assert refuse(match, 0, "y5").id == "other_sum"
    match.play(0, "*y5")
    assert rows(match) == ".1.1/..11/1/1.1.1"


def test_a_lucky_mark_takes_the_place_of_the_sum() -> None:
    """One move, one mark; it avoids the miss, and it may be repeated. [Longo 3, V-LO3]"""
    match = Match(LONGO, 1)
    for cells in ("1", "11"):
        match.throw("w6 w6 r1 y1 g1 b1")
        answer(match, "*r2" if cells == "1" else "*y2")
        answer(match, "-")
        assert match.scores == (len(cells),)
    assert rows(match) == "1/1/-/-" and match.tally(0)["misses"] == 0


def test_a_lucky_mark_may_lock_a_row() -> None:
    """Red 15 comes next, after six marks. [Longo 3]"""
    match = solo("longo-1 .......111111/1111111/1111111/1111111 0", whites(6))
    assert lucky(match) == ["*r15"]
    match.play(0, "*r15")
    assert match.tally(0)["r"] == 36 and match.dice_wanted == () and match.roll == "w5 w1 y1 g1 b1"


def test_lucky_numbers_belong_to_a_seat_and_to_the_white_phase() -> None:
    """The others may only mark 12. [V-LO10, VX-LO4]"""
    match = Match(LONGO, 2, first=1)
    match.throw("w8 w4 r4 y4 g4 b4")
    assert lucky(match) == ["*r2", "*y2", "*g16", "*b16"]
    assert match.choices(1) == ("-", "r12", "y12", "g12", "b12")
    assert refuse(match, 1, "*r2").id == "not_lucky"
    answer(match, "*r2", "-")
    assert lucky(match, 1) == [] and refuse(match, 1, "*r2").id == "lucky_in_color"
    assert rows(match) == "1/-/-/-"


def test_fourteen_numbers_and_the_lock_are_worth_120() -> None:
    """[Longo 4, V-LO1, VX-LO5]"""
    assert solo("longo-1 11111111111111/-/-/- 0").tally(0)["r"] == 120
    assert solo("longo-1 1111111111111.1/-/-/- 0").tally(0)["r"] == 120
    assert LONGO.display.LOOK.points[-1] == 120


def test_locked_rows_do_not_compete_for_the_fewest_marks() -> None:
    """Red is empty here, but another seat has locked it. [V-LO5]"""
    other = "longo-2 111111.......1/-/-/- 0"
    match = read_position(f"longo 3 roll 0 | longo-1 -/1/11/11 0 | {other}")
    match.throw("w6 w6 y1 g1 b1")
    assert lucky(match) == ["*y3"]
    assert refuse(match, 0, "*r2").id == "locked"


def test_every_sheet_shows_another_pair_of_lucky_numbers() -> None:
    """All pairs of six numbers but one, and seat n is dealt sheet n + 1. [V-LO6, V-LO7]"""
    pairs = [sheet.extras.lucky for sheet in LONGO.sheets.values() if sheet.extras is not None]
    assert pairs[:5] == [(6, 12), (5, 7), (5, 11), (7, 13), (11, 13)]
    assert sorted(pairs) == sorted(set(combinations((5, 6, 7, 11, 12, 13), 2)) - {(7, 11)})
    assert Match(LONGO, 5).sheets == ("longo-1", "longo-2", "longo-3", "longo-4", "longo-5")
    assert Match(LONGO, 2, "longo-14").sheets == ("longo-14", "longo-14")
    assert not any(sheet.checked for sheet in LONGO.sheets.values())


def test_a_lucky_mark_that_is_the_sum_itself_is_listed_once() -> None:
    """[V-LO8]"""
    match = solo("longo-1 11/...1/11/11 0", whites(6))
    assert match.choices(0) == ("-", "r6", "y6", "g6", "b6")
    assert refuse(match, 0, "*y6").id == "lucky_is_sum"


def test_a_blocked_row_with_the_fewest_marks_leaves_no_lucky_mark() -> None:
    """Red has come to 14 with one mark. [V-LO9]"""
    match = solo("longo-1 ............1/11/11/11 0", whites(12))
    assert lucky(match) == []
    assert refuse(match, 0, "*r15").id == "needs_marks"
    assert refuse(match, 0, "*y4").id == "not_fewest"


def test_sheets_of_longo_are_dealt_together() -> None:
    """Also on a custom sheet, which has rows only. [V-6]"""
    assert Match(LONGO, 3, ("longo-9", "longo-2", "longo-9")).sheets == ("longo-9", "longo-2", "longo-9")
    classic = paperdice.find_game("qwixx").sheets["classic"]
    with pytest.raises(paperdice.SheetError, match="belongs to qwixx"):
        Match(LONGO, 1, classic)
    mixed = Match(LONGO, 2, [Sheet("longo", "mine", LONGO.sheets["longo-1"].rows), "longo-2"])
    mixed.throw("w3 w2 r1 y1 g1 b1")
    assert [lucky(mixed, seat) for seat in range(2)] == [[], ["*r2", "*y2", "*g16", "*b16"]]
    assert paperdice.read_record(mixed.record(sealed=False)).position() == mixed.position()


def test_an_owners_sheet_has_two_goals_and_no_lucky_numbers(tmp_path: Path) -> None:
    """[Longo 2, V-6]"""
    source = Path(paperdice.__file__).parent / "games" / "longo" / "sheets" / "longo-1.toml"
    file = tmp_path / "mine.toml"
    text = source.read_text("utf-8").partition("[extras]")[0]
    file.write_text(text.replace("r15", "?").replace("y15", "r15").replace("?", "y15"), encoding="utf-8")
    match = Match(LONGO, 1, paperdice.load_sheet(file))
    assert match.position() == f"longo 1 roll 0 | {own_sheets.LONGO.replace('mine=', 'longo-1=')} -/-/-/- 0"
    match = solo(f"{own_sheets.LONGO} 111111/11111/-/- 0", whites(15))
    assert refuse(match, 0, "r15") == Reason(
        "needs_marks", {"color": "r", "number": 15, "needs": 6, "has": 5}, "Longo 2"
    )
    match.play(0, "y15")
    assert match.roll == "w8 w7 y1 g1 b1" and match.tally(0) == {"r": 36, "y": 15, "g": 0, "b": 0, "misses": 0}


def test_moves_of_other_sheets_cannot_be_read() -> None:
    for text in ("ry5", "x1:r8", "r5>b", "r17", "*", "*w5", "y05"):
        with pytest.raises(NotationError, match=r"'\*y5'"):
            solo("longo-1 -/-/-/- 0", whites(5)).play(0, text)


def test_a_view_shows_the_lucky_numbers() -> None:
    lines = paperdice.view_of(Match(LONGO, 2), None)["sheets"][1]["lines"]
    assert lines == [{"name": "lucky", "cells": [{"text": "5", "state": "free"}, {"text": "7", "state": "free"}]}]
