"""Measure the test suite: `./do test` in a clean clone, with empty and with warm caches, and for another commit.

`bench/suite.py` prints the table of groups for this commit; `--beside COMMIT` first runs the tests of another commit in
a separate clone, and prints ratios. The set-up, which includes the groups `check` and `web`, is excluded. CPU time
includes all child processes. The exit status is 1 if a test of this commit failed.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.runner.processes import adopt_orphans, end_all  # noqa: E402


@dataclass(frozen=True)
class Run:
    """The times of one run of the tests."""

    name: str
    seconds: float
    cpu: float
    status: int


def make_clone(commit: str, folder: Path) -> Path:
    """Clone the checkout at a commit, and set up the clone with separate caches."""
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(folder)], check=True)
    subprocess.run(["git", "checkout", "--quiet", commit], cwd=folder, check=True)
    log = folder.parent / f"{folder.name}-setup.log"
    if call(folder, log, "check", "web"):
        sys.exit(f"setting up {commit} failed:\n{log.read_text('utf-8')[-2000:]}")
    return folder


def call(folder: Path, log: Path, *words: str) -> int:
    """Run `./do test` in a clone with an empty home directory, and return its exit status."""
    home = folder.parent / f"{folder.name}-home"
    home.mkdir(exist_ok=True)
    with log.open("wb") as out:
        command = [sys.executable, "do", "test", *words]
        settings = {**os.environ, "HOME": str(home)}
        return subprocess.run(command, cwd=folder, env=settings, stdout=out, stderr=out, check=False).returncode


def measure(name: str, folder: Path) -> Run:
    """Run the tests of a clone and measure them."""
    started, cpu = time.monotonic(), children_cpu()
    log = re.sub(r"[^\w.]+", "-", name)
    status = call(folder, folder.parent / f"{log}.log")
    seconds = time.monotonic() - started
    end_all(())
    run = Run(name, seconds, children_cpu() - cpu, status)
    print(f"{name}: {seconds:.0f} s wall-clock time, {run.cpu:.0f} s CPU time, exit status {status}", flush=True)
    return run


def children_cpu() -> float:
    """Return the CPU time of all finished child processes."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class GroupTimes(NamedTuple):
    """The times of one group of tests, summed over its processes, except for the wall-clock time."""

    tests: int
    cpu: float
    wall: float


def read_groups(folder: Path) -> dict[str, GroupTimes]:
    """Return the times of each group in the last run in a clone."""
    groups: dict[str, GroupTimes] = {}
    for row in json.loads((folder / ".venv" / "tests" / "groups.json").read_text("utf-8")):
        sums = groups.get(row["name"], GroupTimes(0, 0.0, 0.0))
        groups[row["name"]] = GroupTimes(
            sums.tests + row["tests"], sums.cpu + row["cpu"], max(sums.wall, row["seconds"])
        )
    return groups


def make_table(cold: dict[str, GroupTimes], warm: dict[str, GroupTimes]) -> str:
    """Return the groups of two runs as a Markdown table, longest first."""
    lines = [
        f"| {name} | {cold[name].tests} | {cold[name].cpu:.0f} | {cold[name].wall:.0f} | {warm[name].cpu:.0f} |"
        f" {warm[name].wall:.0f} |"
        for name in sorted(cold, key=lambda name: -cold[name].cpu)
    ]
    head = "| group | tests | CPU s, empty cache | wall s | CPU s, warm cache | wall s |"
    return "\n".join([head, "|---|---|---|---|---|---|", *lines])


def main() -> None:
    """Measure this commit, and optionally another one."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--beside", metavar="COMMIT", help="a commit to compare with")
    parser.add_argument("--folder", type=Path, help="where to keep clones and logs (default: a temporary folder)")
    chosen = parser.parse_args()
    adopt_orphans()
    folder = chosen.folder or Path(tempfile.mkdtemp(prefix="paperdice-suite-"))
    folder.mkdir(parents=True, exist_ok=True)
    other = measure(f"{chosen.beside} cold", make_clone(chosen.beside, folder / "other")) if chosen.beside else None
    clone = make_clone("HEAD", folder / "this")
    shutil.rmtree(clone / ".venv" / "tests")  # the set-up has run the checks, which fill their caches
    cold = measure("this cold", clone)
    groups = read_groups(clone)
    warm = measure("this warm", clone)
    print(make_table(groups, read_groups(clone)))
    if other is not None:
        for run in (cold, warm):
            print(f"{run.name} / {other.name}: wall {run.seconds / other.seconds:.2f}, CPU {run.cpu / other.cpu:.2f}")
    if chosen.folder is None:
        shutil.rmtree(folder)
    sys.exit(1 if cold.status or warm.status else 0)


if __name__ == "__main__":
    main()
