"""Conversion between sheets and their stored text: the name of a sheet, or all printed cells of a custom sheet."""

from __future__ import annotations

from collections.abc import Sequence

from paperdice.dice import DiceSource, SeededDice
from paperdice.flow.refusals import refuse_setup
from paperdice.game import Game
from paperdice.games import check_own_sheet
from paperdice.position import format_sheet, parse_sheet
from paperdice.sheet import Sheet


def read_deal(game: Game, texts: Sequence[str] | None, *, own_sheets: bool = True) -> list[Sheet] | None:
    """Parse the sheets of a table. Return None, which stands for the game's default sheets, if `texts` is None.

    Args:
        game: The game.
        texts: The names of sheets of the game, or custom sheets in the form `mine=r2,r3,…/…`.
        own_sheets: Whether custom sheets are allowed.

    Raises:
        SetupError: Custom sheets are not allowed.
        SheetError: The game cannot be played on a custom sheet.
        UnknownSheetError: The game has no sheet with that name.
    """
    if texts is None:
        return None
    if not own_sheets and any("=" in text for text in texts):
        raise refuse_setup("own_sheets_off")
    dealt = [parse_sheet(game, text) for text in texts]
    return [sheet if "=" not in text else check_own_sheet(sheet) for sheet, text in zip(dealt, texts, strict=True)]


def name_deal(game: Game, sheets: Sequence[Sheet]) -> list[str]:
    """Return the texts that a table stores for its sheets (the inverse of `read_deal`)."""
    return [format_sheet(game, sheet) for sheet in sheets]


def seeded_dice(seed: str) -> DiceSource:
    """Return the dice generated from a published seed."""
    return SeededDice(int(seed))
