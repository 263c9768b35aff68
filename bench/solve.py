"""Measure the exact solvers: seconds, positions, rate per core, memory, and the ratio to the fastest public solver.

Usage: python bench/solve.py [seats ...]
"""

import platform
import resource
import sys
import time

import numba
import numpy as np

from paperdice.fast.cores import count_cores
from paperdice.solve.qwixx.question import Question, compute_table
from paperdice.solve.qwixx.states import N_MISSES
from paperdice.solve.twenty_one.rows import solve_twenty_one

# Positions per second per core of the fastest public exact solver of solo Qwixx, counted with their misses.
PUBLIC_RATE = 3900


def measure_qwixx(seats: int, threads: int) -> None:
    """Solve Qwixx and print one line with wall-clock and CPU seconds."""
    used = time.process_time()
    table = compute_table(Question(seats), threads=threads)
    used = time.process_time() - used
    states = table.positions * N_MISSES
    rate = states / used
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"qwixx, {seats} seats {table.value():14.8f} {threads:7} {table.seconds:8.2f} {used:8.2f} {states:12,} "
        f"{rate:12,.0f} {rate / PUBLIC_RATE:7.0f} x {peak:7.0f}"
    )


def main(words: list[str]) -> None:
    """Print the table."""
    print(
        f"Python {platform.python_version()}, numba {numba.__version__}, numpy {np.__version__}, {platform.machine()}"
    )
    print("what                    value threads  seconds      CPU    positions     per core   ratio  MB peak")
    compute_table(Question())
    for seats in map(int, words or ["1", "2"]):
        for threads in sorted({1, count_cores()}):
            measure_qwixx(seats, threads)
    tables = solve_twenty_one()
    print(f"twenty_one      {tables.value():14.8f} {1:7} {tables.seconds:8.2f} {'':8} {tables.positions:12,}")


if __name__ == "__main__":
    main(sys.argv[1:])
