"""A vectorized environment for reinforcement learning.

Thousands of matches run in compiled code, and each is paused whenever the learner's seat has a choice.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from enum import IntEnum
from functools import cache

import numpy as np

from paperdice.fast import streams
from paperdice.fast.compile import (
    PLACEHOLDER,
    Floats,
    Ints,
    Kernel,
    Record,
    Records,
    pack,
    record_type,
    register,
    tailor,
)
from paperdice.fast.playout import Policy, make_kernels, make_throw_dice, seat_policies, weights_of
from paperdice.fast.shares import make_share_of_win
from paperdice.fast.slips import COUNTER, KEY, SLIP, STREAM
from paperdice.game import Game, Rules
from paperdice.sheet import Sheet

# An action that starts a new match instead of playing a move.
RESTART = -1
# The reward of an illegal move, which ends the match: a loss, or fewer points than any match can lose.
ILLEGAL_BY_WIN, ILLEGAL_BY_POINTS = -1.0, -100.0

# Placeholders that `tailor` replaces for each game.
rules: Rules = PLACEHOLDER
OVER: int = PLACEHOLDER
pick: Kernel = PLACEHOLDER
throw_dice: Kernel = PLACEHOLDER
run_on: Kernel = PLACEHOLDER
deal: Kernel = PLACEHOLDER
share_of_win: Kernel = PLACEHOLDER


class Setting(IntEnum):
    """Indices into a batch's array of settings."""

    SEED = 0
    SEATS = 1
    LEARNER = 2
    BY_POINTS = 3
    FIRST_OF_MATCH_0 = 4
    FIRST_ALWAYS = 5


class Buffer(IntEnum):
    """Row indices of a batch's buffer."""

    FACES = 0
    MOVES = 1
    CHOSEN = 2


def _run_on(
    sheets: Record,
    state: Record,
    key: int,
    bots: Ints,
    codes: Ints,
    weights: Record,
    buffer: Ints,
    seat: int,
    move: int,
    values: Floats,
) -> int:
    """Play a seat's move (none if negative), and continue until the seat has a choice again or the match ends.

    Return the number of the seat's legal moves, which are written to the buffer, or 0 at the end of the match.
    """
    moves, chosen = buffer[Buffer.MOVES], buffer[Buffer.CHOSEN]
    while state.phase != OVER:
        wanted = rules.dice_wanted(state)
        if wanted != 0:
            throw_dice(sheets, state, key, wanted, buffer[Buffer.FACES])
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


def _deal(
    sheets: Record,
    state: Record,
    match: Ints,
    stride: int,
    bots: Ints,
    codes: Ints,
    weights: Record,
    buffer: Ints,
    setup: Ints,
    values: Floats,
) -> int:
    """Start the next match in which the learner has a choice, and play it up to that choice.

    Returns the number of legal moves.
    """
    seed, n_seats, first = setup[Setting.SEED], setup[Setting.SEATS], setup[Setting.FIRST_ALWAYS]
    n = 0
    while n == 0:
        match[0] += stride
        for other in range(n_seats):
            bots[other, KEY] = streams.bot_key(seed, match[0], other)
            bots[other, COUNTER] = 0
        rules.start(state, n_seats, (setup[Setting.FIRST_OF_MATCH_0] + match[0]) % n_seats if first < 0 else first)
        key = streams.match_key(seed, match[0])
        n = run_on(sheets, state, key, bots, codes, weights, buffer, setup[Setting.LEARNER], -1, values)
    return n


def _step_all(
    sheets: Record,
    states: Records,
    matches: Ints,
    bots: Ints,
    codes: Ints,
    weights: Record,
    buffer: Ints,
    setup: Ints,
    actions: Ints,
    out: Record,
) -> None:
    """Play the given action in every match and restart the matches that end.

    Observations, masks, rewards and end flags are written to `out`.
    """
    observations, finals, masks, rewards, ends, points = out
    seat, by_points, stride = setup[Setting.LEARNER], setup[Setting.BY_POINTS] == 1, states.shape[0]
    values = np.empty(buffer.shape[1], np.float64)
    for index in range(stride):
        state, action, n = states[index], actions[index], 0
        rewards[index], ends[index] = 0.0, action != RESTART
        if ends[index] and (action < 0 or action >= masks.shape[1] or masks[index, action] == 0):
            rewards[index] = ILLEGAL_BY_POINTS if by_points else ILLEGAL_BY_WIN
        elif ends[index]:
            key = streams.match_key(setup[Setting.SEED], matches[index])
            n = run_on(sheets, state, key, bots[index], codes, weights, buffer, seat, action, values)
            ends[index] = n == 0
            if by_points:
                rewards[index] = rules.score(sheets, state, seat) - points[index]
                points[index] += rewards[index]
            elif n == 0:
                rewards[index] = 2.0 * share_of_win(sheets, state, seat) - 1.0
        if ends[index]:
            rules.observe(sheets, state, seat, finals[index])
        if n == 0:
            match = matches[index : index + 1]
            n = deal(sheets, state, match, stride, bots[index], codes, weights, buffer, setup, values)
            points[index] = 0
        masks[index, :] = 0
        for place in range(n):
            masks[index, buffer[Buffer.MOVES, place]] = 1
        rules.observe(sheets, state, seat, observations[index])


