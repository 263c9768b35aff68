"""Draw the printed extras of the Qwixx family: signs on cells, links between cells, and lines of cells between and
below the rows.
"""

from __future__ import annotations

from collections.abc import Sequence

from paperdice.draw.palette import Inks
from paperdice.draw.strokes import CROSSES
from paperdice.draw.svg import Box, Canvas, add_up
from paperdice.draw.words import Words
from paperdice.sheet import Sign
from paperdice.view import CellView, LineCellView, LineView, SheetView

LINE = 40
BONUS_SIDE = 44
_GAP = 8
REWARDS = ("circle", "notched", "square", "octagon", "star")
_SIDE = 30
_SIGN = 6.0
# The icons of lines, in 40 by 40 units: an arrow for the strip, two arrows for swap fields, a star for lucky numbers.
_HEADS = {
    "strip": "M2 20H36M26 10L37 20L26 30",
    "swap": "M4 13H36M28 5L37 13L28 21M36 28H4M12 20L3 28L12 36",
    "lucky": "M20 3L25 15L38 16L28 24L31 37L20 30L9 37L12 24L2 16L15 15z",
}
# The path of each sign around its center, relative to its size; a dot distinguishes the octagon from the circle.
_SHAPES: dict[Sign, str] = {
    "notched": "M0 -{s}L{s} 0L0 {s}L-{s} 0z",
    "square": "M-{t} -{t}h{d}v{d}h-{d}z",
    "octagon": "M-{k} -{s}h{c}l{l} {l}v{c}l-{l} {l}h-{c}l-{l} -{l}v-{c}zM0 -{e}L{e} 0L0 {e}L-{e} 0z",
    "star": "M0 -{s}L{u} -{u}L{s} 0L{u} {u}L0 {s}L-{u} {u}L-{s} 0L-{u} -{u}z",
}
_SHARES = {"s": 1.0, "t": 0.8, "d": 1.6, "k": 0.42, "c": 0.84, "l": 0.58, "u": 0.36, "e": 0.16}


def draw_sign(canvas: Canvas, cell: CellView, inks: Inks, box: Box) -> None:
    """Draw the sign on a cell, if any: a frame, a ring, a symbol in the corner, or a second box."""
    sign = cell.get("sign")
    if sign is None:
        return
    ink = inks.faint if cell["state"] in ("skipped", "locked") else inks.mark
    x, y = box.x + box.w - _SIGN - 3, box.y + _SIGN + 3
    if sign in ("framed", "step"):
        canvas.rect(box.inset(2.5), 5, fill="none", stroke=ink, stroke_width=2.2)
        if sign == "step":
            canvas.rect(box.inset(6), 3, fill="none", stroke=ink, stroke_width=1.2)
    elif sign == "paired":
        middle, height = box.middle
        canvas.circle(middle, height, min(box.w, box.h) / 2 - 4, fill="none", stroke=ink, stroke_width=2)
    elif sign == "double":
        canvas.text(x - 3, y + 1, "×2", 12, ink, weight=800)
    elif sign == "second":
        place = Box(box.middle[0] - 8, box.y + box.h - 15, 16, 12)
        canvas.rect(place, 2, fill="none", stroke=ink, stroke_width=1.4)
        if cell["written"] == 2:
            canvas.stroke(CROSSES[0], place, canvas.palette.pen, 2)
    else:
        _draw_shape(canvas, sign, x, y, ink)


def _draw_shape(canvas: Canvas, sign: Sign, x: float, y: float, ink: str) -> None:
    if sign == "circle":
        canvas.circle(x, y, _SIGN - 0.5, fill="none", stroke=ink, stroke_width=1.8)
    else:
        path = _SHAPES[sign].format(**{name: f"{share * _SIGN:.2f}" for name, share in _SHARES.items()})
        with canvas.group("sign", f"translate({x:.1f} {y:.1f})"):
            canvas.add("path", d=path, fill="none", stroke=ink, stroke_width=1.8)


def lines_height(sheet: SheetView) -> float:
    """Return the total height of all lines of cells outside the rows, including the line of rewards."""
    rewards = LINE if rewards_of(sheet) else 0
    return add_up([line_height(line) for line in sheet.get("lines", [])]) + rewards


def line_height(line: LineView) -> float:
    """Return the height of a line of cells. Bonus rows are taller than other lines, because players write in them."""
    return BONUS_SIDE + _GAP if is_bonus(line) else LINE


