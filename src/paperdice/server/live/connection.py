"""The WebSocket of a table: from the first hello to the last word."""

from __future__ import annotations

import asyncio
import time
from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.params import FromPath

from paperdice.errors import NotationError, PaperdiceError, Reason, StoreError
from paperdice.server.live.bot_pool import BOT_NAMES
from paperdice.server.live.lobby import Hall
from paperdice.server.live.member import CLOSE_CODES, Line
from paperdice.server.live.session import Room
from paperdice.server.ops.limits import too_many
from paperdice.server.protocol import messages
from paperdice.server.protocol.views import Why
from paperdice.server.table.decide import refuse
from paperdice.server.version import VERSION

MOST_MISTAKES = 20
FORBIDDEN, BUSY = 4403, 4429
Socket = WebSocket[Any, Any, Any]


@websocket("/api/tables/{code:str}/socket")
async def table_socket(socket: Socket, code: FromPath[str], hall: NamedDependency[Hall]) -> None:
    """Lets one device take part at a table."""
    client = socket.client.host if socket.client else ""
    if not _is_own_page(socket, hall.settings.origins):
        await socket.close(FORBIDDEN, "this page may not open sockets here")
        return
    if hall.is_closing or not hall.sockets.take(client):
        hall.metrics.count("paperdice_sockets_dropped_total", 'reason="limit"')
        await socket.close(BUSY, "too many sockets")
        return
    try:
        await socket.accept()
        await _Conversation(socket, hall, code, client).run()
    finally:
        hall.sockets.give_back(client)


def _is_own_page(socket: Socket, origins: tuple[str, ...]) -> bool:
    """Tells whether a browser's page comes from this host; programs send no origin."""
    origin = socket.headers.get("origin")
    return origin is None or origin in origins or urlsplit(origin).netloc == socket.headers.get("host")


class _Conversation:
    """One socket, from when it is accepted until it is closed."""

    def __init__(self, socket: Socket, hall: Hall, code: str, client: str) -> None:
        self._socket, self._hall, self._code, self._client = socket, hall, code, client
        self._line = Line(self._send, hall.settings.limits)
        self._room: Room | None = None
        self._n_mistakes = 0

    async def _send(self, text: str) -> None:
        await self._socket.send_data(text)

    async def run(self) -> None:
        """Reads and writes at the same time until either is done."""
        writer = asyncio.create_task(self._line.write())
        reader = asyncio.create_task(self._read())
        try:
            await asyncio.wait({reader, writer}, return_when=asyncio.FIRST_COMPLETED)
            if self._line.closing is not None and not writer.done():
                await asyncio.wait({writer}, timeout=1)
        finally:
            for task in (reader, writer):
                task.cancel()
            results = await asyncio.gather(reader, writer, return_exceptions=True)
            if self._room is not None:
                await self._room.leave(self._line)
            await self._hang_up()
        for result in results:
            if isinstance(result, Exception) and not _is_lost_connection(result):
                raise result

    async def _hang_up(self) -> None:
        reason = self._line.closing
        if reason is None or self._socket.connection_state == "disconnect":
            return
        self._hall.metrics.count("paperdice_sockets_dropped_total", f'reason="{reason}"')
        await self._socket.close(CLOSE_CODES[reason], reason)

    async def _read(self) -> None:
        timeout: float | None = self._hall.settings.limits.hello_seconds
        while self._line.closing is None:
            async with asyncio.timeout(timeout):
                event: dict[str, Any] = dict(await self._socket.receive())
            if event["type"] == "websocket.disconnect":
                return
            await self._take(event.get("text") or event.get("bytes") or b"")
            timeout = None if self._room is not None else timeout

    async def _take(self, frame: str | bytes) -> None:
        """Carries out one frame, and answers what is wrong with it."""
        began = time.perf_counter()
        command_id: str | None = None
        try:
            if not self._line.commands.take():
                raise too_many("commands")
            command = _read_command(frame)
            command_id = getattr(command, "id", None)
            await self._obey(command)
        except PaperdiceError as error:
            self._refuse(command_id, error)
        else:
            self._hall.metrics.observe(time.perf_counter() - began)
            self._hall.metrics.count("paperdice_commands_total", f'type="{type(command).__struct_config__.tag}"')

    async def _obey(self, command: messages.Command) -> None:
        if isinstance(command, messages.Ping):
            self._line.tell(messages.Pong())
        elif isinstance(command, messages.Hello):
            await self._greet(command)
        elif self._room is None:
            raise refuse("hello_first", "say hello first")
        else:
            await self._room.obey(self._line, command)

    async def _greet(self, hello: messages.Hello) -> None:
        if hello.protocol != messages.PROTOCOL:
            raise refuse("other_protocol", f"this server speaks protocol {messages.PROTOCOL}: reload the page")
        room = await self._hall.enter(self._code, self._client)
        if self._room is None:
            self._line.tell(messages.Welcome(messages.PROTOCOL, VERSION, list(messages.REACTIONS), list(BOT_NAMES)))
        self._room = room
        await room.join(self._line, hello)

    def _refuse(self, command_id: str | None, error: PaperdiceError) -> None:
        if isinstance(error, StoreError):
            self._hall.note_failure(error)
        reason = error.reason
        self._hall.metrics.count("paperdice_refusals_total", f'reason="{reason.id}"')
        why = Why(reason.id, reason.rule, dict(reason.params))
        self._line.tell(messages.Refused(command_id, type(error).__name__, why, str(error)))
        if reason.id == "stale_step" and self._room is not None:
            self._room.show_again(self._line)
        if reason.id in ("unknown_table", "too_many_guesses", "other_protocol"):
            self._line.close("protocol")
        if reason.id in ("unreadable_command", "too_many_commands"):
            self._n_mistakes += 1
            if self._n_mistakes > MOST_MISTAKES:
                self._line.close("limit" if reason.id == "too_many_commands" else "protocol")


def _read_command(frame: str | bytes) -> messages.Command:
    try:
        command: messages.Command = messages.decode_command(frame)
        return command
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise NotationError(f"cannot read the command: {error}", Reason("unreadable_command", {})) from error


def _is_lost_connection(error: Exception) -> bool:
    """Tells whether an error only says that the other side is gone or never said hello."""
    return isinstance(error, TimeoutError | ConnectionError) or "Disconnect" in type(error).__name__
