"""Trains the network of `paperdice.bots.sixto.value` in rounds: matches of a policy against itself, then descent on who
won.

Run `python -m train.sixto`; it writes the numbers for two seats to `sixto.npz` into the room of its bots.
The first round's matches are those of the rows alone, later ones those of the network so far.
"""

from __future__ import annotations

import argparse
import sys
from functools import partial
from typing import Any

import numpy as np

from paperdice.bots.nets import write_net
from paperdice.bots.sixto.rows import ROWS_ALONE
from paperdice.bots.sixto.steady import make_value_policy
from paperdice.bots.sixto.value import N_INPUTS, N_NEAR, N_PLACES, N_STANDINGS, NOTE, describe, gather
from paperdice.bots.training import Writer, descend
from paperdice.fast import streams
from paperdice.fast.compile import kernel
from paperdice.fast.playout import Policy
from paperdice.games.sixto import SIXTO, rules

SEATS = 2
ROW_UNITS = 16
COLUMN_UNITS = 8
UNITS = 32
BATCH = 256
# One decision in so many is drawn; there is room for so many notes a match.
STRAY = 40
NOTES_A_MATCH = 64
BLOCK = 50
# A round learns from so many rounds at most.
MOST_ROUNDS = 4


@kernel
def take_note(weights: Any, sheets: Any, state: Any, codes: Any, stream: Any, note: Any) -> Any:
    """Writes down every throw, from one seat."""
    note.seat = streams.draw(stream, state.n_seats)
    describe(sheets, state, note.seat, note)
    return 1


def collect(base: Policy, seed: int, matches: int) -> np.ndarray:
    """Gives the notes of matches of this policy against itself, the sheets drawn anew for every block."""
    writer = Writer(SIXTO, (base,), NOTE, take_note, (STRAY,), NOTES_A_MATCH)
    names = sorted(SIXTO.sheets)
    rng = np.random.default_rng(seed)
    kept = []
    for start in range(0, matches, BLOCK):
        dealt = [SIXTO.sheets[names[n]] for n in rng.choice(len(names), SEATS, replace=False)]
        kept.append(writer.write(dealt, seed, start, BLOCK))
    return np.concatenate(kept)


def make_net(rng: np.random.Generator) -> tuple[np.ndarray, ...]:
    """Gives random numbers to start from."""
    n_seen = ROW_UNITS + 2 * COLUMN_UNITS + N_INPUTS
    shapes = (
        *((N_STANDINGS, ROW_UNITS), (N_STANDINGS, ROW_UNITS), (N_NEAR, ROW_UNITS), (ROW_UNITS,)),
        *((2, N_PLACES, COLUMN_UNITS), (n_seen, UNITS), (UNITS,), (UNITS,), (1,)),
    )
    scales = (0.2, 0.2, 0.5, 0.0, 0.1, 1 / np.sqrt(n_seen), 0.0, 1 / np.sqrt(UNITS), 0.0)
    return tuple((rng.normal(size=s) * scale).astype(np.float32) for s, scale in zip(shapes, scales, strict=True))


@kernel
def into_rows(net: Any, note: Any, back: Any, slopes: Any) -> None:
    """Adds what one note says about the units of the rows."""
    for row in range(rules.MAX_ROWS):
        mine, theirs = note.standings[0, row], note.standings[1, row]
        if mine < 0:
            continue
        for unit in range(net[3].shape[0]):
            told = net[3][unit] + net[0][mine, unit] + net[1][theirs, unit]
            for k in range(N_NEAR):
                told += note.near[row, k] * net[2][k, unit]
            if told > 0:
                slopes[0][mine, unit] += back[unit]
                slopes[1][theirs, unit] += back[unit]
                slopes[3][unit] += back[unit]
                for k in range(N_NEAR):
                    slopes[2][k, unit] += back[unit] * note.near[row, k]


@kernel
def into_columns(net: Any, note: Any, back: Any, slopes: Any) -> None:
    """Adds what one note says about the tables of the columns."""
    n_units = net[4].shape[2]
    for column in range(rules.MAX_COLUMNS):
        for unit in range(n_units):
            slopes[4][0, note.places[0, column], unit] += back[net[3].shape[0] + unit]
            slopes[4][1, note.places[1, column], unit] += back[net[3].shape[0] + n_units + unit]


@kernel
def learn(net: Any, note: Any, slopes: Any) -> Any:
    """Adds the slopes of the loss on one note by every number of the network, and gives that loss."""
    weights, last = net[5], net[7]
    seen = np.empty(weights.shape[0], np.float32)
    gather(net, note, seen)
    hidden = net[6] + seen @ weights
    chance = 1.0 / (1.0 + np.exp(-(np.maximum(hidden, np.float32(0.0)) @ last + net[8][0])))
    out = np.float32(chance - note.share)
    slopes[8][0] += out
    into = np.where(hidden > 0, out * last, np.float32(0.0))
    back = weights @ into
    for unit in range(hidden.shape[0]):
        slopes[7][unit] += out * max(hidden[unit], np.float32(0.0))
        slopes[6][unit] += into[unit]
    for k in range(weights.shape[0]):
        for unit in range(hidden.shape[0]):
            slopes[5][k, unit] += into[unit] * seen[k]
    into_rows(net, note, back, slopes)
    into_columns(net, note, back, slopes)
    sure = min(max(chance, 1e-6), 1 - 1e-6)
    return -(note.share * np.log(sure) + (1 - note.share) * np.log(1 - sure))


@kernel
def learn_batch(net: Any, notes: Any, order: Any, slopes: Any) -> Any:
    """Adds the slopes of all notes of a batch and gives the sum of their losses."""
    total = 0.0
    for number in order:
        total += learn(net, notes[number], slopes)
    return total


def slopes_of(net: tuple[np.ndarray, ...], notes: np.ndarray, which: np.ndarray) -> tuple[np.ndarray, ...]:
    """Gives the slopes of the mean loss on these notes by every number of the network."""
    slopes = tuple(np.zeros_like(part) for part in net)
    learn_batch(net, notes, which, slopes)
    return tuple(slope / len(which) for slope in slopes)


def loss(net: tuple[np.ndarray, ...], notes: np.ndarray) -> float:
    """Gives the mean cross entropy of the network on notes."""
    slopes = tuple(np.zeros_like(part) for part in net)
    return float(learn_batch(net, notes, np.arange(len(notes)), slopes) / len(notes))


def train(told: argparse.Namespace) -> None:
    """Trains the network in rounds, each on the matches of the last one and of those before, and writes it."""
    seed, rng = told.seed, np.random.default_rng(told.seed)
    net, base = make_net(rng), ROWS_ALONE
    kept: list[np.ndarray] = []
    for number in range(told.rounds):
        notes = collect(base, seed + number, told.matches)
        held = len(notes) // 20
        before = loss(net, notes[:held])
        kept = [*kept[-MOST_ROUNDS + 1 :], notes[held:]]
        learned = np.concatenate(kept)
        descend(net, len(learned), partial(slopes_of, net, learned), told.epochs, rng, BATCH)
        base = make_value_policy(net)
        sys.stderr.write(f"round {number}: {len(notes)} notes, loss {before:.5f} -> {loss(net, notes[:held]):.5f}\n")
        write_net("sixto/sixto", SEATS, net)


def main() -> None:
    """Trains and writes the numbers."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--matches", type=int, default=25_000)
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    train(parser.parse_args())


if __name__ == "__main__":
    main()
