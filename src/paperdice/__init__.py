"""Four dice-and-pencil games, exact to the letter: Qwixx, Twenty One, Qwantum and Sixto."""

from paperdice.bots import make_bot
from paperdice.dice import ScriptedDice, SeededDice, SystemDice
from paperdice.errors import (
    BotError,
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
    UnknownBotError,
    UnknownGameError,
    UnknownSheetError,
    WrongSeatError,
)
from paperdice.games import GAMES, find_game, load_sheet
from paperdice.match import Match, read_position, read_record
from paperdice.view import view_of

__all__ = [
    "GAMES",
    "BotError",
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
    "UnknownBotError",
    "UnknownGameError",
    "UnknownSheetError",
    "WrongSeatError",
    "find_game",
    "load_sheet",
    "make_bot",
    "read_position",
    "read_record",
    "view_of",
]
