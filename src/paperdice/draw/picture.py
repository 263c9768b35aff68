"""Complete SVG pictures: a blank sheet, a roll of dice, or a match as seen by a seat or by spectators."""

from __future__ import annotations

from collections.abc import Sequence

from paperdice.draw.dice import MARGIN, SIDE, draw_color_sums, draw_dice
from paperdice.draw.pages import make_blank
from paperdice.draw.palette import find_palette
from paperdice.draw.panel import PANEL_WIDTH, Caption, draw_panel, panel_height
from paperdice.draw.rows import color_of
from paperdice.draw.svg import Box, Canvas, shorten, width_of
from paperdice.draw.words import Words, signed
from paperdice.errors import SetupError
from paperdice.game import Game
from paperdice.games import find_game
from paperdice.position import parse_faces, start_position
from paperdice.sheet import Sheet
from paperdice.view import DieView, SheetView, View, Viewable
from paperdice.view_builder import die_view, open_sheet, view_of

_PAD = 16
_GAP = 14
_HEAD = 34
_CORNER = 20
_SUMS = 36


def sheet_svg(sheet: Sheet, *, theme: str = "light", language: str = "en", width: float | None = None) -> str:
    """Return an SVG picture of a blank sheet.

    Args:
        sheet: The sheet to draw.
        theme: `light`, `dark`, or `print`, which is grey and saves ink.
        language: `en`, `fr` or `de`.
        width: The display width; by default, the width of the drawing.

    Raises:
        SetupError: An argument is invalid.
    """
    if not isinstance(sheet, Sheet):
        raise SetupError(f"a drawing needs a sheet from load_sheet or match.sheets, not {sheet!r}")
    game = find_game(sheet.game)
    words = Words(language)
    canvas = Canvas(find_palette(theme), words)
    blank = blank_view(game, sheet)
    title = f"{game.title}, {words.own('sheet', sheet=sheet.name)}"
    caption = Caption(game.title, note=words.own("sheet", sheet=sheet.name))
    look = game.display.LOOK
    height = panel_height(look, blank)
    draw_panel(canvas, look, blank, caption, words, is_blank=True)
    return canvas.to_svg(PANEL_WIDTH, height, title, title, _check_width(width))


def blank_view(game: Game, sheet: Sheet) -> SheetView:
    """Return the view of a sheet as it is printed, without marks or scores."""
    return make_blank(open_sheet(start_position(game, [sheet], 0), 0))


def roll_svg(game: Game, roll: str, *, theme: str = "light", language: str = "en", width: float | None = None) -> str:
    """Return an SVG picture of a roll, which may omit some of the game's dice but must keep their order.

    Raises:
        NotationError: Part of the roll is not a face of the game's dice.
        SetupError: The faces are not in the game's order, or another argument is invalid.
    """
    dice = _find_dice(game, parse_faces(game, roll))
    canvas = Canvas(find_palette(theme), Words(language))
    reach = draw_dice(canvas, dice, game.display.LOOK, _PAD - MARGIN, _PAD - MARGIN)
    return canvas.to_svg(reach + _PAD - MARGIN, SIDE + 2 * _PAD, roll, roll, _check_width(width))


def _find_dice(game: Game, faces: list[str]) -> list[DieView]:
    """Match each face to the next die of the game that has it, in order, and return the views of these dice."""
    dice, left = [], list(game.dice)
    for face in faces:
        while left and face not in left[0].faces:
            del left[0]
        if not left:
            raise SetupError(f"the dice of {game.title} stand in the order {' '.join(die.name for die in game.dice)}")
        die = left.pop(0)
        dice.append(die_view(die, die.faces.index(face) + 1, is_wanted=False))
    return dice


def match_svg(
    match: Viewable,
    seat: int | None = None,
    *,
    names: Sequence[str] | None = None,
    theme: str = "light",
    language: str = "en",
    width: float | None = None,
    columns: int | None = None,
    title: str | None = None,
) -> str:
    """Return an SVG picture of a match with its dice and all sheets, including the legal moves of a seat if one is
    given.

    Args:
        match: The match to draw.
        seat: The seat whose view is drawn; None for the public view.
        names: The names of the players; by default, those in the headers of the match.
        theme: `light`, `dark`, or `print`, which is grey and saves ink.
        language: `en`, `fr` or `de`.
        width: The display width; by default, the width of the drawing.
        columns: The number of columns in which to arrange the sheets; by default, two.
        title: The title of the file; by default, the current turn and phase.

    Raises:
        SetupError: An argument is invalid.
    """
    known = names if names is not None else match.names
    return view_svg(
        view_of(match, seat), known, theme=theme, language=language, width=width, columns=columns, title=title
    )


def view_svg(
    view: View,
    names: Sequence[str] = (),
    *,
    theme: str = "light",
    language: str = "en",
    width: float | None = None,
    columns: int | None = None,
    title: str | None = None,
) -> str:
    """Return an SVG picture of a view; the arguments are the same as for `match_svg`."""
    words = Words(language)
    canvas = Canvas(find_palette(theme), words)
    return _Table(view, names, words, canvas, columns).draw(title, _check_width(width))


