"""Trains the network of `steady` for Qwixx: matches of `steady` against itself and others, then descent on who won.

Run `python -m train.qwixx --seats 2`; it writes the numbers for these seats to `bots/qwixx/qwixx.npz`. With
`--again` the matches are those of the present network, else those of the bare tables.
"""

from __future__ import annotations

import argparse
import sys
from typing import Any

import numpy as np

from paperdice.bots.nets import write_net
from paperdice.bots.qwixx.closed_form import CLOSED_FORM
from paperdice.bots.qwixx.evolved import make_evolved
from paperdice.bots.qwixx.policy import N_INPUTS, N_ROW_INPUTS, describe
from paperdice.bots.qwixx.steady import make_steady, make_table_policy
from paperdice.bots.training import Writer, cross_entropy, descend
from paperdice.fast import streams
from paperdice.fast.compile import kernel
from paperdice.fast.playout import Policy
from paperdice.games.qwixx import QWIXX, rules

Notes = tuple[np.ndarray, ...]

BATCH = 1024
# One decision in so many is drawn, one turn in so many is noted; there is room for so many notes a match.
STRAY = 50
EVERY = 4
NOTES_A_MATCH = 4

NOTES = np.dtype(
    [
        ("inputs", np.float32, N_INPUTS),
        ("rows", np.float32, (rules.MAX_ROWS, N_ROW_INPUTS)),
        ("opened", np.float32, rules.MAX_ROWS),
        ("share", np.float32),
        ("seat", np.int64),
    ]
)


@kernel
def describe_note(tables: Any, sheets: Any, state: Any, seat: Any, note: Any) -> None:
    """Writes down what the network sees from a seat between two turns."""
    describe(tables, sheets, state, seat, note.inputs, note.rows)
    for row in range(rules.MAX_ROWS):
        note.opened[row] = 1 - state.locked[row]
    note.seat = seat


@kernel
def take_note(weights: Any, sheets: Any, state: Any, codes: Any, stream: Any, note: Any) -> Any:
    """Writes down one turn in so many, from a seat of policy 0."""
    seat = streams.draw(stream, state.n_seats)
    if streams.draw(stream, EVERY) != 0 or codes[seat] != 0:
        return 0
    describe_note(weights[:4], sheets, state, seat, note)
    return 1


@kernel
def seat_mixed(codes: Any, stream: Any) -> None:
    """Seats policy 0 in half of the places and at least once, others in the rest."""
    for seat in range(codes.shape[0]):
        codes[seat] = max(0, streams.draw(stream, 4) - 1)
    codes[streams.draw(stream, codes.shape[0])] = 0


def gather(base: Policy, seats: int, seed: int, matches: int) -> Notes:
    """Gives inputs, row inputs, open rows and shares of the win of matches between this policy and others."""
    policies = (base, make_evolved(), CLOSED_FORM)
    writer = Writer(QWIXX, policies, NOTES, take_note, (STRAY,), NOTES_A_MATCH, seat_mixed)
    notes = writer.write([QWIXX.sheets["classic"]] * seats, seed, 0, matches)
    return notes["inputs"], notes["rows"], notes["opened"], notes["share"]


def shapes_of(units: int) -> tuple[tuple[int, ...], ...]:
    """Gives the shapes of the parts of a network; rows have half as many units."""
    of_row = units // 2
    return ((N_ROW_INPUTS, of_row), (of_row,), (N_INPUTS + of_row, units), (units,), (units,), (1,))


def make_net(rng: np.random.Generator, units: int) -> list[np.ndarray]:
    """Gives random numbers to start from."""
    shapes = shapes_of(units)
    net = [rng.normal(size=shape) * np.sqrt(1.0 / shape[0]) for shape in shapes]
    for bias in (1, 3, 5):
        net[bias] *= 0.0
    return [part.astype(np.float32) for part in net]


def forward(net: list[np.ndarray], inputs: np.ndarray, row_inputs: np.ndarray, opened: np.ndarray) -> Any:
    """Runs the network over many notes and gives all its layers."""
    flat = row_inputs.reshape(-1, N_ROW_INPUTS)
    units = np.maximum(flat @ net[0] + net[1], 0) * opened.reshape(-1, 1)
    everything = np.concatenate([inputs, units.reshape(len(inputs), rules.MAX_ROWS, -1).sum(axis=1)], axis=1)
    hidden = np.maximum(everything @ net[2] + net[3], 0)
    chance = 1 / (1 + np.exp(-(hidden @ net[4] + net[5][0])))
    return flat, units, everything, hidden, chance


def slopes(net: list[np.ndarray], notes: Notes) -> list[np.ndarray]:
    """Gives the slope of the loss by every number of the network."""
    inputs, row_inputs, opened, targets = notes
    flat, units, everything, hidden, chance = forward(net, inputs, row_inputs, opened)
    out = (chance - targets) / len(targets)
    into_hidden = np.outer(out, net[4]) * (hidden > 0)
    into_gathered = into_hidden @ net[2][N_INPUTS:].T
    into_units = np.repeat(into_gathered, rules.MAX_ROWS, axis=0) * (units > 0)
    return [
        flat.T @ into_units,
        into_units.sum(axis=0),
        everything.T @ into_hidden,
        into_hidden.sum(axis=0),
        hidden.T @ out,
        out.sum(keepdims=True),
    ]


def loss(net: list[np.ndarray], notes: Notes) -> float:
    """Gives the mean cross entropy of the network on notes."""
    return cross_entropy(forward(net, *notes[:3])[-1], notes[3])


def main() -> None:
    """Trains for one number of seats and writes the numbers."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seats", type=int, default=2, choices=QWIXX.seats[1:])
    parser.add_argument("--matches", type=int, default=1_200_000)
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--units", type=int, default=48)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--again", action="store_true")
    told = parser.parse_args()
    base = make_steady(told.seats) if told.again else make_table_policy(told.seats)
    notes = gather(base, told.seats, told.seed, told.matches)
    held = len(notes[3]) // 20
    rng = np.random.default_rng(told.seed)
    net = make_net(rng, told.units)
    learned = tuple(each[held:] for each in notes)

    def slopes_at(which: np.ndarray) -> list[np.ndarray]:
        return slopes(net, tuple(each[which] for each in learned))

    descend(net, len(learned[3]), slopes_at, told.epochs, rng, BATCH)
    sys.stderr.write(f"{len(notes[3])} notes, loss {loss(net, tuple(each[:held] for each in notes)):.5f}\n")
    write_net("qwixx/qwixx", told.seats, net)


if __name__ == "__main__":
    main()
