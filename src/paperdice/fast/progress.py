"""The type of progress callbacks, which are called with the amount done and the total."""

from collections.abc import Callable

Progress = Callable[[int, int], None]


def ignore_progress(_done: int, _total: int) -> None:
    """Do nothing; used as the callback if no progress is reported."""
