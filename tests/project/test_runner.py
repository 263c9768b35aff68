"""`./do test`: its selection, environment and output, and the cleanup of all its processes."""

from __future__ import annotations

import os
import pty
import shlex
import signal
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.patience import wait_until
from tests.project.toy_checkout import ToyCheckout
from tests.runner import changed
from tests.runner.changed import affected_tests
from tests.runner.groups import BY_NAME, GROUPS, NAMES, ROOT, list_test_files, list_web_files
from tests.runner.processes import descendants
from tests.runner.selection import SelectionError, find_tests, read_selection

MIXED = """
import os, pytest, resource

def test_that_passes():
    assert (os.environ["TZ"], os.environ["LC_ALL"], os.umask(0o022)) == ("UTC", "C.UTF-8", 0o022)
    assert not {"PYTHONOPTIMIZE", "NO_COLOR", "HTTP_PROXY", "NUMBA_DISABLE_JIT", "PAPERDICE_DICE"} & os.environ.keys()
    assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == min(8192, resource.getrlimit(resource.RLIMIT_NOFILE)[1])
    assert os.environ["HOME"].startswith(os.getcwd()) and os.environ["TMPDIR"].startswith(os.getcwd())

@pytest.mark.parametrize("word", ["a b", "ü"])
def test_that_fails(word):
    print("much " * 100, *range(40), f"a trace of {len(word)}", sep="\\n")
    assert word == "c"
"""
HOSTILE = {
    "PYTHONOPTIMIZE": "2", "NO_COLOR": "1", "HTTP_PROXY": "http://127.0.0.1:9", "NUMBA_DISABLE_JIT": "1",
    "PAPERDICE_DICE": "6", "TZ": "Asia/Kathmandu", "LANG": "tr_TR.UTF-8", "HOME": "/nowhere", "TMPDIR": "/nowhere",
}  # fmt: skip
# A child in a separate session, which no signal to the group reaches.
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
    done = toy.run("server", "tests/api/test_quick.py", umask=0o077, **HOSTILE)
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
    again = toy.run("--failed")  # failures of tests that did not run are kept
    assert (again.returncode, again.stderr.splitlines()[-2]) == (1, "0 passed, 2 failed, 0 skipped")
    toy.write("server/test_mixed.py", "def test_that_passes(): pass")
    none = toy.run("--failed")
    assert (none.returncode, none.stderr) == (2, "./do test: no test failed in the last run\n")
    nothing = toy.run("tests/server/test_mixed.py::test_that_passes[a]")
    assert (nothing.returncode, nothing.stderr.splitlines()[-1]) == (1, "./do test: no test matches")
    (toy.folder / ".venv" / "tests" / "state.json").write_text('{"failed": ["tes')
    assert toy.run("api").stderr.splitlines()[-2:] == ["2 passed, 0 failed, 0 skipped", "All green"]


def test_a_failure_is_repeated_until_it_is_gone(tmp_path: Path) -> None:
    cases = "import pytest\n@pytest.mark.parametrize('x', ['a', 'b'])\ndef test_x(x): assert {}"
    toy = ToyCheckout(tmp_path, api__cases=cases.format(0), api__broken="def test_broken(", api__good="def test_y(): 0")
    toy.write("store/test_bad.py", "def test_bad(): assert 0")
    both = toy.run("api", "tests/store")
    assert both.stderr.splitlines()[-2] == "1 passed, 4 failed, 0 skipped", "an unreadable file hides no other"
    toy.write("api/test_cases.py", cases.format(0).replace("'a'", "'c'"))
    toy.write("api/test_broken.py", "")
    renamed = toy.run("--failed")  # `test_x[a]` is gone and hides no other
    assert renamed.stderr.splitlines()[-2] == "0 passed, 2 failed, 0 skipped"
    assert toy.run("api").stderr.splitlines()[-2] == "1 passed, 2 failed, 0 skipped"
    toy.write("api/test_cases.py", cases.format(1))
    assert toy.run("api").returncode == 0
    rest = toy.run("--failed")
    assert rest.stderr.splitlines()[-2] == "0 passed, 1 failed, 0 skipped" and "test_bad" in rest.stderr


WHOLE_ONLY = """
import pytest
from tests.sampling import WHOLE, sample

@pytest.mark.sampled
@pytest.mark.parametrize("case", sample(range(3), 1))
def test_cases(case):
    assert not WHOLE or case != 2

def test_other():
    pass
"""


