"""Duels with external programs: each is started once, failures are logged once, and Ctrl-C reports the results so
far.
"""

import json
import logging
import math
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import paperdice
from paperdice.arena.progress import Watch
from paperdice.arena.run import play_duel
from paperdice.arena.statistics import Duel
from paperdice.fast.compile import kernel, on_compilation
from tests.interruptible import PROGRAM
from tests.patience import patience

ODD = Path(__file__).parents[1] / "bots" / "odd_bot.py"
# Longer than any answer takes, even on a busy machine.
BUDGET_MS = 60_000


def odd_bot(way: str) -> str:
    return "cmd:" + shlex.join([sys.executable, str(ODD), way])


def test_a_program_is_started_once_for_a_whole_duel(capfd: pytest.CaptureFixture[str]) -> None:
    """The program may have any seat, and is notified of each match."""
    play_duel(Duel((odd_bot("logs"), "random"), "sixto", budget_ms=BUDGET_MS), 6)
    lines = capfd.readouterr().err.splitlines()
    assert len(lines) == 6 and len({line.split()[0] for line in lines}) == 1
    assert [json.loads(line.partition(" ")[2])["seat"] for line in lines] == [0, 1, 0, 1, 0, 1]


def test_two_programs_against_each_other_are_started_once_each(capfd: pytest.CaptureFixture[str]) -> None:
    play_duel(Duel((odd_bot("logs"), odd_bot("logs")), "sixto", budget_ms=BUDGET_MS), 4)
    lines = capfd.readouterr().err.splitlines()
    assert len(lines) == 8 and len({line.split()[0] for line in lines}) == 2


def test_simultaneous_programs_do_not_see_each_others_answers(capfd: pytest.CaptureFixture[str]) -> None:
    """This holds for any order of the requests, and also when a built-in bot plays."""
    for bots in ((odd_bot("sees"), odd_bot("sees")), ("random", odd_bot("sees"))):
        play_duel(Duel(bots, "qwixx", budget_ms=BUDGET_MS), 2)
        seen = [json.loads(line) for line in capfd.readouterr().err.splitlines()]
        assert {(phase, tuple(acting)) for phase, acting, _ in seen} == {
            *{("white", (0, 1)), ("color", (0,)), ("color", (1,))},
        }
        assert all(answered == [] for _, _, answered in seen)


def test_each_kind_of_forfeit_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    """Forfeits with different moves and numbers of choices count as the same kind of error."""
    play_duel(Duel((odd_bot("wrong"), "random"), "qwixx", budget_ms=BUDGET_MS), 8)
    told = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    assert len(told) == 1
    assert "played 'r9" in told[0] and told[0].endswith("choices: 8 matches forfeited in this way")


def test_unplayed_forfeits_are_logged(caplog: pytest.LogCaptureFixture) -> None:
    play_duel(Duel((odd_bot("wrong"), "random"), "qwixx", budget_ms=BUDGET_MS), 14)
    told = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    assert len(told) == 2
    assert told[0] == f"the bot {odd_bot('wrong')!r} forfeited all 10 matches, so the remaining 4 count as forfeited"
    assert told[1].endswith("choices: 10 matches forfeited in this way")


def test_without_a_finished_match_there_is_no_mean() -> None:
    told = play_duel(Duel((odd_bot("illegal"), "random"), "qwixx", budget_ms=BUDGET_MS), 12)
    assert told.forfeits == (12, 0) and math.isnan(told.mean_margin) and all(map(math.isnan, told.mean_scores))
    assert "0.00" not in str(told).replace("0.00 % (95 %: 0.00 to 30.20)", "") and "–" in str(told)
    assert "no match was played to its end" in str(told)
    assert told.as_dict()["mean_scores"] == [None, None] and told.as_dict()["mean_margin"] is None
    run = paperdice.simulate("qwixx", [odd_bot("illegal"), "random"], matches=2, budget_ms=BUDGET_MS)
    assert run.as_dict()["mean_scores"] == [None, None] and "–" in str(run)


class Listening(Watch):
    """A progress display that records whether compilation was announced."""

    def __init__(self) -> None:
        self.n_said = 0

    def compiling(self) -> object:  # type: ignore[override]  # records instead of showing
        self.n_said += 1
        return super().compiling()


def test_compilation_is_not_announced_if_nothing_is_compiled() -> None:
    """An unknown program needs no compilation."""
    play_duel(Duel((odd_bot("good"), "random"), "sixto", budget_ms=BUDGET_MS), 1)
    watch = Listening()
    play_duel(Duel((odd_bot("nonsense"), "random"), "sixto", budget_ms=BUDGET_MS), 1, progress=watch)
    assert watch.n_said == 0


def test_compilation_is_announced_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAPERDICE_CACHE", str(tmp_path))
    doubled, halved = (kernel(function) for function in (_double, _halve))
    said: list[str] = []
    with on_compilation(lambda: said.append("compiling")):
        assert doubled(21) == 42 and halved(42) == 21
    assert said == ["compiling"]
    with on_compilation(lambda: said.append("again")):
        assert doubled(4) == 8
    assert said == ["compiling"]


def _double(number: int) -> int:
    return 2 * number


def _halve(number: int) -> int:
    return number // 2


def test_ctrl_c_prints_the_standing_at_once() -> None:
    """The output comes at once even while a program is thinking for a minute and the match is not over."""
    words = [sys.executable, "-c", PROGRAM, "duel", odd_bot("ponders"), "random", "--game", "sixto"]
    with subprocess.Popen([*words, "--budget", "60000", "--json"], stdout=-1, stderr=-1, text=True) as run:
        assert run.stderr is not None
        while line := run.stderr.readline():
            if "pondering" in line:
                break
        assert line
        run.send_signal(signal.SIGINT)
        told, errors = run.communicate(timeout=patience())
    assert run.returncode == 130
    done = json.loads(told)["matches"]
    assert done in (4, 6) and errors.count("Stopped after") == 1
    command = shlex.join(["paperdice", "duel", odd_bot("ponders"), "random", "--game", "sixto"])
    rest = f"--matches {1000 - done} --start {done} --budget 60000.0 --json"
    assert errors.endswith(f"To play the remaining {1000 - done}:\n{command} {rest}\n")
    assert "forfeit" not in errors
