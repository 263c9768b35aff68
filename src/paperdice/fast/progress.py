"""How long work tells how far it is."""

from collections.abc import Callable

Progress = Callable[[int, int], None]


def be_quiet(_done: int, _total: int) -> None:
    """Shows nothing."""
