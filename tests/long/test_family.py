"""The Qwixx family against its oracle and its contract, for every sheet and number of seats, with many matches."""

from random import Random

import numpy as np
import pytest

import paperdice
from paperdice.bots.casual import make_casual
from paperdice.bots.registry import find_policy
from paperdice.fast.playout import RANDOM, Playout
from paperdice.game import Game
from paperdice.testing import check_game
from tests.oracle import family, longo, players
from tests.oracle.test_agreement_family import deals_with, play_both

QWIXX = paperdice.find_game("qwixx")
SHEETS = [
    (game.name, sheet.name) for game in paperdice.GAMES for sheet in game.sheets.values() if sheet.extras is not None
]


@pytest.mark.parametrize("name", [name for _, name in SHEETS])
def test_many_matches_agree(name: str) -> None:
    """Both ways to end are seen."""
    rng = Random(f"long {name}")
    styles = [players.play_at_random, *[players.skip_little] * 3]
    ends = {play_both(rng, deal, styles[number % 4]) for number in range(60) for deal in deals_with(name, rng)}
    assert ends == {"locks", "misses"}


@pytest.mark.parametrize("seats", range(1, 6))
@pytest.mark.parametrize(("game", "name"), SHEETS)
def test_the_contract_holds_for_every_number_of_seats(game: str, name: str, seats: int) -> None:
    check_game(paperdice.find_game(game), seats, name, matches=5)


def test_every_sheet_has_an_oracle() -> None:
    assert {name for _, name in SHEETS} <= {*family.NAMES, *longo.NAMES}


def share_of_steady(game: Game, name: str, matches: int) -> float:
    """Return the share of wins of `steady` against `casual`, on the same dice in both orders."""
    sheet = game.sheets[name]
    game = game.on([sheet])
    steady, casual = find_policy("steady", game, 2), make_casual(game)
    first = Playout(game, [sheet] * 2, [steady, casual]).play(7, 0, matches // 2)["scores"]
    second = Playout(game, [sheet] * 2, [casual, steady]).play(7, 0, matches // 2)["scores"]
    leads = np.concatenate([first[:, 0] - first[:, 1], second[:, 1] - second[:, 0]])
    return float((np.sign(leads).mean() + 1) / 2)


@pytest.mark.parametrize(("game", "name"), SHEETS)
def test_steady_takes_three_quarters_from_the_beginner(game: str, name: str) -> None:
    assert share_of_steady(paperdice.find_game(game), name, 2000) > 0.75


@pytest.mark.parametrize("name", ["double-b", "x-change"])
def test_the_beginner_beats_random(name: str) -> None:
    """Far beyond luck: of 200 matches, 70 % is five standard errors above one half."""
    sheet = QWIXX.sheets[name]
    game = QWIXX.on([sheet])
    scores = Playout(game, [sheet] * 2, [make_casual(game), RANDOM]).play(1, 0, 200)["scores"]
    assert (scores[:, 0] > scores[:, 1]).mean() > 0.7
