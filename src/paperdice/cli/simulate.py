"""The command `paperdice simulate GAME`."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from paperdice.bots import DEFAULT_BUDGET_MS
from paperdice.cli.console import make_console
from paperdice.cli.running import print_json, spell_command, wait_for
from paperdice.cli.words import BotNames, GameName, SheetNames
from paperdice.errors import SetupError

if TYPE_CHECKING:
    from paperdice.arena.results import Rest
    from paperdice.arena.setup import Setup


def simulate(
    game: GameName,
    *,
    seats: int | None = None,
    bot: BotNames = ("random",),
    sheet: SheetNames = (),
    matches: int = 10_000,
    start: int = 0,
    seed: int = 0,
    threads: int = 0,
    cluster: str | None = None,
    budget: float = DEFAULT_BUDGET_MS,
    playouts: int | None = None,
    json: bool = False,
    csv: Path | None = None,
    parquet: Path | None = None,
    plot: Path | None = None,
    match: int | None = None,
    record: bool = False,
) -> int:
    """Play many matches between bots and summarize them.

    Args:
        seats: The number of seats; by default the number of bots, or two for one bot.
        bot: A bot for all seats, or one option per seat; cmd:PROGRAM runs a program of your own.
        sheet: A sheet for all seats, or one option per seat.
        matches: The number of matches.
        start: The number of the first match, counted from 0.
        seed: The seed of the dice and bots; the same seed gives the same matches on every machine.
        threads: The number of threads; by default one per core.
        cluster: Address of a Dask scheduler, or a number of local worker processes to start.
        budget: Milliseconds per decision for bots that search.
        playouts: Playouts per decision instead of a time limit, for the same result on every machine.
        json: Print one JSON object for programs instead of tables.
        csv: Write one row per match to this CSV file.
        parquet: Write one row per match to this Parquet file.
        plot: Save a plot of scores and end reasons to this file (.png, .svg or .pdf).
        match: Play only this match of the run; with --record print its record, with --json an object that contains it.
        record: Print the record of the match named by --match.
    """
    given = dict(locals())  # the arguments, used to build the command for the remaining matches
    from paperdice.arena.api import make_setup  # slow to import, so only when needed
    from paperdice.arena.api import simulate as play

    if record or match is not None:
        setup = make_setup(game, bot, seats, sheet, seed, budget, playouts)
        _print_match(setup, match, as_record=record, as_json=json)
        return 0
    if csv and parquet:
        raise SetupError("use either --csv or --parquet, not both")
    rows = csv or parquet or False
    run = partial(play, game, bot, seats=seats, sheets=sheet, matches=matches, start=start, seed=seed, rows=rows)
    run = partial(run, threads=threads, cluster=cluster, budget_ms=budget, playouts=playouts)
    return wait_for(run, as_json=json, plot=plot, spell_rest=lambda rest: _spell_rest(given, rest))


def _spell_rest(given: dict[str, object], rest: Rest) -> str:
    """Return the command that plays the remaining matches of a run and writes their rows to a separate file."""
    files = {name: given[name] for name in ("csv", "parquet")}
    further = {
        name: file.with_name(f"{file.stem}-from-{rest.start}{file.suffix}")
        for name, file in files.items()
        if isinstance(file, Path)
    }
    return spell_command(simulate, given | further | {"start": rest.start, "matches": rest.matches})


def _print_match(setup: Setup, number: int | None, *, as_record: bool, as_json: bool) -> None:
    from paperdice.arena.blocks import replay
    from paperdice.arena.setup import check_matches

    if number is None or number < 0:
        raise SetupError("--record requires --match NUMBER, from 0")
    check_matches("run", 1, number)
    match = replay(setup, number)
    end = match.end_reason or "forfeit"
    if as_json:
        played = {"game": setup.game, "seats": setup.seats, "bots": list(setup.bots), "seed": setup.seed}
        played |= {"sheets": [sheet.name for sheet in setup.dealt], "match": number, "scores": list(match.scores)}
        print_json(played | {"winners": list(match.winners), "end": end, "turns": match.turn, "record": match.record()})
    elif as_record:
        sys.stdout.write(match.record())
    else:
        make_console().print(f"match {number}: {' to '.join(map(str, match.scores))} ({end})")
