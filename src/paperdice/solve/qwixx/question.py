"""Exact solution of Qwixx for one sheet: solo, with passive opponents, with opponents who may end the match, or for a
target score.
"""

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from paperdice.errors import SetupError
from paperdice.fast.compile import Floats, Record, named_fields
from paperdice.fast.cores import count_cores
from paperdice.fast.progress import Progress, ignore_progress
from paperdice.solve import tables
from paperdice.solve.qwixx import kernels
from paperdice.solve.qwixx.states import (
    BLUE,
    CLASSIC,
    GREEN,
    MISS_COST,
    N_CLOCK,
    N_MISSES,
    N_ROWS,
    OWN_TURN,
    PROBLEM,
    RED,
    YELLOW,
    Positions,
    RowStates,
    Sizes,
    fill_dice,
    fill_pairs,
    fill_rows,
    list_positions,
    make_row_states,
)

MAX_SEATS = 5
_BLOCK = 4096
_SOURCES = ("qwixx/question", "qwixx/states", "qwixx/kernels")


@dataclass(frozen=True)
class Question:
    """A problem to solve: the number of seats, the hazard, and the goal.

    Args:
        seats: The number of seats that roll.
        hazard: The probability that another seat's turn ends the match; a tuple is indexed by the total number
            of marks and misses on the seat's sheet, and its last entry applies to all higher numbers.
        target: A score to reach; the table then contains the probability of reaching it.
        sizes: The size of sheets and dice.

    Raises:
        SetupError: A value is out of range, or the values cannot be combined.
    """

    seats: int = 1
    hazard: float | tuple[float, ...] = 0.0
    target: int | None = None
    sizes: Sizes = CLASSIC

    def __post_init__(self) -> None:
        if not 1 <= self.seats <= MAX_SEATS:
            raise SetupError(f"Qwixx can be solved for 1 to {MAX_SEATS} seats, not {self.seats}")
        wrong = [hazard for hazard in self.hazards if not 0.0 <= hazard < 1.0]
        if wrong or not self.hazards:
            raise SetupError(f"a hazard is a probability from 0 to below 1, not {wrong[0] if wrong else 'nothing'}")
        if self.has_clock and self.seats == 1:
            raise SetupError("a hazard needs other seats: with one seat, no one else can end the match")
        if self.has_clock and self.target is not None:
            raise SetupError("a target and a hazard cannot be solved together")

    @property
    def hazards(self) -> tuple[float, ...]:
        """The hazards by total number of marks and misses; the last one applies to all higher numbers."""
        return self.hazard if isinstance(self.hazard, tuple) else (self.hazard,)

    @property
    def has_clock(self) -> bool:
        """Whether the turns of other seats can end the match."""
        return any(self.hazards)

    @property
    def name(self) -> str:
        """A readable name for the table's file."""
        parts = ["qwixx", f"{self.seats}-seats"]
        parts += [f"hazard-{'-'.join(f'{hazard:g}' for hazard in self.hazards[:2])}"] if self.has_clock else []
        parts += [f"target-{self.target}"] if self.target is not None else []
        parts += [f"toy-{self.sizes.faces}-{self.sizes.marks_to_lock}"] if self.sizes != CLASSIC else []
        return "-".join(parts)

    def facts(self) -> dict[str, object]:
        """Return everything that the table depends on, including a hash of the solver's source code."""
        return {
            "game": "qwixx",
            "seats": self.seats,
            "hazard": list(self.hazards),
            "target": self.target,
            "sizes": list(self.sizes),
            "version": tables.source_version(*_SOURCES),
        }


@dataclass(frozen=True)
class SolvedTable:
    """The value of every position for every wait (the number of other seats' turns before the seat's own).

    Args:
        question: The problem that was solved.
        states: The possible states of a row.
        problem: The problem record for compiled code.
        values: The values by wait, position and misses.
        positions: The number of positions solved.
        seconds: The solving time.
        is_stored: Whether the table was loaded from the cache.
    """

    question: Question
    states: RowStates
    problem: Record
    values: Floats
    positions: int
    seconds: float
    is_stored: bool = False

    def row(self, last_cell: int, marks: int) -> int:
        """Return the code of the row state with this last marked cell (−1 for none) and this number of marks."""
        return self.states.code(last_cell, marks)

    def value(self, rows: Sequence[int] | None = None, misses: int = 0, wait: int = 0) -> float:
        """Return the expected remaining points, or the probability of reaching the target.

        Args:
            rows: The codes of the row states in the order red, yellow, green, blue; by default those of an empty sheet.
            misses: The number of misses taken.
            wait: The number of other seats' turns before the seat's own.
        """
        rows = rows if rows is not None else (len(self.states.marks) - 1,) * N_ROWS
        first = int(self.problem["pair"][rows[RED], rows[YELLOW]])
        second = int(self.problem["pair"][rows[GREEN], rows[BLUE]])
        return float(self.values[wait, kernels.position_index(first, second), misses])


