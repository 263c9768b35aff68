"""Separate server processes, started as an owner would, which tests can kill."""

import asyncio
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx

from tests.patience import PAUSE, patience
from tests.server.clients import http_client

# The command without warm-up of bots, on a machine with a shifted date.
PROGRAM = """
import sys, time
from paperdice.cli import main
from paperdice.server import settings

skew, right, right_ns, chosen = {}, time.time, time.time_ns, settings.Settings
time.time = lambda: right() + skew
time.time_ns = lambda: right_ns() + skew * 10**9
settings.Settings = lambda **wishes: chosen(**{{**wishes, "warms_ahead": False}})
main(sys.argv[1:])
"""


class ServerProcess:
    """`paperdice serve` in a separate process, on a port that stays reserved until it is closed."""

    def __init__(self, *words: str, log: Path | None = None, skew_seconds: int = 0) -> None:
        self._reserved = socket.socket()
        # Linux gives a bound port to no other process, but lets the server bind it too.
        self._reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._reserved.bind(("127.0.0.1", 0))
        self.port = int(self._reserved.getsockname()[1])
        self._log = log
        self._skew_seconds = skew_seconds
        self._words = words
        self._process: asyncio.subprocess.Process | None = None

    @property
    def url(self) -> str:
        scheme = "https" if "--tls-cert" in self._words else "http"
        return f"{scheme}://127.0.0.1:{self.port}"

    async def start(self) -> None:
        """Start the process unless it is running, and wait until it answers."""
        if self._process is not None and self._process.returncode is None:
            return
        errors = None if self._log is None else self._log.open("ab")
        program = PROGRAM.format(self._skew_seconds)
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", program, "serve", "--host", "127.0.0.1", "--port", str(self.port), *self._words),
            stdout=asyncio.subprocess.DEVNULL,
            stderr=errors,
        )
        if errors is not None:
            errors.close()
        async with asyncio.timeout(patience()), http_client(self.url) as client:
            while not await self._answers(client):
                await asyncio.sleep(PAUSE)

    async def _answers(self, client: httpx.AsyncClient) -> bool:
        assert self._process is not None and self._process.returncode is None, "the server has ended"
        try:
            return (await client.get("/health")).status_code == 200
        except httpx.TransportError:
            return False

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    async def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Stop the process with a signal and return its exit code."""
        assert self._process is not None
        os.kill(self._process.pid, how)
        return await self._process.wait()

    async def close(self) -> None:
        """Kill the process if it is running, and release its port."""
        if self._process is not None and self._process.returncode is None:
            await self.stop(signal.SIGKILL)
        self._reserved.close()


def free_port() -> int:
    """Return an unused port."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


@asynccontextmanager
async def server_process(*words: str, log: Path | None = None, skew_seconds: int = 0) -> AsyncIterator[ServerProcess]:
    """Run a server process and kill it at the end; it logs to `log` if given."""
    process = ServerProcess(*words, log=log, skew_seconds=skew_seconds)
    try:
        await process.start()
        yield process
    finally:
        await process.close()
