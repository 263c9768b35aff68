"""Measure the CPU seconds of all commands that compile nothing, compared with a Python that imports numpy.

Each command runs in its own process, interleaved with the others; the best of several rounds counts, since the first
one writes bytecode and other programs may share the cores. The exit status is 1 if a command takes more than 0.4 s
longer than Python and numpy.

Usage: python bench/commands.py [ROUNDS]
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import paperdice
from paperdice.cli import COMMANDS

ALLOWED = 0.4
NUMPY = "import numpy"
UNKNOWN = "dance"
POSITION = "qwixx 7 white 0 w4 w1 r2 y6 g3 b6 | classic 1.11/.1/-/- 1 | mixx-a -/-/1/- 0"
SHEET = Path(paperdice.__file__).parent / "games" / "qwixx" / "sheets" / "classic.toml"


def write_record(folder: Path) -> Path:
    """Write the record of a match with verifiable dice and return its path."""
    match = paperdice.Match(paperdice.find_game("qwixx"), seats=2)
    match.headers |= {"Dice": "seeded", "DiceSeed": "3"}
    while not match.over:
        if match.dice_wanted:
            match.throw(paperdice.SeededDice(3))
        for seat in match.acting:
            match.play(seat, match.choices(seat)[-1])
    file = folder / "match.txt"
    file.write_text(match.record(), "utf-8")
    return file


def list_commands(folder: Path) -> dict[str, list[str]]:
    """Return the arguments of every command that compiles nothing, by the command as users type it."""
    record, kept = str(write_record(folder)), ["--data", str(folder / "matches.sqlite")]
    (folder / "matches.sqlite").touch()
    commands = {
        "paperdice": [],
        "paperdice --version": ["--version"],
        "paperdice --help": ["--help"],
        f"paperdice {UNKNOWN}": [UNKNOWN],
        "paperdice show POSITION": ["show", POSITION],
        "paperdice replay FILE": ["replay", record],
        "paperdice verify FILE": ["verify", record],
        "paperdice sheet check FILE": ["sheet", "check", str(SHEET)],
        "paperdice sheet show qwixx": ["sheet", "show", "qwixx"],
        "paperdice backup FILE": ["backup", str(folder / "backup.jsonl"), *kept],
        "paperdice completion bash": ["completion", "bash"],
    }
    return commands | {f"paperdice {name} --help": [*name.split(" "), "--help"] for name, _, _ in COMMANDS}


def cpu_seconds(words: list[str], settings: dict[str, str]) -> float:
    """Return the CPU seconds of a process, and exit if it fails."""
    process = subprocess.Popen(words, env=settings, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != (2 if UNKNOWN in words else 0):
        sys.exit(f"{' '.join(words)} exited with status {process.returncode}")
    return usage.ru_utime + usage.ru_stime


def main() -> int:
    """Print a table, and return 1 if a command is too slow."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    with tempfile.TemporaryDirectory() as folder:
        commands = {name: ["-m", "paperdice", *words] for name, words in list_commands(Path(folder)).items()}
        programs = {"Python alone": ["-c", "pass"], "Python and numpy": ["-c", NUMPY], **commands}
        best = dict.fromkeys(programs, float("inf"))
        settings = {**os.environ, "PYTHONPYCACHEPREFIX": folder} | (
            {} if "--source" in sys.argv else {"PYTHONDONTWRITEBYTECODE": ""}
        )
        for _ in range(rounds):
            for name, words in programs.items():
                best[name] = min(best[name], cpu_seconds([sys.executable, *words], settings))
    floor = best["Python and numpy"]
    print("| command | CPU seconds | beyond Python and numpy |\n|---|---|---|")
    for name, seconds in best.items():
        print(f"| `{name}` | {seconds:.2f} | {seconds - floor:+.2f} |")
    return int(any(best[name] - floor > ALLOWED for name in commands))


if __name__ == "__main__":
    sys.exit(main())
