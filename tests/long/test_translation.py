"""Rules and their translation play every game on every sheet with every number of seats, in lock step."""

from pathlib import Path

import pytest

from paperdice.game import Game
from paperdice.games import GAMES
from tests.translator.lockstep import play, play_in_node, write_modules


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_sheet_and_number_of_seats(game: Game, tmp_path: Path) -> None:
    write_modules(tmp_path, is_checked=True)
    for place, sheet in enumerate(game.sheets.values()):
        matches = [play(game, [sheet] * seats, seed=100 * place + seats) for seats in game.seats]
        assert play_in_node(tmp_path, matches) == [line for match in matches for line in match.lines]
