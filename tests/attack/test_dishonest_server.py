"""A dishonest server is caught by the page, by the script of the docs and by the command, each with its own words."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

import paperdice
from paperdice.cli import run
from tests.attack.cheats import CHEATS
from tests.attack.devices import ROOT, PageDevice, Verdict, build_device
from tests.attack.dishonest_server import Cheat, DishonestServer

SCRIPT = ROOT / "docs" / "check_dice.py"


@dataclass(frozen=True)
class Outcome:
    """What the page said at the end of a match, and the files of its record and its receipt."""

    verdict: Verdict
    record: Path
    receipt: Path


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    subprocess.run([sys.executable, "hatch_build.py", "browser"], cwd=ROOT, check=True)
    return build_device(tmp_path_factory.mktemp("device"))


@pytest.fixture
def device(program: Path) -> Iterator[PageDevice]:
    with PageDevice(program) as device:
        device.sit(0)
        yield device


def play(server: DishonestServer, device: PageDevice, folder: Path) -> Outcome:
    """Plays a match with an honest device, and keeps what it saves."""
    record = server.run(device)
    verdict = device.check(server.match, record)
    outcome = Outcome(verdict, folder / "record.txt", folder / "receipt.txt")
    outcome.record.write_text(record, "utf-8")
    outcome.receipt.write_text(verdict.receipt, "utf-8")
    return outcome


def run_script(*paths: Path) -> subprocess.CompletedProcess[str]:
    """Runs the script alone, with assertions off."""
    command = [sys.executable, "-O", "-I", "-S", str(SCRIPT), *map(str, paths)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("game", [game.name for game in paperdice.GAMES])
def test_an_honest_server_is_believed(
    game: str, seed: int, device: PageDevice, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server = DishonestServer(game)
    server.rng = Random(seed)
    outcome = play(server, device, tmp_path)
    assert outcome.verdict.fault == "checked"
    done = run_script(outcome.record, outcome.receipt)
    assert (done.returncode, done.stderr) == (0, "")
    assert run(["verify", str(outcome.record), str(outcome.receipt)]) == 0
    assert "The receipt of seat 0 agrees" in capsys.readouterr().out


@pytest.mark.parametrize("cheat", CHEATS, ids=lambda cheat: cheat.__name__)
def test_every_check_finds_a_cheat(
    cheat: Callable[[], Cheat], device: PageDevice, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server = cheat()
    outcome = play(server, device, tmp_path)
    assert outcome.verdict.fault == server.caught.page
    done = run_script(outcome.record, outcome.receipt)
    assert (done.returncode, done.stdout) == (1, "")
    assert server.caught.script in done.stderr and len(done.stderr.splitlines()) == 1
    assert run(["verify", str(outcome.record), str(outcome.receipt)]) == 1
    printed = capsys.readouterr()
    assert server.caught.command in printed.err + printed.out
