"""Position strings are short and complete, and invalid strings are refused."""

import re
from pathlib import Path

import pytest

import paperdice
from paperdice import RecordError, read_position

GOOD = "qwixx 7 white 0 w4 w1 r2 y6 g3 b6 | classic 1.11/.1/-/- 1 | mixx-a -/-/1/- 0"


def test_a_position_reads_back_to_itself() -> None:
    """A match can be continued from the parsed position."""
    match = read_position(GOOD)
    assert match.position() == GOOD
    assert (match.turn, match.phase, match.active, match.first) == (7, "white", 0, 0)
    assert match.scores == (2, 1)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "it starts with"),
        ("qwixx 7 white 0", "it starts with"),
        ("qwixx 7 | classic -/-/-/- 0", "it starts with"),
        (GOOD.replace("white", "fill"), "phase 'fill'"),
        (GOOD.replace("7 white 0", "7 white 2"), "active seat"),
        (GOOD.replace("7 white 0", "x white 0"), "turn is a number"),
        (GOOD.replace("7 white 0", "07 white 0"), "turn is a number"),
        (GOOD.replace("w4 w1", "w4"), "6 dice"),
        (GOOD.replace("r2", "r7"), "not a face of die r"),
        (GOOD.replace("b6 |", "b6 bogus=1 |"), "not known"),
        (GOOD.replace("b6 |", "b6 wrote=0 |"), "shortest form"),
        (GOOD.replace("1.11", "1.11."), "shortest form"),
        (GOOD.replace("1.11", "1.11........."), "11 cells"),
        (GOOD.replace("1.11", "1.z1"), "a cell of seat 0"),
        (GOOD.replace("1.11/", ""), "4 rows"),
        (GOOD.replace("/- 1", "/-"), "sheet, rows and misses"),
        (GOOD.replace("mixx-a", "mixx-q"), "unknown sheet"),
        (GOOD.replace("mixx-a", "mine=q2"), "a cell is"),
        (GOOD.replace("mixx-a", "mine=r2,r2"), "stands elsewhere"),
        (" | ".join([GOOD] + ["classic -/-/-/- 0"] * 4), "seats, not 6"),
        (GOOD.replace(" | ", "|"), "it starts with"),
    ],
)
def test_a_bad_position_says_what_is_wrong(text: str, why: str) -> None:
    """The error message contains the text and the reason."""
    with pytest.raises(RecordError, match=why) as caught:
        read_position(text)
    assert caught.value.reason.id == "bad_position"


def test_a_position_of_an_unknown_game() -> None:
    with pytest.raises(RecordError, match="chess"):
        read_position(GOOD.replace("qwixx", "chess"))


@pytest.mark.parametrize("text", [None, 3, b"qwixx"])
def test_a_position_is_a_text(text: object) -> None:
    with pytest.raises(RecordError, match="it is a text"):
        read_position(text)  # type: ignore[arg-type]


def test_a_position_holds_no_sealed_move() -> None:
    """A sealed move is only visible to its seat."""
    match = paperdice.Match(paperdice.find_game("qwixx"), seats=2)
    match.throw("w4 w1 r2 y6 g3 b6")
    before = match.position()
    match.play(0, "r5")
    assert match.position() == before


# The parts of a position around one seat of the page's tests.
AROUND = {
    "qwixx": "qwixx 8 roll 1 | {} | classic -/-/-/- 0",
    "twenty_one": "twenty_one 8 roll 1 | {} | B 341221/3343/-/-/-",
    "qwantum": "qwantum 8 roll 1 | {} | classic -/-/-/- 0",
    "sixto": "sixto 5 roll 0 idle=1 | {} | B -/-/-/-/-/-",
}


@pytest.mark.parametrize("game", AROUND)
def test_the_page_shows_how_each_game_writes_its_marks(game: str) -> None:
    page = (Path(__file__).parents[2] / "docs" / "notation.md").read_text("utf-8")
    rows = re.findall(rf"^\| {game} \| .*(?:number|cross|tick).* \| `(.+)` \| .+ \|$", page, re.MULTILINE)
    assert len(rows) == 1
    text = AROUND[game].format(rows[0])
    assert read_position(text).position() == text
