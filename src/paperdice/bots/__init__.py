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

import math
from typing import Protocol

from paperdice.errors import Reason, SetupError, UnknownBotError
from paperdice.game import Game
from paperdice.games import find_game
from paperdice.view import Plain

BOTS = ("random", "casual", "steady", "expert")
BENCHMARK_BOTS = {"qwixx": ("closed_form", "evolved")}
DEFAULT_BUDGET_MS = 100
PREFIX = "cmd:"


class Bot(Protocol):
    """Whatever can answer for a seat."""

    def choose(self, view: Plain) -> str:
        """Gives one of the choices of a view."""


def is_outside(name: str) -> bool:
    """Tells whether a bot of this name is a program of its own."""
    return name.startswith(PREFIX)


def bot_names(game: Game) -> tuple[str, ...]:
    """Names the bots that play this game, the levels first, then opponents for measuring."""
    return BOTS + BENCHMARK_BOTS.get(game.name, ())


def check_bot(name: str, game: Game) -> None:
    """Raises `UnknownBotError` unless this bot plays this game; a program of one's own is called `cmd:PROGRAM ARGS`."""
    if is_outside(name):
        from paperdice.bots.process_bot import split_command  # starts programs, so only when asked for

        split_command(name)
    elif name not in bot_names(game):
        known = ", ".join(bot_names(game))
        reason = Reason("unknown_bot", {"bot": str(name), "game": game.name})
        raise UnknownBotError(f"unknown bot {name!r} for {game.name}; known are {known} and cmd:PROGRAM", reason)


def check_budget(budget_ms: float, playouts: int | None = None) -> None:
    """Raises `SetupError` unless a bot can decide within this budget."""
    for given in (budget_ms, 1 if playouts is None else playouts):
        if not (given > 0 and math.isfinite(given)):
            reason = Reason("bad_budget", {"budget": str(given)})
            raise SetupError(f"a bot needs a budget above 0, not {given:g}", reason)


def is_policy(name: str) -> bool:
    """Tells whether a bot is one compiled policy, so that whole matches of it run in compiled code."""
    return name != "expert" and not is_outside(name)


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
    check_budget(budget_ms, playouts)
    if is_outside(name):
        from paperdice.bots.process_bot import OutsideBot

        return OutsideBot(name, game, seed, budget_ms)
    if name == "expert":
        from paperdice.bots.search.expert import ExpertBot  # compiled, so only when asked for

        return ExpertBot(game, seed, budget_ms, playouts, patient)
    from paperdice.bots.policy_bot import InstantBot  # compiled, so only when asked for

    return InstantBot(name, game, seed, patient)
