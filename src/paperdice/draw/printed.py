"""Sheets on paper: blank ones to play on, with the short rules on their backs, and filled ones as a keepsake."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from paperdice.draw.backs import draw_back, lay_out_back
from paperdice.draw.extras import BONUS_SIDE, is_bonus
from paperdice.draw.palette import COLOR_PRINT, Palette, find_palette
from paperdice.draw.panel import PANEL_WIDTH, Caption, draw_panel, panel_height
from paperdice.draw.paper import LEAST_CELL, Plan, arrange, check_copies, places
from paperdice.draw.pdf import Page, write_pdf
from paperdice.draw.picture import blank_view
from paperdice.draw.reckoning import draw_reckoning, reckoning_height
from paperdice.draw.rows import least_side
from paperdice.draw.svg import Canvas
from paperdice.draw.words import Words
from paperdice.errors import Reason, SetupError
from paperdice.game import Game
from paperdice.games import find_game
from paperdice.sheet import Sheet, SheetLook
from paperdice.view import SheetView, Viewable, open_sheet

Drawer = Callable[[Canvas], None]


@dataclass(frozen=True, slots=True)
class PrintStyle:
    """How sheets are printed: on which paper, in which language, grey or in color, and as large as it goes."""

    paper: str = "a4"
    language: str = "en"
    grey: bool = False
    large: bool = False

    @property
    def palette(self) -> Palette:
        """The inks."""
        return find_palette("print") if self.grey else COLOR_PRINT


class Prints(NamedTuple):
    """Pages ready to be written, with their title and language."""

    pages: tuple[Page, ...]
    title: str
    language: str

    def to_pdf(self) -> bytes:
        """Gives one PDF file."""
        return write_pdf(self.pages, self.title, self.language)

    def to_svgs(self) -> tuple[str, ...]:
        """Gives an SVG file for each page, with all texts as outlines."""
        from paperdice.draw.outlines import outline

        return tuple(
            page.canvas.to_svg(page.width, page.height, self.title, self.title, unit="mm", outline=outline)
            for page in self.pages
        )


def print_sheets(
    sheets: Sequence[Sheet], copies: int = 1, style: PrintStyle | None = None, *, rules: bool = True
) -> Prints:
    """Lays out copies of blank sheets of one game, with its short rules on the backs unless they are not wanted."""
    chosen = style or PrintStyle()
    game = _check_sheets(sheets)
    check_copies(copies, len(sheets))
    words = Words(chosen.language)
    look = game.display.LOOK
    views = [blank_view(game, sheet) for sheet in sheets for _ in range(copies)]
    foot = reckoning_height(look)
    most = {sheet.name: sheet.extras.most_marks if sheet.extras else len(look.points) for sheet in sheets}

    def drawer(view: SheetView) -> Drawer:
        note = words.sheet(view["name"])
        caption = Caption(game.title, note=note, line=words.own("name"))

        def draw(canvas: Canvas) -> None:
            draw_panel(canvas, look, view, caption, words, is_blank=True, foot=foot)
            if look.points:
                draw_reckoning(canvas, look, view, most[view["name"]])

        return draw

    size = PANEL_WIDTH, max(panel_height(look, view) for view in views) + foot
    added = [text for name in dict.fromkeys(sheet.name for sheet in sheets) for text in words.sheet_rules(name)]
    told = [*words.rules(game.name), *dict.fromkeys(added)] if rules else []

    back = lay_out_back(told, game.title, size)

    def draw_rules(canvas: Canvas) -> None:
        draw_back(canvas, back)

    plan = arrange(chosen.paper, len(views), size, _least_scale(look, views), chosen.large)
    pages = _lay_out(plan, size, [drawer(view) for view in views], chosen.palette, draw_rules if told else None)
    return Prints(pages, f"{game.title}, {', '.join(sheet.name for sheet in sheets)}", chosen.language)


def print_match(match: Viewable, style: PrintStyle | None = None, *, names: Sequence[str] | None = None) -> Prints:
    """Lays out the filled sheets of a finished match, one a seat, as a keepsake."""
    chosen = style or PrintStyle()
    if not match.over:
        raise SetupError("only a finished match is printed", Reason("print_unfinished", {}))
    words = Words(chosen.language)
    look = match.game.display.LOOK
    views = [open_sheet(match.raw, seat) for seat in range(match.seats)]
    known = list(names if names is not None else match.names)

    def drawer(view: SheetView) -> Drawer:
        seat = view["seat"]
        has_won = seat in match.winners and match.seats > 1
        caption = Caption(
            known[seat] or words.own("seat", seat=seat),
            tag=words.own("wins") if has_won else "",
            note=f"{match.game.title} · {words.sheet(view['name'])}",
            has_won=has_won,
        )
        return lambda canvas: draw_panel(canvas, look, view, caption, words)

    size = PANEL_WIDTH, max(panel_height(look, view) for view in views)
    plan = arrange(chosen.paper, len(views), size, _least_scale(look, views), chosen.large)
    pages = _lay_out(plan, size, [drawer(view) for view in views], chosen.palette, None)
    return Prints(pages, f"{match.game.title}: {', '.join(filter(None, known))}", chosen.language)


def _check_sheets(sheets: Sequence[Sheet]) -> Game:
    games = {sheet.game for sheet in sheets}
    if len(games) != 1:
        raise SetupError("sheets of one game are printed at a time, one or more", Reason("print_one_game", {}))
    return find_game(games.pop())


def _least_scale(look: SheetLook, views: Sequence[SheetView]) -> float:
    """Gives the smallest scale at which every cell is large enough to write in."""
    sides = [least_side(look, row["cells"]) for view in views for row in view["rows"]]
    bonus = [float(BONUS_SIDE) for view in views for line in view.get("lines", []) if is_bonus(line)]
    return LEAST_CELL / min(sides + bonus)


def _lay_out(
    plan: Plan, size: tuple[float, float], drawers: Sequence[Drawer], palette: Palette, back: Drawer | None
) -> tuple[Page, ...]:
    """Gives the pages, each with its back behind it; backs fill all places, so that they meet fronts on both ways."""
    pages = []
    for first in range(0, len(drawers), plan.n_places):
        pages.append(_page(plan, size, drawers[first : first + plan.n_places], palette))
        if back is not None:
            pages.append(_page(plan, size, [back] * plan.n_places, palette))
    return tuple(pages)


def _page(plan: Plan, size: tuple[float, float], drawers: Sequence[Drawer], palette: Palette) -> Page:
    canvas = Canvas(palette)
    for draw, (x, y) in zip(drawers, places(plan, size), strict=False):
        with canvas.group("place", f"translate({x:.3f} {y:.3f}) scale({plan.scale:.5f} {plan.scale:.5f})"):
            draw(canvas)
    return Page(canvas, plan.width, plan.height)
