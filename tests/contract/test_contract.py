"""The shipped contract, for every game, seat count and kind of sheet."""

import pytest

import paperdice
from paperdice import Match, SeededDice
from paperdice.game import Game
from paperdice.testing import check_game, check_match, choose_eager
from tests.sampling import sample

SEATS = [(game, seats, None) for game in paperdice.GAMES for seats in game.seats]
# One number of seats for each sheet of the Qwixx family, and only five of Longo's sheets, which differ in their lucky
# numbers; the long tests take every pair.
PRINTED = [(game, game.sheets[name]) for game in paperdice.GAMES for name in game.sheets]
SHEETS = [(game, 2, sheet.name) for game, sheet in PRINTED if sheet.extras is None]
FAMILY = [
    (game, 1 + index % 5, sheet.name)
    for game in paperdice.GAMES
    for index, sheet in enumerate(sheet for its, sheet in PRINTED if its is game and sheet.extras is not None)
    if game.name != "longo" or index < 5
]
# One of each kind of sheet, with all numbers of seats among them; steps, chains and Longo have five similar sheets.
KINDS = {"big-points", "bonus-a", "bonus-b", "chain-d", "double-a", "double-b", "steps-a", "x-change", "longo-2"}
DEALS = sample([*SEATS, *SHEETS], 20, always=[(game, 2, None) for game in paperdice.GAMES])


def _label(value: object) -> str:
    return value.name if isinstance(value, Game) else str(value)


@pytest.mark.sampled
def test_the_usual_sample_meets_every_game_kind_of_sheet_and_number_of_seats() -> None:
    assert {name for _, _, name in FAMILY} >= KINDS
    assert {seats for _, seats, name in FAMILY if name in KINDS} == {1, 2, 3, 4, 5}
    assert {seats for _, seats, _ in DEALS} == {1, 2, 3, 4, 5, 6}
    assert {game for game, _, _ in DEALS} == set(paperdice.GAMES)


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("game", "seats", "sheets"), sample(FAMILY, 0, always=[deal for deal in FAMILY if deal[2] in KINDS]), ids=_label
)
def test_the_contract_holds_on_sheets_of_the_family(game: Game, seats: int, sheets: str) -> None:
    """A match on each sheet, and one in which seats mark as much as they can."""
    check_game(game, seats, sheets, matches=1)
    check_match(Match(game, seats, sheets), SeededDice(5), 7, choose_eager)


@pytest.mark.sampled
@pytest.mark.parametrize(("game", "seats", "sheets"), DEALS, ids=_label)
def test_the_contract_holds(game: Game, seats: int, sheets: str | None) -> None:
    """Random matches keep every promise of the contract."""
    check_game(game, seats, sheets, matches=2 if seats == 2 and sheets is None else 1)


def test_mixed_qwixx_deals_keep_the_contract() -> None:
    """Seats may hold different Qwixx sheets. [Mixed deals]"""
    check_game(paperdice.find_game("qwixx"), 3, ("classic", "mixx-a", "mixx-b"), matches=3)
