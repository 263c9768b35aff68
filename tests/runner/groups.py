"""The groups of tests: their folders and settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TESTS = ROOT / "tests"
WEB_TESTS = ROOT / "web" / "test"


@dataclass(frozen=True)
class Group:
    """Tests that run with the same settings.

    Attributes:
        name: The argument of `./do test`.
        folders: Its folders of `tests/`.
        cpu_seconds: The estimated time of a first run, to start with the longest.
        whole_seconds: The estimated time of its sampled tests on all of their cases.
        bounds_seconds: The estimated time of its tests with checked kernels.
        processes: The number of processes that share its files.
        options: Further options of pytest.
        settings: Further environment variables.
        is_covered: Whether the branch coverage of the rules is measured.
        needs_page: Whether the page and the browser are needed.
        steps: The possible words after `NAME::` besides tests of pytest.
    """

    name: str
    folders: tuple[str, ...] = ()
    cpu_seconds: float = 10.0
    whole_seconds: float = 10.0
    bounds_seconds: float = 10.0
    processes: int = 1
    options: tuple[str, ...] = ()
    settings: Mapping[str, str] = field(default_factory=dict)
    is_covered: bool = False
    needs_page: bool = True
    steps: tuple[str, ...] = ()

    @property
    def is_pytest(self) -> bool:
        """Whether the group is run by pytest, as opposed to a list of programs."""
        return self.name not in ("check", "web")


# Tests without a group of their own.
OTHERS = Group("project", ("project", "cli"), cpu_seconds=40)
GROUPS = (
    Group(
        "check",
        cpu_seconds=50,
        needs_page=False,
        steps=("style", "format", "imports", "spelling", "wording", "messages", "types"),
    ),
    Group(
        "played",
        ("bots", "workers", "train", "arena", "study", "envs", "examples"),
        cpu_seconds=200,
        whole_seconds=300,
        bounds_seconds=150,
    ),
    Group("compiled", ("fast", "solve"), cpu_seconds=80, whole_seconds=80, bounds_seconds=60),
    Group("kernels", ("kernels",), cpu_seconds=40, bounds_seconds=80, settings={"NUMBA_DISABLE_JIT": "1"}),
    Group("browser", ("browser",), cpu_seconds=400, whole_seconds=500, processes=2),
    Group("oracle", ("contract", "oracle", "counts"), cpu_seconds=60, whole_seconds=150),
    Group(
        "plain",
        ("core", "games", "golden"),
        cpu_seconds=60,
        whole_seconds=60,
        is_covered=True,
        needs_page=False,
        steps=("coverage",),
    ),
    OTHERS,
    Group("drawn", ("draw", "translator"), cpu_seconds=40, whole_seconds=100),
    Group("server", ("store", "server"), cpu_seconds=180, whole_seconds=60),
    Group("attack", ("attack",), cpu_seconds=30),
    Group("package", ("package",), cpu_seconds=50, whole_seconds=40),
    Group("api", ("api",), cpu_seconds=30, whole_seconds=60, options=("-p", "schemathesis")),
    Group("web", cpu_seconds=15, steps=("types", "style", "vitest")),
)
LONG = Group("long", ("long",), cpu_seconds=1800)
# Settings in which `long` repeats tests of the groups: `./do test MODE:FILE::TEST` runs one.
WHOLE, BOUNDS = "whole", "bounds"
MODES: Mapping[str, Mapping[str, str]] = {
    # Sampled tests run on all of their cases.
    WHOLE: {"PAPERDICE_TEST_WHOLE": "1"},
    # Kernels check every index.
    BOUNDS: {"NUMBA_BOUNDSCHECK": "1", "NUMBA_DISABLE_JIT": "0"},
}
BOUNDS_FOLDERS = ("fast", "solve", "kernels", "bots", "train", "study", "envs")
BY_NAME = {group.name: group for group in (*GROUPS, LONG)}
# `quick` is the plain group without its slow tests and without coverage.
QUICK = "quick"
NAMES = (*BY_NAME, QUICK)


def list_test_files() -> list[Path]:
    """Return every test file of pytest, relative to the checkout."""
    return sorted(file.relative_to(ROOT) for file in TESTS.rglob("test_*.py"))


def list_web_files() -> list[Path]:
    """Return every test file of the page, relative to the checkout."""
    return sorted(file.relative_to(ROOT) for file in WEB_TESTS.glob("*.test.ts"))


def group_of(file: Path) -> Group:
    """Return the group of a test file, relative to the checkout."""
    if file.parts[0] == "web":
        return BY_NAME["web"]
    folder = file.parts[1]
    return next((group for group in BY_NAME.values() if folder in group.folders), OTHERS)


def files_of(group: Group) -> list[Path]:
    """Return the test files of a group, relative to the checkout."""
    files = list_web_files() if group.name == "web" else list_test_files()
    return [file for file in files if group_of(file) is group]


def is_within(test: str, place: str) -> bool:
    """Return whether a test or step belongs to a place: the id of a group, folder, file, class or test."""
    return test == place or test.startswith((f"{place}::", f"{place}[", f"{place}/"))


def split_mode(test: str) -> tuple[str, str]:
    """Split a test into its mode and the test itself; most have no mode."""
    mode, separator, rest = test.partition(":")
    return (mode, rest) if separator and mode in MODES else ("", test)
