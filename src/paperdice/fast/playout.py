"""Whole matches in compiled code: any game, any deal, any mix of policies.

A policy rates moves: `rate(weights, sheets, state, seat, moves, n, values)` is a compiled kernel that writes a value
for each of the first n moves. The best one is played, the first of equals; `random` alone draws.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np

from paperdice.errors import SetupError
from paperdice.fast import streams
from paperdice.fast.compile import kernel, pack, record_type, register, tailor
from paperdice.game import Game
from paperdice.sheet import Sheet

MAX_POLICIES = 4
EVENTS = ("marks", "locks", "misses", "strikes")


@dataclass(frozen=True, eq=False)
class Policy:
    """A compiled way to play one game: the kernel that rates moves, and its numbers. Without one it plays at random."""

    name: str
    rate: Any = None
    weights: Any = field(default_factory=lambda: np.zeros(1))


RANDOM = Policy("random")


@kernel
def rate_nothing(weights, sheets, state, seat, moves, n, values):
    """Finds all moves equal."""
    for index in range(n):
        values[index] = 0.0


# The names below stand for another game's in each kernel made by `tailor`.
rules: Any = None
rate_0: Any = None
rate_1: Any = None
rate_2: Any = None
rate_3: Any = None
pick: Any = None
play_out: Any = None


def _pick(code, weights, sheets, state, seat, moves, n, stream, values):
    """Lets the policy of this code choose; a negative code draws."""
    if code < 0:
        return moves[streams.draw(stream, n)]
    if code == 0:
        rate_0(weights[0], sheets, state, seat, moves, n, values)
    elif code == 1:
        rate_1(weights[1], sheets, state, seat, moves, n, values)
    elif code == 2:
        rate_2(weights[2], sheets, state, seat, moves, n, values)
    else:
        rate_3(weights[3], sheets, state, seat, moves, n, values)
    best = 0
    for index in range(1, n):
        if values[index] > values[best]:
            best = index
    return moves[best]


def _play_out(sheets, state, key, bots, codes, weights, room, trace):
    """Plays a match from where it stands to its end and gives the number of phases that seats decided."""
    n_steps = 0
    faces = room[0]
    moves = room[1]
    chosen = room[2]
    values = np.empty(moves.shape[0], np.float64)
    while state.phase != rules.Phase.OVER:
        wanted = rules.dice_wanted(state)
        if wanted != 0:
            throw = rules.throw_number(state)
            for die in range(rules.N_DICE):
                if (wanted >> die) & 1 == 1:
                    faces[die] = streams.face(key, state.turn, throw, die)
            rules.apply_roll(sheets, state, faces)
            continue
        for seat in range(state.n_seats):
            chosen[seat] = 0
            n = rules.legal_moves(sheets, state, seat, moves)
            if n == 1:
                chosen[seat] = moves[0]
            elif n > 1:
                chosen[seat] = pick(codes[seat], weights, sheets, state, seat, moves, n, bots[seat], values)
        if n_steps < trace.shape[0]:
            for seat in range(state.n_seats):
                trace[n_steps, seat] = chosen[seat]
        n_steps += 1
        rules.apply_moves(sheets, state, chosen)
    return n_steps


def _play_block(sheets, state, setup, codes, weights, room, trace, out):
    """Plays a block of matches; setup is (seed, first match, number, seats, first seat or -1)."""
    seed, start, number, n_seats = setup[0], setup[1], setup[2], setup[3]
    bots = np.zeros((n_seats, 2), np.int64)
    for index in range(number):
        match = start + index
        for seat in range(n_seats):
            bots[seat, 0] = streams.bot_key(seed, match, seat)
            bots[seat, 1] = 0
        rules.start(state, n_seats, match % n_seats if setup[4] < 0 else setup[4])
        out[index].steps = play_out(sheets, state, streams.match_key(seed, match), bots, codes, weights, room, trace)
        out[index].match = match
        out[index].turns = state.turn
        out[index].end = rules.end_reason(sheets, state)
        for seat in range(n_seats):
            out[index].scores[seat] = rules.score(sheets, state, seat)
            out[index].breaks[seat] = rules.tie_break(sheets, state, seat)
            rules.count_events(sheets, state, seat, out[index].events[seat])


@cache
def make_kernels(game: Game, policies: tuple[Policy, ...]) -> tuple[Any, Any, Any]:
    """Gives the compiled `pick`, `play_out` and `play_block` of a game for these policies."""
    register(game.rules)
    name = "_".join([game.name, *(policy.name for policy in policies)])
    rates = {f"rate_{i}": policy.rate or rate_nothing for i, policy in enumerate(pad(policies))}
    picker = tailor(_pick, name, **rates)
    whole = tailor(_play_out, name, rules=game.rules, pick=picker)
    return picker, whole, tailor(_play_block, name, rules=game.rules, play_out=whole)


def pad(policies: tuple[Policy, ...]) -> tuple[Policy, ...]:
    """Fills up to the number of policies that a kernel holds."""
    return (policies + (RANDOM,) * MAX_POLICIES)[:MAX_POLICIES]


def result_type(game: Game) -> np.dtype[Any]:
    """Gives the record of one match's result; compiled policies never forfeit."""
    seats = int(game.rules.MAX_SEATS)
    return record_type(
        (
            ("match", ()),
            ("turns", ()),
            ("steps", ()),
            ("end", ()),
            ("scores", (seats,)),
            ("breaks", (seats,)),
            ("forfeits", (seats,)),
            ("events", (seats, len(EVENTS))),
        )
    )


