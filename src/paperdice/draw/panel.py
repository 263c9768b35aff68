"""Draw a complete sheet: the caption at the top, then the rows, then the misses and the total at the bottom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from paperdice.draw.extras import (
    LINE,
    draw_line,
    draw_links,
    draw_rewards,
    is_bonus,
    line_height,
    lines_height,
    rewards_of,
)
from paperdice.draw.rows import (
    ROW_GAP,
    WIDTH,
    color_of,
    columns_height,
    draw_columns,
    draw_row,
    draw_row_facts,
    measures_of,
    place_cells,
)
from paperdice.draw.strokes import CHECK, CROSSES, CROWN
from paperdice.draw.svg import Box, Canvas, shorten, width_of
from paperdice.draw.words import Words, signed
from paperdice.sheet import SheetLook
from paperdice.view import DieView, SheetView

PAD = 16
PANEL_WIDTH = WIDTH + 2 * PAD
_CORNER = 18
_HEAD = 40
_STRIP = 44


class Caption(NamedTuple):
    """The caption of a sheet, including the status of its seat.

    Attributes:
        name: The main text, such as the name of the player.
        tag: Short text in a dark tag; empty for none.
        note: Text at the right end.
        has_answered: Whether the seat has made its move.
        is_awaited: Whether the seat still has to make its move.
        has_won: Whether the seat has won the match.
        line: The label of a blank line to write on, such as for a name; empty for none.
    """

    name: str
    tag: str = ""
    note: str = ""
    has_answered: bool = False
    is_awaited: bool = False
    has_won: bool = False
    line: str = ""


def panel_height(look: SheetLook, sheet: SheetView) -> float:
    """Return the height of a drawn sheet, including its margins."""
    n = len(sheet["rows"])
    rows = n * measures_of(look).height + (n - 1) * ROW_GAP
    below = (ROW_GAP + columns_height(look) if look.columns else 0) + lines_height(sheet)
    return 2 * PAD - 4 + _HEAD + rows + below + _STRIP


def draw_panel(
    canvas: Canvas,
    look: SheetLook,
    sheet: SheetView,
    caption: Caption,
    words: Words,
    x: float = 0,
    y: float = 0,
    dice: Sequence[DieView] = (),
    is_blank: bool = False,
    foot: float = 0,
) -> None:
    """Draw a sheet with its caption.

    Dice are drawn on the rows in games that place them there. A blank sheet has an empty box for its total. `foot` is
    additional height at the bottom.
    """
    palette = canvas.palette
    with canvas.group("sheet"):
        box = Box(x, y, PANEL_WIDTH, panel_height(look, sheet) + foot)
        canvas.rect(box.inset(0.5), _CORNER, fill=palette.paper, **canvas.edge(palette.line))
        _draw_caption(canvas, caption, x + PAD, y + PAD)
        places, top = _draw_rows(canvas, look, sheet, dice, x + PAD, y + PAD + _HEAD)
        draw_links(canvas, sheet, places)
        if look.columns:
            boxes = place_cells(look, sheet["rows"][0]["cells"], top, x + PAD)
            draw_columns(canvas, look, sheet["columns"], boxes, top, words)
            top += columns_height(look) + ROW_GAP
        for line in [line for line in sheet.get("lines", []) if not is_bonus(line)]:
            draw_line(canvas, line, places[0], x + PAD, top - ROW_GAP)
            top += line_height(line)
        if rewards_of(sheet):
            draw_rewards(canvas, sheet, words, x + PAD, top - ROW_GAP)
            top += LINE
        _draw_strip(canvas, look, sheet, words, x + PAD, top - ROW_GAP)
        _draw_total(canvas, "" if is_blank else signed(sheet["score"]), words, x + PAD + WIDTH, top - ROW_GAP + 26)


def _draw_rows(
    canvas: Canvas, look: SheetLook, sheet: SheetView, dice: Sequence[DieView], left: float, top: float
) -> tuple[list[list[Box]], float]:
    """Draw the rows of a sheet and everything printed beside and between them. Return the boxes of the cells in each
    row, and the y coordinate below the last row.
    """
    places = []
    for index, row in enumerate(sheet["rows"]):
        draw_row(canvas, look, row, index, left, top)
        places.append(place_cells(look, row["cells"], top, left))
        if look.head == "die":
            die = next((die for die in dice if die["name"] == color_of(row)), None)
            draw_row_facts(canvas, look, row, die, left, top)
        top += measures_of(look).height + ROW_GAP
        for line in sheet.get("lines", []):
            if is_bonus(line) and line["name"][0] == color_of(row):
                draw_line(canvas, line, places[-1], left, top)
                top += line_height(line)
    return places, top


def _draw_caption(canvas: Canvas, caption: Caption, x: float, y: float) -> None:
    palette = canvas.palette
    middle = y + 13
    note = shorten(caption.note, 16, 270)
    canvas.text(x + WIDTH, middle, note, 16, palette.muted, weight=500, at="right")
    room = WIDTH - width_of(note, 16) - 24 - (width_of(caption.tag, 14) + 40 if caption.tag else 0) - 30
    name = shorten(caption.name, 21, room)
    left = x
    if caption.has_won:
        canvas.stroke(CROWN, Box(left, middle - 13, 26, 26), palette.ink, 2)
        left += 32
    canvas.text(left, middle, name, 21, palette.ink, weight=700, at="left")
    if caption.line:
        _draw_line(canvas, caption.line, left + width_of(name, 21) + 20, x + WIDTH - width_of(note, 16) - 24, middle)
    left = x + WIDTH - width_of(note, 16) - 14
    if caption.tag:
        wide = width_of(caption.tag, 14) + 22
        canvas.rect(Box(left - wide, middle - 13, wide, 26), 13, fill=palette.ink)
        canvas.text(left - wide / 2, middle, caption.tag, 14, palette.paper)
        left -= wide + 12
    if caption.has_answered:
        canvas.circle(left - 11, middle, 11, fill=palette.ok)
        canvas.stroke(CHECK, Box(left - 18, middle - 7, 14, 14), palette.paper, 2.2)
    elif caption.is_awaited:
        dots = ".1 4.6"
        canvas.circle(left - 11, middle, 10, fill="none", stroke=palette.muted, stroke_width=2.4, stroke_dasharray=dots)


def _draw_line(canvas: Canvas, word: str, left: float, right: float, middle: float) -> None:
    """Draw a label followed by a line to write on."""
    canvas.text(left, middle, word, 16, canvas.palette.muted, weight=500, at="left")
    start = left + width_of(word, 16) + 6
    canvas.rect(Box(start, middle + 10, right - start, 1), fill=canvas.palette.edge)


def _draw_strip(canvas: Canvas, look: SheetLook, sheet: SheetView, words: Words, left: float, top: float) -> None:
    """Draw the strip below the rows, with the boxes for misses or the footnote."""
    palette = canvas.palette
    middle = top + 26
    for index, price in enumerate(look.miss_prices):
        is_taken = index < sheet["misses"]
        box = Box(left, middle - 15, 40, 30)
        x, y = box.middle
        with canvas.group("miss taken" if is_taken else "miss"):
            canvas.rect(box, 4, fill=palette.paper, stroke=palette.edge, stroke_width=1.5)
            ink = palette.ink if is_taken else palette.muted
            if is_taken:
                canvas.stroke(CROSSES[index % len(CROSSES)], Box(left, middle - 16, 40, 32), palette.bad, 2.6)
            canvas.text(x, y, signed(-price), 15, palette.paper, stroke=palette.paper, stroke_width=2)
            canvas.text(x, y, signed(-price), 15, ink, weight=600)
        left += 46
    foot = words.page("miss.word") if look.miss_prices else words.page(look.footnote) if look.footnote else ""
    if foot:
        canvas.text(left + (6 if look.miss_prices else 0), middle, foot, 16, palette.muted, weight=500, at="left")


def _draw_total(canvas: Canvas, total: str, words: Words, right: float, y: float) -> None:
    ink, word = canvas.palette.ink, words.page("strip.total")
    if total:
        canvas.text(right, y - 1, total, 32, ink, weight=800, at="right", before=word)
        return
    place = Box(right - 76, y - 17, 76, 34)
    canvas.rect(place, 6, fill=canvas.palette.raised, stroke=canvas.palette.edge, stroke_width=1.5)
    canvas.text(place.x - 10, y, word, 17, ink, weight=600, at="right")
