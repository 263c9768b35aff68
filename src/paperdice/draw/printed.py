"""Printable pages: blank sheets to play on, with the short rules on their backs, and the filled sheets of a finished
match as a keepsake.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from paperdice.draw.fonts import find_font
from paperdice.draw.pages import Page, PageLayout, Pane, Told, draw_pages, least_scale, size_of
from paperdice.draw.palette import COLOR_PRINT, Palette, find_palette
from paperdice.draw.panel import Caption
from paperdice.draw.paper import arrange, check_copies
from paperdice.draw.pdf import write_pdf
from paperdice.draw.picture import blank_view
from paperdice.draw.words import Words
from paperdice.errors import Reason, SetupError
from paperdice.game import Game
from paperdice.games import find_game
from paperdice.sheet import Sheet, SheetLook
from paperdice.view import Viewable
from paperdice.view_builder import open_sheet


@dataclass(frozen=True, slots=True)
class PrintStyle:
    """Print options: the paper size, the language, whether to use grey instead of color, and whether to print large."""

    paper: str = "a4"
    language: str = "en"
    grey: bool = False
    large: bool = False

    @property
    def palette(self) -> Palette:
        """The palette for these options."""
        return find_palette("print") if self.grey else COLOR_PRINT


class Prints(NamedTuple):
    """Pages to be written to files, with the title and language of the document."""

    pages: tuple[Page, ...]
    title: str
    language: str

    def to_pdf(self) -> bytes:
        """Return the pages as a PDF file."""
        return write_pdf(self.pages, self.title, self.language)

    def to_svgs(self) -> tuple[str, ...]:
        """Return each page as an SVG file in which all text is converted to outlines."""
        from paperdice.draw.outlines import outline

        return tuple(
            page.canvas.to_svg(page.width, page.height, self.title, self.title, unit="mm", outline=outline)
            for page in self.pages
        )


def print_sheets(
    sheets: Sequence[Sheet], copies: int = 1, style: PrintStyle | None = None, *, rules: bool = True
) -> Prints:
    """Lay out blank sheets of one game for printing.

    Args:
        sheets: The sheets, which must belong to the same game.
        copies: The number of copies of each sheet.
        style: The print options.
        rules: Whether to print the short rules on the backs.

    Raises:
        SetupError: The sheets belong to different games, there are too many or too few, or they do not fit on the
            paper.
    """
    chosen = style or PrintStyle()
    game = _check_sheets(sheets)
    check_copies(copies, len(sheets))
    words = Words(chosen.language)
    look = game.display.LOOK
    panes = [_blank_pane(game, sheet, words) for sheet in sheets for _ in range(copies)]
    layout = _lay_out(look, panes, chosen)
    told = Told(game.title, words.rules(game.name), _measure) if rules else None
    pages = draw_pages(look, panes, layout, chosen.palette, words, told)
    return Prints(tuple(pages), f"{game.title}, {', '.join(sheet.name for sheet in sheets)}", chosen.language)


def _blank_pane(game: Game, sheet: Sheet, words: Words) -> Pane:
    caption = Caption(game.title, note=words.sheet(sheet.name), line=words.own("name"))
    most = sheet.extras.most_marks if sheet.extras else len(game.display.LOOK.points)
    return Pane(blank_view(game, sheet), caption, is_blank=True, most=most, rules=words.sheet_rules(sheet.name))


def print_match(match: Viewable, style: PrintStyle | None = None, *, names: Sequence[str] | None = None) -> Prints:
    """Lay out the filled sheets of a finished match for printing as a keepsake.

    Args:
        match: The finished match.
        style: The print options.
        names: The names of the players; by default, those in the headers of the match.

    Raises:
        SetupError: The match is not over, or the sheets do not fit on the paper.
    """
    chosen = style or PrintStyle()
    if not match.over:
        raise SetupError("only a finished match is printed", Reason("print_unfinished", {}))
    words = Words(chosen.language)
    known = list(names if names is not None else match.names)
    panes = [_filled_pane(match, seat, known[seat], words) for seat in range(match.seats)]
    look = match.game.display.LOOK
    pages = draw_pages(look, panes, _lay_out(look, panes, chosen), chosen.palette, words, None)
    return Prints(tuple(pages), f"{match.game.title}: {', '.join(filter(None, known))}", chosen.language)


def _filled_pane(match: Viewable, seat: int, name: str, words: Words) -> Pane:
    view = open_sheet(match.raw, seat)
    has_won = seat in match.winners and match.seats > 1
    caption = Caption(
        name or words.own("seat", seat=seat),
        tag=words.own("wins") if has_won else "",
        note=f"{match.game.title} · {words.sheet(view['name'])}",
        has_won=has_won,
    )
    return Pane(view, caption)


def _lay_out(look: SheetLook, panes: Sequence[Pane], style: PrintStyle) -> PageLayout:
    size = size_of(look, panes)
    return PageLayout(arrange(style.paper, len(panes), size, least_scale(look, panes), style.large), size)


def _measure(text: str, weight: int) -> float:
    return find_font(weight).width(text, 1)


def _check_sheets(sheets: Sequence[Sheet]) -> Game:
    games = {sheet.game for sheet in sheets}
    if len(games) != 1:
        raise SetupError("sheets of one game are printed at a time, one or more", Reason("print_one_game", {}))
    return find_game(games.pop())
