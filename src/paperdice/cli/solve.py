"""`paperdice solve GAME`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypedDict

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from paperdice.cli.console import make_console
from paperdice.cli.running import print_json
from paperdice.errors import SetupError, StoreError
from paperdice.games import find_game

if TYPE_CHECKING:
    from paperdice.fast.progress import Progress as Tell
    from paperdice.solve.bounds import Bound
    from paperdice.solve.check import Check

CHECKED_MATCHES = 50_000
BOUND_MATCHES = 20_000


@dataclass(frozen=True)
class Question:
    """What is asked about a game, as on the command line."""

    seats: int
    hazard: float
    target: int | None
    scores: bool
    fresh: bool


class PlayedCheck(TypedDict):
    """What play by a table gave."""

    matches: int
    mean: float
    error: float


class SolveReport(TypedDict, total=False):
    """What is known of a game for one sheet: a solved value, or what play reaches below a proven bound."""

    game: str
    value: float
    positions: int
    seconds: float
    seats: int
    hazard: float
    target: int | None
    stored: bool
    values: list[float]
    rows: list[float]
    check: PlayedCheck
    scores: dict[int, float]
    error: float
    upper: float
    policy: str
    matches: int


def solve(
    game: str,
    *,
    seats: int = 1,
    hazard: float = 0.0,
    target: int | None = None,
    scores: bool = False,
    fresh: bool = False,
    json: bool = False,
) -> None:
    """Solve a game for one sheet: what the best play is worth, exactly for Qwixx and Twenty One.

    Parameters
    ----------
    game
        qwixx, twenty_one, qwantum or sixto.
    seats
        How many seats roll in turn; the others never end the match.
    hazard
        The chance that another turn ends the match.
    target
        Play for the chance of this score instead of for points (Qwixx).
    scores
        Also give the exact chance of every score (Qwixx).
    fresh
        Solve again in spite of a stored table.
    json
        Print one JSON object for programs instead of a table.
    """
    name = find_game(game).name
    if name not in SOLVERS:
        raise SetupError(f"nothing is solved for {name}")
    question = Question(seats, hazard, target, scores, fresh)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        report = SOLVERS[name](bar, question)
    if json:
        print_json(report)
    else:
        make_console().print(make_table(report))


def follow(bar: Progress, description: str) -> Tell:
    """Gives a function that draws a new bar with what a solver tells."""
    task = bar.add_task(description, total=None)
    return lambda done, total: bar.update(task, completed=done, total=total)


def solve_qwixx(bar: Progress, question: Question) -> SolveReport:
    """Gives the value of Qwixx, checked by play when it was solved just now."""
    from paperdice.solve.qwixx.question import solve_qwixx  # compiled, so only when asked for

    seats, hazard, target = question.seats, question.hazard, question.target
    table = solve_qwixx(seats, hazard, target, fresh=question.fresh, progress=follow(bar, "positions"))
    report: SolveReport = {
        "game": "qwixx",
        "value": table.value(),
        "positions": table.positions,
        "seconds": table.seconds,
    }
    report |= {"seats": seats, "hazard": hazard, "target": target, "stored": table.is_stored}
    report["values"] = [table.value(wait=wait) for wait in range(seats)]
    if not table.is_stored:
        from paperdice.solve.qwixx.check import check_table

        bar.add_task("playing by the table", total=None)
        report["check"] = agreed(check_table(table, CHECKED_MATCHES))
    if question.scores:
        from paperdice.solve.qwixx.distribution import score_chances

        report["scores"] = score_chances(table, progress=follow(bar, "score chances"))
    return report


def refuse_chances(name: str, question: Question) -> None:
    """Refuses what only Qwixx answers: the chance of a score."""
    if question.target is not None or question.scores:
        raise SetupError(f"targets and score chances are solved for qwixx, not for {name}")


def solve_twenty_one(bar: Progress, question: Question) -> SolveReport:
    """Gives the value of Twenty One, checked by play; it takes less than a second, so nothing is stored."""
    refuse_chances("twenty_one", question)
    from paperdice.solve.twenty_one import rows  # compiled, so only when asked for

    seats, hazard = question.seats, question.hazard
    tables = rows.solve_twenty_one(seats, hazard, progress=follow(bar, "rows"))
    report: SolveReport = {"game": "twenty_one", "value": tables.value(), "positions": tables.positions}
    report |= {"seconds": tables.seconds, "seats": seats, "hazard": hazard, "stored": False}
    report |= {"values": [tables.value(wait) for wait in range(seats)], "rows": tables.row_values()}
    if not hazard:
        report["check"] = agreed(rows.check_tables(tables, CHECKED_MATCHES))
    return report


def bound_qwantum(bar: Progress, question: Question) -> SolveReport:
    """Gives a bound of Qwantum beside the mean score of `steady` alone."""
    refuse_seats("qwantum", question)
    from paperdice.arena.run import play_run
    from paperdice.arena.setup import Setup
    from paperdice.solve.bounds import bound_qwantum  # compiled, so only when asked for

    bar.add_task("upper bound", total=None)
    bound = bound_qwantum()
    played = play_run(Setup("qwantum", 1, ("steady",)), BOUND_MATCHES, progress=follow(bar, "playing")).report()
    return bound_report("qwantum", bound, "steady", played["mean_scores"][0], played["score_errors"][0])


def bound_sixto(bar: Progress, question: Question) -> SolveReport:
    """Gives a bound of Sixto beside the mean score of patient play alone."""
    refuse_seats("sixto", question)
    from paperdice.solve.bounds import bound_sixto  # compiled, so only when asked for
    from paperdice.solve.sixto import play_alone

    bar.add_task("upper bound", total=None)
    bound = bound_sixto()
    bar.add_task("playing", total=None)
    scores = play_alone(BOUND_MATCHES)
    return bound_report("sixto", bound, "patient", float(scores.mean()), float(scores.std()) / BOUND_MATCHES**0.5)


def refuse_seats(name: str, question: Question) -> None:
    """Refuses what a bound does not answer: chances of scores, and other seats."""
    refuse_chances(name, question)
    if question.seats != 1 or question.hazard:
        raise SetupError(f"{name} is bounded for one seat alone")


def bound_report(name: str, bound: Bound, policy: str, mean: float, error: float) -> SolveReport:
    """Gives a proven upper bound for a game that is too large, beside what the best policy at hand reaches."""
    report: SolveReport = {"game": name, "value": mean, "error": error, "upper": bound.upper, "policy": policy}
    return report | {"matches": BOUND_MATCHES, "positions": bound.positions, "seconds": bound.seconds}


# What answers for each game; nothing compiled is imported before it is asked for.
SOLVERS: dict[str, Callable[[Progress, Question], SolveReport]] = {
    "qwixx": solve_qwixx,
    "twenty_one": solve_twenty_one,
    "qwantum": bound_qwantum,
    "sixto": bound_sixto,
}


def agreed(check: Check) -> PlayedCheck:
    """Gives a check as plain values, or refuses a table that does not keep what it promises."""
    if not check.agrees:
        raise StoreError(f"the table promises {check.value:.4f}, but play gave {check.mean:.4f} ± {check.error:.4f}")
    return {"matches": check.matches, "mean": check.mean, "error": check.error}


def make_table(report: SolveReport) -> Table:
    """Draws the answer."""
    table = Table(title=f"{report['game']}, {report.get('seats', 1)} seats", show_header=False)
    table.add_column("", justify="left")
    table.add_column("", justify="right")
    table.add_row(_heading(report), _number(report))
    for wait, value in enumerate(report.get("values", [])[1:], 1):
        table.add_row(f"  after {wait} other turns", f"{value:.8f}")
    for row, value in enumerate(report.get("rows", []), 1):
        table.add_row(f"  row {row}", f"{value:.4f}")
    if "upper" in report:
        table.add_row("no play exceeds", f"{report['upper']:.2f}")
    if "check" in report:
        check = report["check"]
        table.add_row(f"played {check['matches']} matches", f"{check['mean']:.4f} ± {check['error']:.4f}")
    if "scores" in report:
        _add_scores(table, report["scores"])
    table.add_row("positions", f"{report['positions']:,}")
    table.add_row("seconds" + (" (stored)" if report.get("stored") else ""), f"{report['seconds']:.2f}")
    return table


def _number(report: SolveReport) -> str:
    return f"{report['value']:.2f} ± {report['error']:.2f}" if "upper" in report else f"{report['value']:.8f}"


def _heading(report: SolveReport) -> str:
    if "upper" in report:
        return f"{report['policy']} play reaches"
    return "points" if report.get("target") is None else f"chance of {report['target']}"


def _add_scores(table: Table, scores: dict[int, float]) -> None:
    """Adds the likeliest score and the chances of high ones."""
    table.add_row("likeliest score", str(max(scores, key=lambda score: scores[score])))
    for least in range(50, 251, 25):
        table.add_row(f"chance of {least} or more", f"{sum(p for score, p in scores.items() if score >= least):.6f}")
