"""Transport-level limits on the number, size and duration of connections and requests.

uvicorn limits neither request headers nor output that a client does not read; these subclasses of its server and of its
HTTP and WebSocket protocols do.
"""

from __future__ import annotations

import asyncio
import math
import socket
import struct
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from ssl import SSLContext
from typing import Protocol, cast

from litestar import Litestar
from uvicorn._types import ASGISendEvent
from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import Server, ServerState
from websockets.frames import Frame

from paperdice.server.ops.clients import LOCAL, Clients
from paperdice.server.ops.limits import Bucket, Buckets, Places
from paperdice.server.settings import Settings

# How many bytes are passed to TLS or to the WebSocket parser at a time.
STRETCH = 8192
# The number of buffered bytes above which writers wait.
HIGH_WATER = 8 * 1024
# The bytes that chunked encoding may add to a body.
BODY_WRAPPING = 512 * 1024
# How many connections are accepted at a time, and the pause for other work if any of them was refused.
ACCEPTED_AT_ONCE = 4
REST_SECONDS = 0.001
# How many times per second uvicorn calls `on_tick`.
TICKS_A_SECOND = 10


class TooLargeError(ValueError):
    """Raised if a request is too large, or too many requests are pipelined on one connection."""


@dataclass(slots=True, eq=False)
class Visit:
    """An accepted connection, with its client, its deadline, and the size of its unanswered requests in bytes."""

    client: str
    deadline: float
    transport: asyncio.Transport | None = None
    n_pending: int = 0
    closing_since: float | None = None


class Guard:
    """Limits connections per client and in total, and closes stalled connections."""

    def __init__(self, settings: Settings) -> None:
        limits = self.limits = settings.limits
        exempt = (LOCAL,)
        self._clients = Clients(limits.exempt_clients, settings.trusted_proxies)
        self._places = Places(limits.connections, limits.connections_per_client, exempt)
        self._arrivals = Buckets(limits.connections_per_second, limits.connections_at_once, exempt)
        self._pending = Places(limits.connections * limits.body_bytes, limits.pending_bytes_per_client, exempt)
        self._visits: set[Visit] = set()

    @property
    def n_connections(self) -> int:
        """The number of open connections."""
        return self._places.n_taken

    def admit(self, host: str) -> Visit | None:
        """Register a new connection, or return None if its client has too many or opens them too fast."""
        client = self._clients.of_peer(host)
        if not self._arrivals.of(client).take() or not self._places.take(client):
            return None
        visit = Visit(client, time.monotonic() + self.limits.idle_seconds)
        self._visits.add(visit)
        return visit

    def leave(self, visit: Visit) -> None:
        """Unregister a closed connection. Repeated calls have no effect."""
        if visit in self._visits:
            self._visits.discard(visit)
            self._places.give_back(visit.client)
            self.hold(visit, 0)

    def hold(self, visit: Visit, n_bytes: int) -> bool:
        """Record how many bytes a connection has received for unanswered requests.

        Returns:
            False if this exceeds the limit for its client or for all clients combined.
        """
        self._pending.give_back(visit.client, visit.n_pending)
        has_room = self._pending.take(visit.client, n_bytes)
        visit.n_pending = n_bytes if has_room else 0
        return has_room

    def sweep(self) -> None:
        """Abort connections that have passed their deadline, or whose client does not read the rest of the output."""
        now = time.monotonic()
        for visit in list(self._visits):
            transport, since = visit.transport, visit.closing_since
            if transport is None:
                continue
            if since is None and transport.is_closing():
                visit.closing_since = now
            if now > visit.deadline or (since is not None and now - since > self.limits.hang_up_seconds):
                transport.abort()


