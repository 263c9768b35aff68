"""A small trained network that estimates the probability of winning a Qwantum match between two turns.

On the sheets of the seat and its rival, all rows pass through the same units, and so do all columns; the outputs are
summed for each sheet. The sums and the input features for the match feed one hidden layer, which outputs a logit and a
margin. `train/qwantum.py` trains the weights.
"""

from __future__ import annotations

from enum import IntEnum
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from paperdice.bots.network import (
    AT_ONCE,
    ZERO,
    Shapes,
    add_dense,
    add_rectified_dot,
    chance_of,
    read_networks,
    set_units,
)
from paperdice.bots.qwantum.features import (
    COLUMN_SCALES,
    N_COLUMN_INPUTS,
    N_INPUTS,
    N_ROW_INPUTS,
    ROW_SCALES,
    ColumnInputs,
    RowInputs,
    write_standings,
    write_thirds,
)
from paperdice.bots.qwantum.marks import COLUMNS, Marks, last_number, put_column, read_columns, view_marks
from paperdice.bots.qwantum.rerolls import Samples, make_point_weights
from paperdice.bots.qwantum.tables import N_NUMBERS, N_PARTS, Standing, stand
from paperdice.fast.compile import Floats, Record, Records, Singles, as_record, kernel, named_fields, register
from paperdice.fast.shares import make_share_of_win
from paperdice.games.qwantum import QWANTUM, rules

FILE = Path(__file__).parent / "network.npz"
# The number of seats that the network was trained for; with more seats, the strongest opponent is the rival.
TRAINED_FOR = 2
# Units for rows, and as many for columns; the sums of both encode a sheet.
N_UNITS = 16
N_SHEET_UNITS = 2 * N_UNITS
N_HIDDEN = 32
# The seat's own sheet and the rival's.
N_SHEETS = 2
MOST_LOGIT = 7.0
# A number and a distance as the network sees them: all inputs of a kind have the same scale.
SCALED = np.arange(N_NUMBERS) / ROW_SCALES[RowInputs.LAST_1]
AWAY = np.arange(rules.MAX_CELLS + 1) / COLUMN_SCALES[ColumnInputs.CELLS_AWAY]

register(rules)
share_of_win = make_share_of_win(QWANTUM)


class Network(NamedTuple):
    """The weights of the row units, the column units, the hidden layer and the output layer."""

    row_units: Singles
    row_bias: Singles
    column_units: Singles
    column_bias: Singles
    hidden: Singles
    hidden_bias: Singles
    output: Singles
    output_bias: Singles

    def shapes(self) -> Shapes:
        return {
            "row_units": (N_ROW_INPUTS, N_UNITS),
            "row_bias": (N_UNITS,),
            "column_units": (N_COLUMN_INPUTS, N_UNITS),
            "column_bias": (N_UNITS,),
            "hidden": (N_INPUTS + N_SHEETS * N_SHEET_UNITS, N_HIDDEN),
            "hidden_bias": (N_HIDDEN,),
            "output": (N_HIDDEN, len(Output)),
            "output_bias": (len(Output),),
        }


class Output(IntEnum):
    """The outputs of the last layer; the margin is used only in training."""

    LOGIT = 0
    MARGIN = 1


# The encoding of all sheets by seat, and buffers: states of columns, units of each row and of each line (a column), and
# their sums; expected final scores; indices into tables, inputs, and hidden units.
ENCODED = named_fields(
    np.dtype(
        [
            ("columns", COLUMNS, (rules.MAX_SEATS, rules.MAX_CELLS)),
            ("ends", np.float64, rules.MAX_SEATS),
            ("found", np.int64, N_PARTS),
            ("rows", np.float32, (rules.MAX_SEATS, rules.MAX_ROWS, N_UNITS)),
            ("lines", np.float32, (rules.MAX_SEATS, rules.MAX_CELLS, N_UNITS)),
            ("units", np.float32, (rules.MAX_SEATS, N_SHEET_UNITS)),
            ("inputs", np.float32, N_INPUTS),
            ("hidden", np.float32, N_HIDDEN),
        ]
    )
)


@cache
def load_network() -> Network:
    """Load the trained network bundled with the package."""
    return read_networks(FILE, Network)[TRAINED_FOR]


