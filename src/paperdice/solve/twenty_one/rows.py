"""Exact solution of Twenty One for one sheet, either solo or with other seats that never reroll."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from paperdice.dice import N_FACES
from paperdice.errors import SetupError
from paperdice.fast.compile import Floats, Ints
from paperdice.fast.progress import Progress, ignore_progress
from paperdice.games.twenty_one import TWENTY_ONE, rules
from paperdice.solve.check import Check
from paperdice.solve.twenty_one import kernels
from paperdice.solve.twenty_one.kernels import FULL, N_CELLS, N_HITS, N_MASKS, OWN_TURN, SPAN, Pace, RowTable

MAX_SEATS = 6
# The number of turns that paces cover: each turn fills a cell, and a sheet has thirty.
N_TURNS = rules.MAX_TURNS + 1
_BLOCK = 1000
# Every turn fills a cell, with at most two throws.
_MAX_ROLLS = 2 * rules.MAX_ROWS * N_CELLS


@dataclass(frozen=True, eq=False)
class RowTables:
    """The solution of every row.

    `values[row, wait, empty, hits]` contains the expected remaining points, excluding the bonus of earlier hits and
    including all rows below. `again[row, wait, empty, hits, ones]` contains the same values after a reroll that keeps
    these ones. `paces`, indexed like `values`, contains the pace of the row alone; `start_paces[row, wait]` is the pace
    of an empty row together with all rows below it.
    """

    seats: int
    hazard: float
    turn_cost: float
    printed: Ints
    values: Floats
    again: Floats
    paces: Pace
    start_paces: Pace
    positions: int
    seconds: float

    def value(self, wait: int = OWN_TURN) -> float:
        """Return the mean score of a whole match, minus the cost of turns.

        Args:
            wait: The number of other seats' turns before the seat's first one.
        """
        return float(self.values[0, wait, FULL, 0])

    def row_values(self, wait: int = OWN_TURN) -> list[float]:
        """Return the contribution of each row to the value of the match; in a solo match, rows are independent."""
        return [float(row[wait, FULL, 0] - row[wait, 0, 0]) for row in self.values]


def printed_numbers() -> Ints:
    """Return the printed numbers of each row, which are the same on all six sheets."""
    return np.array([row.numbers for row in TWENTY_ONE.sheets["A"].rows], np.int64)


def solve_twenty_one(
    seats: int = 1,
    hazard: float = 0.0,
    turn_cost: float = 0.0,
    *,
    printed: Sequence[Sequence[int]] | None = None,
    progress: Progress = ignore_progress,
) -> RowTables:
    """Solve Twenty One for one sheet.

    Args:
        seats: The number of seats.
        hazard: The probability that the match ends after any given turn.
        turn_cost: A cost in points that is subtracted for each turn.
        printed: The printed numbers, row by row; by default those of the game.
        progress: A callback that receives the number of rows solved and their total number.

    Returns:
        The solution of every row.

    Raises:
        SetupError: The number of seats or the hazard is out of range.
    """
    if not 1 <= seats <= MAX_SEATS:
        raise SetupError(f"Twenty One can be solved for 1 to {MAX_SEATS} seats, not {seats}")
    if not 0.0 <= hazard < 1.0:
        raise SetupError(f"a hazard is a probability from 0 to below 1, not {hazard}")
    numbers = printed_numbers() if printed is None else np.array(printed, np.int64)
    n_rows = len(numbers)
    shape = (n_rows, seats, N_MASKS, N_HITS)
    values, again = np.zeros(shape), np.zeros((*shape, N_MASKS))
    paces = Pace(np.zeros((*shape, SPAN)), np.zeros((*shape, SPAN)))
    _compile(seats)
    started = time.perf_counter()
    below = np.zeros(seats)
    for row in range(n_rows - 1, -1, -1):
        table = RowTable(values[row], again[row], paces.gains[row], paces.ends[row])
        kernels.solve_row(numbers[row], below, 1.0 - hazard, turn_cost, table)
        below = values[row, :, FULL, 0].copy()
        progress(n_rows - row, n_rows)
    seconds = time.perf_counter() - started
    n_states = sum(kernels.most_hits(empty) + 1 for empty in range(1, N_MASKS))
    return RowTables(
        *(seats, hazard, turn_cost, numbers, values, again),
        *(paces, _follow_starts(paces), n_rows * seats * n_states, seconds),
    )


def _compile(seats: int) -> None:
    """Compile the kernels by solving a row of ones, so that measured times exclude compilation."""
    shape = (seats, N_MASKS, N_HITS)
    tables = (np.zeros(shape), np.zeros((*shape, N_MASKS)), np.zeros((*shape, SPAN)), np.zeros((*shape, SPAN)))
    kernels.solve_row(np.ones(N_CELLS, np.int64), np.zeros(seats), 1.0, 0.0, RowTable(*tables))


def _follow_starts(paces: Pace) -> Pace:
    """Return the pace of each empty row together with all rows below it, indexed by row and wait.

    The entry after the last row stands for a full sheet.
    """
    n_rows, seats = paces.gains.shape[:2]
    starts = Pace(np.zeros((n_rows + 1, seats, N_TURNS)), np.zeros((n_rows + 1, seats, N_TURNS)))
    starts.ends[-1, :, 0] = 1.0
    for row in range(n_rows - 1, -1, -1):
        below = Pace(starts.gains[row + 1], starts.ends[row + 1])
        for wait in range(seats):
            new = Pace(paces.gains[row, wait, FULL, 0], paces.ends[row, wait, FULL, 0])
            kernels.follow_rows(new, below, wait, Pace(starts.gains[row, wait], starts.ends[row, wait]))
    return starts


def play_matches(tables: RowTables, matches: int, seed: int, wait: int = OWN_TURN) -> Ints:
    """Simulate matches that follow the tables and return their scores; the same seed gives the same scores.

    Raises:
        SetupError: The tables were solved with a hazard.
    """
    if tables.hazard:
        raise SetupError("matches with a hazard cannot be simulated: it is unknown which seat ends them")
    scores = np.empty(matches, np.int64)
    random = np.random.default_rng(seed)
    for start in range(0, matches, _BLOCK):
        part = scores[start : start + _BLOCK]
        rolls = random.integers(1, N_FACES + 1, (len(part), _MAX_ROLLS, N_CELLS), np.int64)
        kernels.play_block(tables.printed, tables.values, tables.again, wait, rolls, part)
    return scores


def check_tables(tables: RowTables, matches: int = 100_000, seed: int = 1, wait: int = OWN_TURN) -> Check:
    """Compare the mean score of simulated matches with the value in the tables."""
    scores = play_matches(tables, matches, seed, wait)
    return Check(matches, float(scores.mean()), float(scores.std()) / matches**0.5, tables.value(wait))
