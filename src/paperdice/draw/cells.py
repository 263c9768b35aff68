"""Draw the cells of a sheet according to their state."""

from __future__ import annotations

from paperdice.draw.extras import draw_sign
from paperdice.draw.palette import Inks, mix
from paperdice.draw.strokes import CROSSES, DIGITS, PENCIL_CROSSES, RING, SLASH
from paperdice.draw.svg import Box, Canvas, add_up, number
from paperdice.view import CellView

RADIUS = 7
LIMIT_HEIGHT = 27
# Cells of at least this width have room for two digits inside a dashed frame that does not touch the edge.
_WIDE = 40
_NUMERAL = 22
_FOOT = 19
_MIXED = 15
_SIGN = 0.72  # the width of a written digit, relative to its height
_NARROW = 0.46  # … and a written 1
# The rotation of the ring around a hit, in degrees, which varies from cell to cell.
_RING_TURNS = (0, 14, -9)


def draw_crossed(
    canvas: Canvas, cell: CellView, index: int, box: Box, band: Inks, is_round: bool = False, is_mixed: bool = False
) -> None:
    """Draw a cell whose printed number is crossed out to mark it, as in Qwixx and Sixto.

    Args:
        index: The position of the cell in its row, which varies the shape of the cross.
        band: The colors of the row; its background band is visible behind skipped and locked cells.
        is_round: Whether to draw a circle instead of a rectangle.
        is_mixed: Whether the cells of the row differ in color, so that each needs a strip with the letter and pattern
            of its color.
    """
    state = cell["state"]
    has_paper = state not in ("skipped", "locked")
    inks = canvas.inks(cell["color"]) if has_paper else band
    radius = min(box.w, box.h) / 2 if is_round else RADIUS
    with canvas.group(f"cell {state}"):
        is_outlined = state == "far" and is_round
        _draw_paper(canvas, cell, inks, box, radius, is_outlined)
        if is_mixed and has_paper:
            _draw_strip(canvas, cell["color"], inks, box)
            if state in ("markable", "sealed"):
                canvas.rect(box, radius, fill="none", stroke=_ring(canvas, state), stroke_width=2.4)
            box = Box(box.x, box.y + _MIXED, box.w, box.h - _MIXED)
        seed = (cell["number"] or 0) + index
        across = Box(box.x + 2, box.y + 3, box.w - 4, box.h - 6)
        if state == "marked":
            canvas.stroke(CROSSES[seed % len(CROSSES)], across, canvas.palette.pen, 3.2)
        elif state == "sealed":
            canvas.stroke(PENCIL_CROSSES[seed % len(PENCIL_CROSSES)], across, canvas.palette.graphite, 1.6)
        _draw_numeral(canvas, cell, inks, box, is_outlined)
        draw_sign(canvas, cell, inks, box)
        if state == "markable" and _sums(cell):
            _draw_foot(canvas, box, _sums(cell))


def _draw_strip(canvas: Canvas, color: str, inks: Inks, box: Box) -> None:
    path = _top(Box(box.x, box.y, box.w, _MIXED))
    canvas.add("path", d=path, fill=inks.surface)
    canvas.pattern(path, color)
    x = box.x + box.w / 2
    canvas.rect(Box(x - 9, box.y, 18, _MIXED), fill=inks.surface)
    canvas.letter(x, box.y + _MIXED / 2, color, 12, inks.ink)


def _top(box: Box) -> str:
    """Return the path of a box whose upper corners are rounded like those of a cell."""
    r = RADIUS
    down, across = number(box.h - r), number(box.w - 2 * r)
    start = f"M{number(box.x)} {number(box.y + box.h)}v-{down}"
    return f"{start}a{r} {r} 0 0 1 {r} -{r}h{across}a{r} {r} 0 0 1 {r} {r}v{down}z"


