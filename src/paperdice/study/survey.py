"""Surveys of many matches: estimates before each turn, paired with the final results, to fit the calibration."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from paperdice.bots.decision import Decisions
from paperdice.bots.horizon import choose_by
from paperdice.bots.registry import find_policy
from paperdice.fast import streams
from paperdice.fast.compile import PLACEHOLDER, Floats, Ints, Kernel, Record, record_type, register, tailor
from paperdice.fast.playout import Policy, Scratch, make_scratch, make_throw_dice
from paperdice.fast.shares import make_share_of_win
from paperdice.game import Game, Rules
from paperdice.match import Match
from paperdice.study.model import make_model

# `tailor` binds these names for each game.
rules: Rules = PLACEHOLDER
OVER: int = PLACEHOLDER
STATE: np.dtype[np.void] = PLACEHOLDER
choose: Kernel = PLACEHOLDER
judge: Kernel = PLACEHOLDER
throw_dice: Kernel = PLACEHOLDER
share_of_win: Kernel = PLACEHOLDER

MOST_TURNS = 400


@dataclass(frozen=True)
class Survey:
    """Estimated chances of winning and the final results of simulated matches, with one entry per turn.

    Attributes:
        match: The number of the match.
        raw: The uncalibrated chance of winning of each seat, estimated before the throw.
        shares: The fraction of the win credited to each seat at the end of the match.
    """

    match: Ints
    raw: Floats
    shares: Floats


def _survey(
    players: Record,
    judges: Record,
    sheets: Record,
    seed: int,
    matches: tuple[int, int, int],
    scratch: Scratch,
    raw: Floats,
    shares: Floats,
    number: Ints,
) -> int:
    """Play matches with the same policy in all seats, and write one entry per turn to `raw`, `shares` and `number`.

    Args:
        players: The weights of the policy that plays.
        judges: The weights of the network that estimates chances.
        sheets: The sheets of the seats.
        seed: The seed of the dice.
        matches: The number of the first match, the number to stop before, and the number of seats, as a tuple.
        scratch: Scratch arrays.
        raw: Filled with the estimates before each turn, by seat.
        shares: Filled with the final shares of the win, by seat.
        number: Filled with the number of the match for each entry.

    Returns:
        The number of entries.
    """
    copies = np.empty(1, STATE)
    points = np.zeros(rules.MAX_SEATS)
    start, end, seats = matches
    n = 0
    for match in range(start, end):
        key = streams.match_key(seed, match)
        rules.start(copies[0], seats, match % seats)
        first = n
        while copies[0].phase != OVER:
            wanted = rules.dice_wanted(copies[0])
            if wanted != 0:
                if rules.throw_number(copies[0]) == 1:
                    judge(judges, sheets, copies[0], raw[n], points)
                    number[n] = match
                    n += 1
                throw_dice(sheets, copies[0], key, wanted, scratch.faces)
                continue
            for seat in range(seats):
                scratch.chosen[seat] = choose(players, sheets, copies[0], seat, scratch.moves, scratch.values)
            rules.apply_moves(sheets, copies[0], scratch.chosen)
        for line in range(first, n):
            for seat in range(seats):
                shares[line, seat] = share_of_win(sheets, copies[0], seat)
    return n


@cache
def _make_survey(game: Game, players: Policy, judged_by: Kernel) -> Kernel:
    register(game.rules)
    return tailor(
        _survey,
        f"{game.name}_{players.name}",
        rules=game.rules,
        OVER=int(game.rules.Phase["OVER"]),
        STATE=record_type(game.rules.STATE),
        choose=choose_by(game, players),
        judge=judged_by,
        throw_dice=make_throw_dice(game),
        share_of_win=make_share_of_win(game),
    )


def survey(game: Game, seats: int, matches: int, seed: int, players: str = "steady") -> Survey | None:
    """Play matches with the same bot in all seats and record the quick estimates before each turn.

    Args:
        game: The game.
        seats: The number of seats.
        matches: The number of matches.
        seed: The seed of the dice.
        players: The name of the bot.

    Returns:
        The survey, or None if the game has no network.
    """
    position = Match(game, seats).snapshot()
    decision = Decisions().of(position, 0)
    steady = find_policy("steady", game, seats)
    model = make_model(position, ("steady",) * seats, steady)
    if not model.has_judge:
        return None
    policy = find_policy(players, game, seats)
    kernel = _make_survey(game, policy, model.judge)
    raw, shares = np.zeros((matches * MOST_TURNS, seats)), np.zeros((matches * MOST_TURNS, seats))
    number = np.zeros(matches * MOST_TURNS, np.int64)
    scope = (streams.seed_word(seed), (0, matches, seats), make_scratch(game), raw, shares, number)
    n = int(kernel(policy.weights, model.weights.horizon, decision.sheets, *scope))
    return Survey(number[:n], raw[:n], shares[:n])
