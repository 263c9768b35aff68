"""`expert`: the win probability of each move by compiled playouts, the best half going on until the budget is spent.

All moves of a decision meet the same dice and the same opponents (common random numbers). The others' sealed moves, and
everything after this phase, are played by `steady`. Where a network knows the chance to win, as in Qwixx, playouts are
short and it judges them.
"""

from __future__ import annotations

import time
from functools import cache, partial
from typing import Any

import numpy as np

from paperdice.bots.instant import Desk, find_policy
from paperdice.bots.qwixx_search import can_look_ahead, search
from paperdice.fast import streams
from paperdice.fast.compile import record_type, register, tailor
from paperdice.fast.playout import Policy, make_kernels, make_room, pad
from paperdice.game import Game
from paperdice.view import Plain

CANDIDATES = 8
CHUNK = 8
MARGIN_WEIGHT = 0.002

# These names stand for something else in each game's kernel.
rules: Any = None
STATE: Any = None
pick: Any = None
play_out: Any = None


def _search(sheets, state, seat, tried, n_tried, setup, weights, room, sums):
    """Adds the outcomes of playouts setup[1] to setup[2] - 1 of each tried move to its sums."""
    copies = np.empty(1, STATE)
    n_seats = state.n_seats
    bots = np.zeros((n_seats, 2), np.int64)
    codes = np.zeros(n_seats, np.int64)
    chosen = np.zeros(rules.MAX_SEATS, np.int64)
    trace = np.zeros((0, 1), np.int64)
    values = np.empty(room.shape[1], np.float64)
    for other in range(n_seats):
        chosen[other] = 0
        n = rules.legal_moves(sheets, state, other, room[1])
        if n > 0 and other != seat:
            chosen[other] = pick(0, weights, sheets, state, other, room[1], n, bots[other], values)
    replies = chosen.copy()
    for playout in range(setup[1], setup[2]):
        key = streams.match_key(setup[0], playout)
        for index in range(n_tried):
            copies[0] = state
            chosen[:] = replies
            chosen[seat] = tried[index]
            rules.apply_moves(sheets, copies[0], chosen)
            play_out(sheets, copies[0], key, bots, codes, weights, room, trace)
            sums[index] += outcome(sheets, copies[0], seat)


def _outcome(sheets, state, seat):
    """Gives the seat's share of the win and a trifle for the margin; alone, its points."""
    own = rules.score(sheets, state, seat)
    if state.n_seats == 1:
        return float(own)
    n_level = 1
    best_other = -1000
    for other in range(state.n_seats):
        if other == seat:
            continue
        points = rules.score(sheets, state, other)
        best_other = max(best_other, points)
        lead = points - own
        if lead == 0:
            lead = rules.tie_break(sheets, state, other) - rules.tie_break(sheets, state, seat)
        if lead > 0:
            n_level = 1000000
        elif lead == 0:
            n_level += 1
    return 1.0 / n_level + MARGIN_WEIGHT * (own - best_other)


outcome: Any = None


@cache
def make_search(game: Game, base: Policy) -> Any:
    """Gives the compiled search of a game whose playouts follow this policy."""
    register(game.rules)
    picker, whole, _ = make_kernels(game, (base,))
    judge = tailor(_outcome, game.name, rules=game.rules)
    scope = {"rules": game.rules, "STATE": record_type(game.rules.STATE), "outcome": judge}
    return tailor(_search, f"{game.name}_{base.name}", **scope, pick=picker, play_out=whole)


class ExpertBot:
    """Looks at the most promising moves of `steady` and plays each out to the end, many times."""

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
        base = find_policy("steady", self._game, view["seats"], self._patient)
        desk = Desk(self._game, view)
        ratings = desk.rate(base)
        if self._game.name == "qwixx" and can_look_ahead(base, desk.sheets, desk.state):
            seed = streams.bot_key(self._seed, self._n_decisions, desk.seat)
            return desk.text(search(desk, base, ratings, seed, partial(self._is_near, started)))
        ranked = desk.moves[np.argsort(-ratings, kind="stable")][:CANDIDATES]
        return desk.text(self._halve(desk, base, ranked, started))

    def _halve(self, desk: Desk, base: Policy, tried: np.ndarray, started: float) -> int:
        """Plays all tried moves out, drops the worse half, and so on until the budget is spent."""
        search = make_search(self._game, base)
        weights = tuple(policy.weights for policy in pad((base,)))
        rounds = max(1, int(np.ceil(np.log2(len(tried)))))
        seed = streams.bot_key(self._seed, self._n_decisions, desk.seat)
        room = make_room(self._game)
        sums = np.zeros(len(tried))
        done = 0
        for step in range(rounds):
            while not self._spent(started, done, len(tried), (step + 1) / rounds):
                setup = np.array([seed, done, done + CHUNK], np.int64)
                search(desk.sheets, desk.state, desk.seat, tried, len(tried), setup, weights, room, sums)
                done += CHUNK
            keep = np.sort(np.argsort(-sums, kind="stable")[: max(1, (len(tried) + 1) // 2)])
            tried, sums = tried[keep], sums[keep]
        return int(tried[np.argmax(sums)])

    def _is_near(self, started: float, done: int, seconds: float) -> bool:
        """Tells whether the budget ends within so many seconds, or is spent in playouts."""
        if self._playouts is not None:
            return done >= self._playouts
        return time.perf_counter() - started + seconds >= 0.9 * self._budget

    def _spent(self, started: float, done: int, n_tried: int, share: float) -> bool:
        if self._playouts is not None:
            return done * n_tried >= self._playouts * share
        return time.perf_counter() - started >= 0.9 * self._budget * share
