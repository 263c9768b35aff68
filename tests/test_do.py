"""`./do`, as far as it can be tested without setting anything up."""

import datetime
import importlib.machinery
import importlib.util
import sys
import types
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
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


def test_an_unknown_group_of_tests_is_refused(do: types.ModuleType) -> None:
    with pytest.raises(SystemExit, match="no group of tests is called 'slow'"):
        do.test(["slow"])


def test_long_groups_run_only_when_they_are_named(do: types.ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[str] = []

    def note(group: str, _cache: Path) -> object:
        ran.append(group)
        return do.Result(group, True, 1, 0)

    monkeypatch.setattr(do, "set_up", lambda lock: None)
    monkeypatch.setattr(do, "build_page", lambda: None)
    monkeypatch.setattr(do, "run_group", note)
    do.test([])
    assert sorted(ran) == [
        *("api", "attack", "browser", "check", "compiled", "drawn"),
        *("oracle", "package", "plain", "played", "server", "web"),
    ]
    ran.clear()
    do.test(["long"])
    assert ran == ["long"]


def test_processes_of_the_tests_read_a_source_once(
    do: types.ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where Python is told to keep nothing; and nothing is left beside the source."""
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    (tmp_path / "once.py").write_text("")
    command = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import once"
    assert do.run(sys.executable, "-c", command, settings=do.keep_bytecode(tmp_path / "cache"))
    assert [file.name.split(".")[0] for file in tmp_path.rglob("once.*.pyc")] == ["once"]
    assert not (tmp_path / "__pycache__").exists()


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