def _check_width(width: float | None) -> float | None:
    if width is not None and not 1 <= width <= 100_000:
        raise SetupError(f"a picture is 1 to 100000 wide, not {width!r}")
    return width


class _Table:
    """A picture of a match, consisting of a headline, the dice and a grid of sheets."""

    def __init__(self, view: View, names: Sequence[str], words: Words, canvas: Canvas, columns: int | None) -> None:
        self._view, self._words, self._canvas = view, words, canvas
        self._names = [
            name or words.own("seat", seat=seat)
            for seat, name in enumerate([*names, *[""] * view["seats"]][: view["seats"]])
        ]
        self._look = find_game(view["game"]).display.LOOK
        if columns is not None and columns < 1:
            raise SetupError(f"sheets stand in one column or more, not {columns!r}")
        self._columns = min(columns or 2, view["seats"])

    def draw(self, title: str | None, width: float | None) -> str:
        """Draw the picture and return it as SVG."""
        canvas, look, sheets = self._canvas, self._look, self._view["sheets"]
        wide = self._columns * (PANEL_WIDTH + _GAP) - _GAP + 2 * _PAD
        top = _PAD + _HEAD + self._tray_height()
        heights = [panel_height(look, sheet) for sheet in sheets]
        lines = [max(heights[i : i + self._columns]) for i in range(0, len(heights), self._columns)]
        high = top + sum(lines) + _GAP * (len(lines) - 1) + _PAD
        canvas.rect(Box(0, 0, wide, high), _CORNER, fill=canvas.palette.table)
        self._draw_head(wide)
        if look.head != "die":
            self._draw_tray()
        for index, sheet in enumerate(sheets):
            line, column = divmod(index, self._columns)
            place = _PAD + column * (PANEL_WIDTH + _GAP), top + sum(lines[:line]) + _GAP * line
            draw_panel(canvas, look, sheet, self._caption(index), self._words, *place, self._view["dice"])
        return canvas.to_svg(wide, high, title or self._standing(), self._scores(), width)

    def _tray_height(self) -> float:
        if self._look.head == "die":
            return 0
        return SIDE + 2 * MARGIN + 12 + (_SUMS + 10 if self._has_color_sums() else 0)

    def _has_color_sums(self) -> bool:
        return self._look.dice_sum == "colors" and self._view["roll"] != ""

    def _draw_head(self, wide: float) -> None:
        palette, title = self._canvas.palette, self._view["title"]
        self._canvas.text(_PAD + 4, _PAD + 10, title, 24, palette.ink, weight=800, at="left")
        room = wide - 2 * _PAD - width_of(title, 24) - 20
        told = shorten(self._told(), 17, room)
        self._canvas.text(wide - _PAD - 4, _PAD + 11, told, 17, palette.muted, weight=500, at="right")

    def _told(self) -> str:
        view, words = self._view, self._words
        if view["end_reason"] is not None:
            return words.own("over", turn=view["turn"], reason=words.end(view["end_reason"]))
        return f"{words.own('turn', turn=view['turn'])} · {words.phase(view['phase'])}"

    def _draw_tray(self) -> None:
        top = _PAD + _HEAD
        draw_dice(self._canvas, self._view["dice"], self._look, _PAD - 4, top, self._useful_faces())
        if self._has_color_sums():
            colors = [color_of(row) for row in self._view["sheets"][0]["rows"]]
            box = Box(_PAD + 4, top + SIDE + 2 * MARGIN + 8, PANEL_WIDTH - 8, _SUMS)
            draw_color_sums(self._canvas, self._view["dice"], colors, box)

    def _useful_faces(self) -> frozenset[str] | None:
        """Return the faces that the viewing seat can use to mark a cell, or None for spectators and seats that have
        nothing to mark.
        """
        seat = self._view["seat"]
        if seat is None or seat not in self._view["acting"] or self._view["phase"] == "reroll":
            return None
        cells = [cell for row in self._view["sheets"][seat]["rows"] for cell in row["cells"]]
        return frozenset(face for cell in cells for way in cell.get("ways", []) for face in way)

    def _caption(self, seat: int) -> Caption:
        view, words = self._view, self._words
        has_won = seat in view["winners"] and view["seats"] > 1
        is_active = seat == view["active"] and not view["over"]
        return Caption(
            self._names[seat],
            tag=words.own("wins") if has_won else words.own("active") if is_active and view["seats"] > 1 else "",
            note=words.own("sheet", sheet=view["sheets"][seat]["name"]),
            has_answered=seat in view["answered"],
            is_awaited=seat in view["acting"],
            has_won=has_won,
        )

    def _standing(self) -> str:
        return f"{self._view['title']}, {self._told()}"

    def _scores(self) -> str:
        told = zip(self._names, self._view["scores"], strict=True)
        return "; ".join(f"{name}: {signed(score)}" for name, score in told)
