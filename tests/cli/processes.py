"""The command as a process of its own, with streams or a terminal that the test chooses."""

from __future__ import annotations

import contextlib
import os
import pty
import resource
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO

import paperdice
from tests.patience import patience

PROGRAM = [sys.executable, "-m", "paperdice"]
# Python cannot start from an environment whose path has other letters if the locale knows only ASCII. So the command
# runs without one, and finds its packages by name.
ASCII_PROGRAM = [getattr(sys, "_base_executable", sys.executable), "-m", "paperdice"]
ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONPATH": os.pathsep.join(each for each in sys.path if each)}
Stream = int | IO[str]


def play_match(**headers: str) -> str:
    """Return the record of a finished match with seeded dice."""
    match = paperdice.Match(paperdice.find_game("qwixx"), seats=2)
    match.headers |= {"Dice": "seeded", "DiceSeed": "3", **headers}
    dice = paperdice.SeededDice(3)
    while not match.over:
        if match.dice_wanted:
            match.throw(dice)
        for seat in match.acting:
            match.play(seat, match.choices(seat)[-1])
    return match.record()


def program_for(settings: Mapping[str, str] | None) -> list[str]:
    """Return the command as it starts with these settings."""
    return ASCII_PROGRAM if settings is ASCII else PROGRAM


def start(
    words: Sequence[str],
    settings: Mapping[str, str] | None = None,
    *,
    stdin: Stream = subprocess.DEVNULL,
    stdout: Stream = subprocess.PIPE,
    stderr: Stream = subprocess.PIPE,
    cwd: Path | None = None,
    memory: int | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end, with at most `memory` bytes of address space."""

    def limit() -> None:
        if memory is not None:
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))

    return subprocess.run(
        [*program_for(settings), *words],
        env={**os.environ, **(settings or {})},
        encoding="utf-8",
        timeout=patience(),
        check=False,
        stdin=stdin,
        stdout=stdout,
        stderr=stderr,
        cwd=cwd,
        preexec_fn=limit,
    )


def in_terminal(
    words: Sequence[str], typed: bytes = b"", settings: Mapping[str, str] | None = None
) -> tuple[int, bytes]:
    """Run a command in a terminal of its own; return its exit code and all that the terminal showed."""
    child, terminal = pty.fork()
    if child == 0:
        program = program_for(settings)
        os.execve(program[0], [*program, *words], {**os.environ, "TERM": "xterm", **(settings or {})})
    shown = b""
    if typed:
        os.write(terminal, typed)
    with contextlib.suppress(OSError):  # Linux raises it when nobody holds the other end
        while data := os.read(terminal, 65536):
            shown += data
    os.close(terminal)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status), shown
