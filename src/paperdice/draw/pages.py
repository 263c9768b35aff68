"""Page layout of printed sheets and their backs. This module is also translated to JavaScript for printing in the
browser.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from paperdice.draw.backs import Back, Measure, draw_back, lay_out_back
from paperdice.draw.extras import BONUS_SIDE, is_bonus
from paperdice.draw.palette import Palette
from paperdice.draw.panel import PANEL_WIDTH, Caption, draw_panel, panel_height
from paperdice.draw.paper import LEAST_CELL, SheetGrid, places
from paperdice.draw.reckoning import draw_reckoning, reckoning_height
from paperdice.draw.rows import least_side
from paperdice.draw.svg import Canvas
from paperdice.draw.words import Words
from paperdice.sheet import SheetLook
from paperdice.view import SheetView


class Page(NamedTuple):
    """A printed page: its drawing, and the width and height of the paper in millimeters."""

    canvas: Canvas
    width: float
    height: float


class Pane(NamedTuple):
    """A sheet to print, with a caption above it.

    Attributes:
        is_blank: Whether the sheet is unused. Unused sheets also get a table of points.
        most: The highest number of marks in the table of points.
        rules: The short rules that the sheet adds to those of its game.
    """

    sheet: SheetView
    caption: Caption
    is_blank: bool = False
    most: int = 0
    rules: Sequence[str] = ()


class PageLayout(NamedTuple):
    """The arrangement of sheets on a page, and the size of each sheet."""

    plan: SheetGrid
    size: tuple[float, float]


class Told(NamedTuple):
    """The text on the backs of sheets.

    Attributes:
        title: The title of the game.
        rules: The short rules of the game.
        measure: A function that returns the width of a string at a font weight.
    """

    title: str
    rules: Sequence[str]
    measure: Measure


def make_blank(sheet: SheetView) -> SheetView:
    """Modify the view of an unused sheet in place so that it shows a blank printed sheet, and return it.

    No row is current, scores are unknown, and every cell is free.
    """
    for row in sheet["rows"]:
        row["current"] = False
        row["score"] = None
        for cell in row["cells"]:
            cell["state"] = "free"
    for column in sheet["columns"]:
        column["score"] = None
    return sheet


def size_of(look: SheetLook, panes: Sequence[Pane]) -> tuple[float, float]:
    """Return the width and height required for the largest of these sheets, including the table of points on blank
    sheets.
    """
    foot = reckoning_height(look) if panes[0].is_blank else 0
    return PANEL_WIDTH, max(panel_height(look, pane.sheet) for pane in panes) + foot


def least_scale(look: SheetLook, panes: Sequence[Pane]) -> float:
    """Return the smallest scale, in millimeters per unit of the drawing, at which players can write in every cell."""
    sides = [least_side(look, row["cells"]) for pane in panes for row in pane.sheet["rows"]]
    bonus = [BONUS_SIDE for pane in panes for line in pane.sheet.get("lines", []) if is_bonus(line)]
    return LEAST_CELL / min([*sides, *bonus])


def draw_pages(
    look: SheetLook, panes: Sequence[Pane], layout: PageLayout, palette: Palette, words: Words, told: Told | None
) -> list[Page]:
    """Draw all pages. If `told` is given, each page is followed by its back, with the rules of the game and any rules
    added by the sheets on the page.

    The back is repeated at each position on its page, so that it matches the front regardless of how the paper is
    turned.
    """
    pages: list[Page] = []
    n_places = layout.plan.n_places
    back = Back("", layout.size, 0, [])
    rules: list[str] = []
    for index in range(-(-len(panes) // n_places)):
        shown = panes[index * n_places : (index + 1) * n_places]
        pages.append(_front_page(look, shown, layout, palette, words))
        if told is not None:
            wanted = [*told.rules, *dict.fromkeys([rule for pane in shown for rule in pane.rules])]
            if wanted != rules:
                rules = wanted
                back = lay_out_back(rules, told.title, layout.size, told.measure)
            pages.append(_back_page(layout, palette, words, back))
    return pages


def _front_page(look: SheetLook, panes: Sequence[Pane], layout: PageLayout, palette: Palette, words: Words) -> Page:
    canvas = Canvas(palette, words)
    for place, pane in enumerate(panes):
        with canvas.group("place", _transform(layout, place)):
            _draw_pane(canvas, look, pane, words)
    return Page(canvas, layout.plan.width, layout.plan.height)


def _transform(layout: PageLayout, place: int) -> str:
    x, y = places(layout.plan, layout.size)[place]
    return f"translate({x:.3f} {y:.3f}) scale({layout.plan.scale:.5f} {layout.plan.scale:.5f})"


def _draw_pane(canvas: Canvas, look: SheetLook, pane: Pane, words: Words) -> None:
    foot = reckoning_height(look) if pane.is_blank else 0
    draw_panel(canvas, look, pane.sheet, pane.caption, words, is_blank=pane.is_blank, foot=foot)
    if pane.is_blank and look.points:
        draw_reckoning(canvas, look, pane.sheet, pane.most)


def _back_page(layout: PageLayout, palette: Palette, words: Words, back: Back) -> Page:
    canvas = Canvas(palette, words)
    for place in range(layout.plan.n_places):
        with canvas.group("place", _transform(layout, place)):
            draw_back(canvas, back)
    return Page(canvas, layout.plan.width, layout.plan.height)
