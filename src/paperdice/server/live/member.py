"""A device connected to a table, with its seats, the last state sent to it, and a bounded outbox."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

from paperdice.flow.facts import TableFacts
from paperdice.server.ops.limits import Bucket, Waiting
from paperdice.server.protocol.messages import CloseReason, Closing, Message, encode_message
from paperdice.server.settings import Limits

RETRY_MS: dict[CloseReason, int | None] = {
    "restart": 500,
    "slow": 1000,
    "store": 1000,
    "deleted": None,
    "limit": 5000,
    "protocol": None,
}


class Member:
    """A connection to a table. `waiting` counts the bytes queued for all connections of the same client."""

    def __init__(
        self,
        send: Callable[[bytes], Awaitable[None]],
        limits: Limits,
        waiting: Waiting,
        client: str = "",
    ) -> None:
        self.client = client
        self.tokens: tuple[str, ...] = ()
        self.devices: tuple[str, ...] = ()
        self.held: frozenset[int] = frozenset()
        self.guests: frozenset[int] = frozenset()
        # The last state sent to it: match, sequence number, step, and facts about the table.
        self.match_id = ""
        self.sequence = 0
        self.step = -1
        self.facts: TableFacts | None = None
        self.is_silent = False
        self.closing: CloseReason | None = None
        self.closed = asyncio.Event()
        self.reactions = Bucket(limits.reactions_per_second, limits.reactions_at_once)
        self._send, self._limits, self._waiting = send, limits, waiting
        self._outbox: deque[bytes] = deque()
        self._n_bytes = 0
        self._wake = asyncio.Event()

    def tell(self, message: Message | bytes) -> None:
        """Add a message to the outbox; bytes must be an encoded message.

        If the outbox overflows, the member is disconnected but may reconnect.
        """
        if self.closing is not None:
            return
        data = message if isinstance(message, bytes) else encode_message(message)
        self._outbox.append(data)
        self._n_bytes += len(data)
        self._waiting.n_bytes += len(data)
        limits, waiting = self._limits, self._waiting
        is_long = len(self._outbox) > limits.outbox_messages or self._n_bytes > limits.outbox_bytes
        if is_long or waiting.n_bytes > waiting.most:
            self.close("slow")
        self._wake.set()

    def close(self, reason: CloseReason) -> None:
        """Start to close the connection: `write` sends the outbox and the reason, then returns.

        If the client reads too slowly (reason `slow`), the outbox is discarded.
        """
        if self.closing is not None:
            return
        if reason == "slow":
            self.drop()
        self.closing = reason
        data = encode_message(Closing(reason, RETRY_MS[reason]))
        self._outbox.append(data)
        self._n_bytes += len(data)
        self._waiting.n_bytes += len(data)
        self.closed.set()
        self._wake.set()

    def drop(self) -> None:
        """Discard all unsent messages."""
        self._outbox.clear()
        self._waiting.n_bytes -= self._n_bytes
        self._n_bytes = 0

    async def write(self) -> None:
        """Send messages from the outbox until `close` is called.

        A message counts as queued until it has been sent.
        """
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._outbox:
                data = self._outbox[0]
                await self._send(data)
                # The outbox may have been discarded meanwhile.
                if self._outbox and self._outbox[0] is data:
                    self._outbox.popleft()
                    self._n_bytes -= len(data)
                    self._waiting.n_bytes -= len(data)
            if self.closing is not None:
                return
