"""From what a judge says of each seat to chances that add up to one and come true as often as they say.

The chance of a seat grows with its odds: odds ** sharpness, divided by the sum over all seats. How sharp the odds are
is fitted by `python -m train.study` for each game and number of seats, on matches of `steady`.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

import numpy as np

from paperdice.fast.compile import Floats, Ints

FILE = Path(__file__).with_name("calibration.toml")
# With two seats that agree, this changes nothing.
UNCHANGED = 0.5
# How far a difference of choices usually is from the truth where nothing was measured: of a quick look, of a long one.
QUICK_BIAS = 0.01
LONG_BIAS = 0.005
_EDGE = 1e-6


@cache
def _read() -> dict[str, dict[str, float]]:
    return tomllib.loads(FILE.read_text("utf-8"))


def find_sharpness(game: str, seats: int) -> float:
    """How sharp the odds of this game are with so many seats; a game that was not fitted is taken as it is."""
    return _read().get(game, {}).get(str(seats), UNCHANGED)


def find_bias(game: str, is_quick: bool) -> float:
    """How far the difference of two choices usually is from what long playouts say."""
    known = _read().get(game, {})
    return known.get("quick_bias", QUICK_BIAS) if is_quick else known.get("long_bias", LONG_BIAS)


def calibrate(chances: Floats, over: Ints, sharpness: float) -> Floats:
    """Chances by seat in the last place; those of a match that is over stay as they are."""
    clear = np.clip(chances, _EDGE, 1 - _EDGE)
    strength = sharpness * np.log(clear / (1 - clear))
    odds = np.exp(strength - strength.max(axis=-1, keepdims=True))
    return np.where(over[..., None] == 1, chances, odds / odds.sum(axis=-1, keepdims=True))
