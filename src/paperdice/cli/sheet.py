"""The commands `paperdice sheet check FILE` and `paperdice sheet show GAME [NAME]`."""

from __future__ import annotations

from pathlib import Path

from paperdice.cli.console import make_console
from paperdice.cli.files import save_file
from paperdice.cli.words import GameName, SheetName
from paperdice.draw import sheet_svg
from paperdice.draw.palette import ThemeName
from paperdice.draw.text import draw_row
from paperdice.errors import SetupError
from paperdice.games import find_game, load_sheet
from paperdice.match import Match
from paperdice.sheet import Sheet
from paperdice.view import view_of


def check(file: Path) -> None:
    """Check a sheet file; report what is wrong with it and where.

    Args:
        file: A sheet as a TOML file.
    """
    sheet = load_sheet(file)
    make_console().print(f"{file}: sheet {sheet.name} of {sheet.game} is valid")
    _draw(sheet)


def show(game: GameName, name: SheetName = None, *, svg: Path | None = None, theme: ThemeName = "light") -> None:
    """Draw a game's sheets, or one of them.

    Args:
        name: The sheet's name, such as classic or A.
        svg: Write a picture of the named sheet to this file instead.
        theme: The colors of the picture: light, dark or print.
    """
    shelf = find_game(game).sheets
    if svg is not None:
        if name is None:
            raise SetupError(f"a picture shows one sheet: name one of {', '.join(shelf)}")
        save_file(svg, sheet_svg(shelf[name], theme=theme).encode())
        return
    for sheet in shelf.values() if name is None else [shelf[name]]:
        make_console().print(
            f"\n[bold]{sheet.game} {sheet.name}[/]" + ("" if sheet.checked else "  (not checked against paper)")
        )
        _draw(sheet)


def _draw(sheet: Sheet) -> None:
    view = view_of(Match(find_game(sheet.game), 1, sheet), None)
    for row in view["sheets"][0]["rows"]:
        make_console().print(draw_row(row | {"score": None, "current": False}))
