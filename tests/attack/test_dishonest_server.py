"""A dishonest server is caught by the page, by the script of the docs and by the command, each with its own verdict."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from paperdice import GAMES
from paperdice.cli import run
from tests import own_sheets
from tests.attack.cheats import CHEATS, StopsAndHidesIt
from tests.attack.devices import ROOT, DeviceHosts, Json, PageDevice, Verdict, build_device
from tests.attack.dishonest_server import Cheat, Device, DishonestServer
from tests.promised import promised_match

SCRIPT = ROOT / "docs" / "check_dice.py"


@dataclass(frozen=True)
class Outcome:
    """The page's verdict at the end of a match, and the files of its record and receipt."""

    verdict: Verdict
    record: Path
    receipt: Path


@pytest.fixture(scope="module")
def hosts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DeviceHosts]:
    subprocess.run([sys.executable, "hatch_build.py", "browser"], cwd=ROOT, check=True)
    made = DeviceHosts(build_device(tmp_path_factory.mktemp("device")))
    yield made
    made.close()


@pytest.fixture
def device(hosts: DeviceHosts) -> Iterator[PageDevice]:
    with PageDevice(hosts) as device:
        device.sit(0)
        yield device


def play(server: DishonestServer, device: PageDevice, folder: Path) -> Outcome:
    """Play a match with an honest device, and save its files."""
    record = server.run(device)
    verdict = device.check(server.match, record)
    outcome = Outcome(verdict, folder / "record.txt", folder / "receipt.txt")
    outcome.record.write_text(record, "utf-8")
    outcome.receipt.write_text(verdict.receipt, "utf-8")
    return outcome


class Done(NamedTuple):
    """The exit status and output of a program."""

    returncode: int
    stdout: str
    stderr: str


