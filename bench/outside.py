"""Measure the CPU milliseconds of this process per match between two external programs.

The programs write each answer at once, whatever PYTHONUNBUFFERED says in this shell: many small writes would cause as
many reads.

Usage: python bench/outside.py [--matches 10] [GAME ...]
"""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path

import paperdice

PROGRAM = f"cmd:python3 {Path(__file__).resolve().parents[1] / 'examples' / 'most_marks.py'}"
# The best of this many runs counts, since other programs slow some of them.
RUNS = 3


def cost(game: str, matches: int) -> float:
    """Return the CPU milliseconds of this process per match of a duel; the programs are started once."""
    found = []
    for seed in range(RUNS):
        began = time.process_time()
        paperdice.duel(PROGRAM, PROGRAM, game=game, matches=matches, seed=seed)
        found.append(1000 * (time.process_time() - began) / matches)
    return min(found)


def main() -> None:
    """Print one row per game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=[game.name for game in paperdice.GAMES])
    parser.add_argument("--matches", type=int, default=10)
    told = parser.parse_args()
    os.environ.pop("PYTHONUNBUFFERED", None)
    print("| game | CPU ms per match |\n|---|---|")
    for game in told.games:
        print(f"| {game} | {cost(game, told.matches):.1f} |", flush=True)


if __name__ == "__main__":
    main()
