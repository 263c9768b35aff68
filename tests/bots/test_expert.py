"""When `expert` stops searching, by a clock that only rollouts advance."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from paperdice.bots.horizon import Horizon, choose_by, value_nothing
from paperdice.bots.registry import find_policy
from paperdice.bots.search import expert
from paperdice.bots.search.expert import ExpertBot
from paperdice.bots.search.racing import Race
from paperdice.fast.compile import Floats, Ints
from paperdice.fast.playout import Policy, rate_equally
from paperdice.games.qwixx import QWIXX

HORIZON = Horizon(None, choose_by(QWIXX, Policy("nothing", rate_equally)), value_nothing)
PHASE = 1


class ClockedSearch:
    """A stand-in for a search: rollouts take a millisecond each by its own clock, and all moves are equal."""

    def __init__(self, cost: float = 0.0) -> None:
        self.now = 0.0
        self.cost = cost
        self.n_rollouts = 0

    def play(self, moves: Ints, _done: int, number: int) -> Floats:
        """Advance the clock."""
        self.now += 0.001 * number * len(moves)
        self.n_rollouts += number * len(moves)
        self.cost = 0.001
        return np.full((number, len(moves)), 0.5)


def decide(
    monkeypatch: pytest.MonkeyPatch, bot: ExpertBot, n_moves: int, search: ClockedSearch | None = None
) -> ClockedSearch:
    """Make a bot search among equal moves."""
    search = search or ClockedSearch()
    monkeypatch.setattr(expert, "time", SimpleNamespace(perf_counter=lambda: search.now))
    bot._search(search, Race(np.arange(n_moves), np.zeros(n_moves), HORIZON), PHASE, 0.0)
    return search


def test_a_decision_ends_within_its_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 100 ms 90 may be used: one rollout to measure the cost, then chunks of at most half of the rest."""
    search = decide(monkeypatch, ExpertBot(find_policy, 0, 100.0, None), 2)
    assert 0.08 < search.now <= 0.09


def test_a_budget_that_allows_no_first_chunk_leaves_the_prior(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four rollouts of each of eight moves would take 32 of 10 ms."""
    bot = ExpertBot(find_policy, 0, 10.0, None)
    assert decide(monkeypatch, bot, 8).n_rollouts == 1
    assert bot._costs == {PHASE: 0.0005}


def test_what_a_rollout_has_cost_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next decision of the same phase needs no rollout to measure the cost."""
    bot = ExpertBot(find_policy, 0, 10.0, None)
    decide(monkeypatch, bot, 1)
    assert bot._costs == {PHASE: 0.001}
    assert decide(monkeypatch, bot, 8).n_rollouts == 0


def test_a_number_of_rollouts_does_not_look_at_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    search = decide(monkeypatch, ExpertBot(find_policy, 0, 1.0, 500), 2)
    assert search.n_rollouts == 500
