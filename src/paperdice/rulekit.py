"""Functions shared by the rules of several games, in the subset that compiles."""

from enum import IntEnum


class CellState(IntEnum):
    """The state of a cell on one seat's sheet; `FAR` means not reachable yet."""

    FREE = 0
    MARKED = 1
    SKIPPED = 2
    LOCKED = 3
    STRUCK = 4
    FAR = 5


def triangle(n):
    """Return 1 + 2 + … + n."""
    return n * (n + 1) // 2


def has_bit(mask, bit):
    """Return whether a bit mask contains this bit."""
    return (mask >> bit) & 1 == 1
