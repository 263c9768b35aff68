"""Calibration of estimated chances of winning, which makes the chances of all seats add up to 1.

The calibrated chance of a seat is its odds raised to the power `sharpness`, divided by the sum of these powers over all
seats. `python -m train.study` fits the sharpness for each game and number of seats, using matches between `steady`
bots.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

import numpy as np

from paperdice.fast.compile import Floats, Ints

FILE = Path(__file__).with_name("calibration.toml")
# This exponent leaves the chances of two seats unchanged if they add up to 1.
UNCHANGED = 0.5
# Default errors of the difference between two choices: in the quick evaluation, and in an evaluation with samples.
QUICK_BIAS = 0.01
LONG_BIAS = 0.005
_EDGE = 1e-6


@cache
def _read() -> dict[str, dict[str, float]]:
    return tomllib.loads(FILE.read_text("utf-8"))


def find_sharpness(game: str, seats: int) -> float:
    """Return the calibration exponent, or `UNCHANGED` if none was fitted for this game and number of seats."""
    return _read().get(game, {}).get(str(seats), UNCHANGED)


def find_bias(game: str, is_quick: bool) -> float:
    """Return the typical error of the estimated difference in value between two choices.

    The error was measured against long playouts. Games without a measurement use a default value.
    """
    known = _read().get(game, {})
    return known.get("quick_bias", QUICK_BIAS) if is_quick else known.get("long_bias", LONG_BIAS)


def calibrate(chances: Floats, over: Ints, sharpness: float) -> Floats:
    """Return calibrated chances of winning, leaving the chances in finished matches unchanged.

    Args:
        chances: The estimated chances, with the seat on the last axis.
        over: 1 for each finished match and 0 for the others, with the shape of `chances` without its last axis.
        sharpness: The exponent to which the odds are raised.
    """
    clear = np.clip(chances, _EDGE, 1 - _EDGE)
    strength = sharpness * np.log(clear / (1 - clear))
    odds = np.exp(strength - strength.max(axis=-1, keepdims=True))
    return np.where(over[..., None] == 1, chances, odds / odds.sum(axis=-1, keepdims=True))
