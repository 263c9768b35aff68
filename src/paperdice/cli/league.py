"""`paperdice league`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from paperdice.bots import DEFAULT_BUDGET_MS, bot_names
from paperdice.cli.console import make_console
from paperdice.cli.running import open_bar, open_engine, print_json
from paperdice.games import find_game

if TYPE_CHECKING:
    from paperdice.arena.reports import LeagueReport
    from paperdice.arena.standing import Duel


def league(
    *bots: str,
    game: str = "qwixx",
    matches: int = 200,
    seed: int = 0,
    sheet: tuple[str, ...] = (),
    budget: float = DEFAULT_BUDGET_MS,
    playouts: int | None = None,
    threads: int = 0,
    cluster: str | None = None,
    resume: bool = False,
    json: bool = False,
    plot: Path | None = None,
) -> None:
    """Rate bots: every two of them play a duel with two seats, and ratings are fitted to the outcomes.

    Parameters
    ----------
    bots
        The bots; all that play the game if none is named. cmd:PROGRAM lets a program of your own play.
    game
        qwixx, twenty_one, qwantum or sixto.
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
    resume
        Take the pairings that an earlier run of the same league has played, and play the rest.
    json
        Print one JSON object for programs instead of tables.
    plot
        Draw ratings and shares to this picture (.png, .svg or .pdf).
    """
    from paperdice.arena.league import League, play_league  # compiled rooms only when asked for
    from paperdice.arena.plots import check_plot, draw_league
    from paperdice.arena.setup import spread

    meeting = League(bots or bot_names(find_game(game)), game, seed, spread(sheet, 2), budget, playouts)
    if plot is not None:
        check_plot(plot)
    console = Console(stderr=True)
    total = matches * len(meeting.pairings())
    with open_engine(cluster, threads) as engine, open_bar(console, game, total) as (bar, task):

        def tell(duel: Duel, done: int) -> None:
            bar.update(task, completed=done, description=" against ".join(duel.bots))

        report = play_league(meeting, matches, engine=engine, progress=tell, resume=resume).report()
    if plot is not None:
        draw_league(plot, report)
    if json:
        print_json(report)
    else:
        _print_tables(report)


def _print_tables(report: LeagueReport) -> None:
    from paperdice.arena.summary import Z95

    console = make_console()
    ratings = Table(title=f"{report['game']}, seed {report['seed']}: {report['anchor']} counts as 1000")
    for heading in ("bot", "rating", "±", "matches", "share in %", "forfeits"):
        ratings.add_column(heading, justify="left" if heading == "bot" else "right")
    for place, bot in enumerate(report["bots"]):
        error, share = report["errors"][place], 100 * report["shares"][place]
        numbers = (
            f"{report['ratings'][place]:.0f}",
            f"{Z95 * error:.0f}",
            str(report["matches"][place]),
            f"{share:.1f}",
        )
        ratings.add_row(escape(bot), *numbers, str(report["forfeits"][place]))
    console.print(ratings)
    shares = Table(title="what the bot on the left takes from the one above, in %")
    for heading in ("", *map(escape, report["bots"])):
        shares.add_column(heading, justify="right" if heading else "left")
    for bot, row in zip(report["bots"], report["table"], strict=True):
        shares.add_row(escape(bot), *("" if share is None else f"{100 * share:.1f}" for share in row))
    console.print(shares)
