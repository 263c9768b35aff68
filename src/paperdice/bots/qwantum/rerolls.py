"""Rate each set of dice to reroll in Qwantum by the gain of the best turn, averaged over sample rolls."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from paperdice.bots.qwantum.tables import NEVER
from paperdice.dice import N_FACES
from paperdice.fast.compile import Floats, Record, as_record, kernel, register
from paperdice.games.qwantum import rules

N_SAMPLES = 240
N_QUICK = 36
# Sample rolls: what each die adds to each color, by die, color and roll. Sums of the colors, by color and roll.
Samples = npt.NDArray[np.uint8]
Sums = npt.NDArray[np.uint8]
# How many of the most promising sets of dice are rated again with more samples.
N_CLOSER = 8


def _pips_shown() -> npt.NDArray[np.uint8]:
    """Return the pips that each die contributes to each color, indexed by die, face (numbered from 1) and color.

    The white die contributes to all colors, a mixed die only to the color of its face.
    """
    shown = np.zeros((rules.N_DICE, 1 + N_FACES, rules.N_COLORS), np.uint8)
    for face in range(1, 1 + N_FACES):
        shown[rules.WHITE_DIE, face] = face
        for die, (colors, pips) in enumerate(zip(rules.FACE_COLORS, rules.FACE_PIPS, strict=True), 1):
            shown[die, face, colors[face - 1]] = pips[face - 1]
    return shown


SHOWN = _pips_shown()

register(rules)


class TurnGains(NamedTuple):
    """The change in a seat's rating caused by writing each number in each color, and by a miss.

    `own` and `rival` are indexed by color and number. `own` is for numbers written by the seat itself (NEVER if
    illegal), `rival` for those written by its rival (at most 0).
    """

    own: Floats
    rival: Floats
    miss: float


@kernel
def make_sums(samples: Samples) -> Sums:
    return np.empty((rules.N_COLORS, samples.shape[-1]), np.uint8)


@kernel
def best_turn(gains: TurnGains, r: int, y: int, b: int, p: int) -> float:
    """Return the gain of the best pick and share for these sums, including the loss caused by the rival's best share.

    `r`, `y`, `b` and `p` are the sums of the four colors. The gain is the maximum of

        own[c] + max(0, own[d]) + min(rival[d])    for each picked color c, with any other colors d
        miss + min(rival[d])                       for a miss, with any color d
    """
    own, rival = gains.own, gains.rival
    own_r, own_y, own_b, own_p = own[rules.R, r], own[rules.Y, y], own[rules.B, b], own[rules.P, p]
    low_r, low_y, low_b, low_p = rival[rules.R, r], rival[rules.Y, y], rival[rules.B, b], rival[rules.P, p]
    high_ry, high_bp = max(own_r, own_y, 0.0), max(own_b, own_p, 0.0)
    low_ry, low_bp = min(low_r, low_y), min(low_b, low_p)
    best = gains.miss + min(low_ry, low_bp)
    best = max(best, own_r + max(own_y, high_bp) + min(low_y, low_bp))
    best = max(best, own_y + max(own_r, high_bp) + min(low_r, low_bp))
    best = max(best, own_b + max(own_p, high_ry) + min(low_p, low_ry))
    return float(max(best, own_p + max(own_b, high_ry) + min(low_b, low_ry)))


@kernel
def write_sums(state: Record, mask: int, samples: Samples, n: int, sums: Sums) -> None:
    """Write the sum of each color in the first `n` sample rolls to `sums`, rerolling only the dice in the bit mask."""
    for color in range(rules.N_COLORS):
        kept = 0
        for die in range(rules.N_DICE):
            if not (mask >> die) & 1:
                kept += SHOWN[die, state.dice[die], color]
        for index in range(n):
            sums[color, index] = kept
    for die in range(rules.N_DICE):
        if (mask >> die) & 1:
            for color in range(rules.N_COLORS):
                for index in range(n):
                    sums[color, index] += samples[die, color, index]


@kernel
def throw_value(gains: TurnGains, state: Record, mask: int, samples: Samples, sums: Sums) -> float:
    """Return the gain of rerolling the dice in the bit mask, averaged over the sample rolls.

    If all dice are kept, one sample is enough.
    """
    n = 1 if mask == rules.KEEP else samples.shape[-1]
    write_sums(state, mask, samples, n, sums)
    total = 0.0
    for index in range(n):
        total += best_turn(
            gains, sums[rules.R, index], sums[rules.Y, index], sums[rules.B, index], sums[rules.P, index]
        )
    return total / n


@kernel
def climb(gains: TurnGains, state: Record, samples: Samples, values: Floats) -> None:
    """Rate sets of dice to reroll by hill climbing, starting from keeping all dice and changing one die at a time.

    Writes the ratings to `values`, indexed by set; sets that were not tried are rated NEVER.
    """
    sums = make_sums(samples)
    values[:] = NEVER
    best = rules.KEEP
    values[best] = throw_value(gains, state, best, samples, sums)
    start = -1
    while best != start:
        start = best
        for die in range(rules.N_DICE):
            mask = start ^ (1 << die)
            if values[mask] == NEVER:
                values[mask] = throw_value(gains, state, mask, samples, sums)
            if values[mask] > values[best]:
                best = mask


@kernel
def look_closer(gains: TurnGains, state: Record, samples: Samples, values: Floats) -> None:
    """Rate the most promising sets of dice again with more samples, and rate all others far below them."""
    sums = make_sums(samples)
    order = np.argsort(-values)
    for place in range(len(order)):
        mask = order[place]
        if mask != rules.KEEP and place >= N_CLOSER:
            values[mask] += NEVER
        elif mask != rules.KEEP and values[mask] > NEVER:
            values[mask] = throw_value(gains, state, mask, samples, sums)


@kernel
def rate_throws(weights: Record, gains: TurnGains, state: Record, values: Floats) -> None:
    """Rate sets of dice to reroll by hill climbing with few samples.

    If `weights.looks_closer` is 1, the most promising sets are rated again with more samples.
    """
    # Slices, because the type of an array in a record includes its size and each size would be compiled separately.
    climb(gains, state, weights.quick[:], values)
    if weights.looks_closer == 1:
        look_closer(gains, state, weights.samples[:], values)


def tabulate_rolls(rolls: npt.NDArray[np.int64]) -> Samples:
    """Return the pips that each die contributes to each color in these rolls, indexed by die, color and roll.

    `rolls` contains one roll per row.
    """
    return np.stack([SHOWN[die][rolls[:, die]].T for die in range(rules.N_DICE)])


@cache
def sample_rolls(number: int, seed: int) -> Samples:
    """Return `number` random rolls of all dice, in which each die shows each face equally often."""
    random = np.random.default_rng(seed)
    faces = np.arange(number) % N_FACES + 1
    return tabulate_rolls(np.stack([random.permutation(faces) for _ in range(rules.N_DICE)], axis=1))


def make_point_weights(learned: Floats, quick: Samples, samples: Samples, **more: Record) -> Record:
    """Pack the tables and sample rolls for a policy that maximizes points.

    Args:
        learned: All learned tables, in one vector.
        quick: Sample rolls for the first rating of rerolls.
        samples: Sample rolls for the second rating, which is disabled if there are none.
        more: Additional fields of the record.
    """
    looks_closer = samples.shape[-1] > 0
    kept = samples if looks_closer else quick
    return as_record(learned=learned, looks_closer=int(looks_closer), **more, quick=quick, samples=kept)
