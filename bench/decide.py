"""Measure the time of one decision in µs, by game and bot, on a position and on a view.

The decisions come from matches of `casual`, where a seat has a choice. `--before CHECKOUT` also runs this program in
another checkout, with its environment.

Usage: python bench/decide.py --seats 2 --before ../other (see `--help`)
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import cast

import paperdice
from paperdice import Match, SeededDice, make_bot, view_of
from paperdice.bots import PositionBot
from paperdice.game import Game
from paperdice.position import Position
from paperdice.view import View

BOTS = ("random", "casual", "steady")
DECISIONS = 200
PASSES = 5

Figures = dict[str, dict[str, float]]
Decision = tuple[Position, int, View]


def gather(game: Game, seats: int) -> list[Decision]:
    """Return sample decisions as position, seat and view."""
    found: list[Decision] = []
    number = 0
    while len(found) < DECISIONS:
        match, dice, bot = Match(game, seats), SeededDice(number), make_bot("casual", game, number)
        number += 1
        while not match.over:
            if match.dice_wanted:
                match.throw(dice)
                continue
            for seat in match.acting:
                view = view_of(match, seat)
                if len(view["choices"]) > 1:
                    found.append((match.snapshot(), seat, view))
                match.play(seat, bot.choose(view))
    return found[:DECISIONS]


def microseconds(work: Callable[[], object]) -> float:
    """Return the CPU time of a decision in microseconds, the best of several passes."""
    seconds = []
    for _ in range(PASSES):
        started = time.thread_time()
        work()
        seconds.append(time.thread_time() - started)
    return 1e6 * min(seconds) / DECISIONS


def measure(seats: int) -> Figures:
    """Return the times by game and bot."""
    figures: Figures = {}
    for game in paperdice.GAMES:
        decisions = gather(game, seats)
        for name in BOTS:
            figures[f"{game.title}, {name}"] = measure_bot(cast(PositionBot, make_bot(name, game)), decisions)
    return figures


def measure_bot(bot: PositionBot, decisions: list[Decision]) -> dict[str, float]:
    """Return the microseconds of one bot's decision on a position and on a view, after a first one that may compile."""
    bot.choose(decisions[0][2])
    return {
        "decide": microseconds(lambda: [bot.decide(position, seat) for position, seat, _ in decisions]),
        "choose": microseconds(lambda: [bot.choose(view) for _, _, view in decisions]),
    }


def measure_there(checkout: Path, seats: int) -> Figures:
    """Return the times of another checkout, measured in its own environment."""
    command = [str(checkout / ".venv" / "bin" / "python"), __file__, "--seats", str(seats), "--json"]
    told = subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=True)
    figures: Figures = json.loads(told.stdout)
    return figures


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--before", type=Path, help="another checkout to compare with")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    figures = measure(given.seats)
    if given.json:
        sys.stdout.write(json.dumps(figures))
        return
    before = measure_there(given.before, given.seats) if given.before else {}
    print("| µs per decision | on a position | on a view |\n|---|---|---|")
    for name, found in figures.items():
        cells = [f"{found[way]:.0f}" + (f", before {before[name][way]:.0f}" if before else "") for way in found]
        print(f"| {name} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
