"""Train the value network of Qwantum on self-play: it predicts the win and the margin.

Run `python -m train.qwantum`; it writes the weights to `bots/qwantum/network.npz`. In the first round the table policy
plays, in later ones the current network; each round trains on all samples so far.
"""

from __future__ import annotations

import argparse
import sys
import time
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from paperdice.bots.network import write_network
from paperdice.bots.qwantum import features
from paperdice.bots.qwantum.marks import COLUMNS, read_columns, view_marks
from paperdice.bots.qwantum.network import (
    FILE,
    N_HIDDEN,
    N_SHEET_UNITS,
    N_SHEETS,
    N_UNITS,
    TRAINED_FOR,
    Network,
    Output,
    find_rival,
    share_of_win,
)
from paperdice.bots.qwantum.points import make_table_policy
from paperdice.bots.qwantum.steady import make_chance_policy, make_quick_policy
from paperdice.bots.qwantum.tables import expected_points
from paperdice.fast import streams
from paperdice.fast.compile import Floats, Ints, Record, Singles, kernel
from paperdice.fast.playout import Policy
from paperdice.games.qwantum import QWANTUM, rules
from train.descent import cross_entropy, fit
from train.matches import SampleWriter

BATCH = 1024
# One sample in this many is held out for validation.
HELD_OUT = 20
# One decision about marks in this many is random, with one of the values per match.
STRAYS = (8, 25, 80)
# One turn in this many is sampled.
EVERY = 2
SAMPLES_A_MATCH = 20
# The unit of margins, in points.
MARGIN = 15.0
# The weight of half the squared error of the margin in the loss.
MARGIN_PART = 0.3
# The initial scale of the output weights, so that the first probabilities are close to even.
OUTPUT_START = 0.3
# The sheets of a sample.
OWN, THEIRS = range(N_SHEETS)

SAMPLE = np.dtype(
    [
        ("inputs", np.float32, features.N_INPUTS),
        ("rows", np.float32, (N_SHEETS, rules.MAX_ROWS, features.N_ROW_INPUTS)),
        ("columns", np.float32, (N_SHEETS, rules.MAX_CELLS, features.N_COLUMN_INPUTS)),
        ("is_row", np.float32, (N_SHEETS, rules.MAX_ROWS)),
        ("is_column", np.float32, (N_SHEETS, rules.MAX_CELLS)),
        ("share", np.float32),
        ("margin", np.float32),
        ("seat", np.int64),
    ]
)


class Samples(NamedTuple):
    """Training samples: the inputs of the network, the open rows and columns, the share of the win, and the margin."""

    inputs: Singles
    rows: Singles
    columns: Singles
    is_row: Singles
    is_column: Singles
    share: Singles
    margin: Singles


@kernel
def sample_sheet(state: Record, seat: int, sheet: int, sample: Record) -> None:
    """Write the inputs of the rows and columns of one sheet to a sample."""
    marks = view_marks(state, seat)
    columns = np.empty(rules.MAX_CELLS, COLUMNS)
    read_columns(marks, columns)
    for cell in range(rules.MAX_CELLS):
        sample.is_column[sheet, cell] = 0.0
        if 0 < columns[cell].n_filled < rules.MAX_ROWS:
            sample.is_column[sheet, cell] = 1.0
            features.write_column(marks, columns, cell, sample.columns[sheet, cell])
    for row in range(rules.MAX_ROWS):
        sample.is_row[sheet, row] = 0.0
        if marks.next_cell[row] < rules.MAX_CELLS:
            sample.is_row[sheet, row] = 1.0
            features.write_row(marks, columns, row, sample.rows[sheet, row])


@kernel
def sample_seat(learned: Floats, sheets: Record, state: Record, seat: int, sample: Record) -> None:
    """Write all inputs of the network, as seen from a seat between two turns, to a sample."""
    ends = np.empty(rules.MAX_SEATS)
    for other in range(state.n_seats):
        ends[other] = expected_points(learned, sheets, state, other)
    rival = find_rival(ends, state.n_seats, seat)
    features.write_inputs(learned, sheets, state, seat, rival, sample.inputs)
    sample_sheet(state, seat, OWN, sample)
    sample_sheet(state, rival, THEIRS, sample)
    sample.seat = seat


@kernel
def take_sample(weights: Record, sheets: Record, state: Record, codes: Ints, stream: Ints, sample: Record) -> int:
    """Take a sample in one turn out of `EVERY` from a random seat; return 1 if a sample was written, else 0."""
    if state.again == 1 or streams.draw(stream, EVERY) != 0:
        return 0
    sample_seat(weights.learned, sheets, state, streams.draw(stream, state.n_seats), sample)
    return 1


@kernel
def close_sample(sheets: Record, state: Record, sample: Record) -> None:
    """Add the share of the win and the margin to a sample."""
    best = -1000
    for other in range(state.n_seats):
        if other != sample.seat:
            best = max(best, rules.score(sheets, state, other))
    sample.share = share_of_win(sheets, state, sample.seat)
    sample.margin = (rules.score(sheets, state, sample.seat) - best) / MARGIN


