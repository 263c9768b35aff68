"""Compare the speed of this checkout with another one, by the median of interleaved pairs.

Each run is a process with the checkout's `.venv`; runs are interleaved, so that other load affects both. A process
warms up, then measures CPU seconds of the thread (for the solver, of the process), for the simulator the best of
several runs. A ratio above 1 means that this checkout is faster.

Usage: python bench/pairs.py CHECKOUT [--pairs 10] [WHAT ...]
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

HERE = Path(__file__).resolve().parents[1]
MATCHES = {"random": 60_000, "steady": 1500}
# The number of runs of short measurements, of which the fastest counts.
RUNS = {"simulate-random": 9, "simulate-steady": 3}
BATCH, STEPS = 4096, 60
Work = Callable[[], object]


def make_simulator(bot: str) -> Work:
    """Return a function that simulates Qwixx matches between two equal bots."""
    from paperdice.arena.blocks import play_block
    from paperdice.arena.setup import Setup

    setup = Setup("qwixx", 2, (bot, bot), seed=1)
    play_block(setup, 0, 1)
    return partial(play_block, setup, 0, MATCHES[bot])


def make_solver() -> Work:
    """Return a function that solves solo Qwixx."""
    from paperdice.solve import solve_qwixx

    solve_qwixx(fresh=True)
    return partial(solve_qwixx, fresh=True)


def make_batch() -> Work:
    """Return a function that steps a batch of environments against `random`, with the first legal moves."""
    from paperdice.envs import BatchEnv

    envs = BatchEnv("qwixx", num_envs=BATCH)
    envs.reset(seed=1)

    def step() -> None:
        masks = envs.reset(seed=1)[1]["action_mask"]
        for _ in range(STEPS):
            masks = envs.step(masks.argmax(axis=1))[4]["action_mask"]

    return step


MAKERS: dict[str, Callable[[], Work]] = {
    "simulate-random": partial(make_simulator, "random"),
    "simulate-steady": partial(make_simulator, "steady"),
    "solve": make_solver,
    "batch": make_batch,
}


def measure(what: str) -> float:
    """Return the CPU seconds of a workload in this process after a warm-up, the fastest of several runs."""
    work = MAKERS[what]()
    clock = time.process_time if what == "solve" else time.thread_time
    seconds = []
    for _ in range(RUNS.get(what, 1)):
        started = clock()
        work()
        seconds.append(clock() - started)
    return min(seconds)


def measure_there(checkout: Path, what: str) -> float:
    """Run `measure` in a process of a checkout."""
    command = [str(checkout.resolve() / ".venv/bin/python"), str(Path(__file__).resolve()), "--measure", what]
    told = subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=True)
    return float(json.loads(told.stdout.splitlines()[-1]))


def compare(before: Path, what: str, pairs: int) -> None:
    """Print the medians of both checkouts, and the median ratio of the pairs."""
    times = []
    for number in range(pairs):
        order = (before, HERE) if number % 2 == 0 else (HERE, before)
        seconds = {checkout: measure_there(checkout, what) for checkout in order}
        times.append((seconds[before], seconds[HERE]))
    ratios = sorted(then / now for then, now in times)
    medians = [statistics.median(column) for column in zip(*times, strict=True)]
    spread = f"{ratios[0]:.3f} to {ratios[-1]:.3f}"
    print(
        f"| {what} | {medians[0]:.3f} s | {medians[1]:.3f} s | {statistics.median(ratios):.3f} ({spread}) |", flush=True
    )


def main() -> None:
    """Print one table, or return one measurement to a parent process."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", type=Path, nargs="?")
    parser.add_argument("what", nargs="*", help=f"some of {', '.join(MAKERS)}; default: all")
    parser.add_argument("--pairs", type=int, default=10)
    parser.add_argument("--measure", choices=MAKERS, help=argparse.SUPPRESS)
    words = parser.parse_args()
    if words.measure is not None:
        print(json.dumps(measure(words.measure)))
        return
    if words.before is None:
        print("name the checkout to compare with; see --help")
        return
    print(f"| what, median of {words.pairs} pairs | other | this | other / this |\n|---|---|---|---|")
    for what in words.what or MAKERS:
        compare(words.before, what, words.pairs)


if __name__ == "__main__":
    main()
