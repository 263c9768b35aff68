"""Interfaces of the services that a session uses."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Protocol

from paperdice.flow.table import Table
from paperdice.position import Position


class Bots(Protocol):
    """The server's bots."""

    names: tuple[str, ...]

    def prepare(self, names: Iterable[str], position: Position) -> None:
        """Start compiling bots that will play soon from this position."""

    async def find_move(
        self, table: Table, seat: int, clients: Collection[str], on_wait: Callable[[float], None]
    ) -> str:
        """Return the bot's move for a seat.

        Args:
            table: The table.
            seat: The seat that the bot plays.
            clients: The clients at the table; the work is charged to one of them.
            on_wait: A callback that is called repeatedly with the estimated seconds until the bot is compiled.

        Raises:
            BotError: The bot failed.
        """


class Notifier(Protocol):
    """The sender of push notifications."""

    async def notify(self, table: Table, seats: Collection[int]) -> None:
        """Notify the players in these seats that it is their turn to decide."""
