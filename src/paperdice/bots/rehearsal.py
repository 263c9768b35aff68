"""Warm up bots: make a bot decide once in a throwaway match, which compiles and solves everything it needs."""

from __future__ import annotations

from paperdice.bots import INSTANT, make_own_bot
from paperdice.bots.levels import model_of
from paperdice.bots.process_bot import PREFIX
from paperdice.dice import SeededDice
from paperdice.games import GAMES, find_game
from paperdice.match import Match
from paperdice.position import Position
from paperdice.workers import readiness
from paperdice.workers.readiness import WarmUp

# The bots most people play; others are prepared when they are chosen.
USUAL_BOTS = ("steady", "expert")
# A level that slips, which needs one more kernel than `steady`.
SLIPPING = "level-1"
# Enough for every kernel of a search to run once.
PLAYOUTS, BUDGET_MS = 64, 1000


def needs_warm_up(bot: str) -> bool:
    """Return whether a bot has to be compiled before it can decide; `random`, `casual` and external programs do not."""
    return bot not in INSTANT and not bot.startswith(PREFIX)


def warm_up_of(position: Position, bot: str) -> WarmUp:
    """Return the warm-up that a bot needs before it can play from a position.

    The warm-up lists the sheets only if all of them are built in and they differ from the default deal. A level needs
    the same warm-up as the bot on which it is based.
    """
    names = tuple(sheet.name for sheet in position.sheets)
    is_usual = names == position.game.deal(len(names)) or not set(names) <= set(position.game.sheets)
    return WarmUp(position.game.name, model_of(bot), len(names), () if is_usual else names)


def usual_warm_ups() -> list[WarmUp]:
    """Return the warm-ups most likely to be needed: those of the usual bots in the usual games with two seats."""
    return [WarmUp(game.name, bot, 2) for bot in USUAL_BOTS for game in GAMES if game.is_usual]


def rehearse(wanted: WarmUp) -> None:
    """Make a bot decide once in a throwaway match, which compiles or loads everything it needs."""
    game = find_game(wanted.game)
    match = Match(game, wanted.seats, wanted.sheets or None)
    seed = 0
    match.throw(SeededDice(seed))
    while len(match.choices(match.acting[0])) == 1:
        seed += 1
        match = Match(game, wanted.seats, wanted.sheets or None)
        match.throw(SeededDice(seed))
    for bot in (wanted.bot, SLIPPING) if wanted.bot == "steady" else (wanted.bot,):
        make_own_bot(bot, 0, BUDGET_MS, PLAYOUTS).decide(match.snapshot(), match.acting[0])


def warm_up(wanted: WarmUp) -> bool:
    """Compile and cache everything a bot needs, in this process; return whether there was anything to do."""
    return readiness.warm_up(wanted, rehearse)
