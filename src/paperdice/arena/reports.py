"""The fields of the results of runs, duels and leagues; `--json` prints them under the same names."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from paperdice.arena.standing import Standing
from paperdice.arena.summary import Summary


@dataclass(frozen=True)
class RunReport:
    """The summary of matches `start` to `start + matches - 1` of a run; tuples have one entry per seat.

    Score statistics exclude forfeited matches; if there are no others, means are NaN.
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
    """Matches `start` to `start + matches - 1` of a duel between A and B.

    Margin and scores exclude forfeited matches, and are NaN if there are no others.
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
    standing: Standing = field(repr=False, compare=False)


@dataclass(frozen=True)
class LeagueReport:
    """A league with bots in the order of their ratings; `table` has the share of each bot against each other."""

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
