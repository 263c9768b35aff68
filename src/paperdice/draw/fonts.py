"""The two fonts used on paper, which reportlab includes: their letters and how wide these are."""

from __future__ import annotations

import functools
import unicodedata
from pathlib import Path
from typing import NamedTuple

from paperdice.draw.svg import SMALL, Label, clean
from paperdice.errors import needs

with needs("print", "paperdice[print]"):
    import reportlab
    from reportlab.pdfbase.ttfonts import TTFont as EmbeddedFont

_FILES = {"regular": "Vera.ttf", "bold": "VeraBd.ttf"}
_BOLD_FROM = 600
_UNKNOWN = "?"
# reportlab's unit of width, relative to the size.
_PART = 1 / 1000


class TextRun(NamedTuple):
    """A piece of text in one font and size, with its starting point on the baseline."""

    font: Font
    x: float
    y: float
    text: str
    size: float


class Font:
    """A font file in the form that reportlab reads and embeds: its letters and their widths."""

    def __init__(self, name: str) -> None:
        self.name = f"paperdice-{name}"
        self.file = Path(reportlab.__file__).parent / "fonts" / _FILES[name]
        self.embedded = EmbeddedFont(self.name, str(self.file))
        self._widths: dict[int, float] = self.embedded.face.charWidths

    def spell(self, text: str) -> str:
        """Return a text using only letters that the font has: others lose their accents or become question marks."""
        return "".join(self._spell_letter(letter) for letter in clean(text))

    def _spell_letter(self, letter: str) -> str:
        if ord(letter) in self._widths:
            return letter
        plain = unicodedata.normalize("NFKD", letter)[0]
        if unicodedata.combining(letter):
            return ""
        return plain if ord(plain) in self._widths else _UNKNOWN

    def width(self, text: str, size: float) -> float:
        """Return the exact width of a text that contains only letters of the font."""
        return sum(self._widths[ord(letter)] for letter in text) * size * _PART


@functools.cache
def find_font(weight: int) -> Font:
    """Return the font for a weight, regular or bold."""
    return _load("bold" if weight >= _BOLD_FROM else "regular")


@functools.cache
def _load(name: str) -> Font:
    return Font(name)


def runs_of(label: Label) -> list[TextRun]:
    """Return a text as exactly positioned runs; its prefix is half as large."""
    font = find_font(label.weight)
    text, before = font.spell(label.text), font.spell(label.before)
    small = label.size * SMALL
    lead = font.width(before, small) + font.width(" ", label.size) if before else 0
    whole = lead + font.width(text, label.size)
    left = label.x - whole * {"left": 0, "middle": 0.5, "right": 1}[label.at]
    runs = [TextRun(font, left, label.y, before, small)] if before else []
    return [*runs, TextRun(font, left + lead, label.y, text, label.size)]
