"""One device at a table: which seats it holds, what it has seen, and a bounded outbox with a task that sends it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

from paperdice.server.ops.limits import Bucket
from paperdice.server.protocol.messages import CloseReason, Closing, Message, write_message
from paperdice.server.settings import Limits

RETRY_MS: dict[CloseReason, int | None] = {
    "restart": 500,
    "slow": 1000,
    "deleted": None,
    "limit": 5000,
    "protocol": None,
}


class Member:
    """What a table knows of one socket."""

    def __init__(self, send: Callable[[str], Awaitable[None]], limits: Limits) -> None:
        self.tokens: tuple[str, ...] = ()
        self.held: frozenset[int] = frozenset()
        self.match_id = ""
        self.sequence = 0
        self.closing: CloseReason | None = None
        self.reactions = Bucket(limits.reactions_per_second, limits.reactions_at_once)
        self._send = send
        self._limits = limits
        self._outbox: deque[str] = deque()
        self._n_bytes = 0
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
        self.put(write_message(message))

    def close(self, reason: CloseReason) -> None:
        """Lets the writer send what is there, say why, and end; a slow reader's outbox is thrown away."""
        if self.closing is not None:
            return
        if reason == "slow":
            self._outbox.clear()
        self._outbox.append(write_message(Closing(reason, RETRY_MS[reason])))
        self.closing = reason
        self._wake.set()

    async def write(self) -> None:
        """Sends the outbox until the member is closed."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._outbox:
                text = self._outbox.popleft()
                self._n_bytes -= len(text)
                await self._send(text)
            if self.closing is not None:
                return
