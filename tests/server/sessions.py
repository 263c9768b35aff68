"""Sessions in this process, without sockets: their clock is set by hand, and their members keep what they are told."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Collection, Iterable

from paperdice.bots.casual import CasualBot
from paperdice.flow.table import Table
from paperdice.position import Position
from paperdice.server.live.member import Member
from paperdice.server.live.session import Session
from paperdice.server.ops.limits import Waiting
from paperdice.server.protocol.messages import Message, encode_message
from tests.server.clients import Json
from tests.server.servers import LIMITS

CASUAL = "casual"


class CasualBots:
    """A service whose only bot is `casual`; it moves as soon as it may."""

    names: tuple[str, ...] = (CASUAL,)

    def __init__(self) -> None:
        self.may_move = asyncio.Event()
        self.may_move.set()

    def prepare(self, names: Iterable[str], position: Position) -> None:
        """Do nothing: the bot needs no compilation."""

    async def find_move(
        self, table: Table, seat: int, clients: Collection[str], on_wait: Callable[[float], None]
    ) -> str:
        """Return the bot's move for a seat."""
        await self.may_move.wait()
        return CasualBot().decide(table.match.snapshot(), seat)


class Listener(Member):
    """A member that keeps the messages that it is sent."""

    def __init__(self) -> None:
        super().__init__(_send_nothing, LIMITS, Waiting(10**9))
        self.frames: list[bytes] = []

    def tell(self, message: Message | bytes) -> None:
        """Keep a message."""
        self.frames.append(message if isinstance(message, bytes) else encode_message(message))

    def take(self) -> list[bytes]:
        """Return the messages since the last call."""
        taken, self.frames = self.frames, []
        return taken

    @property
    def told(self) -> list[Json]:
        """The decoded messages that have not been taken."""
        return [json.loads(frame) for frame in self.frames]


async def _send_nothing(_: bytes) -> None:
    raise AssertionError("a listener has no outbox")


class TimedSession(Session):
    """A session whose timer follows a clock that is set by hand."""

    wakes_at: int | None = None

    def stop_clock(self) -> None:
        """Cancel the timer."""
        self.wakes_at = None

    def _set_timer(self, at_ms: int | None) -> None:
        self.wakes_at = at_ms
