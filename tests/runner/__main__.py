"""Run the tests selected by the arguments of `./do test`: `python -m tests.runner [WORD ...]`."""

from __future__ import annotations

import json
import os
import resource
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.patience import count_cores
from tests.runner import environment
from tests.runner.display import Progress, clock, make_display, summarize
from tests.runner.groups import BY_NAME
from tests.runner.jobs import Job, make_jobs
from tests.runner.run import LEFTOVERS, RunInterrupted, RunningJob, run_jobs
from tests.runner.selection import SelectionError, read_selection
from tests.runner.state import State, changing_state

INTERRUPTED = 130
OPEN_FILES = 8192


def main(words: Sequence[str]) -> int:
    """Run the selected tests and return the exit status: 0 if all passed, 1 if one failed, 2 for invalid arguments."""
    try:
        selection = read_selection(words)
    except SelectionError as error:
        print(f"./do test: {error}", file=sys.stderr)
        return 2
    state = State(environment.STATE)
    jobs = make_jobs(selection, state)
    slots = count_cores()
    os.umask(0o022)
    limit_open_files()
    announce(jobs, slots)
    try:
        folder = make_folder()
    except OSError as error:
        print(f"./do test: the tests need a folder for their files: {error}", file=sys.stderr)
        return 1
    progress = Progress(slots)
    display = make_display(progress)
    status = 0
    try:
        done = run_jobs(jobs, slots, folder, environment.make_environment(folder), display)
    except RunInterrupted as interrupted:
        done, status = interrupted.done, INTERRUPTED
    finally:
        display.close()
        shutil.rmtree(folder, ignore_errors=True)
    return finish(progress, done, status)


def limit_open_files() -> None:
    """Set the same limit of open files for all tests if the machine allows it; it is often 1,024 on desktops."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    soft = OPEN_FILES if hard == resource.RLIM_INFINITY else min(OPEN_FILES, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def make_folder() -> Path:
    """Create and return the folder for the files of this run."""
    environment.HOME.mkdir(parents=True, exist_ok=True)
    remove_dead_runs()
    return Path(tempfile.mkdtemp(prefix=f"run-{os.getpid()}-", dir=environment.HOME))


def remove_dead_runs() -> None:
    """Remove the folders of runs that were killed before they could remove them."""
    for folder in environment.HOME.glob("run-*-*"):
        if not Path("/proc", folder.name.split("-")[1]).exists():
            shutil.rmtree(folder, ignore_errors=True)


def announce(jobs: Sequence[Job], slots: int) -> None:
    """Print which tests will run and approximately how long they take."""
    seconds = max(sum(job.seconds for job in jobs) / slots, max((job.seconds for job in jobs), default=0))
    names = " ".join(dict.fromkeys(job.name for job in jobs))
    print(f"Testing {names}; about {clock(seconds)} minutes", file=sys.stderr, flush=True)


def finish(progress: Progress, done: Sequence[RunningJob], status: int) -> int:
    """Print the summary, store the state for the next run, and return the exit status."""
    print(summarize(progress, done), file=sys.stderr, flush=True)
    bad = [test.test for job in done for test in job.ended if test.outcome != "passed"]
    keep(done, [test for test in bad if test != LEFTOVERS])
    if status == INTERRUPTED:
        print(f"Interrupted after {progress.n_ended} of {progress.total} tests; no process is left", file=sys.stderr)
        return status
    if not progress.n_ended:
        print("./do test: no test matches", file=sys.stderr)
        return 1
    print("FAILED" if bad else "All green", file=sys.stderr)
    return 1 if bad else 0


def keep(done: Sequence[RunningJob], failed: Sequence[str]) -> None:
    """Store the state for the next run: durations of completed jobs, and failed tests."""
    ended = [job for job in done if job.status is not None]
    ran = {test.test for job in done for test in job.ended}
    try:
        with changing_state(environment.STATE) as state:
            for job in ended:
                if job.job.is_long or (job.job.name in job.job.covers and not BY_NAME[job.job.name].is_pytest):
                    state.remember_job(job.job.name, job.seconds, len(job.ended))
                elif not job.job.is_narrowed and not job.job.mode:
                    state.remember(job.ended)
            state.replace_failed(lambda test: test in ran or any(job.job.settles(test) for job in ended), failed)
        write_groups(done)
    except OSError as error:
        print(f"What the next run needs could not be kept: {error}", file=sys.stderr)


def write_groups(done: Sequence[RunningJob]) -> None:
    """Write the wall-clock and CPU time of each job to the file that `bench/suite.py` reads."""
    rows = [{"name": job.job.name, "seconds": job.seconds, "cpu": job.cpu, "tests": len(job.ended)} for job in done]
    (environment.HOME / "groups.json").write_text(json.dumps(rows), "utf-8")


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
