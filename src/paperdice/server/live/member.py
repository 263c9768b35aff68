"""One device at a table: which seats it holds, what it has seen, and a bounded outbox with a task that sends it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

from paperdice.server.ops.limits import Bucket, Places
from paperdice.server.protocol.messages import CloseReason, Closing, Message, encode_message
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

    def __init__(
        self, send: Callable[[bytes], Awaitable[None]], limits: Limits, outboxes: Places, client: str = ""
    ) -> None:
        self.tokens: tuple[str, ...] = ()
        self.held: frozenset[int] = frozenset()
        self.match_id = ""
        self.sequence = 0
        self.closing: CloseReason | None = None
        self.closed = asyncio.Event()
        self.reactions = Bucket(limits.reactions_per_second, limits.reactions_at_once)
        self._send = send
        self._limits, self._outboxes, self._client = limits, outboxes, client
        self._outbox: deque[bytes] = deque()
        self._n_bytes = 0
        self._wake = asyncio.Event()

    def tell(self, message: Message | bytes) -> None:
        """Puts a message, encoded or not, into the outbox; who lets it overflow is dropped and may come back."""
        if self.closing is not None:
            return
        data = message if isinstance(message, bytes) else encode_message(message)
        if not self._put(data):
            self.close("slow")
        self._wake.set()

    def _put(self, data: bytes) -> bool:
        """Adds to the outbox, and tells whether the device, and all devices of its client, still have room."""
        if len(self._outbox) >= self._limits.outbox_messages or self._n_bytes + len(data) > self._limits.outbox_bytes:
            return False
        if not self._outboxes.take(self._client, len(data)):
            return False
        self._outbox.append(data)
        self._n_bytes += len(data)
        return True

    def close(self, reason: CloseReason) -> None:
        """Lets the writer send what is there, say why, and end; a slow reader's outbox is thrown away."""
        if self.closing is not None:
            return
        if reason == "slow":
            self.drop()
        self._put(encode_message(Closing(reason, RETRY_MS[reason])))
        self.closing = reason
        self.closed.set()
        self._wake.set()

    def drop(self) -> None:
        """Throws away what has not been sent."""
        self._outbox.clear()
        self._outboxes.give_back(self._client, self._n_bytes)
        self._n_bytes = 0

    async def write(self) -> None:
        """Sends the outbox until the member is closed; what is being sent still counts."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._outbox:
                data = self._outbox[0]
                await self._send(data)
                self._take_out(data)
            if self.closing is not None:
                return

    def _take_out(self, data: bytes) -> None:
        """Takes a sent message out, unless the outbox was thrown away meanwhile."""
        if self._outbox and self._outbox[0] is data:
            self._outbox.popleft()
            self._n_bytes -= len(data)
            self._outboxes.give_back(self._client, len(data))