def solve_qwixx(
    seats: int = 1,
    hazard: float | tuple[float, ...] = 0.0,
    target: int | None = None,
    *,
    sizes: Sizes = CLASSIC,
    fresh: bool = False,
    progress: Progress = ignore_progress,
    threads: int = 0,
) -> SolvedTable:
    """Solve Qwixx for one sheet, or load the solved table from the user's cache; new tables are stored there.

    Args:
        seats: The number of seats that roll.
        hazard: The probability that another seat's turn ends the match (see `Question`).
        target: A score to reach, instead of maximizing the mean score.
        sizes: The size of sheets and dice.
        fresh: Whether to solve again even if the table is cached.
        progress: A callback that receives the number of positions solved and their total number.
        threads: The number of threads; 0 uses all cores.

    Raises:
        SetupError: The problem cannot be solved (see `Question`).
    """
    question = Question(seats, hazard, target, sizes)
    facts = question.facts()
    stored = None if fresh else tables.load_or_warn(question.name, facts)
    if stored is not None:
        values, header = np.asarray(stored[0], np.float64), stored[1]
        problem, states, _ = make_problem(question)
        return SolvedTable(question, states, problem, values, header["positions"], header["seconds"], is_stored=True)
    table = compute_table(question, progress=progress, threads=threads)
    header = tables.Header(positions=table.positions, seconds=table.seconds, value=table.value())
    tables.store_table(question.name, facts, table.values, header)
    return table


def make_problem(question: Question, *, count_locked: bool = False) -> tuple[Record, RowStates, int]:
    """Return the problem record for compiled code, the row states, and the number of pairs of row states."""
    has_target = question.target is not None
    states = make_row_states(question.sizes, count_locked=count_locked or has_target)
    problem = np.zeros(1, named_fields(PROBLEM))[0]
    fill_rows(problem, states)
    fill_dice(problem, question.sizes)
    n_pairs = fill_pairs(problem, states)
    problem["n_seats"] = question.seats
    problem["keep"] = 1.0 - question.hazards[-1]
    problem["keep"][: len(question.hazards)] = 1.0 - np.array(question.hazards[:N_CLOCK])
    problem["miss_gain"] = 0.0 if has_target else -MISS_COST
    if question.target is not None:
        problem["has_target"] = 1
        problem["target"] = question.target
        problem["one_gain"] = problem["two_gain"] = 0.0
    return problem, states, n_pairs


def compute_table(question: Question, *, progress: Progress = ignore_progress, threads: int = 0) -> SolvedTable:
    """Solve a problem by backward induction, from the most advanced positions to the empty sheet."""
    problem, states, n_pairs = make_problem(question)
    positions = list_positions(problem, states, n_pairs)
    values = np.zeros((question.seats, positions.size, N_MISSES))
    if question.target is not None:
        fill_ends(problem, states, n_pairs, values)
    _sweep_block(problem, values, positions, (0, 0))
    started = time.perf_counter()
    sweep(problem, values, positions, progress, threads or count_cores())
    seconds = time.perf_counter() - started
    values.flags.writeable = False
    return SolvedTable(question, states, problem, values, positions.count, seconds)


def fill_ends(problem: Record, states: RowStates, n_pairs: int, values: Floats) -> None:
    """Fill in the value of every position with two locks: 1 if its score reaches the target, otherwise 0."""
    rows = np.asarray(problem["pair_rows"][:n_pairs])
    points = np.asarray(problem["row_points"])[rows].sum(axis=1)
    locks = (rows < states.n_locked).sum(axis=1)
    high, low = np.tril_indices(n_pairs)
    over = np.nonzero(locks[high] + locks[low] > 1)[0]
    scores = (points[high[over]] + points[low[over]])[:, None] - MISS_COST * np.arange(N_MISSES)
    values[:, over] = scores >= problem["target"]


def sweep(problem: Record, values: Floats, positions: Positions, progress: Progress, threads: int) -> None:
    """Solve one level of progress after another, dividing each level into blocks for parallel threads."""
    with ThreadPoolExecutor(threads) as pool:
        for start, stop in pairwise(positions.starts):
            edges = [*range(start, stop, min(_BLOCK, -(-(stop - start) // threads))), stop]
            for _ in pool.map(lambda block: _sweep_block(problem, values, positions, block), pairwise(edges)):
                pass
            progress(stop, positions.count)


def _sweep_block(problem: Record, values: Floats, positions: Positions, block: tuple[int, int]) -> None:
    work = kernels.make_work()
    kernels.solve_block(problem, work, values, values[OWN_TURN], positions.first, positions.second, *block)
