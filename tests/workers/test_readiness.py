"""Bots are warmed up in the background, and no request waits for them."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
from pathlib import Path

import pytest

import paperdice
from paperdice.bots.rehearsal import usual_warm_ups, warm_up_of
from paperdice.cli import run
from paperdice.fast.cache import cache_folder
from paperdice.match import Match
from paperdice.study.worker import PROGRAM
from paperdice.workers.child import module_command
from paperdice.workers.readiness import Warmers, WarmUp
from tests.patience import patience

QUICK = "tests.workers.quick_warming"


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes of the lowest priority would hardly run on a busy machine."""
    monkeypatch.setattr("paperdice.workers.readiness.LOWEST_PRIORITY", 0)


def test_what_people_need_first_comes_first() -> None:
    wanted = [(each.bot, each.game, each.seats) for each in usual_warm_ups()]
    assert wanted == [
        *[("steady", game, 2) for game in ("qwixx", "twenty_one", "qwantum", "sixto")],
        *[("expert", game, 2) for game in ("qwixx", "twenty_one", "qwantum", "sixto")],
    ]


def test_other_sheets_are_got_ready_apart() -> None:
    game = paperdice.find_game("qwixx")
    assert warm_up_of(Match(game, 3).raw, "steady") == WarmUp("qwixx", "steady", 3)
    mixed = ("classic", "mixx-a", "classic")
    assert warm_up_of(Match(game, 3, mixed).raw, "steady") == WarmUp("qwixx", "steady", 3, mixed)
    assert WarmUp("qwixx", "steady", 3).mark(Path()) != WarmUp("qwixx", "steady", 3, mixed).mark(Path())


async def test_a_bot_is_got_ready_once_and_known_afterwards(tmp_path: Path) -> None:
    told: list[WarmUp] = []
    warmers = Warmers(tmp_path, QUICK, lambda wanted, _seconds: told.append(wanted))
    wanted = WarmUp("qwixx", "closed_form", 2)
    assert not wanted.is_done(tmp_path)
    warmers.ask(wanted)
    warmers.ask(wanted)
    await warmers.finish()
    assert told == [wanted]
    assert wanted.is_done(tmp_path)
    warmers.ask(wanted)
    assert warmers.seconds_so_far(wanted) is None


WORK = """
import sys, time
from pathlib import Path
from paperdice.workers.readiness import WarmUp, warm_up

def wait_for_both(_wanted):
    while len(list(Path(sys.argv[1]).glob("came-*"))) < 2:
        time.sleep(0.02)

Path(sys.argv[1], f"came-{sys.argv[2]}").touch()
print(warm_up(WarmUp("qwixx", "steady", 2), wait_for_both))
"""


def test_of_processes_that_share_a_cache_one_works_and_the_other_waits(tmp_path: Path) -> None:
    """A server and a command, for example; the work takes until both have arrived."""
    settings = {**os.environ, "PAPERDICE_CACHE": str(tmp_path)}
    commands = [[sys.executable, "-c", WORK, str(tmp_path), name] for name in ("one", "other")]
    processes = [subprocess.Popen(command, env=settings, stdout=subprocess.PIPE, text=True) for command in commands]
    told = [process.communicate(timeout=patience())[0] for process in processes]
    assert sorted(told) == ["False\n", "True\n"]