def _draw_paper(canvas: Canvas, cell: CellView, inks: Inks, box: Box, radius: float, is_outlined: bool) -> None:
    palette, state = canvas.palette, cell["state"]
    if state in ("skipped", "locked"):
        canvas.rect(box, radius, fill="none")
    elif state in ("markable", "sealed"):
        canvas.rect(box, radius, fill=palette.raised, stroke=_ring(canvas, state), stroke_width=2.4)
    elif is_outlined:
        fill = mix(inks.tint, 0.1, inks.band)
        canvas.rect(box, radius, fill=fill, stroke=mix(on_band(inks), 0.6, inks.band), stroke_width=1.6)
    else:
        canvas.rect(box, radius, fill=inks.tint, **canvas.edge(inks.border, 0.8))
    if cell.get("goal", False) and radius == RADIUS and state in ("free", "far"):
        dashed = box.inset(4 if box.w >= _WIDE else 1.5)
        canvas.rect(dashed, RADIUS - 3, fill="none", stroke=inks.border, stroke_width=1.5, stroke_dasharray="2 3.6")


def _ring(canvas: Canvas, state: str) -> str:
    return canvas.palette.ink if state == "markable" else canvas.palette.graphite


def on_band(inks: Inks) -> str:
    """Return the ink for shapes on the band (the background) of a row, which is light if the band is dark."""
    return inks.ink if inks.band == inks.surface else inks.mark


def _draw_numeral(canvas: Canvas, cell: CellView, inks: Inks, box: Box, is_outlined: bool) -> None:
    palette, state, text = canvas.palette, cell["state"], str(cell["number"])
    x, y = box.middle
    size = min(_NUMERAL, box.w * 0.56, box.h * 0.5)
    if state in ("marked", "sealed"):
        ground = inks.tint if state == "marked" else palette.raised
        ink = palette.pen if state == "marked" else palette.ink
        canvas.text(x, y, text, size, ground, stroke=ground, stroke_width=3.2)
        canvas.text(x, y, text, size, ink)
    elif state in ("skipped", "locked"):
        canvas.text(x, y, text, size - 3, inks.faint, weight=500)
        if state == "skipped":
            canvas.stroke("M0 4L40 0", Box(x - box.w * 0.3, y - 2.4, box.w * 0.6, 4.8), inks.faint, 1.5, of=(40, 4))
    elif state == "markable":
        canvas.text(x, y - (8 if _sums(cell) else 0), text, size + 1, inks.mark, weight=800)
    else:
        canvas.text(x, y, text, size, on_band(inks) if is_outlined else inks.mark)


def _sums(cell: CellView) -> str:
    """Return the sums of dice that match a cell, such as `2+5`, or an empty string if single dice match."""
    sums = ["+".join(face.lstrip("wkroygbp") for face in way) for way in cell.get("ways", []) if len(way) > 1]
    return " · ".join(dict.fromkeys(sums))


def _draw_foot(canvas: Canvas, box: Box, text: str) -> None:
    """Draw a dark strip with text, such as the matching sum of dice, at the lower edge of a cell."""
    x, y, w, h = box
    r = RADIUS
    down, across = number(_FOOT - r), number(w - 2 * r)
    start = f"M{number(x)} {number(y + h - _FOOT)}h{number(w)}v{down}"
    path = f"{start}a{r} {r} 0 0 1 -{r} {r}h-{across}a{r} {r} 0 0 1 -{r} -{r}z"
    canvas.add("path", d=path, fill=canvas.palette.ink)
    size = 14 if len(text) < 5 else 10.5
    canvas.text(x + w / 2, y + h - _FOOT / 2, text, size, canvas.palette.paper)


