"""Turns one number, sign, comparison or place of a file at a time, and lists the changes that no test notices.

    ./do bench mutants src/paperdice/bots/qwixx/features.py --tests tests/bots/test_qwixx_features.py

Tests run on a copy of the checkout with NUMBA_DISABLE_JIT=1, so that kernels are plain Python and nothing is compiled.
Tables that the tests need come from the user's cache: run the tests once before.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
COPIED = ("src", "tests", "docs", "train", "bench", "pyproject.toml", "README.md")
SWAPPED: dict[type, str] = {
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.Add: "-",
    ast.Sub: "+",
    ast.Mult: "/",
    ast.Div: "*",
    ast.FloorDiv: "*",
    ast.Mod: "//",
    ast.Pow: "*",
    ast.And: "or",
    ast.Or: "and",
}
TEXTS: dict[type, str] = {
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.Pow: "**",
    ast.And: "and",
    ast.Or: "or",
}
# Enough of the settings for tests of kernels; plugins take longer to load than most mutants to be noticed.
SETTINGS = """[pytest]
addopts = --import-mode=importlib
pythonpath = .
filterwarnings = error
markers = slow: takes more than a second or so
"""
CALLS = {"min": "max", "max": "min", "argmax": "argmin"}


class Mutant(NamedTuple):
    """One change of a file: what stands between two offsets is replaced."""

    line: int
    start: int
    stop: int
    old: str
    new: str


class Finder(ast.NodeVisitor):
    """Collects the changes of one source text."""

    def __init__(self, source: str) -> None:
        lines = source.encode().splitlines(keepends=True)
        self._source = source.encode()
        self._starts = [sum(map(len, lines[:n])) for n in range(len(lines))]
        self._layouts: dict[str, list[str]] = {}
        self.found: list[Mutant] = []

    def _at(self, line: int, column: int) -> int:
        return self._starts[line - 1] + column

    def _replace(self, node: ast.expr, new: str) -> None:
        self._between(self._at(node.lineno, node.col_offset), self._end(node), new)

    def _end(self, node: ast.expr | ast.stmt) -> int:
        assert node.end_lineno is not None and node.end_col_offset is not None
        return self._at(node.end_lineno, node.end_col_offset)

    def _between(self, start: int, stop: int, new: str) -> None:
        line = self._source[:start].count(b"\n") + 1
        self.found.append(Mutant(line, start, stop, self._source[start:stop].decode(), new))

    def _swap(self, left: ast.expr, right: ast.expr, operator: ast.AST) -> None:
        """Turns the operator between two expressions."""
        start, stop = self._end(left), self._at(right.lineno, right.col_offset)
        text = TEXTS.get(type(operator))
        between = self._source[start:stop].decode()
        if text is None or text not in between:
            return
        at = start + between.index(text)
        self._between(at, at + len(text), SWAPPED[type(operator)])

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        """Remembers the names of a layout, whose places are exchanged where they are used."""
        names = [each.targets[0].id for each in node.body if _is_member(each)]  # type: ignore[attr-defined]
        if len(names) > 1 and any(isinstance(base, ast.Name) and base.id == "Features" for base in node.bases):
            self._layouts[node.name] = names
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        """Turns comparisons."""
        operands = [node.left, *node.comparators]
        for left, operator, right in zip(operands, node.ops, operands[1:], strict=False):
            self._swap(left, right, operator)
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        """Turns arithmetic."""
        if not isinstance(node.op, ast.BitOr):
            self._swap(node.left, node.right, node.op)
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        """Turns `and` and `or`."""
        for left, right in zip(node.values, node.values[1:], strict=False):
            self._swap(left, right, node.op)
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        """Turns `+=` and the like."""
        self._swap(node.target, node.value, node.op)
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        """Leaves out a sign or a `not`."""
        if isinstance(node.op, ast.USub | ast.Not):
            self._between(self._at(node.lineno, node.col_offset), self._at(node.lineno, node.operand.col_offset), "")
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        """Changes a number."""
        if isinstance(node.value, bool):
            self._replace(node, str(not node.value))
        elif isinstance(node.value, int):
            self._replace(node, str(node.value + 1))
        elif isinstance(node.value, float):
            self._replace(node, repr(2 * node.value or 1.0))

    def visit_Call(self, node: ast.Call) -> None:
        """Exchanges `min` and `max`."""
        name = node.func
        if isinstance(name, ast.Name) and name.id in CALLS:
            self._replace(name, CALLS[name.id])
        elif isinstance(name, ast.Attribute) and name.attr in CALLS:
            self._between(self._end(name) - len(name.attr), self._end(name), CALLS[name.attr])
        self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        """Takes another place of a layout."""
        if isinstance(node.value, ast.Name) and node.value.id in self._layouts:
            names = self._layouts[node.value.id]
            if node.attr in names:
                other = names[(names.index(node.attr) + 1) % len(names)]
                self._between(self._end(node) - len(node.attr), self._end(node), other)
        self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """Looks at the body alone: an annotation or a default says nothing about the arithmetic."""
        for statement in node.body:
            self.visit(statement)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """Looks at the value alone."""
        if node.value is not None:
            self.visit(node.value)


def _is_member(node: ast.stmt) -> bool:
    return isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and isinstance(node.value, ast.Tuple)


def find_mutants(source: str) -> list[Mutant]:
    """All changes of a source text, top to bottom."""
    finder = Finder(source)
    finder.visit(ast.parse(source))
    return sorted(finder.found)


@contextlib.contextmanager
def copied() -> Iterator[Path]:
    """A copy of the checkout that may be damaged."""
    with tempfile.TemporaryDirectory() as folder:
        for name in COPIED:
            if (ROOT / name).is_dir():
                leave = shutil.ignore_patterns("__pycache__", "static", "node_modules")
                shutil.copytree(ROOT / name, Path(folder) / name, ignore=leave)
            else:
                shutil.copy(ROOT / name, Path(folder) / name)
        (Path(folder) / "pytest.ini").write_text(SETTINGS)
        yield Path(folder)


def passes(folder: Path, tests: list[str], seconds: int) -> bool:
    """Whether the tests pass on the copy, in a process of their own that is given up after so many seconds."""
    child = os.fork()
    if child == 0:
        signal.alarm(seconds)
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        os.chdir(folder)
        sys.path.insert(0, str(folder / "src"))
        os._exit(_run_tests(tests))
    return os.waitpid(child, 0)[1] == 0


def _run_tests(tests: list[str]) -> int:
    import pytest

    return int(pytest.main(["-x", "-q", "-p", "no:cacheprovider", *tests]))


def survivors(file: Path, tests: list[str], seconds: int, folder: Path) -> Iterator[tuple[Mutant, bool]]:
    """Every change of a file, and whether all tests pass in spite of it."""
    damaged = folder / file.relative_to(ROOT)
    source = damaged.read_bytes()
    for mutant in find_mutants(source.decode()):
        damaged.write_bytes(source[: mutant.start] + mutant.new.encode() + source[mutant.stop :])
        yield mutant, passes(folder, tests, seconds)
    damaged.write_bytes(source)


def main() -> None:
    """Prints the changes that no test notices, and how many there were."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--tests", nargs="+", default=[])
    parser.add_argument("--only", help="run only the tests that this expression names, as pytest's -k")
    parser.add_argument("--seconds", type=int, default=120, help="give a mutant up after so long; it counts as noticed")
    chosen = parser.parse_args()
    if not chosen.files:
        print("name the files to change and the --tests that should notice; see --help")
        return
    os.environ["NUMBA_DISABLE_JIT"] = os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    sys.dont_write_bytecode = True
    __import__("pytest")  # once, before the processes part
    __import__("numba")
    tests = [*chosen.tests, *(["-k", chosen.only] if chosen.only else [])]
    with copied() as folder:
        if not passes(folder, tests, 10 * chosen.seconds):
            sys.exit("the tests fail already, run them with NUMBA_DISABLE_JIT=1 to see why")
        for file in chosen.files:
            _report(file.resolve(), tests, chosen.seconds, folder)


def _report(file: Path, tests: list[str], seconds: int, folder: Path) -> None:
    n_mutants, n_survivors = 0, 0
    lines = file.read_text("utf-8").splitlines()
    for mutant, survives in survivors(file, tests, seconds, folder):
        n_mutants += 1
        if survives:
            n_survivors += 1
            place = f"{file.relative_to(ROOT)}:{mutant.line}"
            print(f"{place}: {mutant.old.strip()!r} → {mutant.new!r} in {lines[mutant.line - 1].strip()}", flush=True)
    print(f"{file.relative_to(ROOT)}: {n_mutants} mutants, {n_survivors} not noticed", flush=True)


if __name__ == "__main__":
    main()
