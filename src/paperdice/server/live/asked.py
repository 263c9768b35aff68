"""What a session asks of others, who are told no more than that."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Protocol

from paperdice.flow.table import Table
from paperdice.position import Position


class Bots(Protocol):
    """What a session asks of bots."""

    names: tuple[str, ...]

    def prepare(self, names: Iterable[str], position: Position) -> None:
        """Gets bots ready that will play soon."""

    async def find_move(
        self, table: Table, seat: int, clients: Collection[str], on_wait: Callable[[float], None]
    ) -> str:
        """Return a bot's move for a seat; of all clients at the table it is charged to one.

        `on_wait` is called now and then with about how many seconds the bot is still compiled.

        Raises:
            BotError: The bot fails.
        """


class Callers(Protocol):
    """Interface of push notifications for a session."""

    async def notify(self, table: Table, seats: Collection[int]) -> None:
        """Notify the players in these seats that they have to act."""
