"""A block of matches, the unit of work: compiled where all bots are policies, else match by match."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from paperdice.arena.setup import Setup
from paperdice.bots import Bot, make_bot
from paperdice.bots.instant import find_policy
from paperdice.dice import SeededDice
from paperdice.errors import SetupError
from paperdice.fast import streams
from paperdice.fast.playout import EVENTS, Playout, result_type
from paperdice.match import Match
from paperdice.view import view_of

COMPILED_BLOCK = 4096
PLAIN_BLOCK = 4


def is_compiled(setup: Setup) -> bool:
    """Tells whether whole matches of this run are played in compiled code."""
    return "expert" not in setup.bots


def block_size(setup: Setup) -> int:
    """Gives the number of matches in a block: large enough to hide its cost, small enough to show progress."""
    return COMPILED_BLOCK if is_compiled(setup) else PLAIN_BLOCK


@lru_cache(maxsize=64)
def _playout(setup: Setup) -> Playout:
    game = setup.rules_of
    return Playout(game, setup.dealt, [find_policy(name, game, setup.seats) for name in setup.bots], setup.first)


def prepare(setup: Setup) -> None:
    """Compiles what the run needs, so that it happens once and before the clock starts."""
    if is_compiled(setup):
        _playout(setup).play(setup.seed, 0, 1)
    else:
        play_plain(setup, 0, 0)


def play_block(setup: Setup, start: int, number: int) -> np.ndarray:
    """Gives the results of matches start to start + number - 1."""
    return _playout(setup).play(setup.seed, start, number) if is_compiled(setup) else play_plain(setup, start, number)


def play_plain(setup: Setup, start: int, number: int) -> np.ndarray:
    """Plays through `Match`, for bots that are more than a policy."""
    results = np.zeros(number, result_type(setup.rules_of))
    for result, index in zip(results, range(start, start + number), strict=True):
        fill_result(result, replay(setup, index), index)
    return results


def seat_bots(setup: Setup, index: int) -> list[Bot]:
    """Gives the bots of one match, each with a stream of its own."""
    seeds = [streams.bot_key(setup.seed, index, seat) % (1 << 62) for seat in range(setup.seats)]
    return [
        make_bot(name, setup.rules_of, seed, setup.budget_ms, setup.playouts)
        for name, seed in zip(setup.bots, seeds, strict=True)
    ]


def replay(setup: Setup, index: int) -> Match:
    """Gives match number `index` of the run as a normal match, played to its end."""
    match = Match(setup.rules_of, setup.seats, setup.dealt, setup.first if setup.first >= 0 else index % setup.seats)
    match.headers |= {f"Player{seat}": name for seat, name in enumerate(setup.bots)}
    match.headers |= {"Seed": str(setup.seed), "Match": str(index)}
    dice = SeededDice(setup.seed, index)
    moves = iter(_playout(setup).trace(setup.seed, index)) if is_compiled(setup) else None
    bots = [] if moves else seat_bots(setup, index)
    while not match.over:
        if match.dice_wanted:
            match.throw(dice)
            continue
        codes = next(moves) if moves else None
        for seat in match.acting:
            if codes:
                match.play(seat, setup.rules_of.notation.format_move(match.raw.state, codes[seat]))
            else:
                match.play(seat, bots[seat].choose(view_of(match, seat)))
    return match


def fill_result(result: np.void, match: Match, index: int) -> None:
    """Writes the result of a finished match into its record."""
    rules = match.game.rules
    result["match"], result["turns"], result["end"] = (
        index,
        match.turn,
        rules.end_reason(match.raw.laid, match.raw.state),
    )
    for seat, score in enumerate(match.scores):
        result["scores"][seat] = score
        result["breaks"][seat] = rules.tie_break(match.raw.laid, match.raw.state, seat)
        events = np.zeros(len(EVENTS), np.int64)
        rules.count_events(match.raw.laid, match.raw.state, seat, events)
        result["events"][seat] = events


def check_matches(matches: int) -> None:
    """Raises unless this many matches can be played."""
    if matches < 1:
        raise SetupError(f"a run has at least one match, not {matches}")
