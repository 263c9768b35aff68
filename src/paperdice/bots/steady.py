"""`steady`, the strongest player that decides at once, game by game."""

from __future__ import annotations

from paperdice.bots.casual import make_casual
from paperdice.fast.playout import Policy
from paperdice.game import Game


def make_steady(game: Game, seats: int, patient: bool) -> Policy:
    """Gives the policy for a game and a number of seats; an impatient caller does not wait for tables to be built."""
    if game.name == "qwixx":
        from paperdice.bots.steady_qwixx import make_steady_qwixx

        return make_steady_qwixx(seats, patient)
    if game.name == "twenty_one":
        from paperdice.bots.steady_twenty_one import make_steady_twenty_one

        return make_steady_twenty_one(seats)
    if game.name == "sixto":
        from paperdice.bots.steady_sixto import make_steady_sixto

        return make_steady_sixto(seats)
    if game.name == "qwantum":
        from paperdice.bots.qwantum.steady import make_steady as make_steady_qwantum

        return make_steady_qwantum(seats)
    return make_casual(game)
