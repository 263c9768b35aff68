"""Trains the network of `paperdice.bots.twenty_one.network`: matches between two seats, then descent on who won.

Run `python -m train.twenty_one`, then once more with `--again`; each writes `twenty_one.npz` into the room of
its bots. First the matches are those of the plan, then those of the plan and the network before.
"""

from __future__ import annotations

import argparse
import sys
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from paperdice.bots.twenty_one.features import N_INPUTS, SEATS, seat_code, standardize_inputs, write_inputs
from paperdice.bots.twenty_one.network import FILE, LEAD_UNIT, Network
from paperdice.bots.twenty_one.steady import make_chance_policy, make_plan_policy
from paperdice.bots.weights import read_networks, write_network
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
# What a turn costs in the plans that play.
TURN_COSTS = (4.0, 5.0, 6.0, 6.5)
# One decision in so many is drawn, one turn in so many is sampled; there is room for so many samples a match.
STRAY = 30
EVERY = 3
SAMPLES_A_MATCH = 8
# One sample in so many is held back to see what was learned.
HELD = 50

SAMPLE = np.dtype(
    [("own", np.int64), ("other", np.int64), ("seat", np.int64), ("lead", np.float32), ("share", np.float32)]
)


class Samples(NamedTuple):
    """The states of both seats by their codes, the lead in its unit, and the share of the win."""

    own: Ints
    other: Ints
    lead: Singles
    share: Singles


@kernel
def take_sample(weights: Record, sheets: Record, state: Record, codes: Ints, stream: Ints, sample: Record) -> int:
    """Writes down one turn in so many, from one seat."""
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
    """Seats any of the players in each place; there are as many as a kernel holds."""
    for seat in range(SEATS):
        codes[seat] = streams.draw(stream, MAX_POLICIES)


def collect(policies: tuple[Policy, ...], seed: int, matches: int) -> np.ndarray:
    """Samples of matches of these policies against each other and themselves, in mixed order."""
    writer = SampleWriter(TWENTY_ONE, policies, SAMPLE, take_sample, (STRAY,), SAMPLES_A_MATCH, seat_any)
    gathered = []
    for number, deal in enumerate(DEALS):
        sheets = [TWENTY_ONE.sheets[sheet] for sheet in deal]
        gathered.append(writer.write(sheets, seed + number, 0, matches // len(DEALS)))
    return np.random.default_rng(seed).permutation(np.concatenate(gathered))


def split(samples: np.ndarray) -> Samples:
    """Samples field by field; every other one is seen from the other seat."""
    turned = np.arange(len(samples)) % 2 == 1
    return Samples(
        own=np.where(turned, samples["other"], samples["own"]),
        other=np.where(turned, samples["own"], samples["other"]),
        lead=np.where(turned, -samples["lead"], samples["lead"]) * LEAD_UNIT,
        share=np.where(turned, 1 - samples["share"], samples["share"]),
    )


def make_network(rng: np.random.Generator) -> Network:
    """Random numbers to start from."""

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
    """The logits of the chances to win, as `win_chance` computes them; `inputs` are those of every state."""
    states = inputs[samples.own] @ network.own + inputs[samples.other] @ network.other
    first = jax.nn.relu(states + samples.lead[:, None] * network.lead + network.first_bias)
    hidden = jax.nn.relu(first @ network.hidden + network.hidden_bias)
    return jnp.asarray(hidden @ network.last + network.last_bias[0])


def make_loss(inputs: Singles) -> Loss[Network, Samples]:
    """The mean cross entropy of a network on samples, for states with these inputs."""
    known = jnp.asarray(inputs)

    def loss(network: Network, samples: Samples) -> jax.Array:
        return cross_entropy(forward(network, known, samples), jnp.asarray(samples.share))

    return loss


def players(again: bool) -> tuple[Policy, ...]:
    """Who plays the matches: plans of several turn costs, or the plan and the network before."""
    if again:
        before = make_chance_policy(read_networks(FILE, Network)[SEATS])
        return before, make_plan_policy(SEATS), before, before
    return tuple(make_plan_policy(SEATS, cost) for cost in TURN_COSTS)


def train(matches: int, epochs: int, seed: int, again: bool) -> None:
    """Trains the network and writes it."""
    samples = collect(players(again), seed, matches)
    loss = make_loss(standardize_inputs(write_inputs()))
    n_held = len(samples) // HELD
    network = make_network(np.random.default_rng(seed))
    rng = np.random.default_rng(seed)
    network = fit(network, loss, split(samples[n_held:]), epochs, rng, BATCH, RATE)
    sys.stderr.write(f"{len(samples)} samples, loss {loss(network, split(samples[:n_held])):.5f}\n")
    write_network(FILE, SEATS, network)


def main() -> None:
    """Trains and writes the numbers."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=1_200_000)
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--again", action="store_true")
    train(**vars(parser.parse_args()))


if __name__ == "__main__":
    main()
