"""Ctrl-C before the first match is finished prints no figures."""

import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.interruptible import PROGRAM
from tests.patience import patience

ODD = Path(__file__).parents[1] / "bots" / "odd_bot.py"
HANGS = "cmd:" + shlex.join([sys.executable, str(ODD), "hangs"])


@pytest.mark.parametrize("form", [[], ["--json"]])
@pytest.mark.parametrize(
    "command",
    [
        ["duel", HANGS, "random", "--game", "sixto"],
        ["duel", HANGS, "random", "--game", "sixto", "--adjusted"],
        ["league", HANGS, "random", "--game", "sixto"],
        ["simulate", "sixto", "--bot", HANGS, "--bot", "random"],
    ],
    ids=["duel", "adjusted", "league", "simulate"],
)
def test_nothing_is_printed_for_a_run_without_a_match(command: list[str], form: list[str]) -> None:
    words = [sys.executable, "-c", PROGRAM, *command, "--budget", "60000", *form]
    with subprocess.Popen(words, stdout=-1, stderr=-1, text=True) as run:
        assert run.stderr is not None
        while not (line := run.stderr.readline()).strip().isdecimal():  # the bot prints its process id when it starts
            assert line
        run.send_signal(signal.SIGINT)
        told, errors = run.communicate(timeout=patience())
    assert run.returncode == 130 and told == ""
    assert errors.splitlines() == ["Stopped before the first match was finished."]
