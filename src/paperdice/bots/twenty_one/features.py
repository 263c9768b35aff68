"""Input features of the Twenty One network: the states of both seats between two turns, and the lead.

A seat's state consists of whether its turn is next, its current row, and the empty cells and hits of that row. There
are a few thousand states; their features are computed once and standardized over all possible states.
"""

from __future__ import annotations

import numpy as np

from paperdice.bots.network import AS_IS, Features
from paperdice.bots.twenty_one.plan import empty_cells, solve_plan, wait_of
from paperdice.fast.compile import Floats, Record, Singles, kernel, register
from paperdice.games.twenty_one import rules
from paperdice.solve.twenty_one.kernels import FULL, N_CELLS, N_HITS, N_MASKS, Pace, follow_rows
from paperdice.solve.twenty_one.rows import N_TURNS, RowTables

SEATS = 2
# The wait (see `plan.wait_of`), row, empty cells and hits of a state; the flat index is its code.
SHAPE = (SEATS, rules.MAX_ROWS, N_MASKS, N_HITS)
# The turn costs of the plans whose pace the network sees.
TURN_COSTS = (2.0, 5.0, 9.0)
# Added to standard deviations to avoid division by 0.
_NO_SPREAD = 1e-6

register(rules)


class PaceInputs(Features):
    """Input features for a seat's expected progress under a plan, repeated for each plan in TURN_COSTS."""

    TURNS = AS_IS, "mean number of turns until the sheet is full"
    TURNS_SPREAD = AS_IS, "standard deviation of that number"
    POINTS_IN_1 = AS_IS, "mean points of the next turn"
    POINTS_IN_2 = AS_IS, "mean points of the next 2 turns"
    POINTS_IN_4 = AS_IS, "mean points of the next 4 turns"
    POINTS_IN_7 = AS_IS, "mean points of the next 7 turns"
    POINTS = AS_IS, "mean points until the sheet is full"
    FULL_IN_1 = AS_IS, "chance that the sheet is full after the next turn"
    FULL_IN_2 = AS_IS, "chance that the sheet is full after 2 turns"
    FULL_IN_3 = AS_IS, "chance that the sheet is full after 3 turns"
    FULL_IN_4 = AS_IS, "chance that the sheet is full after 4 turns"
    FULL_IN_6 = AS_IS, "chance that the sheet is full after 6 turns"
    FULL_IN_8 = AS_IS, "chance that the sheet is full after 8 turns"


class RowInputs(Features):
    """Input features for the state of a seat's current row."""

    WAIT = AS_IS, "1 if the other seat rolls next"
    IN_ROW_1 = AS_IS, "1 if the seat fills row 1"
    IN_ROW_2 = AS_IS, "1 if the seat fills row 2"
    IN_ROW_3 = AS_IS, "1 if the seat fills row 3"
    IN_ROW_4 = AS_IS, "1 if the seat fills row 4"
    IN_ROW_5 = AS_IS, "1 if the seat fills row 5"
    EMPTY_1 = AS_IS, "1 if cell 1 of that row is empty"
    EMPTY_2 = AS_IS, "1 if cell 2 of that row is empty"
    EMPTY_3 = AS_IS, "1 if cell 3 of that row is empty"
    EMPTY_4 = AS_IS, "1 if cell 4 of that row is empty"
    EMPTY_5 = AS_IS, "1 if cell 5 of that row is empty"
    EMPTY_6 = AS_IS, "1 if cell 6 of that row is empty"
    N_EMPTY = AS_IS, "number of empty cells of that row"
    HITS = AS_IS, "hits of that row"
    HITS_BY_EMPTY = AS_IS, "hits times empty cells"
    HITS_SQUARED = AS_IS, "hits squared"


class MatchInputs(Features):
    """Input features for the match as a whole."""

    LEAD = 20.0, "points ahead of the other seat"


N_INPUTS = len(TURN_COSTS) * len(PaceInputs) + len(RowInputs)


@kernel
def follow_states(rows: Pace, starts: Pace, out: Pace) -> None:
    """Write the pace for the rest of the sheet, starting from each state, to `out`.

    A pace consists of the mean points gained and the probability that the sheet becomes full, by number of turns.
    `rows` contains the pace of each single row, and `starts` that of an empty row together with all rows below it.
    """
    for wait in range(SEATS):
        for row in range(rules.MAX_ROWS):
            below = Pace(starts.gains[row + 1], starts.ends[row + 1])
            for empty in range(1, N_MASKS):
                for hits in range(N_HITS):
                    here = Pace(rows.gains[row, wait, empty, hits], rows.ends[row, wait, empty, hits])
                    there = Pace(out.gains[wait, row, empty, hits], out.ends[wait, row, empty, hits])
                    follow_rows(here, below, wait, there)


