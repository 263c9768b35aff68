"""`expert`: the win probability of each move by compiled playouts, until one is left or the budget is spent.

All moves of a decision meet the same dice and the same opponents (common random numbers). The others' sealed moves are
those of `steady`; who plays on after this phase, how far, and who judges then is the outlook of each game.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from paperdice.bots.contest import Contest
from paperdice.bots.instant import Desk, find_policy
from paperdice.bots.lookahead import make_look_ahead
from paperdice.bots.outlook import Outlook, find_outlook
from paperdice.fast import streams
from paperdice.fast.playout import Policy, make_room
from paperdice.game import Game
from paperdice.view import Plain

FIRST_CHUNK = 4
CHUNK = 64
SAFE_PART = 0.9

# Told how many playouts are done and how many seconds the next ones may take.
Spent = Callable[[int, float], bool]


class Search:
    """The playouts of one decision."""

    def __init__(self, game: Game, desk: Desk, policy: Policy, outlook: Outlook, seed: int) -> None:
        self._look: Any = make_look_ahead(game, policy, outlook)
        self._weights = (policy.weights, outlook.weights)
        self._desk = desk
        self._room = make_room(game)
        self._seed = seed
        self._turns = outlook.turns
        if not self._look.signatures:
            self.play(desk.moves[:1], 0, 0)

    def play(self, moves: np.ndarray, done: int, number: int) -> np.ndarray:
        """Gives the outcomes of so many more playouts, one column a move."""
        out = np.empty((number, len(moves)))
        setup = np.array([self._seed, done, done + number, self._turns], np.int64)
        desk = self._desk
        self._look(self._weights, desk.sheets, desk.state, desk.seat, moves, setup, self._room, out)
        return out


def find_best(search: Search, contest: Contest, is_spent: Spent) -> int:
    """Gives the move that wins the contest."""
    done, n_playouts, chunk, seconds = 0, 0, FIRST_CHUNK, 0.0
    while len(contest.moves) > 1 and not is_spent(n_playouts, 2 * seconds):
        started = time.perf_counter()
        outcomes = search.play(contest.moves, done, chunk)
        done, n_playouts = done + chunk, n_playouts + outcomes.size
        contest.add(outcomes)
        seconds = time.perf_counter() - started
        chunk = min(2 * chunk, CHUNK)
    return contest.best


class ExpertBot:
    """Looks at the most promising moves of `steady` and plays on from each, many times."""

    def __init__(self, game: Game, seed: int, budget_ms: float, playouts: int | None, patient: bool) -> None:
        self._game = game
        self._seed = seed
        self._budget = budget_ms / 1000
        self._playouts = playouts
        self._patient = patient
        self._n_decisions = 0

    def choose(self, view: Plain) -> str:
        """Gives one of the choices of a view."""
        started = time.perf_counter()
        self._n_decisions += 1
        if len(view["choices"]) == 1:
            return str(view["choices"][0])
        policy = find_policy("steady", self._game, view["seats"], self._patient)
        desk = Desk(self._game, view)
        outlook = find_outlook(self._game, policy, desk.sheets, desk.state)
        contest = Contest(desk.moves, desk.rate(policy), outlook)
        seed = streams.bot_key(self._seed, self._n_decisions, desk.seat)
        search = Search(self._game, desk, policy, outlook, seed)
        return desk.text(find_best(search, contest, lambda done, seconds: self._is_spent(started, done, seconds)))

    def _is_spent(self, started: float, done: int, seconds: float) -> bool:
        """Tells whether the budget ends within so many seconds, or is spent in playouts."""
        if self._playouts is not None:
            return done >= self._playouts
        return time.perf_counter() - started + seconds >= SAFE_PART * self._budget
