"""The shipped contract, for every game, seat count and sheet."""

import pytest

import paperdice
from paperdice import Match, SeededDice
from paperdice.game import Game
from paperdice.testing import check_game, check_match, choose_eager

PAIRS = [(game, 2, None) for game in paperdice.GAMES]
DEALS = [(game, seats, None) for game in paperdice.GAMES for seats in game.seats if seats != 2]
# Sheets of the Qwixx family meet all numbers of seats, one each, and of Longo's, which differ in their lucky numbers,
# there are five; the long tests take every pair.
PRINTED = [(game, game.sheets[name]) for game in paperdice.GAMES for name in game.sheets]
SHEETS = [(game, 2, sheet.name) for game, sheet in PRINTED if sheet.extras is None]
FAMILY = [
    (game, 1 + index % 5, sheet.name)
    for game in paperdice.GAMES
    for index, sheet in enumerate(sheet for its, sheet in PRINTED if its is game and sheet.extras is not None)
    if game.name != "longo" or index < 5
]
SLOW = [pytest.param(*deal, marks=pytest.mark.slow) for deal in DEALS + SHEETS]


def _label(value: object) -> str:
    return value.name if isinstance(value, Game) else str(value)


@pytest.mark.parametrize(("game", "seats", "sheets"), FAMILY, ids=_label)
def test_the_contract_holds_on_every_sheet_of_the_family(game: Game, seats: int, sheets: str) -> None:
    """A match on each sheet, and one of seats that mark all they can."""
    check_game(game, seats, sheets, matches=1)
    check_match(Match(game, seats, sheets), SeededDice(5), 7, choose_eager)


@pytest.mark.parametrize(("game", "seats", "sheets"), [*PAIRS, *SLOW], ids=_label)
def test_the_contract_holds(game: Game, seats: int, sheets: str | None) -> None:
    """Random matches keep every promise of the contract."""
    check_game(game, seats, sheets, matches=2 if seats == 2 and sheets is None else 1)


def test_mixed_qwixx_deals_keep_the_contract() -> None:
    """Seats may hold different Qwixx sheets. [Mixed deals]"""
    check_game(paperdice.find_game("qwixx"), 3, ("classic", "mixx-a", "mixx-b"), matches=3)
