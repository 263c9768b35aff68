"""A process of our own on the other end of a socket: what it writes can be awaited, and its end is the socket's end."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

# A review of a long match comes as one line of some hundred thousand bytes.
MOST_BYTES = 16 * 1024 * 1024
# The lowest priority there is.
LOWEST = 19


class Child:
    """A Python module that runs in a process of its own and shares a cache.

    It is started without asyncio, whose processes cannot be given up while they are being started. `niceness` is how
    far it stands behind us from its first moment on, since loading its code is work already.
    """

    def __init__(self, module: str, cache: Path, niceness: int) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", module],
                stdin=theirs.fileno(),
                stdout=theirs.fileno(),
                env={**os.environ, "PAPERDICE_CACHE": str(cache)},
                process_group=0,  # Ctrl-C in a terminal is for us alone
            )
        self._stand_behind(niceness)
        self._socket = ours
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    def _stand_behind(self, niceness: int) -> None:
        own = os.getpriority(os.PRIO_PROCESS, 0)
        with suppress(ProcessLookupError):  # whoever reads finds that it has ended
            os.setpriority(os.PRIO_PROCESS, self._process.pid, min(LOWEST, own + niceness))

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    async def write(self, line: bytes) -> None:
        """Sends a line with its end; raises `OSError` if nobody reads it any more."""
        _, writer = await self._open()
        writer.write(line)
        await writer.drain()

    async def read(self) -> bytes:
        """The next line, nothing if the process has ended."""
        reader, _ = await self._open()
        try:
            return await reader.readline()
        except ConnectionError:
            return b""

    async def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._streams is None:
            self._socket.setblocking(False)
            self._streams = await asyncio.open_connection(sock=self._socket, limit=MOST_BYTES)
        return self._streams

    def end(self) -> None:
        """Ends the process if it still runs, without waiting: one of low priority needs up to a second for its end
        where others are busy, and everybody at a table would wait for that."""
        if self._streams is None:
            self._socket.close()
        else:
            self._streams[1].transport.abort()  # what it has not read is not kept for it until it is gone
        self._process.kill()
        # At the end of our own process no thread can begin any more; the system then sees to the other one.
        if self._process.poll() is None and not sys.is_finalizing():
            threading.Thread(target=self._process.wait, name="paperdice-end", daemon=True).start()
