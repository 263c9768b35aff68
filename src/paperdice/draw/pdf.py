"""A PDF writer that draws the same parts as the SVG writer, in millimeters, with selectable text in embedded fonts."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from math import cos, floor, radians, sin

from paperdice.draw.fonts import find_font, runs_of
from paperdice.draw.pages import Page
from paperdice.draw.palette import Checks, Dots, Layer, Lines
from paperdice.draw.svg import Fill, GroupEnd, GroupStart, Label, Shape, SvgPart
from paperdice.errors import needs

with needs("print", "paperdice[print]"):
    from fontTools.pens.basePen import BasePen
    from fontTools.svgLib.path.parser import parse_path
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfgen.canvas import Canvas as Writer
    from reportlab.pdfgen.pathobject import PDFPathObject

POINTS_A_MM = 72 / 25.4
_FILL_AND_STROKE = 2
_ROUND = 1
FontFields = dict[str, str | float]


def write_pdf(pages: Sequence[Page], title: str, language: str) -> bytes:
    """Return a PDF file with these pages. Output is deterministic: identical pages give identical bytes."""
    for font in (find_font(400), find_font(700)):
        if font.name not in pdfmetrics.getRegisteredFontNames():
            pdfmetrics.registerFont(font.embedded)
    file = io.BytesIO()
    writer = Writer(file, pageCompression=1, invariant=1, lang=language)
    writer.setTitle(title)
    writer.setCreator("Paperdice")
    for page in pages:
        writer.setPageSize((page.width * POINTS_A_MM, page.height * POINTS_A_MM))
        writer.setLineCap(_ROUND)
        writer.setLineJoin(_ROUND)
        writer.transform(POINTS_A_MM, 0, 0, -POINTS_A_MM, 0, page.height * POINTS_A_MM)
        for part in page.canvas.parts:
            _draw(writer, part)
        writer.showPage()
    writer.save()
    return file.getvalue()


def _draw(writer: Writer, part: SvgPart) -> None:
    match part:
        case Shape(tag, words):
            _draw_shape(writer, tag, words)
        case Fill(path, _, layer):
            _draw_fill(writer, path, layer)
        case Label():
            _draw_label(writer, part)
        case GroupStart(_, transform):
            writer.saveState()
            _move(writer, transform)
        case GroupEnd():
            writer.restoreState()


def _move(writer: Writer, transform: str) -> None:
    """Apply an SVG `transform` attribute to the PDF."""
    for name, values in re.findall(r"(\w+)\(([^)]*)\)", transform):
        steps = [float(value) for value in values.split()]
        if name == "translate":
            writer.translate(*steps)
        elif name == "scale":
            writer.scale(steps[0], steps[-1])
        else:
            angle, x, y = steps
            writer.translate(x, y)
            writer.rotate(angle)
            writer.translate(-x, -y)


def _draw_shape(writer: Writer, tag: str, words: FontFields) -> None:
    fill, stroke = str(words.get("fill", "#000")), str(words.get("stroke", "none"))
    writer.saveState()
    _move(writer, str(words.get("transform", "")))
    if fill != "none":
        _set_fill(writer, fill)
    if stroke != "none":
        _set_stroke(writer, stroke, float(words.get("stroke_width", 1)))
        dashes = [float(value) for value in str(words.get("stroke_dasharray", "")).split()]
        if dashes:
            writer.setDash(dashes)
    writer.drawPath(_path_of(writer, tag, words), fill=int(fill != "none"), stroke=int(stroke != "none"))
    writer.restoreState()


def _path_of(writer: Writer, tag: str, words: FontFields) -> PDFPathObject:
    path = writer.beginPath()

    def get(name: str) -> float:
        return float(words.get(name, 0))

    if tag == "rect" and get("rx"):
        radius = min(get("rx"), get("width") / 2, get("height") / 2)
        path.roundRect(get("x"), get("y"), get("width"), get("height"), radius)
    elif tag == "rect":
        path.rect(get("x"), get("y"), get("width"), get("height"))
    elif tag == "circle":
        path.circle(get("cx"), get("cy"), get("r"))
    else:
        parse_path(str(words["d"]), _PathPen(path))
    return path


class _PathPen(BasePen):  # type: ignore[misc] # fontTools has no types
    """A fontTools pen that adds a path to the PDF and collects its points."""

    def __init__(self, path: PDFPathObject) -> None:
        super().__init__(None)
        self._path = path
        self.points: list[tuple[float, float]] = []

    def _moveTo(self, point: tuple[float, float]) -> None:  # noqa: N802
        self.points.append(point)
        self._path.moveTo(*point)

    def _lineTo(self, point: tuple[float, float]) -> None:  # noqa: N802
        self.points.append(point)
        self._path.lineTo(*point)

    def _curveToOne(self, one: tuple[float, float], two: tuple[float, float], end: tuple[float, float]) -> None:  # noqa: N802
        self.points += [one, two, end]
        self._path.curveTo(*one, *two, *end)

    def _closePath(self) -> None:  # noqa: N802
        self._path.close()


def _draw_fill(writer: Writer, path: str, layer: Layer) -> None:
    """Fill a path with one layer of a pattern. As in SVG, pattern tiles are aligned with the origin of the drawing."""
    writer.saveState()
    clip = writer.beginPath()
    pen = _PathPen(clip)
    parse_path(path, pen)
    writer.clipPath(clip, stroke=0, fill=0)
    _set_fill(writer, layer.ink)
    tiles = writer.beginPath()
    for corners in _tiles(layer, pen.points):
        tiles.moveTo(*corners[0])
        for corner in corners[1:]:
            tiles.lineTo(*corner)
        tiles.close()
    if isinstance(layer, Dots):
        for x, y in _squares(pen.points, layer.step):
            tiles.circle(x + layer.step / 2, y + layer.step / 2, (layer.radius + layer.fade) / 2)
    writer.drawPath(tiles, stroke=0, fill=1)
    writer.restoreState()


def _tiles(layer: Layer, points: Sequence[tuple[float, float]]) -> Iterator[list[tuple[float, float]]]:
    """Yield the corners of each line, square or triangle needed to cover these points with a pattern layer. Dots have
    no corners.
    """
    match layer:
        case Lines():
            yield from _lines(layer, points)
        case Dots():
            return
        case Checks(step=step):
            half = step / 2
            for x, y in _squares(points, step):
                for left, top in ((x + half, y), (x, y + half)):
                    yield [(left, top), (left + half, top), (left + half, top + half), (left, top + half)]
        case _:  # Diamonds
            half = layer.step / 2
            for x, y in _squares(points, layer.step):
                yield [(x, y + half), (x, y + layer.step), (x + half, y + layer.step)]
                yield [(x + half, y), (x + layer.step, y), (x + layer.step, y + half)]


def _squares(points: Sequence[tuple[float, float]], step: float) -> Iterator[tuple[float, float]]:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    for column in range(floor(min(xs) / step), floor(max(xs) / step) + 1):
        for row in range(floor(min(ys) / step), floor(max(ys) / step) + 1):
            yield column * step, row * step


def _lines(layer: Lines, points: Sequence[tuple[float, float]]) -> Iterator[list[tuple[float, float]]]:
    """Yield the corners of each line needed to cover these points with a pattern layer. As in SVG, horizontal lines are
    at the lower edge of their tiles.
    """
    turn = radians(layer.angle - 90)
    first = layer.step - layer.width if layer.angle == 0 else 0
    turn = -turn if layer.angle == 0 else turn
    along = [x * cos(turn) + y * sin(turn) for x, y in points]
    across = [y * cos(turn) - x * sin(turn) for x, y in points]
    low, high = min(across), max(across)
    for place in range(floor(min(along) / layer.step), floor(max(along) / layer.step) + 1):
        left = place * layer.step + first
        right = left + layer.width
        corners = ((left, low), (right, low), (right, high), (left, high))
        yield [(u * cos(turn) - v * sin(turn), u * sin(turn) + v * cos(turn)) for u, v in corners]


def _draw_label(writer: Writer, label: Label) -> None:
    writer.saveState()
    _set_fill(writer, label.ink)
    has_halo = "stroke" in label.words
    if has_halo:
        _set_stroke(writer, str(label.words["stroke"]), float(label.words["stroke_width"]))
    for run in runs_of(label):
        text = writer.beginText()
        text.setTextTransform(1, 0, 0, -1, run.x, run.y)
        text.setFont(run.font.name, run.size)
        if has_halo:
            text.setTextRenderMode(_FILL_AND_STROKE)
        text.textOut(run.text)
        writer.drawText(text)
    writer.restoreState()


def _set_fill(writer: Writer, ink: str) -> None:
    color, opacity = _read_ink(ink)
    if len(set(color)) == 1:
        writer.setFillGray(color[0])
    else:
        writer.setFillColorRGB(*color)
    if opacity < 1:
        writer.setFillAlpha(opacity)


def _set_stroke(writer: Writer, ink: str, width: float) -> None:
    color, opacity = _read_ink(ink)
    if len(set(color)) == 1:
        writer.setStrokeGray(color[0])
    else:
        writer.setStrokeColorRGB(*color)
    if opacity < 1:
        writer.setStrokeAlpha(opacity)
    writer.setLineWidth(width)


def _read_ink(ink: str) -> tuple[tuple[float, ...], float]:
    """Parse a color in the form `#rrggbb`, `#rgb` or `#rgba`, and return its color components and its opacity, each
    from 0 to 1.
    """
    digits = ink[1:]
    if len(digits) == 6:
        return tuple(int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)), 1
    parts = [int(digit, 16) / 15 for digit in digits]
    return tuple(parts[:3]), [*parts, 1][3]
