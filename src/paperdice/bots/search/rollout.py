"""Compiled rollouts with common random numbers: every candidate move is tried with the same dice and opponents."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from paperdice.bots.horizon import Horizon, choose_by
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
from paperdice.fast.playout import Policy, Scratch, make_throw_dice
from paperdice.fast.shares import make_share_of_win
from paperdice.game import Game, Rules


class RolloutWeights(NamedTuple):
    """The weights of the two policies in a rollout.

    `policy` is for the policy that chooses the opponents' moves in the current phase, `horizon` for the one that plays
    the rest of the rollout.
    """

    policy: Record
    horizon: Record


class Chunk(NamedTuple):
    """Rollouts `start` to `end - 1` of one decision; each is played for `turns` more turns."""

    seed: int
    start: int
    end: int
    turns: int


# Placeholders that `tailor` replaces for each game.
rules: Rules = PLACEHOLDER
OVER: int = PLACEHOLDER
STATE: np.dtype[np.void] = PLACEHOLDER
reply: Kernel = PLACEHOLDER
choose: Kernel = PLACEHOLDER
value: Kernel = PLACEHOLDER
throw_dice: Kernel = PLACEHOLDER
play_on: Kernel = PLACEHOLDER
share_of_win: Kernel = PLACEHOLDER
outcome: Kernel = PLACEHOLDER


def _play_on(weights: Record, sheets: Record, state: Record, key: int, last_turn: int, scratch: Scratch) -> bool:
    """Continue the match until it is over or turn `last_turn` has ended, updating `state`.

    Returns whether any dice were thrown.
    """
    has_thrown = False
    while state.phase != OVER:
        wanted = rules.dice_wanted(state)
        if wanted == 0:
            for seat in range(state.n_seats):
                scratch.chosen[seat] = choose(weights, sheets, state, seat, scratch.moves, scratch.values)
            rules.apply_moves(sheets, state, scratch.chosen)
            continue
        if rules.throw_number(state) == 1 and state.turn > last_turn:
            return has_thrown
        throw_dice(sheets, state, key, wanted, scratch.faces)
        has_thrown = True
    return has_thrown


def _outcome(sheets: Record, state: Record, seat: int) -> float:
    """Return a seat's outcome of a finished match: 1 for a win, 0 for a loss, or an equal fraction in a tie.

    In a solo match, the outcome is the points divided by 100.
    """
    return 0.01 * rules.score(sheets, state, seat) if state.n_seats == 1 else share_of_win(sheets, state, seat)


def _roll_out(
    weights: RolloutWeights,
    sheets: Record,
    state: Record,
    seat: int,
    tried: Ints,
    chunk: Chunk,
    scratch: Scratch,
    out: Floats,
) -> None:
    """Play a chunk of rollouts and write their outcomes to `out`, one row per rollout and one column per tried move.

    An outcome is the probability of winning after the move. All moves in a row are tried with the same dice.
    """
    copies = np.empty(1, STATE)
    chosen = np.zeros(rules.MAX_SEATS, np.int64)
    for other in range(state.n_seats):
        if other != seat:
            chosen[other] = reply(weights.policy, sheets, state, other, scratch.moves, scratch.values)
    for number in range(chunk.start, chunk.end):
        key = streams.match_key(chunk.seed, number)
        for index in range(tried.shape[0]):
            copies[0] = state
            chosen[seat] = tried[index]
            rules.apply_moves(sheets, copies[0], chosen)
            play_on(weights.horizon, sheets, copies[0], key, state.turn + chunk.turns, scratch)
            if copies[0].phase == OVER:
                out[number - chunk.start, index] = outcome(sheets, copies[0], seat)
            else:
                out[number - chunk.start, index] = value(weights.horizon, sheets, copies[0], seat)


@cache
def make_play_on(game: Game, chooser: Kernel) -> Kernel:
    """Return a kernel that continues a match, with `chooser` choosing the moves of all seats."""
    register(game.rules)
    scope: dict[str, object] = {"rules": game.rules, "OVER": int(game.rules.Phase["OVER"])}
    name = f"{game.key}_{kernel_name(chooser)}"
    return tailor(_play_on, name, **scope, choose=chooser, throw_dice=make_throw_dice(game))


@cache
def make_outcome(game: Game) -> Kernel:
    """Return the kernel that computes the outcome of a finished match for a seat."""
    register(game.rules)
    return tailor(_outcome, game.key, rules=game.rules, share_of_win=make_share_of_win(game))


@cache
def make_rollouts(game: Game, policy: Policy, horizon: Horizon) -> Kernel:
    """Return the kernel that plays rollouts.

    `policy` chooses the opponents' moves in the current phase; `horizon` defines how the match continues and how the
    final position is rated.
    """
    register(game.rules)
    name = "_".join((game.key, policy.name, kernel_name(horizon.choose), kernel_name(horizon.value)))
    scope: dict[str, object] = {"rules": game.rules, "OVER": int(game.rules.Phase["OVER"])}
    scope |= {"STATE": record_type(game.rules.STATE), "reply": choose_by(game, policy), "value": horizon.value}
    play_on = make_play_on(game, horizon.choose)
    return tailor(_roll_out, name, **scope, play_on=play_on, outcome=make_outcome(game))
