"""Leagues: every pair plays a duel, ratings have errors, and a failing bot loses without ending the league."""

import json
import shlex
import sys
from pathlib import Path

import numpy as np
import pytest

from paperdice.arena.league import League, fit_ratings, play_league
from paperdice.arena.plots import draw_league
from paperdice.arena.results import Stopped
from paperdice.arena.run import play_duel
from paperdice.arena.statistics import Duel
from paperdice.errors import PaperdiceError

ODD = Path(__file__).parents[1] / "bots" / "odd_bot.py"


def odd_bot(way: str) -> str:
    return "cmd:" + shlex.join([sys.executable, str(ODD), way])


def square(*rows: list[float]) -> np.ndarray:
    return np.array(rows, float)


def test_a_rating_difference_is_ten_to_one_each_four_hundred_points() -> None:
    shares = square([0, 10 / 11], [1 / 11, 0])
    matches = square([0, 1e9], [1e9, 0])
    ratings, errors = fit_ratings(shares, square([0, 0.001], [0.001, 0]), matches, anchor=1)
    assert ratings == pytest.approx([400, 0], abs=0.001)
    # One error of the share divided by the slope of the curve, p (1 - p) ln 10 / 400.
    assert errors == pytest.approx([0.001 / (10 / 121 * np.log(10) / 400), 0], rel=1e-4)


def test_ratings_of_three_explain_all_pairs() -> None:
    """Shares computed from ratings of 0, 100 and 300 points yield these ratings again."""
    points = np.array([0.0, 100.0, 300.0])
    shares = 1 / (1 + 10 ** ((points[None] - points[:, None]) / 400))
    matches = 1e9 * (1 - np.eye(3))
    assert fit_ratings(shares, 0.01 * (1 - np.eye(3)), matches, anchor=0)[0] == pytest.approx(points, abs=0.01)


def test_a_bot_that_wins_everything_has_a_rating() -> None:
    """One tie is added to each pairing, so 100 to 0 counts as 100.5 to 0.5."""
    ratings, errors = fit_ratings(square([0, 1], [0, 0]), np.zeros((2, 2)), square([0, 100], [100, 0]), anchor=1)
    assert ratings[0] == pytest.approx(400 * np.log10(201), abs=0.001)
    assert 100 < errors[0] < 400


def test_the_errors_of_ratings_are_honest() -> None:
    """Over many leagues of coin tosses, the standard deviation of ratings equals the reported errors."""
    rng = np.random.default_rng(5)
    matches = 400 * (1 - np.eye(3))
    found, told = [], []
    for _ in range(300):
        wins = np.triu(rng.binomial(400, 0.6, (3, 3)), 1) / 400
        shares = wins + np.tril(1 - wins.T, -1)
        errors = np.sqrt(shares * (1 - shares) / 400)
        ratings, rating_errors = fit_ratings(shares, errors, matches, anchor=1)
        found.append(ratings[0])
        told.append(rating_errors[0])
    assert np.std(found) == pytest.approx(np.mean(told), rel=0.15)


def test_a_league_orders_bots_and_reports_all_figures(tmp_path: Path) -> None:
    seen: list[int] = []
    league = League(("random", "casual", "closed_form"), "qwixx", seed=2)
    told = play_league(league, 60, progress=lambda done, _: seen.append(done))
    assert told.bots == ("closed_form", "casual", "random") and told.anchor == "casual"
    assert told.ratings[1] == 1000 and told.errors[1] == 0
    assert told.ratings == tuple(sorted(told.ratings, reverse=True)) and all(e > 0 for e in told.errors[::2])
    assert told.matches == (120, 120, 120) and told.forfeits == (0, 0, 0)
    first, second = told.table[0][1], told.table[1][0]
    assert told.table[0][0] is None and first is not None and second is not None
    assert first + second == pytest.approx(1)
    assert [pairing.matches for pairing in told.pairings] == [60, 60, 60]
    assert seen[0] == 0 and seen[-1] == 180 and seen == sorted(seen)
    assert json.loads(json.dumps(told.as_dict())) == told.as_dict()
    draw_league(tmp_path / "league.svg", told)
    assert "closed_form" in (tmp_path / "league.svg").read_text("utf-8")


def test_a_pairing_is_the_duel_of_the_same_seed() -> None:
    told = play_league(League(("random", "casual"), "qwixx", seed=2), 40)
    alone = play_duel(Duel(("random", "casual"), "qwixx", seed=2), 40)
    assert told.pairings[0] == alone


def test_a_stopped_league_has_the_interrupted_pairing() -> None:
    league = League(("random", "casual", "closed_form"), "qwixx", seed=2)

    def stop(done: int, _total: int) -> None:
        if done > 900:
            raise KeyboardInterrupt

    with pytest.raises(Stopped) as stopped:
        play_league(league, 600, progress=stop)
    assert stopped.value.result is not None and stopped.value.result.bots == ("random", "closed_form")
    assert stopped.value.rest is None


def test_a_broken_bot_loses_and_the_league_goes_on() -> None:
    league = League(("random", odd_bot("crashes"), "casual"), "qwixx", budget_ms=60_000)
    told = play_league(league, 12)
    assert told.bots[-1] == odd_bot("crashes") and told.forfeits == (0, 0, 24)
    assert told.shares[-1] == 0 and told.matches == (24, 24, 24)


@pytest.mark.parametrize(
    ("bots", "said"),
    [
        (("random",), "at least two bots, not 1"),
        (("random", "casual", "random"), "'random' is named twice"),
        (("random", "nobody"), "unknown bot 'nobody' for qwixx"),
    ],
)
def test_an_impossible_league_is_refused(bots: tuple[str, ...], said: str) -> None:
    with pytest.raises(PaperdiceError, match=said):
        League(bots, "qwixx")
