"""Thousands of matches side by side in compiled code, each waiting for one seat's decision, for learners."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from functools import cache
from typing import Any

import numpy as np

from paperdice.fast import streams
from paperdice.fast.compile import pack, record_type, register, tailor
from paperdice.fast.playout import Policy, make_kernels, weights_of
from paperdice.fast.shares import make_share_of_win
from paperdice.game import Game
from paperdice.sheet import Sheet

# A match starts anew instead of playing a move.
RESTART = -1
# What an illegal move costs, which ends the match at once: a loss, or more points than one can have lost.
ILLEGAL_BY_WIN, ILLEGAL_BY_POINTS = -1.0, -100.0

# These names stand for another game's in each kernel made by `tailor`.
rules: Any = None
pick: Any = None
run_on: Any = None
deal: Any = None
share_of_win: Any = None


def _run_on(sheets, state, key, bots, codes, weights, room, seat, move, values):
    """Plays the seat's move, if it is not negative, then goes on until the seat has a real choice or the match is over;
    gives the number of its legal moves, which are then in room[1]."""
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
                chosen[other] = moves[0] if n == 1 else 0
                if n > 1:
                    chosen[other] = pick(codes[other], weights, sheets, state, other, moves, n, bots[other], values)
        rules.apply_moves(sheets, state, chosen)
        move = -1
    return 0


def _deal(sheets, state, match, stride, bots, codes, weights, room, setup, values):
    """Starts the next match in which the learner has a choice, and gives the number of its legal moves."""
    seed, n_seats = setup[0], setup[1]
    n = 0
    while n == 0:
        match[0] += stride
        for other in range(n_seats):
            bots[other, 0] = streams.bot_key(seed, match[0], other)
            bots[other, 1] = 0
        rules.start(state, n_seats, (setup[4] + match[0]) % n_seats if setup[5] < 0 else setup[5])
        key = streams.match_key(seed, match[0])
        n = run_on(sheets, state, key, bots, codes, weights, room, setup[2], -1, values)
    return n


def _step_all(sheets, states, matches, bots, codes, weights, room, setup, actions, out):
    """Steps every match; setup is (seed, seats, learner's seat, by points, who starts match 0, who starts always)."""
    observations, finals, masks, rewards, ends, points = out
    seat, by_points = setup[2], setup[3] == 1
    values = np.empty(room.shape[1], np.float64)
    for index in range(states.shape[0]):
        state, action = states[index], actions[index]
        n = 0
        rewards[index] = 0.0
        ends[index] = action != RESTART
        if ends[index] and (action < 0 or action >= masks.shape[1] or masks[index, action] == 0):
            rewards[index] = ILLEGAL_BY_POINTS if by_points else ILLEGAL_BY_WIN
        elif ends[index]:
            key = streams.match_key(setup[0], matches[index])
            n = run_on(sheets, state, key, bots[index], codes, weights, room, seat, action, values)
            ends[index] = n == 0
            if by_points:
                score = rules.score(sheets, state, seat)
                rewards[index] = score - points[index]
                points[index] = score
            elif n == 0:
                rewards[index] = 2.0 * share_of_win(sheets, state, seat) - 1.0
        if ends[index]:
            rules.observe(sheets, state, seat, finals[index])
        if n == 0:
            match, stride = matches[index : index + 1], states.shape[0]
            n = deal(sheets, state, match, stride, bots[index], codes, weights, room, setup, values)
            points[index] = 0
        masks[index, :] = 0
        for place in range(n):
            masks[index, room[1, place]] = 1
        rules.observe(sheets, state, seat, observations[index])


def make_room(game: Game) -> np.ndarray:
    """The scratch paper of one batch: faces, moves, chosen moves.

    One array, not a NamedTuple of them: a match plays a few phases a step, so that handing over more parts would show.
    """
    return np.zeros((3, max(game.rules.MAX_MOVES, game.rules.MAX_SEATS, game.rules.N_DICE)), np.int64)


@cache
def make_stepper(game: Game, policies: tuple[Policy, ...]) -> Any:
    """Gives the compiled step of a game against these policies."""
    register(game.rules)
    name = "_".join([game.name, *(policy.name for policy in policies)])
    picker = make_kernels(game, policies).pick
    scope = {"rules": game.rules, "pick": picker}
    running = tailor(_run_on, name, **scope)
    dealer = tailor(_deal, name, **scope, run_on=running)
    return tailor(_step_all, name, **scope, run_on=running, deal=dealer, share_of_win=make_share_of_win(game))


class Batch:
    """Matches in which one seat is the learner's and the others follow policies; over ones start anew by themselves.

    The arrays `observations`, `finals` (the last one of matches that ended), `masks`, `rewards` and `ends` are written
    anew in every step.
    """

    def __init__(
        self,
        game: Game,
        sheets: Sequence[Sheet],
        seated: Sequence[Policy],
        learner: int,
        number: int,
        by_points: bool = False,
        first: int = -1,
    ) -> None:
        rules = game.rules
        policies = tuple(dict.fromkeys(policy for policy in seated if policy.rate is not None))
        codes = [-1 if policy.rate is None else policies.index(policy) for policy in seated]
        self._step = make_stepper(game, policies)
        self._fixed = (np.array(codes, np.int64), weights_of(policies), make_room(game))
        self._sheets = pack(game.lay_out(sheets), rules.SHEETS)[0]
        self._setup = np.array([0, len(seated), learner, int(by_points), 0, first], np.int64)
        self.states = np.zeros(number, record_type(rules.STATE))
        self.matches = np.zeros(number, np.int64)
        self._bots = np.zeros((number, len(seated), 2), np.int64)
        self.observations = np.zeros((number, rules.N_OBSERVED), np.int16)
        self.finals = np.zeros_like(self.observations)
        self.masks = np.zeros((number, rules.N_CODES), np.int8)
        self.rewards = np.zeros(number)
        self.ends = np.zeros(number, np.bool_)
        self._points = np.zeros(number)

    def reset(self, seed: int) -> None:
        """Starts matches 0, 1, 2 … of a run with this seed."""
        self._setup[0] = streams.seed_word(seed)
        self._setup[4] = seed % self._setup[1]
        self.matches[:] = np.arange(-len(self.matches), 0)
        self.step(np.full(len(self.matches), RESTART, np.int64))

    def step(self, actions: np.ndarray) -> None:
        """Plays one move in each match, or starts the match anew where it is RESTART."""
        out = (self.observations, self.finals, self.masks, self.rewards, self.ends, self._points)
        codes, weights, room = self._fixed
        self._step(self._sheets, self.states, self.matches, self._bots, codes, weights, room, self._setup, actions, out)

    def copy(self) -> Batch:
        """Gives independent matches in the same positions; sheets and policies are shared."""
        twin = copy(self)
        codes, weights, room = self._fixed
        twin._fixed = (codes, weights, room.copy())
        for name, array in self.arrays().items():
            setattr(twin, name, array.copy())
        return twin

    def arrays(self) -> dict[str, np.ndarray]:
        """Gives everything that changes, to be copied and put back."""
        names = (
            "states",
            "matches",
            "observations",
            "finals",
            "masks",
            "rewards",
            "ends",
            "_bots",
            "_setup",
            "_points",
        )
        return {name: getattr(self, name) for name in names}
