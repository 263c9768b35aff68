"""Interfaces of the services that a session uses."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Protocol

from paperdice.flow.table import Table
from paperdice.position import Position


class Bots(Protocol):
    """The bots of the server."""

    names: tuple[str, ...]

    def prepare(self, names: Iterable[str], position: Position) -> None:
        """Start compiling bots that will play soon from this position."""

    async def find_move(
        self, table: Table, seat: int, clients: Collection[str], on_wait: Callable[[float], None]
    ) -> str:
        """Return a bot's move for a seat.

        Args:
            table: The table.
            seat: The seat that the bot plays.
            clients: The clients at the table, one of which is charged for the work.
            on_wait: Called repeatedly with the estimated seconds until the bot is compiled.

        Raises:
            BotError: The bot fails.
        """


class Notifier(Protocol):
    """The sender of push notifications."""

    async def notify(self, table: Table, seats: Collection[int]) -> None:
        """Notify the players in these seats that they have to act."""
