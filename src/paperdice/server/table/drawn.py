"""Which games can be played at a table: those that the page draws."""

from __future__ import annotations

from paperdice.errors import Reason, SetupError
from paperdice.game import Game
from paperdice.games import find_game

# The library plays them, but the page has no sheet for them yet.
NOT_DRAWN = frozenset({"longo"})


def find_drawn_game(name: str) -> Game:
    """Gives the game of this name, or refuses it if the page does not draw it yet."""
    game = find_game(name)
    if game.name in NOT_DRAWN:
        raise SetupError(f"the page does not draw {game.name} yet", Reason("not_on_page", {"game": game.title}))
    return game
