"""Exact solution of solo matches on Qwixx family sheets: the highest possible mean score, by number of misses taken."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass

import numpy as np

from paperdice.fast.compile import Floats, Ints
from paperdice.fast.cores import count_cores
from paperdice.fast.progress import Progress, ignore_progress
from paperdice.sheet import Sheet
from paperdice.solve import tables
from paperdice.solve.check import Check
from paperdice.solve.qwixx.states import N_MISSES, N_ROWS
from paperdice.solve.qwixx_family import kernels
from paperdice.solve.qwixx_family.check import check_values
from paperdice.solve.qwixx_family.layout import SheetFeatures, SheetProblem, layout_of, list_side, make_problem

# The last marked cell (−1 for none) and the number of marks of each row.
RowsToAsk = tuple[tuple[int, int], ...]
EMPTY: RowsToAsk = ((-1, 0),) * N_ROWS

_BLOCK = 1024
# Unreachable counters may index beyond the last position.
_MARGIN = 16
_SOURCES = ("qwixx/states", "qwixx/kernels", *(f"qwixx_family/{name}" for name in ("layout", "kernels", "question")))


@dataclass(frozen=True)
class SheetTable:
    """The expected remaining points for every position of a sheet, indexed by position and misses."""

    problem: SheetProblem
    values: Floats
    positions: int
    seconds: float

    def value(
        self, rows: tuple[tuple[int, int], ...] = ((-1, 0),) * N_ROWS, counter: int = 0, misses: int = 0
    ) -> float:
        """Return the expected remaining points in a position.

        Args:
            rows: The last marked cell (−1 for none) and the number of marks of each row.
            counter: The number of marked steps, or the index of the next field of the strip.
            misses: The number of misses taken.
        """
        states = (row.last_and_marks.index(state) for row, state in zip(self.problem.rows, rows, strict=True))
        place = kernels.place_of(self.problem.record, np.array(list(states), np.uint8), counter)
        return float(self.values[place, misses])


@dataclass(frozen=True)
class Solved:
    """The part of a solution that is stored in the cache.

    Args:
        values: The value of the empty sheet, indexed by the number of misses.
        positions: The number of positions solved.
        seconds: The solving time.
        is_stored: Whether the solution was loaded from the cache.
        check: The result of checking a new solution with simulated matches; None if it was not checked.
    """

    values: tuple[float, ...]
    positions: int
    seconds: float
    is_stored: bool
    check: Check | None = None


def solve_sheet(sheet: Sheet, *, matches: int, fresh: bool = False, progress: Progress = ignore_progress) -> Solved:
    """Return the optimal mean score for a sheet, from the user's cache if possible.

    Only the values of the empty sheet are stored, since the whole table is large and the rest of it is not used.

    Args:
        sheet: The sheet.
        matches: The number of matches to simulate to check a new solution.
        fresh: Whether to solve again even if the values are cached.
        progress: A callback that receives the number of positions solved and their total number.

    Raises:
        SetupError: The sheet cannot be solved.
    """
    layout = layout_of(sheet)
    name = f"qwixx-{sheet.name}"
    facts = {"game": "qwixx", "layout": asdict(layout), "version": tables.source_version(*_SOURCES)}
    stored = None if fresh else tables.load_or_warn(name, facts)
    if stored is not None:
        values, header = stored
        return Solved(tuple(map(float, values)), header["positions"], header["seconds"], is_stored=True)
    table = compute_table(layout, progress=progress)
    first = [table.value(misses=misses) for misses in range(N_MISSES)]
    header = tables.Header(positions=table.positions, seconds=table.seconds, value=first[0])
    check = check_values(table.problem, table.values, first[0], layout.sizes.faces, matches)
    tables.store_table(name, facts, np.array(first), header)
    return Solved(tuple(first), table.positions, table.seconds, is_stored=False, check=check)


def compute_table(layout: SheetFeatures, *, progress: Progress = ignore_progress, threads: int = 0) -> SheetTable:
    """Solve a sheet by backward induction, from the most advanced positions to the empty sheet."""
    problem = make_problem(layout)
    values = np.zeros((problem.size + _MARGIN, N_MISSES))
    empty = np.zeros(0, np.int64)
    kernels.solve_block(problem.record, kernels.make_work(), values, empty, empty)
    started = time.perf_counter()
    positions = sweep(problem, values, progress, threads or count_cores())
    return SheetTable(problem, values, positions, time.perf_counter() - started)


def sweep(problem: SheetProblem, values: Floats, progress: Progress, threads: int) -> int:
    """Solve one level of progress after another, dividing each level into blocks for parallel threads.

    Returns the number of positions solved.
    """
    n_done = 0
    with ThreadPoolExecutor(threads) as pool:
        for firsts, seconds in list_levels(problem):
            starts = range(0, len(firsts), _BLOCK)
            blocks = ((firsts[start : start + _BLOCK], seconds[start : start + _BLOCK]) for start in starts)
            for _ in pool.map(lambda block: _solve_block(problem, values, *block), blocks):
                pass
            first, second = problem.record["span"]
            n_done += int((first[firsts] + second[seconds] - 1).sum())
            progress(n_done, problem.size)
    return n_done


def _solve_block(problem: SheetProblem, values: Floats, firsts: Ints, seconds: Ints) -> None:
    kernels.solve_block(problem.record, kernels.make_work(), values, firsts, seconds)


def list_levels(problem: SheetProblem) -> Iterator[tuple[Ints, Ints]]:
    """Yield the positions with fewer than two locks, one level of progress at a time, the most advanced first.

    A level consists of two arrays with the pairs of row states of each position, one array for each side of the sheet.
    """
    first, second = list_side(problem, 0), list_side(problem, 1)
    for level in range(max(first.by_progress) + max(second.by_progress), -1, -1):
        pairs = [
            (one, other)
            for done in first.by_progress
            for one in first.by_progress[done]
            for other in second.by_progress.get(level - done, ())
            if first.locks[one] + second.locks[other] < 2
        ]
        if pairs:
            ones, others = zip(*pairs, strict=True)
            yield np.array(ones, np.int64), np.array(others, np.int64)
