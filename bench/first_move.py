"""Measure the first decision of a bot, in CPU seconds and wall-clock time, with an empty and with a warm cache.

Each figure comes from its own process, which writes bytecode as usual. `import numba, paperdice` is excluded. Levels
are measured in the given order, each with the cache that those before it have filled. `--before CHECKOUT` also measures
another checkout, in its environment.

`--warm` measures CPU seconds with the user's cache only, by default for all bots on all kinds of sheets; each figure
comes from a process forked after the imports. Missing kernels are compiled first.

`--fresh` measures the waiting time at a server that has just started on a new machine: milliseconds until the first
move of each bot, with an empty cache, requested as the server does, one bot after the other.

Usage: python bench/first_move.py --games qwixx sixto --levels steady expert --seats 2 --before ../old
       python bench/first_move.py --warm --games qwixx:bonus-a longo --levels level-3 mirror
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

T = TypeVar("T")
HERE = Path(__file__).resolve().parents[1]
GAMES = ("qwixx", "twenty_one", "qwantum", "sixto")
# One sheet of each kind of the Qwixx family.
FAMILY = ("mixx-a", "big-points", "bonus-a", "chain-a", "double-a", "steps-a", "x-change")
LEVELS = ("steady", "expert")
PLAYOUTS = 64
MEGABYTE = 1 << 20
# The best of this many processes with a warm cache counts, since other programs slow some of them.
WARM_RUNS = 3


class Taken(NamedTuple):
    """The CPU seconds and wall-clock seconds of a first decision."""

    cpu: float
    clock: float

    def __str__(self) -> str:
        """Return both times as a table cell."""
        return f"{self.cpu:.1f} ({self.clock:.1f})"


class Figures(NamedTuple):
    """The times of a first decision with an empty and a warm cache, and the resulting size of the cache in MB."""

    cold: Taken
    warm: Taken
    disk: float


def decide_once(setup: str, level: str, seats: int) -> Taken:
    """Return the time of the first decision in this process, after the imports."""
    import numba  # noqa: F401

    from paperdice import Match, SeededDice, find_game, make_bot

    started, began = time.process_time(), time.perf_counter()
    game, _, sheet = setup.partition(":")
    match = Match(find_game(game), seats, sheet or None)
    match.throw(SeededDice(1))
    bot = make_bot(level, game, playouts=PLAYOUTS)
    bot.decide(match.snapshot(), match.active)  # type: ignore[attr-defined]
    return Taken(time.process_time() - started, time.perf_counter() - began)


def run(checkout: Path, cache: str, game: str, level: str, seats: int) -> Taken:
    """Run `decide_once` in a process of a checkout with this cache."""
    python = checkout.resolve() / ".venv" / "bin" / "python"
    command = [str(python), __file__, "--once", game, level, str(seats)]
    settings = {**os.environ, "PAPERDICE_CACHE": f"{cache}/code", "PYTHONPYCACHEPREFIX": f"{cache}/bytecode"}
    settings.pop("PYTHONDONTWRITEBYTECODE", None)
    told = subprocess.run(command, cwd=checkout, env=settings, capture_output=True, text=True, check=True)
    return Taken(*json.loads(told.stdout.splitlines()[-1]))


def size_of(folder: str) -> float:
    """Return the size of a folder in MB."""
    return sum(path.stat().st_size for path in Path(folder).rglob("*") if path.is_file()) / MEGABYTE


def measure(checkout: Path, game: str, levels: list[str], seats: int) -> dict[str, Figures]:
    """Return the figures of each level, starting with an empty cache."""
    found = {}
    with tempfile.TemporaryDirectory() as cache:
        for level in levels:
            cold = run(checkout, cache, game, level, seats)
            warm = min(run(checkout, cache, game, level, seats) for _ in range(WARM_RUNS))
            found[level] = Figures(cold, warm, size_of(f"{cache}/code"))
    return found


def get_ready(setup: str, level: str, seats: int) -> None:
    """Compile a bot into the user's cache, if needed."""
    from paperdice import Match, find_game
    from paperdice.bots.rehearsal import needs_warm_up, warm_up, warm_up_of

    game, _, sheet = setup.partition(":")
    if needs_warm_up(level):
        warm_up(warm_up_of(Match(find_game(game), seats, sheet or None).raw, level))


