"""Getting the study of a game ready, like a bot: compiled and solved once, kept on disk, known from a mark there."""

from __future__ import annotations

from paperdice.bots.warming import WarmUp, rehearse
from paperdice.dice import SeededDice
from paperdice.games import find_game
from paperdice.match import Match
from paperdice.study.readiness import STUDY


def rehearse_any(wanted: WarmUp) -> None:
    """Lets a bot decide, or a coach and a review look, once in a match that nobody sees."""
    if wanted.bot != STUDY:
        rehearse(wanted)
        return
    from paperdice.study.coach import advise
    from paperdice.study.reviewing import review

    match = Match(find_game(wanted.game), wanted.seats, wanted.sheets or None)
    dice = SeededDice(0)
    while match.turn == 1 and not match.over:
        if match.dice_wanted:
            match.throw(dice)
            continue
        advise(match, match.acting[0], samples=2)
        for seat in match.acting:
            match.play(seat, match.choices(seat)[-1])
    for samples in (0, 2):
        review(match, samples=samples)
