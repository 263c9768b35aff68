"""What playing by a solved table has shown about it."""

from typing import NamedTuple


class Check(NamedTuple):
    """Says what a number of matches came to: mean, its standard error, and how far that is from the table."""

    matches: int
    mean: float
    error: float
    value: float

    @property
    def agrees(self) -> bool:
        """Tells whether mean and table are within five standard errors."""
        return abs(self.mean - self.value) <= 5 * self.error
