"""The parts of match analysis that need no compiled code: constants, warm-ups, and the start of the daily match."""

from __future__ import annotations

from datetime import date

from paperdice.bots.rehearsal import warm_up_of
from paperdice.games import GAMES
from paperdice.match import Match
from paperdice.position import Position
from paperdice.workers.readiness import WarmUp

# The name of match analysis in the list of bots to warm up.
STUDY = "study"
# The name that stands for all custom sheets in a warm-up.
OWN = "own"
# The version of the evaluation. Increase it whenever the review of a match may change.
VERSION = 5
# The players of the match that the daily exercise is taken from. The first one makes enough mistakes for an exercise.
DAILY_BOTS = ("casual", "steady")
DAILY_GAMES = tuple(game for game in GAMES if game.is_usual)


def daily_start(day: date) -> Match:
    """Return the match that the daily exercise of a date is taken from, before its first throw."""
    return Match(DAILY_GAMES[day.toordinal() % len(DAILY_GAMES)], len(DAILY_BOTS))


def has_own_sheets(position: Position) -> bool:
    """Return whether a seat has a custom sheet, for which no network was trained.

    The result is False for games whose sheets have printed elements other than rows, since these games have no network.
    """
    game = position.game
    printed = [sheet.rows for sheet in game.sheets.values()]
    return game.printing is None and any(sheet.rows not in printed for sheet in position.sheets)


def study_warm_up(position: Position) -> WarmUp:
    """Return the warm-up (the code to compile first) for analyzing a position.

    All custom sheets of a game share one warm-up.
    """
    wanted = warm_up_of(position, STUDY)
    return wanted._replace(sheets=(OWN,)) if has_own_sheets(position) else wanted
