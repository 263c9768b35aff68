"""Qwixx some turns ahead: each move meets the same dice, seats play by value, and the network judges what comes out.

What a network sees at once is not forgotten: a move that the playouts find better takes over only as far as their error
allows.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from paperdice.bots.qwixx_value import STATE, rate_by_value, table_move, win_chance
from paperdice.bots.steady_qwixx import is_valued, rate_steady
from paperdice.fast import streams
from paperdice.fast.compile import kernel, pack, register
from paperdice.fast.playout import Policy
from paperdice.games.qwixx import QWIXX, rules

# How many turns are played, and how many of them after the present one by value; then the tables play.
TURNS = 2
VALUE_TURNS = 0
# Moves whose chance is lower than the best by so much are not tried; how far the network usually is from the truth.
WIDTH = 0.04
DOUBT = 0.01
GIVE_UP = 3.0
FIRST_CHUNK = 4
CHUNK = 64

register(rules)


@kernel
def value_move(tables: Any, net: Any, sheets: Any, state: Any, seat: Any, moves: Any, values: Any) -> Any:
    """Gives the move with the best chance to win."""
    n = rules.legal_moves(sheets, state, seat, moves)
    if n < 2:
        return 0
    rate_by_value(tables, net, sheets, state, seat, moves, n, values)
    return moves[np.argmax(values[:n])]


@kernel
def play_on(weights: Any, sheets: Any, state: Any, key: Any, last_turn: Any, value_turn: Any) -> None:
    """Plays on until the end of a turn or of the match, by value up to another turn and then by the tables."""
    faces = np.zeros(rules.N_DICE, np.int64)
    chosen = np.zeros(rules.MAX_SEATS, np.int64)
    moves = np.empty(rules.MAX_MOVES, np.int64)
    values = np.empty(rules.MAX_MOVES)
    while state.phase != rules.Phase.OVER:
        if state.phase == rules.Phase.ROLL:
            if state.turn > last_turn:
                return
            for die in range(rules.N_DICE):
                faces[die] = streams.face(key, state.turn, 1, die)
            rules.apply_roll(sheets, state, faces)
            continue
        for seat in range(state.n_seats):
            chosen[seat] = 0
            if state.turn <= value_turn:
                chosen[seat] = value_move(weights[:4], weights[5], sheets, state, seat, moves, values)
            elif rules.acts(state, seat):
                chosen[seat] = table_move(weights[:4], sheets, state, seat)
        rules.apply_moves(sheets, state, chosen)


@kernel
def look_ahead(weights: Any, sheets: Any, state: Any, seat: Any, tried: Any, setup: Any, out: Any) -> None:
    """Writes the chance to win after each tried move in playouts setup[1] to setup[2] - 1, setup[3] turns ahead."""
    copies = np.empty(1, STATE)
    replies = np.zeros(rules.MAX_SEATS, np.int64)
    chosen = np.zeros(rules.MAX_SEATS, np.int64)
    moves = np.empty(rules.MAX_MOVES, np.int64)
    values = np.empty(rules.MAX_MOVES)
    for other in range(state.n_seats):
        if other != seat:
            replies[other] = value_move(weights[:4], weights[5], sheets, state, other, moves, values)
    for playout in range(setup[1], setup[2]):
        key = streams.match_key(setup[0], playout)
        for index in range(tried.shape[0]):
            copies[0] = state
            chosen[:] = replies
            chosen[seat] = tried[index]
            rules.apply_moves(sheets, copies[0], chosen)
            play_on(weights, sheets, copies[0], key, state.turn + setup[3], state.turn + setup[4])
            out[playout - setup[1], index] = win_chance(weights[:4], weights[5], sheets, copies[0], seat)


def can_look_ahead(base: Policy, sheets: Any, state: Any) -> bool:
    """Tells whether the network judges such a match and its tables are there."""
    return base.rate is rate_steady and bool(is_valued(sheets, state))


def prepare(base: Policy, seats: int) -> None:
    """Compiles what a decision calls."""
    sheets = pack(QWIXX.lay_out([QWIXX.sheets["classic"]] * seats), rules.SHEETS)[0]
    state = np.zeros(1, STATE)[0]
    state["n_seats"], state["turn"], state["phase"], state["dice"] = seats, 1, rules.Phase.WHITE, 1
    moves, values = np.zeros(rules.MAX_MOVES, np.int64), np.zeros(rules.MAX_MOVES)
    base.rate(base.weights, sheets, state, 0, moves, 2, values)
    if can_look_ahead(base, sheets, state):
        look_ahead(base.weights, sheets, state, 0, moves, np.zeros(5, np.int64), np.empty((0, 1)))


class Contest:
    """The moves still in question, what the network says of them and what playouts have shown so far."""

    def __init__(self, moves: np.ndarray, ratings: np.ndarray) -> None:
        near = ratings >= ratings.max() - WIDTH
        self.moves = np.ascontiguousarray(moves[near])
        self._ratings = ratings[near]
        self._shown: list[np.ndarray] = []

    def add(self, outcomes: np.ndarray) -> None:
        """Takes the outcomes of one chunk of playouts, one column a move, and drops moves that are beaten."""
        self._shown.append(outcomes)
        gaps, errors = self._gaps(self._lead())
        self._keep(gaps >= -GIVE_UP * errors)

    def _keep(self, kept: np.ndarray) -> None:
        self.moves = np.ascontiguousarray(self.moves[kept])
        self._ratings = self._ratings[kept]
        self._shown = [chunk[:, kept] for chunk in self._shown]

    def _gaps(self, lead: int) -> tuple[np.ndarray, np.ndarray]:
        """Gives by how much each move is better than one of them, and the error of that."""
        shown = np.concatenate(self._shown)
        apart = shown - shown[:, [lead]]
        squared = apart.var(axis=0) / len(apart) + 1e-9
        trust = DOUBT**2 / (DOUBT**2 + squared)
        gaps = trust * apart.mean(axis=0) + (1 - trust) * (self._ratings - self._ratings[lead])
        return gaps, np.sqrt(trust * squared)

    def _lead(self) -> int:
        """Gives the place of the best move: the one that beats the one with the best mean, or that one."""
        lead = int(np.argmax(np.concatenate(self._shown).mean(axis=0) if self._shown else self._ratings))
        return int(np.argmax(self._gaps(lead)[0])) if self._shown else lead

    @property
    def best(self) -> int:
        """The move that is best so far."""
        return int(self.moves[self._lead()])


def search(desk: Any, base: Policy, ratings: np.ndarray, seed: int, is_spent: Callable[[int, float], bool]) -> int:
    """Gives the move that looks best some turns ahead; `is_spent` is asked with playouts done and seconds of the next
    ones."""
    look: Any = look_ahead
    if not look.signatures:
        prepare(base, int(desk.state["n_seats"]))
    contest = Contest(desk.moves, ratings)
    done, n_playouts, chunk, seconds = 0, 0, FIRST_CHUNK, 0.0
    while len(contest.moves) > 1 and not is_spent(n_playouts, 2 * seconds):
        started = time.perf_counter()
        out = np.empty((chunk, len(contest.moves)))
        setup = np.array([seed, done, done + chunk, TURNS, VALUE_TURNS], np.int64)
        look(base.weights, desk.sheets, desk.state, desk.seat, contest.moves, setup, out)
        done, n_playouts = done + chunk, n_playouts + out.size
        contest.add(out)
        seconds = time.perf_counter() - started
        chunk = min(2 * chunk, CHUNK)
    return contest.best
