"""The console that commands print to."""

from __future__ import annotations

from rich.console import Console


def make_console() -> Console:
    """Make the console that commands print to; it leaves colors out where nobody can see them."""
    return Console(highlight=False, soft_wrap=True)
