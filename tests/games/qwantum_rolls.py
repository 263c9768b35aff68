"""Rolls, rows and sheets that the tests of Qwantum share."""

from paperdice import Match

EMPTY = "classic -/-/-/- 0"
ROW = "5,8,12,16,15,14"
SARAH = "w3 r1 r2 b4 p3 b6 y5"  # r6 y8 b13 p6
LINUS = "w3 y5 b5 b4 b2 b2 b3"  # r3 y8 b19 p3


def roll(match: Match, dice: str = SARAH) -> Match:
    """Throw these dice and keep them, so that the active seat may pick."""
    match.throw(dice)
    match.play(match.active, "keep")
    return match
