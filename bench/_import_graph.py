"""Which module of ours imports which, read from the sources without running them.

Imports inside functions count like those at the top, and so do those under `if TYPE_CHECKING`: who reads one file must
know the other. A package counts only where it is named: `from paperdice.bots import make_bot` leads to the package,
`import paperdice.bots.casual` and `from paperdice.bots import casual` to the module alone.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

Graph = dict[str, set[str]]


def read_graph(package: Path) -> Graph:
    """The modules of a package, each with those of the same package that it imports."""
    paths = {name_of(path, package): path for path in sorted(package.rglob("*.py"))}
    return {name: set(imports_of(path, name, paths)) - {name} for name, path in paths.items()}


def name_of(path: Path, package: Path) -> str:
    """The dotted name of a module."""
    parts = path.relative_to(package.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports_of(path: Path, name: str, known: dict[str, Path]) -> Iterator[str]:
    """Every module of ours that one file imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom):
            source = absolute(node, name, is_package=path.name == "__init__.py")
            for alias in node.names:
                yield from [module for module in (f"{source}.{alias.name}", source) if module in known][:1]


def absolute(node: ast.ImportFrom, name: str, *, is_package: bool) -> str:
    """The module that `from … import` names, without leading dots."""
    if not node.level:
        return node.module or ""
    parts = name.split(".")
    base = parts[: len(parts) - node.level + is_package]
    return ".".join([*base, *([node.module] if node.module else [])])


def find_cycles(graph: Graph) -> list[list[str]]:
    """Every knot of modules that import each other in a circle, and one shortest circle of each, closed at its end."""
    cycles = []
    left = set(graph)
    for start in sorted(graph):
        knot = {other for other in reach(graph, start) if start in reach(graph, other)} & left
        if knot:
            cycles.append(min((circle_from(graph, module) for module in sorted(knot)), key=len))
            left -= knot
    return cycles


def reach(graph: Graph, start: str) -> set[str]:
    """Everything that a module leads to."""
    found: set[str] = set()
    waiting = [start]
    while waiting:
        fresh = graph[waiting.pop()] - found
        found |= fresh
        waiting += fresh
    return found


def circle_from(graph: Graph, start: str) -> list[str]:
    """A shortest way from a module back to itself."""
    ways = [[start]]
    seen: set[str] = set()
    for way in ways:
        for module in sorted(graph[way[-1]]):
            if module == start:
                return [*way, start]
            if module not in seen:
                seen.add(module)
                ways.append([*way, module])
    raise ValueError(f"no way leads from {start} back to it")


def knot_sizes(graph: Graph) -> list[int]:
    """How many modules hang together in each knot, the largest first."""
    knots = {frozenset(m for m in reach(graph, name) if name in reach(graph, m)) for name in graph}
    return sorted((len(knot) for knot in knots if knot), reverse=True)
