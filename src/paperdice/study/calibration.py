"""Conversion of estimated values per seat to calibrated chances that add up to one.

The chance of a seat is odds ** sharpness, divided by the sum over all seats. The sharpness is fitted by
`python -m train.study` for each game and number of seats, on matches of `steady`.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

import numpy as np

from paperdice.fast.compile import Floats, Ints

FILE = Path(__file__).with_name("calibration.toml")
# With two seats whose estimates agree, this changes nothing.
UNCHANGED = 0.5
# Typical errors of the difference of two choices if none was measured: with the quick evaluation, and with samples.
QUICK_BIAS = 0.01
LONG_BIAS = 0.005
_EDGE = 1e-6


@cache
def _read() -> dict[str, dict[str, float]]:
    return tomllib.loads(FILE.read_text("utf-8"))


def find_sharpness(game: str, seats: int) -> float:
    """Return the exponent of the odds, or `UNCHANGED` for a game that was not fitted."""
    return _read().get(game, {}).get(str(seats), UNCHANGED)


def find_bias(game: str, is_quick: bool) -> float:
    """Return the typical error of the difference between two choices, measured against long playouts."""
    known = _read().get(game, {})
    return known.get("quick_bias", QUICK_BIAS) if is_quick else known.get("long_bias", LONG_BIAS)


def calibrate(chances: Floats, over: Ints, sharpness: float) -> Floats:
    """Return calibrated chances, with the seat on the last axis; those of finished matches are unchanged."""
    clear = np.clip(chances, _EDGE, 1 - _EDGE)
    strength = sharpness * np.log(clear / (1 - clear))
    odds = np.exp(strength - strength.max(axis=-1, keepdims=True))
    return np.where(over[..., None] == 1, chances, odds / odds.sum(axis=-1, keepdims=True))
