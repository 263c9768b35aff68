"""Import cycles: a contract of import-linter compares siblings; packages and their own modules are checked here."""

import subprocess
import sys
from pathlib import Path

import grimp
import pytest

LINT_IMPORTS = Path(sys.executable).parent / "lint-imports"
CONTRACT = """
[tool.importlinter]
root_packages = ["toy"]

[[tool.importlinter.contracts]]
name = "No cycles"
type = "acyclic_siblings"
ancestors = ["toy"]
"""


def write(folder: Path, **sources: str) -> None:
    """Write a package `toy` with these modules."""
    package = folder / "toy"
    package.mkdir()
    for name, source in {"__init__": "", **sources}.items():
        (package / f"{name}.py").write_text(source, "utf-8")


def find_cycles(package: str) -> list[tuple[str, ...]]:
    """Return a shortest cycle for each module that imports itself through others."""
    graph = grimp.build_graph(package, cache_dir=None)
    cycles = []
    for module in sorted(graph.modules):
        imported = graph.find_modules_directly_imported_by(module)
        chains = filter(None, (graph.find_shortest_chain(other, module) for other in imported))
        if shortest := min(chains, key=len, default=None):
            cycles.append((module, *shortest))
    return cycles


def test_there_is_no_import_cycle() -> None:
    assert find_cycles("paperdice") == []


def test_a_package_that_imports_itself_through_its_modules_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, __init__="from toy.a import x\n", a="import toy.b\n", b="from toy import x\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert ("toy", "toy.a", "toy.b", "toy") in find_cycles("toy")


@pytest.mark.parametrize(
    "source",
    ["def late():\n    from toy import a\n", "if TYPE_CHECKING:\n    from .a import X\n"],
    ids=["late", "types"],
)
def test_the_contract_refuses_cycles_in_functions_and_for_types(tmp_path: Path, source: str) -> None:
    write(tmp_path, a="import toy.b\n", b=source)
    (tmp_path / "pyproject.toml").write_text(CONTRACT, "utf-8")
    done = subprocess.run(
        [LINT_IMPORTS, "--no-logo", "--no-cache"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1 and "No cycles are allowed in toy" in done.stdout
