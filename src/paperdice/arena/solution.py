"""`paperdice.solve_game`: exact values for solved games, and bounds for larger ones.

For larger games, the upper bound is accompanied by the mean score that a policy reaches.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from rich.console import RenderableType
from rich.table import Table

from paperdice.arena.progress import ShowProgress, Watch, open_watch
from paperdice.arena.reports import Columns, Result, count_seats
from paperdice.arena.run import play_run
from paperdice.arena.setup import Setup, check_number, check_whole
from paperdice.errors import SetupError, StoreError
from paperdice.fast.progress import Progress
from paperdice.game import Game
from paperdice.games import find_game
from paperdice.sheet import Sheet
from paperdice.solve.bounds import Bound
from paperdice.solve.bounds import bound_qwantum as find_qwantum_bound
from paperdice.solve.bounds import bound_sixto as find_sixto_bound
from paperdice.solve.check import Check
from paperdice.solve.qwixx.check import check_table
from paperdice.solve.qwixx.distribution import score_chances
from paperdice.solve.qwixx.question import solve_qwixx as find_qwixx_table
from paperdice.solve.qwixx_family.layout import free_swaps, is_solvable
from paperdice.solve.qwixx_family.question import compute_table, solve_sheet
from paperdice.solve.sixto import play_alone
from paperdice.solve.twenty_one import rows as twenty_one

CHECKED_MATCHES = 50_000
BOUND_MATCHES = 20_000


@dataclass(frozen=True)
class SolveOptions:
    """The arguments of `solve_game`, except for the game and the progress display."""

    seats: int
    hazard: float
    target: int | None
    scores: bool
    fresh: bool
    sheet: str | None = None


@dataclass(frozen=True)
class PlayedCheck:
    """The mean score of matches played using a solved table, with its standard error."""

    matches: int
    mean: float
    error: float


@dataclass(frozen=True, repr=False)
class Solution(Result):
    """The result of `solve_game`; fields that do not apply to the game or question are None.

    Args:
        game: The name of the game.
        value: The exact value or, if there is an `upper` bound, the mean score of `policy`.
        positions: The number of positions solved.
        seconds: The time it took to solve them.
        seats: The number of seats.
        hazard: The probability that another seat's turn ends the match.
        target: The score to reach; `value` is then the probability of reaching it.
        stored: Whether the table was loaded from the cache.
        values: The values for a seat whose first turn comes after 0, 1, 2, ... turns of other seats.
        rows: The value of each row.
        check: The mean score of matches played using the solved table.
        scores: The probability of every score.
        error: The standard error of `value`.
        upper: A mean score that no strategy can exceed.
        policy: The name of the policy that reaches `value`.
        matches: The number of matches that `policy` played.
        sheet: The name of the sheet, for games of the Qwixx family.
    """

    game: str
    value: float
    positions: int
    seconds: float
    seats: int = 1
    hazard: float = 0.0
    target: int | None = None
    stored: bool | None = None
    values: tuple[float, ...] | None = None
    rows: tuple[float, ...] | None = None
    check: PlayedCheck | None = None
    scores: dict[int, float] | None = None
    error: float | None = None
    upper: float | None = None
    policy: str | None = None
    matches: int | None = None
    sheet: str | None = None

    def as_dict(self) -> dict[str, object]:
        """Return the fields as JSON-serializable values, as printed by `--json`.

        Fields that are None are omitted, except for the target.
        """
        return {name: value for name, value in super().as_dict().items() if value is not None or name == "target"}

    def columns(self) -> Columns:
        """Return one row per score with its probability.

        Raises:
            SetupError: The probabilities of scores were not computed.
        """
        if self.scores is None:
            raise SetupError("this solution has no chances of scores; use solve_game('qwixx', scores=True)")
        return {"score": np.array(list(self.scores)), "chance": np.array(list(self.scores.values()))}

    def __repr__(self) -> str:
        bound = "" if self.upper is None else f", no play exceeds {self.upper:.2f}"
        return f"<{self._title()}: {self._heading()} {self._number()}{bound}>"

    def __rich__(self) -> RenderableType:
        table = Table(title=self._title(), show_header=False)
        table.add_column("", justify="left")
        table.add_column("", justify="right")
        for words in self._lines():
            table.add_row(*words)
        return table

    def _title(self) -> str:
        return f"{self.game}{' ' + self.sheet if self.sheet else ''}, {count_seats(self.seats)}"

    def _lines(self) -> list[tuple[str, str]]:
        lines, later = [(self._heading(), self._number())], list(enumerate(self.values or ()))[1:]
        lines += [(f"  after {wait} other turns", f"{value:.8f}") for wait, value in later]
        lines += [(f"  row {row}", f"{value:.4f}") for row, value in enumerate(self.rows or (), 1)]
        if self.upper is not None:
            lines.append(("no play exceeds", f"{self.upper:.2f}"))
        if self.check is not None:
            lines.append((f"played {self.check.matches} matches", f"{self.check.mean:.4f} ± {self.check.error:.4f}"))
        if self.scores is not None:
            lines += _score_lines(self.scores)
        lines.append(("positions", f"{self.positions:,}"))
        return [*lines, ("seconds" + (" (stored)" if self.stored else ""), f"{self.seconds:.2f}")]

    def _number(self) -> str:
        return f"{self.value:.8f}" if self.error is None else f"{self.value:.2f} ± {self.error:.2f}"

    def _heading(self) -> str:
        if self.policy is not None:
            return f"{self.policy} play reaches"
        return "points" if self.target is None else f"chance of {self.target}"


def _score_lines(scores: dict[int, float]) -> list[tuple[str, str]]:
    """Return the most likely score and the probabilities of high scores, as table rows of a label and a value."""
    chances = {least: sum(p for score, p in scores.items() if score >= least) for least in range(50, 251, 25)}
    lines = [(f"chance of {least} or more", f"{chance:.6f}") for least, chance in chances.items()]
    return [("likeliest score", str(max(scores, key=lambda score: scores[score]))), *lines]


def solve_game(
    game: str | Game,
    *,
    seats: int = 1,
    hazard: float = 0.0,
    target: int | None = None,
    scores: bool = False,
    fresh: bool = False,
    sheet: str | None = None,
    progress: ShowProgress = None,
) -> Solution:
    """Compute the value of optimal play in a game for a single sheet.

    The value is exact for Twenty One and for Qwixx, except on sheets with swap fields. Otherwise, bounds are computed.

    Args:
        game: The game or its name.
        seats: The number of seats. The other seats only take turns, each of which ends the match with the probability
            `hazard`.
        hazard: The probability that another seat's turn ends the match.
        target: A score to reach; the value is then the highest probability of reaching it (Qwixx).
        scores: Whether to compute the probability of every score (Qwixx).
        fresh: Whether to solve the game again even if a table is cached (Qwixx).
        sheet: The name of a sheet of the Qwixx family, which is solved for one seat. This takes up to 2 GB of memory;
            only the value of the empty sheet is cached.
        progress: See `simulate`.

    Raises:
        SetupError: There is no solver for the game or these arguments.
        UnknownGameError: There is no such game.
        StoreError: Simulated matches contradict the solved table.
    """
    name = game.name if isinstance(game, Game) else find_game(game).name
    if name not in SOLVERS:
        raise SetupError(f"there is no solver for {name}, only for {', '.join(SOLVERS)}")
    if sheet is not None and name != "qwixx":
        raise SetupError(f"a sheet can only be chosen for qwixx, not for {name}")
    check_whole("seats", seats)
    if target is not None:
        check_whole("a target", target)
    check_number("a hazard", hazard)
    with open_watch(progress) as watch:
        return SOLVERS[name](watch, SolveOptions(seats, hazard, target, scores, fresh, sheet))


def solve_qwixx(watch: Watch, question: SolveOptions) -> Solution:
    """Solve Qwixx, and check the table by simulation unless it was loaded from the cache."""
    if question.sheet not in (None, "classic"):
        return solve_qwixx_sheet(watch, question)
    seats, hazard, target = question.seats, question.hazard, question.target
    table = find_qwixx_table(seats, hazard, target, fresh=question.fresh, progress=watch.follow("positions"))
    values = tuple(table.value(wait=wait) for wait in range(seats))
    facts = (table.value(), table.positions, table.seconds, seats, hazard, target, table.is_stored, values)
    solution = Solution("qwixx", *facts)
    if not table.is_stored:
        watch.follow("playing by the table")
        solution = replace(solution, check=confirm(check_table(table, CHECKED_MATCHES)))
    if question.scores:
        solution = replace(solution, scores=score_chances(table, progress=watch.follow("score chances")))
    return solution


def solve_qwixx_sheet(watch: Watch, question: SolveOptions) -> Solution:
    """Solve a sheet of the Qwixx family for one seat."""
    sheet = find_game("qwixx").sheets[str(question.sheet)]
    if question.seats != 1 or question.hazard or question.target is not None or question.scores:
        raise SetupError(f"the sheet {sheet.name} is solved for one seat only, without a target and score chances")
    follow = watch.follow("positions")
    if sheet.extras is not None and sheet.extras.swaps:
        return bound_swaps(sheet, follow)
    if not is_solvable(sheet):
        known = [name for name, other in find_game("qwixx").sheets.items() if is_solvable(other)]
        raise SetupError(f"there is no solver for the sheet {sheet.name}, only for {', '.join(['classic', *known])}")
    solved = solve_sheet(sheet, matches=CHECKED_MATCHES, fresh=question.fresh, progress=follow)
    solution = Solution("qwixx", solved.values[0], solved.positions, solved.seconds, stored=solved.is_stored)
    check = None if solved.check is None else confirm(solved.check)
    return replace(solution, sheet=sheet.name, values=solved.values[:1], check=check)


def bound_swaps(sheet: Sheet, follow: Progress) -> Solution:
    """Return bounds for a sheet with swap fields, which allow the white sum to be replaced with another number.

    The lower bound is the value of the classic sheet, without swaps; the upper bound is the value with unlimited swaps.
    """
    classic, free = find_qwixx_table(1, 0.0, None), compute_table(free_swaps(sheet), progress=follow)
    solution = Solution("qwixx", classic.value(), free.positions, free.seconds, sheet=sheet.name)
    return replace(solution, upper=free.value(), policy="classic")


def refuse_chances(name: str, question: SolveOptions) -> None:
    """Raise `SetupError` if a target or score probabilities are requested, which only Qwixx supports."""
    if question.target is not None or question.scores:
        raise SetupError(f"targets and score chances are solved for qwixx, not for {name}")


def solve_twenty_one(watch: Watch, question: SolveOptions) -> Solution:
    """Solve Twenty One and check the result by simulation unless there is a hazard.

    The result is not cached, since solving takes less than a second.
    """
    refuse_chances("twenty_one", question)
    seats, hazard = question.seats, question.hazard
    tables = twenty_one.solve_twenty_one(seats, hazard, progress=watch.follow("rows"))
    return Solution(
        game="twenty_one",
        value=tables.value(),
        positions=tables.positions,
        seconds=tables.seconds,
        seats=seats,
        hazard=hazard,
        stored=False,
        values=tuple(tables.value(wait) for wait in range(seats)),
        rows=tuple(tables.row_values()),
        check=None if hazard else confirm(twenty_one.check_tables(tables, CHECKED_MATCHES)),
    )


def bound_qwantum(watch: Watch, question: SolveOptions) -> Solution:
    """Return an upper bound for solo Qwantum and the mean score of the bot `steady`."""
    refuse_seats("qwantum", question)
    watch.follow("upper bound")
    bound = find_qwantum_bound()
    played = play_run(Setup("qwantum", 1, ("steady",)), BOUND_MATCHES, progress=watch.follow("playing"))
    return bounded("qwantum", bound, "steady", played.mean_scores[0], played.score_errors[0])


def bound_sixto(watch: Watch, question: SolveOptions) -> Solution:
    """Return an upper bound for solo Sixto and the mean score of the policy `patient`."""
    refuse_seats("sixto", question)
    watch.follow("upper bound")
    bound = find_sixto_bound()
    watch.follow("playing")
    scores = play_alone(BOUND_MATCHES)
    return bounded("sixto", bound, "patient", float(scores.mean()), float(scores.std()) / BOUND_MATCHES**0.5)


def refuse_seats(name: str, question: SolveOptions) -> None:
    """Raise `SetupError` if a target, score probabilities, several seats or a hazard are requested for bounds."""
    refuse_chances(name, question)
    if question.seats != 1 or question.hazard:
        raise SetupError(f"the bound of {name} is for one seat only")


def bounded(name: str, bound: Bound, policy: str, mean: float, error: float) -> Solution:
    """Return the solution of a game that is too large to solve: an upper bound, and the mean score of a policy."""
    solution = Solution(name, mean, bound.positions, bound.seconds)
    return replace(solution, error=error, upper=bound.upper, policy=policy, matches=BOUND_MATCHES)


# The solver of each game.
SOLVERS: dict[str, Callable[[Watch, SolveOptions], Solution]] = {
    "qwixx": solve_qwixx,
    "twenty_one": solve_twenty_one,
    "qwantum": bound_qwantum,
    "sixto": bound_sixto,
}


def confirm(check: Check) -> PlayedCheck:
    """Convert the check of a solved table to a `PlayedCheck`.

    Raises:
        StoreError: The simulated mean contradicts the table.
    """
    if not check.agrees:
        raise StoreError(f"the table says {check.value:.4f}, but simulation {check.mean:.4f} ± {check.error:.4f}")
    return PlayedCheck(check.matches, check.mean, check.error)
