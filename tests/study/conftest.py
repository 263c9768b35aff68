"""Fixtures: matches to analyze, between fast bots with fixed dice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

import pytest

from paperdice import Match, SeededDice, find_game, make_bot
from paperdice.bots import ask

PlayMatch = Callable[..., Match]


@cache
def _play(game: str, bots: tuple[str, ...], seed: int, turns: int) -> Match:
    match = Match(find_game(game), len(bots))
    seated = [make_bot(name, game, seed=seed + seat) for seat, name in enumerate(bots)]
    dice = SeededDice(seed)
    while not match.over and match.turn <= turns:
        if match.dice_wanted:
            match.throw(dice)
            continue
        for seat, move in [(seat, ask(seated[seat], match, seat)) for seat in match.acting]:
            match.play(seat, move)
    return match


@pytest.fixture(scope="session")
def play_match() -> PlayMatch:
    """Return a function that plays a match, or some turns of one, between bots."""

    def play(game: str, bots: Sequence[str], seed: int = 5, turns: int = 10**6) -> Match:
        return _play(game, tuple(bots), seed, turns).copy()

    return play
