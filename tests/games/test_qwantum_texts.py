"""Qwantum: the texts of cells and moves."""

import pytest

import paperdice
from paperdice import Match, NotationError, WrongSeatError, read_position
from paperdice.texts import say
from tests.games.deeds import refuse
from tests.games.qwantum_rolls import EMPTY, LINUS, ROW, SARAH, roll

QWANTUM = paperdice.find_game("qwantum")


def test_every_cell_says_why_not() -> None:
    """Before the throw, in another seat's phase and in the reroll nothing can be marked. [Qwantum 3, 5]"""
    match = Match(QWANTUM, seats=2)
    assert match.why_not(0, 0, 0) == ("no_roll", {"color": "p", "cell": 1}, "Qwantum 3")
    match.throw(SARAH)
    assert match.why_not(0, 3, 0) == ("other_phase", {"color": "y", "cell": 1, "phase": "reroll"}, "Qwantum 3")
    assert match.why_not(1, 1, 0) == ("not_acting", {"color": "b", "cell": 1}, "Qwantum 5")
    match.play(0, "keep")
    assert match.why_not(0, 0, 0) is None
    assert match.why_not(1, 0, 0) == ("not_acting", {"color": "p", "cell": 1}, "Qwantum 5")
    match.play(0, "p6")
    assert match.why_not(1, 0, 0) == ("picked", {"color": "p", "cell": 1}, "Qwantum 6")
    assert match.why_not(1, 2, 0) is None


def test_the_ways_are_the_white_die_and_those_of_the_color() -> None:
    """[Qwantum 4]"""
    match = roll(Match(QWANTUM, seats=1), SARAH)
    assert [match.ways(0, row, 0) for row in range(4)] == [
        [["w3", "p3"]],
        [["w3", "b4", "b6"]],
        [["w3", "r1", "r2"]],
        [["w3", "y5"]],
    ]
    assert roll(Match(QWANTUM, seats=1), LINUS).ways(0, 0, 0) == [["w3"]]


def test_the_view_shows_rows_columns_and_sums() -> None:
    """A page can draw the sheet from this data. [Qwantum 1, 8]"""
    view = paperdice.view_of(roll(read_position(f"qwantum 9 roll 0 | classic 5,14/-/-/- 1 | {EMPTY}")), 0)
    sheet = view["sheets"][0]
    assert [row["color"] for row in sheet["rows"]] == ["p", "b", "r", "y"]
    assert [row["score"] for row in sheet["rows"]] == [None] * 4
    assert not any(row["locked"] or row["current"] or row["locked_by"] for row in sheet["rows"])
    assert sheet["misses"] == 1 and sheet["max_misses"] == 5
    cells = sheet["rows"][0]["cells"]
    assert [cell["state"] for cell in cells] == ["marked", "marked", "free", "far", "far", "far"]
    assert [cell["written"] for cell in cells] == [5, 14, None, None, None, None]
    assert not any(cell["goal"] or cell["hit"] or cell["number"] for cell in cells)
    first = sheet["rows"][1]["cells"][0]
    assert (first["state"], first["mark"], first["number_now"]) == ("markable", "b13", 13)


# Texts


@pytest.mark.parametrize(
    "text", ["", "p", "6", "p0", "p34", "p06", "P6", "g6", "w3", "p6 r6", "reroll", "reroll ", "reroll 52", "reroll 11"]
)
def test_garbage_is_not_read(text: str) -> None:
    match = roll(Match(QWANTUM, seats=1), SARAH)
    with pytest.raises(NotationError) as caught:
        match.play(0, text)
    assert caught.value.reason == ("unreadable", {"text": text}, "")


def test_a_move_of_another_phase_is_refused() -> None:
    """Pick and share accept marks and passes, the reroll dice. [Qwantum 3, 5]"""
    match = Match(QWANTUM, seats=2)
    for text in ("keep", "-", "r6"):
        with pytest.raises(WrongSeatError):
            match.play(0, text)
    match.throw(SARAH)
    for text in ("-", "r6", "y1"):
        assert refuse(match, 0, text) == ("other_phase", {"phase": "reroll"}, "Qwantum 3")
    match.play(0, "keep")
    assert refuse(match, 0, "r7") == ("other_sums", {"sums": "r6 y8 b13 p6"}, "Qwantum 4")
    with pytest.raises(WrongSeatError):
        match.play(1, "r6")


def test_every_reason_has_a_sentence() -> None:
    """Each refusal of a move has a sentence."""
    match = roll(read_position(f"qwantum 60 roll 0 | classic {ROW}/5,8,12,16/20/- 0"))
    told = [say(refuse(match, 0, text)) for text in ("p6", "b14", "r6")]
    assert told == [
        "The purple row is full. [Qwantum 1]",
        "The dice make r6 y8 b13 p6: write one of them, or pass. [Qwantum 4]",
        "6 is not above 20: up to the thick line the numbers of a row rise. [Qwantum 2]",
    ]
