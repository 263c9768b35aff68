"""Trains the network of Qwantum: matches of `steady` against itself, then descent on who won and by how much.

Run `python -m train.qwantum`; it writes the numbers to `bots/qwantum/network.npz`.
The first matches are those of the tables, those of later rounds are the network's own; each round learns from all
notes so far.
"""

from __future__ import annotations

import argparse
import sys
import time
from functools import partial
from typing import Any

import numpy as np

from paperdice.bots.qwantum import features, value
from paperdice.bots.qwantum.marks import view_marks
from paperdice.bots.qwantum.points import make_table_policy
from paperdice.bots.qwantum.policy import make_quick_policy
from paperdice.bots.training import Writer, cross_entropy, descend
from paperdice.bots.weights import write_network
from paperdice.fast import streams
from paperdice.fast.compile import kernel, tailor
from paperdice.fast.playout import Policy
from paperdice.games.qwantum import QWANTUM, rules

SEATS = 2
HIDDEN = 32
BATCH = 1024
# One pick or share in so many is drawn, by match; one turn in so many is noted, with room for so many notes a match; a
# margin of so many points counts as one.
STRAY = (8, 25, 80)
EVERY = 2
NOTES_A_MATCH = 20
MARGIN = 15.0
# What the margin counts in the loss beside the win.
MARGIN_PART = 0.3

# This name stands for a policy's in each kernel.
rate: Any = None

NOTES = np.dtype(
    [
        ("inputs", np.float32, features.N_INPUTS),
        ("rows", np.float32, (2, rules.MAX_ROWS, features.N_ROW_INPUTS)),
        ("columns", np.float32, (2, rules.MAX_CELLS, features.N_COLUMN_INPUTS)),
        ("is_row", np.float32, (2, rules.MAX_ROWS)),
        ("is_column", np.float32, (2, rules.MAX_CELLS)),
        ("share", np.float32),
        ("margin", np.float32),
        ("seat", np.int64),
    ]
)


@kernel
def note_sheet(state: Any, seat: Any, place: Any, note: Any) -> None:
    """Writes down the rows and columns of one sheet."""
    marks = view_marks(state, seat)
    columns = np.empty(rules.MAX_CELLS, features.COLUMNS)
    features.read_columns(marks, columns)
    for column in range(rules.MAX_CELLS):
        note.is_column[place, column] = 0.0
        if 0 < columns[column].n_filled < rules.MAX_ROWS:
            note.is_column[place, column] = 1.0
            features.write_column(marks, columns, column, note.columns[place, column])
    for row in range(rules.MAX_ROWS):
        note.is_row[place, row] = 0.0
        if marks.next_cell[row] < rules.MAX_CELLS:
            note.is_row[place, row] = 1.0
            features.write_row(marks, columns, row, note.rows[place, row])


@kernel
def describe_note(learned: Any, sheets: Any, state: Any, seat: Any, note: Any) -> None:
    """Writes down what the network sees from a seat between two turns."""
    rival = value.find_rival(learned, sheets, state, seat)
    features.write_inputs(learned, sheets, state, seat, rival, note.inputs)
    note_sheet(state, seat, 0, note)
    note_sheet(state, rival, 1, note)
    note.seat = seat


def _choose_all(sheets, state, codes, weights, stream, stray, room, values):
    """Lets every seat choose; now and then one draws, so that the network also sees what good play avoids."""
    moves = room[1]
    for seat in range(state.n_seats):
        room[2, seat] = 0
        n = rules.legal_moves(sheets, state, seat, moves)
        if n > 1:
            if state.phase != rules.Phase.REROLL and streams.draw(stream, stray) == 0:
                room[2, seat] = moves[streams.draw(stream, n)]
            else:
                rate(weights[0], sheets, state, seat, moves, n, values)
                room[2, seat] = moves[np.argmax(values[:n])]


@kernel
def take_note(weights: Any, sheets: Any, state: Any, codes: Any, stream: Any, note: Any) -> Any:
    """Writes down one turn in so many, from one seat."""
    if state.again == 1 or streams.draw(stream, EVERY) != 0:
        return 0
    describe_note(weights.learned, sheets, state, streams.draw(stream, state.n_seats), note)
    return 1


@kernel
def close_note(sheets: Any, state: Any, note: Any) -> None:
    """Adds who won and by how much."""
    best = -1000
    for other in range(state.n_seats):
        if other != note.seat:
            best = max(best, rules.score(sheets, state, other))
    note.share = value.share_of_win(sheets, state, note.seat)
    note.margin = (rules.score(sheets, state, note.seat) - best) / MARGIN


def gather(policy: Policy, seed: int, matches: int) -> np.ndarray:
    """Gives notes of matches of a policy against itself."""
    choose = tailor(_choose_all, policy.name, rate=policy.rate)
    kernels = {"take_note": take_note, "close_note": close_note, "choose_all": choose}
    writer = Writer(QWANTUM, (policy,), NOTES, strays=STRAY, notes_a_match=NOTES_A_MATCH, **kernels)
    return writer.write([QWANTUM.sheets["classic"]] * SEATS, seed, 0, matches)


