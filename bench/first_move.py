"""Measures what the first decision of a bot takes, in CPU seconds and by the clock: with an empty cache, where all is
compiled, and with a warm one.

Each figure is a process of its own, in which Python keeps its bytecode as it does by itself. What `import numba,
paperdice` takes is left out. Levels come in the order in which they are named, on top of what those before them have
left in the cache. `--before CHECKOUT` measures another checkout beside this one, by its own environment.

Usage: python bench/first_move.py --games qwixx sixto --levels steady expert --seats 2 --before ../old
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parents[1]
GAMES = ("qwixx", "twenty_one", "qwantum", "sixto")
LEVELS = ("steady", "expert")
PLAYOUTS = 64
MEGABYTE = 1 << 20
# The best of so many processes with a warm cache: a busy machine makes some slower.
WARM_RUNS = 3


class Taken(NamedTuple):
    """The seconds of a first decision."""

    cpu: float
    clock: float

    def __str__(self) -> str:
        """Both as a cell of the table."""
        return f"{self.cpu:.1f} ({self.clock:.1f})"


class Figures(NamedTuple):
    """What a first decision takes with an empty and a warm cache, and the MB that lie on disk then."""

    cold: Taken
    warm: Taken
    disk: float


def decide_once(game: str, level: str, seats: int) -> Taken:
    """What the first decision takes in this process, once numba and the library are there."""
    import numba  # noqa: F401

    from paperdice import Match, SeededDice, make_bot
    from paperdice.games import find_game

    started, began = time.process_time(), time.perf_counter()
    match = Match(find_game(game), seats)
    match.throw(SeededDice(1))
    bot = make_bot(level, game, playouts=PLAYOUTS)
    bot.decide(match.snapshot(), match.active)  # type: ignore[attr-defined]
    return Taken(time.process_time() - started, time.perf_counter() - began)


def run(checkout: Path, cache: str, game: str, level: str, seats: int) -> Taken:
    """The same in a process of a checkout with this cache."""
    python = checkout.resolve() / ".venv" / "bin" / "python"
    command = [str(python), __file__, "--once", game, level, str(seats)]
    settings = {**os.environ, "PAPERDICE_CACHE": f"{cache}/code", "PYTHONPYCACHEPREFIX": f"{cache}/bytecode"}
    settings.pop("PYTHONDONTWRITEBYTECODE", None)
    told = subprocess.run(command, cwd=checkout, env=settings, capture_output=True, text=True, check=True)
    return Taken(*json.loads(told.stdout.splitlines()[-1]))


def size_of(folder: str) -> float:
    """The MB in a folder."""
    return sum(path.stat().st_size for path in Path(folder).rglob("*") if path.is_file()) / MEGABYTE


def measure(checkout: Path, game: str, levels: list[str], seats: int) -> dict[str, Figures]:
    """The figures of each level, from an empty cache on."""
    found = {}
    with tempfile.TemporaryDirectory() as cache:
        for level in levels:
            cold = run(checkout, cache, game, level, seats)
            warm = min(run(checkout, cache, game, level, seats) for _ in range(WARM_RUNS))
            found[level] = Figures(cold, warm, size_of(f"{cache}/code"))
    return found


def print_table(games: list[str], levels: list[str], seats: int, before: Path | None) -> None:
    """Prints one line a game and level, and the sum of what is compiled for a level in all games."""
    print(
        f"| CPU seconds (by the clock) to the first decision, {seats} seats | empty cache | warm cache | MB on disk |"
    )
    print("|---|---|---|---|")
    sums = dict.fromkeys(levels, 0.0)
    for game in games:
        then = measure(before, game, levels, seats) if before else {}
        for level, figures in measure(HERE, game, levels, seats).items():
            sums[level] += figures.cold.cpu
            pairs = zip(_cells(figures), _cells(then.get(level, figures)), strict=True)
            cells = [now + (f", before {old}" if then else "") for now, old in pairs]
            print(f"| {game}, {level} | {' | '.join(cells)} |", flush=True)
    for level, total in sums.items():
        print(f"| all of these, {level} | {total:.1f} | | |")


def _cells(figures: Figures) -> list[str]:
    return [str(figures.cold), str(figures.warm), f"{figures.disk:.1f}"]


def main() -> None:
    """Prints one table, or measures once for the process that asks."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="+", choices=GAMES, default=GAMES)
    parser.add_argument("--levels", nargs="+", default=LEVELS)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--before", type=Path, help="another checkout to measure beside this one")
    parser.add_argument("--once", nargs=3, metavar=("GAME", "LEVEL", "SEATS"), help=argparse.SUPPRESS)
    words = parser.parse_args()
    if words.once:
        game, level, seats = words.once
        sys.stdout.write(json.dumps(decide_once(game, level, int(seats))))
        return
    print_table(words.games, words.levels, words.seats, words.before)


if __name__ == "__main__":
    main()