def apart(work: Callable[..., T], *words: object) -> T:
    """Run a function in a process forked after the imports, and return its result."""
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=lambda: theirs.send(work(*words)))
    process.start()
    theirs.close()
    try:
        found: T = ours.recv()
    finally:
        process.join()
    return found


def print_warm(setups: list[str], levels: list[str] | None, seats: int) -> None:
    """Print one row per game or sheet and one column per bot: the lowest CPU seconds of several runs."""
    sys.dont_write_bytecode = False  # the default
    import numba  # noqa: F401 - excluded from the measurement

    from paperdice.bots import PLAYERS

    levels = levels or list(PLAYERS)
    print(f"| warm, {seats} seats, CPU seconds | {' | '.join(levels)} |\n|---|{'---|' * len(levels)}")
    most = 0.0
    for setup in setups:
        found = []
        for level in levels:
            apart(get_ready, setup, level, seats)
            found.append(min(apart(decide_once, setup, level, seats).cpu for _ in range(WARM_RUNS)))
        print(f"| {setup} | {' | '.join(f'{cpu:.2f}' for cpu in found)} |", flush=True)
        most = max(most, *found)
    print(f"The most is {most:.2f}.")


async def answer_first(setup: str, levels: Sequence[str], seats: int) -> list[float]:
    """Return the milliseconds until each bot's first answer, requested one after the other."""
    sys.path.insert(0, str(HERE))  # the tests have functions that open tables
    from paperdice.flow.wishes import NewSeat
    from paperdice.server.bots import BotPool
    from paperdice.server.settings import Settings
    from tests.server.tables import person, started

    game, _, sheet = setup.partition(":")
    settings = Settings()
    pool = BotPool(settings.bot_budget_ms, settings.n_workers, warms_ahead=True)
    found = []
    for level in levels:
        driver = started(
            person(0), *[NewSeat(bot=level)] * (seats - 1), game=game, first=1, sheets=[sheet] if sheet else None
        )
        driver.throw()
        pool.open()
        began = time.perf_counter()
        await pool.find_move(driver.table, 1, ("here",))
        found.append(1000 * (time.perf_counter() - began))
    await pool.close()
    return found


def print_fresh(setups: list[str], levels: list[str] | None, seats: int) -> None:
    """Print one row per game or sheet: the time to the first move of each bot, from an empty cache."""
    names = levels or ["casual", *LEVELS]
    print(f"| empty cache, {seats} seats, ms by the clock | {' | '.join(names)} |\n|---|{'---|' * len(names)}")
    for setup in setups:
        with tempfile.TemporaryDirectory() as cache:
            os.environ["PAPERDICE_CACHE"] = cache
            found = asyncio.run(answer_first(setup, names, seats))
        print(f"| {setup} | {' | '.join(f'{ms:.0f}' for ms in found)} |", flush=True)


def print_table(games: list[str], levels: list[str], seats: int, before: Path | None) -> None:
    """Print one row per game and level, and the totals over all games for each level."""
    print(f"| CPU (wall-clock) seconds of the first decision, {seats} seats | empty cache | warm cache | MB on disk |")
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
    """Print one table, or return one measurement to a parent process."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="+", help="GAME or GAME:SHEET")
    parser.add_argument("--levels", nargs="+")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--warm", action="store_true", help="measure with the user's cache only")
    parser.add_argument("--fresh", action="store_true", help="measure waiting times on a new machine")
    parser.add_argument("--before", type=Path, help="another checkout to compare with")
    parser.add_argument("--once", nargs=3, metavar=("GAME", "LEVEL", "SEATS"), help=argparse.SUPPRESS)
    words = parser.parse_args()
    if words.once:
        game, level, seats = words.once
        sys.stdout.write(json.dumps(decide_once(game, level, int(seats))))
        return
    if words.warm or words.fresh:
        setups = words.games or [*GAMES, "longo", *(f"qwixx:{sheet}" for sheet in FAMILY)]
        (print_warm if words.warm else print_fresh)(setups, words.levels, words.seats)
    else:
        print_table(words.games or list(GAMES), words.levels or list(LEVELS), words.seats, words.before)


if __name__ == "__main__":
    main()
