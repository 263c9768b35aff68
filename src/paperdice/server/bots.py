"""Bots as players at tables: they get a position without sealed moves, and most of them run in worker processes."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Collection, Iterable
from typing import cast

from paperdice.bots import PLAYERS
from paperdice.bots.making import make_own_bot
from paperdice.bots.rehearsal import needs_warm_up, usual_warm_ups, warm_up_of
from paperdice.errors import BotError, PaperdiceError, Reason
from paperdice.fair import bot_seed
from paperdice.flow.table import Table
from paperdice.position import Position, format_position
from paperdice.study.worker import PROGRAM, Request, StudyAnswer, StudyRequest
from paperdice.workers.pool import Worker, WorkerPool

# The time beyond its budget after which a bot's process is considered hung.
GRACE_SECONDS = 1.5
# The timeout of one part of a study, on a busy machine.
STUDY_SECONDS = 30.0
# The interval of checks on a bot that is being compiled.
WAIT_SECONDS = 0.25


class BotPool:
    """The bots of all tables of a server.

    Args:
        budget_ms: The time limit of a decision.
        n_workers: The number of worker processes.
        warms_ahead: Whether the usual bots are compiled from the start.
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
        """Start the processes."""
        self._pool.open()
        if self._warms_ahead:
            self._pool.prepare(usual_warm_ups(), urgent=False)

    async def close(self) -> None:
        """End the processes."""
        await self._pool.close()

    def prepare(self, names: Iterable[str], position: Position) -> None:
        """Warm up bots that will play soon, so that no one waits for their first move."""
        self._pool.prepare(warm_up_of(position, name) for name in names if needs_warm_up(name))

    async def find_move(
        self, table: Table, seat: int, clients: Collection[str], on_wait: Callable[[float], None] = lambda _: None
    ) -> str:
        """Return a bot's move for this seat in the current position.

        This waits for a bot that must be compiled, and calls `on_wait` with the estimated remaining seconds.

        Raises:
            BotError: The bot fails, or cannot be compiled.
        """
        position, name, choices = table.match.snapshot(), table.seats[seat].player or "", table.match.choices(seat)
        seed = decision_seed(table, seat)
        if not needs_warm_up(name):
            return await asyncio.to_thread(make_own_bot(name, seed, self._budget_ms).decide, position, seat)
        wanted = warm_up_of(position, name)
        request: Request = {
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
        """Return the answer of a study, with `missing` during a warm-up.

        Only the worker parses the position or record, and names the warm-up that is missing.
        """
        asked = cast("dict[str, object]", request)
        found = await self._pool.ask(asked, STUDY_SECONDS, request["study"], clients, table)
        if "error" in found:
            raise PaperdiceError("the study could not be made", Reason("study_failed", {}))
        return cast("StudyAnswer", found)


def decision_seed(table: Table, seat: int) -> int:
    """Return the seed of a bot's decision, from the secret of the match; in a challenge it is the same for everyone."""
    setup, match = table.setup, table.match
    if setup.challenge is not None:
        return int.from_bytes(hashlib.sha256(f"{setup.challenge} {seat}".encode()).digest()[:6])
    return bot_seed(table.bot_secret, table.match_id, seat, match.turn, match.phase)
