"""Bots of adjustable strength: levels 1 to 8, and `mirror`, which adapts its level to its opponent's results.

Levels 1 to 7 play like `steady`. Below level 7, the bot makes slips: it sometimes plays a move rated slightly below the
best one, and lower levels make worse slips. Level 8 is `expert`. The size of the slips for each level and game is
stored in `levels.toml`, written by `bench/levels.py`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path

LOWEST, HIGHEST = 1, 8
# The level at which `steady` plays without slips.
WHOLE = 7
LEVELS = tuple(f"level-{level}" for level in range(LOWEST, HIGHEST + 1))
# Without a level, `mirror` plays a middle one; a device that knows its player's results requests a level.
MIRROR = "mirror"
MIDDLE = 4.0
# The change of the mirror's level after its first match, the number of matches after which that change halves, and
# its minimum.
FIRST_STEP, STEADYING, LAST_STEP = 1.0, 4.0, 0.2

_NAME = re.compile(r"level-([1-8])|mirror(?:-([1-8](?:\.[0-9])?))?")
_FILE = Path(__file__).parent / "levels.toml"


def find_level(name: str) -> float | None:
    """Return the level of the bot with this name, or None for bots without a level.

    >>> find_level("level-3"), find_level("mirror-5.5"), find_level("mirror"), find_level("steady")
    (3.0, 5.5, 4.0, None)
    """
    found = _NAME.fullmatch(name)
    if found is None:
        return None
    level = float(found[1] or found[2] or MIDDLE)
    return level if level <= HIGHEST else None


def model_of(name: str) -> str:
    """Return the bot on which a level is based, `steady` or `expert`; return other names unchanged.

    >>> model_of("level-3"), model_of("level-8"), model_of("casual")
    ('steady', 'expert', 'casual')
    """
    level = find_level(name)
    if level is None:
        return name
    return "expert" if level >= (WHOLE + HIGHEST) / 2 else "steady"


def find_slip(game: str, level: float) -> int:
    """Return the softmax temperature with which `steady` chooses deliberately weaker moves at a level of a game.

    The temperature is in thousandths of the mean regret, and is interpolated between whole levels.
    """
    slips = read_slips()
    known = [*slips.get(game, slips["default"]), 0]
    place = min(max(level, LOWEST), WHOLE) - LOWEST
    below = min(int(place), WHOLE - LOWEST - 1)
    return round(known[below] + (place - below) * (known[below + 1] - known[below]))


def mirror_level(results: Sequence[float]) -> float:
    """Return the level of the adaptive bot `mirror` for its next match.

    `results` lists the opponent's results so far: 1 for a win, 0 for a loss, a fraction for a tie. The level rises
    after each win of the opponent and falls after each loss, in decreasing steps, so that the opponent wins about half
    of the matches.
    """
    level = MIDDLE
    for number, taken in enumerate(results):
        level += max(FIRST_STEP / (1 + number / STEADYING), LAST_STEP) * (2 * taken - 1)
        level = min(max(level, LOWEST), HIGHEST)
    return level


@cache
def read_slips() -> dict[str, list[int]]:
    with _FILE.open("rb") as file:
        return {game: entry["slips"] for game, entry in tomllib.load(file).items()}
