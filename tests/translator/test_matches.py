"""The page plays a match without a server as the library plays it: what is seen, what is refused, and the record."""

from __future__ import annotations

from pathlib import Path

import pytest
from translator.modules import families, sheets_of

from paperdice.game import Game
from tests import own_sheets
from tests.translator import courses, pads
from tests.translator.lockstep import write_modules
from tests.translator.matches import play, play_in_node

MOST_STEPS = 150
MOST_ENTRIES = 40


def deals(game: Game) -> list[list[str]]:
    """One and two seats, then all; `tests/long` plays every sheet with every number of seats to the end."""
    names = list(sheets_of(game))
    if game.printing is None:
        return [names[:1], names[-1:] * 2, (names * game.seats[-1])[: game.seats[-1]]]
    own = [[own_sheets.LONGO, "longo-1"]] if game.name == "longo" else []
    return [*([name] * (1 + place % 2) for place, name in enumerate(names[::3])), *own]


@pytest.mark.slow
@pytest.mark.parametrize("game", families(), ids=lambda game: game.key)
def test_a_match_without_a_server_goes_as_one_of_the_library(game: Game, tmp_path: Path) -> None:
    """Views, choices, reasons, refusals and the record, after every throw and every sealed move."""
    write_modules(tmp_path, game, is_checked=True)
    played = [play(game, sheets, seed, MOST_STEPS // len(sheets)) for seed, sheets in enumerate(deals(game))]
    seen = play_in_node(tmp_path, [script for script, _ in played])
    assert seen == [expected for _, expected in played]


@pytest.mark.slow
@pytest.mark.parametrize("game", families(), ids=lambda game: game.key)
def test_a_pad_without_a_server_goes_as_one_of_the_library(game: Game, tmp_path: Path) -> None:
    """Views, entries that can be made, reasons, refusals, corrections and the record."""
    write_modules(tmp_path, game, is_checked=True)
    written = [pads.write(game, sheets, seed, MOST_ENTRIES) for seed, sheets in enumerate(deals(game)[-2:])]
    seen = play_in_node(tmp_path, [script for script, _ in written], pads.PLAYER)
    assert seen == [expected for _, expected in written]


@pytest.mark.slow
@pytest.mark.parametrize("game", families(), ids=lambda game: game.key)
def test_a_correction_without_a_server_has_the_same_consequences(game: Game, tmp_path: Path) -> None:
    """What follows when an entry is put right: the match, what waits for its place, and what is asked again."""
    write_modules(tmp_path, game, is_checked=True)
    played = [courses.play(game, sheets, seed) for seed, sheets in enumerate(deals(game)[-2:])]
    seen = play_in_node(tmp_path, [script for script, _ in played], courses.PLAYER)
    assert seen == [expected for _, expected in played]
