"""Bots that play at tables, most of them in worker processes. They never see sealed (still secret) moves."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Collection, Iterable
from typing import cast

from paperdice.bots import PLAYERS, make_own_bot
from paperdice.bots.rehearsal import needs_warm_up, usual_warm_ups, warm_up_of
from paperdice.errors import BotError, PaperdiceError, Reason
from paperdice.fair import bot_seed
from paperdice.flow.table import Table
from paperdice.position import Position, format_position
from paperdice.study.worker import PROGRAM, BotRequest, StudyAnswer, StudyRequest
from paperdice.workers.pool import Worker, WorkerPool

# A worker process is considered hung if a bot exceeds its budget by this time.
GRACE_SECONDS = 1.5
# The timeout of one part of a study, on a busy machine.
STUDY_SECONDS = 30.0
# How often to check whether a bot has been compiled.
WAIT_SECONDS = 0.25


class BotPool:
    """The bots for all tables of a server, and the worker processes that run most of them.

    Args:
        budget_ms: The time limit per decision, in milliseconds.
        n_workers: The number of worker processes.
        warms_ahead: Whether to compile the most common bots as soon as the pool is opened.
    """

    names: tuple[str, ...] = PLAYERS

    def __init__(self, budget_ms: int, n_workers: int, *, warms_ahead: bool) -> None:
        self._budget_ms, self._warms_ahead = budget_ms, warms_ahead
        self._pool = WorkerPool(PROGRAM, n_workers)

    @property
    def workers(self) -> list[Worker]:
        """The worker processes."""
        return self._pool.workers

    def open(self) -> None:
        """Start the worker processes and, if configured, compile the most common bots."""
        self._pool.open()
        if self._warms_ahead:
            self._pool.prepare(usual_warm_ups(), urgent=False)

    async def close(self) -> None:
        """Stop the worker processes."""
        await self._pool.close()

    def prepare(self, names: Iterable[str], position: Position) -> None:
        """Start compiling bots that will play soon, so that their first move is not delayed.

        Args:
            names: The names of the bots.
            position: A position of the game with the sheets that they will play on.
        """
        self._pool.prepare(warm_up_of(position, name) for name in names if needs_warm_up(name))

    async def find_move(
        self, table: Table, seat: int, clients: Collection[str], on_wait: Callable[[float], None] = lambda _: None
    ) -> str:
        """Return the bot's move for a seat in the current position, waiting until the bot is compiled if necessary.

        Args:
            table: The table.
            seat: The seat that the bot plays.
            clients: The clients at the table; the work is charged to one of them.
            on_wait: A callback that is called repeatedly with the estimated seconds until the bot is compiled.

        Raises:
            BotError: The bot failed or could not be compiled.
        """
        position, name, choices = table.match.snapshot(), table.seats[seat].player or "", table.match.choices(seat)
        seed = decision_seed(table, seat)
        if not needs_warm_up(name):
            return await asyncio.to_thread(make_own_bot(name, seed, self._budget_ms).decide, position, seat)
        wanted = warm_up_of(position, name)
        request: BotRequest = {
            "bot": name,
            "position": format_position(position),
            "seat": seat,
            "seed": seed,
            "budget_ms": self._budget_ms,
        }
        seconds = self._budget_ms / 1000 + GRACE_SECONDS
        while True:
            found = await self._pool.ask(cast("dict[str, object]", request), seconds, wanted, clients, table.match_id)
            while "missing" in found and not self._pool.is_ready(wanted):
                failure = self._pool.failure(wanted)
                if failure is not None:
                    raise BotError(f"the bot {name} fails: {failure}")
                on_wait(self._pool.seconds_left(wanted))
                await asyncio.sleep(WAIT_SECONDS)
            if "missing" not in found:
                break
        if found.get("move") not in choices:
            raise BotError(f"the bot {name} fails: {found.get('error', 'it has played no legal move')}")
        return str(found["move"])

    async def study(self, request: StudyRequest, clients: Collection[str], table: str) -> StudyAnswer:
        """Return a worker's answer to a study request; it contains `missing` if required code is still being compiled.

        Args:
            request: The request.
            clients: The clients at the table; the work is charged to one of them.
            table: The id of the match, or another key that groups requests in the queue.

        Raises:
            PaperdiceError: The study failed.
        """
        asked = cast("dict[str, object]", request)
        found = await self._pool.ask(asked, STUDY_SECONDS, request["study"], clients, table)
        if "error" in found:
            raise PaperdiceError("the study could not be made", Reason("study_failed", {}))
        return cast("StudyAnswer", found)


def decision_seed(table: Table, seat: int) -> int:
    """Return the random seed for a bot's current decision.

    The seed is derived from the match's secret; in a challenge, it is the same for every player.
    """
    setup, match = table.setup, table.match
    if setup.challenge is not None:
        return int.from_bytes(hashlib.sha256(f"{setup.challenge} {seat}".encode()).digest()[:6])
    return bot_seed(table.bot_secret, table.match_id, seat, match.turn, match.phase)
