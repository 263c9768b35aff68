"""What runs, duels and leagues come to, as plain values: the objects that `--json` prints."""

from __future__ import annotations

from typing import TypedDict


class RunReport(TypedDict):
    """The summary of a run; lists have one entry a seat."""

    game: str
    seats: int
    bots: list[str]
    sheets: list[str]
    matches: int
    seed: int
    mean_scores: list[float]
    score_errors: list[float]
    score_spreads: list[float]
    score_quantiles: list[dict[str, int]]
    win_shares: list[float]
    win_errors: list[float]
    outright_wins: list[int]
    forfeits: list[int]
    mean_turns: float
    turn_quantiles: dict[str, int]
    end_reasons: dict[str, int]
    mean_events: list[dict[str, float]]


class TimedReport(RunReport):
    """The summary of a run with what it took."""

    seconds: float
    matches_per_second: float


class DuelReport(TypedDict):
    """A duel of A and B; margin and scores leave out forfeited matches."""

    game: str
    seats: int
    bots: list[str]
    matches: int
    seed: int
    wins: list[int]
    ties: int
    forfeits: list[int]
    share: float
    error: float
    interval: list[float]
    fair_share: float
    mean_margin: float
    mean_scores: list[float]
    seconds: float


class LeagueReport(TypedDict):
    """A league, its bots in the order of their ratings; `table` has what each took from each."""

    game: str
    seats: int
    seed: int
    bots: list[str]
    ratings: list[float]
    errors: list[float]
    anchor: str
    matches: list[int]
    shares: list[float]
    forfeits: list[int]
    table: list[list[float | None]]
    pairings: list[DuelReport]
    seconds: float