def make_net(rng: np.random.Generator) -> list[np.ndarray]:
    """Gives random numbers to start from."""
    units, top = value.N_UNITS, features.N_INPUTS + 4 * value.N_UNITS
    shapes: tuple[tuple[int, ...], ...] = ((features.N_ROW_INPUTS, units), (units,), (features.N_COLUMN_INPUTS, units))
    shapes += ((units,), (top, HIDDEN), (HIDDEN,), (HIDDEN, 2), (2,))
    net = [rng.normal(size=shape) * np.sqrt(1.0 / shape[0]) for shape in shapes]
    for bias in (1, 3, 5, 7):
        net[bias] *= 0.0
    # What is told about third seats starts from nothing, so that it counts for nothing if there were none.
    net[4][features.Inputs.THIRDS : features.N_INPUTS] = 0.0
    net[6] *= 0.3
    return [part.astype(np.float32) for part in net]


def forward(net: list[np.ndarray], notes: np.ndarray) -> Any:
    """Runs the network over many notes and gives all its layers; the last one is logit and margin."""
    n = len(notes)
    flat_rows = notes["rows"].reshape(-1, features.N_ROW_INPUTS)
    flat_columns = notes["columns"].reshape(-1, features.N_COLUMN_INPUTS)
    rows = np.maximum(flat_rows @ net[0] + net[1], 0) * notes["is_row"].reshape(-1, 1)
    columns = np.maximum(flat_columns @ net[2] + net[3], 0) * notes["is_column"].reshape(-1, 1)
    gathered = [
        rows.reshape(n, 2, rules.MAX_ROWS, -1).sum(axis=2),
        columns.reshape(n, 2, rules.MAX_CELLS, -1).sum(axis=2),
    ]
    sheets = np.concatenate(gathered, axis=2).reshape(n, -1)
    everything = np.concatenate([notes["inputs"], sheets], axis=1)
    hidden = np.maximum(everything @ net[4] + net[5], 0)
    return flat_rows, flat_columns, rows, columns, everything, hidden, hidden @ net[6] + net[7]


def slopes(net: list[np.ndarray], notes: np.ndarray) -> list[np.ndarray]:
    """Gives the slope of the loss by every number of the network."""
    flat_rows, flat_columns, rows, columns, everything, hidden, told = forward(net, notes)
    chance = 1 / (1 + np.exp(-told[:, 0]))
    out = np.stack([chance - notes["share"], MARGIN_PART * (told[:, 1] - notes["margin"])], axis=1) / len(notes)
    into_hidden = (out @ net[6].T) * (hidden > 0)
    into_sheets = (into_hidden @ net[4][features.N_INPUTS :].T).reshape(len(notes), 2, 2 * value.N_UNITS)
    into_rows = np.repeat(into_sheets[:, :, : value.N_UNITS].reshape(-1, value.N_UNITS), rules.MAX_ROWS, axis=0)
    into_columns = np.repeat(into_sheets[:, :, value.N_UNITS :].reshape(-1, value.N_UNITS), rules.MAX_CELLS, axis=0)
    into_rows *= rows > 0
    into_columns *= columns > 0
    return [
        flat_rows.T @ into_rows,
        into_rows.sum(axis=0),
        flat_columns.T @ into_columns,
        into_columns.sum(axis=0),
        everything.T @ into_hidden,
        into_hidden.sum(axis=0),
        hidden.T @ out,
        out.sum(axis=0),
    ]


def slopes_at(net: list[np.ndarray], notes: np.ndarray, which: np.ndarray) -> list[np.ndarray]:
    """Gives the slopes on the notes at these places."""
    return slopes(net, notes[which])


def losses(net: list[np.ndarray], notes: np.ndarray) -> tuple[float, float]:
    """Gives the mean cross entropy of the win and the squared error of the margin on notes."""
    told = forward(net, notes)[-1]
    entropy = cross_entropy(1 / (1 + np.exp(-told[:, 0])), notes["share"])
    return entropy, float(((told[:, 1] - notes["margin"]) ** 2).mean())


def train(matches: int, rounds: int, epochs: int, seed: int) -> list[np.ndarray]:
    """Gives a network, trained in rounds of matches."""
    rng = np.random.default_rng(seed)
    notes = gather(make_table_policy(), seed, matches)
    net: list[np.ndarray] = []
    for number in range(rounds):
        started = time.perf_counter()
        if number > 0:
            notes = np.concatenate([notes, gather(make_quick_policy(value.Network(*net)), seed + number, matches)])
        gathered = time.perf_counter()
        held, learned_from = notes[-len(notes) // 20 :], notes[: -len(notes) // 20]
        net = make_net(rng)
        descend(net, len(learned_from), partial(slopes_at, net, learned_from), epochs, rng, BATCH)
        seconds = gathered - started, time.perf_counter() - gathered
        sys.stderr.write(
            f"round {number + 1}: {len(notes)} notes, loss and squared error {losses(net, held)}, "
            f"{seconds[0]:.0f} + {seconds[1]:.0f} s\n"
        )
    return net


def main() -> None:
    """Trains and writes the numbers."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=36_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--seed", type=int, default=11)
    told = parser.parse_args()
    net = train(told.matches, told.rounds, told.epochs, told.seed)
    write_network(value.FILE, SEATS, value.Network(*net))


if __name__ == "__main__":
    main()
