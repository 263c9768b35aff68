"""Positions that the tests of Twenty One share."""

from paperdice import Match, read_position

PERFECT = "654321/544331/653221/544221/443321"


def start(*seats: str, head: str) -> Match:
    """Make a match in which the seats have these sheets."""
    return read_position(" | ".join([f"twenty_one {head}", *seats]))