def tabulate(network: Network) -> Record:
    """Convert a network to the record that kernels read.

    The contributions of discrete inputs are precomputed: `rows` is indexed by next cell, last number and number of
    filled cells in the column ahead, `columns` by column and number of filled cells minus one. `ahead` contains
    the weights of the remaining row inputs (from AHEAD_LOWEST), `numbers` those of the remaining column inputs (from
    LOWEST). Inputs are added in the same order as in the network.
    """
    cells, lasts, filled = np.indices((rules.MAX_CELLS, N_NUMBERS, rules.MAX_ROWS))
    rows = network.row_bias + network.row_units[RowInputs.NEXT_1 + cells]
    rows += SCALED[lasts].astype(np.float32)[..., None] * network.row_units[RowInputs.LAST_1 + cells]
    ahead = (filled / ROW_SCALES[RowInputs.AHEAD_FILLED]).astype(np.float32)[..., None]
    rows += ahead * network.row_units[RowInputs.AHEAD_FILLED]
    rows += (filled > 0)[..., None] * network.row_units[RowInputs.AHEAD_BEGUN]
    cells, filled = np.indices((rules.MAX_CELLS, rules.MAX_ROWS - 1))
    columns = network.column_bias + network.column_units[ColumnInputs.COLUMN_1 + cells]
    columns += network.column_units[ColumnInputs.FILLED_1 + filled]
    return as_record(
        rows=rows,
        ahead=network.row_units[RowInputs.AHEAD_LOWEST :],
        columns=columns,
        numbers=network.column_units[ColumnInputs.LOWEST :],
        hidden=network.hidden,
        hidden_bias=network.hidden_bias,
        last=network.output[:, Output.LOGIT],
        last_bias=network.output_bias,
    )


def make_chance_weights(learned: Floats, network: Network, quick: Samples, samples: Samples) -> Record:
    """Pack tables, sample rolls and a network for a policy that maximizes the probability of winning."""
    return make_point_weights(learned, quick, samples, network=tabulate(network))


@kernel
def encode_row(network: Record, marks: Marks, columns: Records, row: int, out: Singles) -> None:
    """Write the activations of a row's units to `out`: ReLU(inputs · weights + bias), or 0 if the row is full."""
    cell = marks.next_cell[row]
    if cell == rules.MAX_CELLS:
        out[:] = ZERO
        return
    last = last_number(marks, row)
    ahead = columns[cell]
    is_begun = 1.0 if ahead.n_filled > 0 else 0.0
    lowest = np.float32(SCALED[ahead.lowest])
    rise = np.float32(is_begun * (SCALED[ahead.lowest] - SCALED[last]))
    second = np.float32(SCALED[ahead.second])
    start, weights = network.rows[cell, last, ahead.n_filled], network.ahead
    for unit in range(N_UNITS):
        total = start[unit] + lowest * weights[0, unit] + rise * weights[1, unit] + second * weights[2, unit]
        out[unit] = max(total, ZERO)


@kernel
def encode_column(network: Record, marks: Marks, columns: Records, cell: int, out: Singles) -> None:
    """Write the activations of a column's units to `out`: ReLU(inputs · weights + bias).

    They are 0 if the column is empty or full.
    """
    column = columns[cell]
    if column.n_filled == 0 or column.n_filled == rules.MAX_ROWS:
        out[:] = ZERO
        return
    lowest, second = np.float32(SCALED[column.lowest]), np.float32(SCALED[column.second])
    gap = np.float32(SCALED[column.second - column.lowest] if column.second > 0 else 0.0)
    of_three = lowest if column.n_filled == rules.MAX_ROWS - 1 else ZERO
    away, most = ZERO, 0
    for row in range(rules.MAX_ROWS):
        further = max(0, cell + 1 - marks.next_cell[row])
        away = np.float32(away + AWAY[further])
        most = max(most, further)
    most_away = np.float32(AWAY[most])
    start, weights = network.columns[cell, column.n_filled - 1], network.numbers
    for unit in range(N_UNITS):
        total = start[unit] + lowest * weights[0, unit] + second * weights[1, unit] + gap * weights[2, unit]
        total = total + of_three * weights[3, unit] + away * weights[4, unit] + most_away * weights[5, unit]
        out[unit] = max(total, ZERO)


@kernel
def add_up(rows: Singles, lines: Singles, out: Singles) -> None:
    """Write the summed units of a sheet to `out`: the sum over its rows, then the sum over its columns."""
    for unit in range(N_UNITS):
        total = ZERO
        for row in range(rules.MAX_ROWS):
            total += rows[row, unit]
        out[unit] = total
    for unit in range(N_UNITS):
        total = ZERO
        for cell in range(rules.MAX_CELLS):
            total += lines[cell, unit]
        out[N_UNITS + unit] = total


@kernel
def encode_sheet(network: Record, state: Record, seat: int, encoded: Record) -> None:
    marks, columns = view_marks(state, seat), encoded.columns[seat]
    read_columns(marks, columns)
    for row in range(rules.MAX_ROWS):
        encode_row(network, marks, columns, row, encoded.rows[seat, row])
    for cell in range(rules.MAX_CELLS):
        encode_column(network, marks, columns, cell, encoded.lines[seat, cell])
    add_up(encoded.rows[seat], encoded.lines[seat], encoded.units[seat])


@kernel
def encode_number(network: Record, state: Record, seat: int, row: int, cell: int, encoded: Record) -> None:
    """Update the encoding of a sheet after the last number in a row has changed.

    This affects the row, the column of the cell, and any other rows whose next cell is in that column.
    """
    marks, columns = view_marks(state, seat), encoded.columns[seat]
    put_column(marks, cell, columns)
    for one in range(rules.MAX_ROWS):
        if one == row or marks.next_cell[one] == cell:
            encode_row(network, marks, columns, one, encoded.rows[seat, one])
    encode_column(network, marks, columns, cell, encoded.lines[seat, cell])
    add_up(encoded.rows[seat], encoded.lines[seat], encoded.units[seat])


