"""A table hosted by the translated flow agrees with Python: events, refusals, facts, notices, views and records."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest
from translator.modules import families
from translator.table import EXTERNALS

from paperdice.game import Game
from tests.sampling import budget
from tests.translator.deals import batches, deals
from tests.translator.tables import play, play_in_node

# The number of tables for each of six families of rules.
N_TABLES = budget(34, 834)
N_STEPS = budget(36, 60)
EVERY = 20


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize("game", families(), ids=lambda game: game.key)
def test_a_table_of_a_device_goes_as_one_of_a_server(game: Game, modules: Path) -> None:
    """Commands of several seats, legal or not: moves, moves taken back, corrections, pads, rematches, bots, clocks."""
    known = deals(game)
    for some in batches([(seed, known[seed % len(known)]) for seed in range(N_TABLES)]):
        played = [play(game, sheets, seed, N_STEPS, EVERY) for seed, sheets in some]
        for (script, expected), seen in zip(played, play_in_node(modules, [each for each, _ in played]), strict=True):
            assert (script["wish"], seen) == (script["wish"], expected)


def test_what_a_device_has_instead_stands_for_functions_that_are_there() -> None:
    assert [name for module, name in EXTERNALS if not hasattr(import_module(module), name)] == []
