"""Train the network of `steady` for Qwixx: it predicts the win, on matches of `steady` against itself and other bots.

Run `python -m train.qwixx --seats 2`; it writes the weights for this number of seats to `bots/qwixx/qwixx.npz`. With
`--again` the current network plays the matches, otherwise the table policy.
"""

from __future__ import annotations

import argparse
import sys
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from paperdice.bots.network import write_network
from paperdice.bots.qwixx.closed_form import CLOSED_FORM
from paperdice.bots.qwixx.evolved import make_evolved
from paperdice.bots.qwixx.features import N_INPUTS, N_ROW_INPUTS, write_features
from paperdice.bots.qwixx.network import FILE, N_ROW_UNITS, N_UNITS, Network
from paperdice.bots.qwixx.steady import SteadyWeights, TableWeights, make_steady, make_table_policy
from paperdice.fast import streams
from paperdice.fast.compile import Ints, Record, Singles, kernel
from paperdice.fast.playout import Policy
from paperdice.games.qwixx import QWIXX, rules
from train.descent import cross_entropy, fit
from train.matches import SampleWriter

BATCH = 1024
# One decision in `STRAY` is random, one turn in `EVERY` is sampled.
STRAY = 50
EVERY = 4
SAMPLES_A_MATCH = 4
# One sample in this many is held out for validation.
HELD_OUT = 20

SAMPLE = np.dtype(
    [
        ("inputs", np.float32, N_INPUTS),
        ("rows", np.float32, (rules.MAX_ROWS, N_ROW_INPUTS)),
        ("opened", np.float32, rules.MAX_ROWS),
        ("share", np.float32),
        ("seat", np.int64),
    ]
)


class Samples(NamedTuple):
    """Training samples: the inputs of the network, which rows are open, and the share of the win."""

    inputs: Singles
    rows: Singles
    opened: Singles
    shares: Singles


@kernel
def take_sample(
    weights: TableWeights | SteadyWeights, sheets: Record, state: Record, codes: Ints, stream: Ints, sample: Record
) -> int:
    """Take a sample in one turn out of `EVERY` from a seat of policy 0; return 1 if a sample was written, else 0."""
    seat = streams.draw(stream, state.n_seats)
    if streams.draw(stream, EVERY) != 0 or codes[seat] != 0:
        return 0
    write_features(weights.tables, sheets, state, seat, sample.inputs, sample.rows)
    for row in range(rules.MAX_ROWS):
        sample.opened[row] = 1 - state.locked[row]
    sample.seat = seat
    return 1


@kernel
def seat_mixed(codes: Ints, stream: Ints) -> None:
    """Assign policy 0 to half of the seats, but at least one, and policies 1 and 2 to the others."""
    for seat in range(codes.shape[0]):
        codes[seat] = max(0, streams.draw(stream, 4) - 1)
    codes[streams.draw(stream, codes.shape[0])] = 0


def gather(base: Policy, seats: int, seed: int, matches: int) -> Samples:
    """Return samples from matches between this policy and others."""
    policies = (base, make_evolved(), CLOSED_FORM)
    writer = SampleWriter(QWIXX, policies, SAMPLE, take_sample, (STRAY,), SAMPLES_A_MATCH, seat_mixed)
    written = writer.write([QWIXX.sheets["classic"]] * seats, seed, 0, matches)
    return Samples(written["inputs"], written["rows"], written["opened"], written["share"])


# The shapes of the parts of a network.
SHAPES: tuple[tuple[int, ...], ...] = (
    *((N_ROW_INPUTS, N_ROW_UNITS), (N_ROW_UNITS,)),
    *((N_INPUTS + N_ROW_UNITS, N_UNITS), (N_UNITS,), (N_UNITS,), (1,)),
)


def make_network(rng: np.random.Generator) -> Network:
    """Return a network with random weights and zero biases."""
    drawn = (rng.normal(size=shape) * np.sqrt(1.0 / shape[0]) for shape in SHAPES)
    network = Network(*(part.astype(np.float32) for part in drawn))
    for bias in (network.row_bias, network.bias, network.last_bias):
        bias[:] = 0.0
    return network


def forward(network: Network, samples: Samples) -> jax.Array:
    """Return the logits of the network on samples, with the formula of `run_network`."""
    units = jax.nn.relu(samples.rows @ network.row_weights + network.row_bias)
    rows = jnp.sum(units * samples.opened[:, :, None], axis=1)
    hidden = jax.nn.relu(jnp.concatenate([samples.inputs, rows], axis=1) @ network.weights + network.bias)
    logits: jax.Array = hidden @ network.last_weights + network.last_bias[0]
    return logits


def loss(network: Network, samples: Samples) -> jax.Array:
    """Return the mean cross entropy of the network on samples."""
    return cross_entropy(forward(network, samples), jnp.asarray(samples.shares))


def main() -> None:
    """Train the network for one number of seats and write its weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seats", type=int, default=2, choices=QWIXX.seats[1:])
    parser.add_argument("--matches", type=int, default=1_200_000)
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--again", action="store_true")
    chosen = parser.parse_args()
    base = make_steady(chosen.seats) if chosen.again else make_table_policy(chosen.seats)
    samples = gather(base, chosen.seats, chosen.seed, chosen.matches)
    held = len(samples.shares) // HELD_OUT
    rng = np.random.default_rng(chosen.seed)
    start = make_network(rng)
    network = fit(start, loss, Samples(*(part[held:] for part in samples)), chosen.epochs, rng, BATCH)
    left = float(loss(network, Samples(*(part[:held] for part in samples))))
    sys.stderr.write(f"{len(samples.shares)} samples, loss {left:.5f}\n")
    write_network(FILE, chosen.seats, network)


if __name__ == "__main__":
    main()
