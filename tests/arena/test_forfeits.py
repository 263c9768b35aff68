"""A bot that fails forfeits its match, and the duel continues."""

import shlex
import sys
from pathlib import Path

import numpy as np
import pytest

from paperdice.arena.results import DuelResult, SimulationResult
from paperdice.arena.rows import columns_of
from paperdice.arena.run import play_duel
from paperdice.arena.setup import Setup
from paperdice.arena.statistics import Duel, DuelStanding, Summary, outcomes_of, win_shares
from paperdice.fast.playout import result_type
from paperdice.games import find_game

ODD = Path(__file__).parents[1] / "bots" / "odd_bot.py"
QWIXX = find_game("qwixx")


def odd_bot(way: str) -> str:
    return "cmd:" + shlex.join([sys.executable, str(ODD), way])


def result(scores: list[int], forfeits: list[int]) -> np.ndarray:
    results = np.zeros(1, result_type(QWIXX))
    results["scores"][0, : len(scores)] = scores
    results["forfeits"][0, : len(forfeits)] = forfeits
    results["end"] = 0 if any(forfeits) else 1
    return results


@pytest.mark.parametrize(
    ("scores", "forfeits", "shares"),
    [
        ([50, 10], [0, 0], [1, 0]),
        ([50, 10], [1, 0], [0, 1]),
        ([50, 10, 10], [1, 0, 0], [0, 0.5, 0.5]),
        ([50, 10, 20], [1, 0, 0], [0, 0, 1]),
        ([50], [1], [0]),
    ],
)
def test_a_seat_that_forfeits_has_lost_whatever_its_score(
    scores: list[int], forfeits: list[int], shares: list[float]
) -> None:
    assert win_shares(result(scores, forfeits), len(scores)).tolist() == [shares]


def test_a_duel_counts_forfeits_apart_from_scores() -> None:
    standing = DuelStanding(Duel(("random", "casual"), "qwixx"))
    results = result([50, 10], [1, 0]), result([10, 30], [0, 0])
    standing.add([outcomes_of(one, seat, 2)[0] for seat, one in enumerate(results)])
    told = DuelResult.of(standing)
    assert told.wins == (1, 1) and told.forfeits == (1, 0) and told.share == 0.5
    assert told.mean_margin == 20 and told.mean_scores == (30, 10)


def test_a_duel_with_a_broken_bot_has_all_its_matches() -> None:
    """A bot that forfeits all of its first matches forfeits the remaining ones without playing them."""
    told = play_duel(Duel((odd_bot("illegal"), "random"), "qwixx", budget_ms=60_000), 1000)
    assert told.matches == 1000 and told.wins == (0, 1000) and told.forfeits == (1000, 0)
    assert told.share == 0 and told.ties == 0
    told = play_duel(Duel(("random", odd_bot("nonsense")), "qwixx", budget_ms=60_000), 25)
    assert told.matches == 25 and told.wins == (25, 0) and told.share == 1


def test_a_run_reports_forfeits() -> None:
    setup = Setup("qwixx", 2, ("random", "random"))
    summary = Summary.empty(setup)
    summary = summary.plus(result([50, 10], [1, 0]))
    told = SimulationResult.of(summary)
    assert told.forfeits == (1, 0) and told.win_shares == (0, 1) and told.end_reasons == {"forfeit": 1}
    columns = columns_of(setup, result([50, 10], [0, 1]))
    assert columns["end"].tolist() == ["forfeit"] and columns["forfeit_1"].tolist() == [1]
