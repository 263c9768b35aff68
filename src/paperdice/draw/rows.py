"""Draw the rows of a sheet: their cells, the head and the end of each row, and the scores below the columns."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import NamedTuple

from paperdice.draw.cells import LIMIT_HEIGHT, RADIUS, draw_blank, draw_crossed, draw_limited, on_band
from paperdice.draw.dice import draw_die
from paperdice.draw.palette import mix
from paperdice.draw.strokes import CROSSES, LOCK, OPEN_LOCK
from paperdice.draw.svg import Box, Canvas, add_up, rounded
from paperdice.draw.words import Words, signed
from paperdice.sheet import SheetLook
from paperdice.view import CellView, ColumnView, DieView, RowView

WIDTH = 640
ROW_GAP = 8
_CORNER = 12


class Measures(NamedTuple):
    """The dimensions of a row: its height, the widths of its head and end, the padding around its cells, and the gap
    between cells.
    """

    height: float
    head: float
    end: float
    pad: tuple[float, float]
    gap: float


_MEASURES = {
    ("crossed", "color"): Measures(70, 56, 0, (6, 7), 4),
    ("crossed", "die"): Measures(60, 134, 0, (8, 7), 4),
    ("limited", "number"): Measures(98, 46, 76, (0, 8), 8),
    ("blank", "color"): Measures(68, 56, 0, (14, 8), 20),
}
_RIDGE_ROOM = 10
_GOALS_ROOM = 12
_DIE_RAIL = 60


def measures_of(look: SheetLook) -> Measures:
    """Return the dimensions of rows on sheets with this look."""
    return _MEASURES[look.cells, look.head]


def place_cells(look: SheetLook, cells: Sequence[CellView], y: float, x: float) -> list[Box]:
    """Return the box of each cell in a row, followed by the box of the lock if the game has locks."""
    height, head, end, (side, top), gap = measures_of(look)
    n = len(cells) + look.has_locks
    breaks = [_room_before(look, cells, index) for index in range(n)]
    wide = (WIDTH - head - end - 2 * side - gap * (n - 1) - add_up(breaks)) / n
    left = x + head + side
    boxes: list[Box] = []
    for room in breaks:
        left += room
        boxes.append(Box(left, y + top, wide, height - 2 * top))
        left += wide + gap
    return boxes


def least_side(look: SheetLook, cells: Sequence[CellView]) -> float:
    """Return the shortest side of the writing areas in the cells of a row, excluding printed limits."""
    head = LIMIT_HEIGHT if look.cells == "limited" else 0
    return min(min(box.w, box.h - head) for box in place_cells(look, cells, 0, 0)[: len(cells)])


def _room_before(look: SheetLook, cells: Sequence[CellView], index: int) -> float:
    if look.ridge and index == look.ridge:
        return _RIDGE_ROOM
    is_first_goal = look.marks_to_goals and index < len(cells) and cells[index].get("goal", False)
    return _GOALS_ROOM if is_first_goal and index and not cells[index - 1].get("goal", False) else 0


def draw_row(canvas: Canvas, look: SheetLook, row: RowView, index: int, x: float, y: float) -> None:
    """Draw a row, except for the parts of its head that `draw_row_facts` draws."""
    boxes = place_cells(look, row["cells"], y, x)
    box = Box(x, y, WIDTH, measures_of(look).height)
    if look.head == "number":
        _draw_numbered_row(canvas, row, index, box, boxes)
        return
    _draw_band(canvas, look, row, box)
    band = canvas.inks(color_of(row))
    is_mixed = len({cell["color"] for cell in row["cells"]}) > 1
    for place, cell in enumerate(row["cells"]):
        if look.cells == "blank":
            draw_blank(canvas, cell, place, boxes[place])
        elif look.marks_to_goals and cell.get("goal", False):
            draw_crossed(canvas, cell, place, _circle_in(boxes[place]), band, is_round=True)
        else:
            draw_crossed(canvas, cell, place, boxes[place], band, is_mixed=is_mixed)
    if look.ridge:
        _draw_ridge(canvas, look, row, box, boxes)
    if look.has_locks:
        _draw_lock(canvas, row, boxes[-1])


def _circle_in(box: Box) -> Box:
    x, y = box.middle
    side = min(box.w, box.h)
    return Box(x - side / 2, y - side / 2, side, side)


def color_of(row: RowView) -> str:
    """Return the letter of the color that represents a row, or `w` if it has none."""
    return row["color"] or "w"


def _draw_band(canvas: Canvas, look: SheetLook, row: RowView, box: Box) -> None:
    color = color_of(row)
    inks = canvas.inks(color)
    head = measures_of(look).head
    canvas.rect(Box(box.x, box.y + 1.5, box.w, box.h), _CORNER, fill="#0002")
    canvas.rect(box, _CORNER, fill=inks.band, **canvas.edge(inks.border))
    wide = _DIE_RAIL if look.head == "die" else head
    if row["locked"]:
        canvas.stripes(rounded(Box(box.x + wide, box.y, box.w - wide, box.h), 0, _CORNER), inks.stripe)
    rail = rounded(Box(box.x, box.y, wide, box.h), _CORNER, 0)
    canvas.add("path", d=rail, fill=inks.surface)
    canvas.pattern(rail, color)
    if look.head == "color":
        _draw_letter(canvas, row, box.x + head / 2, box)


def _draw_letter(canvas: Canvas, row: RowView, x: float, box: Box) -> None:
    """Draw the color letter of a row in a ring, with the score below it if the row has one."""
    color = color_of(row)
    inks = canvas.inks(color)
    has_score = row["score"] is not None
    y = box.y + box.h / 2 - (13 if has_score else 0)
    canvas.circle(x, y, 14, fill=inks.surface, stroke=inks.ink, stroke_width=2)
    canvas.letter(x, y, color, 17, inks.ink)
    if has_score:
        canvas.rect(Box(x - 17, y + 18, 34, 20), 6, fill=inks.surface)
        canvas.text(x, y + 28, signed(row["score"] or 0), 16, inks.ink)


def _draw_lock(canvas: Canvas, row: RowView, box: Box) -> None:
    """Draw the lock at the end of a row: open, out of reach, locked by another seat, or crossed out by this seat."""
    palette, last = canvas.palette, row["cells"][-1]
    inks = canvas.inks(last["color"])
    band = canvas.inks(color_of(row))
    x, y = box.middle
    radius = min(box.w, box.h) / 2 - 1
    is_own = last["state"] == "marked"
    with canvas.group("lock shut" if row["locked"] or is_own else "lock"):
        if row["locked"] or is_own:
            canvas.circle(x, y, radius, fill=palette.ink)
            ink = palette.paper
        elif last["state"] == "far":
            ink = on_band(band)
            canvas.circle(x, y, radius, fill="none", stroke=mix(ink, 0.6, band.band), stroke_width=1.6)
        else:
            ink = inks.mark
            canvas.circle(x, y, radius, fill=inks.tint, **canvas.edge(inks.border, 0.8))
        icon = LOCK if row["locked"] or is_own else OPEN_LOCK
        canvas.stroke(icon, Box(x - radius * 0.55, y - radius * 0.58, radius * 1.1, radius * 1.1), ink, 1.8)
        if is_own:
            canvas.stroke(CROSSES[1], Box(x - radius * 0.85, y - radius * 0.85, radius * 1.7, radius * 1.7), ink, 1.4)


def _draw_ridge(canvas: Canvas, look: SheetLook, row: RowView, box: Box, boxes: Sequence[Box]) -> None:
    """Draw the thick line of the ridge, and the signs between cells that show whether numbers must rise or fall."""
    ink = on_band(canvas.inks(color_of(row)))
    for index, (one, other) in enumerate(itertools.pairwise(boxes)):
        is_ridge = index + 1 == look.ridge
        x = (one.x + one.w + other.x) / 2 - (8 if is_ridge else 0)
        sign = "M3 -6L-3 0L3 6" if index + 1 < look.ridge else "M-3 -6L3 0L-3 6"
        y = one.y + one.h / 2
        canvas.stroke(sign, Box(x, y, 40, 40), ink, 2.6)
        if is_ridge:
            canvas.rect(Box(x + 9, box.y, 4, box.h), fill=ink)


def _draw_numbered_row(canvas: Canvas, row: RowView, index: int, box: Box, boxes: Sequence[Box]) -> None:
    """Draw a row of a game in which rows are filled one after another. The current row has a frame, and later rows are
    dimmed.
    """
    palette = canvas.palette
    measures = _MEASURES["limited", "number"]
    is_blank = row["score"] is None
    is_begun = row["current"] or is_blank or any(cell["state"] in ("marked", "struck") for cell in row["cells"])
    if row["current"]:
        canvas.rect(box, _CORNER, fill=palette.paper, stroke=palette.ink, stroke_width=2.2)
    else:
        canvas.rect(box, _CORNER, fill=palette.paper if is_begun else mix(palette.paper, 0.55, palette.table))
    canvas.text(box.x + measures.head / 2, box.y + box.h / 2, str(index + 1), 22, palette.ink, weight=800)
    for place, cell in enumerate(row["cells"]):
        draw_limited(canvas, cell, place, boxes[place], is_later=not is_begun)
    if not is_begun:
        return
    x, y = box.x + box.w - measures.end / 2, box.y + box.h / 2
    if is_blank:
        draw_place(canvas, Box(x - 26, y - 21, 52, 42))
        return
    score = row["score"] or 0
    written = sum(cell["written"] or 0 for cell in row["cells"] if cell["state"] == "marked")
    canvas.text(x, y - 8, signed(score), 24, palette.ink, weight=800)
    canvas.text(x, y + 16, f"{written}+{score - written}", 14, palette.muted, weight=600)


def draw_row_facts(canvas: Canvas, look: SheetLook, row: RowView, die: DieView | None, x: float, y: float) -> None:
    """Draw the head of a row: its die or color letter, its score, and a dot for each mark required before goals can be
    marked.
    """
    height = measures_of(look).height
    inks = canvas.inks(color_of(row))
    ink = on_band(inks)
    middle = y + height / 2
    if die is None:
        canvas.circle(x + 30, middle, 14, fill=inks.surface, stroke=inks.ink, stroke_width=2)
        canvas.letter(x + 30, middle, color_of(row), 17, inks.ink)
    else:
        is_idle = not any(cell["state"] in ("markable", "sealed") for cell in row["cells"])
        draw_die(canvas, die, 0, Box(x + 9, middle - 21, 42, 42), look, is_flat=True, is_idle=is_idle)
    if row["score"] is not None:
        canvas.text(x + 84, middle, signed(row["score"]), 18, ink, weight=800)
    else:
        draw_place(canvas, Box(x + 64, middle - 17, 38, 34))
    marks = sum(cell["state"] == "marked" and not cell.get("goal", False) for cell in row["cells"])
    for index in range(look.marks_to_goals):
        left, top = x + 110 + index % 2 * 12, middle - 6 + index // 2 * 12
        canvas.circle(left, top, 4, fill=ink if index < marks else "none", stroke=ink, stroke_width=1.5)


def draw_columns(
    canvas: Canvas, look: SheetLook, columns: Sequence[ColumnView], boxes: Sequence[Box], y: float, words: Words
) -> None:
    """Draw the score of each column below its cells, or an empty box if the score is unknown."""
    palette = canvas.palette
    label = words.page(look.columns)
    left = boxes[0].x - measures_of(look).pad[0]
    if look.cells == "crossed":
        canvas.text(left - 2, y + 13, label, 15, palette.muted, weight=600, at="right")
        for column, box in zip(columns, boxes, strict=False):
            if column["score"] is None:
                draw_place(canvas, Box(box.x + 1, y + 1, box.w - 2, 25))
            else:
                canvas.text(box.middle[0], y + 13, signed(column["score"]), 16, palette.ink)
        return
    for line, word in enumerate(label.split()[:2]):
        canvas.text(left - 28, y + 13 + 16 * line, word, 14, palette.muted)
    for column, box in zip(columns, boxes, strict=False):
        is_full = column["score"] is not None
        place = Box(box.x, y, box.w, 42)
        edge, width = (palette.ink, 2.2) if is_full else (palette.edge, 1.5)
        canvas.rect(place, RADIUS, fill=palette.raised if is_full else palette.paper, stroke=edge, stroke_width=width)
        text = str(column["score"]) if is_full else "·"
        x, middle = place.middle
        canvas.text(x, middle, text, 22, palette.ink if is_full else palette.muted, weight=800)


def draw_place(canvas: Canvas, box: Box) -> None:
    """Draw an empty box for a score."""
    palette = canvas.palette
    canvas.rect(box, RADIUS - 1, fill=palette.raised, stroke=palette.edge, stroke_width=1.5)


def columns_height(look: SheetLook) -> float:
    """Return the height of the column scores below the rows, or 0 if columns do not score."""
    return 0 if not look.columns else 28 if look.cells == "crossed" else 46
