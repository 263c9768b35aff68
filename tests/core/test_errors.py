"""A missing package is reported in one sentence with the command that installs it."""

import importlib
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import paperdice.fast
import paperdice.server
from paperdice import Match, MissingExtraError, PaperdiceError, SeededDice, find_game, make_bot
from paperdice.errors import SetupError, check_version, needs


def test_a_missing_package_is_one_sentence_with_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtraError) as refused, needs("Parquet", "paperdice[plot]"):
        importlib.import_module("pyarrow")
    assert str(refused.value) == "Parquet needs pyarrow, which is not installed: pip install 'paperdice[plot]'"
    assert isinstance(refused.value, PaperdiceError)
    assert isinstance(refused.value, ImportError)
    assert refused.value.__suppress_context__


def test_an_extra_that_includes_another_names_the_package_and_itself() -> None:
    with pytest.raises(MissingExtraError) as refused, needs("push", "x[push]"), needs("the server", "x[server]"):
        raise ModuleNotFoundError(name="msgspec")
    assert str(refused.value) == "push needs msgspec, which is not installed: pip install 'x[push]'"


def test_a_package_that_is_there_is_given() -> None:
    with needs("JSON", "json"):
        import json
    assert json.loads("[1]") == [1]


def test_a_package_that_does_not_say_its_name_is_told_too() -> None:
    with pytest.raises(MissingExtraError, match=r"^a store needs a package, .* pip install x$"), needs("a store", "x"):
        raise ImportError("no pq wrapper available")


def test_a_mistake_of_our_own_is_no_missing_package() -> None:
    with pytest.raises(ModuleNotFoundError, match=r"paperdice\.nothing") as raised, needs("nothing", "nothing"):
        importlib.import_module("paperdice.nothing")
    assert not isinstance(raised.value, PaperdiceError)


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: make_bot("stedy", "qwixx"), "unknown bot 'stedy' for qwixx; did you mean steady? known are random"),
        (lambda: make_bot(None, "qwixx"), "unknown bot None for qwixx; known are random"),  # type: ignore[arg-type]
        (lambda: make_bot("random", "quixx"), "unknown game 'quixx'; did you mean qwixx? known are qwixx"),
        (lambda: make_bot("random", 7), "unknown game 7; known are qwixx"),  # type: ignore[arg-type]
        (lambda: make_bot("random", "qwixx", budget_ms="x"), "a bot needs a budget above 0, not 'x'"),  # type: ignore[arg-type]
        (lambda: SeededDice(-1), "a seed is a number from 0 up, not -1"),
        (lambda: find_game(None), "unknown game None; known are qwixx"),  # type: ignore[arg-type]
        (lambda: Match(find_game("qwixx"), 2, "klassic"), "unknown sheet 'klassic' of qwixx; did you mean classic?"),
    ],
)
def test_bad_input_gets_our_errors(make: Callable[[], object], told: str) -> None:
    with pytest.raises(PaperdiceError) as refused:
        make()
    assert str(refused.value).startswith(told)


def test_a_version_that_was_not_tested_is_refused() -> None:
    with pytest.raises(
        SetupError, match=r"^pytest \d.* is newer than Paperdice was tested with: pip install 'pytest<3.1'$"
    ):
        check_version("pytest", "3.1")
    check_version("pytest", "1000.0")
    check_version("no-such-package", "0.1")


PROJECT = Path(__file__).parents[2] / "pyproject.toml"
NEWER = """
import importlib.metadata, sys
found = importlib.metadata.version
importlib.metadata.version = lambda name: sys.argv[2] if name == sys.argv[1] else found(name)
__import__(sys.argv[3])
"""


@pytest.mark.parametrize(
    ("package", "below", "module"),
    [
        ("numba", paperdice.fast.NUMBA_BELOW, "paperdice.fast"),
        ("uvicorn", paperdice.server.UVICORN_BELOW, "paperdice.server"),
    ],
)
def test_newer_internals_are_refused_at_set_up(package: str, below: str, module: str) -> None:
    """The error is raised at set-up, not at the first move of a bot or the first message at a table."""
    command = [sys.executable, "-c", NEWER, package, f"{below}.0", module]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stderr.splitlines()[-1].endswith(
        f"SetupError: {package} {below}.0 is newer than Paperdice was tested with: pip install '{package}<{below}'"
    )
    assert f"<{below}" in next(line for line in PROJECT.read_text("utf-8").splitlines() if f'"{package}>=' in line)
