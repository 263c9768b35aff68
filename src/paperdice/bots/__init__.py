"""Bots: each sees what a seat may see, and picks one of its choices.

>>> import paperdice
>>> game = paperdice.find_game("qwixx")
>>> match = paperdice.Match(game, seats=2)
>>> match.throw("w4 w1 r2 y6 g3 b6")
>>> bot = paperdice.make_bot("random", game, seed=1)
>>> bot.choose(paperdice.view_of(match, 0)) in match.choices(0)
True
"""

from __future__ import annotations

from typing import Protocol

from paperdice.errors import Reason, SetupError, UnknownBotError
from paperdice.game import Game
from paperdice.games import find_game
from paperdice.view import Plain

BOTS = ("random", "casual", "steady", "expert")
BENCHMARK_BOTS = {"qwixx": ("closed_form", "evolved")}
DEFAULT_BUDGET_MS = 100


class Bot(Protocol):
    """Whatever can answer for a seat."""

    def choose(self, view: Plain) -> str:
        """Gives one of the choices of a view."""


def bot_names(game: Game) -> tuple[str, ...]:
    """Names the bots that play this game, the levels first, then opponents for measuring."""
    return BOTS + BENCHMARK_BOTS.get(game.name, ())


def check_bot(name: str, game: Game) -> None:
    """Raises `UnknownBotError` unless this bot plays this game."""
    if name not in bot_names(game):
        known = ", ".join(bot_names(game))
        reason = Reason("unknown_bot", {"bot": str(name), "game": game.name})
        raise UnknownBotError(f"unknown bot {name!r} for {game.name}; known are {known}", reason)


def make_bot(
    name: str,
    game: Game | str,
    seed: int = 0,
    budget_ms: float = DEFAULT_BUDGET_MS,
    playouts: int | None = None,
    patient: bool = True,
) -> Bot:
    """Gives a bot by name, reproducible from its seed.

    `budget_ms` bounds each decision in time; `playouts` bounds it in work instead, where a run must be reproducible.
    Some bots build a table when they first play, which takes a minute: an impatient one plays a little worse meanwhile.
    """
    game = find_game(game) if isinstance(game, str) else game
    check_bot(name, game)
    if not budget_ms > 0 or (playouts is not None and playouts < 1):
        reason = Reason("bad_budget", {"budget": str(budget_ms if playouts is None else playouts)})
        raise SetupError(f"a bot needs a budget above 0, not {budget_ms if playouts is None else playouts}", reason)
    if name == "expert":
        from paperdice.bots.expert import ExpertBot  # compiled, so only when asked for

        return ExpertBot(game, seed, budget_ms, playouts, patient)
    from paperdice.bots.instant import InstantBot  # compiled, so only when asked for

    return InstantBot(name, game, seed, patient)
