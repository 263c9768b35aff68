"""The WebSocket connection of a device at a table, which executes commands and sends messages."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress

import msgspec
from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.params import FromPath

from paperdice.errors import NotationError, PaperdiceError, Reason, StoreError
from paperdice.flow import commands
from paperdice.flow.commands import PROTOCOL, REACTIONS
from paperdice.flow.refusals import refuse
from paperdice.flow.table import Table
from paperdice.flow.weights import weigh
from paperdice.server.live.lobby import Lobby
from paperdice.server.live.member import Member
from paperdice.server.live.session import Session
from paperdice.server.live.storage import hide_store
from paperdice.server.ops.limits import Bucket, too_many
from paperdice.server.protocol import messages
from paperdice.server.protocol.messages import CloseReason
from paperdice.server.settings import VERSION
from paperdice.store.entries import DeletedMatchError, LostAnswerError

MISTAKES = ("unreadable_command", "too_many_commands")
# After these refusals the connection is closed, and the client is told not to reconnect, since that would not help.
LASTING = (
    *("unknown_table", "too_many_guesses", "too_many_requests"),
    *("other_protocol", "damaged_match", "other_match_rules"),
)
MOST_MISTAKES = 20
MISTAKE_SECONDS = 0.1
HELLOS_PER_SECOND, HELLOS_AT_ONCE = 0.2, 3
BUSY = 4429
# The tolerance for a late heartbeat: with a ping every two seconds, silence is noticed within three.
GRACE_MS = 800
CLOSE_CODES: dict[CloseReason, int] = {
    "restart": 1012,
    "slow": 1013,
    "store": 1013,
    "deleted": 1000,
    "limit": 1013,
    "protocol": 1002,
}
# Sending to this many devices is as much work as a move.
MEMBERS_A_MOVE = 20
Socket = WebSocket[object, object, State]


@websocket("/api/tables/{code:str}/socket")
async def table_socket(socket: Socket, code: FromPath[str], lobby: NamedDependency[Lobby]) -> None:
    """Connect a device to a table, and serve the connection until it is closed."""
    client = socket.client.host if socket.client else ""
    if lobby.is_closing or not lobby.throttles.sockets.take(client):
        lobby.metrics.count("paperdice_sockets_dropped_total", 'reason="limit"')
        await socket.close(BUSY, "too many sockets")
        return
    try:
        await socket.accept()
        await Connection(socket, lobby, code, client).run()
    finally:
        lobby.throttles.sockets.give_back(client)


class Connection:
    """A device's WebSocket connection, from its acceptance until it is closed."""

    def __init__(self, socket: Socket, lobby: Lobby, code: str, client: str) -> None:
        limits = lobby.settings.limits
        self._socket, self._lobby, self._code, self._client = socket, lobby, code, client
        waiting = lobby.throttles.waiting_for(client)
        self._member = Member(socket.send_data, limits, waiting, client)
        self._throttle = Bucket(limits.commands_per_second, limits.commands_at_once)
        self._commands = lobby.throttles.commands.of(client)
        self._states = lobby.throttles.states.of(client)
        self._hellos = Bucket(HELLOS_PER_SECOND, HELLOS_AT_ONCE)
        self._session: Session | None = None
        self._n_mistakes = 0
        self._n_bots = 0
        self._silence: asyncio.TimerHandle | None = None
        self._within_ms: int | None = None

    async def run(self) -> None:
        """Read commands and send messages concurrently, until the connection is closed by either side."""
        writer = asyncio.create_task(self._member.write())
        reader = asyncio.create_task(self._read())
        closing = asyncio.create_task(self._member.closed.wait())
        try:
            await asyncio.wait({reader, writer, closing}, return_when=asyncio.FIRST_COMPLETED)
            if self._member.closing is not None and not writer.done():
                await asyncio.wait({writer}, timeout=1)
        finally:
            for task in (reader, writer, closing):
                task.cancel()
            results = await asyncio.gather(reader, writer, return_exceptions=True)
            self._member.drop()
            self._expect(None)
            self._hold_bots(0)
            if self._session is not None:
                await self._session.leave(self._member)
            await self._hang_up()
        for result in results:
            if isinstance(result, Exception) and not _is_lost_connection(result):
                raise result

    async def _hang_up(self) -> None:
        reason = self._member.closing
        if reason is None or self._socket.connection_state == "disconnect":
            return
        self._lobby.metrics.count("paperdice_sockets_dropped_total", f'reason="{reason}"')
        # A client that does not read does not get the close frame either; the transport will be closed later.
        with suppress(TimeoutError):
            async with asyncio.timeout(1):
                await self._socket.close(CLOSE_CODES[reason], reason)

    async def _read(self) -> None:
        """Handle frames one after another; raise `TimeoutError` if the client does not send `hello` in time."""
        while self._member.closing is None:
            if self._session is not None:
                event = await self._socket.receive()
            else:
                async with asyncio.timeout(self._lobby.settings.limits.hello_seconds):
                    event = await self._socket.receive()
            if event["type"] != "websocket.receive":
                return
            await self._take(event.get("text") or event.get("bytes") or b"")

    async def _take(self, frame: str | bytes) -> None:
        """Execute the command in a frame, or send a refusal."""
        began = time.perf_counter()
        command_id = None
        if self._within_ms is not None:
            self._expect(self._within_ms)
        if self._member.is_silent and self._session is not None:
            # Everyone is notified when a device falls silent, and when it is back.
            n_told = 2 * len(self._session.presence.members)
            self._lobby.throttles.bursts.of(self._client).spend(n_told / MEMBERS_A_MOVE)
            await self._session.note_silence(self._member, False)
        try:
            if not self._throttle.take() or not self._commands.take():
                command_id = commands.read_id(frame)
                raise too_many("commands")
            await self._lobby.throttles.pace(self._client, 1, "commands")
            try:
                command = commands.read_command(frame)
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
                command_id = commands.read_id(frame)
                reason = Reason("unreadable_command", {})
                raise NotationError(f"cannot read the command: {error}", reason) from error
            if commands.is_table_command(command):
                command_id = command.id
            if self._session is not None:
                await self._pace(command, self._session)
            if self._session is not None and commands.is_table_command(command):
                self._charge(command, self._session.table)
                await self._session.handle(self._member, command)
            else:
                await self._attend(command)
        except PaperdiceError as error:
            self._refuse(command_id, error)
            if error.reason.id in MISTAKES:
                # Delay the next read, so that a client cannot cause many refusals.
                await asyncio.sleep(MISTAKE_SECONDS)
        else:
            self._lobby.metrics.observe(commands.TAGS[type(command)], time.perf_counter() - began)

    async def _pace(self, command: commands.Command, session: Session) -> None:
        """Rate-limit an expensive command. Only the weight beyond that of a basic command counts."""
        weight = weigh(command, session.table, is_known=session.history.is_known(session.table))
        is_told = commands.is_table_command(command) or isinstance(command, commands.React)
        weight += len(session.presence.members) / MEMBERS_A_MOVE if is_told else 0
        if weight > 1:
            await self._lobby.throttles.pace(self._client, weight - 1, "commands")

    async def _attend(self, command: commands.Command) -> None:
        """Execute a command that does not change the table.

        Until the client has sent `hello`, refuse all commands except `hello` and `ping`.
        """
        match command:
            case commands.Ping():
                self._member.tell(messages.Pong())
                self._expect(command.within)
            case commands.Hello():
                await self._greet(command)
            case commands.ListEntries() if self._session is not None:
                await self._session.list_entries(self._member, command)
            case commands.React() if self._session is not None:
                self._session.react(self._member, command)
            case _:
                raise refuse("hello_first")

    def _expect(self, within_ms: int | None) -> None:
        """Consider the device absent if it sends no command within this time; None disables the check."""
        self._within_ms = within_ms
        if self._silence is not None:
            self._silence.cancel()
        self._silence = None
        if within_ms is not None:
            seconds = (within_ms + GRACE_MS) / 1000
            self._silence = asyncio.get_running_loop().call_later(seconds, self._fall_silent)

    def _fall_silent(self) -> None:
        if self._session is not None:
            self._session.fall_silent(self._member)

    async def _greet(self, hello: commands.Hello) -> None:
        if hello.protocol != PROTOCOL:
            raise refuse("other_protocol")
        if not self._hellos.take():
            raise too_many("commands")
        session = await self._lobby.enter(self._code, self._client)
        self._hold_bots(session.table.n_bots)
        if self._session is None:
            bots = list(self._lobby.bots.names)
            self._member.tell(messages.Welcome(PROTOCOL, VERSION, list(REACTIONS), bots, self._lobby.page))
        self._session = session
        await session.join(self._member, hello)

    def _charge(self, command: commands.TableCommand, table: Table) -> None:
        """Count a command toward its client's limits on seats, bots, hints and new matches.

        Raises:
            TooManyError: A limit is exceeded.
        """
        for charge in command.charges:
            match charge:
                case "bot" if getattr(command, "bot", None):
                    self._hold_bots(table.n_bots + 1)
                case "seat":
                    self._lobby.throttles.check_seating(self._client)
                case "hint":
                    self._lobby.studies.check(self._client)
                case "table":
                    self._lobby.throttles.check_opening(self._client)

    def _hold_bots(self, n: int) -> None:
        """Set the number of bots that count against this client's limit.

        The limit prevents one client from occupying all workers.
        """
        places, more = self._lobby.throttles.bots, n - self._n_bots
        if more > 0 and not places.take(self._client, more):
            raise too_many("bots")
        if more < 0:
            places.give_back(self._client, -more)
        self._n_bots = n

    def _refuse(self, command_id: str | None, error: PaperdiceError) -> None:
        if isinstance(error, DeletedMatchError):
            self._member.close("deleted")
            return
        if isinstance(error, StoreError):
            self._lobby.metrics.note_failure(error)
        if isinstance(error, LostAnswerError):
            # It is unknown whether the command was executed: let the device reconnect and send it again.
            self._member.close("store")
            return
        error = hide_store(error)
        reason = error.reason
        self._lobby.metrics.count("paperdice_refusals_total", f'reason="{reason.id}"')
        self._member.tell(messages.Refused(command_id, type(error).__name__, reason.as_dict(), str(error)))
        if reason.id == "stale_step" and self._session is not None and self._states.take():
            self._session.send_state(self._member)
        if reason.id == "too_many_bots" and self._session is None:
            self._member.close("limit")
        if reason.id in LASTING:
            self._member.close("protocol")
        if reason.id in MISTAKES:
            self._n_mistakes += 1
            if self._n_mistakes > MOST_MISTAKES:
                self._member.close("limit" if reason.id == "too_many_commands" else "protocol")


def _is_lost_connection(error: Exception) -> bool:
    """Whether an error only means that the client is gone or did not send `hello` in time."""
    return isinstance(error, TimeoutError | ConnectionError) or "Disconnect" in type(error).__name__
