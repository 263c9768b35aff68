"""A pytest plugin that reports each test to the runner as soon as it has ended."""

from __future__ import annotations

import faulthandler
import os
import signal
import time
from pathlib import Path

import pytest

from tests.runner.groups import is_within
from tests.runner.processes import cpu_seconds
from tests.runner.reports import REPORT, Finished, Outcome, ReportWriter

MOST_LETTERS = 6000
PRINTED_LINES = 10
# The runner sends this signal to a hanging process before it ends it; pytest does not capture output yet while plugins
# are loaded.
faulthandler.register(signal.SIGUSR1, os.fdopen(os.dup(2), "w"))


class Reporter:
    """Forwards pytest's reports to the runner."""

    def __init__(self, writer: ReportWriter) -> None:
        self._writer = writer
        self._outcome: Outcome = "passed"
        self._message = ""
        self._started = (0.0, 0.0)

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self._writer.collected(len(session.items))

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.outcome != "passed":
            self._writer.collected(1)
            self._writer.finished(Finished(report.nodeid, report.outcome, 0, 0, describe(report)))

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self._outcome, self._message = "passed", ""
        self._started = (time.monotonic(), cpu_seconds())
        self._writer.started(nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed or (report.skipped and self._outcome == "passed"):
            self._outcome = report.outcome
            self._message += describe(report)

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        seconds, cpu = time.monotonic() - self._started[0], cpu_seconds() - self._started[1]
        self._writer.finished(Finished(nodeid, self._outcome, round(seconds, 3), round(cpu, 3), self._message))


def describe(report: pytest.CollectReport | pytest.TestReport) -> str:
    """Return the end of the test's output, followed by the end of pytest's report."""
    printed = ["\n".join([f"[{head}]", *text.splitlines()[-PRINTED_LINES:]]) for head, text in report.sections]
    return "\n".join([*map(end_of, printed), end_of(report.longreprtext)])


def end_of(text: str) -> str:
    """Return a text, or its end if it is long."""
    return text if len(text) <= MOST_LETTERS else f"...\n{text[-MOST_LETTERS:]}"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option by which the runner selects single tests.

    Unlike an argument of pytest, the option ignores tests that do not exist instead of failing.
    """
    parser.addoption("--only", action="append", default=[], metavar="ID", help="a file, class or test to run")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the tests selected by `--only`, if any."""
    if only := config.getoption("--only"):
        chosen = [item for item in items if any(is_within(item.nodeid, test) for test in only)]
        config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
        items[:] = chosen


def pytest_configure(config: pytest.Config) -> None:
    """Report to the file that the runner has specified."""
    named = os.environ.pop(REPORT, "")  # a pytest started by a test does not report to the runner
    if named:
        config.pluginmanager.register(Reporter(ReportWriter(Path(named))), "paperdice-reporter")
