"""Select the tests that a change can affect: those that import, directly or indirectly, a package with a changed
file."""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from tests.runner.groups import ROOT

Graph = dict[str, set[str]]

# Files that tests read without importing them or naming their folder, with these tests.
READERS = {
    "web/test": ("web/test",),
    "web": ("web/test", "tests/browser", "tests/attack", "tests/translator", "tests/server"),
    "src/paperdice": ("web/test",),
    "tests/runner": ("tests/project",),
    ".ci": ("tests/project",),
    "docs": ("tests/project", "tests/examples"),
    "requirements": ("tests/project", "tests/package"),
    "tests/postgres.py": ("tests/store", "tests/server"),
    "hatch_build.py": ("tests/package", "tests/browser", "tests/attack"),
}
# Tests that read every source and page.
READS_ALL = tuple(
    f"tests/project/test_{name}.py"
    for name in ("docs", "graph", "habits", "house", "palette", "prose", "public_names", "sentences")
)
# Tests that start the program without importing it.
STARTERS = (
    "tests/browser",
    "tests/package",
    "tests/examples",
    "tests/server",
    "tests/attack",
    "tests/arena",
    "tests/cli",
)
PROGRAM = "paperdice.cli"
# Changes that can affect every test.
EVERYTHING = (
    "pyproject.toml",
    "src/paperdice/__init__.py",
    "tests/conftest.py",
    "tests/patience.py",
    "tests/sampling.py",
    "tests/runner/environment.py",
    "tests/runner/groups.py",
    "tests/runner/jobs.py",
    "tests/runner/plugin.py",
)
SOURCES = ("src/paperdice", "tests", "bench", "train", "release", "web/translator")
# Folders whose modules are imported without a package, as pytest's option `pythonpath` has it.
LOOSE = ("bench", "web")


class ChangesError(Exception):
    """Raised if the changes, or the tests they affect, cannot be determined."""


def changed_files(commit: str) -> list[Path]:
    """Return the files that differ from a commit, including new ones, relative to the checkout."""
    differing = _git("diff", "--name-only", "--no-renames", "-z", "--end-of-options", commit, "--")
    fresh = _git("ls-files", "-z", "--others", "--exclude-standard")
    return sorted({Path(name) for name in [*differing, *fresh] if name})


def _git(*words: str) -> list[str]:
    try:
        done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True)
    except FileNotFoundError:
        raise ChangesError("--changed needs git, which is not installed") from None
    except subprocess.CalledProcessError as error:
        raise ChangesError(f"git cannot tell what has changed: {error.stderr.strip().splitlines()[0]}") from None
    return done.stdout.split("\0")


def affected_tests(files: Sequence[Path], tests: Sequence[Path]) -> list[Path]:
    """Return the test files that changes of these files can affect."""
    if any(file.as_posix() in EVERYTHING for file in files):
        return list(tests)
    graph = read_graph(tuple(file for file in files if file.suffix == ".py" and not (ROOT / file).exists()))
    units = {unit_of(file) for file in files}
    changed = {module for module in graph if unit_of_module(module) in units}
    reached = importers_of(changed | {_place_of(file.parts[0]) for file in files}, graph)
    read = {*READS_ALL, *(place for file in files for place in _readers_of(file))}
    return [
        test for test in tests
        if test in files or module_of(test) in reached or any(test.is_relative_to(place) for place in read)
    ]  # fmt: skip


def _readers_of(file: Path) -> tuple[str, ...]:
    """Return the tests that read a file; data next to tests is read by those tests and by those of the page."""
    if file.parts[0] == "tests" and len(file.parts) > 2 and file.suffix != ".py":
        return (f"tests/{file.parts[1]}", "web/test")
    return next((READERS[place] for place in READERS if file.is_relative_to(place)), ())


