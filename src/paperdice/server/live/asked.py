"""Interfaces that a session uses."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Protocol

from paperdice.flow.table import Table
from paperdice.position import Position


class Bots(Protocol):
    """The bots, as a session uses them."""

    names: tuple[str, ...]

    def prepare(self, names: Iterable[str], position: Position) -> None:
        """Warm up bots that will play soon."""

    async def find_move(
        self, table: Table, seat: int, clients: Collection[str], on_wait: Callable[[float], None]
    ) -> str:
        """Return a bot's move for a seat; the work is charged to one of the clients at the table.

        `on_wait` is called repeatedly with the estimated seconds until the bot is compiled.

        Raises:
            BotError: The bot fails.
        """


class Callers(Protocol):
    """Interface of push notifications for a session."""

    async def notify(self, table: Table, seats: Collection[int]) -> None:
        """Notify the players in these seats that they have to act."""
