"""Trains the network of `sixto_value` in rounds: matches of a policy against itself, then descent on who won.

Run `python -m paperdice.bots.train_sixto --seats 2`; it writes the numbers for these seats to `sixto.npz` beside this
file. The first round's matches are those of the rows alone, or with `--start 2` of the network for two seats, later
ones those of the network so far.
"""

from __future__ import annotations

import argparse
import sys
from functools import partial
from typing import Any

import numpy as np

from paperdice.bots.sixto_rows import ROWS_ALONE
from paperdice.bots.sixto_value import N_INPUTS, N_NEAR, N_PLACES, N_STANDINGS, NOTE, describe, final_share, gather
from paperdice.bots.steady_sixto import FILE, make_value_policy, read_nets
from paperdice.bots.training import descend, make_choose_all
from paperdice.fast import streams
from paperdice.fast.compile import kernel, pack, record_type, tailor
from paperdice.fast.playout import Policy, make_room, pad
from paperdice.games.sixto import SIXTO, rules

ROW_UNITS = 16
COLUMN_UNITS = 8
UNITS = 32
BATCH = 256
# One decision in so many is drawn; of a match so many notes are kept at most.
STRAY = 40
MOST_NOTES = 64
BLOCK = 50
# A round learns from so many rounds at most.
MOST_ROUNDS = 4

# These names stand for something else in each kernel.
choose_all: Any = None
note_match: Any = None


def _note_match(sheets, state, key, codes, weights, stream, room, notes):
    """Plays a match, notes every throw from one seat, and gives how many notes, with who won written in."""
    values = np.empty(room.shape[1], np.float64)
    n_notes = 0
    while state.phase != rules.Phase.OVER:
        if state.phase != rules.Phase.ROLL:
            choose_all(sheets, state, codes, weights, stream, STRAY, room, values)
            rules.apply_moves(sheets, state, room[2])
            continue
        if n_notes < notes.shape[0]:
            seat = streams.draw(stream, state.n_seats)
            describe(sheets, state, seat, notes[n_notes])
            notes[n_notes].seat = seat
            n_notes += 1
        for die in range(rules.N_DICE):
            room[0, die] = streams.face(key, state.turn, rules.throw_number(state), die)
        rules.apply_roll(sheets, state, room[0])
    for number in range(n_notes):
        notes[number].share = final_share(sheets, state, notes[number].seat)
    return n_notes


def _gather_notes(sheets, state, setup, weights, room, notes):
    """Plays matches of policy 0 against itself and gives the number of notes; setup is (seed, first match, matches,
    seats)."""
    codes = np.zeros(setup[3], np.int64)
    stream = np.zeros(2, np.int64)
    n_notes = 0
    for match in range(setup[1], setup[1] + setup[2]):
        stream[0] = streams.bot_key(setup[0], match, 0)
        stream[1] = 0
        rules.start(state, setup[3], match % setup[3])
        key = streams.match_key(setup[0], match)
        most = min(n_notes + MOST_NOTES, notes.shape[0])
        n_notes += note_match(sheets, state, key, codes, weights, stream, room, notes[n_notes:most])
    return n_notes


def collect(base: Policy, seats: int, seed: int, matches: int) -> np.ndarray:
    """Gives the notes of matches of this policy against itself, the sheets drawn anew for every block."""
    name = f"sixto_{base.name}"
    match = tailor(_note_match, name, choose_all=make_choose_all(SIXTO, (base,), name))
    play = tailor(_gather_notes, name, note_match=match)
    weights = tuple(policy.weights for policy in pad((base,)))
    state = np.zeros(1, record_type(rules.STATE))[0]
    room, names = make_room(SIXTO), sorted(SIXTO.sheets)
    rng = np.random.default_rng(seed)
    kept = []
    for start in range(0, matches, BLOCK):
        dealt = [SIXTO.sheets[names[n]] for n in rng.choice(len(names), seats, replace=False)]
        notes = np.zeros(BLOCK * MOST_NOTES, NOTE)
        setup = np.array([streams.seed_word(seed), start, BLOCK, seats], np.int64)
        kept.append(notes[: play(pack(SIXTO.lay_out(dealt), rules.SHEETS)[0], state, setup, weights, room, notes)])
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
    seats, seed, rng = told.seats, told.seed, np.random.default_rng(told.seed)
    net, base = make_net(rng), ROWS_ALONE
    if told.start:
        net = tuple(part.copy() for part in read_nets()[told.start])
        base = make_value_policy(net)
    kept: list[np.ndarray] = []
    for number in range(told.rounds):
        notes = collect(base, seats, seed + number, told.matches)
        held = len(notes) // 20
        before = loss(net, notes[:held])
        kept = [*kept[-MOST_ROUNDS + 1 :], notes[held:]]
        learned = np.concatenate(kept)
        descend(net, len(learned), partial(slopes_of, net, learned), told.epochs, rng, BATCH)
        base = make_value_policy(net)
        sys.stderr.write(f"round {number}: {len(notes)} notes, loss {before:.5f} -> {loss(net, notes[:held]):.5f}\n")
        write_net(seats, net)


def write_net(seats: int, net: tuple[np.ndarray, ...]) -> None:
    """Writes the numbers for so many seats beside those for others."""
    nets = {**(read_nets() if FILE.exists() else {}), seats: net}
    named: Any = {f"{n}_{place}": part for n, parts in nets.items() for place, part in enumerate(parts)}
    np.savez(FILE, **named)


def main() -> None:
    """Trains for one number of seats and writes the numbers."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--matches", type=int, default=25_000)
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=int, default=0, help="begin with the network for so many seats")
    train(parser.parse_args())


if __name__ == "__main__":
    main()
