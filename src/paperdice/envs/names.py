"""The names under which Gymnasium knows the games."""

from __future__ import annotations

import gymnasium

from paperdice.game import Game
from paperdice.games import GAMES

ENV_VERSION = 0


def env_name(game: Game) -> str:
    """Gives the name of a game's environment, which changes its version when anything that a learner sees does."""
    return f"paperdice/{game.name.title().replace('_', '')}-v{ENV_VERSION}"


def register_envs() -> None:
    """Makes the games known to `gymnasium.make` and `gymnasium.make_vec`; calling it again changes nothing."""
    for game in GAMES:
        if env_name(game) not in gymnasium.registry:
            gymnasium.register(
                env_name(game),
                entry_point="paperdice.envs.against_bots:SeatEnv",
                vector_entry_point="paperdice.envs.against_bots:BatchEnv",
                kwargs={"game": game.name},
            )
