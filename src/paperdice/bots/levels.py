"""Levels 1 to 8: `steady` with slips, the fewer the higher, and `expert` at the top; `mirror` is a level in between.

How much each level slips in each game stands in `levels.toml`, which `bench/levels.py` writes.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path

LOWEST, HIGHEST = 1, 8
# The level that is `steady` itself.
WHOLE = 7
LEVELS = tuple(f"level-{level}" for level in range(LOWEST, HIGHEST + 1))
# Without a strength it plays in the middle; a device that knows its person says which strength it wants.
MIRROR = "mirror"
MIDDLE = 4.0
# By how many levels a mirror moves after its first match, after how many matches that is half, and the least.
FIRST_STEP, STEADYING, LAST_STEP = 1.0, 4.0, 0.2

_NAME = re.compile(r"level-([1-8])|mirror(?:-([1-8](?:\.[0-9])?))?")
_FILE = Path(__file__).parent / "levels.toml"


def find_level(name: str) -> float | None:
    """How strong a bot of this name plays, None if it is not one of the levels.

    >>> find_level("level-3"), find_level("mirror-5.5"), find_level("mirror"), find_level("steady")
    (3.0, 5.5, 4.0, None)
    """
    found = _NAME.fullmatch(name)
    if found is None:
        return None
    level = float(found[1] or found[2] or MIDDLE)
    return level if level <= HIGHEST else None


def model_of(name: str) -> str:
    """The bot that a level is made of, which has to be compiled for it; any other bot is its own.

    >>> model_of("level-3"), model_of("level-8"), model_of("casual")
    ('steady', 'expert', 'casual')
    """
    level = find_level(name)
    if level is None:
        return name
    return "expert" if level >= (WHOLE + HIGHEST) / 2 else "steady"


def find_slip(game: str, level: float) -> int:
    """By how many thousandths a level slips in a game; between two levels it lies between theirs."""
    slips = read_slips()
    known = [*slips.get(game, slips["default"]), 0]
    place = min(max(level, LOWEST), WHOLE) - LOWEST
    below = min(int(place), WHOLE - LOWEST - 1)
    return round(known[below] + (place - below) * (known[below + 1] - known[below]))


def mirror_level(results: Sequence[float]) -> float:
    """The level at which a mirror plays next, by what its person took from each match so far: 1, 0, or a half.

    It rises after a win and falls after a loss, by less and less, so that about every second match is won.
    """
    level = MIDDLE
    for number, taken in enumerate(results):
        level += max(FIRST_STEP / (1 + number / STEADYING), LAST_STEP) * (2 * taken - 1)
        level = min(max(level, LOWEST), HIGHEST)
    return level


@cache
def read_slips() -> dict[str, list[int]]:
    """The slips of levels 1 to 6 by game."""
    with _FILE.open("rb") as file:
        return {game: entry["slips"] for game, entry in tomllib.load(file).items()}
