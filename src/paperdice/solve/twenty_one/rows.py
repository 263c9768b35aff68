"""Twenty One for one sheet, solved exactly: alone, or with other seats that keep their first roll."""

import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from paperdice.errors import SetupError
from paperdice.games.twenty_one import TWENTY_ONE
from paperdice.solve.check import Check
from paperdice.solve.progress import Progress, be_quiet
from paperdice.solve.twenty_one import kernels

MAX_SEATS = 6
_BLOCK = 1000
# Every roll fills a cell; each may be thrown twice.
_MAX_ROLLS = 2 * 5 * kernels.N_CELLS


@dataclass(frozen=True)
class RowTables:
    """Holds the value of every state of every row.

    `values[row, phase, empty, hits]` are the points still to come, all later rows included; `rerolls[row, empty, hits,
    ones]` those after throwing again in the own turn; `starts[row, phase]` those at the start of a row.
    """

    seats: int
    hazard: float
    printed: NDArray[np.int64]
    values: NDArray[np.float64]
    rerolls: NDArray[np.float64]
    starts: NDArray[np.float64]
    positions: int
    seconds: float

    def value(self, phase: int = 0) -> float:
        """Gives the points of a whole match; `phase` is the number of other turns before the own one."""
        return float(self.starts[0, phase])

    def row_values(self, phase: int = 0) -> list[float]:
        """Gives how much each row adds to the value; alone, rows have nothing to do with each other."""
        return [float(value) for value in self.starts[:-1, phase] - self.starts[1:, phase]]


def printed_numbers() -> NDArray[np.int64]:
    """Gives the printed numbers, which are the same on all six sheets."""
    return np.array([row.numbers for row in TWENTY_ONE.sheets["A"].rows], np.int64)


def solve_twenty_one(
    seats: int = 1,
    hazard: float = 0.0,
    *,
    printed: Sequence[Sequence[int]] | None = None,
    progress: Progress = be_quiet,
) -> RowTables:
    """Gives the solved tables; `hazard` is the chance that any turn is the last of the match."""
    if not 1 <= seats <= MAX_SEATS:
        raise SetupError(f"Twenty One is solved for 1 to {MAX_SEATS} seats, not {seats}")
    if not 0.0 <= hazard < 1.0:
        raise SetupError(f"a hazard is a chance from 0 to below 1, not {hazard}")
    numbers = printed_numbers() if printed is None else np.array(printed, np.int64)
    n_rows = len(numbers)
    values = np.zeros((n_rows, seats, kernels.N_MASKS, kernels.N_HITS))
    rerolls = np.zeros((n_rows, kernels.N_MASKS, kernels.N_HITS, kernels.N_MASKS))
    starts = np.zeros((n_rows + 1, seats))
    # Without any states it is only compiled, before the clock starts.
    kernels.solve_row(numbers[0], starts[1], 1.0 - hazard, 0, values[0], rerolls[0])
    started = time.perf_counter()
    for row in range(n_rows - 1, -1, -1):
        kernels.solve_row(numbers[row], starts[row + 1], 1.0 - hazard, kernels.N_MASKS, values[row], rerolls[row])
        starts[row] = values[row, :, -1, 0]
        progress(n_rows - row, n_rows)
    states = sum(kernels.most_hits(empty) + 1 for empty in range(1, kernels.N_MASKS))
    seconds = time.perf_counter() - started
    return RowTables(seats, hazard, numbers, values, rerolls, starts, n_rows * seats * states, seconds)


def play_matches(tables: RowTables, matches: int, seed: int, phase: int = 0) -> NDArray[np.int64]:
    """Gives the scores of matches played by the tables; equal seeds give equal scores."""
    if tables.hazard:
        raise SetupError("matches against the clock are not played here: who ends them is not known")
    scores = np.empty(matches, np.int64)
    random = np.random.default_rng(seed)
    for start in range(0, matches, _BLOCK):
        part = scores[start : start + _BLOCK]
        rolls = random.integers(1, kernels.N_FACES + 1, (len(part), _MAX_ROLLS, kernels.N_CELLS), np.int64)
        kernels.play_block(tables.printed, tables.starts, tables.values, tables.rerolls, phase, rolls, part)
    return scores


def check_tables(tables: RowTables, matches: int = 100_000, seed: int = 1, phase: int = 0) -> Check:
    """Gives the outcome of matches played by the tables beside what they promise."""
    scores = play_matches(tables, matches, seed, phase)
    return Check(matches, float(scores.mean()), float(scores.std()) / matches**0.5, tables.value(phase))
