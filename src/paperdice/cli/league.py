"""The command `paperdice league`."""

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
    """Rate bots in a round-robin tournament: each pair plays a duel, and ratings are fitted to the results.

    Args:
        bots: The bots; by default all that play the game. cmd:PROGRAM runs a program of your own.
        matches: The number of matches per pair of bots.
        seed: The seed of the dice, the same for every pair.
        sheet: One sheet for both seats, or one per seat.
        budget: Milliseconds per decision for bots that search.
        playouts: Playouts per decision instead of a time limit, for the same result on every machine.
        threads: The number of threads; by default one per core.
        cluster: Address of a Dask scheduler, or a number of local worker processes to start.
        json: Print one JSON object for programs instead of tables.
        plot: Save a plot of ratings and shares to this file (.png, .svg or .pdf).
    """
    from paperdice.arena.api import league as play  # slow to import, so only when needed

    run = partial(play, bots, game=game, matches=matches, sheets=sheet, seed=seed, threads=threads, cluster=cluster)
    return wait_for(partial(run, budget_ms=budget, playouts=playouts), as_json=json, plot=plot)
