"""Policies for those who do not wait: tables are built in the background while a stand-in plays."""

from __future__ import annotations

import threading

from paperdice.bots.registry import find_offer, find_policy
from paperdice.bots.search.expert import ExpertBot
from paperdice.dice import SeededDice
from paperdice.fast.playout import Policy
from paperdice.game import Game
from paperdice.match import Match

_builders: dict[tuple[str, int], threading.Thread] = {}


def find_policy_at_once(name: str, game: Game, seats: int) -> Policy:
    """The policy of a bot as far as it is ready, else what stands in for it."""
    offer, key = find_offer(game), (game.name, seats)
    if name != "steady" or offer.stand_in is None or (key not in _builders and offer.is_ready(seats)):
        return find_policy(name, game, seats)
    if key not in _builders:
        _builders[key] = threading.Thread(target=_prepare, args=(game, seats), daemon=True)
        _builders[key].start()
    return offer.stand_in() if _builders[key].is_alive() else find_policy(name, game, seats)


def _prepare(game: Game, seats: int) -> None:
    """Builds the tables and lets `expert` decide once, so that what uses them is compiled and nobody has to wait."""
    match = Match(game, seats)
    match.throw(SeededDice(0))
    ExpertBot(find_policy, 0, 1.0, 1).decide(match.snapshot(), 0)
