"""Convert text to outlines so that SVG files look the same on every printer."""

from __future__ import annotations

import functools

from paperdice.draw.fonts import Font, TextRun, runs_of
from paperdice.draw.svg import Label, number
from paperdice.errors import needs

with needs("print", "paperdice[print]"):
    from fontTools.pens.svgPathPen import SVGPathPen
    from fontTools.pens.transformPen import TransformPen
    from fontTools.ttLib import TTFont


def outline(label: Label) -> str:
    """Return the outlines of a label as a single SVG path."""
    return "".join(_outline(run) for run in runs_of(label))


class _Glyphs:
    """The glyphs of a font, its mapping from characters to glyph names, and its units per em."""

    def __init__(self, font: Font) -> None:
        file = TTFont(font.file, lazy=True)
        self.em: int = file["head"].unitsPerEm
        self.names: dict[int, str] = file.getBestCmap()
        self.shapes = file.getGlyphSet()


@functools.cache
def _glyphs_of(font: Font) -> _Glyphs:
    return _Glyphs(font)


def _outline(run: TextRun) -> str:
    glyphs = _glyphs_of(run.font)
    pen = SVGPathPen(glyphs.shapes, _short)
    scale, left = run.size / glyphs.em, run.x
    for letter in run.text:
        glyphs.shapes[glyphs.names[ord(letter)]].draw(TransformPen(pen, (scale, 0, 0, -scale, left, run.y)))
        left += run.font.width(letter, run.size)
    return str(pen.getCommands())


def _short(value: float) -> str:
    """Format a coordinate with one decimal place, which is precise to 0.03 mm or better on paper."""
    return number(round(value, 1))
