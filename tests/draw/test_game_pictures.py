"""The examples on the pages of the games match the output of their program, and the tallies beside them are right."""

import re
import runpy
from pathlib import Path

import pytest

from paperdice import GAMES, read_position
from paperdice.game import Game

DOCS = Path(__file__).parents[2] / "docs"
PROGRAM = runpy.run_path(str(DOCS / "pictures" / "make.py"))


def test_the_committed_pictures_are_those_of_the_program() -> None:
    """Otherwise run `python docs/pictures/make.py` and review the changes."""
    drawn = PROGRAM["draw_examples"]()
    kept = {file.name: file.read_text("utf-8") for file in (DOCS / "pictures" / "games").iterdir()}
    assert sorted(kept) == sorted(drawn)
    assert [name for name in kept if kept[name] != drawn[name]] == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_game_shows_a_sheet_a_decision_and_an_end(game: Game) -> None:
    page = (DOCS / "games" / f"{game.name}.md").read_text("utf-8")
    shown = re.findall(r"(?m)^!\[.+\]\(\.\./pictures/games/(.*)\)$", page)
    assert shown == [f"{game.name}-{part}.svg" for part in ("sheet", "turn", "end")]
    example = PROGRAM["EXAMPLES"][game.name]
    assert len(read_position(example.turn).choices(0)) > 1 and read_position(example.end).over


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_tally_on_a_page_is_that_of_the_end(game: Game) -> None:
    """Part by part; for Sixto the rows and the columns together."""
    page = (DOCS / "games" / f"{game.name}.md").read_text("utf-8")
    match = read_position(PROGRAM["EXAMPLES"][game.name].end)
    for seat, name in enumerate(PROGRAM["NAMES"]):
        told = re.findall(rf"(?m)^\| {name} \| (.*) \|$", page)[0].replace("\N{MINUS SIGN}", "-").split(" | ")
        parts = list(match.tally(seat).values())
        if game.name == "sixto":
            parts = [sum(parts[:6]), sum(parts[6:])]
        assert [int(number) for number in told] == [*parts, match.scores[seat]]