def draw_limited(canvas: Canvas, cell: CellView, index: int, box: Box, is_later: bool = False) -> None:
    """Draw a cell with its limit in a colored header and space for a written number below it, as in Twenty One."""
    palette, inks, state = canvas.palette, canvas.inks(cell["color"]), cell["state"]
    with canvas.group(f"cell {state}"):
        is_raised = state in ("markable", "sealed")
        fill = palette.raised if is_raised else mix(palette.paper, 0.55, palette.table) if is_later else inks.tint
        canvas.rect(box, RADIUS, fill=fill)
        _draw_limit(canvas, cell, inks, Box(box.x, box.y, box.w, LIMIT_HEIGHT))
        edge, width = (_ring(canvas, state), 2.4) if is_raised else (inks.border, 1.5)
        canvas.rect(box, RADIUS, fill="none", stroke=edge, stroke_width=width)
        place = Box(box.x, box.y + LIMIT_HEIGHT, box.w, box.h - LIMIT_HEIGHT)
        if state == "struck":
            slash = Box(place.x + place.w / 2 - 19, place.y + place.h / 2 - 15, 38, 30)
            canvas.stroke(SLASH, slash, palette.pen, 3.2)
        _draw_written(canvas, cell, place, index)


def _draw_limit(canvas: Canvas, cell: CellView, inks: Inks, head: Box) -> None:
    x, y, w, h = head
    path = _top(head)
    canvas.add("path", d=path, fill=inks.surface)
    canvas.pattern(path, cell["color"])
    canvas.rect(Box(x + 6, y + 4, 18, h - 8), 4, fill=inks.surface)
    canvas.text(x + 15, y + h / 2, str(cell["number"]), 18, inks.ink, weight=800)
    canvas.rect(Box(x + w - 23, y + 5, 17, h - 10), 4, fill=inks.surface)
    canvas.letter(x + w - 14.5, y + h / 2, cell["color"], 13, inks.ink, 700)
    canvas.add("path", d=f"M{number(x)} {number(y + h)}h{number(w)}", stroke=inks.border, stroke_width=1.5)


def draw_blank(canvas: Canvas, cell: CellView, index: int, box: Box) -> None:
    """Draw a cell that has no printed number, as in Qwantum, where players write numbers."""
    palette, inks, state = canvas.palette, canvas.inks(cell["color"]), cell["state"]
    with canvas.group(f"cell {state}"):
        if state in ("markable", "sealed"):
            canvas.rect(box, RADIUS, fill=palette.raised, stroke=_ring(canvas, state), stroke_width=2.4)
        elif state == "far":
            outline = mix(on_band(inks), 0.5, inks.band)
            canvas.rect(box, RADIUS, fill=mix(inks.tint, 0.22, inks.band), stroke=outline, stroke_width=1.5)
        else:
            canvas.rect(box, RADIUS, fill=inks.tint, **canvas.edge(inks.border, 0.8))
        _draw_written(canvas, cell, box, index)


def _draw_written(canvas: Canvas, cell: CellView, place: Box, index: int) -> None:
    """Draw the number in a cell in handwriting: in pen if the cell is marked, or in pencil if it can be marked or its
    mark is chosen but not resolved yet. Draw a ring around a number that equals the printed one.
    """
    is_inked = cell["state"] == "marked"
    value = cell["written"] if is_inked else cell.get("number_now")
    if value is None:
        return
    ink, width = (canvas.palette.pen, 3.2) if is_inked else (canvas.palette.graphite, 2.2)
    if value == cell["number"] and (is_inked or cell["state"] == "sealed"):
        x, y = place.middle
        turn = _RING_TURNS[index % len(_RING_TURNS)]
        canvas.stroke(RING, Box(x - 25, y - 21, 50, 42), ink, 2.4 if is_inked else 1.6, turn)
    write_number(canvas, value, place, 30, ink, width)


def write_number(canvas: Canvas, value: int, place: Box, height: float, ink: str, width: float) -> None:
    """Draw a number in handwritten digits in the center of a box."""
    digits = [int(digit) for digit in str(value)]
    widths = [height * (_NARROW if digit == 1 else _SIGN) for digit in digits]
    x, y = place.middle
    left = x - (add_up(widths) + len(digits) - 1) / 2
    for digit, wide in zip(digits, widths, strict=True):
        # The digit 1 fills only the middle of its box.
        start = left - (height * 3 / 32 if digit == 1 else 0)
        canvas.stroke(DIGITS[digit], Box(start, y - height / 2, height * 24 / 32, height), ink, width, of=(24, 32))
        left += wide + 1
