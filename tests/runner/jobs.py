"""The processes needed for a selection of tests, and their commands."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from tests.runner.environment import index_settings
from tests.runner.groups import (
    BOUNDS,
    BOUNDS_FOLDERS,
    BY_NAME,
    GROUPS,
    LONG,
    MODES,
    ROOT,
    WHOLE,
    Group,
    files_of,
    is_within,
    split_mode,
)
from tests.runner.selection import Selection
from tests.runner.state import State

# Its first results arrive at once, so it runs first.
FIRST = "check"
PLUGINS = ("-p", "tests.runner.plugin", "-p", "no:cacheprovider")


@dataclass(frozen=True)
class Job:
    """One process that runs tests of a group.

    Attributes:
        name: Its group, preceded by its mode.
        command: The program with its arguments; it reports to the file named by PAPERDICE_TEST_REPORT.
        settings: Its own environment variables.
        seconds: Its estimated duration.
        n_tests: The number of tests in the last run, or None if unknown.
        covers: What it runs: files, single tests, and the name of its group if it runs all of it.
        is_narrowed: Whether it runs only some tests of its files, so that finding none is acceptable.
        is_filtered: Whether it skips tests of what it covers.
        is_long: Whether it belongs to `./do test long`, whose durations are stored by job.
        mode: Its settings besides those of its group, a name of `MODES`.
    """

    name: str
    command: tuple[str, ...]
    settings: Mapping[str, str] = field(default_factory=dict)
    seconds: float = 0.0
    n_tests: int | None = None
    covers: tuple[str, ...] = ()
    is_narrowed: bool = False
    is_filtered: bool = False
    is_long: bool = False
    mode: str = ""

    def settles(self, test: str) -> bool:
        """Return whether running this job updates the state of a failed test, even if the test has been removed."""
        mode, name = split_mode(test)
        return mode == self.mode and not self.is_filtered and any(is_within(name, place) for place in self.covers)


def make_jobs(selection: Selection, state: State) -> list[Job]:
    """Return the jobs of a selection, the longest first; a group without files has none."""
    jobs = [job for name, tests in selection.tests.items() for job in _jobs_of(name, tests, selection, state)]
    return sorted(jobs, key=lambda job: (job.name != FIRST, -job.seconds))


def _jobs_of(name: str, tests: Sequence[str], selection: Selection, state: State) -> list[Job]:
    mode, group = split_mode(name)[0], BY_NAME[split_mode(name)[1]]
    if not group.is_pytest:
        chosen = [] if group.name in tests else tests
        steps = ("-m", "tests.runner.steps", group.name, *(test.removeprefix(f"{group.name}::") for test in chosen))
        expected = state.expect_job(group.name, group.cpu_seconds)
        covers = tuple(chosen) or (group.name, *(str(file.parent) for file in files_of(group)[:1]))
        return [Job(group.name, (sys.executable, *steps), group.settings, covers=covers, **expected)]
    if not files_of(group):
        return []
    tests = [split_mode(test)[1] for test in tests]
    if any(test.partition("::")[0] == group.name for test in tests):  # a step of a group needs all of it
        tests = []
    options = [
        *(("-k", selection.words) if selection.words else ()),
        *(("-m", "not slow") if selection.is_quick else ()),
    ]
    if tests or options:
        job = _pytest_job(group, tests or files_of(group), state, *options, mode=mode)
        return [replace(job, is_filtered=bool(options))]
    if mode == WHOLE:
        return [_whole_job(group, state)]
    if mode == BOUNDS:
        return [_pytest_job(group, files_of(group), state, mode=mode)]
    return _long_jobs(state) if group is LONG else _split(group, state)


def _split(group: Group, state: State) -> list[Job]:
    """Return the jobs of a whole group, whose files are distributed so that all take equally long."""
    shares: list[list[Path]] = [[] for _ in range(group.processes)]
    costs = [0.0] * group.processes
    for file in sorted(files_of(group), key=state.seconds_of, reverse=True):
        least = costs.index(min(costs))
        shares[least].append(file)
        costs[least] += state.seconds_of(file)
    return [_pytest_job(group, sorted(share), state, is_measured=True) for share in shares if share]


def _long_jobs(state: State) -> list[Job]:
    """Return the jobs of `./do test long`: long test files, sampled tests with all of their cases, and checked
    kernels.
    """
    jobs = [_pytest_job(LONG, files_of(LONG), state)]
    jobs += [_whole_job(group, state) for group in GROUPS if group.is_pytest and files_of(group)]
    for group in GROUPS:
        files = [file for file in files_of(group) if file.parts[1] in BOUNDS_FOLDERS]
        jobs += [_pytest_job(group, files, state, mode=BOUNDS)] if files else []
    return [replace(job, **state.expect_job(job.name, job.seconds), is_long=True) for job in jobs]


def _whole_job(group: Group, state: State) -> Job:
    """Return the job that runs the sampled tests of a group with all of their cases."""
    return _pytest_job(group, files_of(group), state, "-m", "sampled", mode=WHOLE)


def _pytest_job(
    group: Group,
    tests: Sequence[str | Path],
    state: State,
    *options: str,
    mode: str = "",
    is_measured: bool = False,
) -> Job:
    """Return the job that runs some tests of a group with pytest, with coverage if that applies to the group."""
    words = ["-q", "--tb=short", "--continue-on-collection-errors", *PLUGINS, *group.options, *options]
    files = list(dict.fromkeys(Path(str(test).partition("::")[0]) for test in tests))
    is_single = any("::" in str(test) for test in tests)
    only = [word for test in tests for word in ("--only", str(test))] if is_single else []
    pytest = ["-m", "pytest", *words, *only, *map(str, files)]
    measured = ["-m", "tests.runner.steps", "covered"] if group.is_covered and is_measured else []
    command = (sys.executable, *measured, *pytest[1:]) if measured else (sys.executable, *pytest)
    settings = {**group.settings, **MODES.get(WHOLE if group is LONG else mode, {})}
    usual = group.whole_seconds if mode == WHOLE else group.bounds_seconds if mode == BOUNDS else group.cpu_seconds
    return Job(
        f"{mode}:{group.name}" if mode else group.name,
        command,
        {**settings, **(index_settings() if group is LONG else {})},
        **({"seconds": usual, "n_tests": None} if mode else state.expect(files, usual * _share(files, group))),
        covers=(*map(str, tests), *([group.name] if is_measured or set(files) >= set(files_of(group)) else [])),
        is_narrowed=bool(options) or is_single,
        mode=mode,
    )


def _share(files: Iterable[Path], group: Group) -> float:
    """Return the share of a group's files that these files make up, by length."""
    length, whole = (sum((ROOT / file).stat().st_size for file in set(some)) for some in (files, files_of(group)))
    return length / whole if whole else 1.0
