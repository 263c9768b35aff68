"""`expert`, a bot that estimates the probability of winning after each move using compiled rollouts, within a budget.

All candidate moves are tried with the same dice and opponents (common random numbers). In the current phase, opponents
play the moves of `steady`. The game's horizon defines which policy plays afterward, for how many turns, and how the
final position is rated.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

import numpy as np

from paperdice.bots.bot import read_view
from paperdice.bots.decision import Decision, Decisions, FindPolicy
from paperdice.bots.horizon import Horizon
from paperdice.bots.registry import find_horizon
from paperdice.bots.search.racing import Race
from paperdice.bots.search.rollout import Chunk, RolloutWeights, make_rollouts
from paperdice.fast import streams
from paperdice.fast.compile import Floats, Ints, is_compiled
from paperdice.fast.playout import Policy, make_scratch
from paperdice.game import Game
from paperdice.position import Position
from paperdice.view import View

FIRST_CHUNK = 4
CHUNK = 64
# The part of the budget that is used; a chunk may take half of what remains, since rollouts differ in length.
SAFE_PART = 0.9
CHUNK_PART = 0.5
# The decay of the measured cost of rollouts in a phase, so that a measurement that was interrupted soon loses its
# effect.
MEMORY = 0.5

# A function that returns how many more rollouts are allowed, given the number already played.
Allowance = Callable[[int], int]


class Search:
    """The compiled rollouts of one decision; `cost` is the measured time per rollout in seconds."""

    def __init__(self, game: Game, decision: Decision, policy: Policy, horizon: Horizon, seed: int) -> None:
        self._roll_out = make_rollouts(game, policy, horizon)
        self._weights = RolloutWeights(policy.weights, horizon.weights)
        self._decision = decision
        self._scratch = make_scratch(game)
        self._seed = seed
        self._turns = horizon.turns
        self.cost = 0.0
        if not is_compiled(self._roll_out):
            self.play(decision.moves[:1], 0, 0)  # compiles
            self.cost = 0.0

    def play(self, moves: Ints, done: int, number: int) -> Floats:
        """Play `number` more rollouts after the first `done`, and return their outcomes, one column per move."""
        out = np.empty((number, len(moves)))
        chunk = Chunk(self._seed, done, done + number, self._turns)
        decision = self._decision
        started = time.perf_counter()
        self._roll_out(self._weights, decision.sheets, decision.state, decision.seat, moves, chunk, self._scratch, out)
        seconds = time.perf_counter() - started
        self.cost = max(seconds / max(1, out.size), MEMORY * self.cost)
        return out


class Rollouts(Protocol):
    """A search based on rollouts; `cost` is the measured time per rollout in seconds."""

    cost: float

    def play(self, moves: Ints, done: int, number: int) -> Floats:
        """Play `number` more rollouts after the first `done`, and return their outcomes, one column per move."""


def find_best(search: Rollouts, race: Race, allowance: Allowance) -> int:
    """Play rollouts until one move remains in the race or the budget is spent, and return the leading move.

    If the budget is too small for the first chunk of rollouts, return the move with the best prior.
    """
    done, n_rollouts, chunk = 0, 0, FIRST_CHUNK
    while len(race.moves) > 1:
        number = min(chunk, allowance(n_rollouts) // len(race.moves))
        if number < (1 if done else FIRST_CHUNK):
            break
        outcomes = search.play(race.moves, done, number)
        done, n_rollouts = done + number, n_rollouts + outcomes.size
        race.add(outcomes)
        chunk = min(2 * chunk, CHUNK)
    return race.best


class ExpertBot:
    """A bot that uses rollouts to compare the moves that `steady` rates highest."""

    def __init__(self, find_policy: FindPolicy, seed: int, budget_ms: float, playouts: int | None) -> None:
        self._find_policy = find_policy
        self._seed = seed
        self._budget = budget_ms / 1000
        self._playouts = playouts
        self._decisions = Decisions()
        self._n_decisions = 0
        self._costs: dict[int, float] = {}

    def choose(self, view: View) -> str:
        started = time.perf_counter()
        if len(view["choices"]) == 1:
            self._n_decisions += 1
            return str(view["choices"][0])
        return self._decide(*read_view(view), started)

    def decide(self, position: Position, seat: int) -> str:
        return self._decide(position, seat, time.perf_counter())

    def _decide(self, position: Position, seat: int, started: float) -> str:
        self._n_decisions += 1
        decision = self._decisions.of(position, seat)
        if decision.n == 1:
            return decision.text(decision.moves[0])
        game = position.game
        policy = self._find_policy("steady", game, position.state.n_seats)
        horizon = find_horizon(game, policy, decision.sheets, decision.state)
        race = Race(decision.moves, decision.rate(policy), horizon)
        search = Search(game, decision, policy, horizon, streams.bot_key(self._seed, self._n_decisions, seat))
        return decision.text(self._search(search, race, int(decision.state["phase"]), started))

    def _search(self, search: Rollouts, race: Race, phase: int, started: float) -> int:
        """Return the best move that rollouts find within the budget.

        The measured cost of a rollout is saved for later decisions in the same phase.
        """
        if self._playouts is None and phase not in self._costs:
            search.play(race.moves[:1], 0, 1)
        search.cost = max(search.cost, self._costs.get(phase, 0.0))
        is_open = len(race.moves) > 1
        best = find_best(search, race, lambda done: self._allowance(search, started, done))
        # A cost that prevents all rollouts decays, in case it was measured during an interruption.
        self._costs[phase] = search.cost * (MEMORY if is_open and not race.is_tried else 1.0)
        return best

    def _allowance(self, search: Rollouts, started: float, done: int) -> int:
        """Return how many more rollouts fit into the budget after `done` rollouts."""
        if self._playouts is not None:
            return self._playouts - done
        left = SAFE_PART * self._budget - (time.perf_counter() - started)
        return int(CHUNK_PART * left / search.cost)
