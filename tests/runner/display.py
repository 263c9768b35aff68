"""The display of a run: live in a terminal, otherwise as plain lines, with a summary at the end."""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Sequence

from rich.console import Console, Group
from rich.live import Live
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from tests.runner.jobs import Job
from tests.runner.processes import cpu_seconds
from tests.runner.reports import Finished
from tests.runner.run import LEFTOVERS, RunningJob

LINE_SECONDS = 10.0
FAILURE_LINES = 30
N_SLOWEST = 5


class Progress:
    """The numbers of a run that every display shows."""

    def __init__(self, slots: int) -> None:
        self.started = time.monotonic()
        self.counts = {"passed": 0, "failed": 0, "skipped": 0}
        self._slots = slots
        self.running: Sequence[RunningJob] = ()
        self.waiting: Sequence[Job] = ()
        self.done: Sequence[RunningJob] = ()

    @property
    def seconds(self) -> float:
        """The duration of the run so far."""
        return time.monotonic() - self.started

    @property
    def n_ended(self) -> int:
        """The number of tests that have ended."""
        return sum(self.counts.values())

    @property
    def total(self) -> str:
        """The number of tests as text, or a lower bound while some counts are unknown."""
        known = [*(job.total for job in (*self.running, *self.done)), *(job.n_tests for job in self.waiting)]
        return f"{sum(n or 0 for n in known)}{'' if None not in known else '+'}"

    @property
    def seconds_left(self) -> float:
        """The estimated time for the rest of the run, scaled by the accuracy of the estimates for finished jobs."""
        expected, took = sum(job.job.seconds for job in self.done), sum(job.seconds for job in self.done)
        pace = took / expected if expected > 10 else 1.0
        left = [job.seconds * pace for job in self.waiting]
        for running in self.running:
            spent, total = time.monotonic() - running.started, running.total or 0
            share = len(running.ended) / total if total else 0.0
            by_time = max(running.job.seconds * pace - spent, 0.0)
            left.append(spent / share - spent if share > 0.5 else by_time)
        return max(sum(left) / self._slots, max(left, default=0.0))


def clock(seconds: float) -> str:
    """Format seconds as minutes and seconds."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def repeat_command(test: str) -> str:
    """Return the command that repeats only one test."""
    if test == LEFTOVERS:
        return "./do test"
    place, _, name = test.partition("::")
    return f"./do test {shlex.quote(place if place.endswith('.ts') else f'{place}::{name}' if name else place)}"


def failure_text(test: Finished) -> str:
    """Return the text shown for a failure: the end of its message, and the command that repeats it."""
    lines = test.message.strip().splitlines()
    shown = [*(["..."] if len(lines) > FAILURE_LINES else []), *lines[-FAILURE_LINES:]]
    what = "FAILED" if test.outcome == "failed" else "SKIPPED, which counts as a failure:"
    return "\n".join(
        [f"{what} {test.test}", *(f"    {line}" for line in shown), f"  again: {repeat_command(test.test)}"]
    )


class PlainDisplay:
    """Output to a file or a pipe: failures as they occur, and the progress every ten seconds."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._written = time.monotonic()
        self._is_first = True

    def ended(self, test: Finished) -> None:
        """Write a failure, or the first result."""
        self._progress.counts[test.outcome] += 1
        if test.outcome != "passed":
            print(failure_text(test), file=sys.stderr, flush=True)
        elif self._is_first:
            print(f"{self._progress.seconds:4.0f} s: first result: {test.test} passed", file=sys.stderr, flush=True)
        self._is_first = False

    def update(self, running: Sequence[RunningJob], waiting: Sequence[Job], done: Sequence[RunningJob]) -> None:
        """Write a line every ten seconds."""
        progress = self._progress
        progress.running, progress.waiting, progress.done = running, waiting, done
        if time.monotonic() - self._written < LINE_SECONDS:
            return
        self._written = time.monotonic()
        now = ", ".join(f"{each.job.name} {len(each.ended)}/{each.total or '?'}" for each in running)
        failed = f", {progress.counts['failed']} FAILED" if progress.counts["failed"] else ""
        left = f"about {clock(progress.seconds_left)} left"
        line = f"{progress.seconds:4.0f} s: {progress.n_ended} of {progress.total} tests{failed}; {now}; {left}"
        print(line, file=sys.stderr, flush=True)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