def test_failures_of_a_long_run_are_repeated_in_its_settings(tmp_path: Path) -> None:
    toy = ToyCheckout(tmp_path, api__cases=WHOLE_ONLY, long__other="def test_long(): pass")
    toy.write("fast/test_bounds.py", "import os\ndef test_bounds(): assert 'NUMBA_BOUNDSCHECK' not in os.environ")
    assert toy.run("api", "compiled").returncode == 0
    done = toy.run("long")
    assert done.stderr.splitlines()[-2:] == ["3 passed, 2 failed, 0 skipped", "FAILED"]
    repeated = ["whole:tests/api/test_cases.py::test_cases[2]", "bounds:tests/fast/test_bounds.py::test_bounds"]
    assert all(f"  ./do test {shlex.quote(test)}" in done.stderr.splitlines() for test in repeated)
    again = toy.run("--failed")
    assert (again.returncode, again.stderr.splitlines()[-2]) == (1, "0 passed, 2 failed, 0 skipped")
    for test in repeated:
        one = toy.run(test)
        assert (one.returncode, one.stderr.splitlines()[-2]) == (1, "0 passed, 1 failed, 0 skipped")


def test_whatever_is_not_a_pass_fails_the_run(tmp_path: Path) -> None:
    toy = ToyCheckout(
        tmp_path,
        api__crash="import os\ndef test_bad(): assert 0\ndef test_crash(): os.abort()\ndef test_unseen(): pass",
        attack__skip="import unittest\ndef test_skip(): raise unittest.SkipTest",
        package__broken="def test_broken(",
        browser__empty="def helper(): pass",
        server__leftover=LINGERING.format(mark=f"left-{tmp_path}", then="pass"),
    )
    module = toy.folder / "tests" / "runner" / "run.py"
    module.write_text(module.read_text("utf-8").replace("LEFTOVER_SECONDS = 30.0", "LEFTOVER_SECONDS = 0.1"), "utf-8")
    done = toy.run("api", "attack", "package", "browser", "server")
    assert done.returncode == 1
    assert "the process ended by signal 6 during tests/api/test_crash.py::test_crash" in done.stderr
    assert 'test_crash.py", line 3 in test_crash' in done.stderr and "1 tests did not run" in done.stderr
    assert "SKIPPED, which counts as a failure: tests/attack/test_skip.py::test_skip" in done.stderr
    assert "FAILED tests/package/test_broken.py" in done.stderr and "SyntaxError" in done.stderr
    assert "FAILED browser" in done.stderr and "the process found no test" in done.stderr
    assert "FAILED leftovers" in done.stderr and "tests left processes running" in done.stderr
    assert done.stderr.splitlines()[-2:] == ["1 passed, 5 failed, 1 skipped", "FAILED"]
    assert not processes_with(f"left-{tmp_path}")


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_nothing_is_left_running_after_an_interrupt(tmp_path: Path, how: signal.Signals) -> None:
    """This also holds if the shell makes its background jobs ignore Ctrl-C."""
    mark = f"lingering-{tmp_path}"
    waiting = LINGERING.format(mark=mark, then="time.sleep(600)")
    toy = ToyCheckout(tmp_path, api__first="def test_first(): pass\n" + waiting, attack__second=waiting)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with toy.start("api", "attack") as running:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        wait_until(lambda: len(processes_with(mark)) == 2, "both tests start a child")
        children = descendants(running.pid)
        running.send_signal(how)
        _, said = running.communicate()
    assert len(children) >= 4 and running.returncode == 130
    assert said.splitlines()[-1] == "Interrupted after 1 of 3 tests; no process is left"
    assert processes_with(mark) == [] and [pid for pid in children if Path(f"/proc/{pid}").exists()] == []
    assert list((toy.folder / ".venv" / "tests").glob("run-*")) == []


