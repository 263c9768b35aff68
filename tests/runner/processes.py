"""The descendants of this process, regardless of how they were started: none of them outlives a run."""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import time
from collections.abc import Collection, Iterable
from pathlib import Path

from tests.patience import patience

PROC = Path("/proc")
PR_SET_CHILD_SUBREAPER = 36
GRACE_SECONDS = 20.0


def adopt_orphans() -> None:
    """Become the parent of orphaned descendants; only Linux supports this."""
    if PROC.is_dir():
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def descendants(parent: int) -> dict[int, str]:
    """Return the running descendants of a process, as commands by process id."""
    children: dict[int, list[int]] = {}
    commands = {}
    for folder in PROC.glob("[0-9]*"):
        try:
            # The name of a process, in parentheses, may contain any bytes.
            state, its_parent = (folder / "stat").read_bytes().rpartition(b")")[2].decode().split()[:2]
            command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
        except OSError:
            continue  # it has ended in the meantime
        children.setdefault(int(its_parent), []).append(int(folder.name))
        if state not in "ZX":
            commands[int(folder.name)] = command
    found: dict[int, str] = {}
    waiting = [parent]
    while waiting:
        below = children.get(waiting.pop(), [])
        found |= {each: commands[each] for each in below if each in commands}
        waiting += below
    return found


def cpu_seconds() -> float:
    """Return the CPU time of this process and its ended children."""
    spent = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in spent)


def end_all(leaders: Collection[int], grace: float = GRACE_SECONDS) -> None:
    """End every descendant: interrupt the leaders, so that they can clean up, then kill the others."""
    send(leaders, signal.SIGINT)
    deadline = time.monotonic() + patience(grace)
    while descendants(os.getpid()).keys() & set(leaders) and time.monotonic() < deadline:
        time.sleep(0.05)
    while left := descendants(os.getpid()):
        send(left, signal.SIGKILL)
        time.sleep(0.05)
    reap_orphans()


def reap_orphans() -> None:
    """Reap orphans that have ended."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        return


def send(processes: Iterable[int], how: signal.Signals) -> None:
    """Send a signal to those processes that are still running."""
    for process in processes:
        try:
            os.kill(process, how)
        except OSError:
            continue  # it has ended in the meantime
