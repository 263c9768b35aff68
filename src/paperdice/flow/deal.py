"""The sheets of the seats of a table: the game's own by name, custom ones with all printed cells."""

from __future__ import annotations

from collections.abc import Sequence

from paperdice.dice import DiceSource, SeededDice
from paperdice.errors import Reason, SetupError
from paperdice.game import Game
from paperdice.games import check_own_sheet
from paperdice.position import format_sheet, parse_sheet
from paperdice.sheet import Sheet


def read_deal(game: Game, texts: Sequence[str] | None, *, own_sheets: bool = True) -> list[Sheet] | None:
    """Return the sheets that are named, or written as `mine=r2,r3,…/…`; None selects the deal of the game."""
    if texts is None:
        return None
    if not own_sheets and any("=" in text for text in texts):
        raise SetupError("sheets of an owner are not played on this server", Reason("own_sheets_off", {}))
    dealt = [parse_sheet(game, text) for text in texts]
    return [sheet if "=" not in text else check_own_sheet(sheet) for sheet, text in zip(dealt, texts, strict=True)]


def name_deal(game: Game, sheets: Sequence[Sheet]) -> list[str]:
    """Return sheets as a table stores them."""
    return [format_sheet(game, sheet) for sheet in sheets]


def seeded_dice(seed: str) -> DiceSource:
    """Return the dice of a published seed."""
    return SeededDice(int(seed))
