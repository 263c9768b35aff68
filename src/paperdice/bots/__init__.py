"""Bots, which choose a move for a seat based on its view of the match.

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

from paperdice.bots.bot import Bot as Bot
from paperdice.bots.bot import PositionBot as PositionBot
from paperdice.bots.bot import RandomBot
from paperdice.bots.casual import CasualBot
from paperdice.bots.levels import LEVELS, MIRROR, find_level, model_of
from paperdice.bots.process_bot import PREFIX, ProcessBot, split_command
from paperdice.bots.registry import BENCHMARKS
from paperdice.errors import Reason, SetupError, UnknownBotError, suggest
from paperdice.game import Game
from paperdice.games import find_game
from paperdice.match import Match
from paperdice.view_builder import view_of

BOTS = ("random", "casual", "steady", "expert")
# Bots that need nothing compiled.
INSTANT = ("random", "casual")
# All bots that people can choose as opponents.
PLAYERS = (*BOTS, *LEVELS, MIRROR)
DEFAULT_BUDGET_MS = 100


def ask(bot: Bot, match: Match, seat: int) -> str:
    """Ask a bot for a seat's move and return it.

    If the bot accepts positions, it receives a snapshot of the match, which saves building a view.
    """
    if not _knows_positions(type(bot)):
        return bot.choose(view_of(match, seat))
    return cast(PositionBot, bot).decide(match.snapshot(), seat)


@cache
def _knows_positions(kind: type) -> bool:
    """Return whether bots of a class accept positions; cached because checking a protocol is slow."""
    return callable(getattr(kind, "decide", None))


def is_outside(name: str) -> bool:
    """Return whether a bot name refers to an external program (`cmd:PROGRAM ARGS`)."""
    return name.startswith(PREFIX)


def bot_names(game: Game) -> tuple[str, ...]:
    """Return the names of all bots that play this game: the general bots first, then the game's benchmark bots."""
    return PLAYERS + BENCHMARKS.get(game.key, ())


def league_names(game: Game) -> tuple[str, ...]:
    """Return the names of the bots that take part in a league by default.

    The level bots and `mirror` are left out, because they are derived from other bots.
    """
    return BOTS + BENCHMARKS.get(game.key, ())


def check_bot(name: object, game: Game) -> None:
    """Check that a bot name is valid for this game; external programs are named `cmd:PROGRAM ARGS`.

    Raises:
        UnknownBotError: No bot has this name, or the external program does not exist.
    """
    if isinstance(name, str) and is_outside(name):
        split_command(name)
    elif not (isinstance(name, str) and (name in bot_names(game) or find_level(name) is not None)):
        known = suggest(name, bot_names(game))
        reason = Reason("unknown_bot", {"bot": str(name), "game": game.name})
        raise UnknownBotError(f"unknown bot {name!r} for {game.name}; {known} and cmd:PROGRAM", reason)


def check_budget(budget_ms: object, playouts: object = None) -> None:
    """Check a bot's time limit and, if given, its limit on rollouts.

    Raises:
        SetupError: One of the limits is not a positive, finite number.
    """
    for given in (budget_ms, 1 if playouts is None else playouts):
        if not isinstance(given, int | float) or not (given > 0 and math.isfinite(given)):
            reason = Reason("bad_budget", {"budget": str(given)})
            shown = f"{given:g}" if isinstance(given, int | float) else repr(given)
            raise SetupError(f"a bot needs a budget above 0, not {shown}", reason)


def is_policy(name: str) -> bool:
    """Return whether a bot decides by a single compiled policy, without a search.

    Matches between such bots are played entirely in compiled code.
    """
    return model_of(name) != "expert" and not is_outside(name)


def make_bot(
    name: str,
    game: Game | str,
    seed: int = 0,
    budget_ms: float = DEFAULT_BUDGET_MS,
    playouts: int | None = None,
) -> Bot:
    """Create a bot by name; the seed makes its random choices reproducible.

    A bot is compiled the first time it plays on a machine, which can take a minute; `random` and `casual` are never
    compiled.

    Args:
        name: The name of the bot, or `cmd:PROGRAM ARGS` for an external program.
        game: The game, or its name.
        seed: The seed of the bot's random choices.
        budget_ms: The time limit for each decision, in milliseconds.
        playouts: The maximum number of rollouts per decision; replaces the time limit, for reproducible runs.

    Raises:
        UnknownBotError: There is no bot with this name for this game.
        SetupError: The budget is invalid.
    """
    game = game if isinstance(game, Game) else find_game(game)
    check_bot(name, game)
    check_budget(budget_ms, playouts)
    if is_outside(name):
        return ProcessBot(name, game, seed, budget_ms)
    return make_own_bot(name, seed, budget_ms, playouts)


def make_own_bot(name: str, seed: int, budget_ms: float, playouts: int | None = None) -> PositionBot:
    """Create a built-in bot by name; the name must be valid.

    `budget_ms` and `playouts` limit the search of `expert`; other bots ignore them.
    """
    if name == "random":
        return RandomBot(seed)
    if name == "casual":
        return CasualBot()
    from paperdice.bots.decision import PolicyBot  # compiled like those below, so imported only when needed
    from paperdice.bots.registry import find_policy
    from paperdice.bots.search.expert import ExpertBot

    if model_of(name) == "expert":
        return ExpertBot(find_policy, seed, budget_ms, playouts)
    return PolicyBot(name, find_policy, seed)
