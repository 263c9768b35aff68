"""The processes that a selection of tests needs, and how each of them is started."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.runner.environment import index_settings
from tests.runner.groups import BY_NAME, GROUPS, LONG, Group, files_of
from tests.runner.selection import Selection
from tests.runner.state import State

WHOLE = {"PAPERDICE_TEST_WHOLE": "1"}
# Its first results come at once, so it begins.
FIRST = "check"


@dataclass(frozen=True)
class Job:
    """One process that runs tests of a group.

    Args:
        name: what it is called in the display.
        command: the program with its arguments; it reports to the file named by PAPERDICE_TEST_REPORT.
        settings: environment variables of its own.
        seconds: how long it will probably take.
        n_tests: how many tests the last run had in it, or nothing if that is unknown.
        is_narrowed: whether it runs only some tests of its files, so that finding none is fine.
    """

    name: str
    command: tuple[str, ...]
    settings: Mapping[str, str] = field(default_factory=dict)
    seconds: float = 0.0
    n_tests: int | None = None
    is_narrowed: bool = False


def make_jobs(selection: Selection, state: State) -> list[Job]:
    """Return the jobs of a selection, the longest first; a group without files has none."""
    jobs = [job for name, tests in selection.tests.items() for job in _jobs_of(BY_NAME[name], tests, selection, state)]
    return sorted(jobs, key=lambda job: (job.name != FIRST, -job.seconds))


def _jobs_of(group: Group, tests: Sequence[str], selection: Selection, state: State) -> list[Job]:
    if group.is_pytest and not files_of(group):
        return []
    if group is LONG and not tests:
        sampled = [
            _pytest_job(each, files_of(each), state, "-m", "sampled", whole=True)
            for each in GROUPS
            if each.is_pytest and files_of(each)
        ]
        return [*_split(group, files_of(group), state, whole=True), *sampled]
    if not group.is_pytest:
        steps = ("-m", "tests.runner.steps", group.name, *(test.removeprefix(f"{group.name}::") for test in tests))
        return [Job(group.name, (sys.executable, *steps), group.settings, **state.expect(group, files_of(group)))]
    tests = [test for test in tests if test.partition("::")[0] != group.name]  # a step of a group needs all of it
    if tests or selection.words:
        narrowed = ("-k", selection.words) if selection.words else ()
        return [_pytest_job(group, tests or files_of(group), state, *narrowed, whole=group is LONG)]
    if selection.is_quick:
        return [_pytest_job(group, files_of(group), state, "-m", "not slow")]
    return _split(group, files_of(group), state)


def _split(group: Group, files: Sequence[Path], state: State, *, whole: bool = False) -> list[Job]:
    """Return the jobs of a whole group, whose files are shared out among its processes so that all take as long."""
    shares: list[list[Path]] = [[] for _ in range(group.processes)]
    costs = [0.0] * group.processes
    for file in sorted(files, key=state.seconds_of, reverse=True):
        least = costs.index(min(costs))
        shares[least].append(file)
        costs[least] += state.seconds_of(file)
    return [_pytest_job(group, sorted(share), state, whole=whole, is_measured=True) for share in shares if share]


def _pytest_job(
    group: Group,
    tests: Sequence[str | Path],
    state: State,
    *options: str,
    whole: bool = False,
    is_measured: bool = False,
) -> Job:
    """Return the job that runs some tests of a group by pytest, in a whole group with coverage if it has any."""
    words = ["-q", "--tb=short", "-p", "tests.runner.plugin", "-p", "no:cacheprovider", *group.options, *options]
    pytest = ["-m", "pytest", *words, *map(str, tests)]
    measured = ["-m", "tests.runner.steps", "covered"] if group.is_covered and is_measured else []
    command = (sys.executable, *measured, *pytest[1:]) if measured else (sys.executable, *pytest)
    settings = {**group.settings, **(WHOLE if whole else {}), **(index_settings() if group is LONG else {})}
    name = f"{group.name} whole" if whole and group is not LONG else group.name
    files = [Path(str(test).partition("::")[0]) for test in tests]
    return Job(
        name,
        command,
        settings,
        **state.expect(group, files, whole=whole),
        is_narrowed=bool(options) or any("::" in str(test) for test in tests),
    )
