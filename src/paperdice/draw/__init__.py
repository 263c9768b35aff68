"""Sheets, dice and whole matches drawn from views: as text for a terminal, as SVG for notebooks, pages and print."""

from paperdice.draw.picture import draw_match, draw_roll, draw_sheet, draw_view

__all__ = ["draw_match", "draw_roll", "draw_sheet", "draw_view"]