@cache
def read_graph(deleted: Sequence[Path] = ()) -> Graph:
    """Return every Python module of the checkout, and the modules of the checkout that it imports.

    Tests also depend on the top-level folders and files of the checkout that they mention.
    """
    gone = [path for path in deleted if any(path.is_relative_to(each) for each in SOURCES)]
    paths = {module_of(path): path for path in [*gone, *_sources()]}
    trees = {module: _parse(path) for module, path in paths.items()}
    top = {path.name for path in ROOT.iterdir()} - {"src", "tests"}
    exported = {
        module: {name: source for source, name in _names(trees[module], module) if name}
        for module, path in paths.items() if path.name == "__init__.py"
    }  # fmt: skip
    graph: Graph = {}
    for module, path in paths.items():
        found = {_resolve(source, name, paths, exported) for source, name in _names(trees[module], module)}
        started = {PROGRAM} if any(path.is_relative_to(place) for place in STARTERS) else set()
        fixtures = {module_of(path.with_name("conftest.py"))} if path.name.startswith("test_") else set()
        named = {_place_of(name) for name in _strings(trees[module]) & top} if path.parts[0] == "tests" else set()
        graph[module] = {each for each in found if each} | started | named | (fixtures & paths.keys())
    return graph


def _place_of(name: str) -> str:
    """Return the node of the graph for a top-level folder or file of the checkout."""
    return f"{name}/"


def _strings(tree: ast.Module) -> set[str]:
    """Return the strings of a module, each up to its first slash."""
    found = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
    return {value.partition("/")[0] for value in found if isinstance(value, str)}


def _parse(path: Path) -> ast.Module:
    try:
        return ast.parse((ROOT / path).read_text("utf-8") if (ROOT / path).exists() else "")
    except SyntaxError as error:
        where = f"{path}, line {error.lineno}" if error.lineno else path
        raise ChangesError(f"{where}: {error.msg}") from None
    except ValueError:
        raise ChangesError(f"{path} is not a text in UTF-8") from None


def _sources() -> Iterator[Path]:
    for folder in SOURCES:
        yield from sorted(file.relative_to(ROOT) for file in (ROOT / folder).rglob("*.py"))


def _names(tree: ast.Module, module: str) -> Iterator[tuple[str, str]]:
    """Yield each import of a module, at any level, as the imported module and the imported name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = module.split(".")[: -node.level] if node.level else []
            source = ".".join([*above, *([node.module] if node.module else [])])
            yield from ((source, alias.name) for alias in node.names)


def _resolve(source: str, name: str, paths: dict[str, Path], exported: dict[str, dict[str, str]]) -> str | None:
    """Return the module of the checkout that an import refers to; names re-exported by a package are resolved."""
    if f"{source}.{name}" in paths:
        return f"{source}.{name}"
    behind = exported.get(source, {}).get(name)
    return behind if behind in paths else source if source in paths else None


def importers_of(modules: set[str], graph: Graph) -> set[str]:
    """Return these modules and all modules that import one of them, directly or indirectly."""
    importers: Graph = {}
    for module, imported in graph.items():
        for each in imported:
            importers.setdefault(each, set()).add(module)
    reached, waiting = set(modules), list(modules)
    while waiting:
        fresh = importers.get(waiting.pop(), set()) - reached
        reached |= fresh
        waiting += fresh
    return reached


def module_of(file: Path) -> str:
    """Return the dotted name by which a Python file, relative to the checkout, is imported."""
    parts = file.with_suffix("").parts
    parts = parts[1:] if parts[0] in ("src", *LOOSE) else parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts)


def unit_of(file: Path) -> str:
    """Return the package of a file; top-level modules of the library, and tests, are their own unit."""
    parts = file.parts[1:] if file.parts[0] == "src" else file.parts
    if parts[0] != "paperdice" or len(parts) == 2:
        return module_of(file)
    return ".".join(parts[:3] if parts[1] == "games" and len(parts) > 3 else parts[:2])


def unit_of_module(module: str) -> str:
    """Return the unit of a module of the graph."""
    parts = module.split(".")
    if parts[0] != "paperdice" or len(parts) == 1:
        return module
    is_game = parts[1] == "games" and len(parts) > 2
    return ".".join(parts[:3] if is_game else parts[:2])