def make_buffer(game: Game) -> Ints:
    """Return a new buffer for the steps of a batch.

    The buffer is a single array because a step plays only a few phases, so the cost of passing more arguments would be
    noticeable.
    """
    return np.zeros((len(Buffer), max(game.rules.MAX_MOVES, game.rules.MAX_SEATS, game.rules.N_DICE)), np.int64)


@cache
def make_stepper(game: Game, policies: tuple[Policy, ...]) -> Kernel:
    """Return the compiled function that steps all matches of a batch, for a game and the policies of the opponents."""
    register(game.rules)
    name = "_".join([game.key, *(policy.name for policy in policies)])
    picker = make_kernels(game, policies).pick
    scope = {"rules": game.rules, "OVER": int(game.rules.Phase["OVER"])}
    scope |= {"pick": picker, "throw_dice": make_throw_dice(game)}
    running = tailor(_run_on, name, **scope)
    dealer = tailor(_deal, name, **scope, run_on=running)
    return tailor(_step_all, name, **scope, run_on=running, deal=dealer, share_of_win=make_share_of_win(game))


class Batch:
    """Matches in which the learner plays one seat and policies play the others; finished matches restart automatically.

    Every step overwrites the arrays `observations`, `masks`, `rewards`, `ends` and `finals`. The array `finals`
    contains the last observation of each match that has ended.

    Args:
        game: The game.
        sheets: The sheet of each seat.
        seated: The policy of each seat; that of the learner's seat is ignored.
        learner: The learner's seat.
        number: The number of matches.
        by_points: Whether the reward of each step is the number of points gained in it. By default, only the end of a
            match is rewarded: 1 for a win, -1 for a loss, and a value in between for a tie.
        first: The seat that starts every match; -1 rotates the first seat from match to match.
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
        game = game.on(sheets)
        rules = game.rules
        policies, codes, slips = seat_policies(seated)
        self._step = make_stepper(game, policies)
        self._fixed = (codes, weights_of(policies), make_buffer(game))
        self._sheets = pack(game.lay_out(sheets), rules.SHEETS)[0]
        self._setup = np.zeros(len(Setting), np.int64)
        self._setup[Setting.SEATS] = len(seated)
        self._setup[Setting.LEARNER] = learner
        self._setup[Setting.BY_POINTS] = by_points
        self._setup[Setting.FIRST_ALWAYS] = first
        self.states = np.zeros(number, record_type(rules.STATE))
        self.matches = np.zeros(number, np.int64)
        self._bots = np.zeros((number, len(seated), STREAM), np.int64)
        self._bots[:, :, SLIP] = slips
        self.observations = np.zeros((number, rules.N_OBSERVED), np.int16)
        self.finals = np.zeros_like(self.observations)
        self.masks = np.zeros((number, rules.N_CODES), np.int8)
        self.rewards = np.zeros(number)
        self.ends = np.zeros(number, np.bool_)
        self._points = np.zeros(number)

    def reset(self, seed: int) -> None:
        """Start the first matches of a run with this seed, numbered from 0."""
        self._setup[Setting.SEED] = streams.seed_word(seed)
        self._setup[Setting.FIRST_OF_MATCH_0] = seed % self._setup[Setting.SEATS]
        self.matches[:] = np.arange(-len(self.matches), 0)
        self.step(np.full(len(self.matches), RESTART, np.int64))

    def step(self, actions: np.ndarray) -> None:
        """Play one move in each match, given by its code; the action `RESTART` starts a new match instead."""
        out = (self.observations, self.finals, self.masks, self.rewards, self.ends, self._points)
        codes, weights, buffer = self._fixed
        self._step(
            self._sheets, self.states, self.matches, self._bots, codes, weights, buffer, self._setup, actions, out
        )

    def copy(self) -> Batch:
        """Return an independent copy of the batch, which shares its sheets and policies with the original."""
        twin = copy(self)
        codes, weights, buffer = self._fixed
        twin._fixed = (codes, weights, buffer.copy())
        for name, array in self.arrays().items():
            setattr(twin, name, array.copy())
        return twin

    def arrays(self) -> dict[str, np.ndarray]:
        """Return all arrays that a step can change, by name, so that a batch can be copied or restored."""
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
