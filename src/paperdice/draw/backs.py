"""The back of a printed sheet: the short rules of its game, as large as they fit."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from paperdice.draw.fonts import find_font
from paperdice.draw.svg import Box, Canvas

_CORNER = 18
_PAD = 22
_TITLE = 26
_LARGEST = 24.0
_SMALLEST = 11.0
_LINE = 1.32
_REGULAR, _BOLD = 400, 700


class Word(NamedTuple):
    """A word with its weight, whether a blank comes before it, and how wide both are in letters of size 1."""

    text: str
    weight: int
    is_apart: bool
    width: float
    blank: float


class Back(NamedTuple):
    """A back that is laid out: its title, how large it is and its letters are, and its lines."""

    title: str
    size: tuple[float, float]
    letters: float
    lines: list[list[Word]]


def lay_out_back(rules: Sequence[str], title: str, size: tuple[float, float]) -> Back:
    """Breaks short rules, a paragraph each, into lines for a box that is as large as the sheet."""
    room = size[0] - 2 * _PAD, size[1] - 2 * _PAD - _TITLE - 8
    return Back(title, size, *_fit([list(_words(text)) for text in rules], room))


def draw_back(canvas: Canvas, back: Back) -> None:
    """Draws a back that is laid out."""
    palette = canvas.palette
    with canvas.group("rules"):
        canvas.rect(Box(0, 0, *back.size).inset(0.5), _CORNER, fill=palette.paper, stroke=palette.line, stroke_width=1)
        canvas.text(_PAD, _PAD + _TITLE / 2, back.title, _TITLE, palette.ink, weight=_BOLD, at="left")
        y = _PAD + _TITLE + 8 + back.letters * _LINE / 2
        for line in back.lines:
            _draw_line(canvas, line, _PAD, y, back.letters)
            y += back.letters * _LINE


def _words(text: str) -> Iterator[Word]:
    """Gives the words of a text in which **bold** is written so."""
    is_apart = False
    for index, piece in enumerate(re.split(r"\*\*", text)):
        for token in re.findall(r"\s+|\S+", piece):
            if token.isspace():
                is_apart = True
                continue
            weight = _BOLD if index % 2 else _REGULAR
            font = find_font(weight)
            yield Word(token, weight, is_apart, font.width(token, 1), font.width(" ", 1) if is_apart else 0)
            is_apart = False


def _fit(texts: Sequence[Sequence[Word]], room: tuple[float, float]) -> tuple[float, list[list[Word]]]:
    """Gives the largest size in which all texts fit, and their lines."""
    size = _LARGEST
    while True:
        lines = [line for text in texts for line in _break(text, size, room[0])]
        if len(lines) * size * _LINE <= room[1] or size <= _SMALLEST:
            return size, lines
        size -= 0.5


def _break(text: Sequence[Word], size: float, room: float) -> Iterator[list[Word]]:
    """Gives a text in lines; it breaks only where a blank is."""
    line: list[Word] = []
    reach = 0.0
    for chunk in _chunks(text):
        wide = sum(word.blank + word.width for word in chunk)
        if line and (reach + wide) * size > room:
            yield line
            line, reach = [], 0.0
        reach += wide if line else wide - chunk[0].blank
        line += chunk
    if line:
        yield line


def _chunks(text: Sequence[Word]) -> Iterator[list[Word]]:
    """Gives words that stick together, such as a bold one and the full stop behind it."""
    chunk: list[Word] = []
    for word in text:
        if word.is_apart and chunk:
            yield chunk
            chunk = []
        chunk.append(word)
    if chunk:
        yield chunk


def _draw_line(canvas: Canvas, line: Sequence[Word], x: float, y: float, size: float) -> None:
    """Writes a line in as few pieces as there are changes of weight."""
    left = x
    start = 0
    for end in range(1, len(line) + 1):
        if end < len(line) and line[end].weight == line[start].weight:
            continue
        piece = line[start:end]
        text = "".join(f" {word.text}" if word.is_apart else word.text for word in piece).lstrip()
        left += piece[0].blank * size if start else 0
        canvas.text(left, y, text, size, canvas.palette.ink, weight=piece[0].weight, at="left")
        left += sum(word.blank + word.width for word in piece) * size - piece[0].blank * size
        start = end
