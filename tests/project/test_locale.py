"""The machine's locale has no effect, neither on lowercase letters nor on number formats."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.project.answers import answers
from tests.project.locales import compile_locales

ROOT = Path(__file__).parents[2]
# Functions that depend on the machine's locale unless a language is given.
PYTHON_WAYS = re.compile(r"\bimport locale\b|\bfrom locale\b|\.strftime\(|\.strcoll\(|\{[^{}]*:[-+<>^_,.\d]*n\}")
PAGE_WAYS = re.compile(
    r"\.toLocale\w+\(\s*(?:\)|undefined|\[\]|\{)|\.localeCompare\([^,()]*\)|\bIntl\.\w+\(\s*(?:\)|undefined|\[\])"
)


@pytest.fixture(scope="module")
def locales(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("locales")
    compile_locales(folder)
    return folder


def ask(name: str, locales: Path) -> tuple[dict[str, object], dict[str, object]]:
    """Return how C programs treat letters and numbers in a locale, and the output of Paperdice there."""
    settings = {**os.environ, "LANG": "C.UTF-8", "LC_CTYPE": name, "LC_NUMERIC": name, "LOCPATH": str(locales)}
    settings.pop("LC_ALL", None)
    command = [sys.executable, "-W", "error", "-m", "tests.project.answers"]
    done = subprocess.run(command, cwd=ROOT, env=settings, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    rules, answered = json.loads(done.stdout)
    return rules, answered


@pytest.fixture(scope="module")
def usual() -> dict[str, object]:
    """Return the output of Paperdice in the locale of the tests, after a round trip through JSON."""
    return dict(json.loads(json.dumps(answers())))


def test_a_dotless_i_changes_nothing(locales: Path, usual: dict[str, object]) -> None:
    rules, answered = ask("tr_TR.UTF-8", locales)
    assert (rules["I"], rules["FILE is file"]) == ("ı", False)
    assert answered == usual
    assert answered["code"] == "FXTHKM"  # codes contain no I


def test_a_decimal_comma_changes_nothing(locales: Path, usual: dict[str, object]) -> None:
    rules, answered = ask("de_DE.UTF-8", locales)
    assert (rules["point"], rules["1.5"], rules["I"]) == (",", 1.0, "i")
    assert answered == usual
    assert '"mean_scores": [56.85, 63.65]' in str(answered["simulation"])


@pytest.mark.parametrize(
    ("folder", "pattern", "ways"),
    [("src/paperdice", "*.py", PYTHON_WAYS), ("web/src", "*.ts*", PAGE_WAYS)],
    ids=["library", "page"],
)
def test_nothing_asks_for_the_locale_of_the_machine(folder: str, pattern: str, ways: re.Pattern[str]) -> None:
    files = sorted((ROOT / folder).rglob(pattern))
    assert len(files) > 50
    assert [f"{file}: {found[0]}" for file in files for found in ways.finditer(file.read_text("utf-8"))] == []


@pytest.mark.parametrize(
    ("ways", "line"),
    [
        (PYTHON_WAYS, 'f"{points:,n}"'),
        (PYTHON_WAYS, "day.strftime('%b')"),
        (PAGE_WAYS, "points.toLocaleString()"),
        (PAGE_WAYS, "name.toLocaleUpperCase( )"),
        (PAGE_WAYS, "day.toLocaleDateString(undefined, { month: 'short' })"),
        (PAGE_WAYS, "one.localeCompare(other)"),
        (PAGE_WAYS, "new Intl.NumberFormat()"),
    ],
)
def test_a_line_that_asks_for_it_is_found(ways: re.Pattern[str], line: str) -> None:
    assert ways.search(line)


def test_signs_that_a_terminal_lacks_are_question_marks() -> None:
    """This applies in a locale without UTF-8, and on Windows with redirected output."""
    settings = {**os.environ, "PYTHONIOENCODING": "iso8859-9"}
    command = [sys.executable, "-m", "paperdice", "sheet", "show", "qwixx", "bonus-b"]
    shown = subprocess.run(command, env=settings, capture_output=True, text=True, check=False)
    assert (shown.returncode, shown.stderr) == (0, "")
    assert shown.stdout.count("?") == 10  # two of each symbol
