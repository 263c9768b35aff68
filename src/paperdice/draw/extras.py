"""What sheets of the Qwixx family print beside their rows: signs on cells, and lines below the rows."""

from __future__ import annotations

from collections.abc import Sequence

from paperdice.draw.palette import Inks
from paperdice.draw.strokes import CROSSES
from paperdice.draw.svg import Box, Canvas
from paperdice.sheet import Sign
from paperdice.view import CellView, LineCellView, LineView, SheetView

LINE = 40
_SIDE = 30
_SIGN = 6.0
# The corners of a sign around its middle, by its size.
_SHAPES: dict[Sign, str] = {
    "notched": "M0 -{s}L{s} 0L0 {s}L-{s} 0z",
    "square": "M-{t} -{t}h{d}v{d}h-{d}z",
    "octagon": "M-{k} -{s}h{c}l{l} {l}v{c}l-{l} {l}h-{c}l-{l} -{l}v-{c}z",
    "star": "M0 -{s}L{u} -{u}L{s} 0L{u} {u}L0 {s}L-{u} {u}L-{s} 0L-{u} -{u}z",
    "step": "M-{s} {s}v-{s}h{s}v-{s}h{s}v{e}z",
}


def draw_sign(canvas: Canvas, cell: CellView, inks: Inks, box: Box) -> None:
    """Draws what a cell prints beside its number: a frame, a ring, a shape in its corner, or a second box."""
    sign = cell.get("sign")
    if sign is None:
        return
    ink = inks.faint if cell["state"] in ("skipped", "locked") else inks.mark
    x, y = box.x + box.w - _SIGN - 3, box.y + _SIGN + 3
    if sign == "framed":
        canvas.rect(box.inset(2.5), 5, fill="none", stroke=ink, stroke_width=2.2)
    elif sign == "paired":
        canvas.circle(*box.middle, min(box.w, box.h) / 2 - 4, fill="none", stroke=ink, stroke_width=2)
    elif sign == "double":
        canvas.text(x - 3, y + 1, "×2", 12, ink, weight=800)
    elif sign == "second":
        place = Box(box.middle[0] - 8, box.y + box.h - 15, 16, 12)
        canvas.rect(place, 2, fill="none", stroke=ink, stroke_width=1.4)
        if cell["written"] == 2:
            canvas.stroke(CROSSES[0], place, canvas.palette.pen, 2)
    elif sign == "circle":
        canvas.circle(x, y, _SIGN - 0.5, fill="none", stroke=ink, stroke_width=1.8)
    else:
        s = _SIGN
        sizes = {"s": s, "t": s * 0.8, "d": s * 1.6, "k": s * 0.42, "c": s * 0.84, "l": s * 0.58, "u": s * 0.36}
        path = _SHAPES[sign].format(**{name: f"{size:.2f}" for name, size in (sizes | {"e": 2 * s}).items()})
        with canvas.group("sign", f"translate({x:.1f} {y:.1f})"):
            canvas.add("path", d=path, fill="none", stroke=ink, stroke_width=1.8)


def lines_height(sheet: SheetView) -> float:
    """Gives how high the lines below the rows are."""
    return LINE * len(sheet.get("lines", []))


def draw_lines(canvas: Canvas, sheet: SheetView, columns: Sequence[Box], x: float, y: float) -> None:
    """Draws the lines below the rows; bonus rows stand under the columns of the rows."""
    for index, line in enumerate(sheet.get("lines", [])):
        top = y + index * LINE + 6
        is_bonus = set(line["name"]) <= set("rygb")
        wide = (columns[-1].x + columns[-1].w - columns[0].x) / max(11, len(line["cells"]))
        places = [
            Box(columns[cell].x, top, columns[cell].w, _SIDE) if is_bonus else _place(columns[0].x, wide, cell, top)
            for cell in range(len(line["cells"]))
        ]
        _draw_name(canvas, line, x + 28, top + _SIDE / 2)
        for cell, box in zip(line["cells"], places, strict=True):
            _draw_cell(canvas, line["name"], cell, box)


def _place(left: float, wide: float, cell: int, top: float) -> Box:
    return Box(left + cell * wide, top, wide - 4, _SIDE)


def _draw_name(canvas: Canvas, line: LineView, x: float, y: float) -> None:
    """Bonus rows begin with the letters of their neighbors, a strip with an arrow, numbers with a sign."""
    signs = {"strip": "→", "swap": "⇄", "lucky": "★"}
    canvas.text(x, y, signs.get(line["name"], line["name"].upper()), 16, canvas.palette.ink, weight=800)


def _draw_cell(canvas: Canvas, name: str, cell: LineCellView, box: Box) -> None:
    palette, state = canvas.palette, cell["state"]
    inks = canvas.inks(cell["text"]) if name == "strip" else None
    is_lost = state in ("skipped", "locked")
    text = cell["text"].upper()
    with canvas.group(f"field {state}"):
        fill = palette.paper if inks is None or is_lost else inks.tint
        canvas.rect(box, _SIDE / 2 if name in ("ry", "gb") else 6, fill=fill, stroke=palette.edge, stroke_width=1.5)
        ink = palette.muted if is_lost else palette.ink if inks is None else inks.mark
        canvas.text(*box.middle, text, 15, ink, weight=500 if is_lost else 700)
        if state == "marked":
            canvas.stroke(CROSSES[0], box.inset(3), palette.pen, 2.6)
        elif is_lost:
            x, y = box.middle
            canvas.stroke("M0 4L40 0", Box(x - box.w * 0.3, y - 2.4, box.w * 0.6, 4.8), palette.muted, 1.5, of=(40, 4))
