"""Play whole matches in compiled code, for any game, any sheets and any combination of policies.

A policy rates moves with a compiled kernel: `rate(weights, sheets, state, seat, moves, n, values)` writes a value for
each of the first n moves to `values`. The move with the highest value is played, the first one in a tie. The policy
`random` and policies that slip choose a move at random instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

import numpy as np

from paperdice.errors import SetupError
from paperdice.fast import streams
from paperdice.fast.compile import (
    PLACEHOLDER,
    Floats,
    Ints,
    Kernel,
    Record,
    Records,
    kernel,
    pack,
    record_type,
    register,
    tailor,
    tailor_inline,
)
from paperdice.fast.slips import COUNTER, KEY, SLIP, STREAM, slip
from paperdice.game import Game, Rules
from paperdice.sheet import Sheet

MAX_POLICIES = 4
EVENTS = ("marks", "locks", "misses", "strikes")


@dataclass(frozen=True, eq=False)
class Policy:
    """A compiled policy for one game: the kernel that rates moves, and its weights.

    Args:
        name: The name of the policy, which is part of the names of compiled kernels.
        rate: The kernel that rates moves; None for the policy that plays at random.
        weights: The data passed to `rate`, such as the weights of a network.
        slip: The softmax temperature for choosing weaker moves, in thousandths of the mean regret; 0 disables it.
        model: The same policy without slips, whose compiled kernels this one uses.
    """

    name: str
    rate: Record = None
    weights: Record = field(default_factory=lambda: np.zeros(1))
    slip: int = 0
    model: Policy | None = None

    def slipping(self, name: str, slip: int) -> Policy:
        """Return a copy of this policy with another name and slip temperature (how readily it plays weaker moves)."""
        return Policy(name, self.rate, self.weights, slip, self.model or self)


RANDOM = Policy("random")


class Scratch(NamedTuple):
    """The buffers of one thread: the dice thrown, a seat's legal moves and their values, and the chosen moves of all
    seats.
    """

    faces: Ints
    moves: Ints
    values: Floats
    chosen: Ints


class PolicyWeights(NamedTuple):
    """The weights of the policies that a kernel can use, in the order of their codes."""

    policy_0: Record
    policy_1: Record
    policy_2: Record
    policy_3: Record


class PlayoutBlock(NamedTuple):
    """A block of consecutive matches of a run.

    Args:
        seed: The seed of the run, reduced to 64 bits by `seed_word`.
        start: The number of the first match.
        number: The number of matches.
        seats: The number of seats.
        first: The seat that starts every match; -1 rotates the first seat from match to match.
        slips: The slip temperature of each seat (see `Policy`).
    """

    seed: int
    start: int
    number: int
    seats: int
    first: int
    slips: Ints


@kernel
def rate_equally(
    weights: Record, sheets: Record, state: Record, seat: int, moves: Ints, n: int, values: Floats
) -> None:
    for index in range(n):
        values[index] = 0.0


# Placeholders that `tailor` replaces for each game.
rules: Rules = PLACEHOLDER
OVER: int = PLACEHOLDER
N_FACES: int = PLACEHOLDER
rate_0: Kernel = PLACEHOLDER
rate_1: Kernel = PLACEHOLDER
rate_2: Kernel = PLACEHOLDER
rate_3: Kernel = PLACEHOLDER
pick: Kernel = PLACEHOLDER
throw_dice: Kernel = PLACEHOLDER
play_out: Kernel = PLACEHOLDER


def _pick(
    code: int,
    weights: PolicyWeights,
    sheets: Record,
    state: Record,
    seat: int,
    moves: Ints,
    n: int,
    stream: Ints,
    values: Floats,
) -> int:
    """Return the move that a policy chooses among the first n moves.

    `code` is the index of the policy; a negative code stands for `random`.
    """
    if code < 0:
        return moves[streams.draw(stream, n)]
    if code == 0:
        rate_0(weights.policy_0, sheets, state, seat, moves, n, values)
    elif code == 1:
        rate_1(weights.policy_1, sheets, state, seat, moves, n, values)
    elif code == 2:
        rate_2(weights.policy_2, sheets, state, seat, moves, n, values)
    else:
        rate_3(weights.policy_3, sheets, state, seat, moves, n, values)
    best = best_of(values, n)
    return moves[slip(values, n, best, stream) if stream[SLIP] > 0 else best]


@kernel
def best_of(values: Floats, n: int) -> int:
    """Return the index of the highest among the first n values, the first one in a tie."""
    best = 0
    for index in range(1, n):
        if values[index] > values[best]:
            best = index
    return best


def _throw_dice(sheets: Record, state: Record, key: int, wanted: int, faces: Ints) -> None:
    """Throw the required dice and apply the roll.

    Each face depends only on the key, the turn, the throw and the die.
    """
    throw = rules.throw_number(state)
    for die in range(rules.N_DICE):
        if (wanted >> die) & 1 == 1:
            faces[die] = streams.face(key, state.turn, throw, die, N_FACES)
    rules.apply_roll(sheets, state, faces)


def _play_out(
    sheets: Record,
    state: Record,
    key: int,
    bots: Ints,
    codes: Ints,
    weights: PolicyWeights,
    scratch: Scratch,
    trace: Ints,
) -> int:
    """Play a match from its current state to the end, and return the number of phases in which seats have moved.

    The moves of each phase are written to one row of `trace`, until all its rows are used.
    """
    n_steps = 0
    moves, values, chosen = scratch.moves, scratch.values, scratch.chosen
    while state.phase != OVER:
        wanted = rules.dice_wanted(state)
        if wanted != 0:
            throw_dice(sheets, state, key, wanted, scratch.faces)
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


def _play_block(
    sheets: Record,
    state: Record,
    block: PlayoutBlock,
    codes: Ints,
    weights: PolicyWeights,
    scratch: Scratch,
    trace: Ints,
    out: Records,
) -> None:
    """Play a block of matches and write the result of each one to `out`."""
    bots = np.zeros((block.seats, STREAM), np.int64)
    for index in range(block.number):
        match = block.start + index
        for seat in range(block.seats):
            bots[seat, KEY] = streams.bot_key(block.seed, match, seat)
            bots[seat, COUNTER] = 0
            bots[seat, SLIP] = block.slips[seat]
        rules.start(state, block.seats, match % block.seats if block.first < 0 else block.first)
        key = streams.match_key(block.seed, match)
        out[index].steps = play_out(sheets, state, key, bots, codes, weights, scratch, trace)
        out[index].match = match
        out[index].turns = state.turn
        out[index].end = rules.end_reason(sheets, state)
        for seat in range(block.seats):
            out[index].scores[seat] = rules.score(sheets, state, seat)
            out[index].breaks[seat] = rules.tie_break(sheets, state, seat)
            rules.count_events(sheets, state, seat, out[index].events[seat])


class Kernels(NamedTuple):
    """The compiled kernels for a game and a combination of policies."""

    pick: Kernel
    play_out: Kernel
    play_block: Kernel


@cache
def make_throw_dice(game: Game) -> Kernel:
    register(game.rules)
    return tailor_inline(_throw_dice, game.key, rules=game.rules, N_FACES=len(game.dice[0].faces))


@cache
def make_kernels(game: Game, policies: tuple[Policy, ...]) -> Kernels:
    register(game.rules)
    name = "_".join([game.key, *(policy.name for policy in policies)])
    padded = (policies + (RANDOM,) * MAX_POLICIES)[:MAX_POLICIES]
    rates = {f"rate_{code}": policy.rate or rate_equally for code, policy in enumerate(padded)}
    picker = tailor(_pick, name, **rates)
    scope = {"rules": game.rules, "OVER": int(game.rules.Phase["OVER"])}
    whole = tailor(_play_out, name, **scope, pick=picker, throw_dice=make_throw_dice(game))
    return Kernels(picker, whole, tailor(_play_block, name, rules=game.rules, play_out=whole))


def weights_of(policies: tuple[Policy, ...]) -> PolicyWeights:
    """Return the weights of these policies in the form expected by kernels, padded with the weights of `random`."""
    return PolicyWeights._make(policy.weights for policy in (policies + (RANDOM,) * MAX_POLICIES)[:MAX_POLICIES])


def result_type(game: Game) -> np.dtype[np.void]:
    """Return the record type for the result of one match. Its field `forfeits` is always 0 in compiled matches."""
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


def make_scratch(game: Game) -> Scratch:
    moves = np.zeros(game.rules.MAX_MOVES, np.int64)
    faces, chosen = np.zeros(game.rules.N_DICE, np.int64), np.zeros(game.rules.MAX_SEATS, np.int64)
    return Scratch(faces, moves, np.zeros(len(moves)), chosen)


class SeatedPolicies(NamedTuple):
    """The policies assigned to the seats of a match.

    Args:
        policies: The distinct policies that rate moves.
        codes: For each seat, the index of its policy, or -1 for `random`.
        slips: The slip temperature of each seat (see `Policy`).
    """

    policies: tuple[Policy, ...]
    codes: Ints
    slips: Ints


def seat_policies(seated: Sequence[Policy]) -> SeatedPolicies:
    """Return the distinct policies and their assignment to seats.

    Policies that differ only in their slip temperature share an entry.

    Raises:
        SetupError: There are more than `MAX_POLICIES` different policies.
    """
    models = [policy.model or policy for policy in seated]
    found = dict.fromkeys(policy for policy in models if policy.rate is not None)
    policies = tuple(sorted(found, key=lambda policy: policy.name))  # one compilation for any order
    if len(policies) > MAX_POLICIES:
        raise SetupError(f"at most {MAX_POLICIES} different policies can sit at one table")
    codes = np.array([-1 if one.rate is None else policies.index(one) for one in models], np.int64)
    return SeatedPolicies(policies, codes, np.array([policy.slip for policy in seated], np.int64))


class Playout:
    """Plays blocks of matches of one game with fixed sheets and policies. Instances are thread-safe.

    Args:
        game: The game.
        sheets: The sheet of each seat.
        seated: The policy of each seat.
        first: The seat that starts every match; -1 rotates the first seat from match to match.

    Raises:
        SetupError: There are more than `MAX_POLICIES` different policies.
    """

    def __init__(self, game: Game, sheets: Sequence[Sheet], seated: Sequence[Policy], first: int = -1) -> None:
        game = game.on(sheets)
        self.game = game
        self.n_seats = len(seated)
        self.first = first
        self.policies, self._codes, self._slips = seat_policies(seated)
        self._weights = weights_of(self.policies)
        self._sheets = pack(game.lay_out(sheets), game.rules.SHEETS)
        self._block = make_kernels(game, self.policies).play_block

    def play(self, seed: int, start: int, number: int) -> np.ndarray:
        """Play `number` matches of a run with this seed, starting at match number `start`, and return their results."""
        results, _ = self._run(seed, start, number, np.zeros((0, 1), np.int64))
        return results

    def trace(self, seed: int, match: int) -> list[tuple[int, ...]]:
        """Play one match and return the code of each seat's move in each phase."""
        room = np.zeros((4 * self.game.rules.MAX_TURNS, self.n_seats), np.int64)
        results, trace = self._run(seed, match, 1, room)
        return [tuple(int(code) for code in moves) for moves in trace[: results[0]["steps"]]]

    def _run(self, seed: int, start: int, number: int, trace: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        out = np.zeros(number, result_type(self.game))
        state = np.zeros(1, record_type(self.game.rules.STATE))
        block = PlayoutBlock(streams.seed_word(seed), start, number, self.n_seats, self.first, self._slips)
        scratch = make_scratch(self.game)
        self._block(self._sheets[0], state[0], block, self._codes, self._weights, scratch, trace, out)
        return out, trace
