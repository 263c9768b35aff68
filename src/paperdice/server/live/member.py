"""One socket: a bounded outbox, a task that writes it, and what the device behind it has shown and seen."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Literal

from paperdice.server.live.broadcast import show
from paperdice.server.ops.limits import Bucket
from paperdice.server.protocol.messages import Closing, Message
from paperdice.server.settings import Limits

Reason = Literal["restart", "slow", "deleted", "limit", "protocol"]
RETRY_MS: dict[Reason, int | None] = {"restart": 500, "slow": 1000, "deleted": None, "limit": 5000, "protocol": None}
CLOSE_CODES: dict[Reason, int] = {"restart": 1012, "slow": 1013, "deleted": 1000, "limit": 1013, "protocol": 1002}


class Line:
    """The server's end of one socket."""

    def __init__(self, send: Callable[[str], Awaitable[None]], limits: Limits, n_bytes: int = 0) -> None:
        self.tokens: tuple[str, ...] = ()
        self.held: frozenset[int] = frozenset()
        self.match_id = ""
        self.sequence = 0
        self.closing: Reason | None = None
        self.commands = Bucket(limits.commands_per_second, limits.commands_at_once)
        self.reactions = Bucket(0.5, 4)
        self._send = send
        self._limits = limits
        self._outbox: deque[str] = deque()
        self._n_bytes = n_bytes
        self._wake = asyncio.Event()

    def put(self, text: str) -> None:
        """Puts a message into the outbox; a reader who lets it overflow is dropped and may come back."""
        if self.closing is not None:
            return
        self._outbox.append(text)
        self._n_bytes += len(text)
        if len(self._outbox) > self._limits.outbox_messages or self._n_bytes > self._limits.outbox_bytes:
            self.close("slow")
        self._wake.set()

    def tell(self, message: Message) -> None:
        """Puts a message into the outbox."""
        self.put(show(message))

    def close(self, reason: Reason) -> None:
        """Lets the writer send what is there, say why, and end; a slow reader's outbox is thrown away."""
        if self.closing is not None:
            return
        if reason == "slow":
            self._outbox.clear()
        self._outbox.append(show(Closing(reason, RETRY_MS[reason])))
        self.closing = reason
        self._wake.set()

    async def write(self) -> None:
        """Sends the outbox until the line is closed."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._outbox:
                text = self._outbox.popleft()
                self._n_bytes -= len(text)
                await self._send(text)
            if self.closing is not None:
                return
