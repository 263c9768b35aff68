"""Running the command in a separate process, with chosen streams or in a terminal."""

from __future__ import annotations

import atexit
import contextlib
import os
import pty
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import IO

import paperdice
from tests.patience import patience

PROGRAM = [sys.executable, "-m", "paperdice"]
# In an ASCII locale, Python cannot start from an environment whose path has other characters, and NumPy cannot load its
# libraries from there. So the command runs without a virtual environment, and finds its packages through links.
ASCII_PROGRAM = [getattr(sys, "_base_executable", sys.executable), "-m", "paperdice"]
ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0"}
Stream = int | IO[str]


def play_match(**headers: str) -> str:
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
    """Return the program that runs with these settings."""
    return ASCII_PROGRAM if settings is ASCII else PROGRAM


def environment_for(settings: Mapping[str, str] | None) -> dict[str, str]:
    links = {"PYTHONPATH": _linked_path()} if settings is ASCII else {}
    return {**os.environ, **links, **(settings or {})}


@cache
def _linked_path() -> str:
    """Return a package search path whose folders have ASCII names, regardless of the checkout's path."""
    folder = Path(tempfile.mkdtemp(prefix="paperdice-path-", dir="/tmp"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    links = [folder / str(number) for number, _ in enumerate(sys.path)]
    for link, place in zip(links, sys.path, strict=True):
        link.symlink_to(Path(place).absolute())
    return os.pathsep.join(map(str, links))


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
    """Run a command to its end, with an address space of at most `memory` bytes."""

    def limit() -> None:
        if memory is not None:
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))

    return subprocess.run(
        [*program_for(settings), *words],
        env=environment_for(settings),
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
    """Run a command in a new terminal; return its exit code and everything that the terminal showed."""
    program, environment = program_for(settings), {**environment_for(settings), "TERM": "xterm"}
    child, terminal = pty.fork()
    if child == 0:
        os.execve(program[0], [*program, *words], environment)
    shown = b""
    if typed:
        os.write(terminal, typed)
    with contextlib.suppress(OSError):  # Linux raises it once the other end is closed
        while data := os.read(terminal, 65536):
            shown += data
    os.close(terminal)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status), shown
