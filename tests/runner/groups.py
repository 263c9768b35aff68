"""The groups of tests: which folders belong together, and in which settings they run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TESTS = ROOT / "tests"
WEB_TESTS = ROOT / "web" / "test"


@dataclass(frozen=True)
class Group:
    """Tests that run in the same settings.

    Args:
        name: what `./do test NAME` runs.
        folders: the folders of `tests/` in it.
        cpu_seconds: roughly what it takes on a first run, to begin with the longest.
        whole_seconds: roughly what its sampled tests take when they run whole.
        processes: how many processes share its files.
        options: further options of pytest.
        settings: further environment variables.
        is_covered: measure which branches of the rules it reaches.
    """

    name: str
    folders: tuple[str, ...] = ()
    cpu_seconds: float = 10.0
    whole_seconds: float = 0.0
    processes: int = 1
    options: tuple[str, ...] = ()
    settings: Mapping[str, str] = field(default_factory=dict)
    is_covered: bool = False

    @property
    def is_pytest(self) -> bool:
        """Whether pytest runs it, and not a list of programs."""
        return self.name not in ("check", "web")


# Tests that have no group of their own.
OTHERS = Group("project", ("project", "cli"), cpu_seconds=40)
GROUPS = (
    Group("check", cpu_seconds=30),
    Group("played", ("bots", "train", "arena", "study", "envs", "examples"), cpu_seconds=200),
    Group("compiled", ("fast", "solve"), cpu_seconds=80),
    Group("kernels", ("kernels",), cpu_seconds=40, settings={"NUMBA_DISABLE_JIT": "1"}),
    Group("browser", ("browser",), cpu_seconds=400, processes=2),
    Group("oracle", ("contract", "oracle", "counts"), cpu_seconds=60),
    Group("plain", ("core", "games", "golden"), cpu_seconds=60, is_covered=True),
    OTHERS,
    Group("drawn", ("draw", "translator"), cpu_seconds=40),
    Group("server", ("store", "server"), cpu_seconds=180),
    Group("attack", ("attack",), cpu_seconds=30),
    Group("package", ("package",), cpu_seconds=30),
    Group("api", ("api",), cpu_seconds=30, options=("-p", "schemathesis")),
    Group("web", cpu_seconds=15),
)
LONG = Group("long", ("long",), cpu_seconds=2400)
# Runs with `long`: kernels that are compiled with a check of every index, which no other group has.
BOUNDS = Group("bounds", ("fast", "kernels", "bots"), cpu_seconds=400, settings={"NUMBA_BOUNDSCHECK": "1"})
BY_NAME = {group.name: group for group in (*GROUPS, LONG)}
# `quick` is the plain group without its slow tests and without coverage.
QUICK = "quick"
NAMES = (*BY_NAME, QUICK)


def list_test_files() -> list[Path]:
    """Return every test file of pytest, relative to the checkout."""
    return sorted(file.relative_to(ROOT) for file in TESTS.rglob("test_*.py"))


def files_in(folder: str) -> list[Path]:
    """Return the test files in a folder of `tests/`, relative to the checkout."""
    return [file for file in list_test_files() if file.parts[1] == folder]


def list_web_files() -> list[Path]:
    """Return every test file of the page, relative to the checkout."""
    return sorted(file.relative_to(ROOT) for file in WEB_TESTS.glob("*.test.ts"))


def group_of(file: Path) -> Group:
    """Return the group that a test file, relative to the checkout, belongs to."""
    if file.parts[0] == "web":
        return BY_NAME["web"]
    folder = file.parts[1]
    return next((group for group in BY_NAME.values() if folder in group.folders), OTHERS)


def files_of(group: Group) -> list[Path]:
    """Return the test files of a group, relative to the checkout."""
    files = list_web_files() if group.name == "web" else list_test_files()
    return [file for file in files if group_of(file) is group]
