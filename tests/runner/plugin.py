"""A pytest plugin that reports each test to the runner as one JSON line, as soon as it is done."""

from __future__ import annotations

import json
import os
import resource
import time
from pathlib import Path

import pytest

REPORT = "PAPERDICE_TEST_REPORT"
FAILURE_LETTERS = 6000


def cpu_seconds() -> float:
    """Return the processor time of this process and of its ended children so far."""
    spent = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in spent)


class Reporter:
    """Write what happens to the file that the runner reads."""

    def __init__(self, file: Path) -> None:
        self._file = file.open("a", encoding="utf-8")
        self._outcome = ""
        self._message = ""
        self._started = (0.0, 0.0)

    def write(self, kind: str, **fields: object) -> None:
        """Append one line, visible to the runner at once."""
        self._file.write(json.dumps({"kind": kind, **fields}) + "\n")
        self._file.flush()

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self.write("collected", total=len(session.items))

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.write("finished", test=report.nodeid, outcome="failed", seconds=0, cpu=0, message=shorten(report))
        elif report.skipped:
            self.write("finished", test=report.nodeid, outcome="skipped", seconds=0, cpu=0, message=shorten(report))

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self._outcome, self._message = "passed", ""
        self._started = (time.monotonic(), cpu_seconds())
        self.write("started", test=nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self._outcome = "failed"
            self._message += shorten(report)
        elif report.skipped and self._outcome == "passed":
            self._outcome, self._message = "skipped", shorten(report)

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        seconds, cpu = time.monotonic() - self._started[0], cpu_seconds() - self._started[1]
        rounded = {"seconds": round(seconds, 3), "cpu": round(cpu, 3)}
        self.write("finished", test=nodeid, outcome=self._outcome, **rounded, message=self._message)


def shorten(report: pytest.CollectReport | pytest.TestReport) -> str:
    """Return the end of what pytest says of a failure, with what the test has printed."""
    said = "\n".join([report.longreprtext, *(f"[{head}]\n{text}" for head, text in report.sections)])
    return said if len(said) <= FAILURE_LETTERS else f"...\n{said[-FAILURE_LETTERS:]}"


def pytest_configure(config: pytest.Config) -> None:
    """Register the reporter when the runner has named a file."""
    named = os.environ.pop(REPORT, "")  # a pytest that a test starts reports to nobody
    if named and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Reporter(Path(named)), "paperdice-reporter")
