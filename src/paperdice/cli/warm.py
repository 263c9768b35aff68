"""The command `paperdice warm`, which compiles bots ahead of time, for images and packages."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Annotated

from cyclopts import Parameter

from paperdice.arena.progress import open_watch
from paperdice.bots import check_bot
from paperdice.bots.rehearsal import USUAL_BOTS, needs_warm_up
from paperdice.cli.console import make_console
from paperdice.errors import PaperdiceError, SetupError
from paperdice.fast.cache import cache_root, size_of
from paperdice.games import GAMES, find_game
from paperdice.study.readiness import STUDY
from paperdice.study.worker import PROGRAM
from paperdice.workers.readiness import Warmers, WarmUp

Games = Annotated[str, Parameter(help="Games to compile bots for; by default all.")]
Levels = Annotated[
    list[str] | None, Parameter(name="--bot", help="Bot to compile, or study for coach and review; may be repeated.")
]
Seats = Annotated[list[int] | None, Parameter(help="Number of seats to compile for; may be repeated, by default 2.")]


def warm(*games: Games, bot: Levels = None, seats: Seats = None) -> int:
    """Compile bots and build their tables ahead of time, so that matches start without a delay."""
    wanted = _list(games, bot or USUAL_BOTS, seats or [2])
    asyncio.run(_warm(wanted))
    left = [each for each in wanted if not each.is_done(cache_root())]
    if left:
        names = ", ".join(f"{each.bot} of {each.game} for {each.seats} seats" for each in left)
        raise PaperdiceError(f"could not compile: {names}")
    make_console().print(f"Ready: {len(wanted)} bots, {size_of(cache_root()) / 1e6:.0f} MB in {cache_root()}")
    return 0


def _list(games: Sequence[str], bots: Sequence[str], seats: Sequence[int]) -> list[WarmUp]:
    wanted = []
    for game in [find_game(name) for name in games] or GAMES:
        for number in seats:
            if number not in game.seats:
                raise SetupError(f"{game.name} is played by {game.seats[0]} to {game.seats[-1]}, not {number}")
        for bot in bots:
            if bot != STUDY:
                check_bot(bot, game)
            wanted += [WarmUp(game.name, bot, number) for number in seats if needs_warm_up(bot)]
    return sorted(wanted, key=lambda each: bots.index(each.bot))


async def _warm(wanted: Sequence[WarmUp]) -> None:
    """Compile everything and show a progress bar in a terminal."""
    with open_watch(None) as watch:
        move_bar = watch.follow("Compiling bots")
        done = [each for each in wanted if each.is_done(cache_root())]

        def tell(each: WarmUp, _seconds: float) -> None:
            done.append(each)
            move_bar(len(done), len(wanted))

        move_bar(len(done), len(wanted))
        warmers = Warmers(cache_root(), PROGRAM, tell)
        for each in wanted:
            warmers.ask(each)
        try:
            await warmers.finish()
        finally:
            await warmers.close()
