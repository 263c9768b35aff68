"""Rules and their translation play every game on every sheet with every number of seats, in lock step."""

from pathlib import Path

import pytest
from translator.modules import families, sheets_of

from paperdice.game import Game
from tests.translator import courses, matches, pads
from tests.translator.lockstep import play, play_in_node, write_modules


@pytest.mark.parametrize("game", families(), ids=lambda game: game.key)
def test_every_sheet_and_number_of_seats(game: Game, tmp_path: Path) -> None:
    write_modules(tmp_path, game, is_checked=True)
    for place, sheet in enumerate(game.sheets[name] for name in sheets_of(game)):
        matches = [play(game, [sheet] * seats, seed=100 * place + seats) for seats in game.seats]
        assert play_in_node(tmp_path, matches) == [line for match in matches for line in match.lines]


@pytest.mark.parametrize("game", families(), ids=lambda game: game.key)
def test_every_match_without_a_server(game: Game, tmp_path: Path) -> None:
    write_modules(tmp_path, game, is_checked=True)
    for place, name in enumerate(sheets_of(game)):
        played = [matches.play(game, [name] * seats, seed=100 * place + seats) for seats in game.seats]
        seen = matches.play_in_node(tmp_path, [script for script, _ in played])
        assert seen == [expected for _, expected in played]


@pytest.mark.parametrize("game", families(), ids=lambda game: game.key)
def test_every_pad_without_a_server(game: Game, tmp_path: Path) -> None:
    write_modules(tmp_path, game, is_checked=True)
    for place, name in enumerate(sheets_of(game)):
        written = [pads.write(game, [name] * seats, seed=100 * place + seats) for seats in game.seats]
        seen = matches.play_in_node(tmp_path, [script for script, _ in written], pads.PLAYER)
        assert seen == [expected for _, expected in written]


@pytest.mark.parametrize("game", families(), ids=lambda game: game.key)
def test_every_correction_without_a_server(game: Game, tmp_path: Path) -> None:
    write_modules(tmp_path, game, is_checked=True)
    for place, name in enumerate(sheets_of(game)):
        played = [courses.play(game, [name] * seats, 100 * place + seats, 200) for seats in game.seats]
        seen = matches.play_in_node(tmp_path, [script for script, _ in played], courses.PLAYER)
        assert seen == [expected for _, expected in played]
