"""The setup, the observation and action spaces, and the reward options shared by all environments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from gymnasium.spaces import Box, Discrete

from paperdice.arena.setup import Setup, per_seat
from paperdice.errors import SetupError
from paperdice.game import Game

# The bounds of the numbers in an observation.
LOWEST, HIGHEST = -1000, 10_000
REWARDS = ("win", "points")
# The options that Gymnasium and PettingZoo may pass to `reset`; they are ignored.
ResetOptions = Mapping[str, object] | None


def make_setup(
    game: str, seats: int, bots: Sequence[str], sheets: str | Sequence[str] | None, first: int | None, reward: str
) -> Setup:
    """Validate the arguments of an environment and return its setup.

    In `bots`, the learners' seats contain `random` as a placeholder.

    Raises:
        SetupError: An argument is invalid.
    """
    if reward not in REWARDS:
        raise SetupError(f"a reward is {' or '.join(REWARDS)}, not {reward!r}")
    if reward == "win" and seats == 1:
        raise SetupError("a solo match cannot be won: choose reward='points'")
    if first is not None and not 0 <= first < seats:
        raise SetupError(f"first must be a seat from 0 to {seats - 1}, not {first!r}")
    dealt = (sheets,) if isinstance(sheets, str) else tuple(sheets or ())
    return Setup(game, seats, tuple(bots), 0, per_seat(dealt, seats), -1 if first is None else first)


def observation_space(game: Game) -> Box:
    """Return the space of observations: arrays of small integers, in the order of `OBSERVED` in the game's rules."""
    return Box(LOWEST, HIGHEST, (game.rules.N_OBSERVED,), np.int16)


def action_space(game: Game) -> Discrete:
    """Return the action space, which consists of move codes. Code 0 passes, strikes a cell or keeps the dice."""
    return Discrete(game.rules.N_CODES)
