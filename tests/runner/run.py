"""A queue of jobs for all cores, which starts them, follows their reports, and ends them at the end of the run."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import Protocol

from tests.patience import patience
from tests.runner.groups import ROOT
from tests.runner.jobs import Job
from tests.runner.processes import adopt_orphans, descendants, end_all, send
from tests.runner.reports import REPORT, Finished, ReportReader

LOOK_SECONDS = 0.1
# A job that reports nothing for this long hangs; the longest single test takes a small part of it.
STALL_SECONDS = 900.0
LEFTOVER_SECONDS = 30.0
LEFTOVERS = "leftovers"
# Exit statuses of pytest; the steps use the first one.
TESTS_FAILED, NOTHING_COLLECTED = 1, 5
# Lines in the dump of a hanging or crashed process that do not show its place in a test.
FRAMES = re.compile(r'File ".*/(_pytest|pluggy|pytest|coverage)/|File "<frozen runpy>"')
LEAST_BYTES = 50_000_000

Handler = Callable[[int, FrameType | None], object] | int | None


class RunningJob:
    """A job whose process has been started."""

    def __init__(self, job: Job, folder: Path, environment: Mapping[str, str]) -> None:
        folder.mkdir(parents=True)
        self.job = job
        self.started = time.monotonic()
        self.ended: list[Finished] = []
        self.seconds = self.cpu = 0.0
        self.status: int | None = None
        self._output = folder / "output.txt"
        self._reader = ReportReader(folder / "report.jsonl")
        self._heard = time.monotonic()
        settings = {**environment, **job.settings, REPORT: str(folder / "report.jsonl")}
        with self._output.open("wb") as output:
            self._process = subprocess.Popen(
                job.command, cwd=ROOT, env=settings, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
                start_new_session=True,
            )  # fmt: skip

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def total(self) -> int | None:
        """The number of tests in the job; that of the last run until the tests have been counted."""
        return self._reader.total if self._reader.total is not None else self.job.n_tests

    @property
    def running(self) -> str | None:
        """The id of the test that is running."""
        return self._reader.running

    def read(self) -> list[Finished]:
        """Return the tests that have ended since the last call."""
        fresh = [replace(test, test=self._with_mode(test.test)) for test in self._reader.read()]
        self.ended += fresh
        return fresh

    def look(self) -> list[Finished]:
        """Return the tests that have ended since the last call, and detect that the process has ended or hangs."""
        pid, status, used = os.wait4(self.pid, os.WNOHANG)
        fresh = self.read()
        if fresh:
            self._heard = time.monotonic()
        if pid:
            self.status = os.waitstatus_to_exitcode(status)
            self._process.returncode = self.status
            self.seconds, self.cpu = time.monotonic() - self.started, used.ru_utime + used.ru_stime
            unreported = self._unreported()
            self.ended += unreported
            self._reader.close()
            return fresh + unreported
        if time.monotonic() - self._heard > patience(STALL_SECONDS):
            self._heard = time.monotonic()
            send([*descendants(self.pid), self.pid], signal.SIGUSR1)  # the plugin prints where it hangs
            time.sleep(1)
            os.killpg(self.pid, signal.SIGKILL)
        return fresh

    def _unreported(self) -> list[Finished]:
        """Return a failure for a process that failed without a failed test to explain it."""
        is_explained = any(each.outcome != "passed" for each in self.ended)
        is_complete = len(self.ended) >= (self._reader.total or 0)
        if is_complete and (self.status == 0 or (self.status == TESTS_FAILED and is_explained)):
            return []
        if self.status == NOTHING_COLLECTED and self.job.is_narrowed:
            return []
        status, where = self.status or 0, f" during {self.running}" if self.running else ""
        what = f"ended by signal {-status}" if status < 0 else f"ended with status {status}"
        what = "found no test" if status == NOTHING_COLLECTED else what
        if shutil.disk_usage(self._output).free < LEAST_BYTES:
            where += "; the disk is full"
        lines = self._output.read_text("utf-8", errors="replace").splitlines(keepends=True)
        said = "".join(line for line in lines if not FRAMES.search(line))
        name = self._with_mode(self.running) if self.running else self._name
        return [Finished(name, "failed", 0, 0, f"{said[-6000:]}\nthe process {what}{where}")]

    @property
    def _name(self) -> str:
        """Return the name for a failure of the whole process: its only file or test, or its group."""
        return self._with_mode(self.job.covers[0]) if len(self.job.covers) == 1 else self.job.name

    def _with_mode(self, test: str) -> str:
        return f"{self.job.mode}:{test}" if self.job.mode else test


class Watcher(Protocol):
    """Receives the progress of a run."""

    def update(self, running: Sequence[RunningJob], waiting: Sequence[Job], done: Sequence[RunningJob]) -> None:
        """Show the state of the run."""

    def ended(self, test: Finished) -> None:
        """Show a test that has ended."""


class RunInterrupted(BaseException):
    """Raised if the run was ended by a signal; the completed jobs are in `done`."""

    def __init__(self, done: list[RunningJob]) -> None:
        super().__init__("interrupted")
        self.done = done


def run_jobs(
    jobs: Sequence[Job], slots: int, folder: Path, environment: Mapping[str, str], watcher: Watcher
) -> list[RunningJob]:
    """Run all jobs, limited by the number of slots, and return them with their results.

    Raises:
        RunInterrupted: After Ctrl-C or another request to end, once no process is left.
    """
    adopt_orphans()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)  # the parent process may have ignored it
    waiting = list(jobs)
    running: list[RunningJob] = []
    done: list[RunningJob] = []
    handlers = _catch_signals()
    try:
        while waiting or running:
            while waiting and len(running) < slots:
                running.append(RunningJob(waiting.pop(0), folder / f"job-{len(done) + len(running)}", environment))
            for each in list(running):
                _report(each.look(), watcher)
                if each.status is not None:
                    running.remove(each)
                    done.append(each)
            watcher.update(running, waiting, done)
            time.sleep(LOOK_SECONDS)
        if done:
            done[-1].ended += _report(_leftovers(), watcher)
    except KeyboardInterrupt:
        _ignore(handlers)
        print("Ending the tests ...", file=sys.stderr, flush=True)
        for each in running:
            _report(each.read(), watcher)
        raise RunInterrupted([*done, *running]) from None
    finally:
        _ignore(handlers)
        end_all([each.pid for each in running])
        for number, handler in handlers.items():
            signal.signal(number, handler)
    return done


def _report(ended: list[Finished], watcher: Watcher) -> list[Finished]:
    for test in ended:
        watcher.ended(test)
    return ended


def _catch_signals() -> dict[signal.Signals, Handler]:
    """Interrupt the run on every signal that requests the end, and return the previous handlers."""
    wanted = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}
    if signal.getsignal(signal.SIGHUP) == signal.SIG_IGN:  # `nohup` ignores the end of the terminal
        wanted.remove(signal.SIGHUP)
    return {each: signal.signal(each, _interrupt) for each in wanted}


def _ignore(numbers: Iterable[signal.Signals]) -> None:
    for number in numbers:
        signal.signal(number, signal.SIG_IGN)


def _leftovers() -> list[Finished]:
    """Return a failure if tests have left processes behind that do not end in time."""
    deadline = time.monotonic() + patience(LEFTOVER_SECONDS)
    while (left := descendants(os.getpid())) and time.monotonic() < deadline:
        time.sleep(LOOK_SECONDS)
    said = "\n".join(f"{pid}: {command[:200]}" for pid, command in left.items())
    return [Finished(LEFTOVERS, "failed", 0, 0, f"tests left processes running:\n{said}")] if left else []


def _interrupt(_number: int, _frame: object) -> None:
    raise KeyboardInterrupt
