"""External programs that run as tests: each counts as one test and is reported like those of pytest.

`python -m tests.runner.steps check [STEP ...]`, `... web [STEP or FILE ...]`, `... covered pytest WORD ...`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.patience import patience
from tests.runner.environment import CACHE
from tests.runner.groups import ROOT
from tests.runner.plugin import MOST_LETTERS
from tests.runner.processes import cpu_seconds
from tests.runner.reports import REPORT, Finished, Outcome, ReportWriter

BIN = Path(sys.executable).parent
WEB = ROOT / "web"
NODE_BIN = WEB / "node_modules" / ".bin"
CHECKS: dict[str, list[object]] = {
    "style": [BIN / "ruff", "check", "--quiet", "--output-format=concise"],
    "format": [BIN / "ruff", "format", "--check", "--quiet"],
    "imports": [BIN / "lint-imports", "--no-logo", "--cache-dir", CACHE / "imports"],
    "spelling": [BIN / "codespell"],
    "wording": [sys.executable, "-m", "tests.runner.wording"],
    "messages": [sys.executable, WEB / "scripts" / "make_messages.py", "--check"],
    "types": [BIN / "mypy", "--no-error-summary", "--cache-dir", CACHE / "mypy"],
}
WEB_CHECKS: dict[str, list[object]] = {
    "types": [NODE_BIN / "tsc", "--noEmit"],
    "style": [NODE_BIN / "biome", "check", "."],
}
COVERAGE = [sys.executable, "-m", "coverage"]
# The exit status of pytest, and of every step, if a test fails.
TESTS_FAILED = 1


class Steps:
    """Runs programs one after the other and reports each."""

    def __init__(self, writer: ReportWriter) -> None:
        self.writer = writer
        self.went_well = True

    def run(self, name: str, command: Sequence[object], folder: Path = ROOT, **settings: str) -> None:
        """Run a program as a step, which passes if its exit status is 0."""
        self.writer.started(name)
        started, cpu = time.monotonic(), cpu_seconds()
        status, said = call(command, folder, settings)
        seconds = round(time.monotonic() - started, 3)
        self.finish(Finished(name, "failed" if status else "passed", seconds, round(cpu_seconds() - cpu, 3), said))

    def finish(self, done: Finished) -> None:
        """Report a finished step."""
        self.went_well = self.went_well and done.outcome == "passed"
        self.writer.finished(done)

    def vitest(self, files: Sequence[str]) -> None:
        """Run tests of the page, by default all, and report each."""
        with tempfile.TemporaryDirectory() as folder:
            found = Path(folder) / "report.json"
            reporters = ["--reporter=default", "--reporter=json", f"--outputFile.json={found}"]
            limits = [f"--{kind}Timeout={patience() * 1000:.0f}" for kind in ("test", "hook", "teardown")]
            status, said = call([NODE_BIN / "vitest", "run", *files, *reporters, *limits], WEB, {})
            suites = json.loads(found.read_text("utf-8"))["testResults"] if found.exists() else []
        tests = [vitest_case(suite, case) for suite in suites for case in suite["assertionResults"]]
        broken = [
            Finished(vitest_file(suite), "failed", 0, 0, suite["message"]) for suite in suites if is_broken(suite)
        ]
        if status and all(test.outcome == "passed" for test in (*tests, *broken)):
            broken.append(Finished("web::vitest", "failed", 0, 0, said))
        self.writer.collected(len(tests) + len(broken))
        for test in (*tests, *broken):
            self.finish(test)


def call(command: Sequence[object], folder: Path, settings: Mapping[str, str]) -> tuple[int, str]:
    """Run a program; return its exit status and the end of its output."""
    done = subprocess.run(
        [str(word) for word in command], cwd=folder, env={**os.environ, **settings},
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", check=False,
    )  # fmt: skip
    print(done.stdout, flush=True)
    return done.returncode, done.stdout[-MOST_LETTERS:]


def vitest_file(suite: Mapping[str, Any]) -> str:
    """Return the path of a vitest test file, relative to the checkout."""
    return Path(suite["name"]).resolve().relative_to(ROOT).as_posix()


def is_broken(suite: Mapping[str, Any]) -> bool:
    """Return whether a test file failed before any of its tests could run."""
    return suite["status"] != "passed" and not suite["assertionResults"]


def vitest_case(suite: Mapping[str, Any], case: Mapping[str, Any]) -> Finished:
    """Convert a result of vitest; a test that did not run counts as skipped."""
    outcomes: dict[str, Outcome] = {"passed": "passed", "failed": "failed"}
    outcome = outcomes.get(case["status"], "skipped")
    message = "\n".join(case.get("failureMessages") or [])[-MOST_LETTERS:]
    seconds = round((case.get("duration") or 0) / 1000, 3)
    return Finished(f"{vitest_file(suite)}::{case['fullName']}", outcome, seconds, 0, message)


def check(steps: Steps, words: Sequence[str]) -> None:
    """Check style, format, imports, spelling, wording and types, and the files generated for the page."""
    chosen = [name for name in CHECKS if not words or name in words]
    steps.writer.collected(len(chosen))
    for name in chosen:
        steps.run(f"check::{name}", CHECKS[name])


def web(steps: Steps, words: Sequence[str]) -> None:
    """Check the code for the browser, and run its tests."""
    files = {word.partition("::")[0].removeprefix("web/") for word in words if ".test.ts" in word}
    chosen = [name for name in WEB_CHECKS if not words or name in words]
    steps.writer.collected(len(chosen))
    for name in chosen:
        steps.run(f"web::{name}", WEB_CHECKS[name], WEB)
    if files or not words or "vitest" in words:
        steps.vitest(sorted(files))


def covered(steps: Steps, report: str, words: Sequence[str]) -> int:
    """Run pytest with branch coverage of the rules; anything below 100 % fails the step `coverage`."""
    with tempfile.TemporaryDirectory() as folder:
        data = str(Path(folder) / "coverage")
        settings = {**os.environ, "COVERAGE_FILE": data, REPORT: report}
        status = subprocess.run([*COVERAGE, "run", "-m", *words], cwd=ROOT, env=settings, check=False).returncode
        if status not in (0, TESTS_FAILED):
            return status  # there is nothing to measure, and the runner shows pytest's output
        steps.went_well = status == 0
        steps.writer.collected(1)
        steps.run("plain::coverage", [*COVERAGE, "report"], COVERAGE_FILE=data)
    return 0 if steps.went_well else TESTS_FAILED


def main(kind: str, words: Sequence[str]) -> int:
    """Run the steps of a kind and return the exit status."""
    report = os.environ.pop(REPORT, os.devnull)
    steps = Steps(ReportWriter(Path(report)))
    if kind == "covered":
        return covered(steps, report, words)
    {"check": check, "web": web}[kind](steps, words)
    return 0 if steps.went_well else TESTS_FAILED


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
