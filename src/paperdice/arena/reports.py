"""Common features of results: fields, a printable table, JSON-serializable values, and data frames."""

from __future__ import annotations

import io
import math
from abc import ABC, abstractmethod
from dataclasses import dataclass, field, fields, is_dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from rich.console import Console, RenderableType

from paperdice.arena.statistics import DuelStanding, Summary
from paperdice.errors import needs

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

# The columns of a table by name, all of the same length.
Columns = dict[str, np.ndarray]

WIDTH = 100
PAGE = '<pre style="line-height: 1.2; overflow-x: auto">{code}</pre>'


class Result(ABC):
    """A result that `print` and notebooks display as a table."""

    @abstractmethod
    def __rich__(self) -> RenderableType:
        """Return the tables to display."""

    @abstractmethod
    def columns(self) -> Columns:
        """Return the rows as arrays by column name, for `pandas.DataFrame` and similar constructors."""

    def as_dict(self) -> dict[str, object]:
        """Return the fields as JSON-serializable values, as printed by `--json`."""
        return plain_fields(self)

    def to_arrow(self) -> pyarrow.Table:
        """Return the rows as an Arrow table."""
        with needs("an Arrow table", "paperdice[plot]"):
            import pyarrow
        return pyarrow.table(contiguous(self.columns()))

    def to_pandas(self) -> pandas.DataFrame:
        """Return the rows as a pandas data frame."""
        with needs("a data frame", "pandas"):
            import pandas
        return pandas.DataFrame(contiguous(self.columns()))

    def to_polars(self) -> polars.DataFrame:
        """Return the rows as a polars data frame."""
        with needs("a data frame", "polars"):
            import polars
        return polars.DataFrame(contiguous(self.columns()))

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Export the rows to any library that supports the Arrow C stream interface."""
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def __str__(self) -> str:
        console = Console(file=io.StringIO(), width=WIDTH, color_system=None, highlight=False, soft_wrap=True)
        with console.capture() as shown:
            console.print(self)
        return "\n".join(line.rstrip() for line in shown.get().splitlines())

    def _repr_html_(self) -> str:
        console = Console(file=io.StringIO(), width=WIDTH, record=True, highlight=False, force_jupyter=False)
        console.print(self)
        return console.export_html(inline_styles=True, code_format=PAGE)


class Plottable(Result):
    """A result that can be plotted."""

    @abstractmethod
    def plot(self, path: str | Path) -> None:
        """Save a plot as a .png, .svg or .pdf file."""


def count_seats(n_seats: int) -> str:
    """Format a number of seats in words, with the right plural.

    >>> count_seats(1), count_seats(3)
    ('1 seat', '3 seats')
    """
    return f"{n_seats} seat" + ("" if n_seats == 1 else "s")


def contiguous(columns: Columns) -> Columns:
    """Return the columns as contiguous arrays, as Arrow requires."""
    return {name: np.ascontiguousarray(values) for name, values in columns.items()}


def plain_fields(result: object) -> dict[str, object]:
    """Return the fields of a dataclass as JSON-serializable values by name, except those excluded from its repr."""
    assert is_dataclass(result)
    return {entry.name: _plain(getattr(result, entry.name)) for entry in fields(result) if entry.repr}


def _plain(value: object) -> object:
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    if isinstance(value, float) and math.isnan(value):
        return None  # JSON has no NaN
    return plain_fields(value) if is_dataclass(value) else value


@dataclass(frozen=True)
class RunReport:
    """The summary of matches `start` to `start + matches - 1` of a run; tuples hold one value per seat.

    Score statistics exclude forfeited matches; if all matches were forfeited, mean scores are NaN.

    Args:
        game: The name of the game.
        seats: The number of seats.
        bots: The bot of each seat.
        sheets: The sheet of each seat.
        matches: The number of matches.
        start: The number of the first match.
        seed: The seed for dice and bots.
        mean_scores: The mean scores.
        score_errors: The standard errors of the mean scores.
        score_spreads: The standard deviations of the scores.
        score_quantiles: The 5th, 25th, 50th, 75th and 95th percentiles of the scores.
        win_shares: The fraction of matches won; a tie for first place is divided equally.
        win_errors: The standard errors of the win shares.
        win_intervals: The 95 % confidence intervals of the win shares.
        outright_wins: The numbers of wins, excluding ties.
        forfeits: The numbers of forfeited matches.
        mean_turns: The mean number of turns.
        turn_quantiles: The 5th, 25th, 50th, 75th and 95th percentiles of the number of turns.
        end_reasons: The number of matches by end reason.
        mean_events: The mean numbers of marks, locks, misses and strikes per match.
        seconds: The duration of the run in seconds.
        matches_per_second: The speed of the run.
        summary: The counts that the result is derived from.
        rows: An array with one record per match, or None if no rows were kept.
    """

    game: str
    seats: int
    bots: tuple[str, ...]
    sheets: tuple[str, ...]
    matches: int
    start: int
    seed: int
    mean_scores: tuple[float, ...]
    score_errors: tuple[float, ...]
    score_spreads: tuple[float, ...]
    score_quantiles: tuple[dict[str, int], ...]
    win_shares: tuple[float, ...]
    win_errors: tuple[float, ...]
    win_intervals: tuple[tuple[float, float], ...]
    outright_wins: tuple[int, ...]
    forfeits: tuple[int, ...]
    mean_turns: float
    turn_quantiles: dict[str, int]
    end_reasons: dict[str, int]
    mean_events: tuple[dict[str, float], ...]
    seconds: float = field(compare=False)
    matches_per_second: float = field(compare=False)
    summary: Summary = field(repr=False, compare=False)
    rows: np.ndarray | None = field(repr=False, compare=False)


@dataclass(frozen=True)
class DuelReport:
    """The result of matches `start` to `start + matches - 1` of a duel between A and B.

    Margin and scores exclude forfeited matches; they are NaN if all matches were forfeited. Tuples hold one value for A
    and one for B.

    Args:
        game: The name of the game.
        seats: The number of seats.
        bots: The two bots.
        matches: The number of matches.
        start: The number of the first match.
        seed: The seed for dice and bots.
        wins: The numbers of wins of A and of B.
        ties: The number of ties for first place.
        forfeits: The numbers of matches forfeited by A and by B.
        share: A's share: its wins plus half of its ties, divided by the number of matches.
        error: The standard error of the share.
        interval: The 95 % confidence interval of the share, as its lower and upper end.
        fair_share: The expected share of a bot that is exactly as strong as its opponents.
        mean_margin: The mean lead of A over its best opponent, in points.
        mean_scores: The mean scores of A and of B.
        seconds: The duration of the duel in seconds.
        is_decided: Whether the share differs significantly from a fair one.
        standing: The counts that the result is derived from.
    """

    game: str
    seats: int
    bots: tuple[str, ...]
    matches: int
    start: int
    seed: int
    wins: tuple[int, ...]
    ties: int
    forfeits: tuple[int, ...]
    share: float
    error: float
    interval: tuple[float, float]
    fair_share: float
    mean_margin: float
    mean_scores: tuple[float, ...]
    seconds: float = field(compare=False)
    is_decided: bool = field(repr=False)
    standing: DuelStanding = field(repr=False, compare=False)


@dataclass(frozen=True)
class LeagueReport:
    """The result of a league, with the bots sorted by rating.

    Args:
        game: The name of the game.
        seats: The number of seats of each duel.
        seed: The seed for dice and bots.
        bots: The bots, best first.
        ratings: The ratings in Elo points.
        errors: The standard errors of the ratings.
        anchor: The bot whose rating is fixed at 1000.
        matches: The number of matches played by each bot.
        shares: Each bot's share of the wins in all its matches.
        forfeits: The number of matches forfeited by each bot.
        table: Each bot's share of the wins against every other bot; None on the diagonal.
        pairings: The results of all duels.
        seconds: The duration of the league in seconds.
    """

    game: str
    seats: int
    seed: int
    bots: tuple[str, ...]
    ratings: tuple[float, ...]
    errors: tuple[float, ...]
    anchor: str
    matches: tuple[int, ...]
    shares: tuple[float, ...]
    forfeits: tuple[int, ...]
    table: tuple[tuple[float | None, ...], ...]
    pairings: tuple[DuelReport, ...]
    seconds: float
