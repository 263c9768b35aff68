"""Results of simulations, duels and leagues, as returned to Python code and printed by `--json`."""

from __future__ import annotations

import math
import operator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, SupportsIndex, TypeVar

import numpy as np
from rich.console import Group, RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from paperdice.arena.blocks import replay
from paperdice.arena.plots import draw_league, draw_run
from paperdice.arena.reports import Columns, DuelReport, LeagueReport, Plottable, Result, RunReport, count_seats
from paperdice.arena.rows import columns_of
from paperdice.arena.setup import MOST_MATCHES
from paperdice.arena.statistics import (
    HIGHEST,
    LONGEST,
    LOWEST,
    WIN,
    Z95,
    DuelStanding,
    Interval,
    Summary,
    end_names,
    quantiles,
    share_interval,
)
from paperdice.errors import SetupError
from paperdice.fast.playout import EVENTS
from paperdice.match import Match

UNKNOWN = "–"


def _percent(share: float, interval: Interval) -> str:
    return f"{100 * share:.2f} ({100 * interval[0]:.2f} to {100 * interval[1]:.2f})"


def _shown(mean: float) -> str:
    """Format a mean score, or return a dash if it is NaN."""
    return UNKNOWN if math.isnan(mean) else f"{mean:.2f}"


def make_table(*headings: str, title: str | None = None) -> Table:
    """Return an empty table, with the first column and any column `bot` left-aligned and the others right-aligned."""
    table = Table(title=title)
    for place, heading in enumerate(headings):
        table.add_column(escape(heading), justify="left" if place == 0 or heading == "bot" else "right")
    return table


@dataclass(frozen=True, repr=False)
class SimulationResult(RunReport, Plottable):
    """The result of `simulate`; see `RunReport` for its fields."""

    @classmethod
    def of(
        cls, summary: Summary, seconds: float = 0.0, start: int = 0, rows: np.ndarray | None = None
    ) -> SimulationResult:
        """Build the result of a run from the summary of its matches, which are numbered from `start`."""
        setup, n = summary.setup, max(summary.matches, 1)
        grid = np.arange(LOWEST, HIGHEST + 1)
        whole = max(summary.whole_matches, 1)
        means = summary.scores @ grid / whole
        spreads = np.sqrt(np.maximum(summary.scores @ grid**2 / whole - means**2, 0))
        shares = summary.wins / (WIN * n)
        ends = zip(end_names(setup.played_game.rules), summary.ends, strict=True)
        return cls(
            game=setup.game,
            seats=setup.seats,
            bots=setup.bots,
            sheets=tuple(sheet.name for sheet in setup.dealt),
            matches=summary.matches,
            start=start,
            seed=setup.seed,
            mean_scores=tuple(means.tolist() if summary.whole_matches else [math.nan] * setup.seats),
            score_errors=tuple((spreads / math.sqrt(whole)).tolist()),
            score_spreads=tuple(spreads.tolist()),
            score_quantiles=tuple(quantiles(counts, LOWEST) for counts in summary.scores),
            win_shares=tuple(shares.tolist()),
            win_errors=tuple(np.sqrt(shares * (1 - shares) / n).tolist()),
            win_intervals=tuple(share_interval(share, summary.matches) for share in shares.tolist()),
            outright_wins=tuple(summary.outright.tolist()),
            forfeits=tuple(summary.forfeits.tolist()),
            mean_turns=float(summary.turns @ np.arange(LONGEST + 1) / n),
            turn_quantiles=quantiles(summary.turns, 0),
            end_reasons={name: int(n) for name, n in ends if n},
            mean_events=tuple(dict(zip(EVENTS, (row / n).tolist(), strict=True)) for row in summary.events),
            seconds=seconds,
            matches_per_second=summary.matches / seconds if seconds else 0.0,
            summary=summary,
            rows=rows,
        )

    def __add__(self, other: SimulationResult) -> SimulationResult:
        """Return the combined result of two adjacent parts of a run, identical to the result of a single run.

        The combined result has rows if both parts do.

        Raises:
            SetupError: The results are not adjacent parts of the same run.
        """
        if not isinstance(other, SimulationResult):
            return NotImplemented
        one, two = _in_order(self, other, is_same=self.summary.setup == other.summary.setup)
        rows = None if one.rows is None or two.rows is None else np.concatenate([one.rows, two.rows])
        return SimulationResult.of(one.summary + two.summary, one.seconds + two.seconds, one.start, rows)

    def columns(self) -> Columns:
        """Return one row per match: how it ended, and each seat's score, share of the win and events.

        Raises:
            SetupError: The run did not keep any rows.
        """
        if self.rows is None:
            raise SetupError("this run has kept no rows; simulate(..., rows=True) keeps one per match")
        return columns_of(self.summary.setup, self.rows)

    def replay(self, number: SupportsIndex) -> Match:
        """Replay match `number` of the run (counted from 0) to its end, and return it.

        Raises:
            SetupError: The number is not a valid match number.
        """
        try:
            whole = operator.index(number)  # columns of rows contain numpy integers
        except TypeError:
            raise SetupError(f"the number of a match must be a whole number, not {number!r}") from None
        if not 0 <= whole < MOST_MATCHES:
            raise SetupError(f"matches are counted from 0 to {MOST_MATCHES - 1}, not {whole}")
        return replay(self.summary.setup, whole)

    def plot(self, path: str | Path) -> None:
        """Save a plot of the score distributions and of how the matches ended as a .png, .svg or .pdf file."""
        draw_run(Path(path), self)

    def __repr__(self) -> str:
        shares = ", ".join(f"{bot} {100 * share:.1f} %" for bot, share in zip(self.bots, self.win_shares, strict=True))
        return f"<{self.matches:,} matches of {self.game}, seed {self.seed}: wins {shares}>"

    def __rich__(self) -> RenderableType:
        rate = f": {self.matches:,} matches in {self.seconds:.1f} s, {self.matches_per_second:,.0f} per second"
        heading = Text.assemble((f"{self.game}, {count_seats(self.seats)}, seed {self.seed}", "bold"), rate)
        ends = ", ".join(f"{name} {100 * n / self.matches:.1f} %" for name, n in self.end_reasons.items())
        low, high = self.turn_quantiles["0.05"], self.turn_quantiles["0.95"]
        turns = f"Turns: {self.mean_turns:.1f} on average, {low} to {high} in nine of ten. Ends: {ends}."
        return Group(heading, self._score_table(), self._event_table(), Text(turns))

    def _score_table(self) -> Table:
        table = make_table("seat", "bot", "points", "spread", "5 / 50 / 95 %", "wins in % (95 %)")
        for seat, bot in enumerate(self.bots):
            is_played = not math.isnan(self.mean_scores[seat])
            points = _shown(self.mean_scores[seat])
            if self.summary.whole_matches > 1:
                points += f" ± {Z95 * self.score_errors[seat]:.2f}"
            wins = _percent(self.win_shares[seat], self.win_intervals[seat])
            shown = " / ".join(str(self.score_quantiles[seat][share]) for share in ("0.05", "0.5", "0.95"))
            spread, shown = (f"{self.score_spreads[seat]:.1f}", shown) if is_played else (UNKNOWN, UNKNOWN)
            table.add_row(str(seat), escape(bot), points, spread, shown, wins)
        return table

    def _event_table(self) -> Table:
        table = make_table("per match", *self.mean_events[0])
        for seat, means in enumerate(self.mean_events):
            table.add_row(f"seat {seat}", *(f"{mean:.2f}" for mean in means.values()))
        return table


