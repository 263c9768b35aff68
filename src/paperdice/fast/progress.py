"""Callbacks that report progress, called with the amounts done and in total."""

from collections.abc import Callable

Progress = Callable[[int, int], None]


def be_quiet(_done: int, _total: int) -> None:
    """Ignore a progress report."""