def test_a_process_of_any_name_is_found() -> None:
    """Linux truncates names after 15 bytes, which may be within a character."""
    rename = "import ctypes; ctypes.CDLL(None).prctl(15, b'\\xff) R 1', 0, 0, 0); print(flush=True); input()"
    with subprocess.Popen([sys.executable, "-c", rename], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        child.stdout.readline()
        assert child.pid in descendants(os.getpid())
        child.communicate(b"\n")


def processes_with(mark: str) -> list[str]:
    """Return the ids of processes with this word in their arguments."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if mark.encode() in words:
            found.append(folder.name)
    return found


# The second test ends once the first one was reported.
WAITING = """
from pathlib import Path
from tests.patience import wait_until
def test_one(): assert 0
def test_two(): wait_until(Path("seen").exists, "the first result is shown")
"""


def test_a_terminal_shows_groups_and_time_while_they_run(tmp_path: Path) -> None:
    toy = ToyCheckout(tmp_path, api__one=WAITING)
    ours, theirs = pty.openpty()
    settings = {**os.environ, "TERM": "xterm", "COLUMNS": "100", "LINES": "30"}
    running = subprocess.Popen([*toy.command, "api"], cwd=toy.folder, env=settings, stderr=theirs, stdout=theirs)
    os.close(theirs)
    seen = tmp_path / "seen"
    shown = read_all(ours, lambda text: seen.touch() if "1/2" in text else None)
    assert running.wait() == 1
    assert "api" in shown and "1/2" in shown and "1 of 2 tests" in shown and "left" in shown
    assert "\x1b[" in shown and "FAILED tests/api/test_one.py::test_one" in shown
    assert "[bold]" not in shown and "[dim]" not in shown


def read_all(terminal: int, look: Callable[[str], None]) -> str:
    """Return everything written to a terminal until it is closed; `look` is called with the output as it grows."""
    shown = b""
    while True:
        try:
            piece = os.read(terminal, 4096)
        except OSError:  # Linux raises it once the other side is closed
            piece = b""
        if not piece:
            os.close(terminal)
            return shown.decode()
        shown += piece
        look(shown.decode(errors="replace"))


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
        (["web/test/hashes.test.ts::hash"], "name the file alone"),
        (["check::typs"], "no step of check is called 'typs'; the nearest: types"),
        (["server::all"], "no step of server is called 'all'"),
        (["whole:tests/brwser"], "the nearest: tests/browser"),
        (["quick", "api"], "quick stands alone; leave out api"),
        (["web", "-k", "sha"], "-k chooses among Python tests"),
        (["-k", ""], "-k wants names joined by and, or, not and parentheses, not ''"),
        *((["-k", words], "-k wants names joined by") for words in ("a=b", "f(x)", "()", '"a"', "a,b", "*", "a;b")),
        (["whole:quick"], "quick runs in one way only; leave out 'whole'"),
        (["SERVER"], "the nearest: server"),
        (["tests/project/test_runner.py::read_all"], "no test in tests/project/test_runner.py is called"),
        (["-k", "one and"], "-k wants names joined by and, or, not and parentheses, not 'one and'"),
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
    assert find_tests("web/test/hashes.test.ts") == ["web/test/hashes.test.ts"]
    assert read_selection(["tests/project/test_do.py"]).tests == {"project": ("tests/project/test_do.py",)}
    parameter = "tests/project/test_runner.py::test_nothing_is_left_running_after_an_interrupt[2]"
    assert read_selection([parameter]).tests == {"project": (parameter,)}
    assert read_selection(["check::types"]).tests == {"check": ("check::types",)}
    made_elsewhere = "tests/server/test_stateful.py::TestTable::runTest"
    assert read_selection([made_elsewhere]).tests == {"server": (made_elsewhere,)}
    assert read_selection(["whole:played"]).tests == {"whole:played": ()}
    assert not any(file.startswith("tests/long") for file in find_tests("tests"))
    assert [name for name in NAMES if not read_selection([name]).needs_page] == ["check", "plain", "quick"]


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
        ("tests/golden/qwixx.record", "tests/golden/test_golden.py", "tests/games/test_qwixx.py"),
        ("README.md", "tests/project/test_docs.py", "tests/games/test_qwixx.py"),
        ("web/src/styles/base.css", "tests/project/test_palette.py", "tests/games/test_qwixx.py"),
        ("docs/security.md", "tests/server/test_security_page.py", "tests/games/test_qwixx.py"),
        ("release/__main__.py", "tests/project/test_release.py", "tests/games/test_qwixx.py"),
        ("tests/study/sentences.json", "web/test/why.test.ts", "tests/games/test_qwixx.py"),
    ],
)
def test_a_change_reaches_the_tests_that_import_its_package(file: str, reached: str, spared: str) -> None:
    found = affected_tests([Path(file)], [*list_test_files(), *list_web_files()])
    assert Path(reached) in found and Path(spared) not in found


def test_a_deleted_file_reaches_the_tests_that_still_import_it(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = [path for path in changed._sources() if path != Path("tests/patience.py")]
    monkeypatch.setattr(changed, "_sources", lambda: iter(kept))
    graph = changed.read_graph((Path("tests/patience.py"),))
    assert "tests.project.test_runner" in changed.importers_of({"tests.patience"}, graph)


def test_no_module_on_the_path_of_the_tests_hides_one_of_python() -> None:
    """A file `bench/code.py` would: pytest imports pdb, which on Python 3.13 imports code."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["pytest"]["ini_options"]
    found = {each.stem for folder in settings["pythonpath"] for each in (ROOT / folder).iterdir()}
    assert found & sys.stdlib_module_names == set()
