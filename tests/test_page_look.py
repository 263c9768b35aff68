"""Pictures and page draw the same sheet: strokes, pips, fonts and the look of each game agree."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from paperdice import GAMES
from paperdice.draw import strokes, svg
from paperdice.game import Game
from tests.palette import TOKENS

WEB = Path(__file__).parents[1] / "web" / "src"


def read_list(file: str, name: str) -> list[str]:
    """Return the strings of a constant of the page."""
    text = (WEB / file).read_text("utf-8")
    found = re.search(rf"(?s)const {name}\b[^=]*= (\[.*?\]|\".*?\");", text)
    assert found, name
    return re.findall(r"\"([^\"]*)\"", found[1])


def test_the_pen_writes_as_on_the_page() -> None:
    file = "parts/sheet/strokes.tsx"
    assert list(strokes.DIGITS) == read_list(file, "DIGITS")
    assert list(strokes.CROSSES) == read_list(file, "CROSSES")
    assert list(strokes.PENCIL_CROSSES) == read_list(file, "PENCIL_CROSSES")
    assert [strokes.RING, strokes.SLASH] == read_list(file, "RING") + read_list(file, "SLASH")


def test_icons_and_pips_are_those_of_the_page() -> None:
    icons = dict(re.findall(r"(\w+): \"(M[^\"]*)\"", (WEB / "parts/Icon.tsx").read_text("utf-8")))
    drawn = {"lock": strokes.LOCK, "open": strokes.OPEN_LOCK, "check": strokes.CHECK, "crown": strokes.CROWN}
    assert drawn == {name: icons[name] for name in drawn}
    die = (WEB / "parts/dice/Die.tsx").read_text("utf-8")
    block = die.split("PIPS")[1].split("};")[0]
    pips = {
        int(number): tuple((float(x), float(y)) for x, y in re.findall(r"\[([\d.]+), ([\d.]+)\]", places))
        for number, places in re.findall(r"(?s)(\d): (\[.*?\n?\s*\]),\n(?=\s+\d:|$)", block + "\n")
    }
    assert pips == strokes.PIPS
    assert re.findall(r"r=\"([\d.]+)\"", die) == [str(strokes.PIP_RADIUS)]
    assert [float(turn) for turn in re.findall(r"-?[\d.]+", die.split("TURNS = [")[1].split("]")[0])] == list(
        strokes.TURNS
    )


def test_the_font_is_that_of_the_page() -> None:
    assert re.findall(r"--font: (.*);", TOKENS.read_text("utf-8")) == [svg.FONT]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_sheet_is_described_as_on_the_page(game: Game) -> None:
    """Locks, footnote, mixed dice, dice on their rows, the ridge and the marks that open goals."""
    look = game.display.LOOK
    folder = WEB / "games" / game.name
    table = (folder / "table.tsx").read_text("utf-8")
    for other in re.findall(r"\.\.\.(\w+),", table):  # entries reused from another game's table
        table += (WEB / "games" / other / "table.tsx").read_text("utf-8")
    assert re.findall(r"hasLocks: (\w+)", table) == [str(look.has_locks).lower()]
    assert re.findall(r"areMixed: (\w+)", table) == [str(look.mixed_dice).lower()]
    assert re.findall(r"lieOnRows: (\w+)", table) == [str(look.head == "die").lower()]
    assert re.findall(r"footnote: \"(.*?)\"", table) == ([look.footnote] if look.footnote else [])
    assert re.findall(r"const RIDGE = (\d+)", table) == ([str(look.ridge)] if look.ridge else [])
    goals = [str(look.marks_to_goals)] if look.marks_to_goals else []
    assert re.findall(r"const MARKS_TO_GOALS = (\d+)", table) == goals
    assert ("Columns," in table) == bool(look.columns) and (not look.columns or f't("{look.columns}")' in table)
