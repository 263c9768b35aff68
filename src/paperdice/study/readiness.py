"""What is known of the study without anything compiled: its name, its version, and where the daily exercise begins."""

from __future__ import annotations

from datetime import date

from paperdice.games import find_game
from paperdice.match import Match

# Stands for the study among the bots that are got ready.
STUDY = "study"
# The module that gets bots and the study ready in a process of its own.
STUDY_PROGRAM = "paperdice.study.warming_process"
# Raised whenever a review of the same match may say something else.
VERSION = 4
# Who plays the match that the exercise of a day is taken from; the first makes mistakes.
DAILY_BOTS = ("casual", "steady")
DAILY_GAMES = ("qwixx", "twenty_one", "qwantum", "sixto")


def daily_start(day: date) -> Match:
    """The match that the exercise of a day is taken from, before its first throw."""
    return Match(find_game(DAILY_GAMES[day.toordinal() % len(DAILY_GAMES)]), len(DAILY_BOTS))
