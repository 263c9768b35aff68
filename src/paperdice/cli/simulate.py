"""`paperdice simulate GAME`."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.progress import ProgressColumn, Task
from rich.table import Table
from rich.text import Text

from paperdice.cli.drawing import make_console
from paperdice.cli.running import open_bar, open_engine, print_json


class _Rate(ProgressColumn):
    def render(self, task: Task) -> Text:
        return Text(f"{task.speed or 0:,.0f}/s")


def simulate(
    game: str,
    *,
    seats: int = 2,
    bot: tuple[str, ...] = ("random",),
    sheet: tuple[str, ...] = (),
    matches: int = 10_000,
    seed: int = 0,
    threads: int = 0,
    cluster: str | None = None,
    budget: float = 100,
    playouts: int | None = None,
    resume: bool = False,
    json: bool = False,
    csv: Path | None = None,
    parquet: Path | None = None,
    plot: Path | None = None,
    match: int | None = None,
    record: bool = False,
) -> None:
    """Play many matches between bots and sum them up.

    Parameters
    ----------
    game
        qwixx, twenty_one, qwantum or sixto.
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
    from paperdice.arena.setup import Setup, spread  # compiled rooms only when asked for
    from paperdice.errors import SetupError

    setup = Setup(game, seats, spread(bot, seats), seed, spread(sheet, seats), -1, budget, playouts)
    if record or match is not None:
        if match is None or match < 0:
            raise SetupError("--record wants --match NUMBER, from 0")
        _print_match(setup, match, as_record=record)
        return
    if csv and parquet:
        raise SetupError("rows are written either as --csv or as --parquet")
    run = (setup, matches, threads, cluster, csv or parquet, resume)
    told = _run(*run)[0] if plot is None else _run_and_draw(run, plot)
    if json:
        print_json(told)
    else:
        _print_tables(told)


def _run_and_draw(run: tuple[Any, ...], plot: Path) -> Any:
    """Plays the run and draws its picture, whose name is checked before anything is played."""
    from paperdice.arena.plots import check_plot, draw_summary

    check_plot(plot)
    told, summary = _run(*run)
    draw_summary(plot, summary)
    return told


def _run(setup: Any, matches: int, threads: int, cluster: str | None, rows: Path | None, resume: bool) -> Any:
    """Plays the run with a progress bar."""
    from paperdice.arena.blocks import prepare
    from paperdice.arena.simulate import simulate as play

    console = Console(stderr=True)
    with open_engine(cluster, threads) as engine:
        with console.status("compiling, once for this version ..."):
            prepare(setup)
        started = time.perf_counter()
        with open_bar(console, setup.game, matches, _Rate()) as (bar, task):
            summary = play(
                setup,
                matches,
                engine=engine,
                progress=lambda done, _: bar.update(task, completed=done),
                rows=rows,
                resume=resume,
            )
        seconds = time.perf_counter() - started
    return summary.told() | {"seconds": seconds, "matches_per_second": summary.matches / seconds}, summary


def _print_match(setup: Any, number: int, *, as_record: bool) -> None:
    from paperdice.arena.blocks import replay

    match = replay(setup, number)
    if as_record:
        sys.stdout.write(match.record())
    else:
        make_console().print(f"match {number}: {' to '.join(map(str, match.scores))} ({match.end_reason})")


def _print_tables(told: dict[str, Any]) -> None:
    console = make_console()
    rate = f"{told['matches']:,} matches in {told['seconds']:.1f} s, {told['matches_per_second']:,.0f} a second"
    console.print(f"[bold]{told['game']}, {told['seats']} seats, seed {told['seed']}[/]: {rate}")
    table = _table("seat", "bot", "points", "spread", "5 / 50 / 95 %", "wins in %")
    for seat, bot in enumerate(told["bots"]):
        quantiles = told["score_quantiles"][seat]
        points = f"{told['mean_scores'][seat]:.2f} ± {1.96 * told['score_errors'][seat]:.2f}"
        wins = f"{100 * told['win_shares'][seat]:.2f} ± {196 * told['win_errors'][seat]:.2f}"
        told_quantiles = " / ".join(str(quantiles[share]) for share in ("0.05", "0.5", "0.95"))
        table.add_row(str(seat), escape(bot), points, f"{told['score_spreads'][seat]:.1f}", told_quantiles, wins)
    console.print(table)
    events = _table("a match", *told["mean_events"][0])
    for seat, means in enumerate(told["mean_events"]):
        events.add_row(f"seat {seat}", *(f"{mean:.2f}" for mean in means.values()))
    console.print(events)
    ends = ", ".join(f"{name} {100 * n / told['matches']:.1f} %" for name, n in told["end_reasons"].items())
    low, high = told["turn_quantiles"]["0.05"], told["turn_quantiles"]["0.95"]
    console.print(f"Turns: {told['mean_turns']:.1f} on average, {low} to {high} in nine of ten. Ends: {ends}.")


def _table(*headings: str) -> Table:
    table = Table()
    for place, heading in enumerate(headings):
        table.add_column(heading, justify="left" if place == 0 or heading == "bot" else "right")
    return table
