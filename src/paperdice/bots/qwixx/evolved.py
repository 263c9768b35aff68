"""`evolved`: a linear evaluation of the own Qwixx sheet, on any printed sheet, with weights found by evolution.

`python -m train.evolve` finds the weights and writes them to `evolved.toml`.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from paperdice.bots.qwixx.ends import lead_of, verdict
from paperdice.fast.compile import kernel, register
from paperdice.fast.playout import Policy
from paperdice.games.qwixx import rules

FILE = Path(__file__).with_name("evolved.toml")
FEATURES = ("marks", "squares", "next_chance", "reach", "ready", "goal_chance", "lost", "misses")
SPAN = rules.HIGHEST - rules.LOWEST + 1
# The chance of each sum of two dice, in 36ths.
WAYS = np.array([0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1], np.float64)

register(rules)


@kernel
def row_worth(weights: Any, sheets: Any, seat: Any, row: Any, next_cell: Any, n_marks: Any) -> Any:
    """Gives the worth of an open row with so many marks, whose cells before `next_cell` are gone."""
    last = sheets.n_cells[seat, row] - 1
    goal = WAYS[sheets.numbers[seat, row, last]]
    if next_cell > last:
        return weights[0] * (n_marks + 1) + weights[1] * (n_marks + 1) ** 2
    reach = 0.0
    for cell in range(next_cell, last):
        reach += WAYS[sheets.numbers[seat, row, cell]]
    is_ready = n_marks >= rules.MARKS_TO_LOCK
    is_lost = n_marks + last - next_cell < rules.MARKS_TO_LOCK
    worth = weights[0] * n_marks + weights[1] * n_marks**2
    if next_cell < last:
        worth += weights[2] * WAYS[sheets.numbers[seat, row, next_cell]] * (n_marks + 1) / 6
    worth += weights[3] * reach * (n_marks + 2) / 36
    if is_ready:
        worth += weights[4] + weights[5] * goal * n_marks / 6
    return worth - (weights[6] if is_lost else 0.0)


@kernel
def rate_evolved(weights: Any, sheets: Any, state: Any, seat: Any, moves: Any, n: Any, values: Any) -> None:
    """Rates each move by what it makes of its row, and by what is certain about it."""
    lead = lead_of(sheets, state, seat)
    costs_miss = state.phase == rules.Phase.COLOR and state.wrote == 0
    for index in range(n):
        move = moves[index]
        if move == rules.PASS:
            values[index] = -weights[7] if costs_miss else 0.0
        else:
            place = sheets.place[seat, (move - 1) // SPAN, (move - 1) % SPAN + rules.LOWEST] - 1
            row = place // rules.MAX_CELLS
            n_marks = state.n_marks[seat, row]
            before = row_worth(weights, sheets, seat, row, state.next_cell[seat, row], n_marks)
            values[index] = row_worth(weights, sheets, seat, row, place % rules.MAX_CELLS + 1, n_marks + 1) - before
        values[index] += verdict(sheets, state, seat, move, lead)


@cache
def read_weights() -> tuple[float, ...]:
    """Gives the evolved weights, one a feature."""
    table = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return tuple(float(table["weights"][name]) for name in FEATURES)


def make_evolved(weights: tuple[float, ...] | None = None) -> Policy:
    """Gives the policy with these weights, the shipped ones unless told."""
    return Policy("evolved", rate_evolved, np.array(weights or read_weights()))
