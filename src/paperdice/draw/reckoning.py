"""Draw the aids for counting points on paper: a table of points, and boxes for the points of each row."""

from __future__ import annotations

from paperdice.draw.panel import PAD, panel_height
from paperdice.draw.rows import WIDTH, color_of, draw_place
from paperdice.draw.svg import Box, Canvas
from paperdice.draw.words import signed
from paperdice.sheet import SheetLook
from paperdice.view import SheetView

HEIGHT = 48
_COLUMN = 31
_PLACE = 44


def reckoning_height(look: SheetLook) -> float:
    """Return the extra height that a sheet needs for the table of points, or 0 if the game has no table or the table
    fits into the strip below the rows.
    """
    return HEIGHT if look.points and _is_strip_taken(look) else 0


def _is_strip_taken(look: SheetLook) -> bool:
    return bool(look.miss_prices or look.footnote)


def draw_reckoning(canvas: Canvas, look: SheetLook, sheet: SheetView, most: int) -> None:
    """Draw the table of points, with each number of marks above its points, and boxes for the points of rows and steps
    that have no such box elsewhere.

    If rows can have more marks than usual, the table continues up to `most` marks.
    """
    x, y = PAD, panel_height(look, sheet) - (6 if _is_strip_taken(look) else HEIGHT + 4)
    with canvas.group("points"):
        table = list(look.points)
        for marks in range(len(table) + 1, most + 1):
            table.append(table[-1] + marks)
        places = [color_of(row) for row in sheet["rows"]] if look.head == "color" else []
        places += ["w"] if "steps" in sheet["tally"] else []
        column = min(_COLUMN, (WIDTH - len(places) * (_PLACE + 22) - 4) / len(table))
        size = 15 if column > 28 else 12 if table[-1] < 100 else 10
        for index, points in enumerate(table):
            middle = x + column * (index + 0.5)
            canvas.text(middle, y + 12, f"{index + 1}×", max(size - 3, 9), canvas.palette.muted, weight=500)
            canvas.text(middle, y + 29, signed(points), size, canvas.palette.ink)
        canvas.rect(Box(x, y + 20, column * len(table), 0.8), fill=canvas.palette.edge)
        for index, color in enumerate(places):
            _draw_row_place(canvas, color, x + WIDTH - (len(places) - index) * (_PLACE + 22), y)


def _draw_row_place(canvas: Canvas, color: str, x: float, y: float) -> None:
    inks = canvas.inks(color)
    canvas.circle(x + 11, y + 19, 9, fill=inks.surface, stroke=inks.border, stroke_width=1)
    if color == "w":
        canvas.text(x + 11, y + 19, "+", 12, inks.ink, weight=800)
    else:
        canvas.letter(x + 11, y + 19, color, 12, inks.ink)
    draw_place(canvas, Box(x + 22, y + 4, _PLACE - 4, 32))
