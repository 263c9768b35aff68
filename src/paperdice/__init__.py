"""Four dice-and-pencil games, exact to the letter: Qwixx, Twenty One, Qwantum and Sixto."""

from paperdice.dice import ScriptedDice, SeededDice, SystemDice
from paperdice.errors import (
    IllegalMoveError,
    MatchOverError,
    NotationError,
    PaperdiceError,
    Reason,
    RecordError,
    SetupError,
    SheetError,
    StaleMatchError,
    StoreError,
    UnknownGameError,
    UnknownSheetError,
    WrongSeatError,
)
from paperdice.games import GAMES, find_game, load_sheet
from paperdice.match import Match, read_position, read_record
from paperdice.view import view_of

__all__ = [
    "GAMES",
    "IllegalMoveError",
    "Match",
    "MatchOverError",
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
    "UnknownGameError",
    "UnknownSheetError",
    "WrongSeatError",
    "find_game",
    "load_sheet",
    "read_position",
    "read_record",
    "view_of",
]
