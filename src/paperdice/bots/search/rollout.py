"""Rollouts in compiled code: every tried move meets the same dice and the same others."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from paperdice.bots.search.horizon import Horizon, choose_by
from paperdice.fast import streams
from paperdice.fast.compile import kernel_name, record_type, register, tailor
from paperdice.fast.playout import Policy
from paperdice.fast.shares import make_share_of_win
from paperdice.game import Game

# These names stand for something else in each game's kernel.
rules: Any = None
STATE: Any = None
reply: Any = None
choose: Any = None
value: Any = None
play_on: Any = None
share_of_win: Any = None
outcome: Any = None


def _play_on(weights, sheets, state, key, last_turn, room, values):
    """Plays on until the match is over or the turn after the last one begins."""
    while state.phase != rules.Phase.OVER:
        wanted = rules.dice_wanted(state)
        if wanted == 0:
            for seat in range(state.n_seats):
                room[2, seat] = choose(weights, sheets, state, seat, room[1], values)
            rules.apply_moves(sheets, state, room[2])
            continue
        throw = rules.throw_number(state)
        if throw == 1 and state.turn > last_turn:
            return
        for die in range(rules.N_DICE):
            if (wanted >> die) & 1 == 1:
                room[0, die] = streams.face(key, state.turn, throw, die)
        rules.apply_roll(sheets, state, room[0])


def _outcome(sheets, state, seat):
    """Gives the seat's share of the win of a match that is over; alone, a hundredth of its points."""
    return 0.01 * rules.score(sheets, state, seat) if state.n_seats == 1 else share_of_win(sheets, state, seat)


def _roll_out(weights, sheets, state, seat, tried, setup, room, out):
    """Writes the chance to win after each tried move in playouts setup[1] to setup[2] - 1, setup[3] turns ahead."""
    copies = np.empty(1, STATE)
    chosen = np.zeros(rules.MAX_SEATS, np.int64)
    values = np.empty(room.shape[1], np.float64)
    for other in range(state.n_seats):
        if other != seat:
            chosen[other] = reply(weights[0], sheets, state, other, room[1], values)
    for playout in range(setup[1], setup[2]):
        key = streams.match_key(setup[0], playout)
        for index in range(tried.shape[0]):
            copies[0] = state
            chosen[seat] = tried[index]
            rules.apply_moves(sheets, copies[0], chosen)
            play_on(weights[1], sheets, copies[0], key, state.turn + setup[3], room, values)
            if copies[0].phase == rules.Phase.OVER:
                out[playout - setup[1], index] = outcome(sheets, copies[0], seat)
            else:
                out[playout - setup[1], index] = value(weights[1], sheets, copies[0], seat)


@cache
def make_rollouts(game: Game, policy: Policy, horizon: Horizon) -> Any:
    """Gives the compiled playouts of a game for a policy, which answers for the others now, and its horizon."""
    register(game.rules)
    parts = (policy.name, kernel_name(horizon.choose), kernel_name(horizon.value))
    name = "_".join((game.name, *parts))
    scope: dict[str, Any] = {"rules": game.rules, "STATE": record_type(game.rules.STATE)}
    scope |= {"reply": choose_by(game, policy), "choose": horizon.choose, "value": horizon.value}
    scope["outcome"] = tailor(_outcome, game.name, rules=game.rules, share_of_win=make_share_of_win(game))
    scope["play_on"] = tailor(_play_on, name, **scope)
    return tailor(_roll_out, name, **scope)
