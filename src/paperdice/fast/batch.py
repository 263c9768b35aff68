"""Thousands of matches side by side in compiled code, each waiting for one seat's decision, for learners."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from paperdice.fast import streams
from paperdice.fast.compile import pack, record_type, register, tailor
from paperdice.fast.playout import Policy, make_kernels, make_room, pad
from paperdice.game import Game
from paperdice.sheet import Sheet

# These names stand for another game's in each kernel made by `tailor`.
rules: Any = None
pick: Any = None
run_on: Any = None


def _run_on(sheets, state, key, bots, codes, weights, room, seat, move, values):
    """Plays the seat's move, then goes on until the seat has a real choice or the match is over; gives the number of
    its legal moves, which are then in room[1]."""
    faces, moves, chosen = room[0], room[1], room[2]
    while state.phase != rules.Phase.OVER:
        wanted = rules.dice_wanted(state)
        if wanted != 0:
            throw = rules.throw_number(state)
            for die in range(rules.N_DICE):
                if (wanted >> die) & 1 == 1:
                    faces[die] = streams.face(key, state.turn, throw, die)
            rules.apply_roll(sheets, state, faces)
            continue
        if move < 0:
            n = rules.legal_moves(sheets, state, seat, moves)
            if n > 1:
                return n
            move = moves[0] if n == 1 else 0
        for other in range(state.n_seats):
            chosen[other] = move
            if other != seat:
                n = rules.legal_moves(sheets, state, other, moves)
                chosen[other] = 0
                if n > 0:
                    chosen[other] = pick(codes[other], weights, sheets, state, other, moves, n, bots[other], values)
        rules.apply_moves(sheets, state, chosen)
        move = -1
    return 0


def _step_all(sheets, states, matches, bots, codes, weights, room, setup, actions, out):
    """Steps every match; setup is (seed, seats, learner's seat, reward by points, first action resets)."""
    observations, masks, rewards, ends, points = out
    seed, n_seats, seat = setup[0], setup[1], setup[2]
    values = np.empty(room.shape[1], np.float64)
    for index in range(states.shape[0]):
        state = states[index]
        rewards[index] = 0.0
        before = points[index]
        n = 0
        if actions[index] >= 0:
            key = streams.match_key(seed, matches[index])
            n = run_on(sheets, state, key, bots[index], codes, weights, room, seat, actions[index], values)
            points[index] = rules.score(sheets, state, seat)
            rewards[index] = points[index] - before if setup[3] == 1 else 0.0
        ends[index] = actions[index] >= 0 and n == 0
        if ends[index] and setup[3] == 0:
            rewards[index] = result(sheets, state, seat)
        while n == 0:
            if actions[index] >= 0 or setup[4] == 0:
                matches[index] += states.shape[0]
            for other in range(n_seats):
                bots[index, other, 0] = streams.bot_key(seed, matches[index], other)
                bots[index, other, 1] = 0
            rules.start(state, n_seats, matches[index] % n_seats)
            key = streams.match_key(seed, matches[index])
            n = run_on(sheets, state, key, bots[index], codes, weights, room, seat, -1, values)
            points[index] = rules.score(sheets, state, seat)
            setup[4] = 0 if n == 0 else setup[4]
        masks[index, :] = 0
        for place in range(n):
            masks[index, room[1, place]] = 1
        rules.observe(sheets, state, seat, observations[index])


def _result(sheets, state, seat):
    """Gives 1 for a win, −1 for a loss, something between for a shared win."""
    own = rules.score(sheets, state, seat) * 1000 + rules.tie_break(sheets, state, seat)
    n_level = 1
    for other in range(state.n_seats):
        if other != seat:
            points = rules.score(sheets, state, other) * 1000 + rules.tie_break(sheets, state, other)
            if points > own:
                return -1.0
            n_level += points == own
    return 2.0 / n_level - 1.0


result: Any = None


@cache
def make_stepper(game: Game, policies: tuple[Policy, ...]) -> Any:
    """Gives the compiled step of a game against these policies."""
    register(game.rules)
    name = "_".join([game.name, *(policy.name for policy in policies)])
    picker, _, _ = make_kernels(game, policies)
    scope = {"rules": game.rules, "pick": picker}
    running = tailor(_run_on, name, **scope)
    judge = tailor(_result, name, **scope)
    return tailor(_step_all, name, **scope, run_on=running, result=judge)


class Batch:
    """Matches in which one seat is the learner's and the others follow policies; over ones start anew by themselves."""

    def __init__(
        self,
        game: Game,
        sheets: Sequence[Sheet],
        seated: Sequence[Policy],
        learner: int,
        number: int,
        seed: int,
        by_points: bool,
    ) -> None:
        rules = game.rules
        policies = tuple(dict.fromkeys(policy for policy in seated if policy.rate is not None))
        codes = [-1 if policy.rate is None else policies.index(policy) for policy in seated]
        self._step = make_stepper(game, policies)
        self._codes = np.array(codes, np.int64)
        self._weights = tuple(policy.weights for policy in pad(policies))
        self._sheets = pack(game.lay_out(sheets), rules.SHEETS)[0]
        self._room = make_room(game)
        self._setup = np.array([streams.seed_word(seed), len(seated), learner, int(by_points), 1], np.int64)
        self.states = np.zeros(number, record_type(rules.STATE))
        self.matches = np.arange(number, dtype=np.int64)
        self._bots = np.zeros((number, len(seated), 2), np.int64)
        self.observations = np.zeros((number, rules.N_OBSERVED), np.int64)
        self.masks = np.zeros((number, rules.N_CODES), np.int8)
        self.rewards = np.zeros(number)
        self.ends = np.zeros(number, np.bool_)
        self._points = np.zeros(number)
        self.step(np.full(number, -1, np.int64))
        self._setup[4] = 0

    def step(self, actions: np.ndarray) -> None:
        """Plays one legal move in each match; observations, masks, rewards and ends are then those of the next one."""
        out = (self.observations, self.masks, self.rewards, self.ends, self._points)
        self._step(
            self._sheets,
            self.states,
            self.matches,
            self._bots,
            self._codes,
            self._weights,
            self._room,
            self._setup,
            actions,
            out,
        )
