"""Real servers in this process, for one test or shared by many."""

import asyncio
import socket
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

from paperdice.server.app import make_app
from paperdice.server.run import Options, make_server
from paperdice.server.settings import Limits, Settings
from paperdice.store.store import Store

# Tests only meet limits and deadlines that they set themselves, however busy the machine is.
LONG = 3600.0
LIMITS = Limits(
    exempt_clients=(),
    commands_per_second=1000,
    commands_at_once=1000,
    client_commands_per_second=10_000,
    client_commands_at_once=10_000,
    burst_per_second=10_000,
    burst_at_once=10_000,
    requests_at_once=10_000,
    hellos_at_once=10_000,
    states_at_once=10_000,
    frames_per_second=2000,
    frames_at_once=2000,
    readings_per_client_minute=10_000,
    connections_at_once=10_000,
    tables_per_client_minute=10_000,
    misses=10_000,
    request_seconds=LONG,
    answer_seconds=LONG,
    idle_seconds=LONG,
    hello_seconds=LONG,
)
FAST = Settings(
    limits=LIMITS,
    static=Path(__file__).parent / "no-page",  # a server compresses its page at each start
    bot_pause_ms=0,
    bot_budget_ms=5,
    n_workers=1,
    takeover_seconds=0.3,
    stand_in_seconds=0,
)


@asynccontextmanager
async def running_server(
    store: Store, settings: Settings = FAST, tls: tuple[Path, Path] | None = None
) -> AsyncIterator[str]:
    """Run a server in this event loop, optionally over TLS; yield its address."""
    listening = socket.create_server(("127.0.0.1", 0))
    server = make_server(make_app(store, settings), settings, Options(listening, *(tls or ())))
    server.lifespan = server.config.lifespan_class(server.config)
    await server.startup([listening])
    # Not `serve()`, which would replace pytest's handling of Ctrl-C.
    ticking = asyncio.create_task(server.main_loop())
    try:
        yield f"{'https' if tls else 'http'}://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        ticking.cancel()
        await server.shutdown([listening])


@contextmanager
def server_aside(store: Store, settings: Settings = FAST) -> Iterator[str]:
    """Run a server in a thread, so that tests with different event loops can share it; yield its address."""
    ready, address = threading.Event(), ""
    loop, stop = asyncio.new_event_loop(), asyncio.Event()

    async def serve() -> None:
        nonlocal address
        try:
            async with running_server(store, settings) as address:
                ready.set()
                await stop.wait()
        finally:
            ready.set()

    thread = threading.Thread(target=loop.run_until_complete, args=(serve(),))
    thread.start()
    try:
        ready.wait()
        assert address, "the server does not start"
        yield address
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join()
        loop.close()
