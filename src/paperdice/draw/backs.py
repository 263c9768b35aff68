"""The back of a printed sheet, with the short rules of its game in the largest font size that fits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from paperdice.draw.svg import Box, Canvas, add_up

# A function that returns the width of a text at a font weight, in multiples of the font size.
Measure: TypeAlias = Callable[[str, int], float]

_CORNER = 18
_PAD = 22
_TITLE = 26
_LARGEST = 24.0
_SMALLEST = 11.0
_LINE = 1.32
_REGULAR, _BOLD = 400, 700
# Punctuation marks that French separates from the preceding word with a space; a line must not begin with them.
_SIGNS = ":;!?»"


class Word(NamedTuple):
    """A word and its layout.

    Attributes:
        weight: The font weight.
        is_apart: Whether a space precedes the word.
        width: The width of the word, in multiples of the font size.
        blank: The width of the preceding space, in the same unit.
    """

    text: str
    weight: int
    is_apart: bool
    width: float
    blank: float


class Back(NamedTuple):
    """The layout of the back of a sheet: its title, its size, its font size and its lines of words."""

    title: str
    size: tuple[float, float]
    letters: float
    lines: list[list[Word]]


def lay_out_back(rules: Sequence[str], title: str, size: tuple[float, float], measure: Measure) -> Back:
    """Lay out short rules on the back of a sheet, in the largest font size that fits.

    Args:
        rules: The rules, one paragraph each; bold words are enclosed in `**`.
        title: The title of the back.
        size: The width and height of the sheet.
        measure: A function that returns the width of a string at a font weight, in multiples of the font size.
    """
    across = size[0] - 2 * _PAD
    down = size[1] - 2 * _PAD - _TITLE - 8
    texts = [_words(text, measure) for text in rules]
    letters = _LARGEST
    while True:
        lines = [line for text in texts for line in _break(text, letters, across)]
        if len(lines) * letters * _LINE <= down or letters <= _SMALLEST:
            return Back(title, size, letters, lines)
        letters -= 0.5


def draw_back(canvas: Canvas, back: Back) -> None:
    """Draw the back of a sheet."""
    palette = canvas.palette
    with canvas.group("rules"):
        canvas.rect(Box(0, 0, *back.size).inset(0.5), _CORNER, fill=palette.paper, stroke=palette.line, stroke_width=1)
        canvas.text(_PAD, _PAD + _TITLE / 2, back.title, _TITLE, palette.ink, weight=_BOLD, at="left")
        y = _PAD + _TITLE + 8 + back.letters * _LINE / 2
        for line in back.lines:
            _draw_line(canvas, line, _PAD, y, back.letters)
            y += back.letters * _LINE


def _words(text: str, measure: Measure) -> list[Word]:
    """Split text into words; `**` encloses bold words."""
    found: list[Word] = []
    is_apart = False
    for index, piece in enumerate(text.split("**")):
        weight = _BOLD if index % 2 else _REGULAR
        for nth, token in enumerate(piece.split(" ")):
            is_apart = is_apart or nth > 0
            if token:
                blank = measure(" ", weight) if is_apart else 0.0
                found.append(Word(token, weight, is_apart, measure(token, weight), blank))
                is_apart = False
    return found


def _break(text: Sequence[Word], size: float, room: float) -> list[list[Word]]:
    """Break text into lines that are at most `room` wide at font size `size`."""
    lines: list[list[Word]] = []
    line: list[Word] = []
    reach = 0.0
    for chunk in _chunks(text):
        wide = add_up([word.blank + word.width for word in chunk])
        if line and (reach + wide) * size > room:
            lines.append(line)
            line = []
            reach = 0.0
        reach += wide if line else wide - chunk[0].blank
        line = [*line, *chunk]
    return [*lines, line] if line else lines


def _chunks(text: Sequence[Word]) -> list[list[Word]]:
    """Group words that must stay on the same line, such as a bold word and the full stop that follows it, or a word and
    a French punctuation mark.
    """
    found: list[list[Word]] = []
    for word in text:
        if found and (not word.is_apart or word.text[0] in _SIGNS):
            found[-1].append(word)
        else:
            found.append([word])
    return found


def _draw_line(canvas: Canvas, line: Sequence[Word], x: float, y: float, size: float) -> None:
    """Draw a line of text, combining consecutive words of the same weight."""
    left = x
    for index, piece in enumerate(_pieces(line)):
        text = "".join(f" {word.text}" if word.is_apart else word.text for word in piece).lstrip(" ")
        left += piece[0].blank * size if index else 0
        canvas.text(left, y, text, size, canvas.palette.ink, weight=piece[0].weight, at="left")
        left += add_up([word.blank + word.width for word in piece]) * size - piece[0].blank * size


def _pieces(line: Sequence[Word]) -> list[list[Word]]:
    """Group consecutive words of a line by font weight."""
    found: list[list[Word]] = []
    for word in line:
        if found and found[-1][0].weight == word.weight:
            found[-1].append(word)
        else:
            found.append([word])
    return found
