"""What is known of the study without anything compiled: its name, its version, what it needs, and the daily start."""

from __future__ import annotations

from datetime import date

from paperdice.bots.warming import WarmUp, warm_up_of
from paperdice.games import find_game
from paperdice.match import Match
from paperdice.position import Position

# Stands for the study among the bots that are got ready.
STUDY = "study"
# Stands for the sheets of owners, whatever they print, where something is got ready.
OWN = "own"
# The module that gets bots and the study ready in a process of its own.
STUDY_PROGRAM = "paperdice.study.warming_process"
# Raised whenever a review of the same match may say something else.
VERSION = 5
# Who plays the match that the exercise of a day is taken from; the first makes mistakes.
DAILY_BOTS = ("casual", "steady")
DAILY_GAMES = ("qwixx", "twenty_one", "qwantum", "sixto")


def daily_start(day: date) -> Match:
    """The match that the exercise of a day is taken from, before its first throw."""
    return Match(find_game(DAILY_GAMES[day.toordinal() % len(DAILY_GAMES)]), len(DAILY_BOTS))


def has_own_sheets(position: Position) -> bool:
    """Whether a seat holds a sheet that the game does not print, and that no network has learned.

    Where sheets print more than rows there is no network at all.
    """
    game = position.game
    printed = [sheet.rows for sheet in game.sheets.values()]
    return game.printing is None and any(sheet.rows not in printed for sheet in position.sheets)


def study_warm_up(position: Position) -> WarmUp:
    """What the study needs in a match; all sheets of owners need the same."""
    wanted = warm_up_of(position, STUDY)
    return wanted._replace(sheets=(OWN,)) if has_own_sheets(position) else wanted