class Acceptor:
    """Accepts connections a few at a time, and checks the limits before allocating anything for them.

    The event loop's own servers accept until the backlog is empty, so a client that connects fast enough could block
    all others.
    """

    def __init__(self, guard: Guard, make: Callable[[Visit], RequestProtocol], tls: SSLContext | None) -> None:
        self._guard, self._make, self._tls = guard, make, tls
        self._beginning: set[asyncio.Task[None]] = set()

    async def run(self, listening: socket.socket) -> None:
        """Accept connections until cancelled."""
        loop = asyncio.get_running_loop()
        listening.setblocking(False)
        while True:
            n_refused = 0
            for _ in range(ACCEPTED_AT_ONCE):
                try:
                    connection, peer = await loop.sock_accept(listening)
                except OSError:
                    # The client is gone, or too many files are open; some of them will be closed soon.
                    break
                n_refused += not self._admit(connection, peer)
            await asyncio.sleep(REST_SECONDS if n_refused else 0)

    def _admit(self, connection: socket.socket, peer: object) -> bool:
        visit = self._guard.admit(str(peer[0]) if isinstance(peer, tuple) else "")
        if visit is None:
            # Reset the connection, so that the kernel keeps no state for it either.
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            connection.close()
            return False
        task = asyncio.get_running_loop().create_task(self._begin(connection, visit))
        self._beginning.add(task)
        task.add_done_callback(self._beginning.discard)
        return True

    async def _begin(self, connection: socket.socket, visit: Visit) -> None:
        """Start TLS if configured, then start reading requests."""
        loop = asyncio.get_running_loop()
        try:
            if self._tls is None:
                await loop.connect_accepted_socket(lambda: self._make(visit), connection)
            else:
                await self._begin_tls(connection, visit, self._tls)
        except OSError:
            # The handshake failed or took too long; the loop has closed the connection.
            self._guard.leave(visit)
        except asyncio.CancelledError:
            connection.close()
            raise

    async def _begin_tls(self, connection: socket.socket, visit: Visit, tls: SSLContext) -> None:
        """Perform the TLS handshake over a transport without a write buffer.

        Unsent output then stays in the TLS transport's buffer, whose limit makes writers wait. If the event loop
        accepted the TLS connection itself, the underlying transport would buffer the same amount again.
        """
        loop, seconds = asyncio.get_running_loop(), self._guard.limits.idle_seconds
        plain, first = await loop.connect_accepted_socket(_FirstBytes, connection)
        plain.set_write_buffer_limits(high=0)
        protocol = self._make(visit)
        shaking = loop.start_tls(plain, protocol, tls, server_side=True, ssl_handshake_timeout=seconds)
        hands = asyncio.ensure_future(shaking)
        await asyncio.sleep(0)
        plain.set_protocol(_SmallReads(cast("asyncio.BufferedProtocol", plain.get_protocol())))
        # Nothing has been read since the handshake was scheduled, so these bytes come first.
        loop.call_soon(first.hand_on, plain)
        secure = await hands
        if secure is None or protocol.is_lost:
            raise ConnectionAbortedError("the client is gone")
        # Input that the app does not read waits in the kernel, not in a buffer of up to 256 kB.
        cast("_ReadBuffered", secure).set_read_buffer_limits(high=HIGH_WATER)
        protocol.connection_made(secure)


class _ReadBuffered(Protocol):
    """A TLS transport with a configurable read buffer limit."""

    def set_read_buffer_limits(self, high: int) -> None:
        """Pause reading while more than `high` bytes are buffered."""


class _SmallReads(asyncio.BufferedProtocol):
    """Passes input to the TLS protocol in small chunks.

    The TLS protocol would otherwise read up to 256 kB at once, and keep a buffer of that size for each connection.
    """

    def __init__(self, tls: asyncio.BufferedProtocol) -> None:
        self._tls = tls

    def get_buffer(self, sizehint: int) -> memoryview:
        """Return the start of the TLS protocol's buffer, to limit how much is read at once."""
        return memoryview(self._tls.get_buffer(STRETCH))[:STRETCH]

    def buffer_updated(self, nbytes: int) -> None:
        self._tls.buffer_updated(nbytes)

    def eof_received(self) -> bool | None:
        return self._tls.eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        self._tls.connection_lost(exc)

    def pause_writing(self) -> None:
        self._tls.pause_writing()

    def resume_writing(self) -> None:
        self._tls.resume_writing()


