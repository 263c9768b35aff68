"""A table hosted by the translated flow agrees with Python: events, refusals, facts, notices, views and records."""

from __future__ import annotations

from collections import Counter
from importlib import import_module
from pathlib import Path

import pytest
from translator.modules import families
from translator.table import EXTERNALS

from paperdice.game import Game
from tests.sampling import budget
from tests.translator.deals import batches, deals
from tests.translator.tables import BEGINNINGS, play, play_in_node

# The number of tables for each of six families of rules.
N_TABLES = budget(68, 834)
N_STEPS = budget(20, 60)
# How often each of these has to happen at the tables of a family, so that they are compared.
LEAST = {
    "again_asked": 1,
    "asked_again": 3,
    "asked_first": 1,
    "bot": 10,
    "ended": 12,
    "held": 12,
    "listed": 3,
    "locked": 2,
    "pad_ended": 3,
    "position": 5,
    "next_of_several": 3,
    "next_opened": 12,
    "reopened": 2,
    "roll_refused": 1,
    "taken_back": 1,
}


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize("game", families(), ids=lambda game: game.key)
def test_a_table_of_a_device_goes_as_one_of_a_server(game: Game, modules: Path) -> None:
    """Commands of several seats, legal or not: moves, corrections, pads, next matches, bots, clocks."""
    known, counts = deals(game), Counter[str]()
    # Each deal meets each beginning.
    cases = [(seed, known[(seed + seed // len(BEGINNINGS)) % len(known)]) for seed in range(N_TABLES)]
    for some in batches(cases):
        played = [play(game, sheets, seed, N_STEPS) for seed, sheets in some]
        counts.update(kind for table in played for kind in table.counts.elements())
        for table, seen in zip(played, play_in_node(modules, [table.script for table in played]), strict=True):
            for step, expected, found in zip([None, *table.steps], table.seen, seen, strict=True):
                assert (step, found) == (step, expected)
    assert {kind: counts[kind] for kind, least in LEAST.items() if counts[kind] < least} == {}


def test_what_a_device_has_instead_stands_for_functions_that_are_there() -> None:
    assert [name for module, name in EXTERNALS if not hasattr(import_module(module), name)] == []