@kernel
def may_stray(state: Record) -> bool:
    """Allow random moves except for rerolls."""
    return state.phase != rules.Phase.REROLL


def gather(policy: Policy, seed: int, matches: int) -> Samples:
    """Return samples from matches of a policy against itself."""
    writer = SampleWriter(
        QWANTUM,
        (policy,),
        SAMPLE,
        take_sample,
        STRAYS,
        SAMPLES_A_MATCH,
        may_stray=may_stray,
        close_sample=close_sample,
    )
    written = writer.write([QWANTUM.sheets["classic"]] * TRAINED_FOR, seed, 0, matches)
    return Samples(*(written[name] for name in Samples._fields))


def make_network(rng: np.random.Generator) -> Network:
    """Return a network with random weights and zero biases."""
    shapes: dict[str, tuple[int, ...]] = {
        "row_units": (features.N_ROW_INPUTS, N_UNITS),
        "row_bias": (N_UNITS,),
        "column_units": (features.N_COLUMN_INPUTS, N_UNITS),
        "column_bias": (N_UNITS,),
        "hidden": (features.N_INPUTS + N_SHEETS * N_SHEET_UNITS, N_HIDDEN),
        "hidden_bias": (N_HIDDEN,),
        "output": (N_HIDDEN, len(Output)),
        "output_bias": (len(Output),),
    }
    parts = {name: rng.normal(size=shape) * np.sqrt(1.0 / shape[0]) for name, shape in shapes.items()}
    for name in shapes:
        parts[name] *= 0.0 if name.endswith("bias") else 1.0
    # Inputs about third seats start at zero, so that they have no effect if no match had a third seat.
    parts["hidden"][[features.Inputs.THIRDS, features.Inputs.THIRD_NEAR]] = 0.0
    parts["output"] *= OUTPUT_START
    return Network(**{name: part.astype(np.float32) for name, part in parts.items()})


def add_units(inputs: Singles, is_open: Singles, weights: Singles, bias: Singles) -> jax.Array:
    """Return the sum of the hidden units of all open rows or columns of a sheet."""
    units = jax.nn.relu(inputs @ weights + bias)
    return jnp.sum(units * is_open[..., None], axis=2)


def forward(network: Network, samples: Samples) -> jax.Array:
    """Return the outputs of the network on samples, with the formulas of `paperdice.bots.qwantum.network`."""
    rows = add_units(samples.rows, samples.is_row, network.row_units, network.row_bias)
    columns = add_units(samples.columns, samples.is_column, network.column_units, network.column_bias)
    sheets = jnp.concatenate([rows, columns], axis=2).reshape(len(samples.inputs), -1)
    hidden = jnp.concatenate([samples.inputs, sheets], axis=1) @ network.hidden + network.hidden_bias
    return jax.nn.relu(hidden) @ network.output + network.output_bias


def losses(network: Network, samples: Samples) -> tuple[jax.Array, jax.Array]:
    """Return the mean cross entropy of the win and the mean squared error of the margin."""
    outputs = forward(network, samples)
    error = outputs[:, Output.MARGIN] - samples.margin
    return cross_entropy(outputs[:, Output.LOGIT], jnp.asarray(samples.share)), jnp.mean(error**2)


def loss(network: Network, samples: Samples) -> jax.Array:
    """Return the training loss: the cross entropy of the win plus a weighted squared error of the margin."""
    entropy, squared = losses(network, samples)
    return entropy + MARGIN_PART * squared / 2


def train(matches: int, rounds: int, epochs: int, seed: int) -> Network:
    """Train a network in rounds of self-play and return it."""
    rng = np.random.default_rng(seed)
    samples = gather(make_table_policy(), seed, matches)
    network = make_network(rng)
    for number in range(rounds):
        started = time.perf_counter()
        if number > 0:
            more = gather(make_quick_policy(make_chance_policy(network)), seed + number, matches)
            samples = Samples(*(np.concatenate(parts) for parts in zip(samples, more, strict=True)))
            network = make_network(rng)
        gathered = time.perf_counter()
        n_learned = len(samples.inputs) - len(samples.inputs) // HELD_OUT
        network = fit(network, loss, Samples(*(part[:n_learned] for part in samples)), epochs, rng, BATCH)
        entropy, squared = losses(network, Samples(*(part[n_learned:] for part in samples)))
        seconds = gathered - started, time.perf_counter() - gathered
        sys.stderr.write(
            f"round {number + 1}: {len(samples.inputs)} samples, loss {float(entropy):.5f}, squared error of the "
            f"margin {float(squared):.5f}, {seconds[0]:.0f} + {seconds[1]:.0f} s\n"
        )
    return network


def main() -> None:
    """Train the network and write its weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=36_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--seed", type=int, default=11)
    chosen = parser.parse_args()
    network = train(chosen.matches, chosen.rounds, chosen.epochs, chosen.seed)
    write_network(FILE, TRAINED_FOR, network)


if __name__ == "__main__":
    main()
