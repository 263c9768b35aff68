"""The chance to win Twenty One with two seats from where it stands between two turns, by a small trained network.

A seat is one of a few thousand states: its turn or not, the row, the empty cells and the hits. What solved plans say
about each state passes through the first weights once; then a look takes two rows of a table and the lead.
`python -m train.twenty_one` makes the numbers.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from paperdice.bots.nets import Net
from paperdice.bots.twenty_one.plan import FULL, N_TURNS, Plan, empty_cells, solve_plan
from paperdice.fast.compile import kernel, register
from paperdice.games.twenty_one import rules
from paperdice.solve.twenty_one import paths
from paperdice.solve.twenty_one.kernels import N_CELLS, N_HITS, N_MASKS

SEATS = 2
SHAPE = (SEATS, rules.MAX_ROWS, N_MASKS, N_HITS)
# What a turn costs in the plans that the network hears of.
TURN_COSTS = (2.0, 5.0, 9.0)
LEAD = np.float32(1 / 20)

register(rules)


@kernel
def foresee_states(rows: Any, starts: Any, gains: Any, ends: Any) -> None:
    """Writes the points of the next turns and the chances that the sheet is full after them, from each state."""
    for phase in range(SEATS):
        for row in range(rules.MAX_ROWS):
            for empty in range(1, N_MASKS):
                for hits in range(N_HITS):
                    path = rows[0][row, phase, empty, hits], rows[1][row, phase, empty, hits]
                    out = gains[phase, row, empty, hits], ends[phase, row, empty, hits]
                    below = starts[0][row + 1], starts[1][row + 1]
                    paths.follow_rows(path[0], path[1], below[0], below[1], phase, out[0], out[1])


def describe_pace(plan: Plan) -> list[np.ndarray]:
    """Gives what a plan says about each state: turns and points to come."""
    gains, ends = (np.zeros((*SHAPE, N_TURNS)) for _ in range(2))
    foresee_states((plan.gains, plan.ends), (plan.start_gains, plan.start_ends), gains, ends)
    turns = np.arange(N_TURNS)
    mean = ends @ turns
    spread = np.sqrt(np.maximum(ends @ turns**2 - mean**2, 0.0))
    full = ends.cumsum(axis=-1)
    points = [gains[..., turn] for turn in (1, 2, 4, 7, N_TURNS - 1)]
    return [mean, spread, *points, *(full[..., turn] for turn in (1, 2, 3, 4, 6, 8))]


def describe_states() -> np.ndarray:
    """Gives the inputs of every state, one row each, all of the same size; states that cannot be are zeros."""
    phase, row, empty, hits = np.indices(SHAPE)
    cells = [(empty >> cell) & 1 for cell in range(N_CELLS)]
    n_empty = np.sum(cells, axis=0)
    told = [each for cost in TURN_COSTS for each in describe_pace(solve_plan(SEATS, cost))]
    told += [phase, *(row == each for each in range(rules.MAX_ROWS)), *cells, n_empty, hits, hits * n_empty, hits**2]
    inputs = np.stack(told, axis=-1).reshape(-1, len(told)).astype(np.float64)
    possible = ((empty > 0) & (hits + n_empty <= N_CELLS)).reshape(-1, 1)
    known = inputs[possible[:, 0]]
    return np.where(possible, (inputs - known.mean(axis=0)) / (known.std(axis=0) + 1e-6), 0.0).astype(np.float32)


def tabulate(net: Net, inputs: np.ndarray) -> tuple[np.ndarray, ...]:
    """Gives what the kernels read: the first weights become one table for the own state and one for the other's."""
    own, other, lead, bias, *rest = net
    return (inputs @ own + bias, inputs @ other, lead, *rest)


@kernel
def share_by_lead(lead: Any) -> Any:
    """Gives the share of the win with this lead at the end."""
    return 0.5 * (1 + (lead > 0) - (lead < 0))


@kernel
def state_code(phase: Any, row: Any, empty: Any, hits: Any) -> Any:
    """Gives the place of a state in the tables; a row without empty cells makes way for the next one."""
    if empty == 0:
        return ((phase * rules.MAX_ROWS + row + 1) * N_MASKS + FULL) * N_HITS
    return ((phase * rules.MAX_ROWS + row) * N_MASKS + empty) * N_HITS + hits


@kernel
def seat_code(sheets: Any, state: Any, seat: Any) -> Any:
    """Gives the place of a seat's state in the tables, at the start of a turn."""
    row = state.current_row[seat]
    phase = (seat - state.active) % SEATS
    return state_code(phase, row, empty_cells(sheets, state, seat), state.hits[seat, row])


@kernel
def make_units(net: Any) -> Any:
    """Gives the scratch paper of the network."""
    return np.empty(net[2].shape[0], np.float32), np.empty(net[4].shape[0], np.float32)


@kernel
def win_chance(net: Any, own: Any, other: Any, lead: Any, units: Any) -> Any:
    """Gives the chance to win with these states and this lead at the start of a turn."""
    own_table, other_table, lead_weights, weights, bias, last, last_bias = net
    first, second = units
    near = np.float32(lead) * LEAD
    for i in range(first.shape[0]):
        first[i] = max(own_table[own, i] + other_table[other, i] + near * lead_weights[i], np.float32(0.0))
    second[:] = bias
    for i in range(first.shape[0]):
        for j in range(second.shape[0]):
            second[j] += first[i] * weights[i, j]
    told = last_bias[0]
    for j in range(second.shape[0]):
        told += max(second[j], np.float32(0.0)) * last[j]
    return 1.0 / (1.0 + np.exp(-np.float64(told)))