@dataclass(frozen=True, repr=False)
class DuelResult(DuelReport, Result):
    """The result of `duel`; see `DuelReport` for its fields."""

    @classmethod
    def of(cls, standing: DuelStanding, start: int = 0) -> DuelResult:
        """Build the result of a duel from the statistics of its matches, which are numbered from `start`."""
        n = standing.matches - sum(standing.forfeits)
        n_others = n * (standing.duel.seats - 1)
        own, others = standing.score_sums
        return cls(
            game=standing.duel.game,
            seats=standing.duel.seats,
            bots=standing.duel.bots,
            matches=standing.matches,
            start=start,
            seed=standing.duel.seed,
            wins=tuple(standing.wins),
            ties=standing.ties,
            forfeits=tuple(standing.forfeits),
            share=standing.share,
            error=standing.error,
            interval=standing.interval,
            fair_share=1 / standing.duel.seats,
            mean_margin=standing.margin_sum / n if n else math.nan,
            mean_scores=(own / n, others / n_others) if n else (math.nan, math.nan),
            seconds=standing.seconds,
            is_decided=standing.is_decided,
            standing=standing,
        )

    def __add__(self, other: DuelResult) -> DuelResult:
        """Return the combined result of two adjacent parts of a duel, identical to the result of a single duel.

        Raises:
            SetupError: The results are not adjacent parts of the same duel.
        """
        if not isinstance(other, DuelResult):
            return NotImplemented
        one, two = _in_order(self, other, is_same=self.standing.duel == other.standing.duel)
        return DuelResult.of(one.standing + two.standing, one.start)

    def columns(self) -> Columns:
        """Return one row per bot: wins, forfeits and mean score."""
        parts = {"bot": self.bots, "wins": self.wins, "forfeits": self.forfeits, "mean_score": self.mean_scores}
        return {name: np.array(values) for name, values in parts.items()}

    def __repr__(self) -> str:
        low, high = (100 * end for end in self.interval)
        share = f"{100 * self.share:.1f} % ({low:.1f} to {high:.1f})"
        return f"<{self.matches:,} matches of {self.game}: {self.bots[0]} takes {share} from {self.bots[1]}>"

    def __rich__(self) -> RenderableType:
        low, high = (100 * end for end in self.interval)
        title = f"{self.game}, {count_seats(self.seats)}, {self.matches} matches, {self.ties} ties"
        table = make_table("bot", "wins", "forfeits", "mean score", title=title)
        for bot, wins, forfeits, score in zip(self.bots, self.wins, self.forfeits, self.mean_scores, strict=True):
            table.add_row(escape(bot), str(wins), str(forfeits), _shown(score))
        is_played = not math.isnan(self.mean_margin)
        margin = f"mean margin {self.mean_margin:+.2f}" if is_played else "no match was played to its end"
        table.caption = (
            f"share of {escape(self.bots[0])}: {100 * self.share:.2f} % (95 %: {low:.2f} to {high:.2f}), "
            f"{margin}, {self.seconds:.1f} s"
        )
        return table