def make_room(game: Game) -> np.ndarray:
    """Gives the scratch paper of one thread: faces, moves, chosen moves."""
    return np.zeros((3, max(game.rules.MAX_MOVES, game.rules.MAX_SEATS, game.rules.N_DICE)), np.int64)


class Playout:
    """Plays blocks of matches of one game with fixed sheets and policies; safe to share between threads."""

    def __init__(self, game: Game, sheets: Sequence[Sheet], seated: Sequence[Policy], first: int = -1) -> None:
        if len({policy for policy in seated if policy.rate is not None}) > MAX_POLICIES:
            raise SetupError(f"at most {MAX_POLICIES} different policies can sit at one table")
        self.game = game
        self.n_seats = len(seated)
        self.first = first
        self.policies = tuple(dict.fromkeys(policy for policy in seated if policy.rate is not None))
        codes = [-1 if policy.rate is None else self.policies.index(policy) for policy in seated]
        self._codes = np.array(codes, np.int64)
        self._weights = tuple(policy.weights for policy in pad(self.policies))
        self._sheets = pack(game.lay_out(sheets), game.rules.SHEETS)
        _, _, self._block = make_kernels(game, self.policies)

    def play(self, seed: int, start: int, number: int) -> np.ndarray:
        """Gives the results of matches start to start + number - 1 of a run with this seed."""
        results, _ = self._run(seed, start, number, np.zeros((0, 1), np.int64))
        return results

    def trace(self, seed: int, match: int) -> list[tuple[int, ...]]:
        """Gives the moves of every phase of one match, one code for each seat."""
        room = np.zeros((4 * self.game.rules.MAX_TURNS, self.n_seats), np.int64)
        results, trace = self._run(seed, match, 1, room)
        return [tuple(int(code) for code in moves) for moves in trace[: results[0]["steps"]]]

    def _run(self, seed: int, start: int, number: int, trace: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        out = np.zeros(number, result_type(self.game))
        state = np.zeros(1, record_type(self.game.rules.STATE))
        setup = np.array([streams.seed_word(seed), start, number, self.n_seats, self.first], np.int64)
        room = make_room(self.game)
        self._block(self._sheets[0], state[0], setup, self._codes, self._weights, room, trace, out)
        return out, trace
