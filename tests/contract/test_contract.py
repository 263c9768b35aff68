"""The shipped contract, for every game, seat count and sheet."""

import pytest

import paperdice
from paperdice.game import Game
from paperdice.testing import check_game

PAIRS = [(game, 2, None) for game in paperdice.GAMES]
DEALS = [(game, seats, None) for game in paperdice.GAMES for seats in game.seats if seats != 2]
SHEETS = [(game, 2, name) for game in paperdice.GAMES for name in game.sheets]
SLOW = [pytest.param(*deal, marks=pytest.mark.slow) for deal in DEALS + SHEETS]


def _label(value: object) -> str:
    return value.name if isinstance(value, Game) else str(value)


@pytest.mark.parametrize(("game", "seats", "sheets"), [*PAIRS, *SLOW], ids=_label)
def test_the_contract_holds(game: Game, seats: int, sheets: str | None) -> None:
    """Random matches keep every promise of the contract."""
    check_game(game, seats, sheets, matches=2)


def test_mixed_qwixx_deals_keep_the_contract() -> None:
    """Seats may hold different Qwixx sheets. [Mixed deals]"""
    check_game(paperdice.find_game("qwixx"), 3, ("classic", "mixx-a", "mixx-b"), matches=3)
