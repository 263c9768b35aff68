"""The state kept between runs: the duration and number of tests of each file, and failures."""

from __future__ import annotations

import fcntl
import json
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypedDict

from tests.runner.groups import ROOT
from tests.runner.reports import Finished


class Expected(TypedDict):
    """The expected duration and number of tests of a job."""

    seconds: float
    n_tests: int | None


class State:
    """The stored state; a damaged file counts as empty."""

    def __init__(self, file: Path) -> None:
        self._file = file
        known = _read(file)
        self.failed: list[str] = list(known.get("failed", []))
        # Duration in seconds and number of tests, by file and by job.
        self._files: dict[str, tuple[float, int]] = dict(known.get("files", {}))
        self._jobs: dict[str, tuple[float, int]] = dict(known.get("jobs", {}))

    def seconds_of(self, file: Path) -> float:
        """Return how long a test file takes; a new one is estimated by its length."""
        known = self._files.get(str(file))
        return known[0] if known else len((ROOT / file).read_bytes()) / 10_000

    def expect(self, files: Sequence[Path], otherwise: float) -> Expected:
        """Return what the last run predicts for these files; `otherwise` is the duration if nothing is known."""
        known = [self._files[str(file)] for file in files if str(file) in self._files]
        if not files or len(known) < len(files):
            return {"seconds": otherwise, "n_tests": None}
        return {"seconds": sum(each[0] for each in known), "n_tests": sum(each[1] for each in known)}

    def expect_job(self, name: str, otherwise: float) -> Expected:
        """Return what the last run predicts for a job; `otherwise` is the duration if nothing is known."""
        seconds, n_tests = self._jobs.get(name, (otherwise, None))
        return {"seconds": seconds, "n_tests": n_tests}

    def remember_job(self, name: str, seconds: float, n_tests: int) -> None:
        """Store the duration of a job of a long run, or of a job whose tests have no files."""
        self._jobs[name] = (round(seconds, 1), n_tests)

    def remember(self, ended: Iterable[Finished]) -> None:
        """Store the durations of files whose tests have all run."""
        fresh: dict[str, tuple[float, int]] = {}
        for each in ended:
            name = each.test.partition("::")[0]
            seconds, count = fresh.get(name, (0.0, 0))
            fresh[name] = (round(seconds + each.seconds, 3), count + 1)
        self._files |= fresh

    def replace_failed(self, is_settled: Callable[[str], bool], failed: Sequence[str]) -> None:
        """Store the current failures; previous ones are kept unless this run includes them."""
        kept = (test for test in self.failed if not is_settled(test))
        self.failed = list(dict.fromkeys([*kept, *failed]))

    def write(self) -> None:
        """Write the state to the file atomically."""
        handle, temporary = tempfile.mkstemp(dir=self._file.parent, prefix="state-")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump({"failed": self.failed, "files": self._files, "jobs": self._jobs}, file, indent=0)
        Path(temporary).replace(self._file)


@contextmanager
def changing_state(file: Path) -> Iterator[State]:
    """Read the state, and write it when the block ends; concurrent runs wait for each other."""
    file.parent.mkdir(parents=True, exist_ok=True)
    folder = os.open(file.parent, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        state = State(file)
        yield state
        state.write()
    finally:
        os.close(folder)


def _read(file: Path) -> dict[str, Any]:
    try:
        known = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    shapes = {"failed": list, "files": dict, "jobs": dict}
    is_sound = isinstance(known, dict) and all(isinstance(known.get(name), kind) for name, kind in shapes.items())
    return known if is_sound else {}
