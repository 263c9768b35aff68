"""`paperdice duel A B`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from paperdice.bots import DEFAULT_BUDGET_MS
from paperdice.cli.console import make_console
from paperdice.cli.running import get_ready, open_bar, open_engine, print_json

if TYPE_CHECKING:
    from paperdice.arena.reports import DuelReport


def duel(
    a: str,
    b: str,
    *,
    game: str = "qwixx",
    matches: int = 1000,
    seed: int = 0,
    seats: int = 2,
    sheet: tuple[str, ...] = (),
    budget: float = DEFAULT_BUDGET_MS,
    playouts: int | None = None,
    stop_early: bool = False,
    cluster: str | None = None,
    resume: bool = False,
    json: bool = False,
) -> None:
    """Let two bots play against each other, every seat in turn, with the same dice for every seating.

    Parameters
    ----------
    a
        The first bot; cmd:PROGRAM lets a program of your own play.
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
    cluster
        Address of a Dask scheduler, or a number of worker processes to start here.
    resume
        Go on with the same duel where it was stopped.
    json
        Print one JSON object for programs instead of a table.
    """
    from paperdice.arena.duel import play_duel  # compiled, so only when asked for
    from paperdice.arena.setup import spread
    from paperdice.arena.standing import Duel

    meeting = Duel((a, b), game, seats, seed, spread(sheet, seats), budget, playouts)
    console = Console(stderr=True)
    with open_engine(cluster) as engine:
        get_ready(console, meeting.seating(0))
        with open_bar(console, f"{a} against {b}", matches) as (bar, task):
            standing = play_duel(
                meeting,
                matches,
                engine=engine,
                progress=lambda done, _: bar.update(task, completed=done),
                stop_early=stop_early,
                resume=resume,
            )
    if json:
        print_json(standing.report())
    else:
        make_console().print(_table(standing.report()))


def _table(report: DuelReport) -> Table:
    low, high = (100 * end for end in report["interval"])
    counts = f"{report['matches']} matches, {report['ties']} ties"
    table = Table(title=f"{report['game']}, {report['seats']} seats, {counts}")
    for heading in ("bot", "wins", "forfeits", "mean score"):
        table.add_column(heading, justify="left" if heading == "bot" else "right")
    for place, bot in enumerate(report["bots"]):
        wins, forfeits = report["wins"][place], report["forfeits"][place]
        table.add_row(escape(bot), str(wins), str(forfeits), f"{report['mean_scores'][place]:.2f}")
    table.caption = (
        f"share of {escape(report['bots'][0])}: {100 * report['share']:.2f} % (95 %: {low:.2f} to {high:.2f}), "
        f"mean margin {report['mean_margin']:+.2f}, {report['seconds']:.1f} s"
    )
    return table
