"""Bots as players at tables: they see a view, think in a thread, and answer with one of its choices."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor

from paperdice.bots import BOTS, Bot, make_bot
from paperdice.dice import SeededDice
from paperdice.errors import IllegalMoveError
from paperdice.game import Game
from paperdice.match import Match
from paperdice.server.table.table import Table
from paperdice.view import View, view_of

BOT_NAMES = BOTS
logger = logging.getLogger("paperdice.server")


class Thinkers:
    """The threads in which bots think, so that nobody waits for them."""

    def __init__(self, budget_ms: int, n_threads: int = 2) -> None:
        self._budget_ms = budget_ms
        self._prepared: set[tuple[str, str]] = set()
        self._threads = ThreadPoolExecutor(n_threads, thread_name_prefix="paperdice-bot")

    def close(self) -> None:
        """Lets the threads go when they are done."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def prepare(self, names: Iterable[str], game: Game) -> None:
        """Lets bots that will play soon be compiled and loaded, so that nobody waits for their first move."""
        for name in names:
            if (name, game.name) not in self._prepared:
                self._prepared.add((name, game.name))
                self._threads.submit(_rehearse, name, game)

    async def think(self, bots: dict[tuple[str, int, str], Bot], table: Table, seat: int) -> str:
        """Gives a bot's move; the view is taken now, everything else is done in a thread."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, self._choose, bots, table, seat, view_of(table.match, seat))

    def _choose(self, bots: dict[tuple[str, int, str], Bot], table: Table, seat: int, view: View) -> str:
        """Lets the seat's bot choose; one that fails plays the quiet move, so that the others can go on."""
        choices: list[str] = view["choices"]
        name = table.seats[seat].player or ""
        key = (table.match_id, seat, name)
        try:
            if key not in bots:
                bots[key] = make_bot(name, table.match.game, _seed(table, seat), self._budget_ms, patient=False)
            move = bots[key].choose(view)
            if move not in choices:
                raise IllegalMoveError(f"bot {name!r} answered {move!r}, which is no choice")
            return move
        except Exception:  # whatever a bot does wrong must not stop the table
            logger.exception("a bot failed", extra={"match": table.match_id, "game": table.setup.game})
            return choices[0]


def _rehearse(name: str, game: Game) -> None:
    """Lets a bot make one move of a match that nobody sees."""
    try:
        match = Match(game, max(2, game.seats[0]))
        match.throw(SeededDice(0))
        make_bot(name, game, budget_ms=1, patient=False).choose(view_of(match, match.acting[0]))
    except Exception:  # a bot that cannot play will say so again when it is asked for real
        logger.exception("a bot failed", extra={"game": game.name})


def _seed(table: Table, seat: int) -> int:
    """Gives the seed of a seat's bot: in a challenge the same for everybody."""
    secret = table.setup.challenge or table.match_id
    return int.from_bytes(hashlib.sha256(f"{secret} {seat}".encode()).digest()[:6])