@kernel
def add_sheets(own: Singles, theirs: Singles, weights: Singles, out: Singles) -> None:
    """Add the weighted units of both sheets to the hidden layer; their weights come after those of the match features.

    out[j] += Σ_k (own[k] · weights[N_INPUTS + k, j] + theirs[k] · weights[N_INPUTS + N_SHEET_UNITS + k, j])
    """
    for start in range(0, N_SHEET_UNITS, AT_ONCE):
        for j in range(len(out)):
            total = out[j]
            for more in range(AT_ONCE):
                k = start + more
                total += own[k] * weights[N_INPUTS + k, j] + theirs[k] * weights[N_INPUTS + N_SHEET_UNITS + k, j]
            out[j] = total


@kernel
def logit_of(network: Record, inputs: Singles, own: Singles, theirs: Singles, hidden: Singles) -> float:
    """Return the logit of the probability of winning, limited to ±MOST_LOGIT; `hidden` is a buffer."""
    set_units(network.hidden_bias, hidden)
    add_dense(inputs, network.hidden, hidden)
    add_sheets(own, theirs, network.hidden, hidden)
    logit = add_rectified_dot(hidden, network.last, network.last_bias[Output.LOGIT])
    return min(max(float(logit), -MOST_LOGIT), MOST_LOGIT)


@kernel
def final_logit(sheets: Record, state: Record, seat: int) -> float:
    """Return the outcome of a finished match for a seat as a logit; a win or loss is ±MOST_LOGIT."""
    share = share_of_win(sheets, state, seat)
    if 0.0 < share < 1.0:
        return float(np.log(share / (1.0 - share)))
    return MOST_LOGIT if share == 1.0 else -MOST_LOGIT


@kernel
def find_rival(ends: Floats, n_seats: int, seat: int) -> int:
    """Return the opponent with the highest expected final score (`ends`); in a tie, the first one."""
    rival = -1
    for other in range(n_seats):
        if other != seat and (rival < 0 or ends[other] > ends[rival]):
            rival = other
    return rival


@kernel
def encoded_rival(learned: Floats, sheets: Record, state: Record, seat: int, encoded: Record) -> int:
    """Return the rival of a seat and write all expected final scores to `encoded`; all sheets must be encoded."""
    for other in range(state.n_seats):
        encoded.ends[other] = stand(learned, sheets, state, other, encoded.columns[other], encoded.found[:]).end
    return find_rival(encoded.ends, state.n_seats, seat)


@kernel
def win_logit(weights: Record, sheets: Record, state: Record, seat: int, rival: int, encoded: Record) -> float:
    """Return the logit of the seat's probability of winning after a turn; all sheets must be encoded.

    If the match continues, also write the expected final scores of the seat and its rival to `encoded`.
    """
    if rules.end_reason(sheets, state) != rules.End.NONE:
        return final_logit(sheets, state, seat)
    own, theirs = (
        encoded_standing(weights, sheets, state, seat, encoded),
        encoded_standing(weights, sheets, state, rival, encoded),
    )
    encoded.ends[seat] = own.end
    encoded.ends[rival] = theirs.end
    return logit_between(weights, sheets, state, seat, rival, own, theirs, encoded)


@kernel
def encoded_standing(weights: Record, sheets: Record, state: Record, seat: int, encoded: Record) -> Standing:
    """Return the standing of a seat (a summary of its sheet); the sheet must already be encoded."""
    return stand(weights.learned, sheets, state, seat, encoded.columns[seat], encoded.found[:])


@kernel
def logit_between(
    weights: Record,
    sheets: Record,
    state: Record,
    seat: int,
    rival: int,
    own: Standing,
    theirs: Standing,
    encoded: Record,
) -> float:
    """Return the logit of winning an unfinished match, given the standings of the seat and its rival."""
    write_standings(state, seat, rival, own, theirs, encoded.inputs)
    write_thirds(weights.learned, sheets, state, seat, rival, theirs.end, encoded.inputs)
    return logit_of(weights.network, encoded.inputs, encoded.units[seat], encoded.units[rival], encoded.hidden)


@kernel
def encode_sheets(network: Record, state: Record, encoded: Record) -> None:
    for seat in range(state.n_seats):
        encode_sheet(network, state, seat, encoded)


@kernel
def win_chance(weights: Record, sheets: Record, state: Record, seat: int) -> float:
    """Return the seat's probability of winning at the start of a turn."""
    return encode_and_judge(weights, sheets, state, seat, np.empty(1, ENCODED))


@kernel
def encode_and_judge(weights: Record, sheets: Record, state: Record, seat: int, scratch: Records) -> float:
    """Encode all sheets and return the seat's probability of winning.

    `scratch` is an array because a record alone would not keep its memory alive.
    """
    encoded = scratch[0]
    encode_sheets(weights.network, state, encoded)
    rival = encoded_rival(weights.learned, sheets, state, seat, encoded)
    return chance_of(win_logit(weights, sheets, state, seat, rival, encoded))
