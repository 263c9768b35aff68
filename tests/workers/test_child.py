"""A child process at the other end of a pipe."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from paperdice.workers import child
from paperdice.workers.child import LOWEST_PRIORITY, Child, module_command
from tests.patience import eventually, patience

LONG_LINE = module_command("tests.workers.long_line")


async def test_a_line_may_be_long() -> None:
    child = Child(LONG_LINE)
    try:
        assert len(await child.exchange_async(b"", patience())) == 1_000_001
    finally:
        child.end()


async def test_a_process_has_its_priority_before_it_has_loaded_anything() -> None:
    own = os.getpriority(os.PRIO_PROCESS, 0)
    for niceness in (3, LOWEST_PRIORITY):
        child = Child(LONG_LINE, niceness)
        try:
            assert os.getpriority(os.PRIO_PROCESS, child.pid) == min(LOWEST_PRIORITY, own + niceness)
        finally:
            child.end()


@pytest.fixture
def hanging() -> Iterator[Child]:
    """A process that neither reads nor exits by itself; it is killed after the test."""
    child = Child(LONG_LINE)
    os.kill(child.pid, signal.SIGSTOP)
    yield child
    with suppress(ProcessLookupError):
        os.kill(child.pid, signal.SIGKILL)


async def test_nobody_waits_for_the_end_of_a_process(hanging: Child, monkeypatch: pytest.MonkeyPatch) -> None:
    """A low-priority process takes up to a second to exit on a busy machine, and the server serves tables meanwhile."""
    waits, gate, reaped = threading.Event(), threading.Event(), threading.Event()
    wait = subprocess.Popen.wait

    def wait_long(process: subprocess.Popen[bytes], timeout: float | None = None) -> int:
        waits.set()
        gate.wait(patience())
        status = wait(process, timeout or patience())
        reaped.set()
        return status

    monkeypatch.setattr(subprocess.Popen, "wait", wait_long)
    with monkeypatch.context() as patch:
        patch.setattr(child, "_kill", lambda _: None)
        hanging.end()
    assert waits.wait(patience()) and not reaped.is_set()
    os.kill(hanging.pid, signal.SIGKILL)
    gate.set()
    assert reaped.wait(patience())
    with pytest.raises(ProcessLookupError):
        os.kill(hanging.pid, 0)


async def test_what_an_ended_process_has_not_read_is_dropped_at_once(
    hanging: Child, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may hang, and be slow to exit."""
    n_open = len(list(Path("/proc/self/fd").iterdir()))
    with pytest.raises(TimeoutError):
        await hanging.exchange_async(b"x" * 5_000_000, 0.1)
    with monkeypatch.context() as patch:
        patch.setattr(child, "_kill", lambda _: None)
        hanging.end()
    await eventually(lambda: len(list(Path("/proc/self/fd").iterdir())) < n_open, "the pipes are closed")


ENDED_LATE = """
import sys
from paperdice.workers.child import Child, module_command

def held():
    child = Child(module_command("tests.workers.long_line"))
    try:
        yield
    finally:
        child.end()
        print("ended", flush=True)

kept = held()
next(kept)
sys.modules["kept"] = kept
"""


def test_a_process_is_ended_with_ours() -> None:
    """At interpreter shutdown no thread can be started to wait for the other process."""
    words = [sys.executable, "-c", ENDED_LATE]
    ran = subprocess.run(words, capture_output=True, text=True, timeout=patience(), check=False)
    assert (ran.returncode, ran.stdout) == (0, "ended\n"), ran.stderr
