"""The names under which environments are registered with Gymnasium."""

from __future__ import annotations

import gymnasium

from paperdice.game import Game
from paperdice.games import GAMES

ENV_VERSION = 0


def env_name(game: Game) -> str:
    """Return the name of a game's environment. Its version changes when observations or move codes change."""
    return f"paperdice/{game.name.title().replace('_', '')}-v{ENV_VERSION}"


def register_envs() -> None:
    """Register the games for `gymnasium.make` and `gymnasium.make_vec`; repeated calls have no effect."""
    for game in GAMES:
        if env_name(game) not in gymnasium.registry:
            gymnasium.register(
                env_name(game),
                entry_point="paperdice.envs.against_bots:SeatEnv",
                vector_entry_point="paperdice.envs.against_bots:BatchEnv",
                kwargs={"game": game.name},
            )
