"""The two fonts that paper is written in, those that reportlab brings: widths and outlines of texts."""

from __future__ import annotations

import functools
import unicodedata
from pathlib import Path
from typing import NamedTuple

from paperdice.draw.svg import SMALL, Label, clean, number
from paperdice.errors import needs

with needs("print", "paperdice[print]"):
    import reportlab
    from fontTools.pens.svgPathPen import SVGPathPen
    from fontTools.pens.transformPen import TransformPen
    from fontTools.ttLib import TTFont

_FILES = {"regular": "Vera.ttf", "bold": "VeraBd.ttf"}
_BOLD_FROM = 600
_UNKNOWN = "?"


class Run(NamedTuple):
    """A piece of text in one font and size, where it begins on its base line."""

    font: Font
    x: float
    y: float
    text: str
    size: float


class Font:
    """One font file: which letters it has, how wide they are and what they look like."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.file = Path(reportlab.__file__).parent / "fonts" / _FILES[name]
        font = TTFont(self.file, lazy=True)
        self._em: int = font["head"].unitsPerEm
        self._names: dict[int, str] = font.getBestCmap()
        self._glyphs = font.getGlyphSet()

    def spell(self, text: str) -> str:
        """Gives a text with the letters that the font has: others lose their accents, or become a question mark."""
        return "".join(self._spell_letter(letter) for letter in clean(text))

    def _spell_letter(self, letter: str) -> str:
        if ord(letter) in self._names:
            return letter
        plain = unicodedata.normalize("NFKD", letter)[0]
        if unicodedata.combining(letter):
            return ""
        return plain if ord(plain) in self._names else _UNKNOWN

    def width(self, text: str, size: float) -> float:
        """Gives how wide a spelled text is, exactly."""
        return sum(self._advance(letter) for letter in text) * size / self._em

    @functools.lru_cache(maxsize=1000)  # noqa: B019 # there are two fonts, and they stay
    def _advance(self, letter: str) -> float:
        return float(self._glyphs[self._names[ord(letter)]].width)

    def outline(self, run: Run) -> str:
        """Gives the outlines of a spelled text as a path."""
        pen = SVGPathPen(self._glyphs, _short)
        scale, left = run.size / self._em, run.x
        for letter in run.text:
            self._glyphs[self._names[ord(letter)]].draw(TransformPen(pen, (scale, 0, 0, -scale, left, run.y)))
            left += self._advance(letter) * scale
        return str(pen.getCommands())


def _short(value: float) -> str:
    """Gives a number with one digit behind the point, which is 0.03 mm or less on paper."""
    return number(round(value, 1))


@functools.cache
def find_font(weight: int) -> Font:
    """Gives the font for a weight, regular or bold."""
    return _load("bold" if weight >= _BOLD_FROM else "regular")


@functools.cache
def _load(name: str) -> Font:
    return Font(name)


def runs_of(label: Label) -> list[Run]:
    """Gives a text in pieces with exact places: what comes before it is half as large."""
    font = find_font(label.weight)
    text, before = font.spell(label.text), font.spell(label.before)
    small = label.size * SMALL
    lead = font.width(before, small) + font.width(" ", label.size) if before else 0
    whole = lead + font.width(text, label.size)
    left = label.x - whole * {"left": 0, "middle": 0.5, "right": 1}[label.at]
    runs = [Run(font, left, label.y, before, small)] if before else []
    return [*runs, Run(font, left + lead, label.y, text, label.size)]


def outline(label: Label) -> str:
    """Gives a text as one path."""
    return "".join(run.font.outline(run) for run in runs_of(label))
