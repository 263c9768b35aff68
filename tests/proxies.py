"""Proxies that can fall silent: connections stay open, but carry nothing."""

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from urllib.parse import quote

from tests.postgres import LONG, Server

COMMIT = b"COMMIT"
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class SilentLine:
    """A TCP proxy in front of a server; connections made after it fell silent work, as after a failover.

    Args:
        connect: opens a connection to the server.
    """

    def __init__(self, connect: Callable[[], Coroutine[None, None, Streams]]) -> None:
        self.port = 0
        self.is_mute = False
        """Whether new connections are accepted and then carry nothing."""
        self.n_accepted = 0
        self._connect = connect
        self._writers: list[asyncio.StreamWriter] = []
        self._is_waiting_for_commit = False
        self._silenced: set[asyncio.Event] = set()
        self._lines: set[asyncio.Event] = set()

    def fall_silent(self) -> None:
        """Stop carrying data on all open connections."""
        self._silenced |= self._lines

    def swallow_next_answer(self) -> None:
        """Forward the next commit to the database, but neither its answer nor anything after it."""
        self._is_waiting_for_commit = True

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, line: asyncio.Event) -> None:
        with contextlib.suppress(ConnectionError):
            while data := await reader.read(65536):
                if line not in self._silenced:
                    writer.write(data)
                    await writer.drain()
                if self._is_waiting_for_commit and COMMIT in data:
                    self._is_waiting_for_commit = False
                    self._silenced.add(line)
            # A silent line does not report that the other side has hung up.
            if line not in self._silenced:
                writer.close()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Forward one connection in both directions."""
        line = asyncio.Event()
        self._lines.add(line)
        self.n_accepted += 1
        if self.is_mute:
            self._silenced.add(line)
        far_reader, far_writer = await self._connect()
        self._writers += [writer, far_writer]
        await asyncio.gather(self._carry(reader, far_writer, line), self._carry(far_reader, writer, line))

    async def close(self) -> None:
        """Close all connections."""
        for writer in self._writers:
            writer.close()
        for writer in self._writers:
            with contextlib.suppress(ConnectionError):
                await writer.wait_closed()


@asynccontextmanager
async def listening(line: SilentLine) -> AsyncIterator[None]:
    """Make a line accept connections."""
    server = await asyncio.start_server(line.serve, "127.0.0.1", 0)
    line.port = server.sockets[0].getsockname()[1]
    yield
    server.close()
    await line.close()


@asynccontextmanager
async def silent_line(database: Server, schema: str) -> AsyncIterator[tuple[SilentLine, str]]:
    """Run a line to a schema of a database, and yield it with its address."""
    socket_path = database.socket_path
    line = SilentLine(lambda: asyncio.open_unix_connection(socket_path))
    options = quote(f"-csearch_path={schema}")
    async with listening(line):
        yield line, f"postgresql://paperdice@127.0.0.1:{line.port}/postgres?connect_timeout={LONG}&options={options}"


@contextmanager
def silent_proxy(port: int) -> Iterator[SilentLine]:
    """Run a line to a port of this machine in a thread, for tests without their own event loop."""
    line = SilentLine(lambda: asyncio.open_connection("127.0.0.1", port))
    loop = asyncio.new_event_loop()
    ready, done = threading.Event(), asyncio.Event()

    async def run() -> None:
        async with listening(line):
            ready.set()
            await done.wait()

    thread = threading.Thread(target=loop.run_until_complete, args=(run(),))
    thread.start()
    ready.wait()
    try:
        yield line
    finally:
        loop.call_soon_threadsafe(done.set)
        thread.join()
        loop.close()
