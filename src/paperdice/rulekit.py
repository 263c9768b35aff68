"""Functions shared by the rules of several games, written in the Python subset that can be compiled."""

from enum import IntEnum


class CellState(IntEnum):
    """The state of a cell on one seat's sheet; `FAR` means that it cannot be reached yet."""

    FREE = 0
    MARKED = 1
    SKIPPED = 2
    LOCKED = 3
    STRUCK = 4
    FAR = 5


def triangle(n):
    """Return the sum of the integers from 1 to n."""
    return n * (n + 1) // 2


def has_bit(mask, bit):
    """Return whether bit number `bit` of a mask is set."""
    return (mask >> bit) & 1 == 1
