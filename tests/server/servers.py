"""A real server in this process."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from paperdice.server.app import make_app
from paperdice.server.run import Options, make_server
from paperdice.server.settings import Limits, Settings
from paperdice.store.store import Store

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
    tables_per_client_minute=1000,
)
FAST = Settings(limits=LIMITS, bot_pause_ms=0, bot_budget_ms=5, takeover_seconds=0.3, stand_in_seconds=0)


@asynccontextmanager
async def running_server(store: Store, settings: Settings = FAST) -> AsyncIterator[str]:
    """Gives the address of a running server."""
    listening = socket.create_server(("127.0.0.1", 0))
    server = make_server(make_app(store, settings), settings, Options(listening))
    task = asyncio.create_task(server.serve([listening]))
    try:
        while not server.started:
            if task.done():
                task.result()
            await asyncio.sleep(0.005)
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        await task
