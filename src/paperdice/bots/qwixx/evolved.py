"""`evolved`, a benchmark bot for all printed Qwixx sheets, which evaluates the seat's own sheet by a linear formula.

`python -m train.evolve` finds the weights by evolution and writes them to `evolved.toml`.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from paperdice.bots.qwixx.moves import find_cell, lead_of, verdict
from paperdice.fast.compile import Floats, Ints, Record, kernel, register
from paperdice.fast.playout import Policy
from paperdice.games.qwixx import rules

FILE = Path(__file__).with_name("evolved.toml")
# The number of rolls of two dice, out of 36, with each sum; seven has the most, six.
WAYS = np.array([0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1], np.float64)
MOST_WAYS = 6
ALL_WAYS = 36

register(rules)


class EvolvedWeights(NamedTuple):
    """The weights of the features of a row, and the weight of a miss."""

    marks: float
    squares: float
    next_chance: float
    reach: float
    ready: float
    goal_chance: float
    lost: float
    misses: float


@kernel
def row_worth(weights: EvolvedWeights, sheets: Record, seat: int, row: int, next_cell: int, n_marks: int) -> float:
    """Return the value of an unlocked row with this many marks; all cells before `next_cell` are marked or skipped.

    With n marks, and ways(c) the number of rolls of two dice whose sum is the number of cell c, the value is the sum
    of:

    - marks · n + squares · n²;
    - next_chance · ways(next cell) · (n + 1) / 6, unless the next cell is the last one;
    - reach · Σ ways(cells before the last) · (n + 2) / 36;
    - ready + goal_chance · ways(last cell) · n / 6, if n marks are enough to lock the row;
    - −lost, if the row can never get enough marks.

    If the last cell is marked, the value is marks · (n + 1) + squares · (n + 1)².
    """
    last = sheets.n_cells[seat, row] - 1
    goal = WAYS[sheets.numbers[seat, row, last]]
    if next_cell > last:
        return weights.marks * (n_marks + 1) + weights.squares * (n_marks + 1) ** 2
    reach = 0.0
    for cell in range(next_cell, last):
        reach += WAYS[sheets.numbers[seat, row, cell]]
    is_ready = n_marks >= rules.MARKS_TO_LOCK
    is_lost = n_marks + last - next_cell < rules.MARKS_TO_LOCK
    worth = weights.marks * n_marks + weights.squares * n_marks**2
    if next_cell < last:
        worth += weights.next_chance * WAYS[sheets.numbers[seat, row, next_cell]] * (n_marks + 1) / MOST_WAYS
    worth += weights.reach * reach * (n_marks + 2) / ALL_WAYS
    if is_ready:
        worth += weights.ready + weights.goal_chance * goal * n_marks / MOST_WAYS
    return worth - (weights.lost if is_lost else 0.0)


@kernel
def rate_evolved(
    weights: EvolvedWeights, sheets: Record, state: Record, seat: int, moves: Ints, n: int, values: Floats
) -> None:
    """Write the rating of each move to `values`: the resulting change in the value of the row, plus the `verdict`.

    The verdict is nonzero only for moves that end the match or lock the first row.
    """
    lead = lead_of(sheets, state, seat)
    costs_miss = state.phase == rules.Phase.COLOR and state.wrote == 0
    for index in range(n):
        move = moves[index]
        if move == rules.PASS:
            values[index] = -weights.misses if costs_miss else 0.0
        else:
            row, cell = find_cell(sheets, seat, move)
            n_marks = state.n_marks[seat, row]
            before = row_worth(weights, sheets, seat, row, state.next_cell[seat, row], n_marks)
            values[index] = row_worth(weights, sheets, seat, row, cell + 1, n_marks + 1) - before
        values[index] += verdict(sheets, state, seat, move, lead)


@cache
def read_weights() -> EvolvedWeights:
    """Load the evolved weights bundled with the package."""
    table = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return EvolvedWeights(*(float(table["weights"][name]) for name in EvolvedWeights._fields))


@cache
def make_evolved(weights: EvolvedWeights | None = None) -> Policy:
    """Return the policy with these weights; by default, with the evolved weights bundled with the package."""
    return Policy("evolved", rate_evolved, read_weights() if weights is None else weights)
