"""Lessons and how-to pages are executed line by line, as a reader would type them: Python, files and commands."""

from __future__ import annotations

import asyncio
import doctest
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path
from random import Random

import pytest

from paperdice.cli import run
from paperdice.flow.setup import new_opening
from paperdice.flow.wishes import NewSeat, NewTable
from paperdice.server.live.storage import keep_opening
from paperdice.store.sqlite import SqliteStore
from tests.promised import promised_match
from tests.sampling import WHOLE

ROOT = Path(__file__).parents[2]
PAGES = sorted([*(ROOT / "docs" / "tutorial").glob("*.md"), *(ROOT / "docs" / "how-to").glob("*.md")])
BLOCK = re.compile(r"^```(python|sh|text)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# A block whose first line names a file is written to that file.
FILE = re.compile(r"# (\w+\.(?:py|toml))\n")
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
# Commands that set up a machine, wait for a person or never end are left to other tests.
NOT_TYPED = re.compile(r"(\./do|pip|paperdice (play|serve)|createdb|dask)\b|.* --(database|cluster) ")
# This command runs in its own process; all others run here and load nothing twice.
REAL = "verify"


class Typist:
    """A runner for the blocks of one page, in its own folder."""

    def __init__(self, page: Path, folder: Path) -> None:
        self._page = page
        self._folder = folder
        self._names: dict[str, object] = {"__name__": "__main__"}
        self._printed: str | None = None

    def type_block(self, kind: str, text: str) -> None:
        """Run one block; `text` is the expected output of the commands just before it, if there were any."""
        if named := FILE.match(text):
            (self._folder / named[1]).write_text(text, "utf-8")
        elif kind == "sh":
            commands = split_commands(text)
            typed = list(map(shorten, commands))
            said = "".join(map(self._run, typed))
            self._printed = said if commands and typed == commands else None
        elif kind == "text":
            printed, self._printed = self._printed, None
            is_right = printed is None or doctest.OutputChecker().check_output(text, printed, FLAGS)
            assert is_right, f"printed:\n{printed}\nwanted:\n{text}"
        elif ">>>" in text:
            self._type_examples(text)
        else:
            exec(compile(text, str(self._page), "exec"), self._names)

    def _type_examples(self, text: str) -> None:
        test = doctest.DocTestParser().get_doctest(text, self._names, self._page.name, str(self._page), 0)
        runner, report = doctest.DocTestRunner(optionflags=FLAGS), list[str]()
        runner.run(test, out=report.append, clear_globs=False)
        assert not runner.failures, "".join(report)
        self._names = test.globs

    def _run(self, command: str) -> str:
        words = shlex.split(command)
        if words[0] == "paperdice" and words[1] != REAL:
            with redirect_stdout(io.StringIO()) as said:
                assert run(words[1:]) == 0, f"{command}\n{said.getvalue()}"
            return said.getvalue()
        ran = subprocess.run(["sh", "-c", command], cwd=self._folder, capture_output=True, text=True, check=False)
        assert ran.returncode == 0, f"{command}\n{ran.stdout}{ran.stderr}"
        return ran.stdout


def split_commands(text: str) -> list[str]:
    """Return the commands of a block that are run here, with continued lines joined and comments removed."""
    lines = re.sub(r"\\\n\s*", "", text).splitlines()
    return [line for line in lines if line.strip() and not line.startswith("#") and not NOT_TYPED.match(line)]


def shorten(command: str) -> str:
    """Return a command that plays matches with few of them unless the run is long; leave others unchanged."""
    return command if WHOLE or "cmd:" not in command else re.sub(r"--matches \d+", "--matches 4", command)


@pytest.fixture(autouse=True)
def _terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal of the width of the pages, with the programs of this environment on its path."""
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)


async def _store_match(path: Path) -> None:
    """Make a database with an open table of two."""
    store = SqliteStore(path)
    await store.open()
    wish = NewTable(game="qwixx", seats=[NewSeat(name="Ann", token="a" * 32), NewSeat()])
    await keep_opening(store, new_opening(wish, None, (), now=1000, rng=Random(1)))
    await store.close()


@pytest.mark.sampled
@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.parent.name}/{page.stem}")
def test_a_page_can_be_typed(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    # Set up the state in which a reader begins a page.
    asyncio.run(_store_match(tmp_path / "matches.sqlite"))
    shutil.copy(ROOT / "docs" / "check_dice.py", tmp_path)
    played = promised_match("qwixx")
    (tmp_path / "match.txt").write_text(played.record, "utf-8")
    (tmp_path / "match-receipt.txt").write_text(played.receipt, "utf-8")
    typist = Typist(page, tmp_path)
    for kind, text in BLOCK.findall(page.read_text("utf-8")):
        typist.type_block(kind, text)


@pytest.mark.sampled
def test_a_wrong_result_is_noticed(tmp_path: Path) -> None:
    typist = Typist(Path("page.md"), tmp_path)
    typist.type_block("python", ">>> one = 1\n")
    typist.type_block("python", ">>> one + 1\n2\n")
    with pytest.raises(AssertionError, match=r"Got:\s+2"):
        typist.type_block("python", ">>> one + 1\n3\n")
    typist.type_block("sh", "echo seen\n")
    typist.type_block("text", "se...\n")
    typist.type_block("sh", "echo seen\n")
    with pytest.raises(AssertionError, match=r"printed:\s+seen"):
        typist.type_block("text", "hidden\n")
    with pytest.raises(AssertionError, match="false"):
        typist.type_block("sh", "false\n")
