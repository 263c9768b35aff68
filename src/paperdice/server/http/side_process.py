"""What takes long is made one at a time in a process of its own, so that nobody's move waits for it."""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import PIPE, Process

import msgspec

from paperdice import errors
from paperdice.errors import PaperdiceError, Reason
from paperdice.server.http.side_program import Made
from paperdice.server.ops.limits import too_many

SECONDS = 60
_read_made = msgspec.json.Decoder(Made).decode


class SideProcess:
    """A program beside the server: started when it is first wanted, and anew after an answer that took too long."""

    def __init__(self, program: str, most_waiting: int) -> None:
        self._program, self._most_waiting = program, most_waiting
        self._turn = asyncio.Lock()
        self._n_waiting = 0
        self._process: Process | None = None

    async def make(self, request: bytes) -> bytes:
        """What the program answers to a request of one line; refused if too many wait already."""
        if self._n_waiting > self._most_waiting:
            raise too_many("requests")
        self._n_waiting += 1
        try:
            async with self._turn:
                return await self._ask(request)
        finally:
            self._n_waiting -= 1

    async def _ask(self, request: bytes) -> bytes:
        process = self._process = self._process or await self._start()
        assert process.stdin is not None and process.stdout is not None
        try:
            async with asyncio.timeout(SECONDS):
                process.stdin.write(request + b"\n")
                await process.stdin.drain()
                made = _read_made(await process.stdout.readline())
                body = await process.stdout.readexactly(made.size)
        except (OSError, EOFError, msgspec.DecodeError, TimeoutError) as error:
            await self.close()
            raise PaperdiceError("the answer could not be made", Reason("server_failed", {})) from error
        except asyncio.CancelledError:
            # Whoever asks next would get this answer.
            await self.close()
            raise
        if made.why is not None:
            kind = getattr(errors, made.error, PaperdiceError)
            raise kind(made.message, Reason(made.why["id"], made.why["params"], made.why["rule"]))
        return body

    async def _start(self) -> Process:
        # In a group of its own it does not hear Ctrl-C, even before it has loaded its code.
        return await asyncio.create_subprocess_exec(
            sys.executable, "-m", self._program, stdin=PIPE, stdout=PIPE, process_group=0
        )

    async def close(self) -> None:
        """Ends the process."""
        process, self._process = self._process, None
        if process is None:
            return
        if process.returncode is None:
            process.kill()
        await process.communicate()
