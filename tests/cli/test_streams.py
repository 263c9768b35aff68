"""The environment of a command in a real process: full disks, closed pipes, ASCII terminals."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.processes import ASCII, PROGRAM, in_terminal, play_match, start

POSITION = "qwixx 7 white 0 w4 w1 r2 y6 g3 b6 | classic 1.11/.1/-/- 1 | mixx-a -/-/1/- 0"


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the record of a finished match with a name that is not ASCII."""
    file = tmp_path_factory.mktemp("records") / "match.txt"
    file.write_text(play_match(Player0="Zoé"), "utf-8")
    return file


def commands(record: Path) -> dict[str, list[str]]:
    """Return fast commands that cover every way of printing, by name."""
    return {
        "welcome": [],
        "help": ["--help"],
        "show": ["show", POSITION],
        "replay": ["replay", str(record)],
        "replay as JSON": ["replay", str(record), "--json"],
        "verify": ["verify", str(record)],
        "sheets": ["sheet", "show", "longo"],
        "completion": ["completion", "bash"],
        "play": ["play"],
        "advise": ["advise", POSITION, "--samples", "0"],
        "simulate": ["simulate", "qwixx", "--matches", "10"],
    }


NAMES = tuple(commands(Path()))


@pytest.mark.parametrize("name", NAMES)
def test_a_full_disk_is_one_sentence(name: str, record: Path) -> None:
    with Path("/dev/full").open("w") as full:
        done = start(commands(record)[name], stdout=full)
    told = [line for line in done.stderr.splitlines() if line.startswith("paperdice:")]
    assert (done.returncode, told) == (1, ["paperdice: cannot write to standard output: No space left on device"])
    assert "Traceback" not in done.stderr and "Exception ignored" not in done.stderr


@pytest.mark.parametrize("name", NAMES)
def test_a_reader_that_goes_away_is_no_error(name: str, record: Path) -> None:
    """An example is `paperdice replay FILE | head -1`; the exit status is 0, and there is no message."""
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = start(commands(record)[name], stdout=writing)
    finally:
        os.close(writing)
    told = [line for line in done.stderr.splitlines() if not line.startswith("Compiling")]
    assert (done.returncode, told) == (0, [])


@pytest.mark.parametrize("name", ["welcome", "replay", "simulate"])
def test_a_closed_output_is_one_sentence(name: str, record: Path) -> None:
    """The output is closed as with `>&-` in a shell."""
    closing = f"import os, sys; os.close(1); os.execv(sys.executable, {[*PROGRAM, *commands(record)[name]]!r})"
    done = subprocess.run([sys.executable, "-c", closing], capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == "paperdice: cannot write to standard output: Bad file descriptor"


def test_a_full_disk_for_errors_changes_nothing(record: Path) -> None:
    with Path("/dev/full").open("w") as full:
        assert start(["replay", "none.txt"], stderr=full).returncode == 1
        assert start(["verify", str(record)], stderr=full).returncode == 0


@pytest.mark.parametrize("name", ["help", "replay", "sheets", "advise", "simulate"])
def test_every_command_prints_where_only_ascii_is_known(name: str, record: Path) -> None:
    code, shown = in_terminal(commands(record)[name], settings=ASCII)
    assert code == 0 and shown.isascii() and b"Traceback" not in shown, shown


def test_a_record_on_standard_input_is_utf_8_whatever_the_terminal_knows(record: Path) -> None:
    """A byte order mark is ignored."""
    for data in (record.read_bytes(), b"\xef\xbb\xbf" + record.read_bytes()):
        reading, writing = os.pipe()
        os.write(writing, data)
        os.close(writing)
        done = start(["replay", "-", "--json"], ASCII, stdin=reading)
        os.close(reading)
        assert done.returncode == 0, done.stderr
        assert '"Player0": "Zo\\u00e9"' in done.stdout


def test_the_name_of_a_program_may_have_letters_beyond_ascii(tmp_path: Path) -> None:
    program = tmp_path / "bot_é.py"
    program.write_bytes((Path(__file__).parents[1] / "bots" / "odd_bot.py").read_bytes())
    bot = f"cmd:{shlex.join([sys.executable, str(program), 'good'])}"
    done = start(["simulate", "qwixx", "--match", "0", "--bot", bot], ASCII)
    assert done.returncode == 0 and done.stdout.startswith("match 0: "), done.stderr


@pytest.mark.parametrize("settings", [{}, ASCII], ids=["UTF-8", "ASCII"])
def test_typed_bytes_that_are_no_text_are_only_a_wrong_move(settings: dict[str, str]) -> None:
    code, shown = in_terminal(["play"], b"\xff\xfe\nquit\n", settings)
    assert code == 1 and b"cannot be read" in shown and b"You left the match." in shown
