"""Dice-and-pencil games: Qwixx, Twenty One, Qwantum, Sixto and Longo."""

import typing as _typing

from paperdice.bots import make_bot
from paperdice.dice import ScriptedDice, SeededDice, SystemDice
from paperdice.errors import (
    BotError,
    IllegalMoveError,
    MatchOverError,
    MissingExtraError,
    NotationError,
    PaperdiceError,
    Reason,
    RecordError,
    SetupError,
    SheetError,
    StaleMatchError,
    StoreError,
    UnknownBotError,
    UnknownGameError,
    UnknownSheetError,
    WrongSeatError,
)
from paperdice.games import GAMES, find_game, load_sheet
from paperdice.match import Match, read_position, read_record
from paperdice.pad import read_records
from paperdice.view import View
from paperdice.view_builder import view_of

__all__ = [
    "GAMES",
    "BotError",
    "IllegalMoveError",
    "Match",
    "MatchOverError",
    "MissingExtraError",
    "NotationError",
    "PaperdiceError",
    "Reason",
    "RecordError",
    "ScriptedDice",
    "SeededDice",
    "SetupError",
    "SheetError",
    "StaleMatchError",
    "StoreError",
    "SystemDice",
    "UnknownBotError",
    "UnknownGameError",
    "UnknownSheetError",
    "View",
    "WrongSeatError",
    "duel",
    "find_game",
    "league",
    "load_sheet",
    "make_bot",
    "read_position",
    "read_record",
    "read_records",
    "simulate",
    "solve_game",
    "view_of",
]

if _typing.TYPE_CHECKING:
    from paperdice.arena.api import duel, league, simulate
    from paperdice.arena.solution import solve_game

    __version__: str
else:
    # Compiled code is imported on first access, since that takes longer than all other imports together.
    _LATER = {
        "duel": "paperdice.arena.api",
        "league": "paperdice.arena.api",
        "simulate": "paperdice.arena.api",
        "solve_game": "paperdice.arena.solution",
    }

    def __getattr__(name: str) -> object:
        """Import functions that need compiled code on first access, and look up `__version__`.

        Raises:
            AttributeError: The module has no attribute with this name.
        """
        if name == "__version__":
            from importlib.metadata import version

            return version("paperdice")
        if name not in _LATER:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        globals()[name] = found = getattr(import_module(_LATER[name]), name)
        return found

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__, "__version__"})