def is_bonus(line: LineView) -> bool:
    """Return whether a line is a bonus row, which is drawn below the row of the first color in its name."""
    return all(letter in "rygb" for letter in line["name"])


def draw_line(canvas: Canvas, line: LineView, columns: Sequence[Box], x: float, y: float) -> None:
    """Draw a line of cells. The cells of a bonus row are aligned with the boxes in `columns`."""
    top, side = (y, BONUS_SIDE) if is_bonus(line) else (y + 6, _SIDE)
    wide = (columns[-1].x + columns[-1].w - columns[0].x) / max(11, len(line["cells"]))
    _draw_name(canvas, line, x + 28, top + side / 2)
    for index, cell in enumerate(line["cells"]):
        place = columns[index] if is_bonus(line) else Box(columns[0].x + index * wide, 0, wide - 4, 0)
        _draw_cell(canvas, line["name"], cell, Box(place.x, top, place.w, side))


def draw_links(canvas: Canvas, sheet: SheetView, boxes: Sequence[Sequence[Box]]) -> None:
    """Draw a link between the cells of each pair, which are in the same column of two adjacent rows."""
    for column in range(min(len(row["cells"]) for row in sheet["rows"])):
        top = 0
        while top < len(boxes) - 1:
            pair = [row["cells"][column] for row in sheet["rows"][top : top + 2]]
            if all(cell.get("sign") == "paired" for cell in pair):
                upper, lower = boxes[top][column], boxes[top + 1][column]
                x, y = upper.middle[0], upper.y + upper.h - 3
                canvas.rect(Box(x - 2, y, 4, lower.y + 3 - y), 2, fill=canvas.palette.ink)
                top += 1
            top += 1


def rewards_of(sheet: SheetView) -> dict[Sign, bool]:
    """Return the symbols on a sheet, mapped to whether their reward has been won by marking all of their cells."""
    found: dict[Sign, bool] = {}
    for cell in [cell for row in sheet["rows"] for cell in row["cells"]]:
        sign = cell.get("sign")
        if sign in REWARDS:
            found[sign] = found.get(sign, True) and cell["state"] == "marked"
    return found


def draw_rewards(canvas: Canvas, sheet: SheetView, words: Words, x: float, y: float) -> None:
    """Draw each symbol of a sheet with a short name of its reward; the rules for rewards are on the back."""
    for index, (sign, is_won) in enumerate(rewards_of(sheet).items()):
        ink = canvas.palette.ok if is_won else canvas.palette.ink
        left = x + 64 + index * 104
        _draw_shape(canvas, sign, left, y + 20, ink)
        canvas.text(left + 14, y + 20, words.family(f"{sign}_short"), 16, ink, weight=700, at="left")


def _draw_name(canvas: Canvas, line: LineView, x: float, y: float) -> None:
    """Draw the name of a line: the color letters of the adjacent rows for a bonus row, or an icon for any other line.
    Icons are drawn as paths, since not every font contains them.
    """
    if line["name"] in _HEADS:
        canvas.stroke(_HEADS[line["name"]], Box(x - 10, y - 10, 20, 20), canvas.palette.ink, 2)
    else:
        letters = [canvas.words.page(f"letter.{color}") for color in line["name"]]
        canvas.text(x, y, "".join(letters), 16, canvas.palette.ink, weight=800)


def _draw_cell(canvas: Canvas, name: str, cell: LineCellView, box: Box) -> None:
    palette, state = canvas.palette, cell["state"]
    inks = canvas.inks(cell["text"]) if name == "strip" else None
    is_lost = state in ("skipped", "locked")
    x, y = box.middle
    with canvas.group(f"field {state}"):
        fill = palette.paper if inks is None or is_lost else inks.tint
        canvas.rect(
            box, BONUS_SIDE / 2 if name in ("ry", "gb") else 6, fill=fill, stroke=palette.edge, stroke_width=1.5
        )
        ink = palette.muted if is_lost else palette.ink if inks is None else inks.mark
        weight = 500 if is_lost else 700
        if inks is None:
            canvas.text(x, y, cell["text"], 15, ink, weight=weight)
        else:
            canvas.letter(x, y, cell["text"], 15, ink, weight)
        if state == "marked":
            canvas.stroke(CROSSES[0], box.inset(3), palette.pen, 2.6)
        elif is_lost:
            canvas.stroke("M0 4L40 0", Box(x - box.w * 0.3, y - 2.4, box.w * 0.6, 4.8), palette.muted, 1.5, of=(40, 4))
