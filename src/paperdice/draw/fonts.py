"""The two fonts used in print, which are bundled with reportlab, and the widths of their characters."""

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
# The unit of reportlab's character widths, relative to the font size.
_PART = 1 / 1000


class TextRun(NamedTuple):
    """A run of text in one font and size; `x` and `y` are the coordinates of the left end of its baseline."""

    font: Font
    x: float
    y: float
    text: str
    size: float


class Font:
    """A font that reportlab embeds in PDF files, with the widths of its characters."""

    def __init__(self, name: str) -> None:
        self.name = f"paperdice-{name}"
        self.file = Path(reportlab.__file__).parent / "fonts" / _FILES[name]
        self.embedded = EmbeddedFont(self.name, str(self.file))
        self._widths: dict[int, float] = self.embedded.face.charWidths

    def spell(self, text: str) -> str:
        """Replace each character that this font lacks with its unaccented form or, if the font lacks that as well, with
        a question mark.
        """
        return "".join(self._spell_letter(letter) for letter in clean(text))

    def _spell_letter(self, letter: str) -> str:
        if ord(letter) in self._widths:
            return letter
        plain = unicodedata.normalize("NFKD", letter)[0]
        if unicodedata.combining(letter):
            return ""
        return plain if ord(plain) in self._widths else _UNKNOWN

    def width(self, text: str, size: float) -> float:
        """Return the exact width of a string at a font size. The font must contain all of its characters."""
        return sum(self._widths[ord(letter)] for letter in text) * size * _PART


@functools.cache
def find_font(weight: int) -> Font:
    """Return the bold font for weights of 600 and above, otherwise the regular font."""
    return _load("bold" if weight >= _BOLD_FROM else "regular")


@functools.cache
def _load(name: str) -> Font:
    return Font(name)


def runs_of(label: Label) -> list[TextRun]:
    """Return the text runs of a label: its prefix in a smaller size, if it has one, followed by its text."""
    font = find_font(label.weight)
    text, before = font.spell(label.text), font.spell(label.before)
    small = label.size * SMALL
    lead = font.width(before, small) + font.width(" ", label.size) if before else 0
    whole = lead + font.width(text, label.size)
    left = label.x - whole * {"left": 0, "middle": 0.5, "right": 1}[label.at]
    runs = [TextRun(font, left, label.y, before, small)] if before else []
    return [*runs, TextRun(font, left + lead, label.y, text, label.size)]
