"""What all environments share: the deal, the spaces, and how a match is rewarded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from gymnasium.spaces import Box, Discrete

from paperdice.arena.setup import Setup, spread
from paperdice.errors import SetupError
from paperdice.game import Game

# Every number that a learner sees lies between these.
LOWEST, HIGHEST = -1000, 10_000
REWARDS = ("win", "points")
# What Gymnasium and PettingZoo may hand to `reset`; nothing here listens to it.
Options = Mapping[str, object] | None


def make_setup(
    game: str, seats: int, bots: Sequence[str], sheets: str | Sequence[str] | None, first: int | None, reward: str
) -> Setup:
    """Gives the checked deal; whoever sits in a learner's seat counts as `random`."""
    if reward not in REWARDS:
        raise SetupError(f"a reward goes by {' or by '.join(REWARDS)}, not by {reward!r}")
    if reward == "win" and seats == 1:
        raise SetupError("alone there is nothing to win: choose reward='points'")
    if first is not None and not 0 <= first < seats:
        raise SetupError(f"first is a seat from 0 to {seats - 1}, not {first!r}")
    dealt = (sheets,) if isinstance(sheets, str) else tuple(sheets or ())
    return Setup(game, seats, tuple(bots), 0, spread(dealt, seats), -1 if first is None else first)


def observation_space(game: Game) -> Box:
    """Gives the space of flat observations: small whole numbers in the order of the game's OBSERVED."""
    return Box(LOWEST, HIGHEST, (game.rules.N_OBSERVED,), np.int16)


def action_space(game: Game) -> Discrete:
    """Gives the space of move codes; 0 is the quiet move."""
    return Discrete(game.rules.N_CODES)
