"""Whole matches by the kernels that play them, as plain Python: every index is within its array."""

import numpy as np
import pytest

import paperdice
from paperdice.bots.casual import make_casual
from paperdice.fast.batch import Batch
from paperdice.fast.playout import RANDOM, Playout
from paperdice.game import Game
from tests.fast.test_playout import replay
from tests.sampling import sample

SHEETS = [(game.name, name) for game in paperdice.GAMES for name in game.sheets]
# One of each game, and the sheets of the Qwixx family with their own ways to mark.
ALWAYS = [
    *[("qwixx", name) for name in ("classic", "mixx-a", "double-a", "bonus-a", "bonus-b", "big-points", "x-change")],
    *[("twenty_one", "A"), ("qwantum", "classic"), ("sixto", "A"), ("longo", "longo-1")],
]


@pytest.mark.sampled
@pytest.mark.parametrize(("name", "sheet"), sample(SHEETS, 14, always=ALWAYS))
def test_random_matches_keep_to_their_arrays(name: str, sheet: str) -> None:
    """They equal the matches that the rules play."""
    game = paperdice.find_game(name)
    seats = game.seats[len(sheet) % len(game.seats)]
    playout = Playout(game, [game.sheets[sheet]] * seats, [RANDOM] * seats)
    (result,) = playout.play(seed=9, start=1, number=1)
    match = replay(game, seats, playout, 9, 1, sheet)
    assert match.over
    assert list(match.scores) == result["scores"][:seats].tolist()


@pytest.mark.parametrize("game", paperdice.GAMES, ids=lambda game: game.name)
def test_a_learner_and_a_beginner_keep_to_their_arrays(game: Game) -> None:
    """The learner plays its last legal move, then restarts, then plays an illegal one."""
    sheets = [game.sheets[name] for name in game.deal(2)]
    batch = Batch(game, sheets, [RANDOM, make_casual(game.on(sheets))], learner=0, number=2)
    batch.reset(3)
    for _ in range(12):
        actions = [np.flatnonzero(mask)[-1] for mask in batch.masks]
        batch.step(np.array(actions))
    assert (batch.rewards >= -1).all()
    batch.step(np.array([-1, game.rules.N_CODES]))
    assert (batch.ends.tolist(), batch.rewards.tolist()) == ([False, True], [0.0, -1.0])
