"""`paperdice simulate GAME`."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from paperdice.bots import DEFAULT_BUDGET_MS
from paperdice.cli.console import make_console
from paperdice.cli.running import wait_for
from paperdice.cli.words import BotNames, GameName, SheetNames
from paperdice.errors import SetupError

if TYPE_CHECKING:
    from paperdice.arena.setup import Setup


def simulate(
    game: GameName,
    *,
    seats: int = 2,
    bot: BotNames = ("random",),
    sheet: SheetNames = (),
    matches: int = 10_000,
    seed: int = 0,
    threads: int = 0,
    cluster: str | None = None,
    budget: float = DEFAULT_BUDGET_MS,
    playouts: int | None = None,
    resume: bool = False,
    json: bool = False,
    csv: Path | None = None,
    parquet: Path | None = None,
    plot: Path | None = None,
    match: int | None = None,
    record: bool = False,
) -> int:
    """Play many matches between bots and sum them up.

    Parameters
    ----------
    seats
        How many seats.
    bot
        A bot for all seats, or given once a seat; cmd:PROGRAM lets a program of your own play.
    sheet
        A sheet for all seats, or given once a seat.
    matches
        How many matches.
    seed
        The seed of dice and bots: the same seed gives the same matches anywhere.
    threads
        How many threads; all cores if left out.
    cluster
        Address of a Dask scheduler, or a number of worker processes to start here.
    budget
        Milliseconds a decision for bots that search.
    playouts
        Playouts a decision instead, so that the result is the same on every machine.
    resume
        Go on with the same run where it was stopped.
    json
        Print one JSON object for programs instead of tables.
    csv
        Write one row a match to this file.
    parquet
        Write one row a match to this file.
    plot
        Draw scores and ends to this picture (.png, .svg or .pdf).
    match
        Play only this match of the run; with --record print its record.
    record
        Print the record of the match named by --match.
    """
    from paperdice.arena.api import make_setup  # compiled, so only when asked for
    from paperdice.arena.api import simulate as play

    if record or match is not None:
        _print_match(make_setup(game, bot, seats, sheet, seed, budget, playouts), match, as_record=record)
        return 0
    if csv and parquet:
        raise SetupError("rows are written either as --csv or as --parquet")
    rows = csv or parquet or False
    run = partial(play, game, bot, seats=seats, sheets=sheet, matches=matches, seed=seed, rows=rows, resume=resume)
    run = partial(run, threads=threads, cluster=cluster, budget_ms=budget, playouts=playouts)
    return wait_for(run, as_json=json, plot=plot)


def _print_match(setup: Setup, number: int | None, *, as_record: bool) -> None:
    from paperdice.arena.blocks import replay

    if number is None or number < 0:
        raise SetupError("--record wants --match NUMBER, from 0")
    match = replay(setup, number)
    if as_record:
        sys.stdout.write(match.record())
    else:
        make_console().print(f"match {number}: {' to '.join(map(str, match.scores))} ({match.end_reason})")