def run_script_alone(*paths: Path) -> Done:
    """Run the script in a process without any other package, with assertions off."""
    command = [sys.executable, "-O", "-I", "-S", str(SCRIPT), *map(str, paths)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return Done(done.returncode, done.stdout, done.stderr)


def run_script(*paths: Path) -> Done:
    """Run the script in this process, with assertions off."""
    code = compile(SCRIPT.read_text("utf-8"), SCRIPT, "exec", optimize=1)
    out, errors = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(errors), pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", [str(SCRIPT), *map(str, paths)])
        try:
            exec(code, {"__name__": "__main__"})
        except SystemExit as end:
            return Done(_status_of(end, errors), out.getvalue(), errors.getvalue())
    return Done(0, out.getvalue(), errors.getvalue())


def _status_of(end: SystemExit, errors: io.StringIO) -> int:
    """Return the status with which Python would exit, after writing the message of the exit."""
    if isinstance(end.code, str):
        errors.write(f"{end.code}\n")
        return 1
    return end.code or 0


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_an_honest_server_is_believed(
    game: str, seed: int, device: PageDevice, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server = DishonestServer(game)
    server.rng = Random(seed)
    outcome = play(server, device, tmp_path)
    assert outcome.verdict.fault == "checked"
    done = run_script_alone(outcome.record, outcome.receipt)
    assert (done.returncode, done.stderr) == (0, "")
    assert run_script(outcome.record, outcome.receipt) == done
    assert run(["verify", str(outcome.record), str(outcome.receipt)]) == 0
    assert "The receipt of seat 0 agrees" in capsys.readouterr().out


def test_the_page_knows_the_goals_of_an_owners_sheet(device: PageDevice) -> None:
    """A goal of another color locks its row, and that row's die leaves. [Longo 2]"""
    played = promised_match("longo", sheets=[own_sheets.LONGO] * 2, seed="ae" * 32, choose=own_sheets.choose_longo)
    assert device.check("m1", played.record).fault == "consistent"


class KeepsShareBack(DishonestServer):
    """An honest server, but the other seat does not open its share."""

    def open_accomplice(self) -> None:
        """Do not open the share."""


class TapsAgain(KeepsShareBack):
    """Do the same, and let the person confirm the dice that are drawn again."""

    def talk(self, device: Device) -> None:
        super().talk(device)
        agreement = self.table.agreement
        if agreement is not None and (agreement.attempt, agreement.stage) == (2, "commit"):
            for answer in device.tap():
                self.handle(answer, held=0)


def dropped_in(outcome: Outcome) -> list[str]:
    """Return the deals that the page reports as dropped."""
    dropped: list[str] = outcome.verdict.proof["dropped"]
    return dropped


def test_shares_that_are_drawn_anew_without_a_tap_stay_shut(device: PageDevice, tmp_path: Path) -> None:
    server = KeepsShareBack()
    outcome = play(server, device, tmp_path)
    assert (outcome.verdict.fault, dropped_in(outcome)) == ("consistent", [f"{server.match}/1"])
    assert '[DiceUnbound "0 1"]' in outcome.record.read_text("utf-8")
    assert run_script(outcome.record, outcome.receipt).returncode == 3


class DropsDeals(DishonestServer):
    """A server that drops deals when it knows their dice, and reports them."""

    def __init__(self, n: int, *, taps: bool) -> None:
        super().__init__()
        self.n_dropped, self.taps = n, taps

    def run(self, device: Device) -> str:
        dropped: list[str] = []
        for _ in range(self.n_dropped):
            dropped.append(f"{self.match}/1")
            self.drop(device, dropped)
        return super().run(device)


@pytest.mark.parametrize(("n", "taps"), [(1, True), (2, True), (2, False)])
def test_no_check_says_checked_of_dice_that_the_server_could_choose(
    n: int, taps: bool, device: PageDevice, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = "1 deal before it was dropped: " if n == 1 else "2 deals before it were dropped: "
    server = DropsDeals(n, taps=taps)
    outcome = play(server, device, tmp_path)
    assert (outcome.verdict.fault, len(dropped_in(outcome))) == ("checked" if taps else "consistent", n)
    done = run_script(outcome.record, outcome.receipt)
    assert done.returncode == 3 and f"throws checked, but {said}" in done.stdout
    assert ("of its own: 0" in done.stdout) == taps
    assert run(["verify", str(outcome.record), str(outcome.receipt)]) == 3
    assert f"throws checked, but {said}" in capsys.readouterr().out
    # Also without the receipt.
    assert run_script(outcome.record).returncode == 3


def test_a_table_where_deals_were_dropped_is_like_others_after_a_match(device: PageDevice, tmp_path: Path) -> None:
    server = DropsDeals(1, taps=True)
    play(server, device, tmp_path)
    server.talk(device)
    server.table, server.n_dropped, server.taps = DishonestServer().table, 0, False
    outcome = play(server, device, tmp_path)
    assert (outcome.verdict.fault, dropped_in(outcome)) == ("checked", [])


class StopsMatch(DishonestServer):
    """A server that stops a match, with or without the agreement of the person at the device."""

    stops_in = 5

    def __init__(self, *, agrees: bool) -> None:
        super().__init__()
        self.agrees = agrees


@pytest.mark.parametrize("agrees", [True, False])
def test_no_check_says_plainly_checked_of_a_match_that_was_stopped(
    agrees: bool, device: PageDevice, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    outcome = play(StopsMatch(agrees=agrees), device, tmp_path)
    proof = outcome.verdict.proof
    assert (proof["kind"], proof["stoppedAfter"], proof["agreesToStop"]) == ("checked", 4, agrees)
    done = run_script(outcome.record, outcome.receipt)
    assert done.returncode == 3 and "5 throws checked, stopped after turn 4\n" in done.stdout
    assert ("did not agree" in done.stdout) != agrees
    assert run(["verify", str(outcome.record), str(outcome.receipt)]) == 3
    printed = capsys.readouterr().out
    assert "5 throws checked, stopped after turn 4\n" in printed
    assert ("did not agree" in printed) != agrees
    # Also without the receipt.
    assert "stopped after turn 4\n" in run_script(outcome.record).stdout


class NamesStop(StopsAndHidesIt):
    """Stop a match by agreement, and name it in the next one."""

    names_it = True


def test_a_match_after_one_that_was_stopped_names_it(
    device: PageDevice, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A person who agreed to stop adds a share to the next match without another tap."""
    server = NamesStop()
    first = server.match
    outcome = play(server, device, tmp_path)
    proof = outcome.verdict.proof
    assert (proof["kind"], proof["stopped"], proof["stoppedAfter"]) == ("checked", [f"{first}/1"], None)
    said = f"throws checked, but 1 deal before it was stopped: {first}/1\n"
    assert said in run_script(outcome.record, outcome.receipt).stdout
    assert run(["verify", str(outcome.record), str(outcome.receipt)]) == 3
    assert said in capsys.readouterr().out


def test_a_device_whose_person_did_not_agree_waits_for_a_tap(device: PageDevice, tmp_path: Path) -> None:
    server = NamesStop()
    server.agrees = False
    assert play(server, device, tmp_path).verdict.fault == "consistent"


def test_shares_that_are_drawn_anew_are_believed_and_counted(
    device: PageDevice, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    outcome = play(TapsAgain(), device, tmp_path)
    assert outcome.verdict.fault == "checked"
    assert '[DiceAttempt "2"]\n[DiceWithout "1"]' in outcome.record.read_text("utf-8")
    done = run_script(outcome.record, outcome.receipt)
    assert (done.returncode, "but 1 deal before it was dropped: " in done.stdout) == (3, True)
    assert run(["verify", str(outcome.record), str(outcome.receipt)]) == 3
    assert "The server knew the dropped deals: it could choose among 2." in capsys.readouterr().out


class IgnoresDevice(DishonestServer):
    """A server that accepts the commitment of a device and then claims that its share came too late."""

    def handle(self, command: Json, held: int) -> None:
        if command["type"] != "reveal" or command["seat"] != 0:
            super().handle(command, held)

    def talk(self, device: Device) -> None:
        for answer in device.hear(self.state()):
            self.handle(answer, held=0)


def test_a_device_whose_share_is_not_counted_says_so(device: PageDevice, tmp_path: Path) -> None:
    outcome = play(IgnoresDevice(), device, tmp_path)
    assert outcome.verdict.fault == "unheard"
    assert '[DiceWithout "0"]' in outcome.record.read_text("utf-8")
    assert "of its own: none" in run_script(outcome.record, outcome.receipt).stdout


def test_a_device_of_both_seats_opens_both_shares(hosts: DeviceHosts, tmp_path: Path) -> None:
    class OneDevice(DishonestServer):
        accomplice_binds = False

        def handle(self, command: Json, held: int) -> None:
            super().handle(command, command.get("seat", held))

    with PageDevice(hosts) as device:
        device.sit(0, 1)
        outcome = play(OneDevice(), device, tmp_path)
    assert outcome.verdict.fault == "checked"
    assert len(re.findall(r"(?m)^own [01] ", outcome.verdict.receipt)) == 2


def test_who_only_watches_cannot_tell_more(hosts: DeviceHosts, tmp_path: Path) -> None:
    with PageDevice(hosts) as device:
        outcome = play(DishonestServer(), device, tmp_path)
    assert outcome.verdict.fault == "consistent"
    assert "of its own: none" in run_script(outcome.record, outcome.receipt).stdout


def test_a_device_that_came_late_keeps_no_receipt(device: PageDevice, hosts: DeviceHosts, tmp_path: Path) -> None:
    server = DishonestServer()
    record = server.run(device)
    with PageDevice(hosts) as late:
        late.sit(0)
        late.hear(server.state())
        verdict = late.check(server.match, record)
    assert (verdict.fault, verdict.receipt) == ("consistent", "")


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
