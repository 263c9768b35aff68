"""The commands that check, draw and print sheets: `sheet check`, `sheet show` and `print`."""

from __future__ import annotations

from pathlib import Path

from paperdice.cli.completion import GameName, PrintedNames, SheetName
from paperdice.cli.console import Readable, make_console, read_text, save_file
from paperdice.draw import sheet_svg
from paperdice.draw.palette import ThemeName
from paperdice.draw.paper import PaperName
from paperdice.draw.text import draw_row
from paperdice.errors import Reason, SetupError
from paperdice.games import find_game, load_sheet
from paperdice.history import MatchLike
from paperdice.match import Match
from paperdice.pad import final_match
from paperdice.record import parse_record
from paperdice.sheet import Sheet
from paperdice.texts import Language
from paperdice.view_builder import view_of


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


KINDS = (".pdf", ".svg")


def print(  # noqa: A001 # the function has the name of the command
    game: GameName | None = None,
    /,
    *sheets: PrintedNames,
    match: Readable | None = None,
    copies: int = 1,
    paper: PaperName = "a4",
    out: Path = Path("sheets.pdf"),
    language: Language = "en",
    grey: bool = False,
    large: bool = False,
    rules: bool = True,
) -> None:
    """Print sheets to play on with real dice, or the filled sheets of a match.

    Args:
        sheets: Names such as classic or A, or sheet files; by default all sheets of the game.
        match: Print the filled sheets of this record instead, as a keepsake.
        copies: The number of copies of each sheet.
        paper: a4 or letter.
        out: The file to write, ending in .pdf or .svg; an SVG of several pages becomes several files.
        language: en, fr or de.
        grey: Print without colors; letters and patterns remain.
        large: One sheet per page, as large as possible.
        rules: Print the short rules on the back.
    """
    _check_file(out)
    from paperdice.draw.printed import PrintStyle, print_match, print_sheets

    style = PrintStyle(paper, language, grey, large)
    if match is None:
        pages = print_sheets(_find_sheets(game, sheets), copies, style, rules=rules)
    else:
        pages = print_match(_find_match(match, game, sheets), style)
    if out.suffix.lower() == ".pdf":
        save_file(out, pages.to_pdf())
        return
    svgs = pages.to_svgs()
    for place, svg in enumerate(svgs, 1):
        save_file(_numbered(out, place, len(svgs)), svg.encode())


def _check_file(out: Path) -> None:
    if out.suffix.lower() not in KINDS:
        reason = Reason("bad_print_file", {"file": out.name})
        raise SetupError(f"{out} must end in .pdf or .svg", reason)


def _find_sheets(game: str | None, names: tuple[str, ...]) -> list[Sheet]:
    """Return the named sheets of a game, or those in sheet files; without names, return all sheets of the game.

    Raises:
        SetupError: No game is named, or a file contains a sheet of another game.
    """
    if game is None:
        raise SetupError("name a game, or a record with --match", Reason("print_one_game", {}))
    known = find_game(game)
    if not names:
        return list(known.sheets.values())
    found = [load_sheet(Path(name)) if name.endswith(".toml") else known.sheets[name] for name in names]
    for sheet in found:
        if sheet.game != known.name:
            raise SetupError(f"{sheet.name} is a sheet of {sheet.game}, not of {game}", Reason("print_one_game", {}))
    return found


def _find_match(file: Path, game: str | None, names: tuple[str, ...]) -> MatchLike:
    if game is not None or names:
        raise SetupError("a record already defines its game and sheets: leave them out", Reason("print_one_game", {}))
    return final_match(parse_record(read_text(file)))


def _numbered(file: Path, place: int, n_files: int) -> Path:
    return file if n_files == 1 else file.with_stem(f"{file.stem}-{place}")
