"""From the words after `./do test` to the tests they mean; needs no package, so a wrong word is refused at once."""

from __future__ import annotations

import argparse
import ast
import difflib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from tests.runner import changed
from tests.runner.environment import STATE
from tests.runner.groups import BY_NAME, GROUPS, NAMES, QUICK, ROOT, files_of, group_of, list_test_files, list_web_files


class SelectionError(Exception):
    """Words that name no tests, with one sentence that says what to write instead."""


@dataclass(frozen=True)
class Selection:
    """Which tests to run.

    Args:
        tests: for each group what pytest is given: files, or single tests; nothing means the whole group.
        words: the expression of `-k`, or nothing.
        is_quick: leave out slow tests and the measuring of coverage.
    """

    tests: dict[str, tuple[str, ...]]
    words: str = ""
    is_quick: bool = False

    @property
    def is_everything(self) -> bool:
        """Whether this is the run that decides about a change."""
        return not self.words and not self.is_quick and list(self.tests) == [group.name for group in GROUPS]


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise SelectionError(f"{message}; ./do test --help lists what can be given")


def make_parser() -> argparse.ArgumentParser:
    """Return the parser of `./do test`."""
    parser = _Parser(
        prog="./do test",
        description="Run the tests: all groups but `long`, or what is named.",
        epilog=f"Groups: {' '.join(NAMES)}.",
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="a group, a file or folder, or FILE::TEST")
    parser.add_argument(
        "-k", metavar="WORDS", dest="words", default="", help="only tests whose names match, as in pytest"
    )
    parser.add_argument("--failed", action="store_true", help="what failed in the last run")
    parser.add_argument(
        "--changed", nargs="?", const="HEAD", metavar="COMMIT",
        help="what the files changed since a commit (default: since the last one) can affect",
    )  # fmt: skip
    return parser


def read_selection(words: Sequence[str]) -> Selection:
    """Return the selection that the words of a command mean.

    Raises:
        SelectionError: for a word that means nothing, or when nothing has failed or changed.
    """
    options, unknown = make_parser().parse_known_args(words)
    if unknown:
        raise SelectionError(_no_such("option", unknown[0], ("-k", "--failed", "--changed", "--help")))
    if bool(options.names) + options.failed + (options.changed is not None) > 1:
        raise SelectionError("give names, --failed or --changed, not two of them")
    if options.failed:
        return Selection(_by_group(failed_tests()))
    if options.changed is not None:
        return _changed_since(options.changed)
    if options.names == [QUICK]:
        return Selection({"plain": ()}, options.words, is_quick=True)
    if not options.names:
        return Selection({group.name: () for group in GROUPS if group.is_pytest or not options.words}, options.words)
    groups = {name: () for name in options.names if name in BY_NAME}
    tests = [test for name in options.names if name not in BY_NAME for test in find_tests(name)]
    return Selection({**_by_group(test for test in tests if _group_name(test) not in groups), **groups}, options.words)


def failed_tests() -> list[str]:
    """Return the tests that failed in the last run."""
    known: list[str] = json.loads(STATE.read_text("utf-8"))["failed"] if STATE.exists() else []
    failed = [test for test in known if _head(test) in BY_NAME or (ROOT / _head(test)).is_file()]
    if not failed:
        raise SelectionError("no test failed in the last run")
    return failed


def _changed_since(commit: str) -> Selection:
    try:
        files = changed.changed_files(commit)
    except changed.GitError as error:
        raise SelectionError(str(error)) from None
    if not files:
        raise SelectionError(f"nothing has changed since {commit}")
    tests = changed.affected_tests(files, [*list_test_files(), *list_web_files()])
    chosen = _by_group(str(file) for file in tests if group_of(file).name != "long")
    return Selection({"check": (), **{name: () if _is_whole(name, files) else files for name, files in chosen.items()}})


def _is_whole(name: str, files: tuple[str, ...]) -> bool:
    return set(files) == set(map(str, files_of(BY_NAME[name])))


def _by_group(tests: Iterable[str]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for test in dict.fromkeys(tests):
        group = _group_name(test)
        found[group] = (*found.get(group, ()), test)
    return {name: found[name] for name in BY_NAME if name in found}


def _group_name(test: str) -> str:
    return _head(test) if _head(test) in BY_NAME else group_of(Path(_head(test))).name


def _head(test: str) -> str:
    """Return the file of a test, or the group of a step."""
    return test.partition("::")[0]


def find_tests(name: str) -> list[str]:
    """Return the files, or the one test, that a word means.

    Raises:
        SelectionError: naming what is nearest to a word that means nothing.
    """
    place, separator, test = name.partition("::")
    if separator and place in BY_NAME:
        return [name]
    known = [*map(str, list_test_files()), *map(str, list_web_files())]
    path = (Path.cwd() / place).resolve()
    inside = path.relative_to(ROOT) if path.is_relative_to(ROOT) else Path(place)
    files = [file for file in known if Path(file).is_relative_to(inside)]
    if not files or inside == Path():
        folders = {str(Path(file).parent) for file in known}
        raise SelectionError(_no_such("group, file or folder of tests", place, (*NAMES, *known, *sorted(folders))))
    if not separator:
        return files
    if len(files) > 1 or files[0].endswith(".ts"):
        raise SelectionError(f"{place} is no Python file, so it has no test {test!r}; name the file alone, or use -k")
    names = _tests_in(ROOT / files[0])
    if test.partition("[")[0] not in names:
        raise SelectionError(_no_such(f"test in {files[0]}", test, names))
    return [f"{files[0]}::{test}"]


def _tests_in(file: Path) -> list[str]:
    """Return the names that can stand behind `FILE::`, those in classes with the class before them."""
    found = []
    for node in ast.parse(file.read_text("utf-8")).body:
        if isinstance(node, ast.ClassDef):
            inner = [each.name for each in node.body if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)]
            found += [node.name, *(f"{node.name}::{name}" for name in inner)]
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found.append(node.name)
        elif isinstance(node, ast.Assign):
            found += [target.id for target in node.targets if isinstance(target, ast.Name)]
    return found


def _no_such(what: str, word: str, known: Iterable[str]) -> str:
    """Return the sentence about a word that nothing is called, with the nearest names."""
    names = list(known)
    by_end = {name.rpartition("/")[2]: name for name in names}
    ends = difflib.get_close_matches(word.rpartition("/")[2], by_end, n=3)
    same = [by_end[end] for end in ends if end == word]
    near = same or difflib.get_close_matches(word, names, n=3) or [by_end[end] for end in ends]
    return f"no {what} is called {word!r}" + (f"; the nearest: {', '.join(near)}" if near else "")
