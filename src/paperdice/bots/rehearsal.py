"""The warm-up of bots: what they need compiled or solved before they can decide, and a decision that creates it."""

from __future__ import annotations

from paperdice.bots.levels import model_of
from paperdice.bots.making import INSTANT, make_own_bot
from paperdice.bots.process_bot import PREFIX
from paperdice.dice import SeededDice
from paperdice.games import GAMES, find_game
from paperdice.match import Match
from paperdice.position import Position
from paperdice.workers import readiness
from paperdice.workers.readiness import WarmUp

# The bots most people play; others are prepared when they are chosen.
USUAL_BOTS = ("steady", "expert")
# A level that slips, which needs the kernels of `steady` and another one.
SLIPPING = "level-1"
# Enough for every kernel of a search to run once.
PLAYOUTS, BUDGET_MS = 64, 1000


def needs_warm_up(bot: str) -> bool:
    """Return whether a bot has to be compiled; outside programs are not compiled."""
    return bot not in INSTANT and not bot.startswith(PREFIX)


def warm_up_of(position: Position, bot: str) -> WarmUp:
    """Return the warm-up that a bot needs in a match.

    Sheets are only named if they are built in and differ from the default deal. A level needs the same warm-up as the
    bot it is based on.
    """
    names = tuple(sheet.name for sheet in position.sheets)
    is_usual = names == position.game.deal(len(names)) or not set(names) <= set(position.game.sheets)
    return WarmUp(position.game.name, model_of(bot), len(names), () if is_usual else names)


def usual_warm_ups() -> list[WarmUp]:
    """Return the warm-ups most likely to be needed: the usual bots in the usual games for two seats."""
    return [WarmUp(game.name, bot, 2) for bot in USUAL_BOTS for game in GAMES if game.is_usual]


def rehearse(wanted: WarmUp) -> None:
    """Have a bot decide once in a separate match, which compiles or loads everything it needs."""
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
    """Create everything a bot needs in the cache, in this process, and return whether anything was missing."""
    return readiness.warm_up(wanted, rehearse)
