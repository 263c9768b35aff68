"""Rates sets of dice to throw again in Qwantum, by the mean over sample rolls of what the best turn with them adds."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from paperdice.bots.qwantum.tables import NEVER
from paperdice.dice import N_FACES
from paperdice.fast.compile import Floats, Ints, Record, kernel, register
from paperdice.games.qwantum import rules

N_SAMPLES = 240
N_QUICK = 36
# So many of the most promising sets of dice are looked at more closely.
N_CLOSER = 8
# The color and the pips of each face, counted from 1; the white die has none.
NO_FACE = [0]
COLORS = np.array([NO_FACE * (1 + N_FACES), *(NO_FACE + list(faces) for faces in rules.FACE_COLORS)])
PIPS = np.array([NO_FACE * (1 + N_FACES), *(NO_FACE + list(faces) for faces in rules.FACE_PIPS)])

register(rules)


class TurnGains(NamedTuple):
    """What a turn can add, by color and number: written by this seat (NEVER where it may not), by its rival (0 or
    less); and what a miss adds."""

    own: Floats
    rival: Floats
    miss: float


@kernel
def best_turn(gains: TurnGains, sums: Ints) -> float:
    """The gain of the best pick and share of such sums, less what the rival then takes by its best share.

    max over colors c of own[c] + max(0, best own[d], d ≠ c) + least rival[d], d ≠ c; or of a miss + least rival[d].
    """
    first, second = NEVER, NEVER
    low, next_low, lowest = 0.0, 0.0, -1
    for color in range(rules.N_COLORS):
        gain = gains.own[color, sums[color]]
        if gain > first:
            second = first
            first = gain
        elif gain > second:
            second = gain
        loss = gains.rival[color, sums[color]]
        if loss < low:
            next_low = low
            low = loss
            lowest = color
        elif loss < next_low:
            next_low = loss
    best = gains.miss + low
    for color in range(rules.N_COLORS):
        gain = gains.own[color, sums[color]]
        more = second if gain == first else first
        best = max(best, gain + max(more, 0.0) + (next_low if color == lowest else low))
    return best


@kernel
def throw_value(gains: TurnGains, state: Record, mask: int, samples: Ints) -> float:
    """The mean gain after throwing the dice of a mask again, over sample rolls.

    A color's sum is the white die and the pips of all dice that show it: the kept dice are added up once, the thrown
    ones for each roll.
    """
    kept = np.zeros(rules.N_COLORS, np.int64)
    sums = np.zeros(rules.N_COLORS, np.int64)
    thrown = np.zeros(rules.N_DICE, np.int64)
    n_thrown = 0
    for die in range(1, rules.N_DICE):
        if (mask >> die) & 1:
            thrown[n_thrown] = die
            n_thrown += 1
        else:
            kept[COLORS[die, state.dice[die]]] += PIPS[die, state.dice[die]]
    total = 0.0
    for index in range(len(samples)):
        is_white_thrown = (mask >> rules.WHITE_DIE) & 1
        white = samples[index, rules.WHITE_DIE] if is_white_thrown else state.dice[rules.WHITE_DIE]
        for color in range(rules.N_COLORS):
            sums[color] = kept[color] + white
        for place in range(n_thrown):
            die = thrown[place]
            sums[COLORS[die, samples[index, die]]] += PIPS[die, samples[index, die]]
        total += best_turn(gains, sums)
    return total / len(samples)


@kernel
def climb(gains: TurnGains, state: Record, samples: Ints, values: Floats) -> None:
    """Rates sets of dice, each one die apart from the best so far, until none is better; those not tried are NEVER."""
    values[:] = NEVER
    best = rules.KEEP
    values[best] = throw_value(gains, state, best, samples[:1])
    start = -1
    while best != start:
        start = best
        for die in range(rules.N_DICE):
            mask = start ^ (1 << die)
            if values[mask] == NEVER:
                values[mask] = throw_value(gains, state, mask, samples)
            if values[mask] > values[best]:
                best = mask


@kernel
def look_closer(gains: TurnGains, state: Record, samples: Ints, values: Floats) -> None:
    """Rates the most promising sets of dice again, with more samples, and puts the others far behind them."""
    order = np.argsort(-values)
    for place in range(len(order)):
        mask = order[place]
        if mask != rules.KEEP and place >= N_CLOSER:
            values[mask] += NEVER
        elif mask != rules.KEEP and values[mask] > NEVER:
            values[mask] = throw_value(gains, state, mask, samples)


@kernel
def rate_throws(gains: TurnGains, state: Record, quick: Ints, samples: Ints, values: Floats) -> None:
    """Rates all sets of dice to throw again: die by die with few samples, then a few sets again with many, if any."""
    climb(gains, state, quick, values)
    if len(samples) > 0:
        look_closer(gains, state, samples, values)


@cache
def sample_rolls(number: int, seed: int) -> Ints:
    """Sample rolls of all dice in which each die shows each face equally often."""
    random = np.random.default_rng(seed)
    faces = np.arange(number) % N_FACES + 1
    return np.stack([random.permutation(faces) for _ in range(rules.N_DICE)], axis=1).astype(np.int64)
