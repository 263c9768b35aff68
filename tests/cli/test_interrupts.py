"""Ctrl-C in a real terminal, which also signals the child processes of a command."""

from __future__ import annotations

import contextlib
import os
import pty
import sys
from pathlib import Path

import pytest

from tests.interruptible import PROGRAM
from tests.patience import wait_until


def is_working(process: int, module: str) -> bool:
    """Whether the compiler is loaded, in the process itself or in a child process that runs the module."""
    if not module:
        own = Path("/proc", str(process))
        return PROGRAM.encode() in (own / "cmdline").read_bytes() and "llvmlite" in (own / "maps").read_text()
    listed = Path(f"/proc/{process}/task").glob("*/children")
    for child in "".join(each.read_text() for each in listed).split():
        with contextlib.suppress(OSError):
            facts = Path("/proc", child)
            if module.encode() in (facts / "cmdline").read_bytes() and "llvmlite" in (facts / "maps").read_text():
                return True
    return False


SERVE = ["serve", "--host", "127.0.0.1", "--port", "0"]


@pytest.mark.parametrize(
    ("command", "typed", "module", "code", "told"),
    [
        (SERVE, b"", "paperdice.study.worker", 130, b"Press Ctrl-C to stop"),
        (["play", "--bot", "steady"], b"-\n", "", 1, b"You left the match."),
    ],
    ids=["serve", "play"],
)
def test_ctrl_c_ends_a_command_without_a_traceback(
    command: list[str], typed: bytes, module: str, code: int, told: bytes, tmp_path: Path
) -> None:
    """This holds even while bots are being compiled from an empty cache."""
    child, terminal = pty.fork()
    if child == 0:
        folders = {"PAPERDICE_CACHE": str(tmp_path / "cache"), "XDG_DATA_HOME": str(tmp_path)}
        settings = {**os.environ, "TERM": "xterm", **folders}
        os.execve(sys.executable, [sys.executable, "-c", PROGRAM, *command], settings)
    shown = bytearray()
    os.set_blocking(terminal, False)

    def has_ended() -> bool:
        """Read the terminal's output, since writing to a full terminal would block; return whether it was closed."""
        try:
            data = os.read(terminal, 65536)
        except BlockingIOError:
            return False
        except OSError:  # Linux raises it once the other end is closed
            return True
        shown.extend(data)
        return not data

    os.write(terminal, typed)
    wait_until(lambda: has_ended() or is_working(child, module), "a process that compiles")
    os.write(terminal, b"\x03")
    wait_until(has_ended, "the end of the command")
    os.close(terminal)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == code, shown
    assert told in shown and b"Traceback" not in shown and b"KeyboardInterrupt" not in shown