class LiveDisplay:
    """A table in a terminal that is updated as tests end; failures are printed above it."""

    def __init__(self, progress: Progress, console: Console) -> None:
        self._progress = progress
        self._console = console
        self._live = Live(console=console, refresh_per_second=5, transient=True)
        self._live.start()

    def ended(self, test: Finished) -> None:
        """Show a failure above the table."""
        self._progress.counts[test.outcome] += 1
        if test.outcome != "passed":
            # As an object: options of `print` would also apply to the table, which is redrawn at the same time.
            self._console.print(Text(failure_text(test), style="red"), soft_wrap=True)

    def update(self, running: Sequence[RunningJob], waiting: Sequence[Job], done: Sequence[RunningJob]) -> None:
        """Draw the table."""
        progress = self._progress
        progress.running, progress.waiting, progress.done = running, waiting, done
        table = Table.grid(padding=(0, 2))
        for job in done:
            n_bad = sum(test.outcome != "passed" for test in job.ended)
            mark = f"[red]{n_bad} failed" if n_bad else "[green]passed"
            table.add_row(job.job.name, f"{len(job.ended)}", mark, f"[dim]{clock(job.seconds)}")
        for job in running:
            n_bad = sum(test.outcome != "passed" for test in job.ended)
            count = f"{len(job.ended)}/{job.total or '?'}" + (f" [red]{n_bad} failed[/]" if n_bad else "")
            table.add_row(
                f"[bold]{job.job.name}",
                count,
                f"[dim]{escape((job.running or ('starting' if not job.ended else 'ending'))[-70:])}",
                clock(time.monotonic() - job.started),
            )
        for waits in waiting:
            table.add_row(f"[dim]{waits.name}", f"[dim]{waits.n_tests or '?'}", "[dim]waits")
        failed = f", [red]{progress.counts['failed']} failed[/]" if progress.counts["failed"] else ""
        times = f"{clock(progress.seconds)}, about {clock(progress.seconds_left)} left"
        last = f"{progress.n_ended} of {progress.total} tests{failed}, {times}"
        self._live.update(Group(Text.from_markup(last), table))  # excess lines are cut off

    def close(self) -> None:
        """Remove the table."""
        self._live.stop()


def make_display(progress: Progress) -> PlainDisplay | LiveDisplay:
    """Return the display for the current output."""
    console = Console(stderr=True)
    is_live = sys.stderr.isatty() and console.is_terminal and not console.is_dumb_terminal
    return LiveDisplay(progress, console) if is_live else PlainDisplay(progress)


def summarize(progress: Progress, done: Sequence[RunningJob]) -> str:
    """Return the summary of a run: the slowest tests, failures and how to repeat them, and the counts."""
    ended = [test for job in done for test in job.ended]
    slowest = sorted(ended, key=lambda test: -test.seconds)[:N_SLOWEST]
    bad = [test for test in ended if test.outcome != "passed"]
    lines = ["", "Slowest tests:", *(f"{test.seconds:7.1f} s  {test.test}" for test in slowest)]
    if bad:
        lines += [
            "",
            "Failed:",
            *(f"  {repeat_command(test.test)}" for test in bad),
            "  all of them: ./do test --failed",
        ]
    n_missing = sum(max((job.total or 0) - len(job.ended), 0) for job in done if job.status is not None)
    lines += ["", f"{n_missing} tests did not run"] if n_missing else [""]
    lines += [f"{progress.seconds:.0f} s by the clock, {cpu_seconds():.0f} s of processor time"]
    passed, failed, skipped = (progress.counts[each] for each in ("passed", "failed", "skipped"))
    return "\n".join([*lines, f"{passed} passed, {failed} failed, {skipped} skipped"])
