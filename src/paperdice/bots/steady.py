"""`steady`, the strongest player that decides at once, game by game."""

from __future__ import annotations

from paperdice.bots.casual import make_casual
from paperdice.fast.playout import Policy
from paperdice.game import Game


def make_steady(game: Game, seats: int, patient: bool) -> Policy:
    """Gives the policy for a game and a number of seats; an impatient caller does not wait for tables to be built."""
    if game.name == "qwixx":
        from paperdice.bots.qwixx.steady import make_steady_qwixx

        return make_steady_qwixx(seats, patient)
    if game.name == "twenty_one":
        from paperdice.bots.twenty_one import steady as twenty_one

        return twenty_one.make_steady(seats)
    if game.name == "sixto":
        from paperdice.bots.sixto import steady as sixto

        return sixto.make_steady(seats)
    if game.name == "qwantum":
        from paperdice.bots.qwantum.steady import make_steady as make_steady_qwantum

        return make_steady_qwantum(seats)
    return make_casual(game)
