"""The translated library plays matches and pads as the library does: views, refusals and records agree."""

from __future__ import annotations

from pathlib import Path

import pytest
from translator.modules import families

from paperdice.game import Game
from tests import own_sheets
from tests.sampling import budget
from tests.translator.deals import batches, deals
from tests.translator.matches import play, play_in_node

EVERY = budget(9, 1)  # steps between two full comparisons
MOST_STEPS, MOST_PAD_STEPS = budget(110, 600), budget(30, 300)


def own_deals(game: Game) -> list[list[str]]:
    return [[own_sheets.LONGO, "longo-1"]] if game.name == "longo" else []


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize("game", families(), ids=lambda game: game.key)
def test_a_translated_match_goes_as_one_of_the_library(game: Game, modules: Path) -> None:
    """Views, choices, reasons, refusals, corrections, positions and the record, after each step, legal or not."""
    for some in batches(list(enumerate([*deals(game), *own_deals(game)]))):
        played = [play(game, sheets, seed, EVERY, MOST_STEPS, is_pad=False) for seed, sheets in some]
        for (script, expected), seen in zip(played, play_in_node(modules, [each for each, _ in played]), strict=True):
            assert (script["sheets"], seen) == (script["sheets"], expected)


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize("game", families(), ids=lambda game: game.key)
def test_a_translated_pad_goes_as_one_of_the_library(game: Game, modules: Path) -> None:
    """Views, possible entries, reasons, refusals, corrections and the record."""
    for some in batches(list(enumerate([*deals(game), *own_deals(game)]))):
        played = [play(game, sheets, seed, EVERY, MOST_PAD_STEPS, is_pad=True) for seed, sheets in some]
        for (script, expected), seen in zip(played, play_in_node(modules, [each for each, _ in played]), strict=True):
            assert (script["sheets"], seen) == (script["sheets"], expected)
