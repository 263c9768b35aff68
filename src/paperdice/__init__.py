"""Four dice-and-pencil games, exact to the letter: Qwixx, Twenty One, Qwantum and Sixto."""

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
from paperdice.view import View, view_of

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
    "find_game",
    "load_sheet",
    "make_bot",
    "read_position",
    "read_record",
    "view_of",
]

if _typing.TYPE_CHECKING:
    __version__: str
else:

    def __getattr__(name: str) -> str:
        """Looks up the version when it is asked for, since that takes longer than everything else here."""
        if name != "__version__":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib.metadata import version

        return version("paperdice")
