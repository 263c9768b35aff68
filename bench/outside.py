"""Measures what a match between two outside programs costs us, in CPU milliseconds; what they think is theirs.

The programs write each answer at once, whatever this shell says about Python's buffers: one that writes word by word
has us read as often.

Usage: python bench/outside.py [--matches 10] [GAME ...]
"""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path

import paperdice

PROGRAM = f"cmd:python3 {Path(__file__).resolve().parents[1] / 'examples' / 'most_marks.py'}"
# The best of so many runs: a busy machine makes some slower.
RUNS = 3


def cost(game: str, matches: int) -> float:
    """CPU milliseconds of this process for each match of a duel; the programs are started once for all."""
    found = []
    for seed in range(RUNS):
        began = time.process_time()
        paperdice.duel(PROGRAM, PROGRAM, game=game, matches=matches, seed=seed)
        found.append(1000 * (time.process_time() - began) / matches)
    return min(found)


def main() -> None:
    """Prints one row a game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=[game.name for game in paperdice.GAMES])
    parser.add_argument("--matches", type=int, default=10)
    told = parser.parse_args()
    os.environ.pop("PYTHONUNBUFFERED", None)
    print("| game | CPU ms a match |\n|---|---|")
    for game in told.games:
        print(f"| {game} | {cost(game, told.matches):.1f} |", flush=True)


if __name__ == "__main__":
    main()
