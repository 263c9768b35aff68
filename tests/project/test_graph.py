"""No module imports, by whatever detour, a module that imports it: imports inside functions and for types included."""

from pathlib import Path

from _import_graph import find_cycles, read_graph

import paperdice

PACKAGE = Path(paperdice.__file__).parent


def write(folder: Path, **sources: str) -> Path:
    """A small package whose modules are these."""
    package = folder / "toy"
    package.mkdir()
    for name, source in {"__init__": "", **sources}.items():
        (package / f"{name}.py").write_text(source, "utf-8")
    return package


def test_there_is_no_import_cycle() -> None:
    cycles = find_cycles(read_graph(PACKAGE))
    assert not cycles, "import cycles:\n" + "\n".join(" -> ".join(cycle) for cycle in cycles)


def test_the_graph_holds_every_module() -> None:
    graph = read_graph(PACKAGE)
    assert {"paperdice", "paperdice.bots", "paperdice.games.qwixx.rules", "paperdice.server.app"} <= set(graph)
    assert "paperdice.match" in graph["paperdice"] and "paperdice.games.qwixx" in graph["paperdice.games"]


def test_an_import_inside_a_function_closes_a_cycle(tmp_path: Path) -> None:
    package = write(tmp_path, a="import toy.b\n", b="def late():\n    from toy import c\n", c="from toy.a import x\n")
    assert find_cycles(read_graph(package)) == [["toy.a", "toy.b", "toy.c", "toy.a"]]


def test_an_import_for_types_closes_a_cycle(tmp_path: Path) -> None:
    package = write(tmp_path, a="from . import b\n", b="if TYPE_CHECKING:\n    from .a import X\n")
    assert find_cycles(read_graph(package)) == [["toy.a", "toy.b", "toy.a"]]


def test_a_package_counts_only_where_it_is_named(tmp_path: Path) -> None:
    package = write(tmp_path, a="import toy.b\nfrom toy import b\n", b="")
    (package / "__init__.py").write_text("from toy.a import x\n", "utf-8")
    assert find_cycles(read_graph(package)) == []
    (package / "b.py").write_text("from toy import x\n", "utf-8")
    assert find_cycles(read_graph(package)) == [["toy", "toy.a", "toy.b", "toy"]]
