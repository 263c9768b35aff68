"""Warm-up of the study: compile and solve once per machine, as for a bot."""

from __future__ import annotations

from paperdice.bots.warming import WarmUp, rehearse
from paperdice.dice import SeededDice
from paperdice.games import find_game
from paperdice.match import Match
from paperdice.sheet import Row, Sheet
from paperdice.study.readiness import OWN, STUDY


def rehearse_any(wanted: WarmUp) -> None:
    """Compile a bot, or the coach and the review, by running it once."""
    if wanted.bot != STUDY:
        rehearse(wanted)
        return
    from paperdice.study.coach import advise
    from paperdice.study.reviewing import review

    match = Match(find_game(wanted.game), wanted.seats, _deal(wanted))
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


def _deal(wanted: WarmUp) -> Sheet | tuple[str, ...] | None:
    """Return the sheets to warm up; custom sheets are represented by one without the last cell of each row."""
    if wanted.sheets != (OWN,):
        return wanted.sheets or None
    printed = next(iter(find_game(wanted.game).sheets.values()))
    return Sheet(wanted.game, OWN, tuple(Row(row.colors[:-1], row.numbers[:-1]) for row in printed.rows))
