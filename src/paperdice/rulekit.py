"""The few things that the rules of several games share, in the subset that compiles."""

from enum import IntEnum


class CellState(IntEnum):
    """How a cell stands on one seat's sheet; `FAR` is not yet within reach."""

    FREE = 0
    MARKED = 1
    SKIPPED = 2
    LOCKED = 3
    STRUCK = 4
    FAR = 5


def triangle(n):
    """Gives 1 + 2 + … + n."""
    return n * (n + 1) // 2


def has_bit(mask, bit):
    """Tells whether a bit mask holds this bit."""
    return (mask >> bit) & 1 == 1
