"""A line to PostgreSQL that can fall silent: it stays open, but carries nothing any more."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import quote

from tests.postgres import LONG, Server

COMMIT = b"COMMIT"


class SilentLine:
    """A TCP proxy in front of a database; connections made after it fell silent work, as after a failed switch."""

    def __init__(self) -> None:
        self.port = 0
        self._writers: list[asyncio.StreamWriter] = []
        self._is_waiting_for_commit = False
        self._silenced: set[asyncio.Event] = set()
        self._lines: set[asyncio.Event] = set()

    def fall_silent(self) -> None:
        """Carries nothing any more on any connection there is."""
        self._silenced |= self._lines

    def swallow_next_answer(self) -> None:
        """Carries the next commit to the database, but neither its answer nor anything after it."""
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
            writer.close()

    async def serve(self, socket_path: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Carries one connection in both directions."""
        line = asyncio.Event()
        self._lines.add(line)
        far_reader, far_writer = await asyncio.open_unix_connection(socket_path)
        self._writers += [writer, far_writer]
        await asyncio.gather(self._carry(reader, far_writer, line), self._carry(far_reader, writer, line))

    async def close(self) -> None:
        """Hangs up on everybody."""
        for writer in self._writers:
            writer.close()
        for writer in self._writers:
            with contextlib.suppress(ConnectionError):
                await writer.wait_closed()


@asynccontextmanager
async def silent_line(database: Server, schema: str) -> AsyncIterator[tuple[SilentLine, str]]:
    """Gives a line to a schema of a database, and the address behind which it leads there."""
    line = SilentLine()
    socket_path = database.socket_path

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await line.serve(socket_path, reader, writer)

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    line.port = server.sockets[0].getsockname()[1]
    options = quote(f"-csearch_path={schema}")
    yield line, f"postgresql://paperdice@127.0.0.1:{line.port}/postgres?connect_timeout={LONG}&options={options}"
    server.close()
    await line.close()
