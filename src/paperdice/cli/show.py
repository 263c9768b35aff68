"""`paperdice show POSITION`."""

from __future__ import annotations

from paperdice.cli.console import make_console
from paperdice.draw.text import draw_table
from paperdice.match import read_position
from paperdice.view import view_of


def show(position: str) -> None:
    """Draw a position.

    Parameters
    ----------
    position
        A position string, in quotes.
    """
    match = read_position(position)
    make_console().print(draw_table(view_of(match, None), [f"seat {seat}" for seat in range(match.seats)]))