class _FirstBytes(asyncio.Protocol):
    """Buffers input that arrives before the TLS handshake starts."""

    def __init__(self) -> None:
        self._data = b""

    def data_received(self, data: bytes) -> None:
        self._data += data

    def hand_on(self, transport: asyncio.Transport) -> None:
        """Pass the buffered bytes to the transport's current protocol, as if they had just arrived."""
        # The protocol of uvloop has these methods, but is not a BufferedProtocol.
        protocol = cast("asyncio.BufferedProtocol", transport.get_protocol())
        while self._data and not transport.is_closing():
            buffer = memoryview(protocol.get_buffer(len(self._data)))
            n_bytes = min(len(buffer), len(self._data))
            buffer[:n_bytes] = self._data[:n_bytes]
            self._data = self._data[n_bytes:]
            protocol.buffer_updated(n_bytes)


class RequestProtocol(HttpToolsProtocol):
    """uvicorn's HTTP protocol with limits on the size, number and duration of requests."""

    def __init__(
        self,
        guard: Guard,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, object],
        visit: Visit,
    ) -> None:
        super().__init__(config, server_state, app_state)
        self._guard, self._limits, self._visit = guard, guard.limits, visit
        # uvicorn creates the WebSocket protocol by calling this with its own arguments.
        self.ws_protocol_class = partial(SocketProtocol, guard, visit)  # type: ignore[assignment]
        self._is_in_head = False
        self._n_raw = self._n_head = 0
        # With TLS, the first request or the end of the connection may arrive together with the end of the handshake.
        self._is_made = self.is_lost = False
        self._early = b""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Limit the write buffer, so that little output is buffered for clients that do not read.

        Then process the input that arrived during the TLS handshake.
        """
        self._visit.transport = transport
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=HIGH_WATER)
        self._is_made = True
        if self._early:
            early, self._early = self._early, b""
            self.data_received(early)

    def connection_lost(self, exc: Exception | None) -> None:
        """Free the connection's buffers, and unregister the connection."""
        self.is_lost = True
        if self._is_made:
            super().connection_lost(exc)
            # After a reset, uvicorn keeps the connection's timer, and with it all of its buffers.
            self._unset_keepalive_if_required()
            if self.cycle is not None:
                self.cycle.body = bytearray()
        self._guard.leave(self._visit)

    def data_received(self, data: bytes) -> None:
        """Parse input, and abort the connection if the header section or the whole request is too large."""
        if not self._is_made:
            self._early += data
            return
        self._n_raw += len(data)
        super().data_received(data)
        limits = self._limits
        most = limits.header_bytes if self._is_in_head else limits.body_bytes + BODY_WRAPPING
        if self._n_raw > most or not self._guard.hold(self._visit, self._n_raw):
            self.transport.abort()

    def _let_run(self, seconds: float) -> None:
        self._visit.deadline = time.monotonic() + seconds

    def on_message_begin(self) -> None:
        """Set the deadline for receiving the complete request."""
        super().on_message_begin()
        self._is_in_head, self._n_head = True, 0
        self._let_run(self._limits.request_seconds)

    def on_url(self, url: bytes) -> None:
        """Count part of the URL toward the size of the header section.

        Raises:
            TooLargeError: The header section is too large.
        """
        self._count_head(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Count a header or trailer toward the limits.

        Raises:
            TooLargeError: There are too many headers, or the header section is too large.
        """
        self._count_head(len(name) + len(value))
        super().on_header(name, value)
        if len(self.headers) > self._limits.headers:
            raise TooLargeError("too many headers")

    def _count_head(self, n_bytes: int) -> None:
        self._n_head += n_bytes
        if self._n_head > self._limits.header_bytes:
            raise TooLargeError("the header section is too long")

    def on_headers_complete(self) -> None:
        """Pass the request to the app.

        Raises:
            TooLargeError: Too many requests are pipelined on this connection.
        """
        self._is_in_head = False
        if len(self.pipeline) >= self._limits.pipelined:
            raise TooLargeError("too many requests at once")
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Set the deadline for delivering the response."""
        super().on_message_complete()
        self._let_run(self._limits.answer_seconds)

    def on_response_complete(self) -> None:
        """Reset the counters after a response, and set the deadline for the next request."""
        super().on_response_complete()
        if not self._is_in_head and not self.pipeline:
            self._n_raw = 0
            self._guard.hold(self._visit, 0)
            self._let_run(self._limits.idle_seconds)


class SocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol, with limits on incoming frames and on output that the client does not read."""

    def __init__(
        self, guard: Guard, visit: Visit, config: Config, server_state: ServerState, app_state: dict[str, object]
    ) -> None:
        super().__init__(config, server_state, app_state)
        limits = guard.limits
        self._guard, self._limits, self._visit = guard, limits, visit
        self._frames = Bucket(limits.frames_per_second, limits.frames_at_once)
        guard.hold(visit, 0)
        # After the upgrade, the app itself enforces deadlines: for the command `hello`, and by pings.
        visit.deadline = math.inf

    def connection_lost(self, exc: Exception | None) -> None:
        """Unregister the connection."""
        super().connection_lost(exc)
        self._guard.leave(self._visit)

    def data_received(self, data: bytes) -> None:
        """Parse input in small chunks, so that each is processed and freed before the next."""
        for start in range(0, len(data), STRETCH):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + STRETCH])

    def handle_cont(self, event: Frame) -> None:
        """Count a continuation frame, and abort the connection if the message consists of too many frames."""
        if self._count_frame() and len(self.frames) < self._limits.fragments:
            super().handle_cont(event)
        else:
            self.transport.abort()

    def send_receive_event_to_app(self) -> None:
        """Count a complete message and pass it to the app."""
        if self._count_frame():
            super().send_receive_event_to_app()

    def handle_ping(self) -> None:
        """Reply to a ping, or abort the connection if the client does not read the replies."""
        if self.transport.get_write_buffer_size() > HIGH_WATER:
            self.transport.abort()
        elif self._count_frame():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Count a pong, whether solicited or not."""
        if self._count_frame():
            super().handle_pong(event)

    def _count_frame(self) -> bool:
        """Count a frame. If the client sends frames too fast, abort the connection and return False."""
        if self._frames.take():
            return True
        self.transport.abort()
        return False

    async def send(self, message: ASGISendEvent) -> None:
        """Send a message, and wait until the client has read enough of the output.

        Until this returns, the message still counts as queued for the client.
        """
        await super().send(message)
        if message["type"] == "websocket.send":
            await self.writable.wait()


class TableServer(Server):
    """A uvicorn server that limits connections, and notifies clients before closing their WebSockets."""

    def __init__(self, config: Config, app: Litestar, guard: Guard) -> None:
        super().__init__(config)
        self._app = app
        self._guard = guard
        # The guard counts connections when they are accepted, so TLS is set up afterwards.
        self._tls, config.ssl = config.ssl, None
        self._accepting: list[asyncio.Task[None]] = []

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start the app, and accept connections with `Acceptor` instead of uvicorn's own server."""
        await super().startup(sockets=[])
        make = partial(RequestProtocol, self._guard, self.config, self.server_state, self.lifespan.state)
        acceptor = Acceptor(self._guard, make, self._tls)
        for listening in sockets or []:
            listening.listen(self.config.backlog)
            self._accepting.append(asyncio.create_task(acceptor.run(listening)))

    async def on_tick(self, counter: int) -> bool:
        """Close stalled connections once per second."""
        if counter % TICKS_A_SECOND == 0:
            self._guard.sweep()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop accepting connections, notify every client, then shut down."""
        for task in self._accepting:
            task.cancel()
        await asyncio.gather(*self._accepting, return_exceptions=True)
        await self._app.state.lobby.say_goodbye()
        await super().shutdown(sockets)
