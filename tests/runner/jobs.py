"""The processes that a selection of tests needs, and how each of them is started."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from tests.runner.environment import index_settings
from tests.runner.groups import BOUNDS, BY_NAME, GROUPS, LONG, ROOT, Group, files_in, files_of
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
        is_long: whether it is a part of `./do test long`, whose times are remembered by job.
    """

    name: str
    command: tuple[str, ...]
    settings: Mapping[str, str] = field(default_factory=dict)
    seconds: float = 0.0
    n_tests: int | None = None
    is_narrowed: bool = False
    is_long: bool = False


def make_jobs(selection: Selection, state: State) -> list[Job]:
    """Return the jobs of a selection, the longest first; a group without files has none."""
    jobs = [job for name, tests in selection.tests.items() for job in _jobs_of(BY_NAME[name], tests, selection, state)]
    return sorted(jobs, key=lambda job: (job.name != FIRST, -job.seconds))


def _jobs_of(group: Group, tests: Sequence[str], selection: Selection, state: State) -> list[Job]:
    if group.is_pytest and not files_of(group):
        return []
    if not group.is_pytest:
        steps = ("-m", "tests.runner.steps", group.name, *(test.removeprefix(f"{group.name}::") for test in tests))
        expected = state.expect(files_of(group), group.cpu_seconds)
        return [Job(group.name, (sys.executable, *steps), group.settings, **expected)]
    tests = [test for test in tests if test.partition("::")[0] != group.name]  # a step of a group needs all of it
    if tests or selection.words:
        narrowed = ("-k", selection.words) if selection.words else ()
        return [_pytest_job(group, tests or files_of(group), state, *narrowed)]
    if selection.is_quick:
        return [_pytest_job(group, files_of(group), state, "-m", "not slow")]
    return _long_jobs(state) if group is LONG else _split(group, state)


def _split(group: Group, state: State) -> list[Job]:
    """Return the jobs of a whole group, whose files are shared out among its processes so that all take as long."""
    shares: list[list[Path]] = [[] for _ in range(group.processes)]
    costs = [0.0] * group.processes
    for file in sorted(files_of(group), key=state.seconds_of, reverse=True):
        least = costs.index(min(costs))
        shares[least].append(file)
        costs[least] += state.seconds_of(file)
    return [_pytest_job(group, sorted(share), state, is_measured=True) for share in shares if share]


def _long_jobs(state: State) -> list[Job]:
    """Return the jobs of `./do test long`: its own files, the sampled tests of other groups, and checked kernels."""
    others = [group for group in GROUPS if group.is_pytest and files_of(group)]
    jobs = [
        _pytest_job(LONG, files_of(LONG), state),
        _pytest_job(BOUNDS, [file for folder in BOUNDS.folders for file in files_in(folder)], state),
        *(_pytest_job(group, files_of(group), state, "-m", "sampled", is_whole=True) for group in others),
    ]
    return [replace(job, **state.expect_job(job.name, job.seconds), is_long=True) for job in jobs]


def _pytest_job(
    group: Group,
    tests: Sequence[str | Path],
    state: State,
    *options: str,
    is_whole: bool = False,
    is_measured: bool = False,
) -> Job:
    """Return the job that runs some tests of a group by pytest, in a whole group with coverage if it has any."""
    words = ["-q", "--tb=short", "-p", "tests.runner.plugin", "-p", "no:cacheprovider", *group.options, *options]
    pytest = ["-m", "pytest", *words, *map(str, tests)]
    measured = ["-m", "tests.runner.steps", "covered"] if group.is_covered and is_measured else []
    command = (sys.executable, *measured, *pytest[1:]) if measured else (sys.executable, *pytest)
    settings = {**group.settings, **(WHOLE if is_whole or group is LONG else {})}
    files = [Path(str(test).partition("::")[0]) for test in tests]
    expected = state.expect(files, group.whole_seconds if is_whole else group.cpu_seconds * _share(files, group))
    return Job(
        f"{group.name} whole" if is_whole else group.name,
        command,
        {**settings, **(index_settings() if group is LONG else {})},
        **expected,
        is_narrowed=bool(options) or any("::" in str(test) for test in tests),
    )


def _share(files: Iterable[Path], group: Group) -> float:
    """Return which part of a group some files are, by their length."""
    length, whole = (sum((ROOT / file).stat().st_size for file in set(some)) for some in (files, files_of(group)))
    return length / whole if whole else 1.0
