"""Trains the network of `paperdice.bots.twenty_one.network`: matches between two seats, then descent on who won.

Run `python -m train.twenty_one`, then once more with `--again`; each writes `twenty_one.npz` into the room of
its bots. First the matches are those of the plan, then those of the plan and the network before.
"""

from __future__ import annotations

import argparse
import sys
from typing import Any

import numpy as np

from paperdice.bots.training import Writer, cross_entropy, descend
from paperdice.bots.twenty_one.features import SEATS, seat_code, standardize_inputs, write_inputs
from paperdice.bots.twenty_one.network import FILE, LEAD_UNIT, Network
from paperdice.bots.twenty_one.steady import make_chance_policy, make_plan_policy
from paperdice.bots.weights import read_networks, write_network
from paperdice.fast import streams
from paperdice.fast.compile import kernel
from paperdice.fast.playout import MAX_POLICIES, Policy
from paperdice.games.twenty_one import TWENTY_ONE, rules

Notes = tuple[np.ndarray, ...]

UNITS = (48, 16)
BATCH = 2048
RATE = 0.004
DEALS = ("AB", "CD", "EF", "BA")
# What a turn costs in the plans that play.
TURN_COSTS = (4.0, 5.0, 6.0, 6.5)
# One decision in so many is drawn, one turn in so many is noted; there is room for so many notes a match.
STRAY = 30
EVERY = 3
NOTES_A_MATCH = 8

NOTES = np.dtype(
    [("own", np.int64), ("other", np.int64), ("seat", np.int64), ("lead", np.float32), ("share", np.float32)]
)


@kernel
def take_note(weights: Any, sheets: Any, state: Any, codes: Any, stream: Any, note: Any) -> Any:
    """Writes down one turn in so many, from one seat."""
    if state.rerolled == 1 or streams.draw(stream, EVERY) != 0:
        return 0
    seat = streams.draw(stream, SEATS)
    note.seat = seat
    note.own = seat_code(sheets, state, seat)
    note.other = seat_code(sheets, state, 1 - seat)
    note.lead = rules.score(sheets, state, seat) - rules.score(sheets, state, 1 - seat)
    return 1


@kernel
def seat_any(codes: Any, stream: Any) -> None:
    """Seats any of the players in each place; there are as many as a kernel holds."""
    for seat in range(SEATS):
        codes[seat] = streams.draw(stream, MAX_POLICIES)


def gather(policies: tuple[Policy, ...], seed: int, matches: int) -> np.ndarray:
    """Gives notes of matches of these policies against each other and themselves, in mixed order."""
    writer = Writer(TWENTY_ONE, policies, NOTES, take_note, (STRAY,), NOTES_A_MATCH, seat_any)
    gathered = []
    for number, deal in enumerate(DEALS):
        sheets = [TWENTY_ONE.sheets[sheet] for sheet in deal]
        gathered.append(writer.write(sheets, seed + number, 0, matches // len(DEALS)))
    return np.random.default_rng(seed).permutation(np.concatenate(gathered))


def make_net(n_inputs: int, rng: np.random.Generator) -> list[np.ndarray]:
    """Gives random numbers to start from: weights of both states and of the lead, then layer by layer."""
    first, second = UNITS
    shapes = ((n_inputs, first), (n_inputs, first), (first,), (first,), (first, second), (second,), (second,), (1,))
    sizes = (0.5 / n_inputs**0.5, 0.5 / n_inputs**0.5, 0.7, 0.0, 1 / first**0.5, 0.0, 1 / second**0.5, 0.0)
    return [(rng.normal(size=shape) * size).astype(np.float32) for shape, size in zip(shapes, sizes, strict=True)]


def forward(net: list[np.ndarray], own: np.ndarray, other: np.ndarray, lead: np.ndarray) -> Notes:
    """Runs the network over many notes and gives its layers."""
    first = np.maximum(own @ net[0] + other @ net[1] + np.outer(lead, net[2]) + net[3], 0)
    second = np.maximum(first @ net[4] + net[5], 0)
    return first, second, 1 / (1 + np.exp(-(second @ net[6] + net[7][0])))


def slopes(net: list[np.ndarray], batch: Notes) -> list[np.ndarray]:
    """Gives the slope of the loss by every number of the network."""
    own, other, lead, share = batch
    first, second, chance = forward(net, own, other, lead)
    out = (chance - share) / len(share)
    into_second = np.outer(out, net[6]) * (second > 0)
    into_first = (into_second @ net[4].T) * (first > 0)
    return [
        *(own.T @ into_first, other.T @ into_first, lead @ into_first, into_first.sum(axis=0)),
        *(first.T @ into_second, into_second.sum(axis=0), second.T @ out, out.sum(keepdims=True)),
    ]


def read_notes(notes: np.ndarray, inputs: np.ndarray) -> Notes:
    """Gives the inputs of notes: both states, the lead, and who won; every other note is seen from the other seat."""
    turned = np.arange(len(notes)) % 2 == 1
    own = np.where(turned, notes["other"], notes["own"])
    other = np.where(turned, notes["own"], notes["other"])
    share = np.where(turned, 1 - notes["share"], notes["share"])
    return inputs[own], inputs[other], np.where(turned, -notes["lead"], notes["lead"]) * LEAD_UNIT, share


def loss(net: list[np.ndarray], batch: Notes) -> float:
    """Gives the mean cross entropy of the network on notes."""
    return cross_entropy(forward(net, *batch[:3])[-1], batch[3])


def players(again: bool) -> tuple[Policy, ...]:
    """Gives who plays the matches: plans of several turn costs, or the plan and the network before."""
    if again:
        before = make_chance_policy(read_networks(FILE, Network)[SEATS])
        return before, make_plan_policy(SEATS), before, before
    return tuple(make_plan_policy(SEATS, cost) for cost in TURN_COSTS)


def main() -> None:
    """Trains and writes the numbers."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=1_200_000)
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--again", action="store_true")
    told = parser.parse_args()
    notes = gather(players(told.again), told.seed, told.matches)
    inputs = standardize_inputs(write_inputs())
    net = make_net(inputs.shape[1], np.random.default_rng(told.seed))
    held = len(notes) // 50
    learned = notes[held:]

    def slopes_at(which: np.ndarray) -> list[np.ndarray]:
        return slopes(net, read_notes(learned[which], inputs))

    descend(net, len(learned), slopes_at, told.epochs, np.random.default_rng(told.seed), BATCH, RATE)
    sys.stderr.write(f"{len(notes)} notes, loss {loss(net, read_notes(notes[:held], inputs)):.5f}\n")
    write_network(FILE, SEATS, Network(*net))


if __name__ == "__main__":
    main()
