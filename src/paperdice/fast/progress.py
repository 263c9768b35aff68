"""Callbacks that report progress, called with the amount done and the total."""

from collections.abc import Callable

Progress = Callable[[int, int], None]


def ignore_progress(_done: int, _total: int) -> None:
    """Ignore a progress report."""
