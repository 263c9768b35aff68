"""Run the app: the startup announcement, and a uvicorn server that notifies clients before it stops."""

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
from pathlib import Path

import segno
import uvicorn
import uvloop
from litestar import Litestar

from paperdice.errors import SetupError
from paperdice.server.app import make_app
from paperdice.server.ops.logging import set_up_logs
from paperdice.server.settings import Limits, Settings
from paperdice.server.transport import Guard, TableServer
from paperdice.store.store import Store

# The number of new objects that triggers a garbage collection.
NEW_OBJECTS = 20_000
# The interval at which Python switches threads.
SWITCH_SECONDS = 0.001
# File descriptors reserved for the database, the log, the listening socket and connections being refused.
SPARE_FILES = 256
logger = logging.getLogger("paperdice.server")


@dataclass(frozen=True, slots=True)
class Address:
    """The server's scheme, host and port, and its host name or address on the local network, if any."""

    scheme: str
    host: str
    port: int
    lan_host: str | None

    @property
    def here(self) -> str:
        """The URL for use on this machine."""
        host = "127.0.0.1" if self.host in ("0.0.0.0", "::", "") else self.host
        return f"{self.scheme}://{f'[{host}]' if ':' in host else host}:{self.port}/"

    @property
    def on_network(self) -> str | None:
        """The URL for other devices on the local network, or None if they cannot reach the server."""
        if self.lan_host is None:
            return None
        host = f"[{self.lan_host}]" if ":" in self.lan_host else self.lan_host
        return f"{self.scheme}://{host}:{self.port}/"


@dataclass(frozen=True, slots=True)
class Options:
    """Options for running the server: the listening socket, the TLS certificate and key, and the log level."""

    listening: socket.socket
    tls_cert: Path | None = None
    tls_key: Path | None = None
    log_level: str = "warning"


def qr_code(text: str) -> str:
    """Render text as a QR code for the terminal."""
    drawn = io.StringIO()
    segno.make(text, micro=False).terminal(drawn, border=2, compact=True)
    return drawn.getvalue()


def announcement(address: Address) -> str:
    """Return the text printed at startup: the server's addresses, and a QR code for phones."""
    lines = [f"Paperdice is running at {address.here}"]
    if address.on_network is not None:
        lines += [f"On the local network:  {address.on_network}", qr_code(address.on_network)]
    return "\n".join([*lines, "Press Ctrl-C to stop; matches are saved.", ""])


def make_server(app: Litestar, settings: Settings, options: Options) -> TableServer:
    """Create a server for an app.

    Raises:
        SetupError: The TLS certificate and key cannot be used.
    """
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
        # http/middleware.py determines the client behind a proxy, together with the limits.
        proxy_headers=False,
    )
    try:
        config.load()
    except OSError as error:
        raise SetupError(f"cannot use the certificate {str(options.tls_cert)!r} with its key: {error}") from error
    return TableServer(config, app, guard)


def respect_open_files(limits: Limits) -> Limits:
    """Raise the process's open-file limit to fit the configured number of connections.

    Returns:
        The limits, with fewer connections if the system does not allow enough open files.
    """
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
    """Run a coroutine on a uvloop event loop, which is faster than asyncio's."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(work)


def _rest_collector() -> None:
    """Make garbage collection less frequent.

    Tables are long-lived and create almost no reference cycles, but scanning them would take a tenth of the server's
    time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS, 20, 50)


def _share_interpreter() -> None:
    """Lower the thread switch interval.

    The database thread waits for the GIL several times per commit, and all tables wait for the commit.
    """
    sys.setswitchinterval(SWITCH_SECONDS)


async def run_server(
    store: Store, settings: Settings, options: Options, ready: Callable[[], None] | None = None
) -> None:
    """Run the server until it is stopped; call `ready` once the store is open."""
    set_up_logs(options.log_level)
    app = make_app(store, settings)
    server = make_server(app, settings, options)
    await app.state.lobby.open()
    _rest_collector()
    _share_interpreter()
    if ready is not None:
        ready()
    await server.serve(sockets=[options.listening])
