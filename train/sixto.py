"""Train the network of `paperdice.bots.sixto.network` in rounds of self-play: it predicts the win.

Run `python -m train.sixto`, which writes the weights for two seats to `bots/sixto/sixto.npz`. In the first round,
matches are played by the policy that values each row separately; in later ones, by the current network.
"""

from __future__ import annotations

import argparse
import sys
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from paperdice.bots.network import write_network
from paperdice.bots.sixto.features import (
    FIELDS,
    N_COLUMN_STATES,
    N_STANDINGS,
    NearInputs,
    Side,
    write_features,
)
from paperdice.bots.sixto.network import FILE, N_COLUMN_UNITS, N_HIDDEN_INPUTS, N_ROW_UNITS, N_UNITS, Network
from paperdice.bots.sixto.rows import ROWS_ALONE
from paperdice.bots.sixto.steady import make_network_policy
from paperdice.fast import streams
from paperdice.fast.compile import Ints, Record, Singles, kernel
from paperdice.fast.playout import Policy
from paperdice.games.sixto import SIXTO
from train.descent import cross_entropy, fit
from train.matches import SampleWriter

SEATS = 2
BATCH = 256
# One decision in this many is random.
STRAY = 40
SAMPLES_A_MATCH = 64
BLOCK = 50
# A round trains on the samples of at most this many rounds.
MOST_ROUNDS = 4
# One sample in this many is held out for validation.
HELD = 20

# The features come last: if they came first, numba would treat this record as a subtype of theirs, and warn.
SAMPLE = np.dtype([("share", np.float32), ("seat", np.int32), *FIELDS])


class Samples(NamedTuple):
    """Training samples: the inputs of the network and the share of the win."""

    standings: np.ndarray
    columns: np.ndarray
    near: Singles
    inputs: Singles
    share: Singles


@kernel
def take_sample(weights: Record, sheets: Record, state: Record, codes: Ints, stream: Ints, sample: Record) -> int:
    """Take a sample before every throw, from a random seat."""
    sample.seat = streams.draw(stream, state.n_seats)
    write_features(sheets, state, sample.seat, sample)
    return 1


def collect(base: Policy, seed: int, matches: int) -> np.ndarray:
    """Return samples from matches of this policy against itself, with random sheets for every block."""
    writer = SampleWriter(SIXTO, (base,), SAMPLE, take_sample, (STRAY,), SAMPLES_A_MATCH)
    names = sorted(SIXTO.sheets)
    rng = np.random.default_rng(seed)
    kept = []
    for start in range(0, matches, BLOCK):
        dealt = [SIXTO.sheets[names[n]] for n in rng.choice(len(names), SEATS, replace=False)]
        kept.append(writer.write(dealt, seed, start, BLOCK))
    return np.concatenate(kept)


def split(samples: np.ndarray) -> Samples:
    """Return samples as one array per field."""
    return Samples._make(samples[name] for name in Samples._fields)


def make_network(rng: np.random.Generator) -> Network:
    """Return a network with random weights."""

    def draw(scale: float, *shape: int) -> Singles:
        return (rng.normal(size=shape) * scale).astype(np.float32)

    return Network(
        own=draw(0.2, N_STANDINGS, N_ROW_UNITS),
        rival=draw(0.2, N_STANDINGS, N_ROW_UNITS),
        near=draw(0.5, len(NearInputs), N_ROW_UNITS),
        row_bias=draw(0.0, N_ROW_UNITS),
        columns=draw(0.1, len(Side), N_COLUMN_STATES, N_COLUMN_UNITS),
        hidden=draw(1 / N_HIDDEN_INPUTS**0.5, N_HIDDEN_INPUTS, N_UNITS),
        hidden_bias=draw(0.0, N_UNITS),
        last=draw(1 / N_UNITS**0.5, N_UNITS),
        last_bias=draw(0.0, 1),
    )


def forward(network: Network, samples: Samples) -> jax.Array:
    """Return the logits of the win probabilities, as `run_network` computes them."""
    own, rival = samples.standings[:, Side.OWN], samples.standings[:, Side.RIVAL]
    # Index −1 reads the last entry; such rows are masked out below.
    units = network.row_bias + network.own[own] + network.rival[rival] + samples.near @ network.near
    rows = jnp.sum(jax.nn.relu(units) * (own >= 0)[:, :, None], axis=1)
    columns = [jnp.sum(network.columns[side][samples.columns[:, side]], axis=1) for side in Side]
    hidden_inputs = jnp.concatenate([rows, *columns, samples.inputs], axis=1)
    hidden = jax.nn.relu(hidden_inputs @ network.hidden + network.hidden_bias)
    return jnp.asarray(hidden @ network.last + network.last_bias[0])


def loss(network: Network, samples: Samples) -> jax.Array:
    """Return the mean cross entropy of the network on samples."""
    return cross_entropy(forward(network, samples), jnp.asarray(samples.share))


def train(rounds: int, matches: int, epochs: int, seed: int) -> None:
    """Train the network in rounds, each on its own samples and those of the previous rounds, and write it."""
    rng = np.random.default_rng(seed)
    network, base = make_network(rng), ROWS_ALONE
    kept: list[np.ndarray] = []
    for number in range(rounds):
        samples = collect(base, seed + number, matches)
        n_held = len(samples) // HELD
        held = split(samples[:n_held])
        before = loss(network, held)
        kept = [*kept[-MOST_ROUNDS + 1 :], samples[n_held:]]
        network = fit(network, loss, split(np.concatenate(kept)), epochs, rng, BATCH)
        base = make_network_policy(network)
        sys.stderr.write(f"round {number}: {len(samples)} samples, loss {before:.5f} -> {loss(network, held):.5f}\n")
        write_network(FILE, SEATS, network)


def main() -> None:
    """Train the network and write its weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--matches", type=int, default=25_000)
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    train(**vars(parser.parse_args()))


if __name__ == "__main__":
    main()
