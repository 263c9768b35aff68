"""The page plays a match without a server as the library plays it: what is seen, what is refused, and the record."""

from __future__ import annotations

from pathlib import Path

import pytest
from translator.modules import families

from paperdice.game import Game
from tests import own_sheets
from tests.sampling import WHOLE, budget
from tests.translator import courses, pads
from tests.translator.deals import batches, deals
from tests.translator.matches import play, play_in_node

EVERY = budget(7, 1)  # steps between two looks
MOST_ENTRIES = budget(25, 400)
MOST_CORRECTED_STEPS = budget(40, 200)


def own_deals(game: Game) -> list[list[str]]:
    return [[own_sheets.LONGO, "longo-1"]] if game.name == "longo" else []


def last(cases: list[list[str]]) -> list[list[str]]:
    """Two deals, or all of them in a long run."""
    return cases if WHOLE else cases[-2:]


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize("game", families(), ids=lambda game: game.key)
def test_a_match_without_a_server_goes_as_one_of_the_library(game: Game, modules: Path) -> None:
    """Views, choices, reasons, refusals and the record, after throws and sealed moves."""
    for some in batches(list(enumerate([*deals(game), *own_deals(game)]))):
        played = [play(game, sheets, seed, EVERY) for seed, sheets in some]
        seen = play_in_node(modules, [script for script, _ in played])
        assert seen == [expected for _, expected in played]


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize("game", families(), ids=lambda game: game.key)
def test_a_pad_without_a_server_goes_as_one_of_the_library(game: Game, modules: Path) -> None:
    """Views, entries that can be made, reasons, refusals, corrections and the record."""
    for some in batches(list(enumerate(last([*deals(game), *own_deals(game)])))):
        written = [pads.write(game, sheets, seed, MOST_ENTRIES) for seed, sheets in some]
        seen = play_in_node(modules, [script for script, _ in written], pads.PLAYER)
        assert seen == [expected for _, expected in written]


def test_what_may_be_marked_while_a_row_locks_is_the_same_without_a_server(modules: Path) -> None:
    """A pad of three seats in which others mark in rows that lock."""
    (game,) = [game for game in families() if game.key == "qwixx"]
    script, expected = pads.write(game, ["classic"] * 3, 1)
    assert play_in_node(modules, [script], pads.PLAYER) == [expected]


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize("game", families(), ids=lambda game: game.key)
def test_a_correction_without_a_server_has_the_same_consequences(game: Game, modules: Path) -> None:
    """What follows when an entry is put right: the match, what waits for its place, and what is asked again."""
    for some in batches(list(enumerate(last([*deals(game), *own_deals(game)])))):
        played = [courses.play(game, sheets, seed, MOST_CORRECTED_STEPS) for seed, sheets in some]
        seen = play_in_node(modules, [script for script, _ in played], courses.PLAYER)
        assert seen == [expected for _, expected in played]
