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
from functools import cache
from typing import cast

from paperdice.bots.eager import EagerBot
from paperdice.bots.levels import LEVELS, MIRROR, find_level, model_of
from paperdice.bots.making import Bot as Bot
from paperdice.bots.making import PositionBot as PositionBot
from paperdice.bots.making import make_own_bot
from paperdice.bots.process_bot import PREFIX, ProcessBot, split_command
from paperdice.bots.registry import BENCHMARKS
from paperdice.bots.simple import SimpleBot
from paperdice.bots.warming import INSTANT
from paperdice.errors import Reason, SetupError, UnknownBotError, suggest
from paperdice.game import Game
from paperdice.games import find_game
from paperdice.match import Match
from paperdice.view import view_of

BOTS = ("random", "casual", "steady", "expert")
# All that can be had wherever people play.
PLAYERS = (*BOTS, *LEVELS, MIRROR)
DEFAULT_BUDGET_MS = 100


def ask(bot: Bot, match: Match, seat: int) -> str:
    """What a bot plays for a seat of a match: by its position if that is all it needs, else by the seat's view."""
    if not _knows_positions(type(bot)):
        return bot.choose(view_of(match, seat))
    return cast(PositionBot, bot).decide(match.snapshot(), seat)


@cache
def _knows_positions(kind: type) -> bool:
    """Tells whether bots of a class need no view; looking through protocols takes too long to do it each time."""
    return callable(getattr(kind, "decide", None))


def is_outside(name: str) -> bool:
    """Tells whether a bot of this name is a program of its own."""
    return name.startswith(PREFIX)


def bot_names(game: Game) -> tuple[str, ...]:
    """Names the bots that play this game, then opponents for measuring."""
    return PLAYERS + BENCHMARKS.get(game.key, ())


def league_names(game: Game) -> tuple[str, ...]:
    """Names the bots that a league is about if none are named: not the levels, which are made of them."""
    return BOTS + BENCHMARKS.get(game.key, ())


def check_bot(name: object, game: Game) -> None:
    """Raises `UnknownBotError` unless this bot plays this game; a program of one's own is called `cmd:PROGRAM ARGS`."""
    if isinstance(name, str) and is_outside(name):
        split_command(name)
    elif not (isinstance(name, str) and (name in bot_names(game) or find_level(name) is not None)):
        known = suggest(name, bot_names(game))
        reason = Reason("unknown_bot", {"bot": str(name), "game": game.name})
        raise UnknownBotError(f"unknown bot {name!r} for {game.name}; {known} and cmd:PROGRAM", reason)


def check_budget(budget_ms: object, playouts: object = None) -> None:
    """Raises `SetupError` unless a bot can decide within this budget."""
    for given in (budget_ms, 1 if playouts is None else playouts):
        if not isinstance(given, int | float) or not (given > 0 and math.isfinite(given)):
            reason = Reason("bad_budget", {"budget": str(given)})
            shown = f"{given:g}" if isinstance(given, int | float) else repr(given)
            raise SetupError(f"a bot needs a budget above 0, not {shown}", reason)


def is_policy(name: str) -> bool:
    """Tells whether a bot is one compiled policy, so that whole matches of it run in compiled code."""
    return model_of(name) != "expert" and not is_outside(name)


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
    A bot is compiled when it first plays, which can take a minute: one that is not `patient` plays simply meanwhile.
    """
    game = game if isinstance(game, Game) else find_game(game)
    check_bot(name, game)
    check_budget(budget_ms, playouts)
    if is_outside(name):
        return ProcessBot(name, game, seed, budget_ms)
    if patient:
        return make_own_bot(name, seed, budget_ms, playouts)
    if name in INSTANT:
        return SimpleBot(name, seed)
    return EagerBot(name, lambda: make_own_bot(name, seed, budget_ms, playouts).decide)
