"""Draw sheets, dice and whole matches from views: as text for terminals, and as SVG and PDF for notebooks, the web page
and print.
"""

from paperdice.draw.picture import match_svg, roll_svg, sheet_svg, view_svg
from paperdice.draw.result import result_svg

__all__ = ["match_svg", "result_svg", "roll_svg", "sheet_svg", "view_svg"]
