"""Sheets, dice and whole matches drawn from views: as text for a terminal, as SVG for notebooks, pages and print."""

from paperdice.draw.picture import match_svg, roll_svg, sheet_svg, view_svg
from paperdice.draw.result import result_svg

__all__ = ["match_svg", "result_svg", "roll_svg", "sheet_svg", "view_svg"]
