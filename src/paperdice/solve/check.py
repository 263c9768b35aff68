"""The result of checking a solved table against simulated matches."""

from typing import NamedTuple


class Check(NamedTuple):
    """The mean score of simulated matches compared with the value in a solved table.

    Args:
        matches: The number of matches.
        mean: Their mean score.
        error: The standard error of the mean.
        value: The value in the table.
    """

    matches: int
    mean: float
    error: float
    value: float

    @property
    def agrees(self) -> bool:
        """Whether the mean and the table's value differ by at most five standard errors."""
        return abs(self.mean - self.value) <= 5 * self.error
