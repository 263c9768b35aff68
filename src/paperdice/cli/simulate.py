"""`paperdice simulate GAME`."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from rich.console import Console
from rich.markup import escape
from rich.progress import Progress, ProgressColumn, Task, TaskID
from rich.table import Table
from rich.text import Text

from paperdice.bots import DEFAULT_BUDGET_MS
from paperdice.cli.console import make_console
from paperdice.cli.running import get_ready, open_bar, open_engine, print_json

if TYPE_CHECKING:
    from paperdice.arena.reports import TimedReport
    from paperdice.arena.setup import Setup
    from paperdice.arena.summary import Summary

STOPPED = 130


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
        return 0
    if csv and parquet:
        raise SetupError("rows are written either as --csv or as --parquet")
    run = _Run(setup, matches, csv or parquet, resume)
    report, is_stopped = _play(run, threads, cluster) if plot is None else _play_and_draw(run, threads, cluster, plot)
    if json:
        print_json(report)
    else:
        _print_tables(report)
    return STOPPED if is_stopped else 0


class _Run(NamedTuple):
    setup: Setup
    matches: int
    rows: Path | None
    resume: bool


def _play_and_draw(run: _Run, threads: int, cluster: str | None, plot: Path) -> tuple[TimedReport, bool]:
    """Plays the run and draws its picture, whose name is checked before anything is played."""
    from paperdice.arena.plots import check_plot, draw_summary

    check_plot(plot)
    return _play(run, threads, cluster, lambda summary: draw_summary(plot, summary))


def _play(
    run: _Run, threads: int, cluster: str | None, finish: Callable[[Summary], None] = lambda _: None
) -> tuple[TimedReport, bool]:
    """Plays the run with a progress bar; tells what is done and whether it was stopped."""
    from paperdice.arena.run import Stopped
    from paperdice.arena.run import play_run as play

    console = Console(stderr=True)
    with open_engine(cluster, threads) as engine:
        get_ready(console, run.setup)
        try:
            with open_bar(console, run.setup.game, run.matches, _Rate()) as (bar, task):
                follow = _Follower(bar, task)
                summary = play(run.setup, run.matches, engine=engine, progress=follow, rows=run.rows, resume=run.resume)
        except Stopped as stopped:
            return follow.tell(stopped.summary), True
        report = follow.tell(summary)
    finish(summary)
    return report, False


class _Follower:
    """Moves the bar, and knows how many matches were played in how many seconds since it was first called."""

    def __init__(self, bar: Progress, task: TaskID) -> None:
        self._bar, self._task = bar, task
        self._started = time.perf_counter()
        self._before = -1

    def __call__(self, done: int, total: int) -> None:
        if self._before < 0:
            self._started, self._before = time.perf_counter(), done
        self._bar.update(self._task, completed=done, total=total)

    def tell(self, summary: Summary) -> TimedReport:
        """Gives the summary with time and speed."""
        seconds = time.perf_counter() - self._started
        rate = (summary.matches - max(self._before, 0)) / seconds
        return {**summary.report(), "seconds": seconds, "matches_per_second": rate}


def _print_match(setup: Setup, number: int, *, as_record: bool) -> None:
    from paperdice.arena.blocks import replay

    match = replay(setup, number)
    if as_record:
        sys.stdout.write(match.record())
    else:
        make_console().print(f"match {number}: {' to '.join(map(str, match.scores))} ({match.end_reason})")


def _print_tables(report: TimedReport) -> None:
    from paperdice.arena.summary import Z95

    console = make_console()
    rate = f"{report['matches']:,} matches in {report['seconds']:.1f} s, {report['matches_per_second']:,.0f} a second"
    console.print(f"[bold]{report['game']}, {report['seats']} seats, seed {report['seed']}[/]: {rate}")
    table = _table("seat", "bot", "points", "spread", "5 / 50 / 95 %", "wins in %")
    for seat, bot in enumerate(report["bots"]):
        quantiles = report["score_quantiles"][seat]
        points = f"{report['mean_scores'][seat]:.2f} ± {Z95 * report['score_errors'][seat]:.2f}"
        wins = f"{100 * report['win_shares'][seat]:.2f} ± {100 * Z95 * report['win_errors'][seat]:.2f}"
        spread = " / ".join(str(quantiles[share]) for share in ("0.05", "0.5", "0.95"))
        table.add_row(str(seat), escape(bot), points, f"{report['score_spreads'][seat]:.1f}", spread, wins)
    console.print(table)
    events = _table("a match", *report["mean_events"][0])
    for seat, means in enumerate(report["mean_events"]):
        events.add_row(f"seat {seat}", *(f"{mean:.2f}" for mean in means.values()))
    console.print(events)
    ends = ", ".join(f"{name} {100 * n / report['matches']:.1f} %" for name, n in report["end_reasons"].items())
    low, high = report["turn_quantiles"]["0.05"], report["turn_quantiles"]["0.95"]
    console.print(f"Turns: {report['mean_turns']:.1f} on average, {low} to {high} in nine of ten. Ends: {ends}.")


def _table(*headings: str) -> Table:
    table = Table()
    for place, heading in enumerate(headings):
        table.add_column(heading, justify="left" if place == 0 or heading == "bot" else "right")
    return table
