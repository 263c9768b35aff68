"""The command `paperdice show POSITION`."""

from __future__ import annotations

from pathlib import Path

from paperdice.cli.console import make_console
from paperdice.cli.files import save_file
from paperdice.draw import match_svg
from paperdice.draw.palette import ThemeName
from paperdice.draw.text import draw_table
from paperdice.match import read_position
from paperdice.view import view_of


def show(position: str, *, svg: Path | None = None, theme: ThemeName = "light") -> None:
    """Draw a position.

    Args:
        position: A position string, in quotes.
        svg: Write a picture to this file instead.
        theme: The colors of the picture: light, dark or print.
    """
    match = read_position(position)
    if svg is not None:
        save_file(svg, match_svg(match, theme=theme).encode())
        return
    make_console().print(draw_table(view_of(match, None), [f"seat {seat}" for seat in range(match.seats)]))
