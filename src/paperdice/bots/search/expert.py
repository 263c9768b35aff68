"""`expert`: the win probability of each move by compiled playouts, until one is left or the budget is spent.

All moves of a decision meet the same dice and the same opponents (common random numbers). The others' sealed moves are
those of `steady`; who plays on after this phase, how far, and who judges then is the outlook of each game.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from paperdice.bots.policy_bot import Desk, find_policy
from paperdice.bots.search.horizon import Outlook, find_outlook
from paperdice.bots.search.racing import Contest
from paperdice.bots.search.rollout import make_look_ahead
from paperdice.fast import streams
from paperdice.fast.playout import Policy, make_room
from paperdice.game import Game
from paperdice.view import Plain

FIRST_CHUNK = 4
CHUNK = 64
# So much of the budget is used; of what is left of it a chunk may take half, since playouts differ in length.
SAFE_PART = 0.9
CHUNK_PART = 0.5
# So much is remembered of what a playout has cost in a phase, so that one that was disturbed does not count for long.
MEMORY = 0.5

# Told how many playouts are done, gives how many more may follow.
Allowance = Callable[[int], int]


class Search:
    """The playouts of one decision."""

    def __init__(self, game: Game, desk: Desk, policy: Policy, outlook: Outlook, seed: int) -> None:
        self._look: Any = make_look_ahead(game, policy, outlook)
        self._weights = (policy.weights, outlook.weights)
        self._desk = desk
        self._room = make_room(game)
        self._seed = seed
        self._turns = outlook.turns
        self.cost = 0.0
        if not self._look.signatures:
            self.play(desk.moves[:1], 0, 0)  # compiles
            self.cost = 0.0

    def play(self, moves: np.ndarray, done: int, number: int) -> np.ndarray:
        """Gives the outcomes of so many more playouts, one column a move."""
        out = np.empty((number, len(moves)))
        setup = np.array([self._seed, done, done + number, self._turns], np.int64)
        desk = self._desk
        started = time.perf_counter()
        self._look(self._weights, desk.sheets, desk.state, desk.seat, moves, setup, self._room, out)
        seconds = time.perf_counter() - started
        self.cost = max(seconds / max(1, out.size), MEMORY * self.cost)
        return out


def find_best(search: Search, contest: Contest, allowance: Allowance) -> int:
    """Gives the move that wins the contest, or the policy's own where not even a first chunk is allowed."""
    done, n_playouts, chunk = 0, 0, FIRST_CHUNK
    while len(contest.moves) > 1:
        number = min(chunk, allowance(n_playouts) // len(contest.moves))
        if number < (1 if done else FIRST_CHUNK):
            break
        outcomes = search.play(contest.moves, done, number)
        done, n_playouts = done + number, n_playouts + outcomes.size
        contest.add(outcomes)
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
        self._costs: dict[int, float] = {}

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
        phase = int(desk.state["phase"])
        if self._playouts is None and phase not in self._costs:
            search.play(contest.moves[:1], 0, 1)
        search.cost = max(search.cost, self._costs.get(phase, 0.0))
        is_open = len(contest.moves) > 1
        best = find_best(search, contest, lambda done: self._allowance(search, started, done))
        # A cost that forbids all playouts is forgotten bit by bit, in case it was that of a disturbed one.
        self._costs[phase] = search.cost * (MEMORY if is_open and not contest.is_tried else 1.0)
        return desk.text(best)

    def _allowance(self, search: Search, started: float, done: int) -> int:
        """Gives how many playouts still fit into the budget, after so many."""
        if self._playouts is not None:
            return self._playouts - done
        left = SAFE_PART * self._budget - (time.perf_counter() - started)
        return int(CHUNK_PART * left / search.cost)
