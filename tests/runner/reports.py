"""Reports of test processes: one JSON line per event."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

# The variable that names the report file of a process.
REPORT = "PAPERDICE_TEST_REPORT"

Outcome = Literal["passed", "failed", "skipped"]


@dataclass(frozen=True)
class Finished:
    """The result of a test that has ended."""

    test: str
    outcome: Outcome
    seconds: float
    cpu: float
    message: str


class ReportWriter:
    """The writing end of the reports, in a process that runs tests."""

    def __init__(self, file: Path) -> None:
        self._file = file.open("a", encoding="utf-8")

    def collected(self, total: int) -> None:
        """Report the number of tests."""
        self._write(kind="collected", total=total)

    def started(self, test: str) -> None:
        """Report the start of a test."""
        self._write(kind="started", test=test)

    def finished(self, done: Finished) -> None:
        """Report the end of a test."""
        self._write(kind="finished", **vars(done))

    def _write(self, **fields: object) -> None:
        self._file.write(json.dumps(fields) + "\n")
        self._file.flush()


class ReportReader:
    """The reading end of the reports, in the runner, which reads only new lines."""

    def __init__(self, file: Path) -> None:
        file.touch()
        self._file = file.open(encoding="utf-8")
        self._rest = ""
        self.total: int | None = None
        self.running: str | None = None

    def read(self) -> list[Finished]:
        """Return the tests that have ended since the last call, and update the total and the running test."""
        *lines, self._rest = (self._rest + self._file.read()).split("\n")
        ended = []
        for fields in map(json.loads, lines):
            kind = fields.pop("kind")
            if kind == "collected":
                self.total = (self.total or 0) + fields["total"]
            elif kind == "started":
                self.running = fields["test"]
            else:
                self.running = None
                ended.append(Finished(**fields))
        return ended

    def close(self) -> None:
        self._file.close()
