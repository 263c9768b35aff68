"""`./do test`: what it runs, in which environment, what it says, and that nothing outlives it."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
from pathlib import Path

import pytest

from tests.patience import wait_until
from tests.project.toy_checkout import ToyCheckout
from tests.runner.changed import affected_tests
from tests.runner.groups import BY_NAME, GROUPS, NAMES, list_test_files, list_web_files
from tests.runner.processes import descendants
from tests.runner.selection import SelectionError, find_tests, read_selection

MIXED = """
import os, pytest

def test_that_passes():
    assert (os.environ["TZ"], os.environ["LC_ALL"], os.umask(0o022)) == ("UTC", "C.UTF-8", 0o022)
    assert not {"PYTHONOPTIMIZE", "NO_COLOR", "HTTP_PROXY", "NUMBA_DISABLE_JIT", "PAPERDICE_DICE"} & os.environ.keys()
    assert os.environ["HOME"].startswith(os.getcwd()) and os.environ["TMPDIR"].startswith(os.getcwd())

@pytest.mark.parametrize("word", ["a b", "ü"])
def test_that_fails(word):
    print("a trace of", len(word))
    assert word == "c"
"""
HOSTILE = {
    "PYTHONOPTIMIZE": "2", "NO_COLOR": "1", "HTTP_PROXY": "http://127.0.0.1:9", "NUMBA_DISABLE_JIT": "1",
    "PAPERDICE_DICE": "6", "TZ": "Asia/Kathmandu", "LC_ALL": "C", "HOME": "/nowhere", "TMPDIR": "/nowhere",
}  # fmt: skip
# A child in a session of its own, which no signal to the group reaches.
LINGERING = """
import subprocess, sys, time
def test_that_waits():
    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)", {mark!r}], start_new_session=True)
    {then}
"""


def test_failures_are_shown_with_the_command_that_repeats_them(tmp_path: Path) -> None:
    toy = ToyCheckout(
        tmp_path, server__mixed=MIXED, api__quick="def test_one(): pass", api__other="def test_two(): pass"
    )
    done = toy.run("server", "tests/api/test_quick.py", **HOSTILE)
    assert done.returncode == 1
    assert "assert 'a b' == 'c'" in done.stderr and "a trace of 3" in done.stderr
    assert "  again: ./do test 'tests/server/test_mixed.py::test_that_fails[a b]'" in done.stderr
    assert "first result: tests/" in done.stderr and "Slowest tests:" in done.stderr
    assert done.stderr.splitlines()[-2:] == ["2 passed, 2 failed, 0 skipped", "FAILED"]
    again = toy.run("--failed")
    assert (again.returncode, again.stderr.splitlines()[-2]) == (1, "0 passed, 2 failed, 0 skipped")
    one = toy.run("tests/server/test_mixed.py::test_that_passes")
    assert (one.returncode, one.stderr.splitlines()[-2:]) == (0, ["1 passed, 0 failed, 0 skipped", "All green"])
    named = toy.run("-k", "two or passes")
    assert (named.returncode, named.stderr.splitlines()[-2]) == (0, "2 passed, 0 failed, 0 skipped")
    none = toy.run("--failed")
    assert (none.returncode, none.stderr) == (2, "./do test: no test failed in the last run\n")


def test_whatever_is_not_a_pass_fails_the_run(tmp_path: Path) -> None:
    toy = ToyCheckout(
        tmp_path,
        api__crash="import os\ndef test_bad(): assert 0\ndef test_crash(): os.abort()\ndef test_unseen(): pass",
        attack__skip="import unittest\ndef test_skip(): raise unittest.SkipTest",
        package__broken="def test_broken(",
        browser__empty="def helper(): pass",
        server__leftover=LINGERING.format(mark="left-behind", then="pass"),
    )
    module = toy.folder / "tests" / "runner" / "run.py"
    module.write_text(module.read_text("utf-8").replace("LEFTOVER_SECONDS = 30.0", "LEFTOVER_SECONDS = 0.1"), "utf-8")
    done = toy.run("api", "attack", "package", "browser", "server")
    assert done.returncode == 1
    assert "the process ended by signal 6 during tests/api/test_crash.py::test_crash" in done.stderr
    assert "SKIPPED, which counts as a failure: tests/attack/test_skip.py::test_skip" in done.stderr
    assert "FAILED tests/package/test_broken.py" in done.stderr and "SyntaxError" in done.stderr
    assert "FAILED browser" in done.stderr and "the process found no test" in done.stderr
    assert "FAILED leftovers" in done.stderr and "tests left processes running" in done.stderr
    assert done.stderr.splitlines()[-2:] == ["1 passed, 5 failed, 1 skipped", "FAILED"]
    assert not processes_with("left-behind")


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_nothing_is_left_running_after_an_interrupt(tmp_path: Path, how: signal.Signals) -> None:
    mark = f"lingering-{how.name}"
    waiting = LINGERING.format(mark=mark, then="time.sleep(600)")
    toy = ToyCheckout(tmp_path, api__first="def test_first(): pass\n" + waiting, attack__second=waiting)
    with toy.start("api", "attack") as running:
        wait_until(lambda: len(processes_with(mark)) == 2, "both tests start a child")
        children = descendants(running.pid)
        running.send_signal(how)
        _, said = running.communicate()
    assert len(children) >= 4 and running.returncode == 130
    assert said.splitlines()[-1] == "Interrupted after 1 of 3 tests; no process is left"
    assert processes_with(mark) == [] and [pid for pid in children if Path(f"/proc/{pid}").exists()] == []
    assert list((toy.folder / ".venv" / "tests").glob("run-*")) == []


def processes_with(mark: str) -> list[str]:
    """Return the ids of processes with a word among their arguments."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if mark.encode() in words:
            found.append(folder.name)
    return found


