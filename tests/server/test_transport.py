"""The transport of sockets on a real connection: backpressure and pings."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from uvicorn._types import ASGIReceiveCallable, ASGISendCallable, Scope
from uvicorn.config import Config
from uvicorn.server import ServerState

from paperdice.server.settings import Settings
from paperdice.server.transport import Guard, SocketProtocol, Visit
from tests.patience import patience
from tests.server.servers import LONG

OPENING = (
    b"GET / HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
PING = 0x89


def text_frame(text: bytes) -> bytes:
    """Return a short text frame of a client, masked with zeros."""
    return bytes((0x81, 0x80 | len(text))) + bytes(4) + text


@dataclass
class App:
    """An app that receives messages one at a time when it is allowed to."""

    heard: list[object] = field(default_factory=list)
    may_take: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(0))
    is_done: asyncio.Event = field(default_factory=asyncio.Event)

    async def __call__(self, scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        await receive()
        await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
        while True:
            await self.may_take.acquire()
            event = await receive()
            if event["type"] != "websocket.receive":
                self.is_done.set()
                return
            self.heard.append(event["text"])


@dataclass
class Line:
    """Both ends of a connection."""

    app: App
    protocol: SocketProtocol
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter


@asynccontextmanager
async def connected() -> AsyncIterator[Line]:
    """Open a socket on which no ping is due during the test."""
    app, settings = App(), Settings()
    config = Config(app, ws_ping_interval=LONG, ws_ping_timeout=LONG, lifespan="off", log_config=None)
    config.load()
    guard, visit = Guard(settings), Visit("", 0.0)
    here, there = socket.socketpair()
    loop = asyncio.get_running_loop()
    protocol = SocketProtocol(guard, visit, config, ServerState(), {})
    await loop.connect_accepted_socket(lambda: protocol, here)
    reader, writer = await asyncio.open_connection(sock=there)
    writer.write(OPENING)
    await reader.readuntil(b"\r\n\r\n")
    try:
        yield Line(app, protocol, reader, writer)
    finally:
        for _ in range(9):
            app.may_take.release()
        writer.close()
        async with asyncio.timeout(patience()):
            await app.is_done.wait()


async def sleep_until_read(line: Line, n_waiting: int) -> None:
    """Wait until this many messages are queued for the app."""
    async with asyncio.timeout(patience()):
        while line.protocol.queue.qsize() < n_waiting:
            await asyncio.sleep(0.005)


async def test_a_socket_is_read_on_while_one_message_waits_but_not_while_two_do() -> None:
    async with connected() as line:
        line.writer.write(text_frame(b"one"))
        await sleep_until_read(line, 1)
        assert not line.protocol.read_paused
        line.writer.write(text_frame(b"two"))
        await sleep_until_read(line, 2)
        assert line.protocol.read_paused
        line.writer.write(text_frame(b"three"))
        await asyncio.sleep(0.1)
        assert line.protocol.queue.qsize() == 2
        for _ in range(3):
            line.app.may_take.release()
        async with asyncio.timeout(patience()):
            while len(line.app.heard) < 3:
                await asyncio.sleep(0.005)
        assert line.app.heard == ["one", "two", "three"]
        assert not line.protocol.read_paused


async def test_only_who_is_silent_is_asked_for_a_sign() -> None:
    async with connected() as line:
        line.app.may_take.release()
        line.writer.write(text_frame(b"here"))
        async with asyncio.timeout(patience()):
            while not line.app.heard:
                await asyncio.sleep(0.005)
        protocol = line.protocol
        protocol.send_keepalive_ping()
        assert protocol.pending_ping_payload is None
        protocol._heard_at -= LONG
        protocol.send_keepalive_ping()
        async with asyncio.timeout(patience()):
            assert (await line.reader.readexactly(2))[0] == PING


async def test_what_many_sockets_are_told_in_one_turn_goes_out_at_its_end() -> None:
    async with connected() as first, connected() as second:
        guard = Guard(Settings())
        told = [first.protocol, second.protocol]
        for protocol in told:
            protocol._guard = guard
        for text in (b"one", b"two"):
            assert [protocol.write_at_once(text) for protocol in told] == [True, True]
        for line in (first, second):
            assert await line.reader.readexactly(10) == b"\x81\x03one\x81\x03two"


async def test_a_socket_that_cannot_be_written_to_keeps_nothing_from_the_others() -> None:
    written: list[str] = []
    guard, loop = Guard(Settings()), asyncio.get_running_loop()
    failures: list[str] = []
    loop.set_exception_handler(lambda _, context: failures.append(repr(context.get("exception"))))

    def fail() -> None:
        raise RuntimeError("closed")

    for flush in (lambda: written.append("first"), fail, lambda: written.append("last")):
        guard.flush_soon(flush)
    assert not written
    async with asyncio.timeout(patience()):
        while written != ["first", "last"]:
            await asyncio.sleep(0)
    loop.set_exception_handler(None)
    assert failures == ["RuntimeError('closed')"]


async def test_who_does_not_read_is_not_written_to_at_once() -> None:
    async with connected() as line:
        line.protocol.pause_writing()
        assert not line.protocol.write_at_once(b"lost")
        line.protocol.resume_writing()
        assert line.protocol.write_at_once(b"kept")
        assert await line.reader.readexactly(6) == b"\x81\x04kept"