async def test_a_bot_that_cannot_be_compiled_is_not_retried(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("paperdice.workers.readiness.REFUSED_SECONDS", 0.0)
    warmers, wanted = Warmers(tmp_path, QUICK), WarmUp("qwixx", "nobody", 2)
    for _ in range(2):
        warmers.ask(wanted)
        await warmers.finish()
        assert warmers.failure(wanted) == "LookupError"
    assert caplog.messages == ["nobody of qwixx cannot be compiled for 2 seats: LookupError"]


async def test_a_killed_process_costs_no_bot(tmp_path: Path) -> None:
    warmers, wanted = Warmers(tmp_path, QUICK), WarmUp("qwixx", "killed", 2)
    warmers.ask(wanted)
    await warmers.finish()
    assert (tmp_path / "killed").exists()
    assert wanted.is_done(tmp_path)
    assert warmers.failure(wanted) is None


@pytest.mark.parametrize(("refused_seconds", "n_rounds"), [(math.inf, 1), (0.0, 2)])
async def test_a_bot_whose_processes_die_is_refused_for_a_while(
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    refused_seconds: float,
    n_rounds: int,
) -> None:
    monkeypatch.setattr("paperdice.workers.readiness.REFUSED_SECONDS", refused_seconds)
    warmers, wanted = Warmers(tmp_path, QUICK), WarmUp("qwixx", "lost", 2)
    for _ in range(2):
        warmers.ask(wanted)
        await warmers.finish()
        assert warmers.failure(wanted) == "its process has died"
    once = [
        *["lost of qwixx for 2 seats is compiled again: its process has died"] * 2,
        "lost of qwixx cannot be compiled for 2 seats: its process has died",
    ]
    assert caplog.messages == once * n_rounds


async def test_an_urgent_bot_goes_before_all_that_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paperdice.workers.readiness.count_cores", lambda: 1)
    order: list[str] = []
    warmers = Warmers(tmp_path, QUICK)

    async def note(_child: object, wanted: WarmUp) -> str:
        order.append(f"{wanted.game} {wanted.bot}")
        wanted.mark(tmp_path).parent.mkdir(parents=True, exist_ok=True)
        wanted.mark(tmp_path).touch()
        if len(order) == 1:
            warmers.ask(WarmUp("qwantum", "expert", 2), urgent=True)
        return ""

    monkeypatch.setattr(warmers, "_ask", note)
    for bot in ("steady", "expert"):
        for game in ("qwixx", "sixto", "qwantum"):
            warmers.ask(WarmUp(game, bot, 2))
    await warmers.finish()
    # Then level by level, and within a level first the games that the process has loaded already.
    assert order == [
        *("qwixx steady", "qwantum expert", "qwantum steady", "sixto steady"),
        *("qwixx expert", "sixto expert"),
    ]


def test_a_process_that_gets_a_bot_ready_ends_with_whoever_started_it(tmp_path: Path) -> None:
    words = module_command(PROGRAM)
    settings = {**os.environ, "PAPERDICE_CACHE": str(tmp_path)}
    wanted = WarmUp("qwantum", "steady", 2)
    pipe = subprocess.PIPE
    with subprocess.Popen(words, env=settings, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        assert process.stdout is not None and process.stdout.readline() == b"\n"
        # Nor does it print anything meanwhile: its stderr is that of a player's terminal.
        request = json.dumps({"warm_up": wanted}).encode() + b"\n"
        assert process.communicate(request, timeout=patience()) == (b"", b"")
    assert process.returncode == 0
    assert not wanted.is_done(tmp_path)


async def test_a_process_that_dies_costs_only_what_it_was_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paperdice.workers.readiness.count_cores", lambda: 1)
    lost, kept = WarmUp("qwixx", "lost", 2), WarmUp("qwixx", "closed_form", 2)
    warmers = Warmers(tmp_path, QUICK)
    warmers.ask(lost)
    warmers.ask(kept)
    await warmers.finish()
    assert warmers.failure(lost) is not None
    assert kept.is_done(tmp_path)


def share_kernels(folder: Path) -> None:
    """Make a cache from a folder that holds all compiled code, but in which no bot counts as ready."""
    shared = cache_folder()
    assert shared is not None
    own = folder / shared.name
    own.mkdir()
    for each in shared.iterdir():
        if not each.name.startswith("warm-"):
            (own / each.name).symlink_to(each)


def test_the_command_gets_bots_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    share_kernels(tmp_path)
    monkeypatch.setenv("PAPERDICE_CACHE", str(tmp_path))
    assert run(["warm", "qwixx", "--bot", "closed_form"]) == 0
    assert "Ready: 1 bots" in capsys.readouterr().out
    assert WarmUp("qwixx", "closed_form", 2).is_done(tmp_path)
    assert run(["warm", "qwixx", "--seats", "9"]) == 2
    assert "qwixx is played by 1 to 5, not 9" in capsys.readouterr().err
    assert run(["warm", "qwixx", "--bot", "steddy"]) == 2
    assert "unknown bot" in capsys.readouterr().err
