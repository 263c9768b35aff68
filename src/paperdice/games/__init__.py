"""The registry of games, with functions to find a game and to load custom sheets."""

from __future__ import annotations

import os
from pathlib import Path

from paperdice.errors import Reason, SheetError, UnknownGameError, suggest
from paperdice.game import Game
from paperdice.games.longo import LONGO
from paperdice.games.qwantum import QWANTUM
from paperdice.games.qwixx import QWIXX
from paperdice.games.sixto import SIXTO
from paperdice.games.twenty_one import TWENTY_ONE
from paperdice.sheet import Sheet, check_sheet, check_size, name_file, read_sheet, sheet_error

GAMES: tuple[Game, ...] = (QWIXX, TWENTY_ONE, QWANTUM, SIXTO, LONGO)


def find_game(name: str) -> Game:
    """Return the game with this name.

    Raises:
        UnknownGameError: No game has this name.
    """
    for game in GAMES:
        if game.name == name:
            return game
    known = suggest(name, (game.name for game in GAMES))
    raise UnknownGameError(f"unknown game {name!r}; {known}", Reason("unknown_game", {"game": str(name)}))


def load_sheet(path: str | os.PathLike[str]) -> Sheet:
    """Load a custom sheet from a TOML file and validate it.

    Raises:
        SheetError: The file cannot be read or the sheet is invalid. The error includes the file, the location of the
            fault and the reason.
    """
    sheet = read_sheet(Path(path))
    try:
        return check_own_sheet(sheet)
    except SheetError as error:
        raise name_file(error, str(path)) from None


def check_own_sheet(sheet: Sheet) -> Sheet:
    """Validate a custom sheet and return it unchanged.

    Raises:
        SheetError: The sheet does not fit its game, or it has printed extras, which only built-in sheets may have.
    """
    if sheet.extras is not None:
        raise sheet_error("$.extras", "only a game's own sheets print more than rows", "sheet_extras")
    try:
        game = find_game(sheet.game)
    except UnknownGameError as error:
        raise sheet_error("$.game", str(error), "unknown_game", **error.reason.params) from None
    check_size(sheet, game.shape)
    check_sheet(sheet, game.shape)
    return sheet
