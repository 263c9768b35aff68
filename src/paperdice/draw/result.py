"""A square picture of the result of a match: the winner, and for each player the parts of the score and the final
sheet.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from paperdice.draw.count import CountPart, count_parts, is_color
from paperdice.draw.palette import find_palette
from paperdice.draw.panel import PANEL_WIDTH, Caption, draw_panel, panel_height
from paperdice.draw.svg import Box, Canvas, add_up, number, shorten
from paperdice.draw.words import Words, signed
from paperdice.errors import Reason, SetupError
from paperdice.games import find_game
from paperdice.sheet import SheetLook
from paperdice.view import SheetView, View

SIDE = 1080
_MARGIN = 56
_TOP = 176
_BOTTOM = 1012
_GAP = 24
_BAR = 44
_BAR_ROOM = 56
_LOSS = 56
_SHORTEST = 30
_MOST_COLUMNS = 3


class Headline(NamedTuple):
    """The headline of a result.

    Attributes:
        title: The announcement of the winner.
        told: The text below the title, which names the last turn and the reason why the match ended.
    """

    title: str
    told: str


def result_svg(view: View, names: Sequence[str] = (), *, theme: str = "light", language: str = "en") -> str:
    """Return a 1080 by 1080 pixel SVG picture of the result of a finished match, as shared from the web page.

    Raises:
        SetupError: The match is not over, or the theme or the language is unknown.
    """
    if view["end_reason"] is None:
        raise SetupError("only a finished match has a result", Reason("print_unfinished", {}))
    words = Words(language)
    known = [
        name or words.own("seat", seat=seat)
        for seat, name in enumerate([*names, *[""] * view["seats"]][: view["seats"]])
    ]
    told = words.own("over", turn=view["turn"], reason=words.end(view["end_reason"]))
    headline = Headline(words.winners([known[seat] for seat in view["winners"]], view["seats"]), told)
    look = find_game(view["game"]).display.LOOK
    return draw_result(Canvas(find_palette(theme), words), look, view, known, headline, words)


def draw_result(
    canvas: Canvas, look: SheetLook, view: View, names: Sequence[str], headline: Headline, words: Words
) -> str:
    """Draw the result of a match, with the sheets in descending order of score, and return the picture as SVG."""
    palette = canvas.palette
    room = SIDE - 2 * _MARGIN
    canvas.rect(Box(0, 0, SIDE, SIDE), fill=palette.table)
    canvas.text(_MARGIN, 84, shorten(headline.title, 56, room), 56, palette.ink, weight=800, at="left")
    told = shorten(f"{view['title']} · {headline.told}", 28, room)
    canvas.text(_MARGIN, 138, told, 28, palette.muted, weight=600, at="left")
    canvas.text(_MARGIN, 1046, "paperdice", 28, palette.muted, weight=800, at="left")
    sheets = sorted(view["sheets"], key=lambda sheet: -sheet["score"])
    high = _BAR_ROOM + max(panel_height(look, sheet) for sheet in sheets)
    columns, scale = _arrange(len(sheets), high)
    lines = -(-len(sheets) // columns)
    wide, tall = PANEL_WIDTH * scale, high * scale
    left = (SIDE - columns * wide - (columns - 1) * _GAP) / 2
    top = _TOP + (_BOTTOM - _TOP - lines * tall - (lines - 1) * _GAP) / 2
    longest = max(1, *[_length_of(_parts_of(sheet)) for sheet in sheets])
    for index, sheet in enumerate(sheets):
        line, column = divmod(index, columns)
        x, y = left + column * (wide + _GAP), top + line * (tall + _GAP)
        with canvas.group("player", f"translate({number(x)} {number(y)}) scale({number(scale)} {number(scale)})"):
            _draw_bar(canvas, _parts_of(sheet), (PANEL_WIDTH - 60) / longest)
            has_won = sheet["seat"] in view["winners"] and view["seats"] > 1
            caption = Caption(names[sheet["seat"]], note=words.sheet(sheet["name"]), has_won=has_won)
            draw_panel(canvas, look, sheet, caption, words, 0, _BAR_ROOM)
    return canvas.to_svg(SIDE, SIDE, headline.title, _scores(sheets, names))


def _arrange(n_sheets: int, high: float) -> tuple[int, float]:
    """Return the number of columns that makes the sheets as large as possible, and the resulting scale."""
    best, largest = 1, 0.0
    for columns in range(1, min(n_sheets, _MOST_COLUMNS) + 1):
        lines = -(-n_sheets // columns)
        across = (SIDE - 2 * _MARGIN - (columns - 1) * _GAP) / columns / PANEL_WIDTH
        down = (_BOTTOM - _TOP - (lines - 1) * _GAP) / lines / high
        if min(across, down) > largest:
            best, largest = columns, min(across, down)
    return best, largest


def _parts_of(sheet: SheetView) -> list[CountPart]:
    """Return the parts of a seat's score, except those that are 0."""
    return [part for part in count_parts(sheet["tally"]) if part.points != 0]


def _length_of(parts: Sequence[CountPart]) -> int:
    """Return the length of the bar for these parts, in points; a negative part counts as 8."""
    return sum(part.points if part.points > 0 else 8 for part in parts)


def _draw_bar(canvas: Canvas, parts: Sequence[CountPart], unit: float) -> None:
    """Draw a bar of tiles, one for each part of a score. The length of a tile depends on its points; negative parts are
    only outlined.
    """
    palette, left = canvas.palette, 0.0
    lengths = [_LOSS if part.points < 0 else max(part.points * unit, _SHORTEST) for part in parts]
    fit = min(1.0, PANEL_WIDTH / max(1.0, add_up(lengths)))
    for index, part in enumerate(parts):
        is_loss = part.points < 0
        inks = canvas.inks(part.name if is_color(part.name) else "w")
        wide = lengths[index] * fit
        tile = Box(left, 0, wide - 5, _BAR)
        fill, edge, ink = (
            (palette.paper, palette.bad, palette.bad) if is_loss else (inks.surface, inks.border, inks.ink)
        )
        canvas.rect(tile, 10, fill=fill, stroke=edge, stroke_width=2.5)
        x, y = tile.middle
        canvas.text(x, y, signed(part.points), 20 if wide > 40 else 16, ink, weight=800)
        left += wide


def _scores(sheets: Sequence[SheetView], names: Sequence[str]) -> str:
    return "; ".join(f"{names[sheet['seat']]}: {signed(sheet['score'])}" for sheet in sheets)
