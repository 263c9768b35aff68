"""Running the app: addresses, QR code, and a uvicorn that tells clients before it goes."""

from __future__ import annotations

import asyncio
import gc
import io
import logging
import math
import resource
import socket
import sys
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import segno
import uvicorn
import uvloop
from litestar import Litestar

from paperdice.errors import SetupError
from paperdice.server.app import make_app
from paperdice.server.ops.logging import set_up_logs
from paperdice.server.settings import Limits, Settings
from paperdice.server.transport import Acceptor, Guard, RequestProtocol
from paperdice.store.store import Store

TICKS_A_SECOND = 10
# So many objects are made between two looks for garbage.
NEW_OBJECTS = 20_000
# So long a thread may go on while another waits for the interpreter.
SWITCH_SECONDS = 0.001
# For the database, the log, the listening socket and connections that are about to be refused.
SPARE_FILES = 256
logger = logging.getLogger("paperdice.server")


@dataclass(frozen=True, slots=True)
class Address:
    """Where the server can be reached."""

    scheme: str
    host: str
    port: int
    lan_host: str | None

    @property
    def here(self) -> str:
        """The address on this machine."""
        host = "127.0.0.1" if self.host in ("0.0.0.0", "::", "") else self.host
        return f"{self.scheme}://{f'[{host}]' if ':' in host else host}:{self.port}/"

    @property
    def on_network(self) -> str | None:
        """The address for everybody else, None if there is none."""
        if self.lan_host is None:
            return None
        host = f"[{self.lan_host}]" if ":" in self.lan_host else self.lan_host
        return f"{self.scheme}://{host}:{self.port}/"


@dataclass(frozen=True, slots=True)
class Options:
    """How uvicorn listens."""

    listening: socket.socket
    tls_cert: Path | None = None
    tls_key: Path | None = None
    log_level: str = "warning"


def qr_code(text: str) -> str:
    """A QR code for the terminal."""
    drawn = io.StringIO()
    segno.make(text, micro=False).terminal(drawn, border=2, compact=True)
    return drawn.getvalue()


def announcement(address: Address) -> str:
    """What is printed at the start: where to go, and a code for phones."""
    lines = [f"Paperdice is served at {address.here}"]
    if address.on_network is not None:
        lines += [f"On the local network:  {address.on_network}", qr_code(address.on_network)]
    return "\n".join([*lines, "Ctrl-C ends it; matches are kept.", ""])


class TableServer(uvicorn.Server):
    """A uvicorn that guards its connections, and lets the tables say goodbye before it cuts the sockets."""

    def __init__(self, config: uvicorn.Config, app: Litestar, guard: Guard) -> None:
        super().__init__(config)
        self._app = app
        self._guard = guard
        # The guard counts a connection when it is accepted, so TLS comes after it.
        self._tls, config.ssl = config.ssl, None
        self._accepting: list[asyncio.Task[None]] = []

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begins to accept connections, by our own acceptor."""
        await super().startup(sockets=[])
        make = partial(RequestProtocol, self._guard, self.config, self.server_state, self.lifespan.state)
        acceptor = Acceptor(self._guard, make, self._tls)
        for listening in sockets or []:
            listening.listen(self.config.backlog)
            self._accepting.append(asyncio.create_task(acceptor.run(listening)))

    async def on_tick(self, counter: int) -> bool:
        """Looks once a second for connections that do not get on."""
        if counter % TICKS_A_SECOND == 0:
            self._guard.sweep()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Accepts nobody any more, tells every client, then ends."""
        for task in self._accepting:
            task.cancel()
        await asyncio.gather(*self._accepting, return_exceptions=True)
        await self._app.state.lobby.say_goodbye()
        await super().shutdown(sockets)


def make_server(app: Litestar, settings: Settings, options: Options) -> TableServer:
    """The server that runs an app."""
    limits = respect_open_files(settings.limits)
    if options.tls_cert is not None:
        limits = replace(limits, connections_per_client=limits.tls_connections_per_client)
    guard = Guard(replace(settings, limits=limits))
    options.listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, limits.send_buffer_bytes)
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        ws_per_message_deflate=False,
        ws_max_size=limits.frame_bytes,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        timeout_graceful_shutdown=5,
        timeout_keep_alive=math.ceil(limits.idle_seconds),
        server_header=False,
        ssl_certfile=options.tls_cert,
        ssl_keyfile=str(options.tls_key) if options.tls_key else None,
        # Whom a proxy asks for is found out by http/door.py, together with all else that limits need to know.
        proxy_headers=False,
    )
    try:
        config.load()
    except OSError as error:
        raise SetupError(f"cannot use the certificate {str(options.tls_cert)!r} with its key: {error}") from error
    return TableServer(config, app, guard)


def respect_open_files(limits: Limits) -> Limits:
    """Raises the limit of open files as far as the system lets us, and takes fewer connections if that is too few."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = limits.connections + SPARE_FILES
    allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < allowed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
        soft = allowed
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return limits
    n_connections = max(1, soft - SPARE_FILES)
    logger.warning("the limit of open files allows %d connections instead of %d", n_connections, limits.connections)
    return replace(limits, connections=n_connections)


def run(work: Coroutine[object, object, None]) -> None:
    """Run work on an event loop of uvloop, which is faster than that of asyncio."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(work)


def _rest_collector() -> None:
    """Has Python look for cycles of garbage less often: tables live long and make next to none, and looking through
    them all took a tenth of the server's time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS, 20, 50)


def _share_interpreter() -> None:
    """Has Python change threads after a millisecond where two want to go on: the thread of the database waits for its
    turn several times a commit, and everybody at the tables with it."""
    sys.setswitchinterval(SWITCH_SECONDS)


async def run_server(
    store: Store, settings: Settings, options: Options, ready: Callable[[], None] | None = None
) -> None:
    """Serves until somebody ends it; `ready` is called when the store is open."""
    set_up_logs(options.log_level)
    app = make_app(store, settings)
    server = make_server(app, settings, options)
    await app.state.lobby.open()
    _rest_collector()
    _share_interpreter()
    if ready is not None:
        ready()
    await server.serve(sockets=[options.listening])
