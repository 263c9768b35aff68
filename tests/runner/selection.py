"""Parse the arguments of `./do test`; this needs no package, so that a wrong word is refused at once."""

from __future__ import annotations

import argparse
import ast
import difflib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from tests.runner import changed
from tests.runner.environment import STATE
from tests.runner.groups import (
    BY_NAME,
    GROUPS,
    LONG,
    NAMES,
    QUICK,
    ROOT,
    files_of,
    group_of,
    list_test_files,
    list_web_files,
    split_mode,
)
from tests.runner.state import State


class SelectionError(Exception):
    """Raised for arguments that select no tests; the message says what to write instead."""


@dataclass(frozen=True)
class Selection:
    """The tests to run.

    Attributes:
        tests: For each group, preceded by its mode if any, the files or single tests for pytest; empty for the whole
            group.
        words: The expression of `-k`, or empty.
        is_quick: Whether to skip slow tests and coverage.
    """

    tests: dict[str, tuple[str, ...]]
    words: str = ""
    is_quick: bool = False

    @property
    def needs_page(self) -> bool:
        """Whether the page and the browser are needed."""
        return any(BY_NAME[split_mode(name)[1]].needs_page for name in self.tests)


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise SelectionError(f"{message}; ./do test --help lists what can be given")


def make_parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="./do test",
        description="Run the tests: all groups but `long`, or what is named.",
        epilog=f"Groups: {' '.join(NAMES)}.",
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="a group, a file or folder, or FILE::TEST")
    parser.add_argument("-k", metavar="WORDS", dest="words", help="only Python tests whose names match, as in pytest")
    parser.add_argument("--failed", action="store_true", help="what failed in the last run")
    parser.add_argument(
        "--changed", nargs="?", const="HEAD", metavar="COMMIT",
        help="what the files changed since a commit (default: since the last one) can affect",
    )  # fmt: skip
    return parser


def read_selection(words: Sequence[str]) -> Selection:
    """Return the selection for the arguments of a command.

    Raises:
        SelectionError: An argument is unknown, or no test has failed or changed.
    """
    options, unknown = make_parser().parse_known_args(words)
    if unknown:
        raise SelectionError(_no_such("option", unknown[0], ("-k", "--failed", "--changed", "--help")))
    if bool(options.names) + options.failed + (options.changed is not None) > 1:
        raise SelectionError("give names, --failed or --changed, not two of them")
    if QUICK in options.names and len(options.names) > 1:
        raise SelectionError(f"{QUICK} stands alone; leave out {' '.join(set(options.names) - {QUICK})}")
    tests = _choose(options)
    if options.words is None:
        return Selection(tests, is_quick=options.names == [QUICK])
    _check_expression(options.words)
    python = {name: chosen for name, chosen in tests.items() if BY_NAME[split_mode(name)[1]].is_pytest}
    if not python:
        raise SelectionError("-k chooses among Python tests, and none of these is one")
    return Selection(python, options.words, is_quick=options.names == [QUICK])


def _choose(options: argparse.Namespace) -> dict[str, tuple[str, ...]]:
    """Return the selected tests by group."""
    if options.failed:
        return _by_group(failed_tests())
    if options.changed is not None:
        return _changed_since(options.changed)
    if options.names == [QUICK]:
        return {"plain": ()}
    if not options.names:
        return {group.name: () for group in GROUPS}
    for mode, name in map(split_mode, options.names):
        if mode and (name == QUICK or (name in BY_NAME and not BY_NAME[name].is_pytest)):
            raise SelectionError(f"{name} runs in one way only; leave out {mode!r}")
    groups: dict[str, tuple[str, ...]] = {name: () for name in options.names if split_mode(name)[1] in BY_NAME}
    tests = [test for name in options.names if name not in groups for test in find_tests(name)]
    return {**_by_group(test for test in tests if _group_name(test) not in groups), **groups}


def _check_expression(words: str) -> None:
    """Raise SelectionError for an invalid `-k` expression: names joined by `and`, `or`, `not` and parentheses."""
    operators = ("and", "or", "not")
    logic = re.sub(r"[\w:+\-.\[\]\\/]+", lambda found: found[0] if found[0] in operators else "0", words)
    try:
        tree = ast.parse(logic.strip(), mode="eval")
    except SyntaxError:
        tree = ast.parse("()", mode="eval")
    known = (ast.Expression, ast.BoolOp, ast.UnaryOp, ast.Constant, ast.And, ast.Or, ast.Not)
    if '"' in words or "'" in words or not all(isinstance(node, known) for node in ast.walk(tree)):
        raise SelectionError(f"-k wants names joined by and, or, not and parentheses, not {words!r}")