def test_a_terminal_shows_groups_and_time_while_they_run(tmp_path: Path) -> None:
    toy = ToyCheckout(tmp_path, api__one="import time\ndef test_one(): time.sleep(1)\ndef test_two(): time.sleep(1)")
    ours, theirs = pty.openpty()
    settings = {**os.environ, "TERM": "xterm", "COLUMNS": "100", "LINES": "30"}
    running = subprocess.Popen([*toy.command, "api"], cwd=toy.folder, env=settings, stderr=theirs, stdout=theirs)
    os.close(theirs)
    shown = read_all(ours)
    assert running.wait() == 0
    assert "api" in shown and "1/2" in shown and "1 of 2 tests" in shown and "left" in shown
    assert "\x1b[" in shown and "All green" in shown


def read_all(terminal: int) -> str:
    """Return everything that is written to a terminal until it is closed."""
    shown = b""
    while True:
        try:
            piece = os.read(terminal, 4096)
        except OSError:  # Linux says so that the other side is gone
            piece = b""
        if not piece:
            os.close(terminal)
            return shown.decode()
        shown += piece


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["brwser"], "no group, file or folder of tests is called 'brwser'; the nearest: browser, tests/browser"),
        (["tests/server/test_wires.py"], "'tests/server/test_wires.py'; the nearest: tests/server/test_wire.py"),
        (
            ["test_wire.py"],
            "no group, file or folder of tests is called 'test_wire.py'; the nearest: tests/server/test_wire.py",
        ),
        (["tests/project/test_runner.py::test_a_termial"], "no test in tests/project/test_runner.py is called"),
        (["web/test/sha256.test.ts::hash"], "name the file alone, or use -k"),
        (["--chnged"], "no option is called '--chnged'; the nearest: --changed"),
        (["api", "--failed"], "give names, --failed or --changed, not two of them"),
        (["-k"], "expected one argument"),
        (["--changed", "no-such-commit"], "git cannot tell what has changed: "),
    ],
)
def test_wrong_words_get_one_sentence_with_the_nearest_names(words: list[str], sentence: str) -> None:
    with pytest.raises(SelectionError) as refused:
        read_selection(words)
    assert sentence in str(refused.value) and "\n" not in str(refused.value)


def test_words_select_groups_files_folders_and_tests() -> None:
    assert list(read_selection([]).tests) == [group.name for group in GROUPS]
    assert read_selection(["api", "tests/store"]).tests["api"] == ()
    assert find_tests("web/test/sha256.test.ts") == ["web/test/sha256.test.ts"]
    assert read_selection(["tests/project/test_do.py"]).tests == {"project": ("tests/project/test_do.py",)}
    parameter = "tests/project/test_runner.py::test_nothing_is_left_running_after_an_interrupt[2]"
    assert read_selection([parameter]).tests == {"project": (parameter,)}
    assert read_selection(["check::types"]).tests == {"check": ("check::types",)}


def test_every_folder_of_tests_is_in_one_group() -> None:
    named = [folder for group in GROUPS for folder in group.folders]
    assert len(named) == len(set(named))
    assert len(NAMES) == len(set(NAMES))
    folders = {file.parts[1] for file in list_test_files() if len(file.parts) > 2}
    assert folders == {folder for group in BY_NAME.values() for folder in group.folders}


@pytest.mark.parametrize(
    ("file", "reached", "spared"),
    [
        ("src/paperdice/games/qwixx/rules.py", "tests/games/test_qwixx.py", "tests/project/test_do.py"),
        ("src/paperdice/games/sixto/sheets/a.toml", "tests/games/test_sixto.py", "tests/project/test_runner.py"),
        ("src/paperdice/store/sqlite.py", "tests/server/test_lobby.py", "tests/games/test_qwixx.py"),
        ("src/paperdice/envs/batch.py", "tests/envs/test_page.py", "tests/server/test_lobby.py"),
        ("web/src/main.tsx", "tests/browser/test_home.py", "tests/games/test_qwixx.py"),
        ("tests/oracle/qwixx.py", "tests/oracle/test_oracle_qwixx.py", "tests/games/test_qwixx.py"),
    ],
)
def test_a_change_reaches_the_tests_that_import_its_package(file: str, reached: str, spared: str) -> None:
    found = affected_tests([Path(file)], [*list_test_files(), *list_web_files()])
    assert Path(reached) in found and Path(spared) not in found
