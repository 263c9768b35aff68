"""Trains the network of `qwixx_value`: matches of `steady` against itself and others, then descent on who won.

Run `python -m paperdice.bots.train_qwixx --seats 2`; it writes the numbers for these seats to `qwixx.npz` beside
this file. With `--again` the matches are those of the present network, else those of the bare tables.
"""

from __future__ import annotations

import argparse
import sys
from typing import Any

import numpy as np

from paperdice.bots.closed_form import CLOSED_FORM
from paperdice.bots.evolved import make_evolved
from paperdice.bots.qwixx_value import N_INPUTS, N_ROW_INPUTS, describe, final_share
from paperdice.bots.steady_qwixx import FILE, make_table_policy, make_value_policy, read_nets
from paperdice.bots.training import cross_entropy, descend, make_choose_all
from paperdice.fast import streams
from paperdice.fast.compile import kernel, pack, record_type, tailor
from paperdice.fast.playout import Policy, make_room, pad
from paperdice.games.qwixx import QWIXX, rules

Notes = tuple[np.ndarray, ...]

BATCH = 1024
# One decision in so many is drawn; so many notes are taken for each match, until they are full.
STRAY = 50
NOTES_A_MATCH = 4

# These names stand for something else in each kernel.
choose_all: Any = None

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
def take_note(tables: Any, sheets: Any, state: Any, seat: Any, note: Any) -> None:
    """Writes down what the network sees from a seat between two turns."""
    describe(tables, sheets, state, seat, note.inputs, note.rows)
    for row in range(rules.MAX_ROWS):
        note.opened[row] = 1 - state.locked[row]
    note.seat = seat


def _note_match(sheets, state, key, codes, weights, stream, every, room, notes):
    """Plays a match, notes one turn in so many from a seat of policy 0, and gives how many, with who won written in."""
    values = np.empty(room.shape[1], np.float64)
    n_notes = 0
    while state.phase != rules.Phase.OVER:
        if state.phase != rules.Phase.ROLL:
            choose_all(sheets, state, codes, weights, stream, STRAY, room, values)
            rules.apply_moves(sheets, state, room[2])
            continue
        seat = streams.draw(stream, state.n_seats)
        if streams.draw(stream, every) == 0 and codes[seat] == 0 and n_notes < notes.shape[0]:
            take_note(weights[0][:4], sheets, state, seat, notes[n_notes])
            n_notes += 1
        for die in range(rules.N_DICE):
            room[0, die] = streams.face(key, state.turn, 1, die)
        rules.apply_roll(sheets, state, room[0])
    for number in range(n_notes):
        notes[number].share = final_share(sheets, state, notes[number].seat)
    return n_notes


note_match: Any = None


def _gather(sheets, state, setup, weights, room, notes):
    """Plays matches of policy 0 against itself and others until the notes are full, and gives their number; setup is
    (seed, matches, seats, turns between notes)."""
    n_seats = setup[2]
    codes = np.zeros(n_seats, np.int64)
    stream = np.zeros(2, np.int64)
    n_notes = 0
    for match in range(setup[1]):
        if n_notes == notes.shape[0]:
            break
        stream[0] = streams.bot_key(setup[0], match, 0)
        stream[1] = 0
        for seat in range(n_seats):
            codes[seat] = max(0, streams.draw(stream, 4) - 1)
        codes[streams.draw(stream, n_seats)] = 0
        rules.start(state, n_seats, match % n_seats)
        key = streams.match_key(setup[0], match)
        n_notes += note_match(sheets, state, key, codes, weights, stream, setup[3], room, notes[n_notes:])
    return n_notes


def gather(base: Policy, seats: int, seed: int, matches: int, every: int) -> Notes:
    """Gives inputs, row inputs, open rows and shares of the win of matches between this policy and others."""
    policies = (base, make_evolved(), CLOSED_FORM)
    name = f"qwixx_{base.name}"
    match = tailor(_note_match, name, choose_all=make_choose_all(QWIXX, policies, name))
    play = tailor(_gather, name, note_match=match)
    sheets = pack(QWIXX.lay_out([QWIXX.sheets["classic"]] * seats), rules.SHEETS)[0]
    state = np.zeros(1, record_type(rules.STATE))[0]
    setup = np.array([streams.seed_word(seed), matches, seats, every], np.int64)
    notes = np.zeros(NOTES_A_MATCH * matches, NOTES)
    n = play(sheets, state, setup, tuple(policy.weights for policy in pad(policies)), make_room(QWIXX), notes)
    return notes["inputs"][:n], notes["rows"][:n], notes["opened"][:n], notes["share"][:n]


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
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--matches", type=int, default=1_200_000)
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--units", type=int, default=48)
    parser.add_argument("--every", type=int, default=4, help="one turn in so many is noted")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--again", action="store_true")
    told = parser.parse_args()
    base = make_value_policy(told.seats) if told.again else make_table_policy(told.seats)
    notes = gather(base, told.seats, told.seed, told.matches, told.every)
    held = len(notes[3]) // 20
    rng = np.random.default_rng(told.seed)
    net = make_net(rng, told.units)
    learned = tuple(each[held:] for each in notes)

    def slopes_at(which: np.ndarray) -> list[np.ndarray]:
        return slopes(net, tuple(each[which] for each in learned))

    descend(net, len(learned[3]), slopes_at, told.epochs, rng, BATCH)
    sys.stderr.write(f"{len(notes[3])} notes, loss {loss(net, tuple(each[:held] for each in notes)):.5f}\n")
    nets = read_nets() if FILE.exists() else {}
    nets[told.seats] = tuple(net)
    named: Any = {f"{seats}_{n}": part for seats, parts in nets.items() for n, part in enumerate(parts)}
    np.savez(FILE, **named)


if __name__ == "__main__":
    main()
