"""`steady`, the strongest player that decides at once, and the opponents it is measured against."""

from __future__ import annotations

from paperdice.bots.casual import make_casual
from paperdice.bots.closed_form import CLOSED_FORM
from paperdice.fast.playout import Policy
from paperdice.game import Game


def make_steady(name: str, game: Game) -> Policy:
    """Gives the policy of this name for a game."""
    if name == "closed_form":
        return CLOSED_FORM
    return make_casual(game)
