"""What a run remembers for the next one: how long each file took, how many tests it has, and what failed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TypedDict

from tests.runner.groups import ROOT, Group, files_of
from tests.runner.reports import Finished


class Expected(TypedDict):
    """What is expected of a job."""

    seconds: float
    n_tests: int | None


class State:
    """The remembered facts, read from a file and written back to it."""

    def __init__(self, file: Path) -> None:
        self._file = file
        known = json.loads(file.read_text("utf-8")) if file.exists() else {}
        self.failed: list[str] = known.get("failed", [])
        # Seconds and number of tests by file; those of long runs have a name of their own.
        self._files: dict[str, tuple[float, int]] = {
            name: (each[0], each[1]) for name, each in known.get("files", {}).items()
        }

    def seconds_of(self, file: Path) -> float:
        """Return how long a test file takes; one that never ran is judged by its length."""
        known = self._files.get(str(file))
        return known[0] if known else len((ROOT / file).read_bytes()) / 10_000

    def expect(self, group: Group, files: Sequence[Path], *, whole: bool = False) -> Expected:
        """Return what is expected of some files of a group, by the last run or by the table of groups."""
        known = [self._files[name] for name in (_key(str(file), whole=whole) for file in files) if name in self._files]
        if len(known) < len(files):
            return {"seconds": group.cpu_seconds * _share(files, files_of(group)), "n_tests": None}
        return {"seconds": sum(each[0] for each in known), "n_tests": sum(each[1] for each in known)}

    def remember(self, ended: Iterable[Finished], *, whole: bool = False) -> None:
        """Take over the times of tests that have ended, for files of which every test has run."""
        fresh: dict[str, tuple[float, int]] = {}
        for each in ended:
            name = _key(each.test.partition("::")[0], whole=whole)
            seconds, count = fresh.get(name, (0.0, 0))
            fresh[name] = (round(seconds + each.seconds, 3), count + 1)
        self._files |= fresh

    def write(self, failed: Sequence[str]) -> None:
        """Write everything to the file, with the tests that failed in this run."""
        self.failed = list(failed)
        self._file.parent.mkdir(parents=True, exist_ok=True)
        temporary = self._file.with_suffix(".new")
        temporary.write_text(json.dumps({"failed": self.failed, "files": self._files}, indent=0), "utf-8")
        temporary.replace(self._file)


def _share(some: Iterable[Path], every: Iterable[Path]) -> float:
    """Return which part of all files some of them are, by their length."""
    length, whole = (sum((ROOT / file).stat().st_size for file in set(files)) for files in (some, every))
    return length / whole if whole else 1.0


def _key(name: str, *, whole: bool) -> str:
    return f"whole {name}" if whole else name
