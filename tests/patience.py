"""How long tests wait for a condition before they fail: one generous limit that grows with the load of the machine.

A test never measures time: it waits until a condition holds, and this limit ends the wait if it never does.
"""

import asyncio
import os
import time
from collections.abc import Callable

SECONDS = 120.0
PAUSE = 0.02


def patience(seconds: float = SECONDS) -> float:
    """Return the timeout in seconds for something that takes a moment on a quiet machine.

    Args:
        seconds: the limit on a quiet machine; the default is for everything that does not compile or install.
    """
    return seconds * max(1.0, os.getloadavg()[0] / count_cores())


def count_cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def wait_until(condition: Callable[[], bool], what: str, seconds: float = SECONDS) -> None:
    """Wait until a condition holds, or raise TimeoutError naming what did not happen."""
    started = time.monotonic()
    while not condition():
        if time.monotonic() - started > patience(seconds):
            raise TimeoutError(f"timed out waiting for: {what}")
        time.sleep(PAUSE)


async def eventually(condition: Callable[[], bool], what: str, seconds: float = SECONDS) -> None:
    """Wait in an event loop until a condition holds, or raise TimeoutError naming what did not happen."""
    started = time.monotonic()
    while not condition():
        if time.monotonic() - started > patience(seconds):
            raise TimeoutError(f"timed out waiting for: {what}")
        await asyncio.sleep(PAUSE)
