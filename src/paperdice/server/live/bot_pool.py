"""Bots as players at tables: they get a position without sealed moves and think in a thread."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor

from paperdice.bots import BOTS, PositionBot, is_policy, make_bot
from paperdice.dice import SeededDice
from paperdice.errors import IllegalMoveError
from paperdice.fair import bot_seed
from paperdice.game import Game
from paperdice.match import Match
from paperdice.position import Position
from paperdice.server.table.table import Table

logger = logging.getLogger("paperdice.server")
SeatBots = dict[tuple[int, str], PositionBot]


class BotPool:
    """The bots of all tables, and the threads in which they think, so that nobody waits for them."""

    names: tuple[str, ...] = BOTS

    def __init__(self, budget_ms: int, n_threads: int = 2) -> None:
        self._budget_ms = budget_ms
        self._prepared: set[tuple[str, str]] = set()
        self._bots: dict[str, SeatBots] = {}
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

    async def find_move(self, table: Table, seat: int) -> str:
        """A bot's move for this seat; the position is taken now, everything else is done in a thread."""
        bots = self._bots.setdefault(table.match_id, {})
        position, choices, seed = table.match.snapshot(), table.match.choices(seat), decision_seed(table, seat)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, self._decide, bots, table, seat, position, choices, seed)

    def forget(self, match_id: str) -> None:
        """Lets the bots of a match go."""
        self._bots.pop(match_id, None)

    def _decide(
        self, bots: SeatBots, table: Table, seat: int, position: Position, choices: Sequence[str], seed: int
    ) -> str:
        """Lets the seat's bot decide; one that fails plays the quiet move, so that the others can go on."""
        name = table.seats[seat].player or ""
        try:
            if (seat, name) not in bots or _is_drawn_anew(table, name):
                bots[seat, name] = _make_own_bot(name, position.game, seed, self._budget_ms)
            move = bots[seat, name].decide(position, seat)
            if move not in choices:
                raise IllegalMoveError(f"bot {name!r} answered {move!r}, which is no choice")
            return move
        except Exception:  # whatever a bot does wrong must not stop the table
            logger.exception("a bot failed", extra={"match": table.match_id, "game": table.setup.game})
            return choices[0]


def _make_own_bot(name: str, game: Game, seed: int, budget_ms: float) -> PositionBot:
    bot = make_bot(name, game, seed, budget_ms, patient=False)
    assert isinstance(bot, PositionBot), "only bots of our own sit at tables"
    return bot


def _rehearse(name: str, game: Game) -> None:
    """Lets a bot make one move of a match that nobody sees."""
    try:
        match = Match(game, max(2, game.seats[0]))
        match.throw(SeededDice(0))
        _make_own_bot(name, game, 0, budget_ms=1).decide(match.snapshot(), match.acting[0])
    except Exception:  # a bot that cannot play will say so again when it is asked for real
        logger.exception("a bot failed", extra={"game": game.name})


def decision_seed(table: Table, seat: int) -> int:
    """The seed of a bot's decision, from the secret of the match; in a challenge the same for everybody.

    Matches that were opened before there was such a secret go on with seeds from their id.
    """
    if table.setup.bot_secret:
        return bot_seed(table.setup.bot_secret, table.match_id, seat, table.match.turn, table.match.phase)
    known = table.setup.challenge or table.match_id
    return int.from_bytes(hashlib.sha256(f"{known} {seat}".encode()).digest()[:6])


def _is_drawn_anew(table: Table, name: str) -> bool:
    """Tells whether a bot is made for each decision, so that a restart of the server changes no move.

    One that searches by the clock cannot be reproduced anyway and keeps what it has learned of its speed.
    """
    return bool(table.setup.bot_secret) and is_policy(name)
