"""Compiled lookahead: sample each seat's result after a move or throw, with policies choosing all later moves.

All moves are evaluated with the same dice, as are all positions with the same seed, so that differences in the results
come only from the moves.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from paperdice.bots.search.rollout import make_outcome, make_play_on
from paperdice.fast import streams
from paperdice.fast.compile import (
    PLACEHOLDER,
    Floats,
    Ints,
    Kernel,
    Record,
    kernel_name,
    record_type,
    register,
    tailor,
)
from paperdice.fast.playout import PolicyWeights, Scratch
from paperdice.game import Game, Rules


class ModelWeights(NamedTuple):
    """The weights of two policies.

    Attributes:
        reply: The weights of the policy that chooses the moves of the other seats in the current phase.
        horizon: The weights of the policy that plays all later phases and estimates the final value.
    """

    reply: Record
    horizon: Record


class MixedWeights(NamedTuple):
    """The weights for a match between different bots.

    Attributes:
        policies: The weights of all policies.
        codes: The policy number of each seat.
        bots: The random stream of each seat's bot.
    """

    policies: PolicyWeights
    codes: Ints
    bots: Ints


class SampleRange(NamedTuple):
    """Samples `start` to `end` − 1 of an evaluation, each played to the end of turn `last_turn`."""

    seed: int
    start: int
    end: int
    last_turn: int


class Seen(NamedTuple):
    """The samples of an evaluation.

    Attributes:
        chances: The uncalibrated chances, with the seat on the last axis.
        points: The points, with the seat on the last axis.
        over: 1 for each sample in which the match was over, otherwise 0.
    """

    chances: Floats
    points: Floats
    over: Ints


# `tailor` binds these names for each game.
rules: Rules = PLACEHOLDER
OVER: int = PLACEHOLDER
STATE: np.dtype[np.void] = PLACEHOLDER
reply: Kernel = PLACEHOLDER
value: Kernel = PLACEHOLDER
pick: Kernel = PLACEHOLDER
play_on: Kernel = PLACEHOLDER
judge: Kernel = PLACEHOLDER
outcome: Kernel = PLACEHOLDER


def _choose_mixed(weights: MixedWeights, sheets: Record, state: Record, seat: int, moves: Ints, values: Floats) -> int:
    """Return the move chosen by the seat's own policy, or 0 if the seat does not act."""
    n = rules.legal_moves(sheets, state, seat, moves)
    if n <= 1:
        return moves[0] if n == 1 else 0
    return pick(weights.codes[seat], weights.policies, sheets, state, seat, moves, n, weights.bots[seat], values)


def _judge(weights: Record, sheets: Record, state: Record, chances: Floats, points: Floats) -> int:
    """Write each seat's chance of winning and points to `chances` and `points`; return 1 if the match is over, else 0.

    The position must be at the start of a turn or at the end of the match.
    """
    is_over = state.phase == OVER
    for seat in range(state.n_seats):
        points[seat] = rules.score(sheets, state, seat)
        if is_over:
            chances[seat] = outcome(sheets, state, seat)
        else:
            chances[seat] = value(weights, sheets, state, seat)
    return 1 if is_over else 0


def _look(
    weights: ModelWeights,
    sheets: Record,
    state: Record,
    seat: int,
    tried: Ints,
    chunk: SampleRange,
    scratch: Scratch,
    seen: Seen,
) -> None:
    """Evaluate each candidate move of a seat and write the samples to `seen`.

    If `seat` is −1, the model chooses the moves of all seats.
    """
    copies = np.empty(1, STATE)
    model = np.zeros(rules.MAX_SEATS, np.int64)
    chosen = np.zeros(rules.MAX_SEATS, np.int64)
    is_decision = state.phase != OVER and rules.dice_wanted(state) == 0
    if is_decision:
        for other in range(state.n_seats):
            if other != seat:
                model[other] = reply(weights.reply, sheets, state, other, scratch.moves, scratch.values)
    depends = np.ones(tried.shape[0], np.int64)
    for number in range(chunk.start, chunk.end):
        key = streams.match_key(chunk.seed, number)
        row = number - chunk.start
        for index in range(tried.shape[0]):
            if depends[index] == 0:
                seen.chances[row, index] = seen.chances[0, index]
                seen.points[row, index] = seen.points[0, index]
                seen.over[row, index] = seen.over[0, index]
                continue
            copies[0] = state
            if is_decision:
                chosen[:] = model
                if seat >= 0:
                    chosen[seat] = tried[index]
                rules.apply_moves(sheets, copies[0], chosen)
            if not play_on(weights.horizon, sheets, copies[0], key, chunk.last_turn, scratch):
                depends[index] = 0
            seen.over[row, index] = judge(
                weights.horizon, sheets, copies[0], seen.chances[row, index], seen.points[row, index]
            )


def _throw(
    weights: ModelWeights, sheets: Record, state: Record, throws: Ints, chunk: SampleRange, scratch: Scratch, seen: Seen
) -> None:
    """Evaluate each throw and write the samples to `seen`; the model chooses the moves of all seats."""
    copies = np.empty(1, STATE)
    for index in range(throws.shape[0]):
        has_thrown = True
        for number in range(chunk.start, chunk.end):
            row = number - chunk.start
            if not has_thrown:
                seen.chances[index, row] = seen.chances[index, 0]
                seen.points[index, row] = seen.points[index, 0]
                seen.over[index, row] = seen.over[index, 0]
                continue
            key = streams.match_key(chunk.seed, number)
            copies[0] = state
            rules.apply_roll(sheets, copies[0], throws[index])
            has_thrown = play_on(weights.horizon, sheets, copies[0], key, chunk.last_turn, scratch)
            seen.over[index, row] = judge(
                weights.horizon, sheets, copies[0], seen.chances[index, row], seen.points[index, row]
            )


class Lookahead(NamedTuple):
    """The compiled lookahead of a game.

    Attributes:
        look: The kernel that evaluates moves.
        throw: The kernel that evaluates throws.
        judge: The kernel that estimates the value of the position where the lookahead stops.
    """

    look: Kernel
    throw: Kernel
    judge: Kernel


@cache
def make_kernels(game: Game, answer: Kernel, chooser: Kernel, judge_by: Kernel) -> Lookahead:
    """Compile the lookahead of a game.

    Args:
        game: The game.
        answer: The kernel that chooses the moves of the other seats in the current phase.
        chooser: The kernel that chooses all later moves.
        judge_by: The kernel that estimates the value of the position where the lookahead stops.
    """
    register(game.rules)
    name = "_".join((game.key, *(kernel_name(part) for part in (answer, chooser, judge_by))))
    scope: dict[str, object] = {"rules": game.rules, "OVER": int(game.rules.Phase["OVER"])}
    judged = tailor(_judge, name, **scope, value=judge_by, outcome=make_outcome(game))
    scope |= {"STATE": record_type(game.rules.STATE), "play_on": make_play_on(game, chooser), "judge": judged}
    return Lookahead(tailor(_look, name, **scope, reply=answer), tailor(_throw, name, **scope), judged)


@cache
def make_choose_mixed(game: Game, name: str, picker: Kernel) -> Kernel:
    """Compile the kernel that chooses each seat's move using that seat's own policy.

    Args:
        game: The game.
        name: The names of the policies, which make the kernel's name unique.
        picker: The kernel that chooses a move using the policy with a given number.
    """
    register(game.rules)
    return tailor(_choose_mixed, f"{game.key}_{name}", rules=game.rules, pick=picker)
