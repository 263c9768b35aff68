"""Server processes of their own, as somebody would start them, to be killed."""

import asyncio
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx

PATIENCE = 60
# The date of a machine whose clock is wrong by so many seconds.
SKEW = """
import time
skew, right, right_ns = {}, time.time, time.time_ns
time.time = lambda: right() + skew
time.time_ns = lambda: right_ns() + skew * 10**9
"""


class ServerProcess:
    """`paperdice serve` in a process of its own."""

    def __init__(self, *words: str, port: int | None = None, log: Path | None = None, skew_seconds: int = 0) -> None:
        self.port = port or free_port()
        self._log = log
        self._skew_seconds = skew_seconds
        self._words = words
        self._process: asyncio.subprocess.Process | None = None

    @property
    def url(self) -> str:
        """Where it is served."""
        return f"http://127.0.0.1:{self.port}"

    async def start(self) -> None:
        """Starts it and waits until it answers."""
        errors = None if self._log is None else self._log.open("ab")
        program = SKEW.format(self._skew_seconds) + "import sys; from paperdice.cli import main; main(sys.argv[1:])"
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", program, "serve", "--host", "127.0.0.1", "--port", str(self.port), *self._words),
            stdout=asyncio.subprocess.DEVNULL,
            stderr=errors,
        )
        if errors is not None:
            errors.close()
        async with asyncio.timeout(PATIENCE), httpx.AsyncClient() as client:
            while True:
                try:
                    if (await client.get(f"{self.url}/health")).status_code == 200:
                        return
                except httpx.TransportError:
                    await asyncio.sleep(0.02)

    @property
    def pid(self) -> int:
        """The number of the process."""
        assert self._process is not None
        return self._process.pid

    async def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Ends it and gives its exit code."""
        assert self._process is not None
        os.kill(self._process.pid, how)
        return await self._process.wait()


def free_port() -> int:
    """A port that nobody uses."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


@asynccontextmanager
async def server_process(*words: str, log: Path | None = None, skew_seconds: int = 0) -> AsyncIterator[ServerProcess]:
    """Gives a running process that is gone at the end; what it logs goes to a file if one is named."""
    process = ServerProcess(*words, log=log, skew_seconds=skew_seconds)
    await process.start()
    try:
        yield process
    finally:
        if process._process is not None and process._process.returncode is None:
            await process.stop(signal.SIGKILL)