def failed_tests() -> list[str]:
    """Return the tests that failed when they last ran and still exist."""
    failed = [test for test in State(STATE).failed if _exists(test)]
    if not failed:
        raise SelectionError("no test failed in the last run")
    return failed


def _exists(test: str) -> bool:
    _, name = split_mode(test)
    try:
        return name in BY_NAME or bool(find_tests(test if not name.startswith("web/") else _head(test)))
    except SelectionError:
        return False


def _changed_since(commit: str) -> dict[str, tuple[str, ...]]:
    try:
        files = changed.changed_files(commit)
        tests = changed.affected_tests(files, [*list_test_files(), *list_web_files()])
    except changed.ChangesError as error:
        raise SelectionError(str(error)) from None
    if not files:
        raise SelectionError(f"nothing has changed since {commit}")
    chosen = _by_group(str(file) for file in tests if group_of(file) is not LONG)
    return {"check": (), **{name: () if _is_whole(name, files) else files for name, files in chosen.items()}}


def _is_whole(name: str, files: tuple[str, ...]) -> bool:
    return set(files) == set(map(str, files_of(BY_NAME[name])))


def _by_group(tests: Iterable[str]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for test in dict.fromkeys(tests):
        group = _group_name(test)
        found[group] = (*found.get(group, ()), test)
    return found


def _group_name(test: str) -> str:
    """Return the name of a test's group, preceded by its mode."""
    mode, name = split_mode(_head(test))
    group = name if name in BY_NAME else group_of(Path(name)).name
    return f"{mode}:{group}" if mode else group


def _head(test: str) -> str:
    """Return the file of a test, or the group of a step."""
    return test.partition("::")[0]


def find_tests(name: str) -> list[str]:
    """Return the files, or the single test, for an argument.

    Raises:
        SelectionError: The argument is unknown; the message names the closest match.
    """
    mode, name = split_mode(name)
    place, separator, test = name.partition("::")
    if separator and place in BY_NAME:
        if test not in BY_NAME[place].steps:
            raise SelectionError(_no_such(f"step of {place}", test, BY_NAME[place].steps))
        return [name]
    before = f"{mode}:" if mode else ""
    known = [*map(str, list_test_files()), *map(str, list_web_files())]
    path = (Path.cwd() / place).resolve()
    inside = path.relative_to(ROOT) if path.is_relative_to(ROOT) else Path(place)
    files = [file for file in known if Path(file).is_relative_to(inside)]
    if not files or inside == Path():
        folders = {str(Path(file).parent) for file in known}
        raise SelectionError(_no_such("group, file or folder of tests", place, (*NAMES, *known, *sorted(folders))))
    if not separator:
        is_long = inside.parts[:2] == ("tests", "long")
        return [f"{before}{file}" for file in files if is_long or group_of(Path(file)) is not LONG]
    if len(files) > 1 or files[0].endswith(".ts"):
        raise SelectionError(f"{place} is no Python file, so it has no test {test!r}; name the file alone")
    try:
        names, assigned = _tests_in(ROOT / files[0])
    except (SyntaxError, ValueError):  # pytest reports the error in the file
        return [f"{before}{files[0]}::{test}"]
    if test.partition("[")[0] not in names and test.partition("::")[0] not in assigned:
        raise SelectionError(_no_such(f"test in {files[0]}", test, [*names, *assigned]))
    return [f"{before}{files[0]}::{test}"]


def _tests_in(file: Path) -> tuple[list[str], list[str]]:
    """Return the possible words after `FILE::`: the tests, and classes that are defined elsewhere and assigned."""
    found, assigned = [], []
    for node in ast.parse(file.read_text("utf-8")).body:
        if isinstance(node, ast.ClassDef):
            inner = [each.name for each in node.body if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)]
            found += [node.name, *(f"{node.name}::{name}" for name in inner if name.startswith("test"))]
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found.append(node.name)
        elif isinstance(node, ast.Assign):
            assigned += [target.id for target in node.targets if isinstance(target, ast.Name)]
    found = [name for name in found if name.startswith(("test", "Test"))]
    return found, [name for name in assigned if name.startswith("Test")]


def _no_such(what: str, word: str, known: Iterable[str]) -> str:
    """Return the error message for an unknown word, with the closest names."""
    names = list(known)
    by_end = {name.rpartition("/")[2]: name for name in names}
    lower = word.lower()
    ends = difflib.get_close_matches(lower.rpartition("/")[2], by_end, n=3)
    same = [name for name in names if name == lower] or [by_end[end] for end in ends if end == lower]
    near = same or difflib.get_close_matches(lower, names, n=3) or [by_end[end] for end in ends]
    return f"no {what} is called {word!r}" + (f"; the nearest: {', '.join(near)}" if near else "")