def write_pace(rows: RowTables) -> Floats:
    """Return a seat's expected progress under a plan for each state; the last axis is in the order of `PaceInputs`."""
    pace = Pace(np.zeros((*SHAPE, N_TURNS)), np.zeros((*SHAPE, N_TURNS)))
    follow_states(rows.paces, rows.start_paces, pace)
    turns = np.arange(N_TURNS)
    mean = pace.ends @ turns
    full = pace.ends.cumsum(axis=-1)
    out = np.empty((*SHAPE, len(PaceInputs)))
    out[..., PaceInputs.TURNS] = mean
    out[..., PaceInputs.TURNS_SPREAD] = np.sqrt(np.maximum(pace.ends @ turns**2 - mean**2, 0.0))
    out[..., PaceInputs.POINTS_IN_1] = pace.gains[..., 1]
    out[..., PaceInputs.POINTS_IN_2] = pace.gains[..., 2]
    out[..., PaceInputs.POINTS_IN_4] = pace.gains[..., 4]
    out[..., PaceInputs.POINTS_IN_7] = pace.gains[..., 7]
    out[..., PaceInputs.POINTS] = pace.gains[..., -1]
    out[..., PaceInputs.FULL_IN_1] = full[..., 1]
    out[..., PaceInputs.FULL_IN_2] = full[..., 2]
    out[..., PaceInputs.FULL_IN_3] = full[..., 3]
    out[..., PaceInputs.FULL_IN_4] = full[..., 4]
    out[..., PaceInputs.FULL_IN_6] = full[..., 6]
    out[..., PaceInputs.FULL_IN_8] = full[..., 8]
    return out


def write_rows() -> Floats:
    """Return the features of the current row for each state; the last axis is in the order of `RowInputs`."""
    wait, row, empty, hits = np.indices(SHAPE)
    out = np.empty((*SHAPE, len(RowInputs)))
    out[..., RowInputs.WAIT] = wait
    for each in range(rules.MAX_ROWS):
        out[..., RowInputs.IN_ROW_1 + each] = row == each
    for cell in range(N_CELLS):
        out[..., RowInputs.EMPTY_1 + cell] = (empty >> cell) & 1
    n_empty = count_empty(empty)
    out[..., RowInputs.N_EMPTY] = n_empty
    out[..., RowInputs.HITS] = hits
    out[..., RowInputs.HITS_BY_EMPTY] = hits * n_empty
    out[..., RowInputs.HITS_SQUARED] = hits**2
    return out


def count_empty(empty: np.ndarray) -> np.ndarray:
    """Return the number of empty cells in each bit mask."""
    return np.asarray(sum((empty >> cell) & 1 for cell in range(N_CELLS)))


def write_inputs() -> Floats:
    """Return the raw features, one row per state: the `PaceInputs` for each plan, then the `RowInputs`."""
    paces = [write_pace(solve_plan(SEATS, cost)) for cost in TURN_COSTS]
    return np.concatenate([*paces, write_rows()], axis=-1).reshape(-1, N_INPUTS)


def standardize_inputs(inputs: Floats) -> Singles:
    """Standardize features over all possible states; the features of impossible states are set to 0."""
    _, _, empty, hits = np.indices(SHAPE)
    possible = ((empty > 0) & (hits + count_empty(empty) <= N_CELLS)).ravel()
    known = inputs[possible]
    standard = (inputs - known.mean(axis=0)) / (known.std(axis=0) + _NO_SPREAD)
    return np.where(possible[:, None], standard, 0.0).astype(np.float32)


@kernel
def state_code(wait: int, row: int, empty: int, hits: int) -> int:
    """Return the index of a state in the tables.

    A full row is replaced by the empty row that follows it.
    """
    if empty == 0:
        return ((wait * rules.MAX_ROWS + row + 1) * N_MASKS + FULL) * N_HITS
    return ((wait * rules.MAX_ROWS + row) * N_MASKS + empty) * N_HITS + hits


@kernel
def seat_code(sheets: Record, state: Record, seat: int) -> int:
    """Return the index of a seat's state in the tables, at the start of a turn."""
    row = state.current_row[seat]
    return state_code(wait_of(state, seat), row, empty_cells(sheets, state, seat), state.hits[seat, row])