@dataclass(frozen=True, repr=False)
class LeagueResult(LeagueReport, Plottable):
    """The result of `league`; see `LeagueReport` for its fields."""

    def columns(self) -> Columns:
        """Return one row per bot, best first: rating, error, matches, share and forfeits."""
        parts = {"bot": self.bots, "rating": self.ratings, "error": self.errors, "matches": self.matches}
        parts |= {"share": self.shares, "forfeits": self.forfeits}
        return {name: np.array(values) for name, values in parts.items()}

    def plot(self, path: str | Path) -> None:
        """Save a plot of the ratings and of the shares between all pairs of bots as a .png, .svg or .pdf file."""
        draw_league(Path(path), self)

    def __repr__(self) -> str:
        ratings = ", ".join(f"{bot} {rating:.0f}" for bot, rating in zip(self.bots, self.ratings, strict=True))
        return f"<league of {self.game}, seed {self.seed}: {ratings}>"

    def __rich__(self) -> RenderableType:
        title = f"{self.game}, seed {self.seed}: {escape(self.anchor)} counts as 1000"
        ratings = make_table("bot", "rating", "±", "matches", "share in %", "forfeits", title=title)
        for place, bot in enumerate(self.bots):
            numbers = f"{self.ratings[place]:.0f}", f"{Z95 * self.errors[place]:.0f}", str(self.matches[place])
            ratings.add_row(escape(bot), *numbers, f"{100 * self.shares[place]:.1f}", str(self.forfeits[place]))
        shares = make_table("", *self.bots, title="share of the bot on the left against the one above, in %")
        for bot, row in zip(self.bots, self.table, strict=True):
            shares.add_row(escape(bot), *("" if share is None else f"{100 * share:.1f}" for share in row))
        return Group(ratings, shares)


RunPart = TypeVar("RunPart", SimulationResult, DuelResult)


def _in_order(one: RunPart, two: RunPart, *, is_same: bool) -> tuple[RunPart, RunPart]:
    """Return two adjacent parts of a run, sorted by match number.

    Raises:
        SetupError: The parts are not adjacent, or they belong to different runs.
    """
    if not is_same:
        raise SetupError("only parts of one run can be added: the same game, bots, sheets, seed and budget")
    if one.start > two.start:
        one, two = two, one
    if one.start + one.matches != two.start:
        first, second = (f"{part.start} to {part.start + part.matches - 1}" for part in (one, two))
        raise SetupError(f"only adjacent parts can be added, not matches {first} and {second}")
    return one, two


class Rest(NamedTuple):
    """The remaining matches of a run that was stopped early."""

    start: int
    matches: int


class Stopped(KeyboardInterrupt):
    """Raised when a run, duel or league is interrupted by Ctrl-C.

    Attributes:
        result: The result of the finished matches, or None if there are none. In a league, it is the result of the
            interrupted duel.
        rest: The remaining matches, or None if there are none or the run cannot be continued. To continue, repeat the
            call with this `start` and `matches`, and add the two results.
    """

    def __init__(self, result: SimulationResult | DuelResult | None, rest: Rest | None = None) -> None:
        done = 0 if result is None else result.matches
        advice = "" if rest is None or not rest.matches else f"; start={rest.start}, matches={rest.matches} are missing"
        super().__init__(f"stopped after {done:,} matches{advice}")
        self.result = result
        self.rest = rest if rest is not None and rest.matches else None
