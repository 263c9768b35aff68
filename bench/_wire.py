"""A small WebSocket client, fast enough that a thousand of them do not dominate the measurement."""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import Callable

OPENING = "GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
KEYS = "Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


class Wire(asyncio.Protocol):
    """A WebSocket connection for text frames."""

    def __init__(self, path: str, host: str, hear: Callable[[bytes], None], lost: Callable[[], None]) -> None:
        self._path, self._host, self._hear, self._lost = path, host, hear, lost
        self._buffer = bytearray()
        self._is_open = False
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Request the upgrade to a WebSocket."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write((OPENING.format(path=self._path, host=self._host) + KEYS.format(key=key)).encode())

    def data_received(self, data: bytes) -> None:
        """Parse complete frames."""
        self._buffer += data
        if not self._is_open:
            end = self._buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if not self._buffer.startswith(b"HTTP/1.1 101"):
                self.opened.set_exception(ConnectionError(bytes(self._buffer[:80]).decode("latin1")))
                return
            del self._buffer[: end + 4]
            self._is_open = True
            self.opened.set_result(None)
        while self._take_frame():
            pass

    def _take_frame(self) -> bool:
        buffer = self._buffer
        if len(buffer) < 2:
            return False
        length, start = buffer[1] & 127, 2
        if length == 126:
            length, start = int.from_bytes(buffer[2:4], "big"), 4
        elif length == 127:
            length, start = int.from_bytes(buffer[2:10], "big"), 10
        if len(buffer) < start + length:
            return False
        kind, body = buffer[0] & 15, bytes(buffer[start : start + length])
        del buffer[: start + length]
        if kind == TEXT:
            self._hear(body)
        elif kind == PING:
            self._write(PONG, body)
        return True

    def send(self, body: bytes) -> None:
        """Send a text frame."""
        self._write(TEXT, body)

    def _write(self, kind: int, body: bytes) -> None:
        # A mask of zeros leaves the body unchanged.
        head = bytes([128 | kind, 128 | len(body)]) if len(body) < 126 else bytes([128 | kind, 254])
        size = b"" if len(body) < 126 else len(body).to_bytes(2, "big")
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(head + size + b"\0\0\0\0" + body)

    def connection_lost(self, _: Exception | None) -> None:
        """Report the lost connection."""
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("refused"))
        self._lost()

    def close(self) -> None:
        """Close the connection."""
        if self._transport is not None:
            self._transport.close()


async def open_wire(
    host: str,
    port: int,
    path: str,
    hear: Callable[[bytes], None],
    lost: Callable[[], None],
    source: str | None = None,
) -> Wire:
    """Return an open connection, from the source address if given."""
    loop = asyncio.get_running_loop()
    own = None if source is None else (source, 0)
    _, wire = await loop.create_connection(lambda: Wire(path, f"{host}:{port}", hear, lost), host, port, local_addr=own)
    await wire.opened
    return wire
