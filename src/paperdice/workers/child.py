"""Both ends of a pipe to a child process, with one line per request and one line per answer."""

from __future__ import annotations

import asyncio
import json
import os
import select
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Any, NoReturn

# A review of a long match is one line of several hundred thousand bytes.
MAX_LINE_BYTES = 16 * 1024 * 1024
LOWEST_PRIORITY = 19
_CHUNK_BYTES = 1 << 16

# Yields the file descriptor to wait for and whether it is to be written to, and returns the answer.
_Exchange = Generator[tuple[int, bool], None, bytes]


def module_command(module: str) -> list[str]:
    """Return the command that runs a module with this Python interpreter."""
    return [sys.executable, "-m", module]


class Child:
    """A program that runs in its own session and answers each line of input with one line of output.

    Use `exchange` in threads and `exchange_async` in an event loop. Neither starts a thread or a task, so both can time
    out at any point. (asyncio's own subprocesses cannot be cancelled while they start.)

    Args:
        command: The program and its arguments.
        niceness: How much to lower the program's priority. This applies from its start, since loading code takes time.
        cache: The cache folder shared with this process, or None for the default one.
        max_bytes: The length at which an answer is returned even if its line is incomplete.

    Raises:
        OSError: The program cannot be started.
    """

    def __init__(
        self, command: Sequence[str], niceness: int = 0, cache: Path | None = None, max_bytes: int = MAX_LINE_BYTES
    ) -> None:
        settings = os.environ if cache is None else {**os.environ, "PAPERDICE_CACHE": str(cache)}
        self._process = subprocess.Popen(
            command,
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=settings,
            start_new_session=True,  # so that it does not receive Ctrl-C, and `end` can kill its children too
        )
        if niceness:
            with suppress(ProcessLookupError):  # it has exited already, which the first exchange notices
                own = os.getpriority(os.PRIO_PROCESS, 0)
                os.setpriority(os.PRIO_PROCESS, self.pid, min(LOWEST_PRIORITY, own + niceness))
        self._max_bytes = max_bytes
        assert self._process.stdin is not None and self._process.stdout is not None
        self._stdin, self._stdout = self._process.stdin.fileno(), self._process.stdout.fileno()
        os.set_blocking(self._stdin, False)
        os.set_blocking(self._stdout, False)
        # Kill the process even if `end` is never called.
        self._finalizer = weakref.finalize(self, _kill_and_wait, self._process)

    @property
    def pid(self) -> int:
        return self._process.pid

    def exchange(self, line: bytes, seconds: float | None = None) -> bytes:
        """Send a line and return the answer.

        The answer ends with a line feed, unless the program has exited or the answer has reached `max_bytes`. If
        `seconds` is None, there is no timeout.

        Raises:
            TimeoutError: There is no answer within `seconds`; the program is still running.
        """
        deadline = None if seconds is None else time.monotonic() + seconds
        exchange = self._exchange(line)
        poll = select.poll()
        try:
            while True:
                waits_for, is_writing = next(exchange)
                poll.register(waits_for, select.POLLOUT if is_writing else select.POLLIN)
                left = None if deadline is None else max(0.0, deadline - time.monotonic())
                if not poll.poll(None if left is None else 1000 * left):
                    raise TimeoutError
                poll.unregister(waits_for)
        except StopIteration as done:
            return bytes(done.value)

    async def exchange_async(self, line: bytes, seconds: float | None = None) -> bytes:
        """Send a line and return the answer, like `exchange`, but without blocking the event loop."""
        exchange = self._exchange(line)
        try:
            async with asyncio.timeout(seconds):
                while True:
                    await _until_ready(*next(exchange))
        except StopIteration as done:
            return bytes(done.value)

    def _exchange(self, line: bytes) -> _Exchange:
        unsent = memoryview(line)
        while unsent:
            try:
                unsent = unsent[os.write(self._stdin, unsent) :]
            except BlockingIOError:
                yield self._stdin, True
            except OSError:
                break  # it has closed its input; its answer, if any, explains why
        parts, n_bytes = list[bytes](), 0
        while n_bytes < self._max_bytes:
            yield self._stdout, False
            with suppress(BlockingIOError):
                parts.append(os.read(self._stdout, _CHUNK_BYTES))
                n_bytes += len(parts[-1])
                if not parts[-1] or b"\n" in parts[-1]:
                    break
        return b"".join(parts)

    def wait(self, seconds: float) -> int | None:
        """Return the exit status, or None if the program is still running after `seconds`."""
        try:
            return self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None

    def quit(self, line: bytes, seconds: float) -> None:
        """Send a last line, close the pipe, and wait up to `seconds` for the program to exit; then kill it."""
        assert self._process.stdin is not None
        with suppress(OSError):  # it does not read, or has exited
            os.write(self._stdin, line)
        self._process.stdin.close()
        self.wait(seconds)
        self.end()

    def kill(self) -> None:
        """Kill the program and its children.

        An exchange in progress in another thread then returns as if the program had exited.
        """
        _kill(self._process)

    def end(self) -> None:
        """Kill the program and close the pipes, without waiting until the process has exited.

        While all cores are busy, a process of low priority can take up to a second to exit, and every table would have
        to wait.
        """
        if self._finalizer.detach() is None:
            return
        _kill(self._process)
        _close(self._process)
        # While the interpreter shuts down, no thread can be started; then the system reaps the process.
        if self._process.poll() is None and not sys.is_finalizing():
            threading.Thread(target=self._process.wait, name="paperdice-end", daemon=True).start()


async def _until_ready(descriptor: int, is_writing: bool) -> None:
    """Wait until a file descriptor is readable or writable."""
    loop = asyncio.get_running_loop()
    add, remove = (loop.add_writer, loop.remove_writer) if is_writing else (loop.add_reader, loop.remove_reader)
    ready: asyncio.Future[None] = loop.create_future()

    def wake() -> None:
        if not ready.done():
            ready.set_result(None)

    add(descriptor, wake)
    try:
        await ready
    finally:
        remove(descriptor)


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a process and all other processes in its session."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


def _close(process: subprocess.Popen[bytes]) -> None:
    for pipe in (process.stdin, process.stdout):
        assert pipe is not None
        pipe.close()


def _kill_and_wait(process: subprocess.Popen[bytes]) -> None:
    _kill(process)
    _close(process)
    process.wait()


def serve(answer: Callable[[Mapping[str, Any]], object]) -> NoReturn:
    """Answer requests in a child process, one JSON object per line, until the pipe is closed.

    The first line of output is empty and signals that the code has been loaded. Printed text goes to standard error. A
    thread reads the input, so the process exits together with its parent, even in the middle of a request.

    Args:
        answer: A function that returns the answer to a request, as an object that can be encoded as JSON.
    """
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    requests: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_read_requests, args=(requests,), daemon=True).start()
    with suppress(BrokenPipeError):  # the parent may end at any time
        answers.write("\n")
        answers.flush()
        while True:
            answers.write(json.dumps(_answer_safely(answer, requests.get())) + "\n")
            answers.flush()
    os._exit(0)


def _read_requests(requests: SimpleQueue[bytes]) -> None:
    for line in sys.stdin.buffer:
        requests.put(line)
    os._exit(0)


def _answer_safely(answer: Callable[[Mapping[str, Any]], object], line: bytes) -> object:
    """Return the answer to a request, or the class name of the exception if it fails.

    The exception's message is left out, since it might contain a sealed move.
    """
    try:
        return answer(json.loads(line))
    except Exception as error:  # noqa: BLE001 - the caller gets the error, and the next request can still be served
        return {"error": type(error).__name__}
