"""Mutation testing for kernels: change one number, operator or field of a file at a time, and list undetected changes.

    ./do bench mutants src/paperdice/bots/qwixx/features.py --tests tests/kernels/test_qwixx_reference.py

Kernels run as plain Python (NUMBA_DISABLE_JIT=1), and no file is changed: the tests are collected once, then for each
mutant a forked process replaces the code in memory and runs the tests until one fails. Tables that the tests need come
from the user's cache: run the tests once before.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import os
import random
import signal
import sys
from collections.abc import Iterable
from pathlib import Path
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

if TYPE_CHECKING:
    import pytest

# Any object that a module defines.
Defined: TypeAlias = Any

ROOT = Path(__file__).resolve().parent.parent
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
CALLS = {"min": "max", "max": "min", "argmax": "argmin"}


class Mutant(NamedTuple):
    """One change of a file: the text between two offsets and its replacement."""

    line: int
    start: int
    stop: int
    old: str
    new: str


class Finder(ast.NodeVisitor):
    """Collects the mutants of one source text."""

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
        """Replace the operator between two expressions."""
        start, stop = self._end(left), self._at(right.lineno, right.col_offset)
        text = TEXTS.get(type(operator))
        between = self._source[start:stop].decode()
        if text is None or text not in between:
            return
        at = start + between.index(text)
        self._between(at, at + len(text), SWAPPED[type(operator)])

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        """Record the field names of a layout, which are swapped where they are used."""
        names = [each.targets[0].id for each in node.body if _is_member(each)]  # type: ignore[attr-defined]
        if len(names) > 1 and any(isinstance(base, ast.Name) and base.id == "Features" for base in node.bases):
            self._layouts[node.name] = names
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        """Replace comparisons."""
        operands = [node.left, *node.comparators]
        for left, operator, right in zip(operands, node.ops, operands[1:], strict=False):
            self._swap(left, right, operator)
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        """Replace arithmetic operators."""
        if not isinstance(node.op, ast.BitOr):
            self._swap(node.left, node.right, node.op)
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        """Swap `and` and `or`."""
        for left, right in zip(node.values, node.values[1:], strict=False):
            self._swap(left, right, node.op)
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        """Replace augmented assignments."""
        self._swap(node.target, node.value, node.op)
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        """Remove a minus sign or a `not`."""
        if isinstance(node.op, ast.USub | ast.Not):
            self._between(self._at(node.lineno, node.col_offset), self._at(node.lineno, node.operand.col_offset), "")
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        """Change a number."""
        if isinstance(node.value, bool):
            self._replace(node, str(not node.value))
        elif isinstance(node.value, int):
            self._replace(node, str(node.value + 1))
        elif isinstance(node.value, float):
            self._replace(node, repr(2 * node.value or 1.0))

    def visit_Call(self, node: ast.Call) -> None:
        """Swap `min` and `max`."""
        name = node.func
        if isinstance(name, ast.Name) and name.id in CALLS:
            self._replace(name, CALLS[name.id])
        elif isinstance(name, ast.Attribute) and name.attr in CALLS:
            self._between(self._end(name) - len(name.attr), self._end(name), CALLS[name.attr])
        self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        """Use another field of a layout."""
        if isinstance(node.value, ast.Name) and node.value.id in self._layouts:
            names = self._layouts[node.value.id]
            if node.attr in names:
                other = names[(names.index(node.attr) + 1) % len(names)]
                self._between(self._end(node) - len(node.attr), self._end(node), other)
        self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """Visit the body only, not annotations and defaults."""
        for statement in node.body:
            self.visit(statement)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """Visit the value only."""
        if node.value is not None:
            self.visit(node.value)


def _is_member(node: ast.stmt) -> bool:
    return isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and isinstance(node.value, ast.Tuple)


def find_mutants(source: str) -> list[Mutant]:
    """Return all mutants of a source text in order."""
    finder = Finder(source)
    finder.visit(ast.parse(source))
    return sorted(finder.found)


def draw_mutants(source: str, most: int | None) -> list[Mutant]:
    """Return all mutants of a source text, or a reproducible sample of `most`."""
    found = find_mutants(source)
    if most is None or most >= len(found):
        return found
    return sorted(random.Random(len(found)).sample(found, most))


def load(file: Path) -> ModuleType:
    """Import the module of a file."""
    parts = file.resolve().relative_to(ROOT).with_suffix("").parts
    return importlib.import_module(".".join(parts[1:] if parts[0] == "src" else parts))


def change(module: ModuleType, source: str) -> None:
    """Replace the definitions of a module with those of another source text, wherever they are used."""
    fresh = ModuleType(module.__name__)
    fresh.__file__ = module.__file__
    exec(compile(source, str(module.__file__), "exec"), vars(fresh))
    for name, new in vars(fresh).items():
        old = vars(module).get(name)
        _replace(module, name, old, new)


def _replace(module: ModuleType, name: str, old: Defined, new: Defined) -> None:
    if hasattr(old, "cache_clear"):
        old.cache_clear()
        old, new = old.__wrapped__, new.__wrapped__
    if isinstance(old, FunctionType):
        if old.__module__ == module.__name__:
            old.__code__ = new.__code__
    elif isinstance(old, np.ndarray):
        old[...] = new
    elif isinstance(old, type):
        for member in getattr(old, "__members__", ()):
            old[member].__dict__.update(scale=getattr(new[member], "scale", None))  # type: ignore[index]
    elif isinstance(old, int | float | tuple | np.generic) and old != new:
        for other in list(sys.modules.values()):
            if type(vars(other).get(name)) is type(old) and vars(other)[name] == old:
                setattr(other, name, new)


def passes(items: list[pytest.Item]) -> bool:
    """Whether all collected tests pass."""
    from _pytest.runner import runtestprotocol

    for place, item in enumerate(items):
        # The last item is followed by the first, so that shared fixtures are not torn down.
        reports = runtestprotocol(item, log=False, nextitem=items[(place + 1) % len(items)])
        if any(report.failed for report in reports):
            return False
    return True


class Survivors:
    """A pytest plugin that runs the tests once unchanged, and then for every mutant."""

    def __init__(self, files: Iterable[Path], seconds: int, most: int | None) -> None:
        self._files = [file.resolve() for file in files]
        self._seconds = seconds
        self._most = most

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the tests for every mutant."""
        if not session.items or not passes(session.items):
            sys.exit("the tests fail without a mutant; run them with NUMBA_DISABLE_JIT=1 to see why")
        for file in self._files:
            self._report(file, session.items)
        return True

    def _report(self, file: Path, items: list[pytest.Item]) -> None:
        module, source = load(file), file.read_bytes()
        place, lines = file.relative_to(ROOT), source.decode().splitlines()
        mutants = draw_mutants(source.decode(), self._most)
        n_survivors = 0
        for mutant in mutants:
            changed = source[: mutant.start] + mutant.new.encode() + source[mutant.stop :]
            if self._survives(module, changed.decode(), items):
                n_survivors += 1
                line = lines[mutant.line - 1].strip()
                print(f"{place}:{mutant.line}: {mutant.old.strip()!r} → {mutant.new!r} in {line}", flush=True)
        print(f"{place}: {len(mutants)} mutants, {n_survivors} survived", flush=True)

    def _survives(self, module: ModuleType, source: str, items: list[pytest.Item]) -> bool:
        """Run the tests on a mutant in a forked process, and return whether they pass; a timeout counts as failure."""
        child = os.fork()
        if child == 0:
            signal.alarm(self._seconds)
            quiet = os.open(os.devnull, os.O_WRONLY)
            os.dup2(quiet, 1)
            os.dup2(quiet, 2)
            try:
                change(module, source)
                os._exit(0 if passes(items) else 1)
            finally:
                os._exit(2)
        return os.waitpid(child, 0)[1] == 0


def main() -> None:
    """Print the surviving mutants and their number."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--tests", nargs="+", default=[])
    parser.add_argument("--only", help="expression that selects tests, as in pytest's -k")
    parser.add_argument("--seconds", type=int, default=120, help="timeout per mutant, which then counts as detected")
    parser.add_argument("--sample", type=int, help="try a sample of this many mutants per file, with a fixed seed")
    chosen = parser.parse_args()
    if not chosen.files:
        print("name the files to mutate and their --tests; see --help")
        return
    os.environ["NUMBA_DISABLE_JIT"] = "1"
    import pytest

    only = ["-k", chosen.only] if chosen.only else []
    quiet = ["-s", "-q", "--no-header", "--no-summary", "-p", "no:cacheprovider"]
    sys.exit(
        pytest.main([*quiet, *chosen.tests, *only], plugins=[Survivors(chosen.files, chosen.seconds, chosen.sample)])
    )


if __name__ == "__main__":
    main()
