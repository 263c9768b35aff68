"""Tests of `./do` that work without a set-up."""

import datetime
import importlib.machinery
import importlib.util
import os
import shutil
import signal
import subprocess
import sys
import types
from pathlib import Path

import pytest

from tests.patience import wait_until

ROOT = Path(__file__).parents[2]
DAY = datetime.date(2026, 12, 24)
CHANGELOG = """# Changelog

## Unreleased

### Rules

### Added

- A new sheet.

### Fixed

## 0.1.0 (2026-11-30)

- The first one.
"""


@pytest.fixture(scope="module")
def do() -> types.ModuleType:
    loader = importlib.machinery.SourceFileLoader("do", str(ROOT / "do"))
    spec = importlib.util.spec_from_loader("do", loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


def test_a_release_dates_the_entries_and_leaves_an_empty_head(do: types.ModuleType) -> None:
    dated = do.date_changelog(CHANGELOG, "0.2.0", DAY)
    assert "## Unreleased\n\n### Rules\n\n### Added\n\n### Changed\n\n### Fixed\n\n## 0.2.0 (2026-12-24)\n" in dated
    assert dated.endswith("### Added\n\n- A new sheet.\n\n## 0.1.0 (2026-11-30)\n\n- The first one.\n")


def test_a_release_without_entries_is_refused(do: types.ModuleType) -> None:
    with pytest.raises(SystemExit, match="no entry"):
        do.date_changelog(CHANGELOG.replace("- A new sheet.\n", ""), "0.2.0", DAY)


def test_a_release_sets_a_version_that_comes_after_the_last(do: types.ModuleType) -> None:
    project = '[project]\nversion = "0.9.0"\n\n[tool.x]\nversion = "7"\n'
    assert do.set_version(project, "0.10.0") == project.replace("0.9.0", "0.10.0")
    for version in ("0.9.0", "0.8.9"):
        with pytest.raises(SystemExit, match=r"does not come after 0\.9\.0"):
            do.set_version(project, version)


@pytest.mark.parametrize("words", [[], ["1.0"], ["1.0.0rc1"], ["1.0.0", "2.0.0"]])
def test_a_release_wants_one_version(
    do: types.ModuleType, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        do.read_release(words)
    assert "usage: ./do release" in capsys.readouterr().err


def test_every_command_has_a_sentence(do: types.ModuleType) -> None:
    assert list(do.COMMANDS) == ["play", "test", "fix", "check", "bench", "lock", "docs", "release"]
    assert all(command.__doc__ for command in do.COMMANDS.values())


def test_wrong_words_are_refused_before_anything_is_set_up(
    do: types.ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(do, "set_up", lambda lock: pytest.fail("nothing may be set up"))
    monkeypatch.chdir(ROOT)  # the command changes to this folder
    with pytest.raises(SystemExit) as ended:
        do.test(["brwser"])
    assert ended.value.code == 2
    assert "is called 'brwser'; the nearest: browser, tests/browser" in capsys.readouterr().err


@pytest.mark.parametrize("settings", [{"PYTHONOPTIMIZE": "2"}, {"PYTHONSAFEPATH": "1"}, {"PYTHONHOME": "/nowhere"}])
def test_python_settings_and_folders_of_the_caller_do_not_matter(settings: dict[str, str]) -> None:
    """A path is relative to the current folder, and errors are reported by the runner's own parser."""
    options = ["-E"] if "PYTHONHOME" in settings else []  # otherwise not even Python starts
    done = subprocess.run(
        [sys.executable, *options, str(ROOT / "do"), "test", "server/test_wire.py::test_nothing"],
        cwd=ROOT / "tests", env={**os.environ, **settings},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.startswith("./do test: no test in tests/server/test_wire.py is called 'test_nothing'")


@pytest.mark.parametrize(("name", "chosen"), [("C", {"LC_ALL": "C.UTF-8"}), ("C.UTF-8", {})])
def test_a_locale_that_cannot_read_every_path_is_replaced(name: str, chosen: dict[str, str]) -> None:
    source = f"import runpy; print(runpy.run_path({str(ROOT / 'do')!r})['choose_locale']())"
    command = [sys.executable, "-S", "-c", source]  # the path in the environment must not be read here
    done = subprocess.run(command, env={"LC_ALL": name}, capture_output=True, check=True)
    assert done.stdout.decode().strip() == str(chosen)


def test_a_new_environment_keeps_what_was_downloaded(
    do: types.ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cache").mkdir()
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib64").symlink_to("lib")
    (tmp_path / "pyvenv.cfg").touch()
    monkeypatch.setattr(do, "VENV", tmp_path)
    do.clear_venv()
    assert [each.name for each in tmp_path.iterdir()] == ["cache"]


@pytest.mark.parametrize(
    ("output", "free_bytes", "advice"),
    [
        ("error: failed to write: No space left on device (os error 28)", 10**10, "the disk is full"),
        ("npm error code ENOSPC", 10**10, "the disk is full"),
        ("whatever", 10**6, "the disk is full"),
        ("error: Failed to fetch: `http://127.0.0.1:9/simple/`", 10**10, "could not be downloaded"),
        ("WARNING: Retrying ... Temporary failure in name resolution", 10**10, "could not be downloaded"),
        ("npm error code ECONNREFUSED", 10**10, "could not be downloaded"),
        ("error TS2322: Type 'string' is not assignable", 10**10, "the lines above say why"),
        ("Could not resolve './Foo' from src/main.tsx", 10**10, "the lines above say why"),
        ("Could not resolve './offline' from src/main.tsx", 10**10, "the lines above say why"),
    ],
)
def test_a_failed_set_up_says_what_to_do(do: types.ModuleType, output: str, free_bytes: int, advice: str) -> None:
    sentence = do.explain_failure(output, free_bytes)
    assert sentence.startswith("Setting up failed") and advice in sentence and "\n" not in sentence


def test_a_set_up_without_network_says_so_in_one_sentence(tmp_path: Path) -> None:
    """The package index refuses every connection, as on a machine without a network."""
    for name in ("do", "pyproject.toml", "requirements", "tests/runner", "tests/patience.py", "tests/__init__.py"):
        place = tmp_path / name
        place.parent.mkdir(exist_ok=True)
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, place)
    nowhere = {
        "PIP_INDEX_URL": "http://127.0.0.1:9/",
        "PIP_RETRIES": "0",
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_FIND_LINKS": "",
    }
    (tmp_path / "tests" / "test_toy.py").write_text("")
    done = subprocess.run(
        [sys.executable, "do", "test", "tests/test_toy.py"], cwd=tmp_path, env={**os.environ, **nowhere},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == (
        "Setting up failed because packages could not be downloaded: check the network, or the proxy and index "
        "settings of pip, uv and npm, and run the command again."
    )
    assert "Traceback (most recent call last)" not in done.stderr


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_set_up_leaves_no_process(tmp_path: Path, how: signal.Signals) -> None:
    started = tmp_path / "started"
    child = f"import os, pathlib, time; pathlib.Path({str(started)!r}).write_text(str(os.getpid())); time.sleep(600)"
    grandchild = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {child!r}])"
    source = f"import runpy, sys; runpy.run_path({str(ROOT / 'do')!r})['install'](sys.executable, '-c', {grandchild!r})"
    with subprocess.Popen([sys.executable, "-c", source], stderr=subprocess.PIPE, text=True) as setting_up:
        wait_until(lambda: started.exists() and bool(started.read_text()), "the set-up has started a process")
        setting_up.send_signal(how)
        said = setting_up.communicate()[1]
    assert "Interrupted while setting up; the next command will continue." in said
    wait_until(lambda: not is_running(int(started.read_text())), "its process is gone")


def is_running(pid: int) -> bool:
    stat = Path(f"/proc/{pid}/stat")
    return stat.exists() and stat.read_bytes().rpartition(b")")[2].split()[0] != b"Z"


def test_a_python_without_venv_is_told_what_to_install(do: types.ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(SystemExit, match="apt install python3-venv"):
        do.make_venv(clear=True)


def test_each_lock_agrees_with_the_smaller_ones(do: types.ModuleType) -> None:
    pins = {name: pins_of(ROOT / "requirements" / f"{name}.txt") for name in ("run", "all", "test")}
    assert pins["run"] < pins["all"] < pins["test"]
    assert list(do.LOCKED) == ["uv", "build", "run", "all", "test"]


def pins_of(file: Path) -> set[str]:
    return {line.split(" ")[0] for line in file.read_text("utf-8").splitlines() if "==" in line.split(" ")[0]}


def test_without_a_command_it_lists_them(
    do: types.ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["./do"])
    do.main()
    told = capsys.readouterr().out
    assert all(f"    {name} " in told for name in ("play", "test", "check", "fix", "lock"))
