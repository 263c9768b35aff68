"""The fields of the results of runs, duels and leagues; `--json` prints them under the same names."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from paperdice.arena.standing import DuelStanding
from paperdice.arena.summary import Summary


@dataclass(frozen=True)
class RunReport:
    """The summary of matches `start` to `start + matches - 1` of a run; tuples have one entry per seat.

    Score statistics exclude forfeited matches; if there are no others, means are NaN.

    Args:
        game: The name of the game.
        seats: The number of seats.
        bots: The bot of each seat.
        sheets: The sheet of each seat.
        matches: The number of matches.
        start: The number of the first match.
        seed: The seed of dice and bots.
        mean_scores: The mean scores.
        score_errors: The standard errors of the mean scores.
        score_spreads: The standard deviations of the scores.
        score_quantiles: The scores at 5, 25, 50, 75 and 95 %.
        win_shares: The shares of wins; a tie for first place is divided equally.
        win_errors: The standard errors of the shares.
        win_intervals: The 95 % intervals of the shares.
        outright_wins: The numbers of wins, excluding ties.
        forfeits: The numbers of forfeited matches.
        mean_turns: The mean number of turns.
        turn_quantiles: The number of turns at 5, 25, 50, 75 and 95 %.
        end_reasons: The number of matches by the reason for their end.
        mean_events: The mean numbers of marks, locks, misses and strikes per match.
        seconds: The time the run took.
        matches_per_second: The speed of the run.
        summary: The counts from which the result is derived.
        rows: One record per match, if rows were kept.
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

    Margin and scores exclude forfeited matches, and are NaN if there are no others. Tuples have an entry for A and one
    for B.

    Args:
        game: The name of the game.
        seats: The number of seats.
        bots: The two bots.
        matches: The number of matches.
        start: The number of the first match.
        seed: The seed of dice and bots.
        wins: The wins of A and of B.
        ties: The number of ties for first place.
        forfeits: The matches that A and B have forfeited.
        share: A's share: its wins plus half of its ties, divided by the number of matches.
        error: The standard error of the share.
        interval: The 95 % interval of the share.
        fair_share: The share of a bot that is as good as its opponents.
        mean_margin: The mean lead of A over the best opponent in points.
        mean_scores: The mean scores of A and of B.
        seconds: The time the duel took.
        is_decided: Whether the share differs significantly from a fair one.
        standing: The counts from which the result is derived.
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
    """The result of a league, with bots in the order of their ratings.

    Args:
        game: The name of the game.
        seats: The number of seats of each duel.
        seed: The seed of dice and bots.
        bots: The bots, best first.
        ratings: Their ratings in Elo points.
        errors: The standard errors of the ratings.
        anchor: The bot whose rating is fixed at 1000.
        matches: The number of matches of each bot.
        shares: The share of each bot in all its matches.
        forfeits: The number of matches each bot has forfeited.
        table: The share of each bot against each other, None against itself.
        pairings: The results of all duels.
        seconds: The time the league took.
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
