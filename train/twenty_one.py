"""Train the network of `paperdice.bots.twenty_one.network`: it predicts the win between two seats.

Run `python -m train.twenty_one`, then once more with `--again`; each run writes `bots/twenty_one/twenty_one.npz`. In
the first run the plan policies play, in the second the plan policy and the network of the first run.
"""

from __future__ import annotations

import argparse
import sys
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from paperdice.bots.network import read_networks, write_network
from paperdice.bots.twenty_one.features import N_INPUTS, SEATS, seat_code, standardize_inputs, write_inputs
from paperdice.bots.twenty_one.network import FILE, LEAD_UNIT, Network
from paperdice.bots.twenty_one.steady import make_chance_policy, make_plan_policy
from paperdice.fast import streams
from paperdice.fast.compile import Ints, Record, Singles, kernel
from paperdice.fast.playout import MAX_POLICIES, Policy
from paperdice.games.twenty_one import TWENTY_ONE, rules
from train.descent import Loss, cross_entropy, fit
from train.matches import SampleWriter

FIRST_UNITS = 48
HIDDEN_UNITS = 16
BATCH = 2048
RATE = 0.004
DEALS = ("AB", "CD", "EF", "BA")
# The costs of a turn, in points, of the plan policies that play.
TURN_COSTS = (4.0, 5.0, 6.0, 6.5)
# One decision in `STRAY` is random, one turn in `EVERY` is sampled.
STRAY = 30
EVERY = 3
SAMPLES_A_MATCH = 8
# One sample in this many is held out for validation.
HELD = 50

SAMPLE = np.dtype(
    [("own", np.int64), ("other", np.int64), ("seat", np.int64), ("lead", np.float32), ("share", np.float32)]
)


class Samples(NamedTuple):
    """Training samples: the state codes of both seats, the scaled lead, and the share of the win."""

    own: Ints
    other: Ints
    lead: Singles
    share: Singles


@kernel
def take_sample(weights: Record, sheets: Record, state: Record, codes: Ints, stream: Ints, sample: Record) -> int:
    """Take a sample in one turn out of `EVERY` from a random seat; return 1 if a sample was written, else 0."""
    if state.rerolled == 1 or streams.draw(stream, EVERY) != 0:
        return 0
    seat = streams.draw(stream, SEATS)
    sample.seat = seat
    sample.own = seat_code(sheets, state, seat)
    sample.other = seat_code(sheets, state, 1 - seat)
    sample.lead = rules.score(sheets, state, seat) - rules.score(sheets, state, 1 - seat)
    return 1


@kernel
def seat_any(codes: Ints, stream: Ints) -> None:
    """Assign a random policy to each seat; there are always `MAX_POLICIES`."""
    for seat in range(SEATS):
        codes[seat] = streams.draw(stream, MAX_POLICIES)


def collect(policies: tuple[Policy, ...], seed: int, matches: int) -> np.ndarray:
    """Return samples, in random order, from matches of these policies against each other and themselves."""
    writer = SampleWriter(TWENTY_ONE, policies, SAMPLE, take_sample, (STRAY,), SAMPLES_A_MATCH, seat_any)
    gathered = []
    for number, deal in enumerate(DEALS):
        sheets = [TWENTY_ONE.sheets[sheet] for sheet in deal]
        gathered.append(writer.write(sheets, seed + number, 0, matches // len(DEALS)))
    return np.random.default_rng(seed).permutation(np.concatenate(gathered))


def split(samples: np.ndarray) -> Samples:
    """Return samples as one array per field, with every other sample seen from the other seat."""
    turned = np.arange(len(samples)) % 2 == 1
    return Samples(
        own=np.where(turned, samples["other"], samples["own"]),
        other=np.where(turned, samples["own"], samples["other"]),
        lead=np.where(turned, -samples["lead"], samples["lead"]) * LEAD_UNIT,
        share=np.where(turned, 1 - samples["share"], samples["share"]),
    )


def make_network(rng: np.random.Generator) -> Network:
    """Return a network with random weights."""

    def draw(scale: float, *shape: int) -> Singles:
        return (rng.normal(size=shape) * scale).astype(np.float32)

    return Network(
        own=draw(0.5 / N_INPUTS**0.5, N_INPUTS, FIRST_UNITS),
        other=draw(0.5 / N_INPUTS**0.5, N_INPUTS, FIRST_UNITS),
        lead=draw(0.7, FIRST_UNITS),
        first_bias=draw(0.0, FIRST_UNITS),
        hidden=draw(1 / FIRST_UNITS**0.5, FIRST_UNITS, HIDDEN_UNITS),
        hidden_bias=draw(0.0, HIDDEN_UNITS),
        last=draw(1 / HIDDEN_UNITS**0.5, HIDDEN_UNITS),
        last_bias=draw(0.0, 1),
    )


def forward(network: Network, inputs: jax.Array, samples: Samples) -> jax.Array:
    """Return the logits of the win probabilities, as `win_chance` computes them; `inputs` are those of all states."""
    states = inputs[samples.own] @ network.own + inputs[samples.other] @ network.other
    first = jax.nn.relu(states + samples.lead[:, None] * network.lead + network.first_bias)
    hidden = jax.nn.relu(first @ network.hidden + network.hidden_bias)
    return jnp.asarray(hidden @ network.last + network.last_bias[0])


def make_loss(inputs: Singles) -> Loss[Network, Samples]:
    """Return a loss: the mean cross entropy of a network on samples, for states with these inputs."""
    known = jnp.asarray(inputs)

    def loss(network: Network, samples: Samples) -> jax.Array:
        return cross_entropy(forward(network, known, samples), jnp.asarray(samples.share))

    return loss


def players(again: bool) -> tuple[Policy, ...]:
    """Return the policies that play: plans with several turn costs, or the plan policy and the trained network."""
    if again:
        before = make_chance_policy(read_networks(FILE, Network)[SEATS])
        return before, make_plan_policy(SEATS), before, before
    return tuple(make_plan_policy(SEATS, cost) for cost in TURN_COSTS)


def train(matches: int, epochs: int, seed: int, again: bool) -> None:
    """Train the network and write its weights."""
    samples = collect(players(again), seed, matches)
    loss = make_loss(standardize_inputs(write_inputs()))
    n_held = len(samples) // HELD
    network = make_network(np.random.default_rng(seed))
    rng = np.random.default_rng(seed)
    network = fit(network, loss, split(samples[n_held:]), epochs, rng, BATCH, RATE)
    sys.stderr.write(f"{len(samples)} samples, loss {loss(network, split(samples[:n_held])):.5f}\n")
    write_network(FILE, SEATS, network)


def main() -> None:
    """Read the options and train."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=1_200_000)
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--again", action="store_true")
    train(**vars(parser.parse_args()))


if __name__ == "__main__":
    main()
