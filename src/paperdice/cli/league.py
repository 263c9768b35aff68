"""`paperdice league`."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from paperdice.bots import DEFAULT_BUDGET_MS
from paperdice.cli.running import wait_for
from paperdice.cli.words import BotName, GameName, SheetNames


def league(
    *bots: BotName,
    game: GameName = "qwixx",
    matches: int = 200,
    seed: int = 0,
    sheet: SheetNames = (),
    budget: float = DEFAULT_BUDGET_MS,
    playouts: int | None = None,
    threads: int = 0,
    cluster: str | None = None,
    json: bool = False,
    plot: Path | None = None,
) -> int:
    """Rate bots: every two of them play a duel with two seats, and ratings are fitted to the outcomes.

    Parameters
    ----------
    bots
        The bots; all that play the game if none is named. cmd:PROGRAM lets a program of your own play.
    matches
        How many matches each pair of bots plays.
    seed
        The seed of the dice, the same for every pair.
    sheet
        One sheet for both seats, or one a seat.
    budget
        Milliseconds a decision for bots that search.
    playouts
        Playouts a decision instead, so that the result is the same on every machine.
    threads
        How many threads; all cores if left out.
    cluster
        Address of a Dask scheduler, or a number of worker processes to start here.
    json
        Print one JSON object for programs instead of tables.
    plot
        Draw ratings and shares to this picture (.png, .svg or .pdf).
    """
    from paperdice.arena.api import league as play  # compiled, so only when asked for

    run = partial(play, bots, game=game, matches=matches, sheets=sheet, seed=seed, threads=threads, cluster=cluster)
    return wait_for(partial(run, budget_ms=budget, playouts=playouts), as_json=json, plot=plot)
