"""Measures the shape of the house from its sources alone: holes in types, sizes, branches on the game.

Usage: python bench/house.py [CHECKOUT ...]; the first one is compared with the others, this one if none is named.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).resolve().parents[1]
LONG, LONGEST = 25, 40
Function = ast.FunctionDef | ast.AsyncFunctionDef

# Where kernels are: what numba compiles, and the rooms that hold it.
KERNEL_ROOMS = ("fast", "solve", "bots")
# What lies beside the package and is typed like it.
BESIDE = ("bench", "train")
# The page asks which game it is: comparisons of it with anything, and switches on it.
BRANCH = re.compile(r"game (?:===|!==)|switch \(.*game")


def sources(folder: Path) -> dict[Path, ast.Module]:
    """Every module in a folder, parsed."""
    return {path.relative_to(folder): ast.parse(path.read_text("utf-8")) for path in sorted(folder.rglob("*.py"))}


def functions(tree: ast.AST) -> Iterator[Function]:
    """Every function of a module, methods and inner ones included."""
    return (node for node in ast.walk(tree) if isinstance(node, Function))


def size_of(function: Function) -> int:
    """Lines from `def` to the end, without the docstring, which for a command is its help."""
    lines = (function.end_lineno or function.lineno) - function.lineno + 1
    first = function.body[0]
    has_docstring = ast.get_docstring(function) is not None
    return lines - ((first.end_lineno or first.lineno) - first.lineno + 1 if has_docstring else 0)


def anys_of(function: Function) -> int:
    """How often a signature says `Any`."""
    arguments = function.args
    given = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
    annotations = [argument.annotation for argument in given if argument is not None] + [function.returns]
    nodes = [node for annotation in annotations if annotation is not None for node in ast.walk(annotation)]
    return sum(isinstance(node, ast.Name) and node.id == "Any" for node in nodes)


def room_of(path: Path) -> str:
    """The first folder, or the file itself."""
    return path.parts[0] if len(path.parts) > 1 else path.stem


def is_kernel(function: Function) -> bool:
    """Tells whether numba compiles it; templates, which a game fills in, do not count."""
    names = {
        node.id for decorator in function.decorator_list for node in ast.walk(decorator) if isinstance(node, ast.Name)
    }
    return "kernel" in names


def positions_of(function: Function) -> int:
    """How often something is read by a number where a name would tell what it is: `weights[3]`, `net[6][0]`."""
    return sum(
        isinstance(node, ast.Subscript)
        and isinstance(node.ctx, ast.Load)
        and isinstance(node.slice, ast.Constant | ast.Slice)
        and is_number(node.slice)
        for statement in function.body
        for node in ast.walk(statement)
    )


def is_number(place: ast.expr) -> bool:
    """Tells whether a place is a bare number, or a slice between bare numbers."""
    if isinstance(place, ast.Slice):
        ends = [end for end in (place.lower, place.upper) if end is not None]
        return bool(ends) and all(is_number(end) for end in ends)
    return isinstance(place, ast.Constant) and type(place.value) is int


def page_branches(checkout: Path) -> Counter[str]:
    """Branches on the game by file of the page; its tests do not count."""
    found: Counter[str] = Counter()
    root = checkout / "web" / "src"
    for path in sorted([*root.rglob("*.ts"), *root.rglob("*.tsx")]):
        name = path.relative_to(root).as_posix()
        if ".test." not in name:
            found[name] += len(BRANCH.findall(path.read_text("utf-8")))
    return +found


def count_anys(trees: dict[Path, ast.Module]) -> int:
    """How often all signatures of some modules say `Any`."""
    return sum(anys_of(function) for tree in trees.values() for function in functions(tree))


def measure(checkout: Path) -> dict[str, str]:
    """All figures of a checkout, as texts."""
    package = checkout / "src" / "paperdice"
    trees = sources(package)
    named = [(path, function) for path, tree in trees.items() for function in functions(tree)]
    anys = Counter({room: count_anys(sources(checkout / room)) for room in BESIDE})
    places: Counter[str] = Counter()
    for path, function in named:
        anys[room_of(path)] += anys_of(function)
        if room_of(path) in KERNEL_ROOMS and is_kernel(function):
            places[room_of(path)] += positions_of(function)
    branches = page_branches(checkout)
    return {
        "modules": str(len(trees)),
        "Any in signatures": f"{anys.total()} {by_name(anys)}",
        "positional subscripts in kernels": f"{places.total()} {by_name(places)}",
        "branches on the game in the page": f"{branches.total()} in {len(branches)} files",
        **sizes(named),
        "largest files": ", ".join(largest(checkout)),
    }


def by_name(counts: Counter[str]) -> str:
    """Counts in brackets, the largest first."""
    return f"({', '.join(f'{name} {n}' for name, n in counts.most_common() if n)})" if counts.total() else ""


def sizes(named: list[tuple[Path, Function]]) -> dict[str, str]:
    """How long functions are."""
    lines = sorted(size_of(function) for _, function in named)
    return {
        "functions": str(len(lines)),
        "lines a function, mean": f"{sum(lines) / len(lines):.1f}",
        "lines a function, most": str(lines[-1]),
        f"functions over {LONG} lines": str(sum(n > LONG for n in lines)),
        f"functions over {LONGEST} lines": str(sum(n > LONGEST for n in lines)),
    }


def largest(checkout: Path) -> list[str]:
    """The five largest modules."""
    package = checkout / "src" / "paperdice"
    counts = {path: len(path.read_text("utf-8").splitlines()) for path in package.rglob("*.py")}
    order = sorted(counts, key=lambda path: -counts[path])
    return [f"{path.relative_to(package).as_posix()} {counts[path]}" for path in order[:5]]


def main(words: list[str]) -> None:
    """Prints one table, a column for each checkout."""
    tables = [measure(Path(word)) for word in words or [str(HERE)]]
    print("| what |" + "".join(f" {'before' if n == 0 and len(tables) > 1 else 'now'} |" for n in range(len(tables))))
    print("|---|" + "---|" * len(tables))
    for key in tables[0]:
        print(f"| {key} |" + "".join(f" {table[key]} |" for table in tables))


if __name__ == "__main__":
    main(sys.argv[1:])
