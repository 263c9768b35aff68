"""`paperdice duel A B`."""

from __future__ import annotations

import json
import sys
import time
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from paperdice.cli.drawing import make_console


def duel(
    a: str,
    b: str,
    *,
    game: str = "qwixx",
    matches: int = 1000,
    seed: int = 0,
    seats: int = 2,
    sheet: tuple[str, ...] = (),
    budget: float = 100,
    playouts: int | None = None,
    stop_early: bool = False,
    json: bool = False,
) -> None:
    """Let two bots play against each other, every seat in turn, with the same dice for every seating.

    Parameters
    ----------
    a
        The first bot.
    b
        The second bot; with more than two seats it sits in all others.
    game
        qwixx, twenty_one, qwantum or sixto.
    matches
        How many matches.
    seed
        The seed of the dice.
    seats
        How many seats.
    sheet
        One sheet for all seats, or one a seat.
    budget
        Milliseconds a decision for bots that search.
    playouts
        Playouts a decision instead, so that the result is the same on every machine.
    stop_early
        Stop as soon as the winner is beyond doubt.
    json
        Print one JSON object for programs instead of a table.
    """
    from paperdice.arena.blocks import prepare  # compiled, so only when asked for
    from paperdice.arena.duel import Duel, play_duel
    from paperdice.arena.setup import spread

    meeting = Duel((a, b), game, seats, seed, spread(sheet, seats), budget, playouts)
    console = Console(stderr=True)
    with console.status("compiling, once for this version ..."):
        prepare(meeting.seating(0))
    started = time.perf_counter()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(f"{a} against {b}", total=matches)
        standing = play_duel(
            meeting, matches, stop_early=stop_early, progress=lambda done, _: bar.update(task, completed=done)
        )
    told = standing.told() | {"seconds": time.perf_counter() - started}
    if json:
        print_json(told)
    else:
        make_console().print(_table(told))


def print_json(told: dict[str, Any]) -> None:
    """Prints one object on one line."""
    sys.stdout.write(json.dumps(told) + "\n")


def _table(told: dict[str, Any]) -> Table:
    low, high = told["interval"]
    table = Table(title=f"{told['game']}, {told['seats']} seats, {told['matches']} matches, {told['ties']} ties")
    for heading in ("bot", "wins", "mean score"):
        table.add_column(heading, justify="left" if heading == "bot" else "right")
    for bot, won, score in zip(told["bots"], told["wins"], told["mean_scores"], strict=True):
        table.add_row(bot, str(won), f"{score:.2f}")
    table.caption = (
        f"share of {told['bots'][0]}: {100 * told['share']:.2f} % (95 %: {100 * low:.2f} to {100 * high:.2f}), "
        f"mean margin {told['mean_margin']:+.2f}, {told['seconds']:.1f} s"
    )
    return table
