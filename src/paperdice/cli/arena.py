"""The commands that play or solve many matches: `simulate`, `duel`, `league` and `solve`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from paperdice.bots import DEFAULT_BUDGET_MS
from paperdice.cli.completion import BotName, BotNames, GameName, SheetNames
from paperdice.cli.console import make_console, print_json, spell_command, wait_for
from paperdice.errors import SetupError

if TYPE_CHECKING:
    from paperdice.arena.reports import Result
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


def duel(
    a: BotName,
    b: BotName,
    *,
    game: GameName = "qwixx",
    matches: int = 1000,
    start: int = 0,
    seed: int = 0,
    seats: int = 2,
    sheet: SheetNames = (),
    budget: float = DEFAULT_BUDGET_MS,
    playouts: int | None = None,
    stop_early: bool = False,
    adjusted: bool = False,
    cluster: str | None = None,
    json: bool = False,
) -> int:
    """Compare two bots, which play each other in every seating with the same dice.

    Args:
        a: The first bot; cmd:PROGRAM runs a program of your own.
        b: The second bot; with more than two seats, it plays in all other seats.
        matches: The number of matches.
        start: The number of the first match, counted from 0; a multiple of the number of seats.
        seed: The seed of the dice.
        seats: The number of seats.
        sheet: One sheet for all seats, or one per seat.
        budget: Milliseconds per decision for bots that search.
        playouts: Playouts per decision instead of a time limit, for the same result on every machine.
        stop_early: Stop as soon as the winner is certain.
        adjusted: Remove the luck of the dice from the result; worthwhile for bots that search.
        cluster: Address of a Dask scheduler, or a number of local worker processes to start.
        json: Print one JSON object for programs instead of a table.
    """
    given = dict(locals())  # the arguments, used to build the command for the remaining matches
    fixed: dict[str, Any] = {"game": game, "matches": matches, "seats": seats, "sheets": sheet, "seed": seed}
    fixed |= {"budget_ms": budget, "playouts": playouts, "stop_early": stop_early}
    if adjusted:
        return wait_for(partial(_play_adjusted(cluster, start), a, b, **fixed), as_json=json)
    from paperdice.arena.api import duel as play  # slow to import, so only when needed

    def spell_rest(rest: Rest) -> str:
        return spell_command(duel, given | {"start": rest.start, "matches": rest.matches})

    return wait_for(partial(play, a, b, **fixed, cluster=cluster, start=start), as_json=json, spell_rest=spell_rest)


def _play_adjusted(cluster: str | None, start: int) -> Callable[..., Result]:
    """Return the function that plays adjusted duels; raise `SetupError` if `--cluster` or `--start` is given."""
    if cluster is not None or start:
        raise SetupError("an adjusted duel runs locally from the first match: leave out --cluster and --start")
    from paperdice.study.adjusted import adjusted_duel  # slow to import, so only when needed

    return adjusted_duel


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
        plot: Save a plot of ratings and win rates to this file (.png, .svg or .pdf).
    """
    from paperdice.arena.api import league as play  # slow to import, so only when needed

    run = partial(play, bots, game=game, matches=matches, sheets=sheet, seed=seed, threads=threads, cluster=cluster)
    return wait_for(partial(run, budget_ms=budget, playouts=playouts), as_json=json, plot=plot)


def solve(
    game: GameName,
    *,
    seats: int = 1,
    hazard: float = 0.0,
    target: int | None = None,
    scores: bool = False,
    sheet: str | None = None,
    fresh: bool = False,
    json: bool = False,
) -> int:
    """Solve a game for one sheet: compute the value of optimal play, exactly for Qwixx and Twenty One.

    Args:
        seats: The number of seats that roll in turn; the others never end the match.
        hazard: The chance that another seat's turn ends the match.
        target: Maximize the chance of reaching this score instead of the mean score (Qwixx).
        scores: Also compute the exact chance of every score (Qwixx).
        sheet: Solve a sheet of the Qwixx family instead, for one seat: double-b, steps-a to steps-e or bonus-a.
        fresh: Solve the game again even if a table is stored.
        json: Print one JSON object for programs instead of a table.
    """
    from paperdice.arena.solution import solve_game  # slow to import, so only when needed

    ask = partial(solve_game, game, seats=seats, hazard=hazard, target=target, scores=scores)
    run = partial(ask, fresh=fresh, sheet=sheet)
    return wait_for(run, as_json=json)
